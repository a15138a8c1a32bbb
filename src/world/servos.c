// servos.c - what servos must know before they move: the section of the box around them, and, where the case gives them no
// mass, that of the layer of grains which has room on them.
//
// It is taken once, at the start of a case or of the branch that brings the servo, and is then part of its state.
#include "world/internal.h"
#include "world/ranks.h"

#include "base/corners.h"
#include "base/mathlib.h"

#include <math.h>
#include <stdio.h>

static const double steps_of_impact = 10; // where impacts last no time

// All grains that move: how many, their means, and the box around them.
typedef struct layer {
    exact_sum mass, radius;
    int64_t count;
    v3 low, high;
} layer;

static void add_part(const world *world, const part *part, layer *layer)
{
    const bodies *bodies = &part->body;
    for (int32_t i = 0; i < bodies->count; i++) {
        const double inverse_mass = bodies_inverse_mass(bodies, i);
        const double radius = bodies_radius(bodies, i);
        const v3 centre = v3_of(position_now(bodies, i));
        const v3 around = v3_make(radius, radius, radius);
        if (!(inverse_mass > 0))
            continue;
        const double share = world_set_share(world->shared->model, bodies->set[i]);
        exact_sum_add(&layer->mass, share / inverse_mass);
        exact_sum_add(&layer->radius, radius);
        layer->low = v3_min(layer->low, v3_sub(centre, around));
        layer->high = v3_max(layer->high, v3_add(centre, around));
        layer->count++;
    }
}

// Of the box around the grains, across an axis: m^2, in the plane m.
static double area_across(const layer *layer, v3 axis, bool flat)
{
    const v3 extent = v3_sub(layer->high, layer->low);
    if (flat)
        return fabs(axis.x) * extent.y + fabs(axis.y) * extent.x;
    const double side_x = fabs(axis.x) * extent.y * extent.z;
    const double side_y = fabs(axis.y) * extent.x * extent.z;
    const double side_z = fabs(axis.z) * extent.x * extent.y;
    return side_x + side_y + side_z;
}

static double mass_on(const layer *layer, v3 axis, bool flat)
{
    if (layer->count == 0)
        return 0;
    const double count = (double)layer->count;
    const double mass = exact_sum_value(&layer->mass) / count;
    const double radius = exact_sum_value(&layer->radius) / count;
    const double place = flat ? 2 * radius : 4 * radius * radius;
    const double room = area_across(layer, axis, flat) / place;
    return real_max(1, real_min(count, room)) * mass;
}

static scree_status check_section(const moving_wall *wall, scree_error *error)
{
    char where[160];
    const v3 across = drive_chain_section(&wall->drive);
    if (!(v3_dot(across, across) > 0) || wall->own.section > 0)
        return SCREE_OK;
    snprintf(where, sizeof where, "walls.%.120s.drive.pressure", wall->name);
    return fail(
        error, SCREE_BAD_INPUT, where,
        "give area: 25 cm^2, or let planes that face each other, or a periodic border, be on "
        "the other axes",
        "the servo has no area: its wall has no end, and there is no box of planes around it");
}

// From a wall to the nearest grain that moves, m; 0 of a mesh, INFINITY where there is none.
static double gap_of(const world *world, const moving_wall *wall)
{
    const placed_wall placed = moving_wall_placed(wall);
    double least = INFINITY;
    if (primitive_is_mesh(wall->shape))
        return 0;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        const bodies *bodies = &part->body;
        for (int32_t i = 0; i < bodies->count; i++) {
            wall_touch touch[WALL_TOUCH_MOST];
            const v3 at = v3_of(position_now(bodies, i));
            const double radius = bodies_radius(bodies, i);
            if (!(bodies_inverse_mass(bodies, i) > 0))
                continue;
            const int count = ball_wall_touches(&placed, at, radius, 1e30, wall_whole(), touch);
            for (int k = 0; k < count; k++)
                least = real_min(least, touch[k].gap);
        }
    }
    return least;
}

static bool doubt_within(const world *world, const moving_wall *moving, double duration, char *out,
                         size_t size)
{
    const shared *shared = world->shared;
    const model *model = shared->model;
    drive_outlook outlook = {.duration = duration, .gravity = model->gravity};
    for (int i = 0; i < shared->sets; i++)
        outlook.attracts = outlook.attracts || shared->law[i].attracts;
    world_mirror(world, NULL);
    outlook.gap = model->streams > 0 ? 0 : gap_of(world, moving);
    return drive_chain_doubt(&moving->drive, &outlook, out, size);
}

bool world_servo_doubt(const world *world, int wall, char *out, size_t size)
{
    const moving_wall *moving = &world->shared->wall[wall];
    const model *model = world->shared->model;
    if (!drive_chain_weighs(&moving->drive))
        return false;
    const double end = model->duration > 0 ? model->duration : INFINITY;
    const double from = real_max(moving->from, world_time(world));
    return doubt_within(world, moving, real_min(end, moving->until) - from, out, size);
}

