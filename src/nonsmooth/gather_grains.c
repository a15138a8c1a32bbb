// gather_grains.c - contacts for the nonsmooth solver of grains with a core, with each other, with balls and with
// walls.
//
// Two that pass each other in the step stop nothing, as of balls (collide/ahead.h). That they pass is sure where they
// would without turning, all the way with more between them than turning can close. Where they meet, or may meet, their
// contacts stand where they are at the beginning.
#include "nonsmooth/finder.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/way.h"
#include "nonsmooth/stages.h"
#include "state/bodies.h"

#include <math.h>

static const double same_place =
    1e-3; // of a contact radius: corners nearer to each other are one ahead of touch

static const double long_way = 0.02; // of a contact radius: shorter ways are not looked along

static grain_pose pose_of(const impulses *impulses, int32_t slot)
{
    const stepping *stepping = &impulses->part->stepping;
    const bodies *bodies = &impulses->part->body;
    const double *turn = bodies->orientation[slot].v;
    const grain_form *form = impulses->shared->form[bodies->set[slot]];
    return (grain_pose){
        .form = form,
        .radius = bodies->position[bodies->now][slot].v[3],
        .turn = {turn[0], turn[1], turn[2], turn[3]},
        .turned = form ? stepping->turned + stepping->turned_first[slot] : NULL,
    };
}

static bool room_for_touches(finder *finder, int need)
{
    int64_t room[2] = {finder->touch_room, finder->touch_room};
    if (!mem_grow((void **)&finder->touch, &room[0], need, sizeof *finder->touch) ||
        !mem_grow((void **)&finder->curvature, &room[1], need, sizeof *finder->curvature)) {
        finder->no_memory = true;
        return false;
    }
    finder->touch_room = need;
    return true;
}

static int near_features(finder *finder, const grain_pose *a, const grain_pose *b, v3 offset,
                         double reach)
{
    if (!grain_by_features(a->form, b->form))
        return 0;
    for (;;) {
        int count = grain_near(&(grain_pair){a, b, offset, finder->impulses->part->stepping.flat},
                               reach, (sphero_room){finder->pair, finder->pair_room});
        if (count <= finder->pair_room)
            return count;
        int64_t room = finder->pair_room;
        if (!mem_grow((void **)&finder->pair, &room, count, sizeof *finder->pair)) {
            finder->no_memory = true;
            return 0;
        }
        finder->pair_room = (int)room;
    }
}

// Speed at the end of the farthest corner.
static double fastest(const impulses *impulses, int32_t slot)
{
    const bodies *bodies = &impulses->part->body;
    return v3_norm(v3_of(&bodies->spin[bodies->now][slot])); // R times spin
}

static int touches_of(finder *finder, int32_t i, int32_t j, v3 offset, double reach)
{
    const stepping *stepping = &finder->impulses->part->stepping;
    const impulses *impulses = finder->impulses;
    grain_pose a = pose_of(impulses, i);
    grain_pose b = pose_of(impulses, j);
    int pairs = near_features(finder, &a, &b, offset, reach);
    convex_memory memory = {0};
    for (;;) {
        touch_list list = {.item = finder->touch, .room = finder->touch_room};
        grain_touches(&(grain_pair){&a, &b, offset, stepping->flat},
                      &(sphero_list){finder->pair, pairs, 0}, reach, &memory, &list);
        if (list.lost && !finder->looking)
            report_too_deep(stepping, finder->report, i, j, false,
                            (deep_overlap){INFINITY, INFINITY});
        if (list.count <= list.room)
            return list.count;
        if (!room_for_touches(finder, list.count))
            return 0;
    }
}

static double contact_radius(const impulses *impulses, int32_t slot)
{
    return grain_contact_radius(impulses->shared->form[impulses->part->body.set[slot]],
                                impulses->part->body.position[impulses->part->body.now][slot].v[3]);
}

// Ahead of touch, a corner next to another: faces that lie over each other in a strip along an edge, or in a tip at a
// corner, as those of diagonal neighbours in a wall, have all corners twice or four times.
static bool doubles(const touch *touch, int at, double near)
{
    for (int i = 0; touch[at].gap >= 0 && i < at; i++) {
        v3 between = v3_sub(touch[i].point, touch[at].point);
        if (v3_dot(between, between) < near * near)
            return true;
    }
    return false;
}

