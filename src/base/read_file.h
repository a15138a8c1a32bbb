// read_file.h - the whole of a plain file in memory: the one door through which files of others come in.
//
// Only plain files are read, and none above a size: a pipe that nobody writes to, a terminal or a device would wait or
// go on for ever. The file is opened without waiting, and looked at after it was opened, so that it cannot be exchanged
// in between.
#ifndef SCREE_BASE_READ_FILE_H
#define SCREE_BASE_READ_FILE_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// How much is read, in bytes: cases, tables, and meshes, the largest of which are of some ten million triangles as
// text.
#define READ_MOST_MESH (UINT64_C(4) << 30)
#define READ_MOST_TABLE (UINT64_C(16) << 30)

typedef enum read_verdict {
    READ_GOOD,
    READ_NO_MEMORY,
    READ_FAILED,    // with an errno
    READ_NOT_PLAIN, // a folder, a pipe, a device
    READ_TOO_LARGE
} read_verdict;

// On READ_GOOD *text holds *size bytes and a closing zero, and belongs to the caller; else it is NULL. `*number` is the
// errno of READ_FAILED.
read_verdict read_file(const char *path, uint64_t most, char **text, size_t *size, int *number);
// Opens a plain file of any size; NULL where it is none, with `*verdict` and `*number`.
FILE *read_file_open(const char *path, read_verdict *verdict, int *number);

// What is wrong, in words that go on behind the name of the file; NULL for READ_FAILED, which the errno tells.
const char *read_verdict_words(read_verdict verdict);

#endif
