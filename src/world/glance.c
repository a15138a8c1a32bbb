// glance.c - a short look at a world: where the grains and walls are, and how fast grains go. It reads what the last step has
// left, computes no contact and sorts nothing, so that it costs a small part of a step.
#include "world/internal.h"

#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>

static void glance_at(const bodies *body, const model *model, int32_t slot, frame_balls *seen)
{
    const int64_t at = seen->count;
    const int32_t set = body->set[slot];
    const rec4 *place = &body->position[body->now][slot];
    seen->id[at] = body->id[slot];
    seen->position[at] = v3_of(place);
    seen->radius[at] = place->v[3];
    seen->velocity[at] = v3_of(&body->velocity[body->now][slot]);
    if (body->orientation)
        seen->orientation[at] = q4_of(&body->orientation[slot]);
    seen->set[at] = set;
    seen->material[at] = body->material[slot];
    seen->shape[at] = (int32_t)(model_shape_of(model, set) - model->shape);
    seen->body[at] = body->id[bodies_first(body, slot)];
    seen->count++;
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
    if (!frame_balls_reserve(&out->ball, world_balls(world), turned))
        return fail_memory(error, "glance");
    out->ball.count = 0;
    out->contact.count = 0;
    out->time = world_time(world);
    out->step = shared->step;
    out->model = shared->model;
    out->stage = world_stages(world) > 0 ? world_stage(world).number : -1;
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t slot = 0; slot < part->body.count; slot++)
            glance_at(&part->body, shared->model, slot, &out->ball);
    }
    return glance_at_walls(shared, out, error);
}
