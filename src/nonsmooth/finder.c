// finder.c - see finder.h.
#include "nonsmooth/finder.h"

#include "base/mathlib.h"
#include "motion/clumps.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <math.h>

ns_contact *finder_add(finder *finder)
{
    ns_contact *contact = solver_find(finder->found);
    finder->no_memory = finder->no_memory || !contact;
    return contact;
}

contact_end finder_end(const impulses *impulses, int32_t slot)
{
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    contact_end end = {
        .mover = impulses_mover(impulses, slot),
        .ball = true,
        .arm = {0, 0, 0},
        .mass_inverse = bodies->velocity[bodies->now][slot].v[3],
    };
    if (!(end.mass_inverse > 0))
        end.mover = -1;
    if (!bodies_clumped(bodies, slot))
        return end;
    const int32_t head = bodies_first(bodies, slot);
    end.mover = impulses_mover(impulses, head);
    end.ball = false;
    end.arm = clump_arm(&part->stepping, head, slot - head);
    return end;
}

void finder_join(ns_contact *contact, contact_end a, contact_end b)
{
    contact->a = a.mover;
    contact->b = b.mover;
    if (b.mover >= 0) {
        contact->fixed = a.mover < 0;
        if (contact->fixed)
            contact->wall_velocity = contact->wall_spin = v3_make(0, 0, 0);
        return;
    }
    if (!contact->balls)
        contact->arm_b = contact->arm_a;
    if (contact->bends)
        contact->round_b = contact->round_a;
    contact->normal = v3_scale(-1, contact->normal);
    contact->wall_velocity = contact->wall_spin = v3_make(0, 0, 0);
    contact->a = -1;
    contact->b = a.mover;
    contact->fixed = contact->turned = true;
}

double finder_fall(const impulses *impulses)
{
    const shared *shared = impulses->shared;
    return shared->dt * shared->dt * impulses->solver.set.gravity;
}

double finder_margin(const impulses *impulses, double speed, double radius)
{
    const shared *shared = impulses->shared;
    double way =
        shared->model->nonsmooth.speculative ? shared->dt * speed + finder_fall(impulses) : 0;
    return real_max(way, touching * 2 * radius);
}

// How fast a wall may come to meet something near it. A wall without end that turns has no fastest place; a plane that
// turns about its normal, as a rotating plate, comes nearer to nothing.
double finder_wall_reach(const impulses *impulses, int wall)
{
    const wall_pose *pose = &impulses->motion[wall];
    double turn = v3_norm(pose->spin);
    double extent = primitive_extent(impulses->shared->wall[wall].shape);
    return v3_norm(pose->velocity) + (turn > 0 && isfinite(extent) ? turn * extent : 0);
}

// ---- again, after blows

bool finder_changed(const finder *finder, int32_t slot, double other, double radius)
{
    return finder->impulses->change[slot] + other >
           solver_threshold(&finder->impulses->solver, 2 * radius);
}

static double corner_speed(const impulses *impulses, int32_t slot)
{
    const mover *mover = &impulses->solver.movers.body[impulses_mover(impulses, slot)];
    const int set = impulses->part->body.set[slot];
    return impulses->shared->core[set] ? v3_norm(mover_rim(mover)) : 0;
}

double finder_pair_speed(const finder *finder, int32_t a, int32_t b)
{
    const impulses *impulses = finder->impulses;
    const ns_solver *solver = &impulses->solver;
    const ns_movers *movers = &solver->movers;
    if (!finder->again)
        return 0;
    v3 approach = v3_sub(impulses_velocity_as(impulses, movers->body, b),
                         impulses_velocity_as(impulses, movers->body, a));
    return v3_norm(approach) + corner_speed(impulses, a) + corner_speed(impulses, b);
}

double finder_wall_speed(const finder *finder, int wall, int32_t slot)
{
    const impulses *impulses = finder->impulses;
    if (!finder->again)
        return 0;
    return v3_norm(impulses_velocity_as(impulses, impulses->solver.movers.body, slot)) +
           corner_speed(impulses, slot) + finder_wall_reach(impulses, wall) +
           impulses_wall_change(impulses, wall);
}