// The features of a grain near a wall with faces; NULL: its vertices alone meet the wall.
static const int32_t *near_wall_features(finder *finder, const placed_wall *wall,
                                         const grain_pose *pose, v3 at, double reach)
{
    if (!wall->faces)
        return NULL;
    for (;;) {
        int32_t count =
            grain_wall_near(wall, pose, at, reach, finder->near, (int32_t)finder->near_room);
        if (count <= finder->near_room)
            return finder->near;
        if (mem_grow((void **)&finder->near, &finder->near_room, count, sizeof *finder->near))
            continue;
        finder->no_memory = true;
        return NULL;
    }
}

static touch_list touches_of_wall(finder *finder, const near_grain *pair, const grain_pose *pose,
                                  v3 at, double reach)
{
    const stepping *stepping = &finder->impulses->part->stepping;
    const placed_wall wall = moving_wall_placed(&finder->impulses->shared->wall[pair->a]);
    const int32_t *near = near_wall_features(finder, &wall, pose, at, reach);
    touch_list list = {0};
    if (finder->no_memory)
        return list;
    do {
        list = (touch_list){.item = finder->touch, .room = finder->touch_room};
        if (!grain_wall_touches(&(grain_at_wall){&wall, pose, at, reach}, near, 0, &list,
                                finder->curvature)) {
            if (!finder->looking)
                report_trouble(stepping, finder->report, TROUBLE_CORNER, pair->a, pair->b, true);
            return (touch_list){0};
        }
    } while (list.count > list.room && room_for_touches(finder, list.count));
    if (list.lost && !finder->looking) {
        report_too_deep(stepping, finder->report, pair->a, pair->b, true,
                        (deep_overlap){INFINITY, INFINITY});
    }
    return list;
}

// ---- grains that pass each other

// Two grains, or a wall and a grain, that go `way` nearer to each other in the step, the second against the first,
// while they turn, which moves no point of theirs by more than `turn`.
typedef struct passing {
    const near_grain *pair;
    v3 from, way; // of the second: from the first, or where it is
    double turn, reach;
} passing;

static void swap_kept(finder *finder)
{
    touch *list = finder->touch;
    double *curvature = finder->curvature;
    int room = finder->touch_room;
    finder->touch = finder->kept;
    finder->curvature = finder->kept_curvature;
    finder->touch_room = finder->kept_room;
    finder->kept = list;
    finder->kept_curvature = curvature;
    finder->kept_room = room;
    finder->looking = !finder->looking;
}

// Contacts after that part of the way, in finder->touch.
static int touches_after(finder *finder, const passing *passing, double part)
{
    v3 at = v3_fma(passing->from, part, passing->way);
    if (!passing->pair->wall)
        return touches_of(finder, passing->pair->a, passing->pair->b, at, passing->reach);
    grain_pose pose = pose_of(finder->impulses, passing->pair->b);
    return touches_of_wall(finder, passing->pair, &pose, at, passing->reach).count;
}

// Where the first of the planes, less what turning may do, is met, as a part of the way; above 1: none is.
static double next_part(const finder *finder, const passing *passing, int count, double part)
{
    double next = 2;
    for (int i = 0; i < count; i++) {
        double closing = -v3_dot(finder->touch[i].normal, passing->way);
        if (closing > 0)
            next = real_min(next, part + (finder->touch[i].gap - passing->turn) / closing);
    }
    return next;
}

static double least_gap(const finder *finder, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = real_min(least, finder->touch[i].gap);
    return least;
}

enum { LOOKS_MOST = 12 };

// True where they are sure to miss each other, as in collide/ahead.c. The contacts in finder->touch stay.
static bool passes(finder *finder, const passing *passing, int count)
{
    const double least = least_gap(finder, count);
    double part = 0;
    double next = next_part(finder, passing, count, 0);
    if (!(least > passing->turn) || next > 1)
        return false; // too near to say, or nothing is met
    bool through = false;
    swap_kept(finder);
    for (int i = 0; i < LOOKS_MOST && !through && next > part; i++) {
        int there = touches_after(finder, passing, next);
        if (finder->no_memory)
            break;
        if (least_gap(finder, there) < passing->turn) {
            next = 0.5 * (part + next);
            continue;
        }
        part = next;
        next = next_part(finder, passing, there, part);
        through = next > 1;
    }
    swap_kept(finder);
    return through;
}

