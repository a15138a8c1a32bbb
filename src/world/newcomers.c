// newcomers.c - grains that come while a world goes on: how one is put among the bodies, and those that a program asks for.
//
// A newcomer is told as it is at the time of the positions. Where velocities are kept half a step behind, it gets the one
// that its weight alone would have changed to that; contacts that it begins with have felt nothing yet.
#include "world/check_image.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "base/spread.h"
#include "motion/damping.h"
#include "motion/whole.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// ---- one is put among the bodies

static bool is_zero(v3 vector)
{
    return vector.x == 0 && vector.y == 0 && vector.z == 0;
}

// Twice that of its rotation, J.
static double spinning_energy(const whole *whole, const world_newcomer *grain)
{
    const v3 turning = rotation_momentum(grain->stands.turn, grain->spin, &whole->inertia);
    return v3_dot(turning, grain->spin) / whole->share;
}

// At the time at which all are counted: that of the positions, or of the velocities that are kept.
static double energy_added(const world *world, const part *part, int32_t at,
                           const world_newcomer *grain, v3 kept)
{
    const bodies *bodies = &part->body;
    const pull_sum none = {.force = {0, 0, 0}};
    if (!bodies_clumped(bodies, at))
        return world_grain_energy(world, part, at, &none);
    const v3 speed = world->shared->solver->lags ? grain->velocity : kept;
    const whole whole = whole_of(&part->stepping, at);
    const double spinning = is_zero(grain->spin) ? 0 : spinning_energy(&whole, grain);
    const double kinetic = 0.5 * (whole.mass * v3_dot(speed, speed) + spinning);
    return kinetic + world_height_energy(world, part, at);
}

bool world_put_newcomer(world *world, const world_newcomer *grain)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    part *part = world_nursery(world);
    bodies *bodies = &part->body;
    const int set = grain->stands.set;
    const int balls = world_balls_of(world, set);
    const int32_t at = bodies->count;
    if (at + balls > bodies->room &&
        !bodies_reserve(bodies, bodies->room + bodies->room / 4 + 64 + balls))
        return false;
    // half a step ago; Gear's scheme keeps that of now
    const double half = shared->started && !bodies->path ? 0.5 * shared->dt_before : 0;
    const v3 weight = v3_at(world->part->stepping.gravity);
    const v3 fall = damped(model_set_damping(model, set), weight, grain->velocity);
    v3 velocity = v3_fma(grain->velocity, -half, fall);
    if (world->part->stepping.flat)
        velocity.z = 0;
    const new_grain made = {
        .set = set,
        .material = model_material_of(model, set),
        .position = grain->stands.at,
        .velocity = velocity,
        .spin = grain->spin,
        .radius = grain->stands.radius,
        .mass = world_inertial_mass(model, set, grain->stands.radius),
        .orientation = grain->stands.turn,
    };
    world_put_grain(world, bodies, &made);
    if (model->ledger)
        shared->books.added += energy_added(world, part, at, grain, velocity);
    for (int k = 0; k < balls; k++) {
        const double allowance = world_allowance(world, part, at + k);
        shared->least_allowance = real_min(shared->least_allowance, allowance);
    }
    return world_note_arrival(world, part, at, balls);
}

// ---- those that a program asks for

// What is looked at while newcomers are checked.
typedef struct checking {
    const world *world;
    const world_newcomer *grain;
    int64_t count;
    start_poses *poses;
    v3 *corners; // room for those of one grain
} checking;

