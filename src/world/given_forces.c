// given_forces.c - forces and moments that a program gives grains (scene/force_given.c): where they are put.
#include "world/check_image.h"

#include "state/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// What is given to which grains.
typedef struct pushes {
    world_pushing what;
    const int64_t *id; // NULL: of all grains in order
    const v3 *value;   // N, or N m
    int64_t count;
} pushes;

static const char *name_of(const pushes *asked)
{
    return asked->what == WORLD_FORCE ? "force" : "moment";
}

static scree_status refuse(const pushes *asked, int64_t i, int64_t id, const char *hint,
                           const char *what, scree_error *error)
{
    char where[48];
    snprintf(where, sizeof where, "%s %lld", name_of(asked), (long long)i);
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

static bool leaves_plane(const pushes *asked, v3 value)
{
    return asked->what == WORLD_FORCE ? value.z != 0 : value.x != 0 || value.y != 0;
}

static scree_status check_push(const world *world, const body_at *grain, const pushes *asked,
                               int64_t i, scree_error *error)
{
    const bodies *bodies = &grain->at.part->body;
    const v3 value = asked->value[i];
    const bool none = value.x == 0 && value.y == 0 && value.z == 0;
    if (!(fabs(value.x) < FASTEST && fabs(value.y) < FASTEST && fabs(value.z) < FASTEST))
        return refuse(asked, i, grain->id, "give three numbers below 1e15 in SI",
                      "would get one that is not a number, or beyond all use", error);
    if (!none && !(bodies_inverse_mass(bodies, grain->at.slot) > 0))
        return refuse(asked, i, grain->id, "push those of finite mass only", "is fixed", error);
    if (world->part->stepping.flat && leaves_plane(asked, value))
        return refuse(asked, i, grain->id, "give forces in the plane and moments about z",
                      "would be pushed out of the plane of a 2D world", error);
    return SCREE_OK;
}

// `found` has room for the grain of each value.
static scree_status find_grains(const world *world, const body_at *list, int64_t grains,
                                const pushes *asked, const body_at **found, scree_error *error)
{
    const int64_t *id = asked->id;
    const int64_t count = asked->count;
    if (!id && count != grains)
        return fail(error, SCREE_BAD_INPUT, "count", "give the ids, or one for every grain",
                    "%lld %ss for %lld grains", (long long)count, name_of(asked),
                    (long long)grains);
    for (int64_t i = 0; i < count; i++) {
        const body_at key = {.id = id ? id[i] : 0};
        found[i] = id ? bsearch(&key, list, (size_t)grains, sizeof *list, compare_ids) : &list[i];
        if (!found[i])
            return refuse(asked, i, id[i],
                          "read the ids of the grains that there are now; of several balls the "
                          "first has that of the grain",
                          "is not there", error);
        const scree_status status = check_push(world, found[i], asked, i, error);
        if (status != SCREE_OK)
            return status;
    }
    return SCREE_OK;
}

// No grain twice; `named` has room for a mark of each in the list, all false.
static scree_status check_names(const pushes *asked, const body_at *list,
                                const body_at *const *found, bool *named, scree_error *error)
{
    for (int64_t i = 0; i < asked->count; i++) {
        bool *before = &named[found[i] - list];
        if (*before)
            return refuse(asked, i, found[i]->id, "name each grain once",
                          "stands twice among the ids", error);
        *before = true;
    }
    return SCREE_OK;
}

static void put_pushes(const pushes *asked, const body_at *const *found)
{
    for (int64_t i = 0; i < asked->count; i++) {
        const body_place *at = &found[i]->at;
        const bodies *bodies = &at->part->body;
        rec4 *column = asked->what == WORLD_FORCE ? bodies->given : bodies->moment;
        const v3 value = asked->value[i];
        column[at->slot] = (rec4){{value.x, value.y, value.z, 0}};
    }
}

scree_status world_push(world *world, world_pushing what, const int64_t *id, const v3 *value,
                        int64_t count, scree_error *error)
{
    const pushes asked = {what, id, value, count};
    int64_t all = 0;
    if (!world->part->body.with_given)
        return fail(error, SCREE_BAD_INPUT, "forces", "write forces: {NAME: {law: given}}",
                    "no force of the case is one that a program gives");
    if (count < 0)
        return fail(error, SCREE_BAD_INPUT, "count", "give 0 or more", "%lld %ss are none",
                    (long long)count, name_of(&asked));
    scree_status status = world_refuse(world, error);
    if (status != SCREE_OK)
        return status;
    body_at *list = world_bodies_by_id(world, &all);
    const body_at **found = malloc(((size_t)count + 1) * sizeof *found);
    bool *named = calloc((size_t)all + 1, sizeof *named);
    if (!list || !found || !named)
        status = fail_memory(error, "forces");
    const int64_t grains = list ? keep_grains(list, all) : 0;
    if (status == SCREE_OK)
        status = find_grains(world, list, grains, &asked, found, error);
    if (status == SCREE_OK)
        status = check_names(&asked, list, found, named, error);
    if (status == SCREE_OK)
        put_pushes(&asked, found);
    free(named);
    free(found);
    free(list);
    return status;
}
