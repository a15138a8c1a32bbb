// text_file.c - see text_file.h.
#include "scene/text_file.h"

#include "base/read_file.h"

#include <string.h>

// Editors of some systems begin a text with the mark of its encoding, which is no part of it.
static void drop_mark(char *text, size_t *length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t size = sizeof mark - 1;
    if (*length < size || memcmp(text, mark, size) != 0)
        return;
    *length -= size;
    memmove(text, text + size, *length + 1);
}

scree_status text_file_load(const char *path, size_t most, char **text, size_t *length,
                            scree_error *error)
{
    int number;
    const read_verdict verdict = read_file(path, most, text, length, &number);
    switch (verdict) {
    case READ_GOOD:
        drop_mark(*text, length);
        return SCREE_OK;
    case READ_NO_MEMORY:
        return fail_memory(error, path);
    case READ_TOO_LARGE:
        return fail(error, SCREE_BAD_INPUT, path, "check that it is the right file",
                    "is larger than %zu MiB", most >> 20);
    case READ_NOT_PLAIN:
        return fail(error, SCREE_BAD_INPUT, path, "give a file", "cannot be read: it %s",
                    read_verdict_words(verdict));
    case READ_FAILED:
        break;
    }
    return fail(error, SCREE_BAD_INPUT, path, "check the name and the rights of the file",
                "cannot be read: %s", strerror(number));
}
