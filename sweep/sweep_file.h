// sweep_file.h - sweep.json in the folder of a sweep: what was asked for, so that it can go on.
#ifndef SCREE_SWEEP_SWEEP_FILE_H
#define SCREE_SWEEP_SWEEP_FILE_H

#include "sweep/plan.h"

#define SWEEP_FILE "sweep.json"

// What a sweep is: with the same of all this it is the same sweep.
typedef struct sweep_file {
    char *path;         // of the case, owned
    settings set, over; // keys and, here, values are owned by `words`
    char **words;
    int64_t wordings, word_room;
    int64_t latin, sobol, seed;
    uint64_t hash; // of the cases of all points
} sweep_file;

scree_status sweep_file_write(const char *path, const plan_wish *wish, const plan *plan,
                              uint64_t hash, scree_error *error);
// Clear also after a fault.
scree_status sweep_file_read(const char *path, sweep_file *out, scree_error *error);
void sweep_file_clear(sweep_file *file);
// The hash that a folder's sweep has; false: there is no sweep in it.
bool sweep_file_hash(const char *folder, uint64_t *hash);

#endif
