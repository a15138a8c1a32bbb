// write.c - velocities and spins that come from outside.
//
// The value written is one at the time of the positions. It waits beside what is kept until the next step gives it
// (smooth/written.c); where no step has been, and with the nonsmooth solver, what is kept is of that time, too, and it
// takes its place. What is read and written back changes nothing.
#include "world/check_image.h"
#include "world/motions.h"

#include "smooth/written.h"

#include "motion/clumps.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writing {
    world_quantity what;
    body_place *at; // of each value; of a body that moves as a whole its first ball
    grain_motion *now;
    int32_t *value_of; // of each ball, part by part, -1: none
} writing;

static scree_status refuse(int64_t i, const char *hint, scree_error *error, const char *what,
                           int64_t id)
{
    char where[48];
    snprintf(where, sizeof where, "value %lld", (long long)i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "grain %lld %s", (long long)id, what);
}

static bool is_slow(v3 value, double most)
{
    return fabs(value.x) < most && fabs(value.y) < most && fabs(value.z) < most;
}

// As an image must be; spins are kept as they are, and as the speed of the rim. The balls of a body go around its centre.
static bool is_slow_enough(const part *part, int32_t slot, world_quantity what, v3 value)
{
    const bodies *bodies = &part->body;
    const int32_t balls = bodies_clumped(bodies, slot) ? bodies_members(bodies, slot) : 1;
    const v3 none = v3_make(0, 0, 0);
    bool slow = is_slow(value, FASTEST);
    for (int32_t k = 0; k < balls && what == WORLD_SPIN; k++) {
        slow = slow && is_slow(v3_scale(bodies_radius(bodies, slot + k), value), FASTEST);
        if (balls > 1) {
            const clump_ball ball = clump_ball_of(&part->stepping, slot, k, none, value);
            slow = slow && is_slow(ball.velocity, 0.5 * FASTEST);
        }
    }
    return slow;
}

static scree_status check_value(const world *world, world_quantity what, const body_place *at,
                                int64_t i, v3 value, scree_error *error)
{
    const bodies *bodies = &at->part->body;
    const int32_t slot = at->slot;
    const int64_t id = bodies->id[slot];
    if (!(bodies_inverse_mass(bodies, slot) > 0)) {
        return refuse(i, "write to those of finite mass only", error,
                      "is fixed and keeps its place", id);
    }
    if (bodies_first(bodies, slot) != slot) {
        return refuse(i, "write to its first one, whose id is in the column `body`", error,
                      "is one of the balls of a body and moves with it", id);
    }
    if (!isfinite(value.x) || !isfinite(value.y) || !isfinite(value.z)) {
        return refuse(i, "give three finite numbers", error,
                      "would get a motion that is not a number", id);
    }
    if (!is_slow_enough(at->part, slot, what, value)) {
        return refuse(i, "check its unit; a state that is faster could not be resumed", error,
                      what == WORLD_VELOCITY ? "would be faster than 1e15 m/s"
                                             : "would spin faster than 1e15 rad/s, or its rim than "
                                               "1e15 m/s",
                      id);
    }
    if (world->part->stepping.flat &&
        (what == WORLD_VELOCITY ? value.z != 0 : value.x != 0 || value.y != 0)) {
        return refuse(i, "give a velocity in the plane, a spin about z", error,
                      "would leave the plane of a 2D world", id);
    }
    return SCREE_OK;
}

// Of each ball of the body: which value is its own.
static void claim(const world *world, const writing *writing, const body_place *at, int32_t i)
{
    const bodies *bodies = &at->part->body;
    int32_t *value_of = &writing->value_of[world_before(world, at->part) + at->slot];
    const int32_t balls = bodies_clumped(bodies, at->slot) ? bodies_members(bodies, at->slot) : 1;
    for (int32_t k = 0; k < balls; k++)
        value_of[k] = i;
}

// Places of the grains that are written to, all checked.
static scree_status find_places(const world *world, const int64_t *id, const v3 *value,
                                int64_t count, writing *writing, scree_error *error)
{
    int64_t all;
    body_at *list = world_bodies_by_id(world, &all);
    scree_status status = list ? SCREE_OK : fail_memory(error, "writing to grains");
    for (int64_t i = 0; i < all; i++)
        writing->value_of[i] = -1;
    if (list && !id)
        world_keep_first(list, &all);
    for (int64_t i = 0; !status && i < count; i++) {
        const body_at *found = id ? world_find_body(list, all, id[i]) : &list[i];
        if (!found) {
            status = refuse(i, "read the ids of the grains that there are now", error,
                            "is not there", id[i]);
            break;
        }
        int32_t *value_of =
            &writing->value_of[world_before(world, found->at.part) + found->at.slot];
        if (*value_of >= 0) {
            status =
                refuse(i, "name each grain once", error, "stands twice among the ids", found->id);
        } else {
            status = check_value(world, writing->what, &found->at, i, value[i], error);
        }
        writing->at[i] = found->at;
        if (!status)
            claim(world, writing, &found->at, (int32_t)i);
    }
    free(list);
    return status;
}

static bool waits(const world *world)
{
    return shared_lag(world->shared) > 0;
}

// The jump grows by what is new, so that what is written and taken back is none.
static void put_aside(shared *shared, const writing *writing, int64_t i, v3 value)
{
    const body_place *at = &writing->at[i];
    const grain_motion *now = &writing->now[i];
    const int64_t id = at->part->body.id[at->slot];
    const written_motion *known = written_of(shared, id);
    written_motion *written = known ? &shared->written[known - shared->written]
                                    : written_begin(shared, id, now->velocity, now->spin);
    if (writing->what == WORLD_VELOCITY) {
        const v3 jump = v3_sub(value, written->velocity);
        written->velocity_jump = v3_add(written->velocity_jump, jump);
        written->velocity = value;
    } else {
        const v3 jump = v3_sub(value, written->spin);
        written->spin_jump = v3_add(written->spin_jump, jump);
        written->spin = value;
    }
}

