// sweep_asked.h - what is asked of the numbers of a sweep, by `scree sweep` or by a report of it.
#ifndef SCREE_CLI_SWEEP_ASKED_H
#define SCREE_CLI_SWEEP_ASKED_H

#include "run/folder.h"
#include "sweep/since.h"
#include "sweep/sweep_file.h"
#include "sweep/wanted.h"

typedef struct sweep_asked {
    wanted of;
    wanted_pairs plot;
    since from;
    const char *since;  // the same as it was given; NULL: the start
    const char *format; // of charts: png, svg or pdf
    bool no_plots, quiet;
} sweep_asked;

// The numbers, the pairs, the time and the format, from the values of --of, --plot, --from and --format.
scree_status sweep_asked_read(const sweep_words *words, sweep_asked *out, scree_error *error);

// Writes what a sweep is to its folder.
scree_status sweep_asked_keep(const sweep_kept *kept, run_folder *in, scree_error *error);
// Options that are not given now keep the values that the sweep has had: otherwise its tables would be written anew with means
// over other times. The texts then belong to `before`.
void sweep_asked_join(const sweep_words *before, sweep_words *now);
// The same of the sweep with that hash in a folder, if it is there. The caller clears `before`.
scree_status sweep_asked_recall(const char *folder, uint64_t hash, sweep_file *before,
                                sweep_words *now, scree_error *error);

#endif
