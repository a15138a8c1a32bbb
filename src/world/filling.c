// filling.c - how large the grains of a case are and in how many layers they will lie: what the step and the number of
// sweeps of the nonsmooth solver go by.
//
// The diameter is the mean; a grain that is no ball counts as the ball of equal volume. Layers are counted in columns
// along the axis that gravity has most of, half a diameter wide. A column that grains fill from its lowest to its
// highest stands as it is, as a wall of bricks does: its height over that of its grains. All others will fall together
// in the box that they have: that depth in diameters, and half as much again, for ways along contacts wind. The mean of
// all grains counts. What streams bring lies on the ground of the domain, or as a heap below the boxes it comes from.
#include "world/internal.h"

#include "base/constants.h"
#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "scene/stream.h"

#include <math.h>

static const double winding =
    1.5; // contacts on the way through a poured bed, over its depth in diameters
static const double stands = 0.5;  // filled share of a column from which on it stands
static const double slope = 0.5;   // of a heap
static const double boxlike = 0.7; // of its box fills a body that comes to lie on others by faces

static double component(v3 x, int axis)
{
    return axis == 0 ? x.x : axis == 1 ? x.y : x.z;
}

static double volume_of(const model *model, const model_shape *shape, double radius)
{
    if (shape->clump.balls || shape->core.vertices)
        return shape->clump.volume;
    return model->dimensions == 2 ? PI * radius * radius : 4.0 / 3 * PI * radius * radius * radius;
}

static double diameter_of(const model *model, double volume)
{
    return 2 * (model->dimensions == 2 ? sqrt(volume / PI) : real_cbrt(volume * 0.75 / PI));
}

// Share of the space that grains fill in a bed.
static double packed(const model *model)
{
    return model->dimensions == 2 ? 0.8 : 0.6;
}

// Half of the box around a core that is turned like that.
static v3 box_of_core(const model_core *core, q4 turn)
{
    v3 low = v3_make(INFINITY, INFINITY, INFINITY);
    v3 high = v3_make(-INFINITY, -INFINITY, -INFINITY);
    for (int32_t i = 0; i < core->vertices; i++) {
        v3 x = q4_rotate(turn, core->vertex[i]);
        low = v3_min(low, x);
        high = v3_max(high, x);
    }
    const double radius = core->radius;
    return v3_make(0.5 * (high.x - low.x) + radius, 0.5 * (high.y - low.y) + radius,
                   0.5 * (high.z - low.z) + radius);
}

// Half of the box around a grain as it begins; of one turned by chance a mean one.
static v3 half_of(const model *model, int set, double radius, double diameter)
{
    const model_shape *shape = model_shape_of(model, set);
    double r = shape->clump.balls || shape->core.vertices ? 0.5 * diameter : radius;
    if (!shape->core.vertices || set >= model->grain_sets || !model->grains[set].turned)
        return v3_make(r, r, r);
    v3 turn = model->grains[set].turn;
    double angle = v3_norm(turn);
    double s = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
    return box_of_core(&shape->core,
                       q4_unit((q4){real_cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z}));
}

static bool is_boxlike(const model *model, int set)
{
    const model_shape *shape = model_shape_of(model, set);
    if (model->dimensions == 2 || !shape->core.vertices || shape->core.meeting != MEET_CONVEX)
        return false;
    v3 half = box_of_core(&shape->core, shape->clump.axes);
    return shape->clump.volume > boxlike * 8 * half.x * half.y * half.z;
}

// ---- all that are there

typedef struct filling_sum {
    double count, diameter, volume, boxes;
    v3 low, high;
} filling_sum;

static filling_sum sum_of(const model *model, int64_t count, filling_look *look, const void *from)
{
    filling_sum sum = {.low = {INFINITY, INFINITY, INFINITY},
                       .high = {-INFINITY, -INFINITY, -INFINITY}};
    filling_grain grain;
    for (int64_t i = 0; i < count; i++) {
        if (!look(from, i, &grain))
            continue;
        const double volume = volume_of(model, model_shape_of(model, grain.set), grain.radius);
        const double d = diameter_of(model, volume);
        const v3 half = half_of(model, grain.set, grain.radius, d);
        const v3 low = v3_sub(grain.at, half);
        const v3 high = v3_add(grain.at, half);
        sum.low = v3_min(low, sum.low);
        sum.high = v3_max(high, sum.high);
        sum.count += grain.share;
        sum.diameter += grain.share * d;
        sum.volume += grain.share * volume;
        sum.boxes += is_boxlike(model, grain.set) ? grain.share : 0;
    }
    return sum;
}

// ---- columns