// A contact of grains that pass stops nothing on their way.
static void stand_back(const finder *finder, ns_contact *contact)
{
    const impulses *impulses = finder->impulses;
    const bool both_fall = contact->a >= 0 && !mover_is_wall(&impulses->solver, contact->a);
    const v3 fall = v3_scale(both_fall ? 0 : impulses->shared->dt, finder_gravity(impulses));
    const v3 u = v3_add(contact_velocity(&impulses->solver, contact), fall);
    const double closing = -v3_dot(contact->normal, u);
    const double way = closing * impulses->shared->dt;
    if (contact->gap > 0 && way > contact->gap)
        contact->gap = way * (1 + way_behind);
}

// Spin of a grain times the radius of the ball around it.
static v3 rim_velocity(const finder *finder, int32_t slot)
{
    const impulses *impulses = finder->impulses;
    if (!impulses->shared->core[impulses->part->body.set[slot]])
        return v3_make(0, 0, 0);
    return finder->again ? mover_rim(&impulses->solver.movers.body[slot])
                         : v3_of(&impulses->part->body.spin[impulses->part->body.now][slot]);
}

// Whether the way is long enough for it to be worth while to look along it.
static bool is_long(const passing *passing, double radius)
{
    return v3_norm(passing->way) > long_way * radius;
}

static bool grains_pass(finder *finder, const near_grain *near, v3 offset, double reach, int count)
{
    const double dt = finder->impulses->shared->dt;
    const double radius = real_min(contact_radius(finder->impulses, near->a),
                                   contact_radius(finder->impulses, near->b));
    passing passing = {.pair = near, .from = offset, .reach = reach};
    v3 velocity_a = finder_free_velocity(finder, near->a);
    v3 velocity_b = finder_free_velocity(finder, near->b);
    double rim_a = v3_norm(rim_velocity(finder, near->a));
    double rim_b = v3_norm(rim_velocity(finder, near->b));
    passing.way = v3_scale(dt, v3_sub(velocity_b, velocity_a));
    passing.turn = dt * (rim_a + rim_b);
    return is_long(&passing, radius) && passes(finder, &passing, count);
}

static bool passes_wall(finder *finder, const near_grain *near, v3 at, double reach, int count)
{
    const impulses *impulses = finder->impulses;
    if (!isfinite(primitive_extent(impulses->shared->wall[near->a].shape)))
        return false; // it is flat
    const double ball = impulses->part->body.position[impulses->part->body.now][near->b].v[3];
    passing passing = {.pair = near, .from = at, .reach = reach};
    const double dt = impulses->shared->dt;
    v3 wall_velocity = finder_wall_velocity(impulses, near->a, at);
    v3 wall_rim = v3_scale(ball, impulses->motion[near->a].spin);
    v3 velocity = v3_sub(finder_free_velocity(finder, near->b), wall_velocity);
    v3 rim = v3_sub(rim_velocity(finder, near->b), wall_rim);
    passing.way = v3_scale(dt, velocity);
    passing.turn = dt * v3_norm(rim);
    return is_long(&passing, contact_radius(impulses, near->b)) && passes(finder, &passing, count);
}

