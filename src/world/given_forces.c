// given_forces.c - forces that a program gives grains (scene/force_given.c): where they are put.
#include "world/check_image.h"

#include "state/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static scree_status refuse(int64_t i, const char *hint, scree_error *error, const char *what,
                           int64_t id)
{
    char where[48];
    snprintf(where, sizeof where, "force %lld", (long long)i);
    return fail(error, SCREE_BAD_INPUT, where, hint, "grain %lld %s", (long long)id, what);
}

// The grains of a world in the order of ids, in place of all their balls; how many there are.
static int64_t keep_grains(body_at *list, int64_t all)
{
    int64_t grains = 0;
    for (int64_t i = 0; i < all; i++) {
        const body_place *at = &list[i].at;
        if (bodies_first(&at->part->body, at->slot) == at->slot)
            list[grains++] = list[i];
    }
    return grains;
}

static int compare_ids(const void *one, const void *other)
{
    const int64_t a = ((const body_at *)one)->id;
    const int64_t b = ((const body_at *)other)->id;
    return (a > b) - (a < b);
}

static scree_status check_force(const world *world, const body_at *grain, int64_t i, v3 force,
                                scree_error *error)
{
    const bodies *bodies = &grain->at.part->body;
    const bool none = force.x == 0 && force.y == 0 && force.z == 0;
    if (!(fabs(force.x) < FASTEST && fabs(force.y) < FASTEST && fabs(force.z) < FASTEST))
        return refuse(i, "give three numbers below 1e15 N", error,
                      "would get a force that is not a number, or beyond all use", grain->id);
    if (!none && !(bodies_inverse_mass(bodies, grain->at.slot) > 0))
        return refuse(i, "push those of finite mass only", error, "is fixed", grain->id);
    if (world->part->stepping.flat && force.z != 0)
        return refuse(i, "give a force in the plane", error,
                      "would be pushed out of the plane of a 2D world", grain->id);
    return SCREE_OK;
}

typedef struct pushes {
    const int64_t *id; // NULL: of all grains in order
    const v3 *force;   // N
    int64_t count;
} pushes;

// `found` has room for the grain of each force.
static scree_status find_grains(const world *world, const body_at *list, int64_t grains,
                                const pushes *asked, const body_at **found, scree_error *error)
{
    const int64_t *id = asked->id;
    const int64_t count = asked->count;
    if (!id && count != grains)
        return fail(error, SCREE_BAD_INPUT, "count", "give the ids, or one force for every grain",
                    "%lld forces for %lld grains", (long long)count, (long long)grains);
    for (int64_t i = 0; i < count; i++) {
        const body_at key = {.id = id ? id[i] : 0};
        found[i] = id ? bsearch(&key, list, (size_t)grains, sizeof *list, compare_ids) : &list[i];
        if (!found[i])
            return refuse(i,
                          "read the ids of the grains that there are now; of several balls the "
                          "first has that of the grain",
                          error, "is not there", id[i]);
        const scree_status status = check_force(world, found[i], i, asked->force[i], error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

scree_status world_push(world *world, const int64_t *id, const v3 *force, int64_t count,
                        scree_error *error)
{
    int64_t all = 0;
    if (!world->part->body.with_given)
        return fail(error, SCREE_BAD_INPUT, "forces", "write forces: {NAME: {law: given}}",
                    "no force of the case is one that a program gives");
    if (count < 0)
        return fail(error, SCREE_BAD_INPUT, "count", "give 0 or more", "%lld forces are none",
                    (long long)count);
    scree_status status = world_refuse(world, error);
    if (status != SCREE_OK)
        return status;
    body_at *list = world_bodies_by_id(world, &all);
    const body_at **found = malloc(((size_t)count + 1) * sizeof *found);
    if (!list || !found)
        status = fail_memory(error, "forces");
    const int64_t grains = list ? keep_grains(list, all) : 0;
    const pushes asked = {id, force, count};
    if (status == SCREE_OK)
        status = find_grains(world, list, grains, &asked, found, error);
    for (int64_t i = 0; status == SCREE_OK && i < count; i++) {
        rec4 *given = &found[i]->at.part->body.given[found[i]->at.slot];
        *given = (rec4){{force[i].x, force[i].y, force[i].z, 0}};
    }
    free(found);
    free(list);
    return status;
}