typedef struct column {
    double volume, low, high; // m^3; along gravity, m
    double heights;           // sum of the volumes, each times the height of its grain
    double covered;           // the most that one grain covers of it, m^2
} column;

typedef struct columns {
    int axis, across[2];
    double side, low[2], high[2]; // m
    int count[2];
    column *at;
} columns;

static bool columns_make(columns *columns, const model *model, const filling_sum *sum)
{
    const v3 g = model->gravity;
    const double x = fabs(g.x);
    const double y = fabs(g.y);
    const double z = model->dimensions == 2 ? -1 : fabs(g.z);
    columns->axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    columns->across[0] = columns->axis == 0 ? 1 : 0;
    columns->across[1] = columns->axis == 2 ? 1 : 2;
    for (int k = 0; k < 2; k++) {
        columns->low[k] = component(sum->low, columns->across[k]);
        columns->high[k] = component(sum->high, columns->across[k]);
    }
    const bool flat = model->dimensions == 2;
    const double wide = columns->high[0] - columns->low[0];
    const double deep = flat ? 0 : columns->high[1] - columns->low[1];
    const double most = real_max(1e4, 16 * sum->count); // columns
    columns->side =
        real_max(0.5 * sum->diameter / sum->count, flat ? wide / most : sqrt(wide * deep / most));
    columns->side = real_max(columns->side, real_max(wide, deep) / most);
    columns->count[0] = (int)(wide / columns->side) + 1;
    columns->count[1] = (int)(deep / columns->side) + 1;
    columns->at = mem_array((int64_t)columns->count[0] * columns->count[1], sizeof *columns->at);
    for (int64_t i = 0; columns->at && i < (int64_t)columns->count[0] * columns->count[1]; i++) {
        columns->at[i].low = INFINITY;
        columns->at[i].high = -INFINITY;
    }
    return columns->at;
}

// How much of the interval is in the n-th column along an axis.
static double share_in(const columns *columns, int k, int n, double low, double high)
{
    double from = columns->low[k] + n * columns->side;
    double to = from + columns->side;
    return real_max(0, real_min(to, high) - real_max(from, low));
}

static int column_at(const columns *columns, int k, double x)
{
    int n = (int)((x - columns->low[k]) / columns->side);
    return n < 0 ? 0 : n < columns->count[k] ? n : columns->count[k] - 1;
}

static void columns_add(columns *columns, const model *model, const filling_grain *grain)
{
    const double volume = volume_of(model, model_shape_of(model, grain->set), grain->radius);
    const double d = diameter_of(model, volume);
    const v3 half = half_of(model, grain->set, grain->radius, d);
    const v3 low = v3_sub(grain->at, half);
    const v3 high = v3_add(grain->at, half);
    const bool flat = model->dimensions == 2;
    double from[2];
    double to[2];
    for (int k = 0; k < 2; k++) {
        from[k] = component(low, columns->across[k]);
        to[k] = component(high, columns->across[k]);
    }
    const double height = 2 * component(half, columns->axis);
    const double area = (to[0] - from[0]) * (flat ? 1 : to[1] - from[1]);
    const int last[2] = {column_at(columns, 0, to[0]), flat ? 0 : column_at(columns, 1, to[1])};
    for (int i = column_at(columns, 0, from[0]); i <= last[0]; i++) {
        for (int j = flat ? 0 : column_at(columns, 1, from[1]); j <= last[1]; j++) {
            const double covered = share_in(columns, 0, i, from[0], to[0]) *
                                   (flat ? 1 : share_in(columns, 1, j, from[1], to[1]));
            column *to_it = &columns->at[(int64_t)i * columns->count[1] + j];
            if (!(covered > 0))
                continue;
            const double part = grain->share * volume * covered / area;
            to_it->volume += part;
            to_it->heights += part * height;
            to_it->low = real_min(to_it->low, component(low, columns->axis));
            to_it->high = real_max(to_it->high, component(high, columns->axis));
            to_it->covered = real_max(to_it->covered, covered);
        }
    }
}

// Of what falls together: volume, and the box that it is in.
typedef struct loose {
    double volume, low, high, from[2], to[2];
} loose;

static void loosen(loose *loose, const columns *columns, int i, int j, const column *column)
{
    const int n[2] = {i, j};
    loose->volume += column->volume;
    loose->low = real_min(loose->low, column->low);
    loose->high = real_max(loose->high, column->high);
    for (int k = 0; k < 2; k++) {
        loose->from[k] = real_min(loose->from[k], columns->low[k] + n[k] * columns->side);
        loose->to[k] = real_max(
            loose->to[k], real_min(columns->high[k], columns->low[k] + (n[k] + 1) * columns->side));
    }
}

