// change.c - grains that a program changes while a world goes on: their place, whether they are fixed, their set.
//
// A changed grain goes with its contacts, as one that is removed, and comes again as a newcomer that has its id: so all that
// holds of those holds of it. What it keeps is what makes it the same grain: its id, its motion where no other is told, how often it has
// crossed periodic borders, and the force that a program gives it.
#include "world/changing.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>

// ---- as they are wanted

static bool is_still(v3 motion)
{
    return motion.x == 0 && motion.y == 0 && motion.z == 0;
}

static void want(changing *changing, int64_t i)
{
    const grain_change *change = &changing->change[i];
    const model *model = changing->world->shared->model;
    changed_grain *of = &changing->of[i];
    world_newcomer *grain = &changing->grain[i];
    const bool held = change->hold == HOLD_AS_IT_IS ? of->was_fixed : change->hold == HOLD_FIXED;
    const int set = change->set >= 0 ? change->set : changing->set_of[i];
    const double had = changing->ball[of->first].inverse_mass;
    changing->fixed[i] = held;
    changing->stays[i] = !change->placed && !change->turned && (held || !of->was_fixed);
    grain->stands.set = set;
    if (change->placed)
        grain->stands.at = change->at;
    if (change->turned)
        grain->stands.turn = change->turn;
    if (change->thrown || held)
        grain->velocity = change->thrown ? change->velocity : v3_make(0, 0, 0);
    if (change->spun || held)
        grain->spin = change->spun ? change->spin : v3_make(0, 0, 0);
    of->mass = INFINITY;
    if (!held && !of->was_fixed && set == changing->set_of[i])
        of->mass = 1 / had; // it may have grown
    else if (!held)
        of->mass = world_inertial_mass(model, set, grain->stands.radius);
}

// What newcomers are not asked.
static scree_status check_own(const changing *changing, int64_t i, scree_error *error)
{
    const grain_change *change = &changing->change[i];
    const world_newcomer *grain = &changing->grain[i];
    const shared *shared = changing->world->shared;
    const model *model = shared->model;
    const bodies *bodies = &changing->world->part->body;
    const bool told = change->placed || change->turned || change->set >= 0;
    if (!told && change->hold == HOLD_AS_IT_IS)
        return changing_refuse(
            change->id, error,
            "tell a place, an orientation, a set, or whether it is fixed; velocity and spin "
            "alone are for scree_world_write",
            "nothing is told that could change");
    if (change->set >= 0 &&
        model_shape_of(model, change->set) != model_shape_of(model, changing->set_of[i]))
        return changing_refuse(change->id, error,
                               "name a set of its shape, or remove it and add another",
                               "grains of that set have another shape");
    if (change->turned && !bodies->orientation)
        return changing_refuse(change->id, error, "set run.orientation: true, or leave it out",
                               "orientations of balls are not followed");
    if (changing->fixed[i] && !(is_still(grain->velocity) && is_still(grain->spin)))
        return changing_refuse(change->id, error, "leave its velocity and spin out",
                               "a fixed grain does not move");
    const bool freed = !changing->fixed[i] && changing->of[i].was_fixed;
    if (shared->cell.given &&
        (change->placed || change->turned || (freed && changing->of[i].balls > 1)))
        return changing_refuse(change->id, error, "remove it and add another",
                               "grains keep their places in a cell that deforms");
    return SCREE_OK;
}

// ---- what there will be

static void count_ball(grain_extremes *known, const model_shape *shape, double radius, bool fixed)
{
    const double least = shape->core.vertices ? shape->core.contact_radius : radius;
    known->largest = real_max(known->largest, radius);
    if (fixed)
        known->fixed_radius = real_min(known->fixed_radius, least);
    else
        known->radius = real_min(known->radius, least);
}

// Of all grains, those that are changed as they are wanted.
static void take_extremes(const changing *changing, grain_extremes *extreme)
{
    const world *world = changing->world;
    const model *model = world->shared->model;
    const grain_list none = {0};
    grain_extremes_of(model, &none, extreme);
    for (int i = 0; i < model->materials; i++)
        extreme[i].largest = real_max(extreme[i].largest, world->shared->largest[i]);
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        const int32_t *number_of = changing_numbers(changing, part);
        for (int32_t slot = 0; slot < part->body.count; slot++) {
            const int32_t i = number_of[slot];
            const int set = i >= 0 ? changing->grain[i].stands.set : part->body.set[slot];
            const bool fixed =
                i >= 0 ? changing->fixed[i] : !(bodies_inverse_mass(&part->body, slot) > 0);
            count_ball(&extreme[model_material_of(model, set)], model_shape_of(model, set),
                       bodies_radius(&part->body, slot), fixed);
        }
    }
}

