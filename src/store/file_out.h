// file_out.h - a file that appears whole or not at all; or the same bytes in memory.
//
// What is written goes to PATH.part in the folder of PATH. Committing flushes it to the disk and renames it over PATH,
// so that at every instant PATH is either the old file or the new one. A failing write (a full disk, a quota, a lost
// mount) is remembered and reported by the commit, which then removes the part file and leaves PATH as it was; the
// calls between may ignore it. A PATH that exists and is no regular file (a device, a folder) is refused, because a
// rename would replace it. Where another program writes the same PATH.part, the second one is refused.
#ifndef SCREE_STORE_FILE_OUT_H
#define SCREE_STORE_FILE_OUT_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct file_out {
    FILE *stream; // NULL when not open, and in memory
    char *path, *part;
    int lock;  // keeps the part file for this writer until it has its name
    int fault; // errno of the first failure, 0: none
    bool in_memory;
    char *data; // in memory: owned
    int64_t size, room;
} file_out;

// Opens PATH.part for one writer alone, empty, with a lock that ends when the number and all copies of it are closed. Else -1: errno
// is EWOULDBLOCK where another one has it.
int file_part_open(const char *part);
// What is then to be said.
scree_status file_busy(scree_error *error, const char *path);

scree_status file_out_open(file_out *out, const char *path, scree_error *error);
// What would be the file becomes bytes in memory; `name` is what a fault names. Ends by file_out_take or an abort.
scree_status file_out_open_memory(file_out *out, const char *name, scree_error *error);
// The bytes, which free() gives back; NULL after a fault.
scree_status file_out_take(file_out *out, void **data, int64_t *size, scree_error *error);
void file_out_write(file_out *out, const void *data, size_t size);
void file_out_printf(file_out *out, const char *format, ...) SCREE_PRINTF(2, 3);

// Bytes written so far, and overwriting some of them; for headers that hold the length of what follows.
long file_out_place(file_out *out);
void file_out_patch(file_out *out, long place, const void *data, size_t size);

// Both close the file and free what it owns, whatever they return. After a commit or an abort a further abort does
// nothing.
scree_status file_out_commit(file_out *out, scree_error *error);
// Like commit, and what stood at PATH becomes PATH.previous; PATH itself is never missing meanwhile.
scree_status file_out_commit_keeping(file_out *out, scree_error *error);
void file_out_abort(file_out *out);

// SCREE_IO for `path` with the reason of `number` (an errno) and what can be done about it. `action` reads "cannot
// write".
scree_status file_fault(scree_error *error, const char *path, const char *action, int number);

#endif
