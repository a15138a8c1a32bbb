// keys.h - the keys of sections that are no plug-ins: domain, grains, streams, removals, maser, run, output. Their rows give
// unit, default, range and one line of documentation, to the reader and to `scree list` alike. Where a row is a text
// with words for its unit, the section reads the value itself.
#ifndef SCREE_CASE_KEYS_H
#define SCREE_CASE_KEYS_H

#include "case/reader.h"

extern const plugin keys_domain, keys_grains, keys_streams, keys_removals, keys_maser, keys_run,
    keys_output;

// All of them, for people.
const plugin *const *key_sections(int *count);

// The value of a key that has a row; NULL where it is not given, with a fault where it is required.
node *key_take(reader *reader, node *map, const plugin *keys, const char *key);

// Each reads the value of a key by its row and leaves `*out` alone where there is none, or a fault. True: it was read.
bool key_real(reader *reader, node *map, const plugin *keys, const char *key, double *out);
bool key_flag(reader *reader, node *map, const plugin *keys, const char *key, bool *out);
bool key_integer(reader *reader, node *map, const plugin *keys, const char *key, int64_t *out);
// In 2D the third component may be left out and is `third`.
bool key_vector(reader *reader, node *map, const plugin *keys, const char *key, double third,
                v3 *out);
// The number of a word among those of the row, -1: not given, or a fault.
int key_word(reader *reader, node *map, const plugin *keys, const char *key);

// The row of a key.
const row *key_row(const plugin *keys, const char *key);

#endif
