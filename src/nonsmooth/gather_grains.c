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

// Speed at the end of the farthest corner.
static double fastest(const impulses *impulses, int32_t slot)
{
    const bodies *bodies = &impulses->part->body;
    return v3_norm(v3_of(&bodies->spin[bodies->now][slot])); // R times spin
}

static const double same_way =
    0.5; // cosine of 60 degrees: normals that are farther apart are of two faces

// Ahead of touch, a corner next to another with a normal like its own: faces that lie over each other in a strip along
// an edge, or in a tip at a corner, as those of diagonal neighbours in a wall, have all corners twice or four times.
static bool doubles(const touch *touch, int at, double near)
{
    for (int i = 0; touch[at].gap >= 0 && i < at; i++) {
        v3 between = v3_sub(touch[i].point, touch[at].point);
        bool alike = v3_dot(touch[i].normal, touch[at].normal) > same_way;
        if (alike && v3_dot(between, between) < near * near)
            return true;
    }
    return false;
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
    const near_grain *pair = passing->pair;
    double reach = passing->reach;
    v3 at = v3_fma(passing->from, part, passing->way);
    if (!pair->wall)
        return finder_touches(finder, pair->a, pair->b, at, reach);
    grain_pose pose = finder_pose(finder->impulses, pair->b);
    return finder_wall_touches(finder, pair, &pose, at, reach).count;
}

// Where the first of the planes, less what turning may do, is met, as a part of the way; above 1: none is.
static double next_part(const finder *finder, const passing *passing, int count, double part)
{
    double next = 2;
    for (int i = 0; i < count; i++) {
        const touch *touch = &finder->touch[i];
        double closing = -v3_dot(touch->normal, passing->way);
        if (!(closing > 0))
            continue;
        double left = touch->gap - passing->turn;
        next = real_min(next, part + left / closing);
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
    const ns_solver *solver = &impulses->solver;
    double dt = impulses->shared->dt;
    bool both_fall = contact->a >= 0 && !mover_is_wall(solver, contact->a);
    v3 fall = v3_scale(both_fall ? 0 : dt, finder_gravity(impulses));
    v3 u = v3_add(contact_velocity(solver, contact), fall);
    double closing = -v3_dot(contact->normal, u);
    double way = closing * dt;
    if (contact->gap > 0 && way > contact->gap)
        contact->gap = way * (1 + way_behind);
}

// Spin of a grain times the radius of the ball around it.
static v3 rim_velocity(const finder *finder, int32_t slot)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    int32_t set = bodies->set[slot];
    if (!impulses->shared->core[set])
        return v3_make(0, 0, 0);
    if (finder->again)
        return mover_rim(&impulses->solver.movers.body[impulses_mover(impulses, slot)]);
    return v3_of(&bodies->spin[bodies->now][slot]);
}

// Whether the way is long enough for it to be worth while to look along it.
static bool is_long(const passing *passing, double radius)
{
    return v3_norm(passing->way) > long_way * radius;
}

static bool grains_pass(finder *finder, const near_grain *near, v3 offset, double reach, int count)
{
    const impulses *impulses = finder->impulses;
    double dt = impulses->shared->dt;
    double radius_a = finder_contact_radius(impulses, near->a);
    double radius_b = finder_contact_radius(impulses, near->b);
    v3 velocity_a = finder_free_velocity(finder, near->a);
    v3 velocity_b = finder_free_velocity(finder, near->b);
    double rim_a = v3_norm(rim_velocity(finder, near->a));
    double rim_b = v3_norm(rim_velocity(finder, near->b));
    passing passing = {
        .pair = near,
        .from = offset,
        .way = v3_scale(dt, v3_sub(velocity_b, velocity_a)),
        .turn = dt * (rim_a + rim_b),
        .reach = reach,
    };
    double smaller = real_min(radius_a, radius_b);
    return is_long(&passing, smaller) && passes(finder, &passing, count);
}

