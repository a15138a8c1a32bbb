// probe_strain.c - how far a periodic cell has deformed since the start: its lengths and tilts, the logarithms of the
// lengths over those at the start, the shears that have passed, and its volume (docs/probes.md).
#include "measure/table.h"

#include <math.h>

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {
    {"time", "s"},      {"xx", ""},         {"yy", ""},         {"zz", ""},
    {"xy", ""},         {"xz", ""},         {"yz", ""},         {"volumetric", ""},
    {"length_x", "m"},  {"length_y", "m"},  {"length_z", "m"},  {"tilt_xy", "m"},
    {"tilt_xz", "m"},   {"tilt_yz", "m"},   {"rate_xx", "1/s"}, {"rate_yy", "1/s"},
    {"rate_zz", "1/s"}, {"rate_xy", "1/s"}, {"rate_xz", "1/s"}, {"rate_yz", "1/s"},
};
enum { COLUMNS = sizeof head / sizeof *head, STRAIN = 1, VOLUME = 7, LENGTH = 8, RATE = 14 };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)choice;
    (void)state;
    if (model->cell.given)
        return SCREE_OK;
    return probe_fail(error, "strain", "give a `cell`, or leave the probe out",
                      "this case has no cell that deforms");
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)state;
    const frame_cell *cell = &frame->cell;
    double value[COLUMNS] = {frame->time};
    for (int i = 0; i < CELL_PARTS; i++) {
        value[STRAIN + i] = cell->passed.of[i];
        value[LENGTH + i] = cell->edges.of[i];
        value[RATE + i] = cell->gradient.of[i];
    }
    for (int i = 0; i < model->dimensions; i++) {
        const double longer = cell->edges.of[i] / cell->start.of[i];
        const double strain = log(longer);
        value[STRAIN + i] = strain;
        value[VOLUME] += strain;
    }
    return table_row(table, value, error);
}

const probe probe_strain = {
    .what = {"strain",
             "how far a cell has deformed since the start: strains, lengths, tilts, rates", rows,
             0},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
