// borders.c - walls at periodic borders. Grains have images, walls stand once; that is the same only for a wall that
// ends before a border by more than a grain reaches, or looks alike from both ends of the period, and for a plane that no
// grain in the domain reaches. Any other is refused.
//
// Whether it looks alike is tried: balls on a grid over both border faces must touch it at equal distances and from
// equal directions. Grains with corners touch it up to their radius beyond the border, where it must go on: small balls
// there stand for their corners.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/corners.h"
#include "base/mathlib.h"

#include <math.h>
#include <stdio.h>

enum {
    CANDIDATES = 512,
    FINE = 96,
    COARSE = 24
}; // at most so many balls along each side of a face

typedef struct looking {
    const moving_wall *wall;
    v3 shift; // of the wall, m
    double radius, reach;
    int most; // balls along a side
    int32_t candidate[CANDIDATES];
} looking;

static bool nearest(looking *looking, v3 at, wall_touch *out)
{
    const wall_pose *pose = &looking->wall->now;
    v3 place = v3_add(pose->position, looking->shift);
    const placed_wall placed = {
        .shape = looking->wall->shape,
        .position = place,
        .orientation = pose->orientation,
        .faces = NULL,
    };
    int near = ball_wall_near(&placed, at, looking->radius, looking->reach, looking->candidate,
                              CANDIDATES);
    if (near > CANDIDATES)
        near = CANDIDATES;
    wall_touch touch[WALL_TOUCH_MOST];
    const wall_parts parts = {looking->candidate, near};
    int count = 0;
    if (near > 0)
        count = ball_wall_touches(&placed, at, looking->radius, looking->reach, parts, touch);
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (touch[i].gap < touch[best].gap)
            best = i;
    }
    if (count > 0)
        *out = touch[best];
    return count > 0;
}

static bool alike(looking *looking, v3 at, v3 period)
{
    wall_touch here;
    wall_touch there;
    looking->shift = v3_make(0, 0, 0);
    bool is_here = nearest(looking, at, &here);
    looking->shift =
        v3_scale(-1, period); // the ball stands at the other end; the image of the wall comes to it
    bool is_there = nearest(looking, at, &there);
    if (!is_here && !is_there)
        return true;
    if (is_here && is_there && here.gap < -0.5 * looking->radius &&
        there.gap < -0.5 * looking->radius)
        return true; // no grain comes that deep
    return is_here && is_there && fabs(here.gap - there.gap) < 0.01 * looking->radius &&
           v3_dot(here.normal, there.normal) > 0.99;
}

// How many balls over a side of that length: half a radius apart, as far as `most` goes.
static int count_over(const looking *looking, double length)
{
    double n = length / (0.5 * looking->radius);
    return n < looking->most ? (int)n + 1 : looking->most;
}

// A domain comes nearest to a plane with one of its corners.
static bool is_out_of_reach(looking *looking, const model *model)
{
    const double reach = looking->reach;
    bool out = true;
    looking->reach = INFINITY;
    for (int i = 0; i < 8; i++) {
        wall_touch touch = {.gap = -INFINITY};
        out = out && nearest(looking, box_corner(model->low, model->high, i), &touch) &&
              touch.gap > reach;
    }
    looking->reach = reach;
    return out;
}

static bool plane_repeats(looking *looking, const model *model, v3 period)
{
    wall_touch t;
    if (is_out_of_reach(looking, model))
        return true;
    looking->reach = INFINITY;
    if (!nearest(looking, model->low, &t))
        return false;
    const double along = v3_dot(t.normal, period);
    return fabs(along) < 0.01 * looking->radius;
}

// The part of the border face in reach of the wall; false where the wall is not in reach of it.
static bool face_of(const world *world, const looking *looking, int axis, double low[3],
                    double high[3])
{
    const model *model = world->shared->model;
    const moving_wall *wall = looking->wall;
    const double around = looking->radius + looking->reach;
    v3 below;
    v3 above;
    primitive_bounds(wall->shape, wall->now.position, wall->now.orientation, &below, &above);
    for (int d = 0; d < 3; d++) {
        low[d] = real_max(v3_component(model->low, d), v3_component(below, d) - around);
        high[d] = real_min(v3_component(model->high, d), v3_component(above, d) + around);
        if (d != axis && low[d] > high[d])
            return false;
    }
    const double border = v3_component(model->low, axis);
    if (low[axis] > border && high[axis] < v3_component(model->high, axis))
        return false;
    low[axis] = border;
    high[axis] = border;
    if (model->dimensions == 2) {
        low[2] = 0;
        high[2] = 0;
    }
    return true;
}

// `beyond`: how far outside of the border faces.
static bool repeats(const world *world, looking *looking, int axis, double beyond)
{
    const model *model = world->shared->model;
    const v3 along = v3_make(axis == 0, axis == 1, axis == 2);
    const double length = v3_dot(v3_sub(model->high, model->low), along);
    const v3 period = v3_scale(length, along);
    double low[3];
    double high[3];
    double x[3];
    if (!isfinite(primitive_extent(looking->wall->shape)))
        return plane_repeats(looking, model, period);
    if (!face_of(world, looking, axis, low, high))
        return true;
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    const double width_u = high[u] - low[u];
    const double width_v = high[v] - low[v];
    const int count_u = count_over(looking, width_u);
    const int count_v = count_over(looking, width_v);
    x[axis] = low[axis] + beyond;
    for (int i = 0; i < count_u * count_v; i++) {
        const int column = i % count_u;
        const int row = i / count_u;
        x[u] = low[u] + width_u * (0.5 + column) / count_u;
        x[v] = low[v] + width_v * (0.5 + row) / count_v;
        if (!alike(looking, v3_at(x), period))
            return false;
    }
    return true;
}

