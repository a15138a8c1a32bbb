// trouble.c - what went wrong in a step, told with who, where and when.
#include "world/internal.h"

#include "law/own_wrong.h"

#include <math.h>
#include <stdio.h>

// The step could not be computed. Springs have gone on and grains have not: nothing can make a state of that again.
scree_status world_spend(world *world, const report *report, scree_error *error)
{
    world_trouble(world, report, &world->failure);
    return world_refuse(world, error);
}

// Half of a change has been made, and nothing can make a state of that again.
scree_status world_lose(world *world, const char *when, scree_error *error)
{
    world->lost = true;
    if (world->failure.status == SCREE_OK)
        fail(&world->failure, SCREE_NO_MEMORY, "world",
             "go on from the last snapshot, with fewer grains or more memory",
             "memory ran out while %s: the world is spent, it takes no more steps and can be saved "
             "no more",
             when);
    return world_refuse(world, error);
}

bool world_spent(const world *world)
{
    return world->lost || world->failure.status != SCREE_OK;
}

scree_status world_refuse(const world *world, scree_error *error)
{
    if (error && world->failure.status != SCREE_OK)
        *error = world->failure;
    return world->failure.status;
}

const char *world_set_name(const world *world, const part *part, int32_t slot)
{
    const model *model = world->shared->model;
    const int set = part->body.set[slot];
    if (set < model->grain_sets)
        return model->grains[set].name;
    return model->stream[set - model->grain_sets].name;
}

// The part that owns a body, and its slot there. Rare: all are looked through.
static const part *owner_of(const world *world, int64_t id, int32_t *slot)
{
    for (const part *part = world->part; part < world_parts_end(world); part++) {
        for (int32_t i = 0; i < part->body.count; i++) {
            if (part->body.id[i] == id) {
                *slot = i;
                return part;
            }
        }
    }
    return NULL;
}

// How deep it is in words; `x` is where the first grain was before the step.
static scree_status name_depth(const world *world, const report *report, const char *set,
                               const char *where, const double *position, scree_error *error)
{
    const shared *shared = world->shared;
    const char *remedy = "use a smaller step or stiffer contacts, or raise run.deepest_overlap";
    const char *whose = report->wall ? "its" : "the smaller";
    char depth[120];
    if (isfinite(report->depth)) {
        snprintf(depth, sizeof depth, "by %.3g m, %.3g of %s radius, more than %.3g", report->depth,
                 report->depth / report->radius, whose, shared->model->deepest);
    } else {
        snprintf(depth, sizeof depth, "so deep that no direction leads out");
        remedy = "move them apart where they overlap from the start, else use a smaller step or "
                 "stiffer contacts";
    }
    if (report->wall) {
        return fail(error, SCREE_DIVERGED, where, remedy,
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m overlaps wall `%s` %s",
                    (long long)report->b, set, position[0], position[1], position[2],
                    shared->wall[report->a].name, depth);
    }
    return fail(error, SCREE_DIVERGED, where, remedy,
                "grains %lld and %lld at (%.6g, %.6g, %.6g) m overlap %s", (long long)report->a,
                (long long)report->b, position[0], position[1], position[2], depth);
}

static int material_of(const world *world, int64_t id)
{
    const model *model = world->shared->model;
    int32_t slot = -1;
    const part *part = owner_of(world, id, &slot);
    return model_material_of(model, part ? part->body.set[slot] : 0);
}

// The normal law of a contact of the report, as a case spells it.
static void spell_law(const world *world, const report *report, char out[80])
{
    const shared *shared = world->shared;
    const int a = report->wall ? shared->wall[report->a].material : material_of(world, report->a);
    const int b = material_of(world, report->b);
    const plugin *what = model_pair_of(shared->model, a, b)->law[LAW_NORMAL].what;
    snprintf(out, 80, "%s", what->name);
    for (char *c = out; *c; c++) {
        if (*c == '_')
            *c = '-';
    }
}

static scree_status name_law(const world *world, const report *report, const char *where,
                             scree_error *error)
{
    const shared *shared = world->shared;
    const char *did = "answered a contact";
    const char *remedy = "numbers are finite, elastic + damping is not below 0 (cut damping at "
                         "-elastic), stiffness, dashpot, energy and lost are not below 0";
    char law[80];
    char partner[120];
    char answer[OWN_WRONG_WORDS];
    spell_law(world, report, law);
    own_wrong_spell((int)report->radius, report->depth, answer);
    if (report->trouble == TROUBLE_LAW) {
        did = "failed at contacts such as that";
        remedy = "it answered other than 0; what stopped it only the program knows";
    }
    if (report->wall)
        snprintf(partner, sizeof partner, "wall `%.80s`", shared->wall[report->a].name);
    else
        snprintf(partner, sizeof partner, "grain %lld", (long long)report->a);
    return fail(error, SCREE_DIVERGED, where, remedy,
                "the function of the normal law %s %s of %s and grain %lld%s%s", law, did, partner,
                (long long)report->b, report->trouble == TROUBLE_LAW ? "" : " with what is no push",
                report->trouble == TROUBLE_LAW ? "" : answer);
}

// Names who, where, when, of the bodies as they were before the step: the owner of the first one speaks.
scree_status world_name_trouble(const world *world, const report *report, scree_error *error)
{
    char where[160];
    int32_t slot = -1;
    const int64_t id = report->wall ? report->b : report->a;
    const part *part = report->trouble == TROUBLE_MEMORY ? NULL : owner_of(world, id, &slot);
    if (!part)
        return fail_memory(error, "contacts");
    const double *position = position_now(&part->body, slot)->v;
    const double *velocity = velocity_now(&part->body, slot)->v;
    const char *set = world_set_name(world, part, slot);
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    if (report->trouble == TROUBLE_LOST) {
        return fail(error, SCREE_DIVERGED, where,
                    "close the domain with walls, make it larger, or say `on_loss: remove`",
                    "grain %lld of `%s` leaves the domain; before this step it was at (%.6g, %.6g, "
                    "%.6g) m with velocity "
                    "(%.4g, %.4g, %.4g) m/s",
                    (long long)id, set, position[0], position[1], position[2], velocity[0],
                    velocity[1], velocity[2]);
    }
    if (report->trouble == TROUBLE_FAST) {
        return fail(error, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m runs away: its next position is "
                    "not a number or beyond "
                    "the next image",
                    (long long)id, set, position[0], position[1], position[2]);
    }
    if (report->trouble == TROUBLE_CORNER) {
        return fail(
            error, SCREE_DIVERGED, where, "use a coarser mesh there, or smaller grains",
            "grain %lld at (%.6g, %.6g, %.6g) m touches wall `%s` at more than %d separate places",
            (long long)id, position[0], position[1], position[2],
            world->shared->wall[report->a].name, WALL_TOUCH_MOST);
    }
    if (report->trouble == TROUBLE_ANSWER || report->trouble == TROUBLE_LAW)
        return name_law(world, report, where, error);
    return name_depth(world, report, set, where, position, error);
}

scree_status world_trouble(world *world, const report *report, scree_error *error)
{
    if (report->trouble > TROUBLE_DEEP) {
        world->lost = world->lost || report->trouble == TROUBLE_MEMORY;
        // contacts may have begun in some blocks and not in others: lists are built again
        for (part *part = world->part; part < world_parts_end(world); part++) {
            part->stepping.moved = INFINITY;
            part->list.disordered = true;
        }
    }
    return world_name_trouble(world, report, error);
}
