// parts.c - the parts of a world: their memory, and what a step reads in them, from the model and the laws.
#include "world/internal.h"
#include "world/losses.h"
#include "world/ranks.h"

#include "smooth/written.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// What the step needs, from model and laws.
static void set_axis(stepping *stepping, const model *model, int axis)
{
    const bool locked = axis == 2 && model->dimensions == 2;
    const bool periodic = model->boundary[axis] == BOUNDARY_PERIODIC && !locked;
    const double low = v3_component(model->low, axis);
    const double high = v3_component(model->high, axis);
    const double length = high - low;
    contact_context *context = &stepping->context;
    stepping->periodic[axis] = periodic;
    stepping->low[axis] = locked ? -1e300 : low;
    stepping->high[axis] = locked ? 1e300 : high;
    context->length[axis] = periodic ? length : 0;
    context->inverse_length[axis] = periodic ? 1 / length : 0;
}

static void set_stepping(world *world, part *part)
{
    shared *shared = world->shared;
    const model *model = shared->model;
    stepping *stepping = &part->stepping;
    contact_context *context = &stepping->context;
    context->body = &part->body;
    context->layout = shared->layout;
    context->set_of = shared->set_of;
    context->reach = shared->reach;
    context->materials = model->materials;
    for (int axis = 0; axis < 3; axis++)
        set_axis(stepping, model, axis);
    const v3 fall = model_fall(model);
    stepping->gravity[0] = fall.x;
    stepping->gravity[1] = fall.y;
    stepping->gravity[2] = fall.z;
    stepping->law = shared->law;
    stepping->wall = shared->wall_state;
    stepping->walls = shared->walls;
    part_pace(part, shared);
    stepping->flat = model->dimensions == 2;
    stepping->rotation = model->rotation;
    stepping->extrapolate = model->integrator != INTEGRATOR_LEAPFROG;
    stepping->full_arm = model->full_arm;
    stepping->ledger = model->ledger;
    stepping->spin_factor = stepping->flat ? 2.0 : 2.5;
    stepping->too_deep = model->deepest;
    stepping->clump = shared->clump;
    stepping->inertia = shared->inertia;
    stepping->damping = shared->damping;
    stepping->form = shared->cores ? shared->form : NULL;
    stepping->corners = shared->cores && (!stepping->flat || shared->solver->turns_outlines);
    stepping->rare = stepping->flat || part->body.with_orientation || shared->damping;
    stepping->growth = shared->growth.pace;
    stepping->field = shared->field.count > 0 ? &shared->field : NULL;
    part_place_cell(part, shared);
}

// Fixed bodies, wherever they are, make motion of all rare, and say which law sets have to do with them.
void world_note_fixed(world *world)
{
    const shared *shared = world->shared;
    bool any = false;
    for (int k = 0; k < shared->sets; k++)
        shared->law[k].fixed = false;
    for (const part *part = world->part; part < world_end(world); part++) {
        const bodies *bodies = &part->body;
        for (int32_t i = 0; i < bodies->count; i++) {
            const int32_t material = bodies->material[i];
            if (bodies_inverse_mass(bodies, i) > 0)
                continue;
            any = true;
            for (int k = 0; k < shared->sets; k++) {
                law_set *law = &shared->law[k];
                law->fixed = law->fixed || law->a == material || law->b == material;
            }
        }
    }
    any = ranks_sum(world, any) > 0;
    for (int k = 0; k < shared->sets; k++)
        shared->law[k].fixed = ranks_sum(world, shared->law[k].fixed) > 0;
    for (part *part = world->part; part < world_end(world); part++)
        part->stepping.rare = part->stepping.rare || any;
}

