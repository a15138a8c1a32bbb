// probe_void_ratio.c - how much of a periodic cell, or of the domain, its grains fill: their volumes are those of their
// shapes, mass over density, overlaps counted twice (docs/probes.md).
#include "measure/table.h"

#include "base/exact_sum.h"
#include "measure/whole.h"

#include <math.h>

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {
    {"time", "s"}, {"void_ratio", ""}, {"solid_fraction", ""}, {"volume", "m^3"}, {"solids", "m^3"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)choice;
    (void)state;
    const v3 size = v3_sub(model->high, model->low);
    if (isfinite(size.x) && isfinite(size.y) && isfinite(size.z))
        return SCREE_OK;
    return probe_fail(error, "void-ratio", "bound the domain",
                      "the domain has no volume: it is not bounded");
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)state;
    exact_sum sum = {0};
    whole_grain grain;
    for (int64_t i = 0; i < frame->ball.count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, &frame->ball, i);
        const double density = model->material[frame->ball.material[i]].density;
        if (isfinite(grain.mass))
            exact_sum_add(&sum, grain.mass / density);
    }
    const double solids = exact_sum_value(&sum);
    const double volume = frame->cell.volume;
    const double value[COLUMNS] = {frame->time, (volume - solids) / solids, solids / volume, volume,
                                   solids};
    return table_row(table, value, error);
}

const probe probe_void_ratio = {
    .what = {"void-ratio", "void ratio and solid fraction of the whole cell or domain", rows, 0},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
