// probe_contacts.c - the contact network in numbers: coordination, overlaps, normal forces.
//
// The coordination number is the mean number of contacts of a grain, those with walls and fixed grains included, over
// all grains that are not fixed; `floating` is the share of them with fewer than two contacts, which bear nothing. The
// contacts of a clump are those of its balls. An overlap is taken over the radius of the smaller ball. Where there are
// no grains or no contacts, means and largest are nan.
#include "measure/table.h"
#include "measure/whole.h"

static const row rows[1]; // none, but a list must not be empty

static const probe_head head[] = {{"time", "s"},        {"contacts", ""},    {"wall_contacts", ""},
                                  {"coordination", ""}, {"floating", ""},    {"overlap_mean", ""},
                                  {"overlap_max", ""},  {"force_mean", "N"}, {"force_max", "N"}};
enum { COLUMNS = sizeof head / sizeof *head };

// Radius of the grain with that id; infinite for a wall. Ids ascend.
static double radius_of(const frame_bodies *b, int64_t id)
{
    int64_t low = 0;
    int64_t high = b->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (b->id[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->count && b->id[low] == id ? b->radius[low] : INFINITY;
}

typedef struct network {
    double walls, overlap, deepest, force, strongest;
} network;

static network look(const frame *f)
{
    network n = {0, 0, NAN, 0,
                 NAN}; // fmax takes the other number where one is nan: nothing has no largest
    const frame_contacts *c = &f->contact;
    for (int64_t i = 0; i < c->count; i++) {
        double a = radius_of(&f->body, c->a[i]);
        double b = radius_of(&f->body, c->b[i]);
        double ratio = c->overlap[i] / fmin(a, b);
        n.walls += isinf(a) || isinf(b);
        n.overlap += ratio;
        n.deepest = fmax(n.deepest, ratio);
        n.force += c->normal_force[i];
        n.strongest = fmax(n.strongest, c->normal_force[i]);
    }
    return n;
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s,
                           probe_table *table, scree_error *error)
{
    (void)c;
    (void)s;
    const frame_bodies *b = &f->body;
    double grains = 0;
    double ends = 0;
    double floating = 0;
    double count = (double)f->contact.count;
    whole_grain g;
    for (int64_t i = 0; i < b->count; i = g.first + g.balls) {
        g = whole_grain_at(m, b, i);
        if (!isfinite(g.mass))
            continue;
        grains += 1;
        ends += g.contacts;
        floating += g.contacts < 2;
    }
    network n = look(f); // 0/0 gives the nan of means over nothing
    const double value[COLUMNS] = {
        f->time,           count,     n.walls,         ends / grains, floating / grains,
        n.overlap / count, n.deepest, n.force / count, n.strongest};
    return table_row(table, value, error);
}

const probe probe_contacts = {
    .what = {"contacts", "number of contacts, coordination number, overlaps and normal forces",
             rows, 0},
    .head = head,
    .columns = COLUMNS,
    .sample = sample,
};
