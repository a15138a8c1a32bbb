// probe_energy.c - the energy ledger as a table: a row per sample, in joules (2D: per metre of depth).
//
// The kinetic energy is split into that of the centres of mass and that of the spins, with the inertia of each body;
// the other columns are those of the ledger. See docs/energy.md for what they mean.
#include "measure/table.h"

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {
    {"time", "s"},     {"translational", "J"}, {"rotational", "J"}, {"gravitational", "J"},
    {"elastic", "J"},  {"friction", "J"},      {"damping", "J"},    {"rolling", "J"},
    {"plastic", "J"},  {"walls", "J"},         {"added", "J"},      {"removed", "J"},
    {"residual", "J"}, {"turned_over", "J"},
};
enum { COLUMNS = sizeof head / sizeof *head };

static scree_status begin(const choice *c, const model *m, probe_state *s, scree_error *error)
{
    (void)c;
    (void)s;
    if (m->ledger)
        return SCREE_OK;
    return probe_fail(error, "energy", "write run: {ledger: true, ...}",
                      "the energy ledger of this case is switched off");
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s,
                           probe_table *table, scree_error *error)
{
    (void)c;
    (void)m;
    (void)s;
    const frame_ledger *l = &f->ledger;
    const double value[COLUMNS] = {f->time,       l->kinetic - l->rotational,
                                   l->rotational, l->gravitational,
                                   l->elastic,    l->friction,
                                   l->damping,    l->rolling,
                                   l->plastic,    l->walls,
                                   l->added,      l->removed,
                                   l->residual,   l->turned_over};
    return table_row(table, value, error);
}

const probe probe_energy = {
    .what = {"energy",
             "the energy ledger: what there is, what was lost and to what, and the residual", rows,
             0},
    .head = head,
    .columns = COLUMNS,
    .begin = begin,
    .sample = sample,
};
