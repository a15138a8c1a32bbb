// finder.c - see finder.h.
#include "world/finder.h"

#include "base/mathlib.h"
#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>

static v3 v3_of(const rec4 *r) { return v3_make(r->v[0], r->v[1], r->v[2]); }

ns_contact *finder_add(finder *f)
{
    ns_contact *c = solver_find(f->found);
    f->no_memory = f->no_memory || !c;
    return c;
}

contact_end finder_end(const world *w, int32_t slot)
{
    const bodies *o = &w->body;
    contact_end e = {slot, true, {0, 0, 0}, o->velocity[o->now][slot].v[3]};
    if (!(e.mass_inverse > 0)) e.mover = -1;
    if (!bodies_clumped(o, slot)) return e;
    e.mover = bodies_first(o, slot), e.ball = false;
    e.arm = clump_arm(&w->s, e.mover, slot - e.mover);
    return e;
}

void finder_join(ns_contact *c, contact_end a, contact_end b)
{
    c->a = a.mover, c->b = b.mover;
    if (b.mover >= 0) {
        c->fixed = a.mover < 0;
        if (c->fixed) c->wall_velocity = c->wall_spin = v3_make(0, 0, 0);
        return;
    }
    if (!c->balls) c->arm_b = c->arm_a;
    c->normal = v3_scale(-1, c->normal);
    c->wall_velocity = c->wall_spin = v3_make(0, 0, 0);
    c->a = -1, c->b = a.mover, c->fixed = c->turned = true;
}

double finder_fall(const world *w) { return w->dt * w->dt * w->ns.set.gravity; }

double finder_margin(const world *w, double speed, double radius)
{
    double way = w->m->nonsmooth.speculative ? w->dt * speed + finder_fall(w) : 0;
    return real_max(way, touching * 2 * radius);
}

// How fast a wall may come to meet something near it. A wall without end that turns has no fastest place; a plane that
// turns about its normal, as a rotating plate, comes nearer to nothing.
double finder_wall_reach(const world *w, int wall)
{
    const wall_pose *p = &w->ns_motion[wall];
    double turn = v3_norm(p->spin), extent = primitive_extent(w->wall[wall].shape);
    return v3_norm(p->velocity) + (turn > 0 && isfinite(extent) ? turn * extent : 0);
}

// ---- again, after blows

bool finder_changed(const finder *f, int32_t slot, double other) { return f->w->ns_change[slot] + other > f->least; }

static double corner_speed(const world *w, int32_t slot)
{
    const mover *m = &w->ns.body[slot];
    return w->core[w->body.set[slot]] ? v3_norm(mover_rim(m)) : 0;
}

double finder_pair_speed(const finder *f, int32_t a, int32_t b)
{
    const world *w = f->w;
    if (!f->again) return 0;
    v3 u = v3_sub(world_velocity_as(w, w->ns.body, b), world_velocity_as(w, w->ns.body, a));
    return v3_norm(u) + corner_speed(w, a) + corner_speed(w, b);
}

double finder_wall_speed(const finder *f, int wall, int32_t slot)
{
    const world *w = f->w;
    if (!f->again) return 0;
    return v3_norm(world_velocity_as(w, w->ns.body, slot)) + corner_speed(w, slot) + finder_wall_reach(w, wall) +
           world_wall_change(w, wall);
}

double finder_farther(const finder *f, double first, double speed, double radius)
{
    return f->again ? real_min(finder_margin(f->w, speed, radius), f->most) : first;
}

void finder_keep_fresh(finder *f, const ns_contact *c, double gap, double first)
{
    if (!f->again) return;
    double closing = -v3_dot(c->normal, contact_velocity(&f->w->ns, c));
    if (!(gap >= first && closing > f->least && closing * f->w->dt > c->gap)) f->found->count--;
}

// ---- the way in the step

v3 finder_gravity(const world *w) { return v3_make(w->s.gravity[0], w->s.gravity[1], w->s.flat ? 0 : w->s.gravity[2]); }

bool finder_mobile(const finder *f, int32_t slot) { return f->w->body.velocity[f->w->body.now][slot].v[3] > 0; }

v3 finder_lag(const finder *f, int32_t slot)
{
    return f->again && f->w->ns.lagging ? f->w->ns.lag[slot] : v3_make(0, 0, 0);
}

v3 finder_free_velocity(const finder *f, int32_t slot)
{
    const world *w = f->w;
    const rec4 *v = &w->body.velocity[w->body.now][slot];
    v3 u = f->again ? world_velocity_as(w, w->ns.body, slot) : v3_of(v);
    if (!finder_mobile(f, slot)) return u;
    return v3_fma(u, w->dt, finder_gravity(w));
}

void finder_watch_depth(finder *f, int32_t a, int32_t b, bool wall, double depth, double radius)
{
    if (!(depth <= f->w->s.too_deep * radius)) report_too_deep(&f->w->s, f->report, a, b, wall, depth, radius);
}

v3 finder_wall_velocity(const world *w, int wall, v3 point)
{
    const wall_pose *p = &w->ns_motion[wall];
    return v3_add(p->velocity, v3_cross(p->spin, v3_sub(point, w->wall[wall].now.position)));
}

void finder_at_wall(const world *w, ns_contact *c, int wall, v3 point)
{
    const ns_wall *is = &w->ns_wall[wall];
    bool held = is->mover >= 0 && is->stop * v3_dot(c->normal, is->axis) < 0; // the push on the wall is against normal
    c->a = held ? -1 : is->mover;
    if (c->a >= 0) return;
    c->a = -1 - wall;
    c->wall_velocity = finder_wall_velocity(w, wall, point);
    c->wall_spin = w->ns_motion[wall].spin;
}
