// read_file.c - see read_file.h.
#include "base/read_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_plain(const char *path, struct stat *is, read_verdict *verdict, int *number)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    *verdict = READ_FAILED;
    *number = errno;
    if (file < 0)
        return -1;
    if (fstat(file, is))
        *number = errno;
    else if (!S_ISREG(is->st_mode))
        *verdict = READ_NOT_PLAIN;
    else
        return file;
    close(file);
    return -1;
}

FILE *read_file_open(const char *path, read_verdict *verdict, int *number)
{
    struct stat is;
    const int file = open_plain(path, &is, verdict, number);
    if (file < 0)
        return NULL;
    FILE *stream = fdopen(file, "rb");
    if (stream)
        return stream;
    *verdict = READ_FAILED;
    *number = errno;
    close(file);
    return NULL;
}

typedef struct reading {
    char *text;
    size_t size, room;
    uint64_t most;
} reading;

static bool make_room(reading *reading)
{
    if (reading->room - reading->size > 1)
        return true;
    const size_t wanted = 2 * reading->room;
    char *grown = wanted > reading->room ? realloc(reading->text, wanted) : NULL;
    if (!grown)
        return false;
    reading->text = grown;
    reading->room = wanted;
    return true;
}

// What the file says of its size is a first guess: files of the system say 0, and a file may grow meanwhile.
static read_verdict read_all(int file, reading *reading, int *number)
{
    for (;;) {
        if (!make_room(reading))
            return READ_NO_MEMORY;
        const ssize_t part =
            read(file, reading->text + reading->size, reading->room - reading->size - 1);
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0) {
            *number = errno;
            return READ_FAILED;
        }
        if (part == 0)
            break;
        reading->size += (size_t)part;
        if (reading->size > reading->most)
            return READ_TOO_LARGE;
    }
    reading->text[reading->size] = 0;
    return READ_GOOD;
}

read_verdict read_file(const char *path, uint64_t most, char **text, size_t *size, int *number)
{
    struct stat is;
    read_verdict verdict;
    *text = NULL;
    *size = 0;
    const int file = open_plain(path, &is, &verdict, number);
    if (file < 0)
        return verdict;
    reading reading = {.most = most, .room = (size_t)is.st_size + 2};
    if ((uint64_t)is.st_size > most)
        verdict = READ_TOO_LARGE;
    else {
        reading.text = malloc(reading.room);
        verdict = reading.text ? read_all(file, &reading, number) : READ_NO_MEMORY;
    }
    close(file);
    if (verdict == READ_GOOD) {
        *text = reading.text;
        *size = reading.size;
    } else
        free(reading.text);
    return verdict;
}

const char *read_verdict_words(read_verdict verdict)
{
    switch (verdict) {
    case READ_NOT_PLAIN:
        return "is no plain file (folders, pipes and devices are not read)";
    case READ_TOO_LARGE:
        return "is too large";
    case READ_NO_MEMORY:
        return "does not fit into the memory";
    case READ_GOOD:
    case READ_FAILED:
        break;
    }
    return NULL;
}