double finder_farther(const finder *finder, double first, double speed, double radius)
{
    return finder->again ? real_min(finder_margin(finder->impulses, speed, radius), finder->most)
                         : first;
}

// Until the later of two delayed blows nothing goes along the ways after them.
static bool comes_later(finder_late late, double closing)
{
    return !(late.time > 0) || late.gap >= (1 - 1e-9) * late.time * closing;
}

void finder_keep_fresh(finder *finder, const ns_contact *contact, double gap, double first,
                       finder_late late)
{
    if (!finder->again)
        return;
    double closing = -v3_dot(contact->normal, contact_velocity(&finder->impulses->solver, contact));
    if (!(gap >= first && closing > contact_threshold(&finder->impulses->solver, contact) &&
          closing * finder->impulses->shared->dt > contact->gap && comes_later(late, closing)))
        finder->found->count--;
}

// ---- the way in the step

v3 finder_gravity(const impulses *impulses)
{
    const part *part = impulses->part;
    const stepping *stepping = &part->stepping;
    return v3_make(stepping->gravity[0], stepping->gravity[1],
                   stepping->flat ? 0 : stepping->gravity[2]);
}

bool finder_mobile(const finder *finder, int32_t slot)
{
    return bodies_inverse_mass(&finder->impulses->part->body, slot) > 0;
}

// What delayed blows have made of a ball; NULL: there are none.
static const ns_lag *lag_of(const finder *finder, int32_t slot)
{
    const impulses *impulses = finder->impulses;
    const ns_impacts *impacts = &impulses->solver.impacts;
    if (!finder->again || !impacts->lagging)
        return NULL;
    return &impacts->lag[impulses_mover(impulses, slot)];
}

v3 finder_lag(const finder *finder, int32_t slot)
{
    const ns_lag *lag = lag_of(finder, slot);
    return lag ? lag->way : v3_make(0, 0, 0);
}

double finder_delay(const finder *finder, int32_t slot)
{
    const ns_lag *lag = lag_of(finder, slot);
    return lag ? lag->last : 0;
}

v3 finder_free_velocity(const finder *finder, int32_t slot)
{
    const impulses *impulses = finder->impulses;
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    const rec4 *velocity = &bodies->velocity[bodies->now][slot];
    v3 motion = finder->again ? impulses_velocity_as(impulses, impulses->solver.movers.body, slot)
                              : v3_of(velocity);
    if (!finder_mobile(finder, slot))
        return motion;
    return v3_fma(motion, impulses->shared->dt, finder_gravity(impulses));
}

void finder_watch_depth(finder *finder, int32_t a, int32_t b, bool wall, double depth,
                        double radius)
{
    if (!(depth <= finder->impulses->part->stepping.too_deep * radius)) {
        report_too_deep(&finder->impulses->part->stepping, finder->report, a, b, wall,
                        (deep_overlap){depth, radius});
    }
}

v3 finder_wall_velocity(const impulses *impulses, int wall, v3 point)
{
    const wall_pose *pose = &impulses->motion[wall];
    return v3_add(pose->velocity,
                  v3_cross(pose->spin, v3_sub(point, impulses->shared->wall[wall].now.position)));
}

void finder_at_wall(const impulses *impulses, ns_contact *contact, int wall, v3 point)
{
    const ns_wall *is = &impulses->wall[wall];
    // the push on the wall is against normal
    const bool held = is->mover >= 0 && is->stop * v3_dot(contact->normal, is->axis) < 0;
    contact->a = held ? -1 : is->mover;
    if (contact->a >= 0 && is->body)
        contact->arm_a = v3_sub(point, impulses->solver.movers.position[is->mover]);
    if (contact->a >= 0)
        return;
    contact->a = -1 - wall;
    contact->wall_velocity = finder_wall_velocity(impulses, wall, point);
    contact->wall_spin = impulses->motion[wall].spin;
    const wall_surface *surface = &impulses->surface[wall];
    if (!surface->moves)
        return;
    const v3 arm = v3_sub(point, impulses->shared->wall[wall].now.position);
    const v3 along = wall_surface_at(surface, arm, contact->normal);
    contact->wall_velocity = v3_fma(contact->wall_velocity, surface->now, along);
    contact->wall_spin = v3_fma(contact->wall_spin, surface->now, surface->spin);
}
