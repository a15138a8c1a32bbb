// reader_kinds.h - what the two halves of the reader share: keys and kinds (reader.c), values (reader_values.c).
#ifndef SCREE_CASE_READER_KINDS_H
#define SCREE_CASE_READER_KINDS_H

#include "case/reader.h"

enum { READER_PATH = 200 };

// The way to a node, or "the case"; `path` has room for READER_PATH bytes.
const char *reader_path_of(const node *node, char *path);
// A fault: the node is not what was wanted. Silent for a value that was refused already.
void reader_wrong_kind(reader *reader, const node *node, const char *wanted);
// False with a fault where the node is no single value; false for NULL.
bool reader_is_scalar(reader *reader, const node *node, const char *wanted);
// "did you mean 'x'?" where something of the list is near, else `others` and the list.
void reader_suggestion(const char *word, const char *const *list, int count, const char *others,
                       char *out, size_t size);

#endif
