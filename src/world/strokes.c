// strokes.c - tells whoever listens all that contacts with walls do in a step, wall by wall (world_listen in world/world.h).
//
// Threads have noted strokes in the order of memory. Here they get the frame of their wall, which stands still meanwhile,
// and the order of balls and features, so that a sum over them has the same bits however bodies were dealt out.
#include "world/ranks_hear.h"

#include "base/memory.h"
#include "smooth/strokes.h"

#include <stdlib.h>
#include <string.h>

// ---- who listens

static void mark_walls(world *world)
{
    const shared *shared = world->shared;
    const world_listener *listener = &world->listener;
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        wall->heard = listener->wants && listener->wants(listener->context, wall->name);
    }
    ranks_tell_heard(world);
}

void world_listen(world *world, const world_listener *listener)
{
    world->listener = listener ? *listener : (world_listener){0};
    mark_walls(world);
}

// ---- strokes against their walls

// How a wall moves at the time of the positions.
static wall_pose motion_of(const world *world, int number)
{
    const shared *shared = world->shared;
    const wall_load *load = &world->part->scratch[0].load[number];
    v3 force = {0, 0, 0};
    v3 torque = {0, 0, 0};
    if (shared->wall_state[number].watched || shared->solver->means) {
        force = exact_sum_v3_value(&load->force);
        torque = exact_sum_v3_value(&load->torque);
    }
    return shared_wall_motion(shared, number, force, torque);
}

// The velocity of the surface of a wall at an arm from its reference point.
static v3 surface_at(const wall_state *wall, const wall_pose *motion, v3 arm, v3 normal)
{
    const v3 carried = v3_add(motion->velocity, v3_cross(motion->spin, arm));
    if (!wall->surface.moves)
        return carried;
    return v3_fma(carried, wall->surface.now, wall_surface_at(&wall->surface, arm, normal));
}

// Against the wall, in its frame. One that is not turned has that of space, but for the signs of zeros.
static stroke brought_to_wall(const wall_state *wall, const wall_pose *motion,
                              const stroke_note *note)
{
    const q4 back = q4_conjugate(wall->orientation);
    const v3 arm = v3_sub(note->point, wall->position);
    stroke stroke = note->stroke;
    stroke.place = arm;
    if (note->slot >= 0) {
        const v3 under = surface_at(wall, motion, arm, stroke.normal);
        stroke.before = v3_sub(stroke.before, under);
        stroke.after = v3_sub(stroke.after, under);
    }
    if (back.w == 1 && back.x == 0 && back.y == 0 && back.z == 0)
        return stroke;
    stroke.place = q4_rotate(back, arm);
    stroke.normal = q4_rotate(back, stroke.normal);
    stroke.force = q4_rotate(back, stroke.force);
    stroke.before = q4_rotate(back, stroke.before);
    stroke.after = q4_rotate(back, stroke.after);
    return stroke;
}

static bool gather_notes(world_strokes *strokes, const stroke_note *note, int64_t count, int number)
{
    if (!MEM_GROW(strokes->found, strokes->found_room, strokes->count + count))
        return false;
    for (int64_t i = 0; i < count; i++) {
        if (note[i].wall == number)
            strokes->found[strokes->count++] = &note[i];
    }
    return true;
}

static bool gather(world *world, int number)
{
    world_strokes *strokes = &world->strokes;
    bool ok = true;
    strokes->count = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int thread = 0; ok && thread < world->shared->threads; thread++) {
            const stroke_notes *notes = &part->scratch[thread].strokes;
            ok = gather_notes(strokes, notes->note, notes->count, number);
        }
    }
    return ok && gather_notes(strokes, strokes->came, strokes->cames, number);
}