static bool passes_wall(finder *finder, const near_grain *near, v3 at, double reach, int count)
{
    const impulses *impulses = finder->impulses;
    const shared *shared = impulses->shared;
    const primitive *shape = shared->wall[near->a].shape;
    if (!isfinite(primitive_extent(shape)))
        return false; // it is flat
    double dt = shared->dt;
    double ball = bodies_radius(&impulses->part->body, near->b);
    v3 wall_velocity = finder_wall_velocity(impulses, near->a, at);
    v3 wall_rim = v3_scale(ball, impulses->motion[near->a].spin);
    v3 velocity = v3_sub(finder_free_velocity(finder, near->b), wall_velocity);
    v3 rim = v3_sub(rim_velocity(finder, near->b), wall_rim);
    passing passing = {
        .pair = near,
        .from = at,
        .way = v3_scale(dt, velocity),
        .turn = dt * v3_norm(rim),
        .reach = reach,
    };
    double radius = finder_contact_radius(impulses, near->b);
    return is_long(&passing, radius) && passes(finder, &passing, count);
}

// Two grains as they meet.
typedef struct grains_meet {
    const near_grain *near;
    v3 offset;                 // from the first to the second
    double radius_a, radius_b; // of curvature
    double first;              // what contacts reach that are not of a second blow
    double deep;               // by what overlaps are measured
    bool past;                 // they pass each other
} grains_meet;

// The ways after delayed blows begin elsewhere than where the two are.
static void begin_late(const finder *finder, ns_contact *contact)
{
    const ns_impacts *impacts = &finder->impulses->solver.impacts;
    if (finder->again && impacts->lagging)
        contact->gap -= v3_dot(contact->normal, contact_late(impacts->lag, contact));
}

static bool add_grain_contact(finder *finder, const grains_meet *meet, const touch *touch)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    int32_t slot_a = meet->near->a;
    int32_t slot_b = meet->near->b;
    double ra = meet->radius_a;
    double rb = meet->radius_b;
    ns_contact *contact = finder_add(finder);
    if (!contact)
        return false;
    contact_end a = finder_end(impulses, slot_a);
    contact_end b = finder_end(impulses, slot_b);
    v3 point_b = v3_sub(touch->point, meet->offset);
    v3 from_a = v3_sub(touch->point, finder_lag(finder, slot_b));
    v3 from_b = v3_sub(point_b, finder_lag(finder, slot_a));
    contact->id_a = bodies->id[slot_a];
    contact->id_b = bodies->id[slot_b];
    contact->feature = touch->feature;
    contact->set = finder_set(impulses, bodies->material[slot_a], bodies->material[slot_b]);
    contact->normal = touch->normal;
    contact->gap = touch->gap;
    contact->share = touch->weight;
    contact->arm_a = v3_add(a.arm, from_a);
    contact->arm_b = v3_add(b.arm, from_b);
    contact->r_eff = ra * rb / (ra + rb);
    contact->m_eff = finder_pair_mass(a, b);
    contact->bends = true;
    contact->round_a = finder_rounding(impulses, slot_a);
    contact->round_b = finder_rounding(impulses, slot_b);
    finder_watch_depth(finder, slot_a, slot_b, false, -contact->gap, meet->deep);
    finder_join(contact, a, b);
    if (meet->past)
        stand_back(finder, contact);
    begin_late(finder, contact);
    finder_keep_fresh(finder, contact, touch->gap, meet->first, (finder_late){0});
    return true;
}

static double depth_scale_of(const impulses *impulses, const grains_meet *meet)
{
    const bodies *bodies = &impulses->part->body;
    const grain_form *const *form = impulses->shared->form;
    const grain_form *form_a = form[bodies->set[meet->near->a]];
    const grain_form *form_b = form[bodies->set[meet->near->b]];
    return grain_depth_scale(form_a, meet->radius_a, form_b, meet->radius_b, false);
}

void finder_meet_grains(finder *finder, const near_grain *near)
{
    const impulses *impulses = finder->impulses;
    const part *part = impulses->part;
    const bodies *bodies = &part->body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    int32_t a = near->a;
    int32_t b = near->b;
    v3 between = v3_sub(v3_of(&position[b]), v3_of(&position[a]));
    v3 u = v3_sub(v3_of(&velocity[b]), v3_of(&velocity[a]));
    grains_meet meet = {
        .near = near,
        .offset = nearest_image(&part->stepping.context, between),
        .radius_a = finder_contact_radius(impulses, a),
        .radius_b = finder_contact_radius(impulses, b),
    };
    double smaller = real_min(meet.radius_a, meet.radius_b);
    if (finder->again && !finder_changed(finder, a, impulses->change[b], smaller))
        return;
    double speed = v3_norm(u) + fastest(impulses, a) + fastest(impulses, b);
    double later = finder_pair_speed(finder, a, b);
    meet.first = finder_margin(impulses, speed, smaller);
    double reach = finder_farther(finder, meet.first, later, smaller);
    double far = bodies_radius(bodies, a) + bodies_radius(bodies, b) + reach;
    if (!(v3_dot(meet.offset, meet.offset) < far * far))
        return;
    meet.deep = depth_scale_of(impulses, &meet);
    int touches = finder_touches(finder, a, b, meet.offset, reach);
    meet.past = touches > 0 && grains_pass(finder, near, meet.offset, reach, touches);
    for (int i = 0; i < touches; i++) {
        if (doubles(finder->touch, i, same_place * smaller))
            continue;
        if (!add_grain_contact(finder, &meet, &finder->touch[i]))
            return;
    }
}

