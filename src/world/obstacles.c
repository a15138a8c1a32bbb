// obstacles.c - what a wall that a force pushes meets and no force tells of: grains that are fixed, and the end of the
// domain.
//
// Between two bodies of infinite mass there is no contact. A wall with a drive that goes by time is where it is told to
// be, whatever stands there. One that a force pushes has a mass, a fixed grain in its way would stop it, and behind the
// domain there is nothing that could; nobody would see that it went on. So it is looked at after each step in which it
// may have reached something: the way from the nearest fixed grain to it is known from the last look, and until it has
// gone so far there is nothing to see.
#include "world/ranks.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/ball_wall.h"
#include "shape/crossing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double let_in =
    0.01; // of the radius: a wall may lie on a fixed grain, or slide along it
static const double deeper = 1e-9;     // of the radius: it goes on
static const double on_surface = 1e-6; // of the radius
static const double looks_ahead = 2;   // radii
static const double unbounded = 1e150; // m: a plane ends nowhere
enum { CORNERS = 8 };

// Triangles of a mesh near a grain.
typedef struct nearby {
    int32_t *part;
    int64_t room;
} nearby;

// The least gap of a grain and a wall that stands there, at most `reach`; NAN without memory.
static double gap_at(const moving_wall *wall, const wall_pose *pose, v3 at, double radius,
                     double reach, nearby *nearby)
{
    const placed_wall placed = {
        .shape = wall->shape,
        .position = pose->position,
        .orientation = pose->orientation,
        .faces = NULL,
    };
    wall_touch touch[WALL_TOUCH_MOST];
    for (;;) {
        const int parts =
            ball_wall_near(&placed, at, radius, reach, nearby->part, (int)nearby->room);
        if (parts > nearby->room) {
            if (!MEM_GROW(nearby->part, nearby->room, parts))
                return NAN;
            continue;
        }
        int count =
            ball_wall_touches(&placed, at, radius, reach, (wall_parts){nearby->part, parts}, touch);
        if (count < 0)
            return -radius; // in more places at once than can be told
        double least = reach;
        for (int i = 0; i < count; i++)
            least = real_min(least, touch[i].gap);
        return least;
    }
}

static v3 seen_from(const wall_pose *pose, v3 at)
{
    return q4_rotate(q4_conjugate(pose->orientation), v3_sub(at, pose->position));
}

// A fixed grain. Of one with corners a place in it is followed: it counts when that is passed.
typedef struct obstacle {
    v3 at;
    double radius;
    bool ball;
} obstacle;

static obstacle obstacle_of(const world *world, const bodies *bodies, int32_t slot)
{
    const double *position = position_now(bodies, slot)->v;
    const grain_form *form = world->shared->form[bodies->set[slot]];
    obstacle out = {
        .at = v3_make(position[0], position[1], position[2]),
        .radius = position[3],
        .ball = !form,
    };
    if (!form)
        return out;
    const double *orientation = bodies->orientation[slot].v;
    out.at = v3_add(out.at,
                    q4_rotate((q4){orientation[0], orientation[1], orientation[2], orientation[3]},
                              form->inner));
    return out;
}

// Did the wall go into it in the step? `clear`: how far it may go on before it can reach it; NAN without memory.
static bool goes_into(const moving_wall *wall, const obstacle *obstacle, nearby *nearby,
                      double *clear)
{
    const double radius = obstacle->radius;
    const double reach = looks_ahead * radius;
    const double gap = gap_at(wall, &wall->now, obstacle->at, radius, reach, nearby);
    const v3 from = seen_from(&wall->was, obstacle->at);
    const v3 to = seen_from(&wall->now, obstacle->at);
    *clear = gap < 0 ? 0 : gap;
    if (primitive_crosses(wall->shape, from, to, on_surface * radius))
        return true;
    if (!obstacle->ball || !(gap < -let_in * radius))
        return false;
    const double gap_before = gap_at(wall, &wall->was, obstacle->at, radius, reach, nearby);
    return gap < gap_before - deeper * radius;
}

// A fixed grain into which a wall went.
typedef struct struck_grain {
    bool any;
    int32_t set;
    int64_t id;
    v3 at;
    double clear; // of all grains, as goes_into says
} struck_grain;

static void look_at_part(const world *world, const part *part, const moving_wall *wall,
                         nearby *nearby, struck_grain *found)
{
    const bodies *bodies = &part->body;
    for (int32_t i = 0; i < bodies->count && !isnan(found->clear); i++) {
        if (bodies_inverse_mass(bodies, i) > 0)
            continue;
        const obstacle obstacle = obstacle_of(world, bodies, i);
        double its;
        if (goes_into(wall, &obstacle, nearby, &its) &&
            (!found->any || bodies->id[i] < found->id)) {
            found->any = true;
            found->set = bodies->set[i];
            found->id = bodies->id[i];
            found->at = v3_of(position_now(bodies, i));
        }
        if (!(its >= found->clear))
            found->clear = its;
    }
}

