// probe.h - what can be measured while a case runs: plug-ins in files measure/probe_NAME.c, found by the build.
//
// A probe sees frames and writes rows of a table: time first, then its columns. It keeps what it needs between samples
// (means over time) in its own memory. Probes never change the world.
#ifndef SCREE_MEASURE_PROBE_H
#define SCREE_MEASURE_PROBE_H

#include "base/fail.h"
#include "base/row.h"
#include "state/transits.h"
#include "state/frame.h"
#include "state/model.h"
#include "state/strokes.h"

#include <stddef.h>

struct mesh;

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

// Cells of equal size whose rows a table holds, those along x one after another, then along y, then z.
typedef struct probe_grid {
    double origin[3], edge[3]; // m
    int count[3];
} probe_grid;

// Triangles whose rows a table holds, with their points in space.
typedef struct probe_surface {
    const v3 *point; // m
    int32_t points;
    const struct mesh *mesh; // says of which points they are
} probe_surface;

typedef struct probe_head { // of a column of the table
    const char *name, *unit;
} probe_head;

// What the numbers of a column are over the rows of the table. Values over time or over equal parts of space, whose mean
// says something, are left out.
typedef enum probe_kind {
    PROBE_VALUE,
    PROBE_PLACE,    // it tells where a row stands: a place, the end of a bin
    PROBE_PART,     // of a whole: rows add up, and a mean would be one of how finely they are cut
    PROBE_PER_AREA, // rows add up where each counts with its area
    PROBE_NO_MEAN   // counted up from row to row, or a function of a bin
} probe_kind;
typedef struct probe_role {
    const char *column; // NULL: no more
    probe_kind kind;
} probe_role;

typedef struct probe_state probe_state; // of the plug-in

// What is not needed is left out of the initializer.
typedef struct probe {
    plugin what;
    bool no_contacts; // it looks at no contact of a frame, so frames without them will do
    bool averages;    // writes one table at the end (a profile), not a row per sample
    const probe_head *head;
    int columns;
    // Of the last column, where the case says it; left out: it is that of `head`.
    const char *(*unit_of_last)(const choice *choice);
    const probe_role *roles; // of columns that are no plain values; left out: all are
    size_t state;            // bytes of its probe_state; 0: it has none
    // Reads the rows into `state`, which is all zeros, and refuses what cannot be. May leave things half done: `end`
    // follows.
    scree_status (*begin)(const choice *choice, const model *model, probe_state *state,
                          scree_error *error);
    scree_status (*sample)(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error);
    // Grains that have come into the world since the sample before and those that have left it, as they stood then
    // (world_arrived, world_departed); left out where that says nothing to the probe.
    scree_status (*pass)(const model *model, const frame_balls *arrived,
                         const frame_balls *departed, probe_state *state, scree_error *error);
    // The row that names a wall of which all strokes are heard, step by step (state/strokes.h), whether or not the step has
    // a sample; left out with `hear`.
    const char *hears;
    scree_status (*hear)(const strokes *strokes, probe_state *state, scree_error *error);
    // A surface of which all transits are told, step by step (state/transits.h); left out with `cross`.
    const struct mesh *(*gate)(const probe_state *state);
    scree_status (*cross)(const transits *transits, probe_state *state, scree_error *error);
    // Why frames of a run that is over do not give the numbers that the run gives, in words that follow the name of the
    // probe; NULL: they do. `first` is the first of them in this stage. Left out: they do, or `pass` is there.
    const char *(*needs_run)(const choice *choice, const model *model, const frame *first);
    scree_status (*finish)(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error);
    // The grid whose cells the rows of the table are, which is written as an image for ParaView as well; left out: there
    // is none. A probe that does not average has besides `image`, which puts the cells as they were at its last sample
    // into an empty table with the columns image_head: an image of each sample.
    bool (*grid)(const probe_state *state, probe_grid *out);
    // The same of triangles, of a probe that averages.
    bool (*surface)(const probe_state *state, probe_surface *out);
    scree_status (*image)(const probe_state *state, probe_table *table, scree_error *error);
    const probe_head *image_head;
    int image_columns;
    void (*end)(probe_state *state); // frees what hangs on it
    // What must outlive an interruption, as plain numbers; left out where nothing must. `save` appends them, false: out
    // of memory. `load` follows `begin` and gets them back; false: they are not those of this probe.
    bool (*save)(const probe_state *state, probe_memory *out);
    bool (*load)(probe_state *state, const double *value, int64_t count);
} probe;

// Makes state and table of a probe, or neither.
scree_status probe_begin(const probe *probe, const choice *choice, const model *model,
                         probe_state **state, probe_table *table, scree_error *error);
void probe_end(const probe *probe, probe_state *state); // NULL is nothing
// A probe of a case.
typedef struct probe_asked {
    const model *model;
    const model_probe *is;
} probe_asked;
// A probe goes on in the case of the next stage: its state `to` was begun by that, so that what it looks at follows, as where
// a run is resumed there, and takes over what `from` kept. *anew: a region that it names is another one, and its totals begin
// again.
scree_status probe_take_over(const probe_asked *was, const probe_state *from, const probe_asked *is,
                             probe_state **to, bool *anew, scree_error *error);
// The probes of the stages of a case, which may have lost what they look at: error->where is `stages.NAME: probes.NAME`.
scree_status probe_check_stages(const model *model, scree_error *error);

const probe *probe_find(const plugin *what);
probe_kind probe_kind_of(const probe *probe, const char *column);
const plugin *const *probe_plugins(int *count);

#endif
