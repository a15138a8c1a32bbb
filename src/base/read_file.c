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

static bool make_room(reading *r)
{
    if (r->room - r->size > 1)
        return true;
    const size_t wanted = 2 * r->room;
    char *grown = wanted > r->room ? realloc(r->text, wanted) : NULL;
    if (!grown)
        return false;
    r->text = grown;
    r->room = wanted;
    return true;
}

// What the file says of its size is a first guess: files of the system say 0, and a file may grow meanwhile.
static read_verdict read_all(int file, reading *r, int *number)
{
    for (;;) {
        if (!make_room(r))
            return READ_NO_MEMORY;
        const ssize_t part = read(file, r->text + r->size, r->room - r->size - 1);
        if (part < 0 && errno == EINTR)
            continue;
        if (part < 0) {
            *number = errno;
            return READ_FAILED;
        }
        if (part == 0)
            break;
        r->size += (size_t)part;
        if (r->size > r->most)
            return READ_TOO_LARGE;
    }
    r->text[r->size] = 0;
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
    reading r = {.most = most, .room = (size_t)is.st_size + 2};
    if ((uint64_t)is.st_size > most)
        verdict = READ_TOO_LARGE;
    else {
        r.text = malloc(r.room);
        verdict = r.text ? read_all(file, &r, number) : READ_NO_MEMORY;
    }
    close(file);
    if (verdict == READ_GOOD) {
        *text = r.text;
        *size = r.size;
    } else
        free(r.text);
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