// A grain as it meets a wall.
typedef struct grain_meets_wall {
    const near_grain *near;
    v3 at;
    contact_end end;
    double radius; // of curvature
    double first;  // what contacts reach that are not of a second blow
    double deep;   // by what overlaps are measured
    bool past;     // it passes an edge of the wall
} grain_meets_wall;

static bool add_grain_wall_contact(finder *finder, const grain_meets_wall *meet, int number)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    int32_t wall = meet->near->a;
    int32_t slot = meet->near->b;
    int wall_material = impulses->shared->wall[wall].material;
    const touch *touch = &finder->touch[number];
    double curvature = finder->curvature[number];
    v3 point = v3_add(meet->at, touch->point);
    ns_contact *contact = finder_add(finder);
    if (!contact)
        return false;
    contact->id_a = impulses->shared->wall[wall].id;
    contact->id_b = bodies->id[slot];
    contact->feature = touch->feature;
    contact->set = finder_set(impulses, wall_material, bodies->material[slot]);
    contact->normal = touch->normal;
    contact->gap = touch->gap;
    contact->share = touch->weight;
    contact->arm_a = v3_make(0, 0, 0);
    contact->arm_b = v3_add(meet->end.arm, touch->point);
    contact->b = meet->end.mover;
    contact->r_eff = 1 / (1 / meet->radius + curvature);
    contact->m_eff = 1 / meet->end.mass_inverse;
    contact->bends = true;
    contact->round_a = 0;
    contact->round_b = finder_rounding(impulses, slot);
    finder_at_wall(impulses, contact, wall, point);
    finder_watch_depth(finder, wall, slot, true, -contact->gap, meet->deep);
    if (meet->past)
        stand_back(finder, contact);
    begin_late(finder, contact);
    finder_keep_fresh(finder, contact, touch->gap, meet->first, (finder_late){0});
    return true;
}

void finder_meet_grain_wall(finder *finder, const near_grain *near)
{
    const impulses *impulses = finder->impulses;
    const bodies *bodies = &impulses->part->body;
    int32_t slot = near->b;
    const moving_wall *wall = &impulses->shared->wall[near->a];
    v3 velocity = v3_of(&bodies->velocity[bodies->now][slot]);
    grain_meets_wall meet = {
        .near = near,
        .at = v3_of(&bodies->position[bodies->now][slot]),
        .end = finder_end(impulses, slot),
        .radius = finder_contact_radius(impulses, slot),
    };
    if (meet.end.mover < 0 || wall->absent)
        return;
    double wall_change = finder->again ? impulses_wall_change(impulses, near->a) : 0;
    if (finder->again && !finder_changed(finder, slot, wall_change, meet.radius))
        return;
    double wall_reach = finder_wall_reach(impulses, near->a);
    double speed = v3_norm(velocity) + fastest(impulses, slot) + wall_reach;
    double later = finder_wall_speed(finder, near->a, slot);
    meet.first = finder_margin(impulses, speed, meet.radius);
    double reach = finder_farther(finder, meet.first, later, meet.radius);
    grain_pose pose = finder_pose(impulses, slot);
    bool has_faces = wall->faces.surface != NULL;
    meet.deep = grain_wall_depth_scale(pose.form, meet.radius, has_faces);
    touch_list list = finder_wall_touches(finder, near, &pose, meet.at, reach);
    int touches = finder->no_memory ? 0 : list.count;
    meet.past = touches > 0 && passes_wall(finder, near, meet.at, reach, touches);
    for (int i = 0; i < touches && !finder->no_memory; i++) {
        if (!add_grain_wall_contact(finder, &meet, i))
            return;
    }
}
