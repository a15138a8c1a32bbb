// whole.c - see whole.h.
#include "measure/whole.h"

#include "base/constants.h"

#include <math.h>

static double nearest(const model *m, int axis, double way, double low, double high)
{
    return m->boundary[axis] == BOUNDARY_PERIODIC
               ? way - (high - low) * floor(way / (high - low) + 0.5)
               : way;
}

// From one ball of a body to another: on periodic axes a border may lie between them.
static v3 way_between(const model *m, v3 from, v3 to)
{
    v3 way = v3_sub(to, from);
    return v3_make(nearest(m, 0, way.x, m->low.x, m->high.x),
                   nearest(m, 1, way.y, m->low.y, m->high.y),
                   nearest(m, 2, way.z, m->low.z, m->high.z));
}

static double inside(const model *m, int axis, double x, double low, double high)
{
    if (m->boundary[axis] != BOUNDARY_PERIODIC)
        return x;
    return x - (high - low) * floor((x - low) / (high - low));
}

whole_grain whole_grain_at(const model *m, const frame_bodies *b, int64_t i)
{
    whole_grain g = {b->id[i],       i,          1,         b->position[i],
                     b->velocity[i], b->mass[i], b->set[i], b->contacts[i]};
    double all = 0;
    v3 arm = {0, 0, 0};
    v3 velocity = {0, 0, 0};
    for (int64_t k = i; k < b->count && b->body[k] == b->body[i]; k++) {
        double share = b->radius[k] * b->radius[k] * (m->dimensions == 3 ? b->radius[k] : 1);
        all += share;
        arm = v3_fma(arm, share, way_between(m, b->position[i], b->position[k]));
        velocity = v3_fma(velocity, share, b->velocity[k]);
        if (k == i)
            continue;
        g.mass += b->mass[k];
        g.contacts += b->contacts[k];
        g.balls++;
    }
    if (g.balls == 1)
        return g;
    v3 x = v3_fma(b->position[i], 1 / all, arm);
    g.position =
        v3_make(inside(m, 0, x.x, m->low.x, m->high.x), inside(m, 1, x.y, m->low.y, m->high.y),
                inside(m, 2, x.z, m->low.z, m->high.z));
    g.velocity = v3_scale(1 / all, velocity);
    return g;
}

double whole_filling(const model *m, int32_t set)
{
    const model_clump *c = &model_shape_of(m, set)->clump;
    double sum = 0;
    for (int k = 0; k < c->balls; k++)
        sum += m->dimensions == 2 ? PI * c->radius[k] * c->radius[k]
                                  : 4.0 / 3.0 * PI * c->radius[k] * c->radius[k] * c->radius[k];
    return c->balls ? c->volume / sum : 1;
}
