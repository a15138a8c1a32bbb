// finder.c - see finder.h.
#include "nonsmooth/finder.h"

#include "base/mathlib.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>

ns_contact *finder_add(finder *f)
{
    ns_contact *c = solver_find(f->found);
    f->no_memory = f->no_memory || !c;
    return c;
}

contact_end finder_end(const impulses *w, int32_t slot)
{
    const bodies *o = &w->part->body;
    contact_end e = {slot, true, {0, 0, 0}, o->velocity[o->now][slot].v[3]};
    if (!(e.mass_inverse > 0))
        e.mover = -1;
    if (!bodies_clumped(o, slot))
        return e;
    e.mover = bodies_first(o, slot);
    e.ball = false;
    e.arm = clump_arm(&w->part->s, e.mover, slot - e.mover);
    return e;
}

void finder_join(ns_contact *c, contact_end a, contact_end b)
{
    c->a = a.mover;
    c->b = b.mover;
    if (b.mover >= 0) {
        c->fixed = a.mover < 0;
        if (c->fixed)
            c->wall_velocity = c->wall_spin = v3_make(0, 0, 0);
        return;
    }
    if (!c->balls)
        c->arm_b = c->arm_a;
    c->normal = v3_scale(-1, c->normal);
    c->wall_velocity = c->wall_spin = v3_make(0, 0, 0);
    c->a = -1;
    c->b = a.mover;
    c->fixed = c->turned = true;
}

double finder_fall(const impulses *w)
{
    return w->shared->dt * w->shared->dt * w->solver.set.gravity;
}

double finder_margin(const impulses *w, double speed, double radius)
{
    double way = w->shared->m->nonsmooth.speculative ? w->shared->dt * speed + finder_fall(w) : 0;
    return real_max(way, touching * 2 * radius);
}

// How fast a wall may come to meet something near it. A wall without end that turns has no fastest place; a plane that
// turns about its normal, as a rotating plate, comes nearer to nothing.
double finder_wall_reach(const impulses *w, int wall)
{
    const wall_pose *p = &w->motion[wall];
    double turn = v3_norm(p->spin);
    double extent = primitive_extent(w->shared->wall[wall].shape);
    return v3_norm(p->velocity) + (turn > 0 && isfinite(extent) ? turn * extent : 0);
}

// ---- again, after blows

bool finder_changed(const finder *f, int32_t slot, double other, double radius)
{
    return f->w->change[slot] + other > solver_threshold(&f->w->solver, 2 * radius);
}

static double corner_speed(const impulses *w, int32_t slot)
{
    const mover *m = &w->solver.body[slot];
    return w->shared->core[w->part->body.set[slot]] ? v3_norm(mover_rim(m)) : 0;
}

double finder_pair_speed(const finder *f, int32_t a, int32_t b)
{
    const impulses *w = f->w;
    if (!f->again)
        return 0;
    v3 u = v3_sub(impulses_velocity_as(w, w->solver.body, b),
                  impulses_velocity_as(w, w->solver.body, a));
    return v3_norm(u) + corner_speed(w, a) + corner_speed(w, b);
}

double finder_wall_speed(const finder *f, int wall, int32_t slot)
{
    const impulses *w = f->w;
    if (!f->again)
        return 0;
    return v3_norm(impulses_velocity_as(w, w->solver.body, slot)) + corner_speed(w, slot) +
           finder_wall_reach(w, wall) + impulses_wall_change(w, wall);
}

double finder_farther(const finder *f, double first, double speed, double radius)
{
    return f->again ? real_min(finder_margin(f->w, speed, radius), f->most) : first;
}

// Until the later of two delayed blows nothing goes along the ways after them.
static bool comes_later(finder_late late, double closing)
{
    return !(late.time > 0) || late.gap >= (1 - 1e-9) * late.time * closing;
}

void finder_keep_fresh(finder *f, const ns_contact *c, double gap, double first, finder_late late)
{
    if (!f->again)
        return;
    double closing = -v3_dot(c->normal, contact_velocity(&f->w->solver, c));
    if (!(gap >= first && closing > contact_threshold(&f->w->solver, c) &&
          closing * f->w->shared->dt > c->gap && comes_later(late, closing)))
        f->found->count--;
}

// ---- the way in the step

v3 finder_gravity(const impulses *w)
{
    return v3_make(w->part->s.gravity[0], w->part->s.gravity[1],
                   w->part->s.flat ? 0 : w->part->s.gravity[2]);
}

bool finder_mobile(const finder *f, int32_t slot)
{
    return f->w->part->body.velocity[f->w->part->body.now][slot].v[3] > 0;
}

v3 finder_lag(const finder *f, int32_t slot)
{
    return f->again && f->w->solver.lagging ? f->w->solver.lag[slot].way : v3_make(0, 0, 0);
}

double finder_delay(const finder *f, int32_t slot)
{
    return f->again && f->w->solver.lagging ? f->w->solver.lag[slot].time : 0;
}

v3 finder_free_velocity(const finder *f, int32_t slot)
{
    const impulses *w = f->w;
    const rec4 *v = &w->part->body.velocity[w->part->body.now][slot];
    v3 u = f->again ? impulses_velocity_as(w, w->solver.body, slot) : v3_of(v);
    if (!finder_mobile(f, slot))
        return u;
    return v3_fma(u, w->shared->dt, finder_gravity(w));
}

void finder_watch_depth(finder *f, int32_t a, int32_t b, bool wall, double depth, double radius)
{
    if (!(depth <= f->w->part->s.too_deep * radius))
        report_too_deep(&f->w->part->s, f->report, a, b, wall, depth, radius);
}

v3 finder_wall_velocity(const impulses *w, int wall, v3 point)
{
    const wall_pose *p = &w->motion[wall];
    return v3_add(p->velocity,
                  v3_cross(p->spin, v3_sub(point, w->shared->wall[wall].now.position)));
}

void finder_at_wall(const impulses *w, ns_contact *c, int wall, v3 point)
{
    const ns_wall *is = &w->wall[wall];
    bool held = is->mover >= 0 && is->stop * v3_dot(c->normal, is->axis) <
                                      0; // the push on the wall is against normal
    c->a = held ? -1 : is->mover;
    if (c->a >= 0)
        return;
    c->a = -1 - wall;
    c->wall_velocity = finder_wall_velocity(w, wall, point);
    c->wall_spin = w->motion[wall].spin;
}
