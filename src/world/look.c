// look.c - what all looks at a world need: forces and energies of contacts as they are now, the motion at the time of
// the positions, the order of ids. Nothing here changes a bit of the state.
#include "world/internal.h"

#include "smooth/written.h"

#include "base/memory.h"
#include "motion/clumps.h"
#include "motion/damping.h"
#include "motion/field.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

// Contacts that would begin in this step are not there yet: they begin with zero overlap, and the next step meets them.
// But those at the very start, and wall contacts, are brought up to date by the step itself, so a look makes them as
// the step would.
scree_status world_meet(world *world, scree_error *error)
{
    shared *shared = world->shared;
    report report = {0};
    if (!shared->solver->meet)
        return SCREE_OK;
    shared->solver->pace(world->solver);
    shared->solver->meet(world->solver, &report);
    bool found = report.trouble <= TROUBLE_DEEP; // whether one is too deep, the next step says
    return found ? SCREE_OK : world_trouble(world, &report, error);
}

scree_status world_look(world *world, look_function *look, void *context, scree_error *error)
{
    return world_look_where(world, NULL, look, context, error);
}

scree_status world_look_where(world *world, look_wants *wants, look_function *look, void *context,
                              scree_error *error)
{
    shared *shared = world->shared;
    scree_status status = world_refresh(world, false, error);
    if (status == SCREE_OK)
        status = world_meet(world, error);
    if (status != SCREE_OK)
        return status;
    const kernel *k = kernel_choose(1);
    scratch *scratch =
        &world->part->scratch[0]; // of all parts: the loads on walls are added up there
    contact_seen *seen = NULL;    // of one block at a time
    int64_t room = 0;
    for (int i = 0; i < shared->walls; i++) {
        shared->wall_state[i].watched = true;
        memset(&scratch->load[i], 0, sizeof scratch->load[i]);
    }
    for (part *part = world->part; status == SCREE_OK && part < world_parts_end(world); part++) {
        stepping stepping = part->stepping;
        stepping.observe = true;
        stepping.look = shared->started ? shared->dt_before : 0;
        for (int i = 0; status == SCREE_OK && i < part->list.blocks; i++) {
            block *block = &part->list.block[i];
            if (wants && !wants(context, world, part, block))
                continue;
            if (!MEM_GROW(seen, room, block->lines + LANES_MOST)) {
                status = fail_memory(error, "looking at contacts");
                break;
            }
            memset(seen, 0, ((size_t)block->lines + LANES_MOST) * sizeof *seen);
            if (!k->block_look(&stepping, block, scratch, seen))
                status = fail_memory(error, "looking at contacts");
            else
                look(context, world, part, block, seen, scratch);
        }
    }
    free(seen);
    return status;
}

// Of a ball, with what damping takes from it now, W.
static body_motion carried(const world *world, const part *part, int32_t slot, ball_drive drive,
                           double *taken)
{
    const bodies *body = &part->body;
    const stepping *stepping = &part->stepping;
    const double inverse_mass = bodies_inverse_mass(body, slot);
    const double half = shared_lag(world->shared);
    const double alpha = damping_of(stepping, slot);
    const ball_motion before = {
        .velocity = v3_of(velocity_now(body, slot)),
        .rim = v3_of(spin_now(body, slot)),
    };
    const v3 at = v3_of(position_now(body, slot));
    const bool damps = alpha > 0 && inverse_mass > 0 && half > 0;
    ball_drive left = drive;
    if (damps)
        left = damped_ball(stepping, alpha, half, at, before, drive);
    const ball_motion now = {
        .velocity = v3_fma(before.velocity, half, left.push),
        .rim = v3_fma(before.rim, half, left.turn),
    };
    *taken = damps ? damping_power(stepping, at, now, drive, left) / inverse_mass : 0;
    return (body_motion){now.velocity, now.rim};
}

body_motion world_motion(const world *world, const part *part, const pull_sum *pull, int32_t slot,
                         double *taken)
{
    const bodies *body = &part->body;
    const written_motion *written = written_of(world->shared, body->id[slot]);
    const double inverse_mass = bodies_inverse_mass(body, slot);
    const v3 gravity = inverse_mass > 0 ? v3_at(part->stepping.gravity) : v3_make(0, 0, 0);
    v3 turn = v3_scale(part->stepping.spin_factor * inverse_mass, pull->turn);
    v3 push = v3_add(v3_scale(inverse_mass, pull->force), gravity);
    if (part->stepping.flat) {
        push.z = 0;
        turn.x = 0;
        turn.y = 0;
    }
    if (part->stepping.field && inverse_mass > 0) {
        const v3 before = v3_of(velocity_now(body, slot));
        push = field_push(&part->stepping, slot, push, before, 2 * shared_lag(world->shared));
    }
    body_motion motion = carried(world, part, slot, (ball_drive){push, turn}, taken);
    if (written) {
        motion.velocity = written->velocity;
        motion.rim = v3_scale(bodies_radius(body, slot), written->spin);
    }
    return motion;
}

double world_kinetic(const world *world, double mass, body_motion now)
{
    return 0.5 * mass *
           (v3_dot(now.velocity, now.velocity) +
            v3_dot(now.rim, now.rim) / world->part->stepping.spin_factor);
}

clump_motion world_clump_motion(const world *world, const stepping *stepping, int32_t head)
{
    const bodies *bodies = stepping->context.body;
    clump_motion motion = clump_motion_at(stepping, head, shared_lag(world->shared));
    const written_motion *written = written_of(world->shared, bodies->id[head]);
    if (!written)
        return motion;
    const double radius = bodies_radius(bodies, head);
    motion.velocity = written->velocity;
    motion.spin = written->spin;
    motion.kinetic = world_kinetic(world, bodies->centre[head].v[3],
                                   (body_motion){motion.velocity, v3_scale(radius, motion.spin)});
    return motion;
}

int64_t world_before(const world *world, const part *which)
{
    int64_t count = 0;
    for (const part *before = world->part; before < which; before++)
        count += before->body.count;
    return count;
}

int32_t *world_places(const world *world)
{
    const int64_t count = world_balls(world);
    int32_t *place = malloc(((size_t)count + 1) * sizeof *place);
    sort_pair *pair = malloc(((size_t)count + 1) * sizeof *pair);
    sort_pair *spare = malloc(((size_t)count + 1) * sizeof *spare);
    if (place && pair && spare) {
        int32_t n = 0;
        for (const part *part = world->part; part < world_parts_end(world); part++) {
            for (int32_t i = 0; i < part->body.count; i++, n++)
                pair[n] = (sort_pair){(uint64_t)part->body.id[i], (uint32_t)n};
        }
        sort_u64_by_key(pair, n, spare);
        for (int32_t i = 0; i < n; i++)
            place[pair[i].value] = i;
    } else {
        free(place);
        place = NULL;
    }
    free(pair);
    free(spare);
    return place;
}
