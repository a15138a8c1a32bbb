// probe_strain.c - how far a cell, or a box of walls, has deformed since the start: its lengths and tilts, the logarithms
// of the lengths over those at the start, the shears that have passed, its volume, and the rates (docs/probes.md).
#include "measure/container.h"
#include "measure/table.h"

#include <math.h>

static const row rows[] = {CONTAINER_ROWS};

static const probe_head head[] = {
    {"time", "s"},      CONTAINER_PARTS("", ""),
    {"volumetric", ""}, {"length_x", "m"},
    {"length_y", "m"},  {"length_z", "m"},
    {"tilt_xy", "m"},   {"tilt_xz", "m"},
    {"tilt_yz", "m"},   CONTAINER_PARTS("rate_", "1/s"),
};
enum { COLUMNS = sizeof head / sizeof *head, STRAIN = 1, VOLUME = 7, LENGTH = 8, RATE = 14 };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)state;
    if (!model->cell.given && !container_has_walls(choice))
        return probe_fail(error, "strain", "name walls of the sample, or give a `cell`",
                          "this case has no cell that deforms");
    return container_check(choice, model, "strain", error);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)state;
    const container is = container_now(choice, model, frame);
    double value[COLUMNS] = {frame->time};
    for (int i = 0; i < CELL_PARTS; i++) {
        value[STRAIN + i] = frame->cell.passed.of[i];
        value[LENGTH + i] = frame->cell.edges.of[i];
        value[RATE + i] = is.gradient.of[i];
    }
    for (int i = 0; i < model->dimensions; i++) {
        const double longer = is.length[i] / is.start[i];
        const double strain = log(longer);
        value[STRAIN + i] = strain;
        value[LENGTH + i] = is.length[i];
        value[VOLUME] += strain;
    }
    return table_row(table, value, error);
}

const char probe_strain_example[] = "";

const probe probe_strain = {
    .what = {"strain",
             "how far a cell or a box of walls has deformed since the start: strains, lengths, "
             "tilts, rates",
             rows, CONTAINER_ROW_COUNT},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
