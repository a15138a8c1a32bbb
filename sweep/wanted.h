// wanted.h - names of numbers of probes on the command line, `lid.force_z:mean,stress.q:peak`, looked up in a case
// before anything is run.
#ifndef SCREE_SWEEP_WANTED_H
#define SCREE_SWEEP_WANTED_H

#include "measure/probe.h"
#include "state/model.h"
#include "sweep/curves.h"

enum { WANTED_MOST = 16 };

typedef struct wanted {
    int count;
    probed_name name[WANTED_MOST];
} wanted;

typedef struct wanted_pairs {
    int count;
    curves_pair pair[WANTED_MOST];
} wanted_pairs;

// From a text with commas; `option` is where it stands. NULL is none.
scree_status wanted_read(const char *option, const char *text, wanted *out, scree_error *error);
scree_status wanted_pairs_read(const char *option, const char *text, wanted_pairs *out,
                               scree_error *error);
// Has the case such a probe, and the probe such a column?
scree_status wanted_check(const model *model, const char *option, const probed_name *name,
                          scree_error *error);
// The same of a column that has numbers: the first one, which the others stand over, has none.
scree_status wanted_check_number(const model *model, const char *option, const probed_name *name,
                                 scree_error *error);
// The columns of a probe of the case; `table` is owned by the caller also on a fault.
scree_status wanted_columns(const model *model, const char *option, const char *probe,
                            probe_table *table, scree_error *error);
// `probe.column:take`.
void wanted_spell(const probed_name *name, char out[200]);

#endif
