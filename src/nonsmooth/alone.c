// alone.c - a blow of two balls that have no other contact in the step: it is given where and when they touch.
//
// Elsewhere a blow is given as bodies stand at the beginning of a step, between two that move along the line of centres
// that they have there, so that no angular momentum comes of it. Where nothing else is near, the place of the touch is
// known, and everything is taken from it: the normal, arms that are radii, and the time t at which the
// velocities change. With v before and v' after the blow the step goes
//   x' = x + t v + (h - t) v' = x + h v' - t (v' - v)
// which is the way of two that fly freely, touch and fly on; momentum, angular momentum and energy are kept exactly.
#include "collide/way.h"
#include "nonsmooth/solver.h"

#include "base/memory.h"

#include <string.h>

static bool alone(const ns_solver *s, int32_t mover_at)
{
    return s->hub_of[mover_at] == NS_ALONE;
}

// Two balls that move, as they touch; gravity is the same for both. False: they do not.
static bool meet(const ns_solver *s, ns_contact *c)
{
    const mover *a = &s->body[c->a];
    const mover *b = &s->body[c->b];
    double sum = 1 / a->inverse_rho + 1 / b->inverse_rho;
    v3 where;
    v3 d = v3_scale(sum + c->gap, c->normal);
    v3 way = v3_scale(s->set.h, v3_sub(mover_velocity(b), mover_velocity(a)));
    if (!way_meets_ball(d, way, sum, &where))
        return false;
    c->normal = v3_unit(where);
    c->gap = v3_dot(c->normal, d) - sum;
    c->alpha = 1;
    return true;
}

double contact_delay(const ns_solver *s, ns_contact *c)
{
    if (!c->balls || c->a < 0 || !(c->gap > 0) || !alone(s, c->a) || !alone(s, c->b))
        return 0;
    if (!meet(s, c))
        return 0;
    double closing = -v3_dot(c->normal, contact_velocity(s, c));
    return c->gap < closing * s->set.h ? c->gap / closing : 0;
}

static void lag(ns_solver *s, int32_t mover_at, v3 impulse, double delay)
{
    s->lag[mover_at] = v3_scale(delay * s->body[mover_at].inverse_mass, impulse);
}

bool solver_lag(ns_solver *s)
{
    s->lagging = false;
    for (int64_t i = 0; s->blows && !s->lagging && i < s->ordered; i++)
        s->lagging = contact_delayed_by(&s->contact[i]) > 0;
    if (!s->lagging)
        return true;
    if (!mem_grow((void **)&s->lag, &s->lag_room, s->movers, sizeof *s->lag))
        return false;
    memset(s->lag, 0, (size_t)s->movers * sizeof *s->lag);
    for (int64_t i = 0; i < s->ordered; i++) {
        const ns_contact *c = &s->contact[i];
        if (!(contact_delayed_by(c) > 0))
            continue;
        v3 impulse = v3_fma(s->blow[i].t, s->blow[i].push, c->normal);
        lag(s, c->b, impulse, c->delay);
        lag(s, c->a, v3_scale(-1, impulse), c->delay);
    }
    return true;
}