static struck_grain first_of_ranks(const world *world, const struck_grain *mine)
{
    struck_grain first = *mine;
    struck_grain *all = ranks_gather(world, mine, sizeof *mine);
    for (int i = 0; all && i < world->ranks->ranks; i++) {
        const double clear = all[i].clear >= first.clear ? first.clear : all[i].clear;
        if (all[i].any && (!first.any || all[i].id < first.id))
            first = all[i];
        first.clear = clear;
    }
    free(all);
    return first;
}

// The one of the lowest id.
static struck_grain struck(const world *world, const moving_wall *wall)
{
    nearby nearby = {0};
    struck_grain found = {
        .id = -1,
        .clear = INFINITY,
    };
    for (const part *part = world_own(world); part < world_own_end(world); part++)
        look_at_part(world, part, wall, &nearby, &found);
    free(nearby.part);
    return world->ranks ? first_of_ranks(world, &found) : found;
}

// Is a part of the wall in the domain, or of a plane a part of the domain on either side of it?
// Do all corners of the domain lie on one side of an unbounded wall?
static bool passes_by(const model *model, const moving_wall *wall, const wall_pose *pose)
{
    const placed_wall placed = {
        .shape = wall->shape,
        .position = pose->position,
        .orientation = pose->orientation,
        .faces = NULL,
    };
    const v3 low = model->low;
    const v3 high = model->high;
    int before = 0;
    for (int i = 0; i < CORNERS; i++) {
        const v3 corner = {
            .x = i & 1 ? high.x : low.x,
            .y = i & 2 ? high.y : low.y,
            .z = i & 4 ? high.z : low.z,
        };
        wall_touch touch[WALL_TOUCH_MOST];
        if (ball_wall_touches(&placed, corner, 0, unbounded, wall_whole(), touch) != 1)
            return false;
        if (touch[0].gap >= 0)
            before++;
    }
    return before == 0 || before == CORNERS;
}

static bool in_domain(const world *world, const moving_wall *wall, const wall_pose *pose)
{
    const model *model = world->shared->model;
    const bool *periodic = world->part->stepping.periodic;
    v3 low;
    v3 high;
    if (!isfinite(primitive_extent(wall->shape)))
        return !passes_by(model, wall, pose);
    primitive_bounds(wall->shape, pose->position, pose->orientation, &low, &high);
    for (int axis = 0; axis < 3; axis++) {
        const bool reaches_low = v3_component(high, axis) >= v3_component(model->low, axis);
        const bool reaches_high = v3_component(low, axis) <= v3_component(model->high, axis);
        const bool inside = reaches_low && reaches_high;
        if (!periodic[axis] && !inside)
            return false;
    }
    return true;
}

static scree_status tell(const world *world, const moving_wall *wall, const char *remedy,
                         scree_error *error, const char *what)
{
    char where[80];
    const v3 at = wall->now.position;
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    return fail(error, SCREE_DIVERGED, where, remedy,
                "wall `%s`, which a force pushes, is at (%.6g, %.6g, %.6g) m and %s", wall->name,
                at.x, at.y, at.z, what);
}

static scree_status check_wall(const world *world, moving_wall *wall, scree_error *error)
{
    const double way = v3_distance(wall->now.position, wall->was.position);
    if (!(way > 0))
        return SCREE_OK;
    if (in_domain(world, wall, &wall->was) && !in_domain(world, wall, &wall->now)) {
        return tell(world, wall,
                    "give its drive a limit, `low` or `high`, or make the domain larger", error,
                    "has left the domain: nothing is there that could stop it");
    }
    wall->clear -= way;
    if (wall->clear > 0)
        return SCREE_OK;
    const struck_grain found = struck(world, wall);
    wall->clear = found.clear;
    if (isnan(wall->clear))
        return fail_memory(error, "walls");
    if (!found.any)
        return SCREE_OK;
    const v3 at = found.at;
    char what[200];
    snprintf(what, sizeof what,
             "goes into grain %lld of `%s` at (%.6g, %.6g, %.6g) m, which is fixed: between these "
             "two there is no force",
             (long long)found.id, model_set_name(world->shared->model, found.set), at.x, at.y,
             at.z);
    return tell(world, wall,
                "give its drive a limit, `low` or `high`, that ends before, or move the grain",
                error, what);
}

scree_status world_check_obstacles(world *world, scree_error *error)
{
    shared *shared = world->shared;
    scree_status status = SCREE_OK;
    for (int k = 0; k < shared->walls && status == SCREE_OK; k++) {
        if (drive_chain_answers(&shared->wall[k].drive) && !shared->wall[k].absent)
            status = check_wall(world, &shared->wall[k], error);
    }
    return status;
}
