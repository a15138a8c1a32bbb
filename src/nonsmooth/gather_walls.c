// gather_walls.c - contacts of balls with walls, for the nonsmooth solver.
//
// A wall that is not flat is looked at where the ball will be as well (collide/ahead.h).
#include "nonsmooth/finder.h"

#include "base/mathlib.h"
#include "collide/ahead.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <math.h>

// The contacts of a ball with a wall as they stand ahead; `gap` gets those where it is.
static int ahead_at_wall(const finder *finder, const near_wall *near, ahead_way *ahead,
                         wall_touch *touch, int touches, double *gap)
{
    const impulses *impulses = finder->impulses;
    const shared *shared = impulses->shared;
    const moving_wall *wall = &shared->wall[near->wall];
    for (int i = 0; i < touches; i++)
        gap[i] = touch[i].gap;
    if (!isfinite(primitive_extent(wall->shape)))
        return touches; // it is flat
    ahead->wall = (placed_wall){
        .shape = wall->shape,
        .position = wall->now.position,
        .orientation = wall->now.orientation,
        .faces = NULL,
    };
    v3 velocity = finder_free_velocity(finder, near->body);
    v3 wall_velocity = finder_wall_velocity(impulses, near->wall, ahead->centre);
    v3 closing = v3_sub(velocity, wall_velocity);
    ahead->way = v3_scale(shared->dt, closing);
    int count = ahead_of_wall(ahead, touch, touches);
    for (int i = touches; i < count; i++)
        gap[i] = touch[i].gap;
    return count;
}

// A ball as it meets a wall.
typedef struct ball_at_wall {
    const near_wall *near;
    int32_t slot;
    v3 at, velocity;
    double radius;
} ball_at_wall;

// Adds the contact of one touch; its gap at its place is `gap`, which may not be where it stands. False without memory.
static bool add_wall_contact(finder *finder, const ball_at_wall *ball, const wall_touch *touch,
                             double gap)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    int wall = ball->near->wall;
    int32_t slot = ball->slot;
    double radius = ball->radius;
    v3 wall_velocity = finder_wall_velocity(impulses, wall, touch->point);
    v3 relative = v3_sub(ball->velocity, wall_velocity);
    double first = finder_margin(impulses, v3_norm(relative), radius);
    if (!finder->again && !(gap < first))
        return true;
    ns_contact *contact = finder_add(finder);
    if (!contact)
        return false;
    contact_end end = finder_end(impulses, slot);
    int wall_material = impulses->shared->wall[wall].material;
    double lag = v3_dot(touch->normal, finder_lag(finder, slot));
    contact->id_a = impulses->shared->wall[wall].id;
    contact->id_b = bodies->id[slot];
    contact->feature = touch->feature;
    contact->set = finder_set(impulses, wall_material, bodies->material[slot]);
    contact->normal = touch->normal;
    contact->gap = touch->gap - lag;
    contact->share = 1;
    contact->alpha = finder_arm_at_still(radius, 1, contact->gap);
    contact->balls = end.ball;
    contact->b = end.mover;
    contact->arm_a = v3_make(0, 0, 0);
    double arm = -contact->alpha * radius;
    contact->arm_b = v3_fma(end.arm, arm, touch->normal);
    contact->r_eff = 1 / (1 / radius + touch->curvature);
    contact->m_eff = 1 / end.mass_inverse;
    v3 acts_at = v3_fma(ball->at, arm, touch->normal); // the force, on both
    finder_at_wall(impulses, contact, wall, acts_at);
    if (contact->a >= 0)
        contact->balls = false;
    finder_watch_depth(finder, wall, slot, true, -touch->gap, radius);
    finder_late late = {contact->gap, finder_delay(finder, slot)};
    finder_keep_fresh(finder, contact, gap, first, late);
    return true;
}

static bool wall_pair_changed(const finder *finder, const ball_at_wall *ball)
{
    double wall_change = impulses_wall_change(finder->impulses, ball->near->wall);
    return finder_changed(finder, ball->slot, wall_change, ball->radius);
}

void finder_meet_wall(finder *finder, const block *block, const near_wall *near)
{
    const impulses *impulses = finder->impulses;
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    int32_t slot = near->body;
    const moving_wall *wall = &impulses->shared->wall[near->wall];
    const rec4 *record = &bodies->position[bodies->now][slot];
    ball_at_wall ball = {
        .near = near,
        .slot = slot,
        .at = v3_of(record),
        .velocity = v3_of(&bodies->velocity[bodies->now][slot]),
        .radius = record->v[3],
    };
    if (wall->absent || (finder->again && !wall_pair_changed(finder, &ball)))
        return;
    double speed = v3_norm(ball.velocity) + finder_wall_reach(impulses, near->wall);
    double margin = finder_margin(impulses, speed, ball.radius);
    double later = finder_wall_speed(finder, near->wall, slot);
    double reach = finder_farther(finder, margin, later, ball.radius);
    wall_touch touch[WALL_TOUCH_MOST];
    double gap[WALL_TOUCH_MOST];
    ahead_way way = {
        .centre = ball.at,
        .radius = ball.radius,
        .reach = reach,
        .candidate = block->walls.candidate + near->first_candidate,
        .candidates = near->candidates,
    };
    const placed_wall placed = moving_wall_placed(wall);
    const wall_parts parts = {way.candidate, way.candidates};
    int touches = ball_wall_touches(&placed, ball.at, ball.radius, reach, parts, touch);
    if (touches < 0)
        report_trouble(&part->stepping, finder->report, TROUBLE_CORNER, near->wall, slot, true);
    touches = ahead_at_wall(finder, near, &way, touch, touches, gap);
    for (int i = 0; i < touches; i++) {
        if (!add_wall_contact(finder, &ball, &touch[i], gap[i]))
            return;
    }
}