static scree_status refuse(int64_t i, scree_error *error, const char *hint, const char *what)
{
    char where[48];
    snprintf(where, sizeof where, "grain %lld to be added", (long long)i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s", what);
}

static bool is_finite(v3 vector)
{
    return isfinite(vector.x) && isfinite(vector.y) && isfinite(vector.z);
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
    const world_newcomer *grain = &check->grain[i];
    const q4 turn = grain->stands.turn;
    const double norm = (turn.w * turn.w + turn.x * turn.x) + (turn.y * turn.y + turn.z * turn.z);
    const bool numbers =
        is_finite(grain->stands.at) && is_finite(grain->velocity) && is_finite(grain->spin);
    if (!numbers || !isfinite(norm))
        return refuse(i, error, "give finite numbers", "its place or its motion is not a number");
    if (!(fabs(norm - 1) < 1e-9))
        return refuse(i, error, "divide the quaternion by its length",
                      "its orientation is no quaternion of length 1");
    if (is_too_fast(grain))
        return refuse(i, error, "check its unit", "it would be faster than 1e15 m/s or rad/s");
    if (world->part->stepping.flat && leaves_plane(grain))
        return refuse(i, error, "give a velocity in the plane, a spin about z, a turn about z",
                      "it would leave the plane of a 2D world");
    if (model_set_locked(world->shared->model, grain->stands.set) && !is_zero(grain->spin))
        return refuse(i, error, "leave its spin 0", "grains of its set do not turn");
    return SCREE_OK;
}

static scree_status check_place(const checking *check, int64_t i, scree_error *error)
{
    const double *low = check->world->part->stepping.low;
    const double *high = check->world->part->stepping.high;
    const v3 at = check->grain[i].stands.at;
    const model *model = check->world->shared->model;
    const int axes = model->dimensions;
    char what[120];
    if (packing_leaves_plane(model, at.z)) {
        snprintf(what, sizeof what, "its place, z = %.6g m, is out of the plane of a 2D world",
                 at.z);
        return refuse(i, error, "give z = 0", what);
    }
    for (int axis = 0; axis < axes; axis++) {
        const double x = v3_component(at, axis);
        if (!(x >= low[axis] && x < high[axis]))
            return refuse(i, error, "give a place inside of it",
                          "its centre is outside of the domain");
    }
    return SCREE_OK;
}

// ---- walls

static scree_status check_wall(const checking *check, int64_t i, int number, scree_error *error)
{
    const world *world = check->world;
    const moving_wall *wall = &world->shared->wall[number];
    const standing_grain *stands = &check->grain[i].stands;
    char what[200];
    char where[80];
    snprintf(where, sizeof where, "grain %lld to be added", (long long)i);
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
    return refuse(i, error, "put it elsewhere", what);
}

// ---- other grains

static scree_status tell_overlap(int64_t i, const packing_overlap *found, const char *whom,
                                 scree_error *error)
{
    char what[200];
    if (isinf(found->depth))
        snprintf(what, sizeof what, "it would go through %.100s", whom);
    else
        snprintf(what, sizeof what, "it would overlap %.100s by %.3g m, %.3g of the smaller radius",
                 whom, found->depth, found->depth / found->radius);
    return refuse(i, error, "put it elsewhere, or raise run.deepest_overlap", what);
}

// Is a newcomer too deep in another grain? False without memory.
static bool is_too_deep(const checking *check, int64_t i, const standing_grain *other,
                        packing_overlap *found, bool *deep)
{
    const standing_grain *one = &check->grain[i].stands;
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
    const bool whole = bodies_clumped(bodies, slot) && world->shared->clump[set];
    standing_grain other = {
        .set = set,
        .radius = bodies_radius(bodies, slot),
        .at = whole ? v3_of(&bodies->centre[slot]) : v3_of(position_now(bodies, slot)),
        .turn = bodies->orientation ? bodies_orientation(bodies, slot) : q4_identity(),
    };
    if (whole)
        other.radius = spread_mean(&model_shape_of(world->shared->model, set)->radius);
    packing_overlap found;
    bool deep;
    if (!is_too_deep(check, i, &other, &found, &deep))
        return fail_memory(error, "newcomers");
    if (!deep)
        return SCREE_OK;
    char whom[120];
    snprintf(whom, sizeof whom, "grain %lld of '%.60s'", (long long)bodies->id[slot],
             model_set_name(world->shared->model, set));
    return tell_overlap(i, &found, whom, error);
}

static scree_status check_grains(const checking *check, int64_t i, scree_error *error)
{
    const world *world = check->world;
    scree_status status = SCREE_OK;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t slot = 0; status == SCREE_OK && slot < part->body.count; slot++) {
            if (bodies_first(&part->body, slot) == slot)
                status = check_body(check, part, slot, i, error);
        }
    }
    for (int64_t k = 0; status == SCREE_OK && k < i; k++) {
        packing_overlap found;
        bool deep;
        char whom[60];
        snprintf(whom, sizeof whom, "grain %lld to be added", (long long)k);
        if (!is_too_deep(check, i, &check->grain[k].stands, &found, &deep))
            status = fail_memory(error, "newcomers");
        else if (deep)
            status = tell_overlap(i, &found, whom, error);
    }
    return status;
}

// ---- all of them

