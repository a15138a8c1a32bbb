// probe_body.c - one grain followed through time: position, velocity, spin, force and torque of its contacts. While
// it is not there (not yet come, or gone) the columns are nan.
#include "measure/follow.h"

static const char law[] = "body";

static const row rows[] = {FOLLOW_GRAIN_ROW, FOLLOW_ID_ROW};

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

struct probe_state {
    grain_follow grain;
};

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    return follow_begin(choice, model, law, &state->grain, error);
}

static void put(double value[3], v3 vector)
{
    value[0] = vector.x;
    value[1] = vector.y;
    value[2] = vector.z;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    const frame_balls *balls = &frame->ball;
    int64_t at;
    scree_status status = follow_find(&state->grain, model, frame, law, &at, error);
    if (status)
        return status;
    double value[COLUMNS] = {frame->time};
    for (int k = 1; k < COLUMNS; k++)
        value[k] = NAN;
    if (at >= 0) {
        put(value + 1, balls->position[at]);
        put(value + 4, balls->velocity[at]);
        put(value + 7, balls->spin[at]);
        put(value + 10, balls->force[at]);
        put(value + 13, balls->torque[at]);
    }
    return table_row(table, value, error);
}

static bool save(const probe_state *state, probe_memory *out)
{
    return follow_save(&state->grain, out);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    return follow_load(&state->grain, value, count);
}

const char probe_body_example[] = "grain: bed";

const probe probe_body = {
    .what = {"body", "position, velocity, spin, force and torque of one grain", rows,
             sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .save = save,
    .load = load,
};
