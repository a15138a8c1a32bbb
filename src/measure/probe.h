// probe.h - what can be measured while a case runs: plug-ins in files measure/probe_NAME.c, found by the build.
//
// A probe sees frames and writes rows of a table: time first, then its columns. It keeps what it needs between samples
// (means over time) in its own memory. Probes never change the world.
#ifndef SCREE_MEASURE_PROBE_H
#define SCREE_MEASURE_PROBE_H

#include "base/fail.h"
#include "base/row.h"
#include "state/frame.h"
#include "state/model.h"

typedef struct probe_column {
    char name[64];
    char unit[16];
} probe_column;

// One table; rows * columns values.
typedef struct probe_table {
    int columns;
    probe_column *column;
    int64_t rows, room;
    double *value;
} probe_table;

typedef struct probe_memory {
    double *value; // owned; free with free()
    int64_t count, room;
} probe_memory;

typedef struct probe_state probe_state; // of the plug-in

typedef struct probe {
    plugin what;
    bool averages; // writes one table at the end (a profile), not a row per sample
    scree_status (*begin)(const choice *c, const model *m, probe_state **state, probe_table *table, scree_error *error);
    scree_status (*sample)(const choice *c, const model *m, const frame *f, probe_state *state, probe_table *table,
                           scree_error *error);
    scree_status (*finish)(const choice *c, const model *m, probe_state *state, probe_table *table,
                           scree_error *error); // may be NULL
    void (*end)(probe_state *state);
    // What must outlive an interruption, as plain numbers; NULL where nothing must. `save` appends them, false: out of
    // memory. `load` follows `begin` and gets them back; false: they are not those of this probe.
    bool (*save)(const probe_state *state, probe_memory *out);
    bool (*load)(probe_state *state, const double *value, int64_t count);
} probe;

const probe *probe_find(const plugin *what);
const plugin *const *probe_plugins(int *count);

#endif
