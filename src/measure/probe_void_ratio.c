// probe_void_ratio.c - how much of a periodic cell, of the domain, or of the room between walls its grains fill: their
// volumes are those of their shapes, overlaps counted twice (docs/probes.md).
#include "measure/container.h"
#include "measure/solids.h"
#include "measure/table.h"

static const row rows[] = {CONTAINER_ROWS};

static const probe_head head[] = {
    {"time", "s"}, {"void_ratio", ""}, {"solid_fraction", ""}, {"volume", "m^3"}, {"solids", "m^3"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)state;
    return container_check(choice, model, "void-ratio", error);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)state;
    const double solids = solids_of(model, &frame->ball).volume;
    const double volume = container_now(choice, model, frame).volume;
    const double value[COLUMNS] = {frame->time, (volume - solids) / solids, solids / volume, volume,
                                   solids};
    return table_row(table, value, error);
}

const char probe_void_ratio_example[] = "";

const probe probe_void_ratio = {
    .what = {"void-ratio",
             "void ratio and solid fraction of the whole cell or domain, or between walls", rows,
             CONTAINER_ROW_COUNT},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
