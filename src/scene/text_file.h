// text_file.h - a whole text file in memory.
#ifndef SCREE_SCENE_TEXT_FILE_H
#define SCREE_SCENE_TEXT_FILE_H

#include "base/fail.h"

#include <stddef.h>

// The bytes of a file of at most `most` bytes, owned by the caller, ending in a zero byte that is not counted in
// `*length`; without the mark of UTF-8 at its begin. SCREE_BAD_INPUT: it cannot be opened or read, or is too large.
scree_status text_file_load(const char *path, size_t most, char **text, size_t *length,
                            scree_error *error);

#endif