// A body that moves as a whole has its new motion, and its balls theirs.
static void put_body_at_once(const world *world, const writing *writing, int64_t i, v3 value)
{
    const body_place *at = &writing->at[i];
    const grain_motion *now = &writing->now[i];
    const bool moves = writing->what == WORLD_VELOCITY;
    const v3 none = v3_make(0, 0, 0);
    if (at->part->body.path) {
        const v3 change = v3_sub(value, moves ? now->velocity : now->spin);
        clump_push_gear(&at->part->body, at->slot, moves ? change : none, moves ? none : change,
                        world->shared->dt_before);
    }
    clump_give(&at->part->stepping, at->slot, moves ? value : now->velocity,
               moves ? now->spin : value);
}

static void put_at_once(const world *world, const writing *writing, int64_t i, v3 value)
{
    const body_place *at = &writing->at[i];
    bodies *bodies = &at->part->body;
    const int32_t slot = at->slot;
    rec4 *velocity = velocity_now(bodies, slot);
    rec4 *rim = spin_now(bodies, slot);
    const v3 turn = v3_scale(bodies_radius(bodies, slot), value);
    if (bodies_clumped(bodies, slot))
        put_body_at_once(world, writing, i, value);
    else if (writing->what == WORLD_VELOCITY)
        *velocity = (rec4){{value.x, value.y, value.z, velocity->v[3]}};
    else
        *rim = (rec4){{turn.x, turn.y, turn.z, rim->v[3]}};
}

static double kinetic_of(const world *world, const body_place *at, grain_motion now)
{
    const bodies *bodies = &at->part->body;
    const bool clump = world->shared->clump[bodies->set[at->slot]] != NULL;
    const double radius = bodies_radius(bodies, at->slot);
    const double mass =
        clump ? bodies->centre[at->slot].v[3] : 1 / bodies_inverse_mass(bodies, at->slot);
    const body_motion motion = {
        .velocity = now.velocity,
        .rim = v3_scale(radius, now.spin),
    };
    const double flow = world_flow_energy(world, at->part, at->slot, mass, now.velocity);
    if (clump)
        return clump_kinetic(&at->part->stepping, at->slot, now.velocity, now.spin) + flow;
    return world_kinetic(world, mass, motion) + flow;
}

// Is this what the grain has now?
static bool is_known(const writing *writing, int64_t i, v3 value)
{
    const v3 now =
        writing->what == WORLD_VELOCITY ? writing->now[i].velocity : writing->now[i].spin;
    return memcmp(&now, &value, sizeof now) == 0;
}

// False without memory.
static bool put(world *world, const writing *writing, const v3 *value, int64_t count)
{
    shared *shared = world->shared;
    exact_sum energy = {0};
    bool changed = false;
    if (waits(world) && !written_reserve(shared, count))
        return false;
    for (int64_t i = 0; i < count; i++) {
        const body_place *at = &writing->at[i];
        if (is_known(writing, i, value[i]))
            continue;
        grain_motion is = writing->now[i];
        if (writing->what == WORLD_VELOCITY)
            is.velocity = value[i];
        else
            is.spin = value[i];
        changed = true;
        exact_sum_add(&energy, kinetic_of(world, at, is));
        exact_sum_add(&energy, -kinetic_of(world, at, writing->now[i]));
        exact_sum_add(&energy, -world_height_energy(world, at->part, at->slot));
        if (waits(world))
            put_aside(shared, writing, i, value[i]);
        else
            put_at_once(world, writing, i, value[i]);
        exact_sum_add(&energy, world_height_energy(world, at->part, at->slot));
    }
    written_order(shared);
    if (shared->model->ledger)
        shared->books.added += exact_sum_value(&energy);
    // where no step has been, dashpots and books take the motion of now for that of one step ago
    if (changed && !waits(world))
        world_exchange(world);
    if (changed && !waits(world) && shared->solver->settle)
        shared->solver->settle(world->solver);
    return true;
}

scree_status world_write(world *world, world_quantity what, const int64_t *id, const v3 *value,
                         int64_t count, scree_error *error)
{
    const int64_t all = world_balls(world);
    const int64_t grains = world_grains(world);
    if (count < 0 || count > grains || (!id && count != grains)) {
        return fail(error, SCREE_BAD_INPUT, "count", "give the ids, or one value for every grain",
                    "%lld values for %lld grains", (long long)count, (long long)grains);
    }
    // a look may build lists, which moves bodies: slots are found after it
    scree_status status = world_refuse(world, error);
    if (!status)
        status = world_refresh(world, false, error);
    if (status)
        return status;
    writing writing = {
        .what = what,
        .at = malloc(((size_t)count + 1) * sizeof *writing.at),
        .now = malloc(((size_t)count + 1) * sizeof *writing.now),
        .value_of = malloc(((size_t)all + 1) * sizeof *writing.value_of),
    };
    if (!writing.at || !writing.now || !writing.value_of)
        status = fail_memory(error, "writing to grains");
    if (!status)
        status = find_places(world, id, value, count, &writing, error);
    if (!status)
        status = world_motions(world, writing.at, writing.value_of, count, writing.now, error);
    if (!status && !put(world, &writing, value, count))
        status = fail_memory(error, "writing to grains");
    free(writing.at);
    free(writing.now);
    free(writing.value_of);
    return status;
}