void finder_meet_grains(finder *finder, const near_grain *near)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    v3 between = v3_sub(v3_of(&position[near->b]), v3_of(&position[near->a]));
    v3 offset = nearest_image(&impulses->part->stepping.context, between);
    v3 u = v3_sub(v3_of(&velocity[near->b]), v3_of(&velocity[near->a]));
    double ra = contact_radius(impulses, near->a);
    double rb = contact_radius(impulses, near->b);
    double smaller = real_min(ra, rb);
    if (finder->again && !finder_changed(finder, near->a, impulses->change[near->b], smaller))
        return;
    double speed = v3_norm(u) + fastest(impulses, near->a) + fastest(impulses, near->b);
    double first = finder_margin(impulses, speed, smaller);
    double later = finder_pair_speed(finder, near->a, near->b);
    double reach = finder_farther(finder, first, later, smaller);
    double far = position[near->a].v[3] + position[near->b].v[3] + reach;
    if (!(v3_dot(offset, offset) < far * far))
        return;
    double deep = grain_depth_scale(impulses->shared->form[bodies->set[near->a]], ra,
                                    impulses->shared->form[bodies->set[near->b]], rb);
    int touches = touches_of(finder, near->a, near->b, offset, reach);
    const bool past = touches > 0 && grains_pass(finder, near, offset, reach, touches);
    for (int i = 0; i < touches; i++) {
        if (doubles(finder->touch, i, same_place * smaller))
            continue;
        ns_contact *contact = finder_add(finder);
        if (!contact)
            return;
        contact_end a = finder_end(impulses, near->a);
        contact_end b = finder_end(impulses, near->b);
        contact->id_a = bodies->id[near->a];
        contact->id_b = bodies->id[near->b];
        contact->feature = finder->touch[i].feature;
        const touch *touch = &finder->touch[i];
        v3 from_a = v3_sub(touch->point, finder_lag(finder, near->b));
        v3 from_b = v3_sub(v3_sub(touch->point, offset), finder_lag(finder, near->a));
        contact->set = finder_set(impulses, bodies->material[near->a], bodies->material[near->b]);
        contact->normal = touch->normal;
        contact->gap = touch->gap;
        contact->share = touch->weight;
        contact->arm_a = v3_add(a.arm, from_a);
        contact->arm_b = v3_add(b.arm, from_b);
        contact->r_eff = ra * rb / (ra + rb);
        contact->m_eff = finder_pair_mass(a, b);
        finder_watch_depth(finder, near->a, near->b, false, -contact->gap, deep);
        finder_join(contact, a, b);
        if (past)
            stand_back(finder, contact);
        finder_keep_fresh(finder, contact, finder->touch[i].gap, first, (finder_late){0});
    }
}

void finder_meet_grain_wall(finder *finder, const near_grain *near)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    const moving_wall *wall = &impulses->shared->wall[near->a];
    v3 at = v3_of(&bodies->position[bodies->now][near->b]);
    contact_end end = finder_end(impulses, near->b);
    if (end.mover < 0)
        return;
    double radius = contact_radius(impulses, near->b);
    if (finder->again &&
        !finder_changed(finder, near->b, impulses_wall_change(impulses, near->a), radius))
        return;
    double speed = v3_norm(v3_of(&bodies->velocity[bodies->now][near->b])) +
                   fastest(impulses, near->b) + finder_wall_reach(impulses, near->a);
    double first = finder_margin(impulses, speed, radius);
    double reach =
        finder_farther(finder, first, finder_wall_speed(finder, near->a, near->b), radius);
    grain_pose pose = pose_of(impulses, near->b);
    double deep = grain_wall_depth_scale(pose.form, radius, wall->faces.surface != NULL);
    touch_list list = touches_of_wall(finder, near, &pose, at, reach);
    const int touches = finder->no_memory ? 0 : list.count;
    const bool past = touches > 0 && passes_wall(finder, near, at, reach, touches);
    for (int i = 0; i < touches && !finder->no_memory; i++) {
        ns_contact *contact = finder_add(finder);
        if (!contact)
            return;
        contact->id_a = near->a;
        contact->id_b = bodies->id[near->b];
        contact->feature = finder->touch[i].feature;
        contact->set = finder_set(impulses, wall->material, bodies->material[near->b]);
        contact->normal = finder->touch[i].normal;
        contact->gap = finder->touch[i].gap;
        contact->share = finder->touch[i].weight;
        contact->arm_a = v3_make(0, 0, 0);
        contact->arm_b = v3_add(end.arm, finder->touch[i].point);
        contact->b = end.mover;
        contact->r_eff = 1 / (1 / radius + finder->curvature[i]);
        contact->m_eff = 1 / end.mass_inverse;
        finder_at_wall(impulses, contact, near->a, v3_add(at, finder->touch[i].point));
        finder_watch_depth(finder, near->a, near->b, true, -contact->gap, deep);
        if (past)
            stand_back(finder, contact);
        finder_keep_fresh(finder, contact, finder->touch[i].gap, first, (finder_late){0});
    }
}
