// sweep_file.h - sweep.json in the folder of a sweep: what was asked for, so that it can go on.
#ifndef SCREE_SWEEP_SWEEP_FILE_H
#define SCREE_SWEEP_SWEEP_FILE_H

#include "case/tree.h"
#include "sweep/plan.h"

#define SWEEP_FILE "sweep.json"

// What was asked of the numbers, as it was given; it holds until something else is asked. NULL: nothing.
typedef struct sweep_words {
    const char *of, *plot, *from, *format;
} sweep_words;

// What a sweep is: with the same of all this but the words it is the same sweep.
typedef struct sweep_file {
    char *path;         // of the case, owned
    settings set, over; // keys and, here, values are owned by `words`
    char **words;
    int64_t wordings, word_room;
    int64_t latin, sobol, seed;
    uint64_t hash; // of the cases of all points
    sweep_words asked;
    node *root; // of the whole file, owned
} sweep_file;

typedef struct sweep_kept { // what is written
    const plan_wish *wish;
    const plan *plan;
    uint64_t hash;
    sweep_words asked;
} sweep_kept;
scree_status sweep_file_write(const char *path, const sweep_kept *kept, scree_error *error);
// Clear also after a fault.
scree_status sweep_file_read(const char *path, sweep_file *out, scree_error *error);
// Fills the keys of the axes of a plan that was made without its case. False: out of memory.
bool sweep_file_keys(const sweep_file *file, plan *plan);
void sweep_file_clear(sweep_file *file);
// The hash that a folder's sweep has; false: there is no sweep in it.
bool sweep_file_hash(const char *folder, uint64_t *hash);
// Has the folder such a file, or has a sweep written one there, be it torn or gone?
bool sweep_file_is_there(const char *folder);

#endif
