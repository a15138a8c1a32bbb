// change_grains.c - scree_world_change of scree/change.h: grains that become others.
#include "scree/change.h"

#include "api/objects.h"
#include "api/words.h"
#include "base/memory.h"
#include "scene/packing.h"

#include <stdio.h>
#include <string.h>

int api_set_of(const model *model, const char *name)
{
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        if (!strcmp(model_set_name(model, set), name))
            return set;
    }
    return -1;
}

scree_status api_check_count(int64_t count, scree_error *error)
{
    if (count >= 0)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "count", "give 0 or more", "%lld grains are none",
                (long long)count);
}

static scree_status refuse_change(const scree_change *change, scree_error *error, const char *hint,
                                  const char *what, const char *name)
{
    char where[60];
    snprintf(where, sizeof where, "grain %lld to be changed", (long long)change->id);
    return fail(error, SCREE_BAD_INPUT, where, hint, what, name);
}

// The sets of a shape that have a name, NULL: any, and a material, NULL: any; *found is the first.
static int sets_like(const model *model, const model_shape *shape, const char *name,
                     const char *material, int *found)
{
    int count = 0;
    for (int set = model->grain_sets + model->streams - 1; set >= 0; set--) {
        if (model_shape_of(model, set) != shape ||
            (name && strcmp(model_set_name(model, set), name) != 0) ||
            (material &&
             strcmp(model->material[model_material_of(model, set)].name, material) != 0))
            continue;
        *found = set;
        count++;
    }
    return count;
}

// `own`: the set that it has; -1: there is no such grain.
static scree_status find_set(const model *model, const scree_change *change, int own, int *set,
                             scree_error *error)
{
    *set = -1;
    if (own < 0 || !(change->set || change->material))
        return SCREE_OK; // nothing is asked, or there is no such grain, which is told with the others
    const model_shape *shape = model_shape_of(model, own);
    if (change->set && api_set_of(model, change->set) < 0)
        return refuse_change(change, error, "name one of `grains` or `streams` of the case",
                             "there is no set '%.60s'", change->set);
    if (change->set && sets_like(model, shape, change->set, NULL, set) == 0)
        return refuse_change(change, error, "name a set of its shape, or remove it and add another",
                             "grains of the set '%.60s' have another shape", change->set);
    if (!change->material)
        return SCREE_OK;
    const int count = sets_like(model, shape, change->set, change->material, set);
    const bool has = !strcmp(model->material[model_material_of(model, own)].name, change->material);
    if (has && !change->set)
        *set = own;
    if (count == 1 || (has && !change->set))
        return SCREE_OK;
    return refuse_change(
        change, error,
        count ? "say which by its name"
              : "give the case a stream with this shape and material that sends nothing: to: 0 s",
        count ? "several sets of its shape have the material '%.60s'"
              : "no set of its shape has the material '%.60s'",
        change->material);
}

static scree_status change_of(const model *model, const scree_change *change, int own,
                              grain_change *out, scree_error *error)
{
    *out = (grain_change){
        .id = change->id,
        .placed = change->position,
        .turned = change->orientation,
        .thrown = change->velocity,
        .spun = change->spin,
        .hold = change->hold == SCREE_HOLD_FIXED  ? HOLD_FIXED
                : change->hold == SCREE_HOLD_FREE ? HOLD_FREE
                                                  : HOLD_AS_IT_IS,
    };
    if (out->placed)
        out->at = vector_of(change->position);
    if (model->dimensions == 2 && out->at.z == 0)
        out->at.z = packing_depth(model);
    if (out->turned)
        out->turn = (q4){change->orientation[0], change->orientation[1], change->orientation[2],
                         change->orientation[3]};
    if (out->thrown)
        out->velocity = vector_of(change->velocity);
    if (out->spun)
        out->spin = vector_of(change->spin);
    if ((int)change->hold < 0 || change->hold > SCREE_HOLD_FREE)
        return refuse_change(change, error, "take one of scree_hold", "%s",
                             "its hold is none of those there are");
    return find_set(model, change, own, &out->set, error);
}

// Of each grain, -1: there is none of that id, or nothing is asked of its set.
static scree_status sets_of(const world *world, const scree_change *change, int64_t count, int *own,
                            scree_error *error)
{
    bool any = false;
    int64_t *id = mem_array(count + 1, sizeof *id);
    if (!id)
        return fail_memory(error, "grains to be changed");
    for (int64_t i = 0; i < count; i++) {
        any = any || change[i].set || change[i].material;
        id[i] = change[i].id;
        own[i] = -1;
    }
    const bool known = !any || world_sets_of(world, id, count, own);
    mem_free(id);
    return known ? SCREE_OK : fail_memory(error, "grains to be changed");
}

scree_status scree_world_change(scree_world *handle, const scree_change *change, int64_t count,
                                scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = api_check_count(count, error);
    const int64_t room = status ? 1 : count + 1;
    grain_change *asked = mem_array(room, sizeof *asked);
    int *own = mem_array(room, sizeof *own);
    if (!status && !(asked && own))
        status = fail_memory(error, "grains to be changed");
    if (!status)
        status = sets_of(handle->world, change, count, own, error);
    for (int64_t i = 0; !status && i < count; i++)
        status = change_of(world_model(handle->world), &change[i], own[i], &asked[i], error);
    if (!status)
        status = world_change(handle->world, asked, count, error);
    mem_free(asked);
    mem_free(own);
    plain_locale_end(locale);
    return status;
}
