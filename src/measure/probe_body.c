// probe_body.c - one grain followed through time: position, velocity, spin, force and torque of its contacts. While
// there is no grain of that id (not yet come, or gone) the columns are nan.
#include "measure/table.h"

static const row rows[] = {
    {"id", ROW_INTEGER, "1", ROW_REQUIRED, 0, 2147483647,
     "permanent id of the grain, as in the frames; walls have the first ids, grains follow"},
};

static const probe_head head[] = {
    {"time", "s"},
    {"x", "m"},
    {"y", "m"},
    {"z", "m"},
    {"velocity_x", "m/s"},
    {"velocity_y", "m/s"},
    {"velocity_z", "m/s"},
    {"spin_x", "rad/s"},
    {"spin_y", "rad/s"},
    {"spin_z", "rad/s"},
    {"force_x", "N"},
    {"force_y", "N"},
    {"force_z", "N"},
    {"torque_x", "N m"},
    {"torque_y", "N m"},
    {"torque_z", "N m"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static void put(double value[3], v3 v)
{
    value[0] = v.x;
    value[1] = v.y;
    value[2] = v.z;
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s, probe_table *table,
                           scree_error *error)
{
    (void)s;
    const frame_bodies *b = &f->body;
    int64_t at;
    scree_status status = probe_grain(c, m, f, "body", &at, error);
    if (status) return status;
    double value[COLUMNS] = {f->time};
    for (int k = 1; k < COLUMNS; k++) value[k] = NAN;
    if (at >= 0) {
        put(value + 1, b->position[at]);
        put(value + 4, b->velocity[at]);
        put(value + 7, b->spin[at]);
        put(value + 10, b->force[at]);
        put(value + 13, b->torque[at]);
    }
    return table_row(table, value, error);
}

const probe probe_body = {
    .what = {"body", "position, velocity, spin, force and torque of one grain", rows, sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .sample = sample,
};