static double layers_in(const columns *columns, const model *model, double diameter)
{
    loose loose = {
        .volume = 0,
        .low = INFINITY,
        .high = -INFINITY,
        .from = {INFINITY, INFINITY},
        .to = {-INFINITY, -INFINITY},
    };
    double layers = 0;
    double volume = 0;
    for (int i = 0; i < columns->count[0]; i++) {
        for (int j = 0; j < columns->count[1]; j++) {
            const column *column = &columns->at[(int64_t)i * columns->count[1] + j];
            if (!(column->volume > 0))
                continue;
            volume += column->volume;
            if (column->volume < stands * (column->high - column->low) * column->covered) {
                loosen(&loose, columns, i, j, column);
            } else {
                layers += column->volume * (column->high - column->low) * column->volume /
                          column->heights;
            }
        }
    }
    if (loose.volume > 0) {
        double area = (loose.to[0] - loose.from[0]) *
                      (model->dimensions == 2 ? 1 : loose.to[1] - loose.from[1]);
        double depth = real_min(loose.high - loose.low, loose.volume / (packed(model) * area));
        layers += loose.volume * winding * depth / diameter;
    }
    return volume > 0 ? layers / volume : 0;
}

// ---- streams

// Across gravity: of a box, m^2.
static double ground_of(const model *model, v3 low, v3 high)
{
    const v3 size = v3_sub(high, low);
    const v3 down = v3_unit(model->gravity);
    double volume = size.x * size.y * (model->dimensions == 2 ? 1 : size.z);
    double along = fabs(down.x) * size.x + fabs(down.y) * size.y + fabs(down.z) * size.z;
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
        volume += number_of(model, i) * volume_of(model, shape, shape->radius.value);
        low = v3_min(low, stream->low);
        high = v3_max(high, stream->high);
    }
    const v3 size = v3_sub(model->high, model->low);
    const v3 down = v3_unit(model->gravity);
    const double across = fabs(down.x) * size.x + fabs(down.y) * size.y + fabs(down.z) * size.z;
    const double bulk = volume / packed(model);
    const double heap = real_min(height_of_heap(model, bulk), bulk / ground_of(model, low, high));
    return real_min(real_max(heap, bulk / ground_of(model, model->low, model->high)), across);
}

static void add_streams(const model *model, filling_sum *sum)
{
    for (int i = 0; i < model->streams; i++) {
        const model_stream *is = &model->stream[i];
        const model_shape *shape = &model->shape[is->shape];
        const double volume = volume_of(model, shape, shape->radius.value);
        const double count = number_of(model, i);
        sum->count += count;
        sum->volume += count * volume;
        sum->boxes += is_boxlike(model, model->grain_sets + i) ? count : 0;
    }
}

// The mean of the streams, however much they bring.
static double diameter_of_streams(const model *model)
{
    double sum = 0;
    for (int i = 0; i < model->streams; i++) {
        const model_shape *shape = &model->shape[model->stream[i].shape];
        sum += diameter_of(model, volume_of(model, shape, shape->radius.value)) / model->streams;
    }
    return sum;
}

// ---- both

scree_status filling_of(const model *model, int64_t count, filling_look *look, const void *from,
                        grain_filling *out, scree_error *error)
{
    filling_sum sum = sum_of(model, count, look, from);
    filling_grain grain;
    *out = (grain_filling){.layers = 1};
    const bool weighs = v3_norm(model->gravity) > 0;
    const bool there = sum.count > 0;
    if (weighs && there) {
        columns columns;
        if (!columns_make(&columns, model, &sum))
            return fail_memory(error, "estimate of layers");
        for (int64_t i = 0; i < count; i++) {
            if (look(from, i, &grain))
                columns_add(&columns, model, &grain);
        }
        out->layers = real_max(1, layers_in(&columns, model, sum.diameter / sum.count));
        mem_free(columns.at);
    }
    out->diameter = there ? sum.diameter / sum.count : diameter_of_streams(model);
    add_streams(model, &sum);
    out->count = sum.count;
    if (sum.count > 0) {
        out->volume = sum.volume / sum.count;
        out->boxes = sum.boxes > 0.5 * sum.count;
    }
    if (weighs && model->streams && out->diameter > 0)
        out->layers = real_max(out->layers, winding * depth_of_streams(model) / out->diameter);
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
    const double way = fabs(along.x) * size.x + fabs(along.y) * size.y + fabs(along.z) * size.z;
    return way * (1 - real_min(1, sum.volume / (packed(model) * box)));
}
