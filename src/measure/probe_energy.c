// probe_energy.c - the energy ledger as a table: a row per sample, in joules (2D: per metre of depth).
//
// The kinetic energy is split into that of the centres of mass and that of the spins, with the inertia of each body;
// the other columns are those of the ledger. See docs/energy.md for what they mean.
#include "measure/table.h"

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {
    {"time", "s"},    {"translational", "J"}, {"rotational", "J"},  {"gravitational", "J"},
    {"elastic", "J"}, {"friction", "J"},      {"damping", "J"},     {"rolling", "J"},
    {"plastic", "J"}, {"walls", "J"},         {"cell", "J"},        {"added", "J"},
    {"removed", "J"}, {"residual", "J"},      {"turned_over", "J"}, {"drag", "J"},
    {"growth", "J"},
};
static const probe_role roles[] = {
    {"friction", PROBE_NO_MEAN}, {"damping", PROBE_NO_MEAN}, {"rolling", PROBE_NO_MEAN},
    {"plastic", PROBE_NO_MEAN},  {"walls", PROBE_NO_MEAN},   {"cell", PROBE_NO_MEAN},
    {"added", PROBE_NO_MEAN},    {"removed", PROBE_NO_MEAN}, {"turned_over", PROBE_NO_MEAN},
    {"drag", PROBE_NO_MEAN},     {"growth", PROBE_NO_MEAN},  {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    (void)choice;
    (void)state;
    if (model->ledger)
        return SCREE_OK;
    return probe_fail(error, "energy", "write run: {ledger: true, ...}",
                      "the energy ledger of this case is switched off");
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    (void)state;
    const frame_ledger *ledger = &frame->ledger;
    const double value[COLUMNS] = {frame->time,         ledger->kinetic - ledger->rotational,
                                   ledger->rotational,  ledger->gravitational,
                                   ledger->elastic,     ledger->friction,
                                   ledger->damping,     ledger->rolling,
                                   ledger->plastic,     ledger->walls,
                                   ledger->cell,        ledger->added,
                                   ledger->removed,     ledger->residual,
                                   ledger->turned_over, ledger->drag,
                                   ledger->growth};
    return table_row(table, value, error);
}

const char probe_energy_example[] = "";

const probe probe_energy = {
    .what = {"energy",
             "the energy ledger: what there is, what was lost and to what, and the residual", rows,
             0},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .begin = begin,
    .sample = sample,
};
