// file_in.h - reading a whole file into memory, a plain one of 16 GiB at most.
#ifndef SCREE_STORE_FILE_IN_H
#define SCREE_STORE_FILE_IN_H

#include "base/fail.h"

#include <stddef.h>

// On success *text holds *size bytes and a closing zero, and belongs to the caller; on failure it is NULL.
scree_status file_in_load(const char *path, char **text, size_t *size, scree_error *error);

#endif
