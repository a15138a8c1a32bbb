// probe_orientation.c - how one grain is turned, through time: its quaternion and its Kardan angles (seed 000). While
// there is no grain of that id (not yet come, or gone) the columns are nan.
#include "base/kardan.h"
#include "measure/table.h"

#include <string.h>

static const row rows[] = {
    {"id", ROW_INTEGER, "1", ROW_REQUIRED, 0, 2147483647,
     "permanent id of the grain, as in the frames; walls have the first ids, grains follow"},
};

static const probe_head head[] = {
    {"time", "s"},         {"quaternion_w", "1"}, {"quaternion_x", "1"}, {"quaternion_y", "1"},
    {"quaternion_z", "1"}, {"alpha", "rad"},      {"beta", "rad"},       {"gamma", "rad"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *c, const model *m, probe_state *s, scree_error *error)
{
    (void)c, (void)s;
    if (model_follows_turns(m)) return SCREE_OK;
    return probe_fail(error, "orientation", "write run: {orientation: true}", "this case does not follow orientations");
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s, probe_table *table,
                           scree_error *error)
{
    int64_t at;
    (void)s;
    scree_status status = probe_grain(c, m, f, "orientation", &at, error);
    if (status) return status;
    double value[COLUMNS] = {f->time};
    for (int k = 1; k < COLUMNS; k++) value[k] = NAN;
    if (at >= 0 && f->body.orientation) {
        const q4 q = f->body.orientation[at];
        const v3 angle = kardan_from_quaternion(q);
        const double turn[COLUMNS - 1] = {q.w, q.x, q.y, q.z, angle.x, angle.y, angle.z};
        memcpy(value + 1, turn, sizeof turn);
    }
    return table_row(table, value, error);
}

const probe probe_orientation = {
    .what = {"orientation", "quaternion and Kardan angles of one grain", rows, sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
