// probe_fields.c - coarse-grained fields as means over time, on the cells of a box (coarse.h), and their standard errors by
// blocks where those are asked for.
#include "measure/batches.h"
#include "measure/coarse.h"
#include "measure/interval.h"
#include "measure/table.h"

#include <stdlib.h>
#include <string.h>

static const char law[] = "fields";

static const row rows[] = {
    {"errors", ROW_FLAG, "1", 0, 0, 1, "standard errors of density, velocity and pressure"},
    COARSE_ROWS,
    INTERVAL_ROWS,
};

static const probe_head head[] = {
    COARSE_HEADS,
    {"density_error", "kg/m^3"},
    {"velocity_x_error", "m/s"},
    {"velocity_y_error", "m/s"},
    {"velocity_z_error", "m/s"},
    {"pressure_error", "Pa"},
};
static const probe_role roles[] = {
    {"x", PROBE_PLACE},
    {"y", PROBE_PLACE},
    {"z", PROBE_PLACE},
    {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head, ERRORS = 5 };
_Static_assert((int)COLUMNS == COARSE_VALUES + ERRORS, "each value has a head");

// Of each cell, in blocks of samples; behind all of them is the number of samples.
enum {
    DENSITY,
    MOMENTUM_X,
    MOMENTUM_Y,
    MOMENTUM_Z,
    PUSH,
    KEPT
}; // the last is the trace of both stresses and of rho V V

struct probe_state {
    coarse fields; // of one sample
    interval time;
    double samples;
    double *sum; // of the moments, over samples
    bool errors;
    batches blocks;
};

static void end(probe_state *state)
{
    coarse_end(&state->fields);
    free(state->sum);
    batches_clear(&state->blocks);
}

static int64_t cells(const probe_state *state)
{
    return state->fields.spread.box.cells;
}

static int64_t moments(const probe_state *state)
{
    return cells(state) * COARSE_MOMENTS;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    enum { CELLS_MOST = 200000, ERROR_CELLS_MOST = 20000 };
    state->time = interval_read(choice);
    state->errors = choice_flag(choice, "errors");
    const int64_t most = state->errors ? ERROR_CELLS_MOST : CELLS_MOST;
    scree_status status = coarse_begin(choice, model, law, most, &state->fields, error);
    if (status)
        return status;
    state->sum = calloc((size_t)moments(state), sizeof *state->sum);
    if (!state->sum)
        return fail_memory(error, law);
    if (state->errors && !batches_make(&state->blocks, cells(state) * KEPT + 1))
        return fail_memory(error, law);
    return SCREE_OK;
}

static void add_to_blocks(probe_state *state)
{
    double *block = batches_open(&state->blocks);
    for (int64_t cell = 0; cell < cells(state); cell++) {
        const double *moment = state->fields.moment + cell * COARSE_MOMENTS;
        const double *stress = moment + COARSE_STRESS;
        double *kept = block + cell * KEPT;
        kept[DENSITY] += moment[COARSE_MASS];
        for (int axis = 0; axis < 3; axis++)
            kept[MOMENTUM_X + axis] += moment[COARSE_MOMENTUM + axis];
        kept[PUSH] += stress[0] + stress[4] + stress[8];
        for (int axis = 0; axis < 3; axis++)
            kept[PUSH] += moment[COARSE_SQUARE + axis];
    }
    block[cells(state) * KEPT] += 1;
    batches_close(&state->blocks);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)table;
    if (!interval_takes(&state->time, frame->time))
        return SCREE_OK;
    coarse_empty(&state->fields);
    if (!coarse_add(&state->fields, model, frame))
        return fail_memory(error, law);
    state->samples += 1;
    for (int64_t i = 0; i < moments(state); i++)
        state->sum[i] += state->fields.moment[i];
    if (state->errors)
        add_to_blocks(state);
    return SCREE_OK;
}

// That of the pressure is of the trace less 2 V.p - rho V^2, with the mean velocity as it is.
static double pressure_error(const probe_state *state, int64_t cell, v3 velocity)
{
    const double factor[KEPT] = {
        [DENSITY] = v3_dot(velocity, velocity),
        [MOMENTUM_X] = -2 * velocity.x,
        [MOMENTUM_Y] = -2 * velocity.y,
        [MOMENTUM_Z] = -2 * velocity.z,
        [PUSH] = 1,
    };
    const batches_terms terms = {
        .first = cell * KEPT,
        .count = KEPT,
        .factor = factor,
    };
    const double trace = batches_error_of(&state->blocks, &terms, cells(state) * KEPT);
    return trace / state->fields.spread.box.dimensions;
}

static void put_errors(const probe_state *state, int64_t cell, double out[ERRORS])
{
    const batches *blocks = &state->blocks;
    const int64_t first = cell * KEPT;
    const int64_t samples = cells(state) * KEPT;
    for (int i = 0; i < ERRORS; i++)
        out[i] = NAN;
    if (!state->errors)
        return;
    double velocity[3] = {0, 0, 0};
    out[0] = batches_error(blocks, first + DENSITY, samples);
    for (int axis = 0; axis < 3; axis++) {
        const int64_t momentum = first + MOMENTUM_X + axis;
        const double mean = batches_ratio(blocks, momentum, first + DENSITY);
        velocity[axis] = isfinite(mean) ? mean : 0;
        out[1 + axis] = batches_error(blocks, momentum, first + DENSITY);
    }
    out[4] = pressure_error(state, cell, v3_at(velocity));
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    scree_status status = SCREE_OK;
    (void)choice;
    (void)model;
    memcpy(state->fields.moment, state->sum, (size_t)moments(state) * sizeof *state->sum);
    for (int64_t cell = 0; cell < cells(state) && !status; cell++) {
        double value[COLUMNS];
        coarse_values(&state->fields, cell, state->samples, value);
        put_errors(state, cell, value + COARSE_VALUES);
        status = table_row(table, value, error);
    }
    return status;
}

static bool grid(const probe_state *state, probe_grid *out)
{
    return coarse_grid(&state->fields, out);
}

static bool save(const probe_state *state, probe_memory *out)
{
    const double kept[2] = {state->samples, state->time.last};
    if (!memory_put(out, kept, 2))
        return false;
    if (!memory_put(out, state->sum, moments(state)))
        return false;
    return !state->errors || batches_save(&state->blocks, out);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    const int64_t own = 2 + moments(state);
    const int64_t blocks = state->errors ? batches_numbers(&state->blocks) : 0;
    if (count != own + blocks)
        return false;
    if (state->errors && !batches_load(&state->blocks, value + own, blocks))
        return false;
    state->samples = value[0];
    state->time.last = value[1];
    memcpy(state->sum, value + 2, (size_t)moments(state) * sizeof *state->sum);
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
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .finish = finish,
    .grid = grid,
    .end = end,
    .save = save,
    .load = load,
};
