// trouble.c - what went wrong in a step, told with who, where and when.
#include "world/ranks.h"

#include "law/own.h"
#include "state/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

// What its owner knows of a body, as it was before the step.
typedef struct known_body {
    bool found;
    int32_t set;
    v3 position, velocity;
} known_body;

static known_body known(const world *world, int64_t id)
{
    int32_t slot = -1;
    known_body body = {.found = false};
    const part *part = owner_of(world, id, &slot);
    if (part) {
        body = (known_body){
            .found = true,
            .set = part->body.set[slot],
            .position = v3_of(position_now(&part->body, slot)),
            .velocity = v3_of(velocity_now(&part->body, slot)),
        };
    }
    if (ranks_see_all(world))
        return body;
    known_body *all = ranks_gather(world, &body, sizeof body);
    for (int i = 0; all && i < world->ranks->ranks; i++)
        body = all[i].found ? all[i] : body;
    free(all);
    return body;
}

// How deep it is in words; `x` is where the first grain was before the step.
static scree_status name_depth(const world *world, const report *report, const char *set,
                               const char *where, v3 at, scree_error *error)
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
                    (long long)report->b, set, at.x, at.y, at.z, shared->wall[report->a].name,
                    depth);
    }
    return fail(error, SCREE_DIVERGED, where, remedy,
                "grains %lld and %lld at (%.6g, %.6g, %.6g) m overlap %s", (long long)report->a,
                (long long)report->b, at.x, at.y, at.z, depth);
}

static int material_of(const world *world, int64_t id)
{
    const known_body body = known(world, id);
    return model_material_of(world->shared->model, body.found ? body.set : 0);
}

// The law of a contact of the report.
static const plugin *law_of(const world *world, const report *report)
{
    const shared *shared = world->shared;
    const int a = report->wall ? shared->wall[report->a].material : material_of(world, report->a);
    const int b = material_of(world, report->b);
    return model_pair_of(shared->model, a, b)->law[report->fault.slot].what;
}

static const char *slot_word(const report *report)
{
    return law_slot_word(report->fault.slot);
}

// As a case spells it.
static void spell_law(const plugin *what, char out[80])
{
    snprintf(out, 80, "%s", what->name);
    for (char *c = out; *c; c++) {
        if (*c == '_')
            *c = '-';
    }
}

static void spell_partner(const world *world, const report *report, char out[120])
{
    if (report->wall)
        snprintf(out, 120, "wall `%.80s`", world->shared->wall[report->a].name);
    else
        snprintf(out, 120, "grain %lld", (long long)report->a);
}

// The function says itself what stopped it, or nobody knows.
static scree_status name_failure(const world *world, const report *report, const char *where,
                                 scree_error *error)
{
    char law[80];
    char partner[120];
    char why[OWN_WHY_WORDS] = "";
    const plugin *what = law_of(world, report);
    const law_own *own = own_of(what);
    spell_law(what, law);
    spell_partner(world, report, partner);
    if (own)
        own_why(own, report->fault.wrong.value, why);
    return fail(error, SCREE_DIVERGED, where,
                "the program that gives the law has to mend it; a step that it stopped is taken "
                "again from the last snapshot",
                "the function of the %s law %s failed at contacts such as that of %s and grain "
                "%lld%s",
                slot_word(report), law, partner, (long long)report->b, why);
}

// What a law of that slot is asked for, and what that has to be.
typedef struct answer_words {
    const char *what, *hint;
} answer_words;

static answer_words words_of(int slot)
{
    switch (slot) {
    case LAW_NORMAL:
        return (answer_words){
            "push", "numbers are finite, elastic + damping is not below 0 (cut damping at "
                    "-elastic), stiffness, dashpot, energy and lost are not below 0"};
    case LAW_COHESION:
        return (answer_words){"pull", "numbers are finite, elastic is not below 0, and stiffness, "
                                      "dashpot and damping are left at 0"};
    default:
        return (answer_words){
            "spring", "numbers are finite, stiffness, dashpot, friction and sliding are not below "
                      "0, sliding is not above friction, and there is a dashpot only where the "
                      "terms have an onset"};
    }
}

static scree_status name_answer(const world *world, const report *report, const char *where,
                                scree_error *error)
{
    char law[80];
    char partner[120];
    char answer[OWN_WRONG_WORDS];
    const answer_words words = words_of(report->fault.slot);
    spell_law(law_of(world, report), law);
    spell_partner(world, report, partner);
    own_wrong_spell(report->fault.slot, report->fault.wrong, answer);
    return fail(error, SCREE_DIVERGED, where, words.hint,
                "the function of the %s law %s answered a contact of %s and grain %lld with "
                "what is no %s%s",
                slot_word(report), law, partner, (long long)report->b, words.what, answer);
}

// Names who, where, when, of the bodies as they were before the step: the owner of the first one speaks.
scree_status world_name_trouble(const world *world, const report *report, scree_error *error)
{
    char where[160];
    const int64_t id = report->wall ? report->b : report->a;
    known_body body = {.found = false};
    if (report->trouble != TROUBLE_MEMORY)
        body = known(world, id);
    if (!body.found)
        return fail_memory(error, "contacts");
    const v3 at = body.position;
    const v3 velocity = body.velocity;
    const char *set = model_set_name(world->shared->model, body.set);
    snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(world),
             (long long)world->shared->step);
    if (report->trouble == TROUBLE_LOST) {
        return fail(error, SCREE_DIVERGED, where,
                    "close the domain with walls, make it larger, or say `on_loss: remove`",
                    "grain %lld of `%s` leaves the domain; before this step it was at (%.6g, %.6g, "
                    "%.6g) m with velocity "
                    "(%.4g, %.4g, %.4g) m/s",
                    (long long)id, set, at.x, at.y, at.z, velocity.x, velocity.y, velocity.z);
    }
    if (report->trouble == TROUBLE_FAST) {
        return fail(error, SCREE_DIVERGED, where, "use a smaller step, or softer contacts",
                    "grain %lld of `%s` at (%.6g, %.6g, %.6g) m runs away: its next position is "
                    "not a number or beyond "
                    "the next image",
                    (long long)id, set, at.x, at.y, at.z);
    }
    if (report->trouble == TROUBLE_CORNER) {
        return fail(
            error, SCREE_DIVERGED, where, "use a coarser mesh there, or smaller grains",
            "grain %lld at (%.6g, %.6g, %.6g) m touches wall `%s` at more than %d separate places",
            (long long)id, at.x, at.y, at.z, world->shared->wall[report->a].name, WALL_TOUCH_MOST);
    }
    if (report->trouble == TROUBLE_LAW)
        return name_failure(world, report, where, error);
    if (report->trouble == TROUBLE_ANSWER)
        return name_answer(world, report, where, error);
    return name_depth(world, report, set, where, at, error);
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