static scree_status allocate_part(world *world, part *part, double skin, scree_error *error)
{
    const shared *shared = world->shared;
    const int threads = shared->threads;
    part->stepping.skin = skin;
    if (!bodies_reserve(&part->body, part->body.room))
        return fail_memory(error, "grains");
    part->scratch = calloc((size_t)threads, sizeof *part->scratch);
    part->report = calloc((size_t)threads, sizeof *part->report);
    if (!part->scratch || !part->report)
        return fail_memory(error, "lists");
    if (!lists_init(&part->list, shared->model->search, threads, shared->width, skin))
        return fail_memory(error, "lists");
    const size_t loads = (size_t)shared->walls + 1;
    for (int thread = 0; thread < threads; thread++) {
        scratch *scratch = &part->scratch[thread];
        scratch->load = calloc(loads, sizeof *scratch->load);
        if (!scratch->load)
            return fail_memory(error, "walls");
        if (shared->growth.set && shared->model->ledger) {
            scratch->growth = calloc(1, sizeof *scratch->growth);
            if (!scratch->growth)
                return fail_memory(error, "growth");
        }
        if (shared->field.brakes && shared->model->ledger) {
            scratch->drag = calloc(1, sizeof *scratch->drag);
            if (!scratch->drag)
                return fail_memory(error, "forces");
        }
        if (!shared->cell.given)
            continue;
        scratch->cell = calloc(1, sizeof *scratch->cell);
        if (!scratch->cell)
            return fail_memory(error, "cell");
    }
    return SCREE_OK;
}

scree_status world_allocate(world *world, scree_error *error)
{
    double largest = 0;
    double smallest = INFINITY;
    scree_status status = world_make_cell(world, error);
    if (status != SCREE_OK)
        return status;
    for (const part *part = world->part; part < world_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++) {
            double radius = bodies_radius(&part->body, i);
            largest = real_max(largest, radius);
            smallest = real_min(smallest, radius);
        }
    }
    ranks_most(world, &largest, 1);
    ranks_least(world, &smallest, 1);
    world_begin_growth(world);
    status = world_check_periodic(world, largest, error);
    const double skin = world->skin_asked > 0 ? world->skin_asked
                        : isfinite(smallest)  ? 0.35 * smallest
                                              : 1;
    for (part *part = world->part; status == SCREE_OK && part < world_end(world); part++) {
        set_stepping(world, part);
        status = allocate_part(world, part, skin, error);
    }
    if (status == SCREE_OK)
        status = world_begin_losses(world, error);
    if (status != SCREE_OK)
        return status;
    if (world->parts > 1 && !world_make_links(world))
        return fail_memory(error, "parts");
    if (world->ranks && !(mirror_make(world) && ranks_make_rooms(world)))
        return fail_memory(error, "ranks");
    world_note_fixed(world);
    shared_place_walls(world->shared);
    return world->shared->solver->make(world->shared, world->part, world->parts, world->ranks,
                                       &world->solver, error);
}

static void free_part(world *world, part *part)
{
    bodies_free(&part->body);
    lists_free(&part->list);
    for (int thread = 0; part->scratch && thread < world->shared->threads; thread++) {
        mem_free(part->scratch[thread].lines);
        free(part->scratch[thread].gone);
        free(part->scratch[thread].ending);
        free(part->scratch[thread].load);
        free(part->scratch[thread].cell);
        free(part->scratch[thread].growth);
        free(part->scratch[thread].drag);
        free(part->scratch[thread].lost_by_set);
        free(part->scratch[thread].strokes.note);
    }
    free(part->scratch);
    free(part->report);
    mem_free(part->stepping.turned);
    mem_free(part->stepping.turned_first);
    written_free_step(part);
    followers_free(&part->follow);
    mem_free(part->stepping.pull);
}

void world_free_parts(world *world)
{
    for (part *part = world->part; part < world_end(world); part++)
        free_part(world, part);
}

lists_task world_lists_task(const world *world, part *part)
{
    const shared *shared = world->shared;
    lists_task task = {
        .body = &part->body,
        .context = &part->stepping.context,
        .box = {{0}, {0}, {false}, {0}},
        .wall = shared->placed_wall,
        .walls = shared->walls,
        .reach = shared->reach_most,
        .core = shared->cores ? shared->core : NULL,
    };
    for (int axis = 0; axis < 3; axis++) {
        task.box.low[axis] = part->stepping.low[axis];
        task.box.high[axis] = part->stepping.high[axis];
        task.box.periodic[axis] = part->stepping.periodic[axis];
    }
    if (shared->cell.given) {
        const double *edge = shared->cell.now.of;
        task.box.tilt[TILT_XY] = edge[CELL_XY];
        task.box.tilt[TILT_XZ] = edge[CELL_XZ];
        task.box.tilt[TILT_YZ] = edge[CELL_YZ];
    }
    return task;
}
