// probe_fields.c - coarse-grained fields as means over time, on the cells of a box (coarse.h).
#include "measure/coarse.h"
#include "measure/interval.h"
#include "measure/table.h"

static const char law[] = "fields";

static const row rows[] = {COARSE_ROWS, INTERVAL_ROWS};

static const probe_head head[] = {COARSE_HEADS};
enum { COLUMNS = sizeof head / sizeof *head };
_Static_assert((int)COLUMNS == (int)COARSE_VALUES, "each value has a head");

struct probe_state {
    coarse fields;
    interval time;
    double samples;
};

static void end(probe_state *state)
{
    coarse_end(&state->fields);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    enum { CELLS_MOST = 200000 };
    state->time = interval_read(choice);
    return coarse_begin(choice, model, law, CELLS_MOST, &state->fields, error);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)table;
    if (!interval_takes(&state->time, frame->time))
        return SCREE_OK;
    state->samples += 1;
    if (!coarse_add(&state->fields, model, frame))
        return fail_memory(error, law);
    return SCREE_OK;
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    scree_status status = SCREE_OK;
    (void)choice;
    (void)model;
    for (int64_t cell = 0; cell < state->fields.spread.box.cells && !status; cell++) {
        double value[COARSE_VALUES];
        coarse_values(&state->fields, cell, state->samples, value);
        status = table_row(table, value, error);
    }
    return status;
}

static bool grid(const probe_state *state, probe_grid *out)
{
    return coarse_grid(&state->fields, out);
}

static int64_t moments(const probe_state *state)
{
    return state->fields.spread.box.cells * COARSE_MOMENTS;
}

static bool save(const probe_state *state, probe_memory *out)
{
    const double kept[2] = {state->samples, state->time.last};
    return memory_put(out, kept, 2) && memory_put(out, state->fields.moment, moments(state));
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    if (count != 2 + moments(state))
        return false;
    state->samples = value[0];
    state->time.last = value[1];
    for (int64_t i = 0; i < moments(state); i++)
        state->fields.moment[i] = value[2 + i];
    return true;
}

const char probe_fields_example[] =
    "cell: 15 mm, low: [-30 mm, -30 mm, -30 mm], high: [30 mm, 30 mm, 30 mm], width: 20 mm";

const probe probe_fields = {
    .what = {law, "coarse-grained density, velocity, stress, fabric and energy flux on a grid",
             rows, sizeof rows / sizeof *rows},
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .finish = finish,
    .grid = grid,
    .end = end,
    .save = save,
    .load = load,
};
