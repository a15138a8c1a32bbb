// glance.c - a short look at a world: where the grains and walls are, and how fast grains go. It reads what the last step has
// left, computes no contact and sorts nothing, so that it costs a small part of a step.
#include "world/internal.h"
#include "world/ranks.h"

#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

// Where grains are and how fast they go.
static void glance_at_motion(const bodies *body, int threads, int64_t before, frame_balls *seen)
{
    const rec4 *place = body->position[body->now];
    const rec4 *velocity = body->velocity[body->now];
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t slot = 0; slot < body->count; slot++) {
        const int64_t at = before + slot;
        seen->position[at] = v3_of(&place[slot]);
        seen->radius[at] = place[slot].v[3];
        seen->velocity[at] = v3_of(&velocity[slot]);
        if (body->orientation)
            seen->orientation[at] = q4_of(&body->orientation[slot]);
    }
}

static void glance_at_kinds(const bodies *body, const model *model, int64_t before,
                            frame_balls *seen)
{
    for (int32_t slot = 0; slot < body->count; slot++) {
        const int64_t at = before + slot;
        const int32_t set = body->set[slot];
        seen->id[at] = body->id[slot];
        seen->set[at] = set;
        seen->material[at] = body->material[slot];
        seen->shape[at] = (int32_t)(model_shape_of(model, set) - model->shape);
        seen->body[at] = body->id[bodies_first(body, slot)];
    }
}

// Do the grains stand in memory as they did when this frame was filled in before, in the same case?
static bool stand_as_before(const frame *seen, const world *world)
{
    int64_t before = 0;
    bool same = seen->ball.count == world_balls(world) && seen->model == world->shared->model;
    for (const part *part = world->part; same && part < world_parts_end(world); part++) {
        const size_t size = (size_t)part->body.count * sizeof *part->body.id;
        same = memcmp(seen->ball.id + before, part->body.id, size) == 0;
        before += part->body.count;
    }
    return same;
}

static scree_status glance_at_walls(const shared *shared, frame *out, scree_error *error)
{
    frame_wall *grown = realloc(out->wall, ((size_t)shared->walls + 1) * sizeof *grown);
    if (!grown)
        return fail_memory(error, "glance");
    out->wall = grown;
    out->walls = shared->walls;
    for (int i = 0; i < shared->walls; i++) {
        const moving_wall *wall = &shared->wall[i];
        out->wall[i] = (frame_wall){
            .name = wall->name,
            .id = wall->id,
            .absent = wall->absent,
            .position = wall->now.position,
            .orientation = wall->now.orientation,
        };
    }
    return SCREE_OK;
}

scree_status world_glance(const world *world, frame *out, scree_error *error)
{
    const shared *shared = world->shared;
    const bool turned = world->part->body.with_orientation;
    const scree_status seen = world_mirror(world, error);
    if (seen != SCREE_OK)
        return seen;
    const bool same = out->ball.room > 0 && stand_as_before(out, world);
    if (!frame_balls_reserve(&out->ball, world_balls(world), turned))
        return fail_memory(error, "glance");
    out->ball.count = world_balls(world);
    out->contact.count = 0;
    out->time = world_time(world);
    out->step = shared->step;
    out->model = shared->model;
    out->stage = world_stages(world) > 0 ? world_stage(world).number : -1;
    world_show_cell_form(world, &out->cell);
    int64_t before = 0;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        glance_at_motion(&part->body, shared->threads, before, &out->ball);
        if (!same)
            glance_at_kinds(&part->body, shared->model, before, &out->ball);
        before += part->body.count;
    }
    return glance_at_walls(shared, out, error);
}