static scree_status check_all(changing *changing, grain_extremes *extreme, scree_error *error)
{
    const newcomer_list list = {
        .grain = changing->grain,
        .count = changing->count,
        .doing = CHANGING_DOING,
        .id = changing->id,
        .fixed = changing->fixed,
        .stays = changing->stays,
        .set_of = changing->set_of,
    };
    scree_status status = SCREE_OK;
    for (int64_t i = 0; status == SCREE_OK && i < changing->count; i++) {
        want(changing, i);
        status = check_own(changing, i, error);
    }
    if (status == SCREE_OK)
        status = world_check_newcomers(changing->world, &list, error);
    if (status != SCREE_OK)
        return status;
    take_extremes(changing, extreme);
    return world_check_meetings(changing->world, extreme, error);
}

// ---- the whole

// Which bodies go for others to come.
static bool mark(changing *changing)
{
    const world *world = changing->world;
    bool room = true;
    for (part *part = world->part; part < world_parts_end(world); part++) {
        const bodies *bodies = &part->body;
        const int32_t *number_of = changing_numbers(changing, part);
        part->keep = malloc((size_t)bodies->count + (size_t)bodies->ghosts + 1);
        for (int32_t slot = 0; part->keep && slot < bodies->count; slot++)
            part->keep[slot] = number_of[slot] < 0;
        room = room && part->keep;
    }
    return room;
}

static void clear(changing *changing)
{
    for (part *part = changing->world->part; part < world_parts_end(changing->world); part++) {
        free(part->keep);
        part->keep = NULL;
    }
    mem_free(changing->id);
    mem_free(changing->of);
    mem_free(changing->grain);
    mem_free(changing->fixed);
    mem_free(changing->stays);
    mem_free(changing->set_of);
    mem_free(changing->number_of);
    mem_free(changing->ball_id);
    free(changing->ball);
}

static bool make(changing *changing)
{
    const int64_t count = changing->count + 1;
    changing->id = mem_array(count, sizeof *changing->id);
    changing->of = mem_array(count, sizeof *changing->of);
    changing->grain = mem_array(count, sizeof *changing->grain);
    changing->fixed = mem_array(count, sizeof *changing->fixed);
    changing->stays = mem_array(count, sizeof *changing->stays);
    changing->set_of = mem_array(count, sizeof *changing->set_of);
    changing->number_of = mem_array(world_balls(changing->world) + 1, sizeof *changing->number_of);
    return changing->id && changing->of && changing->grain && changing->fixed && changing->stays &&
           changing->set_of && changing->number_of;
}

static scree_status change_them(changing *changing, scree_error *error)
{
    const int materials = changing->world->shared->model->materials;
    grain_extremes *extreme = mem_array(materials + 1, sizeof *extreme);
    scree_status status =
        make(changing) && extreme ? SCREE_OK : fail_memory(error, "grains to be changed");
    if (status == SCREE_OK)
        status = changing_find(changing, error);
    if (status == SCREE_OK && !(mark(changing) && changing_make_room(changing)))
        status = fail_memory(error, "grains to be changed");
    if (status == SCREE_OK)
        status = check_all(changing, extreme, error);
    if (status == SCREE_OK)
        changing->world->generation++;
    if (status == SCREE_OK)
        status = changing_put(changing, extreme, error);
    mem_free(extreme);
    clear(changing);
    return status;
}

scree_status world_change(world *world, const grain_change *change, int64_t count,
                          scree_error *error)
{
    changing changing = {.world = world, .change = change, .count = count};
    scree_status status = world_refuse(world, error);
    if (status == SCREE_OK && count > world_balls(world))
        status =
            fail(error, SCREE_BAD_INPUT, "count", "name each grain once",
                 "%lld changes for %lld grains", (long long)count, (long long)world_grains(world));
    // a build may move bodies: slots are found after it
    if (status == SCREE_OK)
        status = world_refresh(world, false, error);
    return status == SCREE_OK && count > 0 ? change_them(&changing, error) : status;
}