// The first axis whose border the wall crosses; -1: none.
static int crossed(const world *world, int wall, double radius, int most)
{
    shared *shared = world->shared;
    for (int axis = 0; axis < 3; axis++) {
        looking looking = {
            .wall = &shared->wall[wall],
            .radius = radius,
            .reach = shared->reach_most,
            .most = most,
        };
        bool periodic = shared->model->boundary[axis] == BOUNDARY_PERIODIC &&
                        !(axis == 2 && shared->model->dimensions == 2);
        if (!periodic)
            continue;
        if (!repeats(world, &looking, axis, 0))
            return axis;
        if (!shared->wall[wall].faces.surface)
            continue;
        looking.radius = 0.25 * radius;
        if (!repeats(world, &looking, axis, -0.75 * radius) ||
            !repeats(world, &looking, axis, 0.75 * radius))
            return axis;
    }
    return -1;
}

// A mesh in the wrong unit crosses all borders; what is wrong with it is its size. True: it is told.
static bool tell_size(const world *world, int wall, const char *where, scree_error *error)
{
    const shared *shared = world->shared;
    v3 low;
    v3 high;
    char hint[240];
    const moving_wall *mesh = &shared->wall[wall];
    const double domain = v3_distance(shared->model->high, shared->model->low);
    primitive_bounds(mesh->shape, mesh->now.position, mesh->now.orientation, &low, &high);
    const double size = v3_distance(high, low);
    if (!primitive_is_mesh(mesh->shape) || !(size > MESH_FAR_LARGER * domain))
        return false;
    snprintf(hint, sizeof hint, "check walls.%.60s.mesh.unit and its scale", mesh->name);
    fail(error, SCREE_BAD_INPUT, where, hint,
         "the mesh of wall '%.60s' is %.3g m from corner to corner, %.3g times as much as the "
         "domain with %.3g m, and crosses its periodic border",
         mesh->name, size, size / domain, domain);
    return true;
}

// The stretch of a maser is periodic though the domain of the case is not.
static bool is_of_stretch(const world *world, int axis)
{
    const model_maser *maser = &world->shared->model->maser;
    return maser->is_stretch && axis == maser->axis;
}

static scree_status tell_stretch(const world *world, int wall, const char *where,
                                 scree_error *error)
{
    const model_maser *maser = &world->shared->model->maser;
    return fail(error, SCREE_BAD_INPUT, where,
                "end it at least a grain's radius before the stretch, begin it as far behind, or "
                "let it go on alike through both ends of the stretch",
                "the wall '%.60s' ends in the stretch from %g to %g m, or within reach of its "
                "grains; the stretch is periodic along %c, and walls have no periodic images",
                world->shared->wall[wall].name, maser->from, maser->to, "xyz"[maser->axis]);
}

scree_status world_check_border(const world *world, int wall, double radius, const char *where,
                                scree_error *error)
{
    int axis = crossed(world, wall, radius, FINE);
    if (axis < 0)
        return SCREE_OK;
    if (tell_size(world, wall, where, error))
        return SCREE_BAD_INPUT;
    if (is_of_stretch(world, axis))
        return tell_stretch(world, wall, where, error);
    return fail(
        error, SCREE_BAD_INPUT, where,
        world->shared->wall[wall].faces.surface
            ? "end it at least a grain's radius before the border, let it look alike at both ends "
              "of the "
              "domain and a radius beyond them, or make the axis a wall"
            : "end it at least a grain's radius before the border, let it look alike at both ends "
              "of the "
              "domain, or make the axis a wall",
        "the wall '%.60s' crosses the periodic border along %c, and walls have no periodic images",
        world->shared->wall[wall].name, "xyz"[axis]);
}

// Steps from one look to the next, counted from the start of the case: when lists are made, parts and skins decide.
enum { STEPS_TO_LOOK = 64 };

static bool walls_move(const shared *shared)
{
    for (int i = 0; i < shared->walls; i++) {
        if (drive_chain_is(&shared->wall[i].drive))
            return true;
    }
    return false;
}

scree_status world_check_moving_borders(const world *world, scree_error *error)
{
    const shared *shared = world->shared;
    double largest = 0;
    char where[80];
    if (shared->step % STEPS_TO_LOOK != 0 || !walls_move(shared))
        return SCREE_OK;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++)
            largest = real_max(largest, bodies_radius(&part->body, i));
    }
    ranks_most(world, &largest, 1);
    for (int k = 0; largest > 0 && k < shared->walls; k++) {
        int axis = drive_chain_is(&shared->wall[k].drive) ? crossed(world, k, largest, COARSE) : -1;
        if (axis < 0)
            continue;
        snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
                 (long long)shared->step);
        const bool of_stretch = is_of_stretch(world, axis);
        return fail(
            error, SCREE_DIVERGED, where,
            of_stretch ? "stop its drive before" : "stop its drive before, or make the axis a wall",
            "the wall '%.60s' comes to %s along %c, and walls have no periodic images",
            shared->wall[k].name,
            of_stretch ? "the stretch, which is periodic" : "the periodic border", "xyz"[axis]);
    }
    return SCREE_OK;
}
