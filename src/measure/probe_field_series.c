// probe_field_series.c - coarse-grained fields at each sample, on the cells of a box (coarse.h): an image for each, and a table
// of what is in the box in all.
//
// The table has the sums over the cells, times their volume: of a whole domain they are those of its grains and contacts.
#include "measure/coarse.h"
#include "measure/table.h"

static const char law[] = "field-series";

static const row rows[] = {COARSE_ROWS};

static const probe_head head[] = {
    {"time", "s"},
    {"grains", ""},
    {"mass", "kg"},
    {"volume", "m^3"},
    COARSE_VECTOR("momentum", "kg m/s"),
    {"kinetic", "J"},
    COARSE_TENSOR("contact", "J"),
    {"contacts", ""},
};
enum { COLUMNS = sizeof head / sizeof *head };

static const probe_head image_head[] = {COARSE_HEADS};

struct probe_state {
    coarse fields;
};

static void end(probe_state *state)
{
    coarse_end(&state->fields);
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    enum { CELLS_MOST = 4000000 };
    return coarse_begin(choice, model, law, CELLS_MOST, &state->fields, error);
}

static double total(const probe_state *state, int moment)
{
    const window *box = &state->fields.spread.box;
    double sum = 0;
    for (int64_t cell = 0; cell < box->cells; cell++)
        sum += state->fields.moment[cell * COARSE_MOMENTS + moment];
    return sum * (box->volume / (double)box->cells);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    static const int stress[6] = {0, 4, 8, 1, 2, 5};
    double value[COLUMNS] = {frame->time};
    (void)choice;
    coarse_empty(&state->fields);
    if (!coarse_add(&state->fields, model, frame))
        return fail_memory(error, law);
    value[1] = total(state, COARSE_NUMBER);
    value[2] = total(state, COARSE_MASS);
    value[3] = total(state, COARSE_VOLUME);
    for (int i = 0; i < 3; i++) {
        value[4 + i] = total(state, COARSE_MOMENTUM + i);
        value[7] += 0.5 * total(state, COARSE_SQUARE + i);
    }
    for (int i = 0; i < 6; i++)
        value[8 + i] = total(state, COARSE_STRESS + stress[i]);
    value[14] = 0.5 * total(state, COARSE_SIDES);
    return table_row(table, value, error);
}

static bool grid(const probe_state *state, probe_grid *out)
{
    return coarse_grid(&state->fields, out);
}

static scree_status put_cells(const probe_state *state, probe_table *table, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int64_t cell = 0; cell < state->fields.spread.box.cells && !status; cell++) {
        double value[COARSE_VALUES];
        coarse_values(&state->fields, cell, 1, value);
        status = table_row(table, value, error);
    }
    return status;
}

const char probe_field_series_example[] =
    "cell: 15 mm, low: [-30 mm, -30 mm, -30 mm], high: [30 mm, 30 mm, 30 mm], width: 20 mm";

const probe probe_field_series = {
    .what = {law, "coarse-grained fields on a grid at each sample, and what they are in all", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .grid = grid,
    .image = put_cells,
    .image_head = image_head,
    .image_columns = COARSE_VALUES,
    .end = end,
};
