// gaps.c - see gaps.h.
#include "cli/gaps.h"

#include "base/random.h"
#include "scene/region.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Of diameters: a gap wider than WIDE_MOST of the largest is not told, one narrower than CLOSED of the smallest is none.
#define WIDE_MOST 12
#define CLOSED 0.02
enum { PLACES_MOST = 64 };

static void take(gaps *gaps, double least, double most)
{
    gaps->smallest = fmin(gaps->smallest, 2 * least);
    gaps->largest = fmax(gaps->largest, 2 * most);
}

// A clump or a grain with corners counts by the ball around it.
static void take_shape(gaps *gaps, const model_shape *shape)
{
    const spread *radius = &shape->radius;
    if (radius->kind == SPREAD_FIXED)
        take(gaps, radius->value, radius->value);
    else
        take(gaps, radius->from, radius->to);
}

// Where a grain of a stream may appear: the middle of a ring is not such a place.
static v3 place_of(const model *model, const model_stream *stream)
{
    v3 at = v3_scale(0.5, v3_add(stream->low, stream->high));
    rng random = rng_make(model->seed, 0);
    if (stream->region >= 0)
        region_draw(model->region[stream->region].made, 0, &random, &at);
    return at;
}

static int take_grains(world *world, const frame *seen, gaps *gaps, v3 place[PLACES_MOST])
{
    const model *model = world_model(world);
    int places = 0;
    const int64_t step = seen->ball.count / (PLACES_MOST / 2) + 1;
    for (int64_t i = 0; i < seen->ball.count; i++) {
        take(gaps, seen->ball.radius[i], seen->ball.radius[i]);
        if (i % step == 0)
            place[places++] = seen->ball.position[i];
    }
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        take_shape(gaps, &model->shape[stream->shape]);
        if (places < PLACES_MOST)
            place[places++] = place_of(model, stream);
    }
    for (int i = 0; i < model->grain_sets; i++)
        take_shape(gaps, &model->shape[model->grains[i].shape]);
    return places;
}

scree_status gaps_of(world *world, gaps *out, scree_error *error)
{
    const model *model = world_model(world);
    frame seen = {0};
    v3 place[PLACES_MOST];
    *out = (gaps){.smallest = INFINITY};
    if (model->dimensions == 2 || world_walls(world) == 0)
        return SCREE_OK;
    scree_status status = world_frame(world, &seen, error);
    gap_wall *wall = calloc((size_t)world_walls(world), sizeof *wall);
    if (!status && !wall)
        status = fail_memory(error, "gaps");
    gap_search search = {.wall = wall, .low = model->low, .high = model->high, .grain = place};
    for (int i = 0; !status && i < world_walls(world); i++) {
        const frame_wall *is = &seen.wall[i];
        if (is->absent)
            continue;
        wall[search.walls++] =
            (gap_wall){world_wall_primitive(world, i), is->position, is->orientation};
    }
    if (!status) {
        search.grains = take_grains(world, &seen, out, place);
        search.least = CLOSED * out->smallest;
        search.most = WIDE_MOST * out->largest;
    }
    if (!status && isfinite(out->smallest) && isfinite(out->largest))
        status = gaps_find(&search, out->item, GAPS_MOST, &out->count, error);
    // Walls that are not there were left out.
    for (int i = 0; !status && i < out->count; i++) {
        for (int side = 0; side < 2; side++) {
            int number = 0;
            while (world_wall_primitive(world, number) != wall[out->item[i].wall[side]].shape)
                number++;
            out->item[i].wall[side] = number;
        }
    }
    free(wall);
    frame_clear(&seen);
    return status;
}

static const char *name_of(const world *world, const gaps *gaps, int number, int side)
{
    return world_wall_name(world, gaps->item[number].wall[side]);
}

void gaps_words(char out[GAPS_ROOM], const world *world, const gaps *gaps, int number)
{
    const gap *gap = &gaps->item[number];
    const v3 at = gap->middle;
    const char *one = name_of(world, gaps, number, 0);
    char walls[160];
    if (gap->wall[0] == gap->wall[1])
        snprintf(walls, sizeof walls, "in %.60s", one);
    else
        snprintf(walls, sizeof walls, "between %.60s and %.60s", one,
                 name_of(world, gaps, number, 1));
    snprintf(out, GAPS_ROOM,
             "%s: %.4g m wide at (%.4g, %.4g, %.4g) m, %.3g diameters of the largest grain", walls,
             gap->width, at.x, at.y, at.z, gap->width / gaps->largest);
}

bool gaps_warning(char out[GAPS_ROOM], const world *world, const gaps *gaps, int number)
{
    char words[GAPS_ROOM];
    const gap *gap = &gaps->item[number];
    if (!(gap->width < gaps->largest))
        return false;
    gaps_words(words, world, gaps, number);
    const bool none = gap->width < gaps->smallest;
    snprintf(out, GAPS_ROOM, "the gap %.300s: %s", words,
             none ? "no grain passes" : "the smallest pass, the largest do not");
    return true;
}

void gaps_json(json *json, const world *world, const gaps *gaps)
{
    json_list(json, "gaps");
    for (int i = 0; i < gaps->count; i++) {
        const gap *gap = &gaps->item[i];
        json_object(json, NULL);
        json_text(json, "wall", name_of(world, gaps, i, 0));
        json_text(json, "other", name_of(world, gaps, i, 1));
        json_number(json, "width", gap->width);
        json_number(json, "grains", gap->width / gaps->largest);
        json_number(json, "x", gap->middle.x);
        json_number(json, "y", gap->middle.y);
        json_number(json, "z", gap->middle.z);
        json_close(json);
    }
    json_close(json);
}
