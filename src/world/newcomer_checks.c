// newcomer_checks.c - what grains must be that come while a world goes on: what a case could begin with.
#include "world/check_image.h"
#include "world/newcomers.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/spread.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>

// What is looked at while newcomers are checked.
typedef struct checking {
    const world *world;
    const newcomer_list *list;
    start_poses *poses;
    v3 *corners; // room for those of one grain
} checking;

void world_name_newcomer(const newcomer_list *list, int64_t i, char *out, size_t size)
{
    const int64_t called = list->id ? list->id[i] : i;
    snprintf(out, size, "grain %lld %s", (long long)called, list->doing);
}

scree_status world_refuse_newcomer(const newcomer_list *list, int64_t i, scree_error *error,
                                   const char *hint, const char *what)
{
    char where[80];
    world_name_newcomer(list, i, where, sizeof where);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

static scree_status refuse(const checking *check, int64_t i, scree_error *error, const char *hint,
                           const char *what)
{
    return world_refuse_newcomer(check->list, i, error, hint, what);
}

static const standing_grain *standing(const checking *check, int64_t i)
{
    return &check->list->grain[i].stands;
}

static bool is_fixed(const checking *check, int64_t i)
{
    return check->list->fixed && check->list->fixed[i];
}

static bool stays(const checking *check, int64_t i)
{
    return check->list->stays && check->list->stays[i];
}

standing_grain world_standing_in(const world *world, const bodies *bodies, int32_t slot)
{
    const int set = bodies->set[slot];
    const model_clump *clump = world->shared->clump[set];
    const bool whole = bodies_clumped(bodies, slot) && clump;
    standing_grain stands = {
        .set = set,
        .radius = bodies_radius(bodies, slot),
        .at = whole ? v3_of(&bodies->centre[slot]) : v3_of(position_now(bodies, slot)),
        .turn = bodies->orientation ? bodies_orientation(bodies, slot) : q4_identity(),
        .alone = !bodies_clumped(bodies, slot) && clump && clump->balls > 1,
    };
    if (whole && !clump->of_ball)
        stands.radius = spread_mean(&model_shape_of(world->shared->model, set)->radius);
    return stands;
}

static bool is_finite(v3 vector)
{
    return isfinite(vector.x) && isfinite(vector.y) && isfinite(vector.z);
}

static bool is_turning(v3 spin)
{
    return spin.x != 0 || spin.y != 0 || spin.z != 0;
}

static bool leaves_plane(const world_newcomer *grain)
{
    const q4 turn = grain->stands.turn;
    return grain->velocity.z != 0 || grain->spin.x != 0 || grain->spin.y != 0 || turn.x != 0 ||
           turn.y != 0;
}

static bool is_too_fast(const world_newcomer *grain)
{
    const double rim = real_max(grain->stands.radius, 1) * v3_norm(grain->spin);
    return !(v3_norm(grain->velocity) < FASTEST) || !(rim < FASTEST);
}

static scree_status check_motion(const checking *check, int64_t i, scree_error *error)
{
    const world *world = check->world;
    const world_newcomer *grain = &check->list->grain[i];
    const q4 turn = grain->stands.turn;
    const double norm = (turn.w * turn.w + turn.x * turn.x) + (turn.y * turn.y + turn.z * turn.z);
    const bool numbers =
        is_finite(grain->stands.at) && is_finite(grain->velocity) && is_finite(grain->spin);
    if (!numbers || !isfinite(norm))
        return refuse(check, i, error, "give finite numbers",
                      "its place or its motion is not a number");
    if (!(fabs(norm - 1) < 1e-9))
        return refuse(check, i, error, "divide the quaternion by its length",
                      "its orientation is no quaternion of length 1");
    if (is_too_fast(grain))
        return refuse(check, i, error, "check its unit",
                      "it would be faster than 1e15 m/s or rad/s");
    if (world->part->stepping.flat && leaves_plane(grain))
        return refuse(check, i, error,
                      "give a velocity in the plane, a spin about z, a turn about z",
                      "it would leave the plane of a 2D world");
    if (model_set_locked(world->shared->model, grain->stands.set) && is_turning(grain->spin))
        return refuse(check, i, error, "leave its spin 0", "grains of its set do not turn");
    return SCREE_OK;
}

static scree_status check_place(const checking *check, int64_t i, scree_error *error)
{
    const double *low = check->world->part->stepping.low;
    const double *high = check->world->part->stepping.high;
    const v3 at = standing(check, i)->at;
    const model *model = check->world->shared->model;
    const int axes = model->dimensions;
    char what[120];
    if (packing_leaves_plane(model, at.z)) {
        snprintf(what, sizeof what, "its place, z = %.6g m, is out of the plane of a 2D world",
                 at.z);
        return refuse(check, i, error, "give z = 0", what);
    }
    for (int axis = 0; axis < axes; axis++) {
        const double x = v3_component(at, axis);
        if (!(x >= low[axis] && x < high[axis]))
            return refuse(check, i, error, "give a place inside of it",
                          "its centre is outside of the domain");
    }
    return SCREE_OK;
}

// ---- walls

static scree_status check_wall(const checking *check, int64_t i, int number, scree_error *error)
{
    const world *world = check->world;
    const moving_wall *wall = &world->shared->wall[number];
    const standing_grain *stands = standing(check, i);
    char what[200];
    char where[80];
    world_name_newcomer(check->list, i, where, sizeof where);
    scree_status status =
        primitive_admits(wall->shape, where, world_largest_ball(world, stands), error);
    if (status == SCREE_OK)
        status = world_check_border(world, number, stands->radius, where, error);
    if (status != SCREE_OK || wall->absent)
        return status;
    const wall_depth deep = world_standing_depth(world, wall, stands, check->corners);
    if (deep.depth < 0)
        return fail_memory(error, where);
    if (!world_stands_deep(world, deep))
        return SCREE_OK;
    snprintf(what, sizeof what, "it would be %.3g m deep in wall '%.60s', %.3g of its radius",
             deep.depth, wall->name, deep.depth / deep.radius);
    return refuse(check, i, error, "put it elsewhere", what);
}

// ---- other grains

static scree_status tell_overlap(const checking *check, int64_t i, const packing_overlap *found,
                                 const char *whom, scree_error *error)
{
    char what[200];
    if (isinf(found->depth))
        snprintf(what, sizeof what, "it would go through %.100s", whom);
    else
        snprintf(what, sizeof what, "it would overlap %.100s by %.3g m, %.3g of the smaller radius",
                 whom, found->depth, found->depth / found->radius);
    return refuse(check, i, error, "put it elsewhere, or raise run.deepest_overlap", what);
}

// Is a newcomer too deep in another grain? False without memory.
static bool is_too_deep(const checking *check, int64_t i, const standing_grain *other,
                        packing_overlap *found, bool *deep)
{
    const standing_grain *one = standing(check, i);
    const contact_context *context = &check->world->part->stepping.context;
    const v3 between = nearest_image(context, v3_sub(other->at, one->at));
    const double reach = one->radius + other->radius;
    *deep = false;
    if (!(v3_dot(between, between) < reach * reach))
        return true;
    if (!world_overlap(check->poses, one, other, between, found))
        return false;
    const double most = check->world->shared->model->deepest;
    const bool one_place = v3_dot(between, between) == 0;
    *deep = found->depth > most * found->radius || (found->unfelt && isfinite(most)) ||
            (one_place && found->depth > 0);
    return true;
}

static scree_status check_body(const checking *check, const part *part, int32_t slot, int64_t i,
                               scree_error *error)
{
    const bodies *bodies = &part->body;
    const world *world = check->world;
    const int set = bodies->set[slot];
    const standing_grain other = world_standing_in(world, bodies, slot);
    packing_overlap found;
    bool deep;
    if (!is_too_deep(check, i, &other, &found, &deep))
        return fail_memory(error, "newcomers");
    if (!deep)
        return SCREE_OK;
    char whom[120];
    snprintf(whom, sizeof whom, "grain %lld of '%.60s'", (long long)bodies->id[slot],
             model_set_name(world->shared->model, set));
    return tell_overlap(check, i, &found, whom, error);
}

// Two that are fixed may stand in each other, as at the start of a case.
static bool are_asked(const checking *check, int64_t i, int64_t k)
{
    if (stays(check, i) && stays(check, k))
        return false;
    return !(is_fixed(check, i) && is_fixed(check, k));
}

static scree_status check_part(const checking *check, const part *part, int64_t i,
                               scree_error *error)
{
    const bodies *bodies = &part->body;
    scree_status status = SCREE_OK;
    for (int32_t slot = 0; status == SCREE_OK && slot < bodies->count; slot++) {
        const bool moves = bodies_inverse_mass(bodies, slot) > 0;
        if (bodies_first(bodies, slot) != slot || (part->keep && !part->keep[slot]))
            continue;
        if (moves || !is_fixed(check, i))
            status = check_body(check, part, slot, i, error);
    }
    return status;
}

static scree_status check_grains(const checking *check, int64_t i, scree_error *error)
{
    const world *world = check->world;
    scree_status status = SCREE_OK;
    for (const part *part = world->part; part < world_parts_end(world) && !stays(check, i);
         part++) {
        if (status == SCREE_OK)
            status = check_part(check, part, i, error);
    }
    for (int64_t k = 0; status == SCREE_OK && k < i; k++) {
        packing_overlap found;
        bool deep;
        char whom[80];
        if (!are_asked(check, i, k))
            continue;
        world_name_newcomer(check->list, k, whom, sizeof whom);
        if (!is_too_deep(check, i, standing(check, k), &found, &deep))
            status = fail_memory(error, "newcomers");
        else if (deep)
            status = tell_overlap(check, i, &found, whom, error);
    }
    return status;
}

// ---- all of them

static scree_status check_set(const checking *check, int64_t i, scree_error *error)
{
    const model *model = check->world->shared->model;
    const newcomer_list *list = check->list;
    const int set = standing(check, i)->set;
    if (set < 0 || set >= model->grain_sets + model->streams)
        return refuse(check, i, error, "name one of `grains` or `streams`", "there is no such set");
    if (!list->fixed && set < model->grain_sets && model->grains[set].fixed)
        return refuse(check, i, error, "add grains of a set that moves",
                      "grains of its set are fixed");
    return SCREE_OK;
}

static scree_status check_size(const checking *check, int64_t i, scree_error *error)
{
    const standing_grain *stands = standing(check, i);
    char where[80];
    if (check->list->set_of && check->list->set_of[i] == stands->set)
        return SCREE_OK;
    world_name_newcomer(check->list, i, where, sizeof where);
    return world_check_size(check->world, stands, where, error);
}

static scree_status check_walls(const checking *check, int64_t i, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (int wall = 0; status == SCREE_OK && wall < check->world->shared->walls; wall++)
        status = check_wall(check, i, wall, error);
    return status;
}

static scree_status check_newcomer(const checking *check, int64_t i, scree_error *error)
{
    const world *world = check->world;
    scree_error why;
    scree_status status = check_set(check, i, error);
    if (status == SCREE_OK)
        status = check_motion(check, i, error);
    if (status == SCREE_OK)
        status = check_size(check, i, error);
    if (status == SCREE_OK && !stays(check, i))
        status = check_place(check, i, error);
    if (status == SCREE_OK && world_check_periodic(world, standing(check, i)->radius, &why))
        status = refuse(check, i, error, why.hint, why.what);
    if (status == SCREE_OK && !stays(check, i) && !is_fixed(check, i))
        status = check_walls(check, i, error);
    return status == SCREE_OK ? check_grains(check, i, error) : status;
}

scree_status world_check_newcomers(const world *world, const newcomer_list *list,
                                   scree_error *error)
{
    int64_t corners = 1;
    for (int i = 0; i < world->shared->model->shapes; i++)
        corners =
            world->shared->shape[i].turned > corners ? world->shared->shape[i].turned : corners;
    checking check = {
        .world = world,
        .list = list,
        .poses = world_make_poses(world),
        .corners = mem_array(corners, sizeof(v3)),
    };
    scree_status status = check.poses && check.corners ? SCREE_OK : fail_memory(error, "newcomers");
    for (int64_t i = 0; status == SCREE_OK && i < list->count; i++)
        status = check_newcomer(&check, i, error);
    mem_free(check.corners);
    world_free_poses(check.poses);
    return status;
}
