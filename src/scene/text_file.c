// text_file.c - see text_file.h.
#include "scene/text_file.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

scree_status text_file_load(const char *path, size_t most, char **text, size_t *length, scree_error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(error, SCREE_BAD_INPUT, path, "check the name and the rights of the file", "cannot be read: %s",
                    strerror(errno));
    text_buffer buffer = {0};
    char block[16384];
    size_t n;
    errno = 0;
    while ((n = fread(block, 1, sizeof block, file)) > 0 && buffer.length <= most) text_append_slice(&buffer, block, n);
    int bad = ferror(file) ? (errno ? errno : EIO) : 0;
    fclose(file);
    bool failed = buffer.failed, large = buffer.length > most;
    *length = buffer.length;
    *text = buffer.data || bad || failed ? buffer.data : text_copy("");
    if (*text && !bad && !failed && !large) return SCREE_OK;
    free(*text);
    *text = NULL;
    if (bad) return fail(error, SCREE_BAD_INPUT, path, "check that it is a file", "cannot be read: %s", strerror(bad));
    if (!large || failed) return fail_memory(error, path);
    return fail(error, SCREE_BAD_INPUT, path, "check that it is the right file", "is larger than %zu MiB", most >> 20);
}
