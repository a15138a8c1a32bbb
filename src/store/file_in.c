// file_in.c - see file_in.h.
#include "store/file_in.h"

#include "base/read_file.h"
#include "store/file_out.h"

scree_status file_in_load(const char *path, char **text, size_t *size, scree_error *error)
{
    int number;
    const read_verdict verdict = read_file(path, READ_MOST_TABLE, text, size, &number);
    if (verdict == READ_GOOD)
        return SCREE_OK;
    if (verdict == READ_NO_MEMORY)
        return fail_memory(error, path);
    if (verdict == READ_FAILED)
        return file_fault(error, path, "cannot read the file", number);
    return fail(error, SCREE_IO, path, "check that it is the right file", "cannot be read: it %s",
                read_verdict_words(verdict));
}
