// probe_energy.c - the energy ledger as a table: a row per sample, in joules (2D: per metre of depth).
//
// The kinetic energy is split into that of the centres of mass and that of the spins, with the inertia of each body;
// the other columns are those of the ledger. See docs/energy.md for what they mean. Of a set there is what its grains have now and
// what they have lost, with its part of the contacts; the work of walls and what came and went are those of all grains together, and
// those columns are nan.
#include "measure/filter.h"

static const row rows[] = {FILTER_SET_ROW};

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

struct probe_state {
    grain_filter filter; // the set alone
};

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    const scree_status status = filter_read_set(choice, model, "energy", &state->filter, error);
    if (status || model->ledger || state->filter.set >= 0)
        return status;
    return probe_fail(error, "energy", "write run: {ledger: true, ...}",
                      "the energy ledger of this case is switched off");
}

static scree_status sample_set(const grain_filter *filter, const frame *frame, probe_table *table,
                               scree_error *error)
{
    double value[COLUMNS] = {frame->time};
    const int end = filter->set + filter->sets;
    if (frame->sets < end)
        return probe_fail(error, "energy", "run the case again, or measure a snapshot of it",
                          "the frames of this run do not tell the energy of each set");
    for (int i = filter->set; i < end; i++) {
        const frame_set *of = &frame->of_set[i];
        const double part[COLUMNS] = {
            0,
            of->kinetic - of->rotational,
            of->rotational,
            of->gravitational,
            of->elastic,
            of->friction,
            of->damping,
            of->rolling,
            of->plastic,
            NAN,
            NAN,
            NAN,
            NAN,
            NAN,
            NAN,
            of->drag,
            NAN,
        };
        for (int k = 1; k < COLUMNS; k++)
            value[k] += part[k];
    }
    return table_row(table, value, error);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)model;
    if (state->filter.set >= 0)
        return sample_set(&state->filter, frame, table, error);
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
             "the energy ledger: what there is, what was lost and to what, and the residual; or "
             "what a set has and has lost",
             rows, sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
};
