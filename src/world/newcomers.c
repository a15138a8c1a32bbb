// newcomers.c - grains that come while a world goes on: how one is put among the bodies, and those that a program asks for.
//
// A newcomer is told as it is at the time of the positions. Where velocities are kept half a step behind, it gets the one
// that its weight alone would have changed to that; contacts that it begins with have felt nothing yet.
#include "world/newcomers.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "motion/damping.h"
#include "motion/whole.h"

#include <inttypes.h>

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

// Half a step ago; Gear's scheme keeps that of now.
v3 world_velocity_to_keep(const world *world, int set, v3 velocity)
{
    const shared *shared = world->shared;
    const bool lags = shared->started && !world->part->body.path;
    const double half = lags ? 0.5 * shared->dt_before : 0;
    const v3 weight = v3_at(world->part->stepping.gravity);
    const v3 fall = damped(model_set_damping(shared->model, set), weight, velocity);
    v3 kept = v3_fma(velocity, -half, fall);
    if (world->part->stepping.flat)
        kept.z = 0;
    return kept;
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
    const v3 velocity = world_velocity_to_keep(world, set, grain->velocity);
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
    const newcomer_list list = {.grain = grain, .count = count, .doing = "to be added"};
    int64_t balls = 0;
    scree_status status = world_refuse(world, error);
    if (status == SCREE_OK)
        status = world_refresh(world, false, error);
    if (status == SCREE_OK)
        status = check_room(world, grain, count, &balls, error);
    if (status == SCREE_OK)
        status = world_check_newcomers(world, &list, error);
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
    world->generation++;
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
