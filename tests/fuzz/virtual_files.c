// virtual_files.c - see fuzz.h: files that are in memory only, for code that reads files by their path.
//
// The linker puts the functions below before those of the system (--wrap, in CMakeLists.txt). Each file lives in a
// memory descriptor, so that whoever opens it gets a true descriptor, whose size and kind can be asked for. Files
// opened for writing are true ones: they are those of libFuzzer, since no target writes.
#define _GNU_SOURCE
#include "fuzz/fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { FILES_MOST = 8 };

FILE *__real_fopen(const char *path, const char *mode);
int __real_open(const char *path, int flags, ...);
FILE *__wrap_fopen(const char *path, const char *mode);
int __wrap_open(const char *path, int flags, ...);

// A fuzz target is one thread of one process for its whole life; so are its files.
static struct {
    const char *name;
    int descriptor;
    char path[40];
} files[FILES_MOST];
static int file_count;

static int find(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *last = slash ? slash + 1 : path;
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i].name, last) == 0)
            return i;
    return -1;
}

// Worlds map more than they touch. Small pages are made when they are touched, huge ones are cleared as a whole.
__attribute__((constructor)) static void small_pages(void)
{
    (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

void fuzz_file(const char *name, const void *bytes, size_t size)
{
    int i = find(name);
    if (i < 0) {
        FUZZ_WANT(file_count < FILES_MOST);
        i = file_count++;
        files[i].name = name;
        files[i].descriptor = memfd_create("fuzz", MFD_CLOEXEC);
        FUZZ_WANT(files[i].descriptor >= 0);
        snprintf(files[i].path, sizeof files[i].path, "/proc/self/fd/%d", files[i].descriptor);
    }
    FUZZ_WANT(ftruncate(files[i].descriptor, 0) == 0);
    if (size > 0)
        FUZZ_WANT(pwrite(files[i].descriptor, bytes, size, 0) == (ssize_t)size);
}

int __wrap_open(const char *path, int flags, ...)
{
    if ((flags & O_ACCMODE) != O_RDONLY) {
        va_list rest;
        va_start(rest, flags);
        const int mode = va_arg(rest, int);
        va_end(rest);
        return __real_open(path, flags, mode);
    }
    const int i = find(path);
    if (i < 0) {
        errno = ENOENT;
        return -1;
    }
    return __real_open(files[i].path, flags & ~O_NOFOLLOW);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
    if (mode[0] != 'r' || strchr(mode, '+'))
        return __real_fopen(path, mode);
    const int descriptor = __wrap_open(path, O_RDONLY | O_CLOEXEC);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, mode);
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

char *fuzz_source(const char *path, size_t *size)
{
    char full[512];
    snprintf(full, sizeof full, "%s/tests/fuzz/%s", SCREE_SOURCE_DIR, path);
    FILE *file = __real_fopen(full, "rb");
    FUZZ_WANT(file != NULL);
    FUZZ_WANT(fseek(file, 0, SEEK_END) == 0);
    const long length = ftell(file);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    FUZZ_WANT(text != NULL);
    *size = fread(text, 1, (size_t)length, file);
    FUZZ_WANT(*size == (size_t)length);
    text[length] = 0;
    fclose(file);
    return text;
}
