// target.c - see target.h.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem, realpath
#endif
#include "cli/target.h"

#include "base/text.h"
#include "draw/mark.h"
#include "store/owned.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

scree_status target_check(const char *path, const char *begin, scree_error *error)
{
    char text[64];
    struct stat status;
    const size_t size = strlen(begin);
    if (!path || lstat(path, &status))
        return SCREE_OK;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool own = file >= 0 && S_ISREG(status.st_mode) && size <= sizeof text &&
                     read(file, text, size) == (ssize_t)size && !memcmp(text, begin, size);
    if (file >= 0)
        close(file);
    if (own)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "move it away, or give another name",
                S_ISREG(status.st_mode) ? "a file is here that is no older one of this kind"
                                        : "this is no plain file");
}

// Does a plain file hold the mark in its first bytes, or in its last ones?
static bool is_marked(const char *path)
{
    enum { BYTES = 256, ENDS = 2 };
    static const char mark[] = DRAW_MARK;
    struct stat state;
    char text[BYTES];
    bool found = false;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool plain = file >= 0 && !fstat(file, &state) && S_ISREG(state.st_mode);
    const off_t from[ENDS] = {0, plain && state.st_size > BYTES ? state.st_size - BYTES : 0};
    for (int i = 0; i < ENDS && plain; i++) {
        const ssize_t size = pread(file, text, sizeof text, from[i]);
        found = found || (size > 0 && memmem(text, (size_t)size, mark, sizeof mark - 1));
    }
    if (file >= 0)
        close(file);
    return found;
}

scree_status target_picture(const char *path, scree_error *error)
{
    struct stat state;
    if (!path || lstat(path, &state) || is_marked(path))
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "move it away, or give another name",
                S_ISREG(state.st_mode) ? "a file is here that is no picture or film of Scree"
                                       : "this is no plain file");
}

scree_status target_ends(const char *path, const char *ending, const char *what, scree_error *error)
{
    char hint[80];
    const size_t size = strlen(ending);
    if (!path || (strlen(path) > size && !strcmp(path + strlen(path) - size, ending)))
        return SCREE_OK;
    snprintf(hint, sizeof hint, "give a name that ends in %.20s", ending);
    return fail(error, SCREE_BAD_INPUT, path, hint, "%s would stand under this name", what);
}

// Is `file` on the list of the run in the folder that ends before file[length]? Its name there is what follows.
static scree_status is_on_list(const char *file, size_t length, bool *taken, scree_error *error)
{
    char *folder = text_slice(file, length);
    owned list;
    if (!folder)
        return fail_memory(error, file);
    const char *name = file + length + 1;
    if (!owned_open(&list, folder, NULL)) {
        *taken = *taken || owned_has(&list, name);
        owned_close(&list);
    }
    free(folder);
    return SCREE_OK;
}

scree_status target_is_free(const char *path, scree_error *error)
{
    struct stat state;
    bool taken = false;
    if (!path || lstat(path, &state))
        return SCREE_OK;
    // Without links and dots, so that a name on the list is the rest of the path. What is no plain file is refused
    // later.
    char *real = realpath(path, NULL);
    if (!real)
        return SCREE_OK;
    scree_status status = SCREE_OK;
    for (char *slash = real; !status && !taken && (slash = strchr(slash + 1, '/'));)
        status = is_on_list(real, (size_t)(slash - real), &taken, error);
    free(real);
    if (status || !taken)
        return status;
    return fail(error, SCREE_BAD_INPUT, path, "choose another name for the export",
                "this file is the result of a run, and would be replaced");
}
