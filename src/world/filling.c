// filling.c - how large the grains of a case are and in how many layers they will lie: what the step and the number of
// sweeps of the nonsmooth solver go by.
//
// The diameter is the mean; a grain that is no ball counts as the ball of equal volume. How layers are counted is told
// in filling_columns.c. What streams bring lies on the ground of the domain, or as a heap below the boxes it comes from.
#include "world/filling_columns.h"
#include "world/filling_sizes.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "scene/stream.h"

#include <math.h>

static const double slope = 0.5; // of a heap

// ---- all that are there

static filling_sum sum_of(const model *model, int64_t count, filling_look *look, const void *from)
{
    filling_sum sum = {.low = {INFINITY, INFINITY, INFINITY},
                       .high = {-INFINITY, -INFINITY, -INFINITY}};
    filling_grain grain;
    for (int64_t i = 0; i < count; i++) {
        if (!look(from, i, &grain))
            continue;
        const double volume = filling_volume(model, model_shape_of(model, grain.set), grain.radius);
        const double d = filling_diameter(model, volume);
        const v3 half = filling_half(model, grain.set, grain.radius, d);
        const v3 low = v3_sub(grain.at, half);
        const v3 high = v3_add(grain.at, half);
        sum.low = v3_min(low, sum.low);
        sum.high = v3_max(high, sum.high);
        sum.count += grain.share;
        sum.diameter += grain.share * d;
        sum.volume += grain.share * volume;
        sum.boxes += filling_boxlike(model, grain.set) ? grain.share : 0;
    }
    return sum;
}

// ---- streams

// How high a box of that size is along a direction.
static double height_along(v3 direction, v3 size)
{
    return fabs(direction.x) * size.x + fabs(direction.y) * size.y + fabs(direction.z) * size.z;
}

// Across gravity: of a box, m^2.
static double ground_of(const model *model, v3 low, v3 high)
{
    const v3 size = v3_sub(high, low);
    const double volume = size.x * size.y * (model->dimensions == 2 ? 1 : size.z);
    const double along = height_along(v3_unit(model->gravity), size);
    return along > 0 ? volume / along : INFINITY;
}

static double height_of_heap(const model *model, double bulk)
{
    return model->dimensions == 2 ? sqrt(bulk * slope) : real_cbrt(3 * bulk * slope * slope / PI);
}

// Number of grains that a stream brings in the run.
static double number_of(const model *model, int stream)
{
    return stream_expected(model, stream, model->duration > 0 ? model->duration : INFINITY);
}

static double depth_of_streams(const model *model)
{
    double volume = 0;
    v3 low = v3_make(INFINITY, INFINITY, INFINITY);
    v3 high = v3_make(-INFINITY, -INFINITY, -INFINITY);
    for (int i = 0; i < model->streams; i++) {
        const model_stream *stream = &model->stream[i];
        const model_shape *shape = &model->shape[stream->shape];
        const double each = filling_mean_volume(model, shape);
        volume += number_of(model, i) * each;
        low = v3_min(low, stream->low);
        high = v3_max(high, stream->high);
    }
    const v3 size = v3_sub(model->high, model->low);
    const double across = height_along(v3_unit(model->gravity), size);
    const double bulk = volume / filling_packed(model);
    const double column = bulk / ground_of(model, low, high);
    const double layer = bulk / ground_of(model, model->low, model->high);
    const double alone = height_of_heap(model, bulk);
    const double heap = real_min(alone, column);
    const double depth = real_max(heap, layer);
    return real_min(depth, across);
}

static void add_streams(const model *model, filling_sum *sum)
{
    for (int i = 0; i < model->streams; i++) {
        const model_stream *is = &model->stream[i];
        const model_shape *shape = &model->shape[is->shape];
        const double volume = filling_mean_volume(model, shape);
        const double count = number_of(model, i);
        sum->count += count;
        sum->volume += count * volume;
        sum->boxes += filling_boxlike(model, model->grain_sets + i) ? count : 0;
    }
}

// The mean of the streams, however much they bring.
static double diameter_of_streams(const model *model)
{
    double sum = 0;
    for (int i = 0; i < model->streams; i++) {
        const model_shape *shape = &model->shape[model->stream[i].shape];
        sum += filling_diameter(model, filling_mean_volume(model, shape)) / model->streams;
    }
    return sum;
}

// ---- both

scree_status filling_of(const model *model, int64_t count, filling_look *look, const void *from,
                        grain_filling *out, scree_error *error)
{
    filling_sum sum = sum_of(model, count, look, from);
    *out = (grain_filling){.layers = 1};
    const bool weighs = v3_norm(model->gravity) > 0;
    const bool there = sum.count > 0;
    if (weighs && there && !filling_layers(model, &sum, count, look, from, &out->layers))
        return fail_memory(error, "estimate of layers");
    out->diameter = there ? sum.diameter / sum.count : diameter_of_streams(model);
    add_streams(model, &sum);
    out->count = sum.count;
    if (sum.count > 0) {
        out->volume = sum.volume / sum.count;
        out->boxes = sum.boxes > 0.5 * sum.count;
    }
    if (weighs && model->streams && out->diameter > 0)
        out->layers =
            real_max(out->layers, FILLING_WINDING * depth_of_streams(model) / out->diameter);
    if (model->nonsmooth.diameter > 0)
        out->diameter = model->nonsmooth.diameter;
    return SCREE_OK;
}

static bool look_at_list(const void *from, int64_t i, filling_grain *out)
{
    const grain_list *grains = from;
    *out = (filling_grain){
        .set = grains->set[i],
        .at = grains->position[i],
        .radius = grains->radius[i],
        .share = 1,
    };
    return !grains->fixed[i];
}

scree_status grain_filling_of(const model *model, const grain_list *grains, grain_filling *out,
                              scree_error *error)
{
    return filling_of(model, grains->count, look_at_list, grains, out, error);
}

double grain_slack_of(const model *model, const grain_list *grains, v3 along)
{
    const filling_sum sum = sum_of(model, grains->count, look_at_list, grains);
    const v3 size = v3_sub(sum.high, sum.low);
    if (!(sum.count > 0))
        return 0;
    const double box = size.x * size.y * (model->dimensions == 2 ? 1 : size.z);
    const double filled = sum.volume / (filling_packed(model) * box);
    return height_along(along, size) * (1 - real_min(1, filled));
}