static scree_status check_newcomer(const checking *check, int64_t i, scree_error *error)
{
    const world *world = check->world;
    const model *model = world->shared->model;
    const int set = check->grain[i].stands.set;
    if (set < 0 || set >= model->grain_sets + model->streams)
        return refuse(i, error, "name one of `grains` or `streams`", "there is no such set");
    if (set < model->grain_sets && model->grains[set].fixed)
        return refuse(i, error, "add grains of a set that moves", "grains of its set are fixed");
    scree_status status = check_motion(check, i, error);
    if (status == SCREE_OK)
        status = world_check_size(world, &check->grain[i].stands, i, error);
    if (status == SCREE_OK)
        status = check_place(check, i, error);
    scree_error why;
    if (status == SCREE_OK && world_check_periodic(world, check->grain[i].stands.radius, &why))
        status = refuse(i, error, why.hint, why.what);
    for (int wall = 0; status == SCREE_OK && wall < world->shared->walls; wall++)
        status = check_wall(check, i, wall, error);
    return status == SCREE_OK ? check_grains(check, i, error) : status;
}

static scree_status check_newcomers(world *world, const world_newcomer *grain, int64_t count,
                                    scree_error *error)
{
    int64_t corners = 1;
    for (int i = 0; i < world->shared->model->shapes; i++)
        corners =
            world->shared->shape[i].turned > corners ? world->shared->shape[i].turned : corners;
    checking check = {
        .world = world,
        .grain = grain,
        .count = count,
        .poses = world_make_poses(world),
        .corners = mem_array(corners, sizeof(v3)),
    };
    scree_status status = check.poses && check.corners ? SCREE_OK : fail_memory(error, "newcomers");
    for (int64_t i = 0; status == SCREE_OK && i < count; i++)
        status = check_newcomer(&check, i, error);
    mem_free(check.corners);
    world_free_poses(check.poses);
    return status;
}

static scree_status check_room(const world *world, const world_newcomer *grain, int64_t count,
                               int64_t *balls, scree_error *error)
{
    const int sets = world->shared->model->grain_sets + world->shared->model->streams;
    *balls = 0;
    for (int64_t i = 0; i < count; i++) {
        const int set = grain[i].stands.set;
        *balls += set >= 0 && set < sets ? world_balls_of(world, set) : 0;
    }
    if (world_balls(world) + *balls >= INT32_MAX - 64)
        return fail(error, SCREE_BAD_INPUT, "grains to be added", "add fewer",
                    "too many grains for one world");
    if (world->next_id > ID_MOST - *balls)
        return fail(error, SCREE_BAD_INPUT, "grains to be added", "begin a case anew",
                    "all ids up to %" PRId64 " have been given away", ID_MOST - 1);
    return SCREE_OK;
}

static const char when_added[] = "grains were added";

scree_status world_add(world *world, const world_newcomer *grain, int64_t count, int64_t *id,
                       scree_error *error)
{
    int64_t balls = 0;
    scree_status status = world_refuse(world, error);
    if (status == SCREE_OK)
        status = world_refresh(world, false, error);
    if (status == SCREE_OK)
        status = check_room(world, grain, count, &balls, error);
    if (status == SCREE_OK)
        status = check_newcomers(world, grain, count, error);
    // of impulses no contact holds energy
    const bool booked = world->shared->model->ledger && world->shared->solver->resolves;
    double missed = 0;
    if (status == SCREE_OK && booked && count > 0)
        status = world_residual(world, &missed, error);
    bodies *bodies = &world_nursery(world)->body;
    if (status == SCREE_OK && bodies->count + balls > bodies->room &&
        !bodies_reserve(bodies, (int32_t)(bodies->count + balls + 64)))
        status = fail_memory(error, "newcomers");
    if (status != SCREE_OK || count == 0)
        return status;
    world_forget_traffic(world);
    const int64_t first = world->next_id;
    for (int64_t i = 0; i < count; i++) {
        id[i] = world->next_id;
        if (!world_put_newcomer(world, &grain[i]))
            return world_lose(world, when_added, error);
    }
    scree_error fault;
    status = world_refresh(world, true, &fault);
    if (status == SCREE_OK && booked)
        status = world_book_newcomers(world, first, missed, &fault);
    if (status == SCREE_OK)
        return SCREE_OK;
    if (status == SCREE_NO_MEMORY)
        return world_lose(world, when_added, error);
    world->failure = fault;
    return world_refuse(world, error);
}
