// file_in.c - see file_in.h. The length is not asked for beforehand, so that pipes can be read as well.
#include "store/file_in.h"

#include "store/file_out.h"

#include <errno.h>
#include <stdlib.h>

static bool grow(char **text, size_t *room)
{
    size_t wanted = *room ? 2 * *room : (size_t)1 << 16;
    char *grown = wanted > *room ? realloc(*text, wanted) : NULL;
    if (!grown) return false;
    *text = grown;
    *room = wanted;
    return true;
}

scree_status file_in_load(const char *path, char **text, size_t *size, scree_error *error)
{
    size_t room = 0;
    *text = NULL;
    *size = 0;
    FILE *in = fopen(path, "rb");
    if (!in) return file_fault(error, path, "cannot open the file", errno);
    scree_status status = SCREE_OK;
    for (;;) {
        if (room - *size < 2 && !grow(text, &room)) {
            status = fail_memory(error, path);
            break;
        }
        errno = 0;
        size_t n = fread(*text + *size, 1, room - *size - 1, in);
        if (!n && ferror(in)) status = file_fault(error, path, "cannot read the file", errno ? errno : EIO);
        if (!n) break;
        *size += n;
    }
    fclose(in);
    if (status) {
        free(*text);
        *text = NULL;
        *size = 0;
    } else
        (*text)[*size] = 0;
    return status;
}
