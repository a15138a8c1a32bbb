// probe_orientation.c - how one grain is turned, through time: its quaternion and its Kardan angles (Muth et al. 2005).
// While it is not there (not yet come, or gone) the columns are nan.
#include "base/kardan.h"
#include "measure/follow.h"

#include <string.h>

static const char law[] = "orientation";

static const row rows[] = {FOLLOW_GRAIN_ROW, FOLLOW_ID_ROW};

static const probe_head head[] = {
    {"time", "s"},         {"quaternion_w", "1"}, {"quaternion_x", "1"}, {"quaternion_y", "1"},
    {"quaternion_z", "1"}, {"alpha", "rad"},      {"beta", "rad"},       {"gamma", "rad"},
};
enum { COLUMNS = sizeof head / sizeof *head };

struct probe_state {
    grain_follow grain;
};

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    if (model_follows_turns(model))
        return follow_begin(choice, model, law, &state->grain, error);
    return probe_fail(error, law, "write run: {orientation: true}",
                      "this case does not follow orientations");
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    int64_t at;
    (void)choice;
    scree_status status = follow_find(&state->grain, model, frame, law, &at, error);
    if (status)
        return status;
    double value[COLUMNS] = {frame->time};
    for (int k = 1; k < COLUMNS; k++)
        value[k] = NAN;
    if (at >= 0 && frame->ball.orientation) {
        const q4 orientation = frame->ball.orientation[at];
        const v3 angle = kardan_from_quaternion(orientation);
        const double turn[COLUMNS - 1] = {
            orientation.w, orientation.x, orientation.y, orientation.z, angle.x, angle.y, angle.z};
        memcpy(value + 1, turn, sizeof turn);
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

const char probe_orientation_example[] = "grain: bed";

const probe probe_orientation = {
    .what = {"orientation", "quaternion and Kardan angles of one grain", rows,
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