bool world_servo_doubt_within(const world *world, int wall, double duration, char *out, size_t size)
{
    const moving_wall *moving = &world->shared->wall[wall];
    if (!drive_chain_weighs(&moving->drive))
        return false;
    const v3 axis = drive_chain_push(&moving->drive).axis;
    if (v3_dot(world->shared->model->gravity, axis) < 0)
        return false;
    return doubt_within(world, moving, duration, out, size);
}

double world_servo_area(const world *world, int wall, bool *by_face)
{
    const moving_wall *moving = &world->shared->wall[wall];
    const v3 across = drive_chain_section(&moving->drive);
    *by_face = moving->own.by_face;
    return v3_dot(across, across) > 0 ? moving->own.section : 0;
}

const char *world_servo_area_note(const world *world, int wall)
{
    const drive_wall *own = &world->shared->wall[wall].own;
    if (own->by_face && own->part == FACE_CUT)
        return ", as far as it is within the planes around it";
    if (own->by_face && own->part == FACE_BEYOND)
        return ", of which some may lie outside of the planes around it: else give `area`";
    if (own->faceless)
        return ", as the wall has no face across the axis within them: else give `area`";
    if (!own->by_face && own->slanting)
        return ", without those that slant: else give `area`";
    return "";
}

double world_servo_held(const world *world, int wall)
{
    const moving_wall *moving = &world->shared->wall[wall];
    return drive_chain_held(&moving->drive, moving->state);
}

void world_note_aims(world *world)
{
    shared *shared = world->shared;
    const double now = shared_time(shared);
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        double wanted;
        double held;
        if (wall->absent || !drive_chain_aims(&wall->drive))
            continue;
        const drive_in in = moving_wall_drive_in(wall, now);
        drive_chain_aim(&wall->drive, &in, &wanted, &held);
        aim_add(&wall->aim, wanted, held);
    }
}

bool world_servo_aim(const world *world, int wall, servo_aim *out)
{
    const shared *shared = world->shared;
    const moving_wall *moving = &shared->wall[wall];
    aim_means means;
    // One that is over by its own `until` is judged by what it held until then.
    if (!aim_judge(&moving->aim, &means))
        return false;
    const drive_in in = moving_wall_drive_in(moving, shared_time(shared));
    const drive_yield yield = drive_chain_yield(&moving->drive, &in, moving->state);
    *out = (servo_aim){
        .wanted = means.wanted,
        .held = means.held,
        .size = means.size,
        .lasting = means.steps * shared->dt,
        .stop = yield.stop,
        .turns = yield.body,
    };
    return true;
}

bool world_cell_aim(const world *world, int component, servo_aim *out)
{
    aim_means means;
    if (!aim_judge(&world->shared->cell_aim[component], &means))
        return false;
    *out = (servo_aim){
        .wanted = means.wanted,
        .held = means.held,
        .size = means.size,
        .lasting = means.steps * world->shared->dt,
    };
    return true;
}

scree_status world_prepare_servos(world *world, scree_error *error)
{
    shared *shared = world->shared;
    const bool flat = shared->model->dimensions == 2;
    layer layer = {.low = {INFINITY, INFINITY, INFINITY},
                   .high = {-INFINITY, -INFINITY, -INFINITY}};
    bool any = false;
    for (int i = 0; i < shared->walls; i++)
        any = any || drive_chain_weighs(&shared->wall[i].drive);
    if (!any)
        return SCREE_OK;
    const scree_status seen = world_mirror(world, error);
    if (seen != SCREE_OK)
        return seen;
    shared_place_walls(shared);
    for (const part *part = world->part; part < world_parts_end(world); part++)
        add_part(world, part, &layer);
    const double impact = world->choice.duration;
    const bool lasts = impact > 0 && isfinite(impact);
    const double time = lasts ? impact : steps_of_impact * shared->dt;
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        if (!drive_chain_weighs(&wall->drive))
            continue;
        const scree_status status = check_section(wall, error);
        if (status != SCREE_OK)
            return status;
        const drive_push push = drive_chain_push(&wall->drive);
        const double mass = mass_on(&layer, push.axis, flat);
        if (drive_chain_weigh(&wall->drive, mass, time, wall->state))
            continue;
        char where[160];
        snprintf(where, sizeof where, "walls.%.120s.drive", wall->name);
        return fail(error, SCREE_BAD_INPUT, where, "give mass: 10 g, of the wall",
                    "the servo has no mass: there are no grains yet whose mass it could have");
    }
    shared_place_walls(shared); // now it is known how they give way
    return SCREE_OK;
}
