// alone.c - a blow of a ball with something that does not answer, where it has no other contact in the step, or with
// another ball, where neither has another contact with what moves: it is given where and when they touch.
//
// Elsewhere a blow is given as bodies stand at the beginning of a step, between two that move along the line of centres
// that they have there, so that no angular momentum comes of it. Where nothing else is near, the place of the touch is
// known, and everything is taken from it: the normal, arms that are radii, and the time t at which the
// velocities change, also by what floors and walls answer to the blow, where the two lie on such. With v before and v' after the blow the step goes
//   x' = x + t v + (h - t) v' = x + h v' - t (v' - v)
// which is the way of two that fly freely, touch and fly on; momentum, angular momentum and energy are kept exactly.
//
// A second blow in the step, of a ball whose first one came late, is later still, and its way is put together in the same
// manner: each change of the velocity counts from its own time. Otherwise a ball that has just bounced off a floor would
// go, all along the step, with the velocity that the second blow has given it, and through the floor.
//
// Gravity is the same for two balls. Something still does not fall with the ball, so its blow must know how fast the ball
// has become by the time of the touch. Velocities belong to the middle of a step, so that is g (h_before/2 + t) later
// than the velocity with which the step begins. Such a ball has its blow with the velocity that it has at the touch.
#include "collide/way.h"
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
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

// No other contact moves but this one.
static bool free_of_others(const ns_solver *s, int32_t mover_at)
{
    return alone(s, mover_at) || s->hub_of[mover_at] == NS_PAIRED;
}

static bool at_still(const ns_solver *s, const ns_contact *c)
{
    return c->balls && c->a < 0 && c->gap > 0 && alone(s, c->b);
}

// How long the closing velocity has been gathering speed by the time of a blow.
static double since(const ns_solver *s, double delay)
{
    return 0.5 * s->set.h_before + delay;
}

double contact_fall(const ns_solver *s, const ns_contact *c)
{
    return at_still(s, c) ? -v3_dot(c->normal, s->set.down) : 0;
}

double contact_fallen(const ns_solver *s, const ns_contact *c)
{
    const double delay = contact_delayed_by(c);
    return delay > 0 ? contact_fall(s, c) * since(s, delay) : 0;
}

// The first time at which gap = v t + fall t^2/2, where it is in the step.
static double delay_at_still(const ns_solver *s, const ns_contact *c)
{
    const double fall = contact_fall(s, c);
    const double v = -v3_dot(c->normal, contact_velocity(s, c)) + fall * since(s, 0);
    const double root = v * v + 2 * fall * c->gap;
    if (!(v > 0) || !(root > 0))
        return 0;
    const double time = 2 * c->gap / (v + sqrt(root));
    return time < s->set.h ? time : 0;
}

double contact_delay(const ns_solver *s, ns_contact *c)
{
    if (at_still(s, c))
        return delay_at_still(s, c);
    if (!c->balls || c->a < 0 || !(c->gap > 0) || !free_of_others(s, c->a) ||
        !free_of_others(s, c->b))
        return 0;
    if (!meet(s, c))
        return 0;
    double closing = -v3_dot(c->normal, contact_velocity(s, c));
    return c->gap < closing * s->set.h ? c->gap / closing : 0;
}

static void lag(ns_solver *s, const ns_contact *c, double time, const impact_row *blow)
{
    const v3 impulse = v3_fma(blow->t, blow->push, c->normal);
    ns_lag *to = &s->lag[c->b];
    to->way = v3_fma(to->way, time * s->body[c->b].inverse_mass, impulse);
    if (c->a < 0)
        return;
    ns_lag *from = &s->lag[c->a];
    from->way = v3_fma(from->way, -time * s->body[c->a].inverse_mass, impulse);
}

static void note_delays(ns_solver *s)
{
    for (int64_t i = 0; i < s->ordered; i++) {
        const ns_contact *c = &s->contact[i];
        const double delay = contact_delayed_by(c);
        if (!(delay > 0))
            continue;
        s->lag[c->b].time = delay;
        if (c->a >= 0)
            s->lag[c->a].time = delay;
    }
}

void solver_fall(ns_solver *s, mover *body, double sign)
{
    for (int64_t i = 0; i < s->ordered; i++) {
        const ns_contact *c = &s->contact[i];
        const double delay = contact_delayed_by(c);
        if (!(delay > 0) || c->a >= 0)
            continue;
        const double time = sign * since(s, delay);
        const double down[3] = {s->set.down.x, s->set.down.y, s->set.flat ? 0 : s->set.down.z};
        for (int d = 0; d < 3; d++)
            body[c->b].velocity[d] += time * down[d];
    }
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
    note_delays(s);
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_contact *c = &s->contact[i];
        const double delay = solver_delay(s, c);
        if (delay > 0)
            lag(s, c, delay, &s->blow[i]);
    }
    return true;
}

// Constraints hold at the end of the step, on the ways that late blows make.
void solver_shift_constraints(ns_solver *s)
{
    for (int64_t i = 0; s->lagging && i < s->contacts; i++) {
        ns_contact *c = &s->contact[i];
        const v3 way = s->lag[c->b].way;
        const v3 late = c->a >= 0 ? v3_sub(way, s->lag[c->a].way) : way;
        if (i < s->ordered && c->gap > 0)
            c->bias += v3_dot(c->normal, late) / s->set.h;
    }
}

void solver_delay_second(const ns_solver *s, ns_contact *c)
{
    const double closing = -v3_dot(c->normal, contact_velocity(s, c));
    const bool closes = c->gap > 0 && closing * s->set.h > c->gap;
    c->delay = closes ? c->gap / closing : 0;
}

double solver_delay(const ns_solver *s, const ns_contact *c)
{
    if (!s->lagging)
        return 0;
    if (c - s->contact < s->ordered)
        return s->lag[c->b].time;
    const bool late = s->lag[c->b].time > 0 || (c->a >= 0 && s->lag[c->a].time > 0);
    return late ? c->delay : 0;
}