// What the threads of this rank have noted goes to rank 0; each ball is of one rank.
static bool bring_notes(world *world)
{
    world_strokes *strokes = &world->strokes;
    const part *own = world_own(world);
    stroke_note *mine = NULL;
    int64_t count = 0;
    int64_t room = 0;
    bool ok = true;
    for (int thread = 0; ok && thread < world->shared->threads; thread++) {
        const stroke_notes *notes = &own->scratch[thread].strokes;
        ok = MEM_GROW(mine, room, count + notes->count + 1);
        if (ok && notes->count > 0)
            memcpy(mine + count, notes->note, (size_t)notes->count * sizeof *mine);
        count += notes->count;
    }
    if (!ok)
        ranks_abandon(world, "out of memory for strokes on walls");
    free(strokes->came);
    strokes->came = ranks_bring(world, mine, count, sizeof *mine, &strokes->cames);
    free(mine);
    return ok;
}

// ---- their order

// Of strokes of one ball; those of one contact are in the order in which they happened.
static void order_features(stroke *stroke, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        const struct stroke held = stroke[i];
        int64_t at = i;
        for (; at > 0 && stroke[at - 1].feature > held.feature; at--)
            stroke[at] = stroke[at - 1];
        stroke[at] = held;
    }
}

static bool order(world *world, int number)
{
    const wall_state *wall = &world->shared->wall_state[number];
    world_strokes *strokes = &world->strokes;
    const int64_t count = strokes->count;
    if (!MEM_GROW(strokes->stroke, strokes->room, count + 1) ||
        !MEM_GROW(strokes->pair, strokes->pairs, 2 * count + 1))
        return false;
    for (int64_t i = 0; i < count; i++) {
        strokes->pair[i] = (sort_pair){
            .key = sort_key_i64(strokes->found[i]->stroke.ball),
            .value = (uint32_t)i,
        };
    }
    sort_u64_by_key(strokes->pair, count, strokes->pair + count);
    const wall_pose motion = motion_of(world, number);
    for (int64_t i = 0; i < count; i++) {
        const stroke_note *note = strokes->found[strokes->pair[i].value];
        strokes->stroke[i] = brought_to_wall(wall, &motion, note);
    }
    int64_t first = 0;
    for (int64_t i = 1; i <= count; i++) {
        if (i < count && strokes->stroke[i].ball == strokes->stroke[first].ball)
            continue;
        order_features(strokes->stroke + first, i - first);
        first = i;
    }
    return true;
}

static scree_status tell_strokes(world *world, scree_error *error)
{
    const shared *shared = world->shared;
    const world_listener *listener = &world->listener;
    scree_status status = SCREE_OK;
    for (int i = 0; i < shared->walls && !status; i++) {
        if (!shared->wall_state[i].heard)
            continue;
        if (!gather(world, i) || !order(world, i))
            return fail_memory(error, "strokes on walls");
        const strokes strokes = {
            .wall = shared->wall[i].name,
            .time = world_time(world),
            .lasts = world->part->stepping.kick,
            .stroke = world->strokes.stroke,
            .count = world->strokes.count,
        };
        status = listener->hear(listener->context, &strokes, error);
    }
    return status;
}

static void forget_notes(world *world)
{
    for (part *part = world_own(world); part < world_own_end(world); part++) {
        for (int thread = 0; thread < world->shared->threads; thread++)
            part->scratch[thread].strokes.count = 0;
    }
}

scree_status world_tell_strokes(world *world, scree_error *error)
{
    const shared *shared = world->shared;
    scree_status status = SCREE_OK;
    if (!shared->heard)
        return SCREE_OK;
    for (part *part = world_own(world); part < world_own_end(world); part++) {
#pragma omp parallel for num_threads(shared->threads)
        for (int thread = 0; thread < shared->threads; thread++)
            strokes_complete(&part->stepping, &part->scratch[thread].strokes);
    }
    if (world->ranks && !bring_notes(world))
        return fail_memory(error, "strokes on walls");
    if (ranks_lead(world))
        status = tell_strokes(world, error);
    forget_notes(world);
    return ranks_status(world, status, error);
}

void world_free_strokes(world *world)
{
    free(world->strokes.came);
    free(world->strokes.found);
    free(world->strokes.stroke);
    free(world->strokes.pair);
}
