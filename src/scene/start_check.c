// start_check.c - is a start possible: every grain in the domain, none deep in another; see packing.h.
#include "scene/cells.h"
#include "scene/packing.h"

#include <stdio.h>
#include <string.h>

static const char *set_name(const model *m, const grain_list *l, int64_t i) { return m->grains[l->set[i]].name; }

static bool is_inside(const model *m, v3 p)
{
    bool z = m->dimensions == 2 || (p.z >= m->low.z && p.z <= m->high.z);
    return p.x >= m->low.x && p.x <= m->high.x && p.y >= m->low.y && p.y <= m->high.y && z;
}

static scree_status check_inside(const model *m, const grain_list *l, scree_error *error)
{
    for (int64_t i = 0; i < l->count; i++) {
        v3 p = l->position[i];
        if (is_inside(m, p)) continue;
        char where[160];
        snprintf(where, sizeof where, "grain %lld of '%.60s'", (long long)i, set_name(m, l, i));
        return fail(error, SCREE_BAD_INPUT, where, "move the grain, or widen `domain`",
                    "is outside of the domain: its centre is at (%g, %g, %g) m, the domain reaches from (%g, %g, %g) "
                    "to (%g, %g, %g) m",
                    p.x, p.y, p.z, m->low.x, m->low.y, m->low.z, m->high.x, m->high.y, m->high.z);
    }
    return SCREE_OK;
}

static scree_status name_overlap(const model *m, const grain_list *l, int64_t i, int64_t k, double overlap,
                                 scree_error *error)
{
    char where[240];
    v3 p = l->position[i];
    double smaller = l->radius[i] < l->radius[k] ? l->radius[i] : l->radius[k];
    snprintf(where, sizeof where, "grains %lld of '%.60s' and %lld of '%.60s'", (long long)i, set_name(m, l, i),
             (long long)k, set_name(m, l, k));
    return fail(error, SCREE_BAD_INPUT, where, "move them apart, or make them smaller",
                "overlap by %g m, %.3g %% of the smaller radius, near (%g, %g, %g) m", overlap, 100 * overlap / smaller,
                p.x, p.y, p.z);
}

// The first grain before i that overlaps it too deep, -1: none. All grains before i are in the cells.
static int64_t overlapped(const cells *c, const grain_list *l, int64_t i, double most, double *overlap)
{
    cells_near near = cells_around(c, l->position[i]);
    int64_t found = -1;
    for (int n = 0; n < near.count; n++)
        for (int64_t k = c->first[near.cell[n]]; k >= 0; k = c->next[k]) {
            if (l->fixed[i] && l->fixed[k]) continue;
            double smaller = l->radius[i] < l->radius[k] ? l->radius[i] : l->radius[k];
            double deep = l->radius[i] + l->radius[k] - v3_norm(cells_between(c, l->position[i], l->position[k]));
            if (deep <= most * smaller || (found >= 0 && k > found)) continue;
            found = k;
            *overlap = deep;
        }
    return found;
}

scree_status packing_check(const model *m, const grain_list *l, double most, scree_error *error)
{
    scree_status status = check_inside(m, l, error);
    if (status || !l->count) return status;
    bool periodic[3];
    double largest = 0;
    for (int a = 0; a < 3; a++) periodic[a] = m->boundary[a] == BOUNDARY_PERIODIC;
    for (int64_t i = 0; i < l->count; i++) largest = l->radius[i] > largest ? l->radius[i] : largest;
    cells c;
    if (!cells_make(&c, m->low, m->high, periodic, 2 * largest, l->count)) return fail_memory(error, "grains");
    for (int64_t i = 0; i < l->count && !status; i++) {
        double overlap = 0;
        int64_t k = overlapped(&c, l, i, most, &overlap);
        if (k >= 0) status = name_overlap(m, l, k, i, overlap, error);
        cells_put(&c, i, l->position[i]);
    }
    cells_clear(&c);
    return status;
}
