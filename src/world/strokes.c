// strokes.c - tells whoever listens all that contacts with walls do in a step, wall by wall (world_listen in world/world.h).
//
// Threads have noted strokes in the order of memory. Here they get the frame of their wall, which stands still meanwhile,
// and the order of balls and features, so that a sum over them has the same bits however bodies were dealt out.
#include "world/internal.h"

#include "base/memory.h"
#include "smooth/strokes.h"

#include <stdlib.h>

// ---- who listens

static void mark_walls(world *world)
{
    shared *shared = world->shared;
    const world_listener *listener = &world->listener;
    shared->heard = false;
    for (int i = 0; i < shared->walls; i++) {
        moving_wall *wall = &shared->wall[i];
        wall->heard = listener->wants && listener->wants(listener->context, wall->name);
        shared->wall_state[i].heard = wall->heard;
        shared->heard = shared->heard || wall->heard;
    }
    for (part *part = world->part; part < world_parts_end(world); part++)
        part->stepping.heard = shared->heard;
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

static bool gather(world *world, int number)
{
    world_strokes *strokes = &world->strokes;
    strokes->count = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int thread = 0; thread < world->shared->threads; thread++) {
            const stroke_notes *notes = &part->scratch[thread].strokes;
            const int64_t most = strokes->count + notes->count;
            if (!MEM_GROW(strokes->found, strokes->found_room, most))
                return false;
            for (int64_t i = 0; i < notes->count; i++) {
                if (notes->note[i].wall == number)
                    strokes->found[strokes->count++] = &notes->note[i];
            }
        }
    }
    return true;
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

scree_status world_tell_strokes(world *world, scree_error *error)
{
    const shared *shared = world->shared;
    const world_listener *listener = &world->listener;
    scree_status status = SCREE_OK;
    if (!shared->heard)
        return SCREE_OK;
    for (part *part = world->part; part < world_parts_end(world); part++) {
#pragma omp parallel for num_threads(shared->threads)
        for (int thread = 0; thread < shared->threads; thread++)
            strokes_complete(&part->stepping, &part->scratch[thread].strokes);
    }
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

void world_free_strokes(world *world)
{
    free(world->strokes.found);
    free(world->strokes.stroke);
    free(world->strokes.pair);
}
