// change.c - changes of worlds, scree/change.h: thin words for those of world/.
#include "scree/change.h"

#include "api/objects.h"
#include "base/memory.h"
#include "base/spread.h"

#include <stdio.h>
#include <string.h>

// ---- grains that come

// The set of that name; of a mixture its first part. -1: there is none.
static int set_of(const model *model, const char *name)
{
    for (int set = 0; set < model->grain_sets + model->streams; set++) {
        if (!strcmp(model_set_name(model, set), name))
            return set;
    }
    return -1;
}

static v3 vector_of(const double value[3])
{
    return v3_make(value[0], value[1], value[2]);
}

static q4 turn_of(const double value[4])
{
    const bool given = value[0] != 0 || value[1] != 0 || value[2] != 0 || value[3] != 0;
    return given ? (q4){value[0], value[1], value[2], value[3]} : q4_identity();
}

static scree_status newcomer_of(const model *model, const scree_grain *grain, int64_t i,
                                world_newcomer *out, scree_error *error)
{
    char where[60];
    snprintf(where, sizeof where, "grain %lld to be added", (long long)i);
    if (!grain->set) {
        return fail(error, SCREE_BAD_INPUT, where, "name one of `grains` or `streams` of the case",
                    "its set is not given");
    }
    const int set = set_of(model, grain->set);
    if (set < 0) {
        return fail(error, SCREE_BAD_INPUT, where, "name one of `grains` or `streams` of the case",
                    "there is no set '%.60s'", grain->set);
    }
    const double own = spread_mean(&model_shape_of(model, set)->radius);
    *out = (world_newcomer){
        .stands =
            {
                .set = set,
                .radius = grain->radius == 0 ? own : grain->radius,
                .at = vector_of(grain->position),
                .turn = turn_of(grain->orientation),
            },
        .velocity = vector_of(grain->velocity),
        .spin = vector_of(grain->spin),
    };
    return SCREE_OK;
}

static scree_status check_count(int64_t count, scree_error *error)
{
    if (count >= 0)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "count", "give 0 or more", "%lld grains are none",
                (long long)count);
}

scree_status scree_world_add(scree_world *handle, const scree_grain *grain, int64_t count,
                             int64_t *ids, scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    const model *model = world_model(handle->world);
    scree_status status = check_count(count, error);
    const int64_t room = status ? 1 : count + 1;
    world_newcomer *newcomer = mem_array(room, sizeof *newcomer);
    int64_t *id = mem_array(room, sizeof *id);
    if (!status && !(newcomer && id))
        status = fail_memory(error, "newcomers");
    for (int64_t i = 0; !status && i < count; i++)
        status = newcomer_of(model, &grain[i], i, &newcomer[i], error);
    if (!status)
        status = world_add(handle->world, newcomer, count, id, error);
    if (!status && ids)
        memcpy(ids, id, (size_t)count * sizeof *ids);
    mem_free(newcomer);
    mem_free(id);
    plain_locale_end(locale);
    return status;
}

scree_status scree_world_remove(scree_world *handle, const int64_t *ids, int64_t count,
                                scree_error *error)
{
    const plain_locale locale = plain_locale_begin();
    scree_status status = check_count(count, error);
    if (!status)
        status = world_remove(handle->world, ids, count, error);
    plain_locale_end(locale);
    return status;
}
