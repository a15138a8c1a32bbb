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
    const char *format; // of charts: png, svg or pdf
    bool no_plots, quiet;
} sweep_asked;

// The numbers, the pairs and the time, from the values of --of, --plot and --from.
scree_status sweep_asked_read(const sweep_words *words, sweep_asked *out, scree_error *error);

// Writes what a sweep is to its folder.
scree_status sweep_asked_keep(const sweep_kept *kept, run_folder *in, scree_error *error);
// The same where the folder has it already. Options that are not given now keep the values of the time before. `out` gets
// the options that hold; its texts belong to `before`, which the caller clears.
scree_status sweep_asked_join(const sweep_kept *kept, run_folder *in, sweep_file *before,
                              sweep_words *out, scree_error *error);

#endif
