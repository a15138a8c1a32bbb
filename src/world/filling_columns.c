// filling_columns.c - in how many layers grains will lie.
//
// Layers are counted in columns along the axis that gravity has most of, half a diameter wide. A column that grains fill
// from its lowest to its highest stands as it is, as a wall of bricks does: its height over that of its grains. All
// others will fall together in the box that they have: that depth in diameters, and half as much again, for ways along
// contacts wind. The mean of all grains counts.
#include "world/filling_columns.h"
#include "world/filling_sizes.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>

static const double stands = 0.5; // filled share of a column from which on it stands

typedef struct column {
    double volume, low, high; // m^3; along gravity, m
    double heights;           // sum of the volumes, each times the height of its grain
    double covered;           // the most that one grain covers of it, m^2
} column;

// A grain along gravity, m.
typedef struct filling_extent {
    double bottom, top, height;
} filling_extent;

typedef struct columns {
    int axis, across[2];
    double side, low[2], high[2]; // m
    int count[2];
    column *at;
} columns;

// The axis nearest to that of gravity; of a flat domain not z.
static int axis_of_height(const model *model)
{
    const double x = fabs(model->gravity.x);
    const double y = fabs(model->gravity.y);
    const double z = model->dimensions == 2 ? -1 : fabs(model->gravity.z);
    if (z >= x && z >= y)
        return 2;
    return y >= x ? 1 : 0;
}

static bool columns_make(columns *columns, const model *model, const filling_sum *sum)
{
    const bool flat = model->dimensions == 2;
    columns->axis = axis_of_height(model);
    columns->across[0] = columns->axis == 0 ? 1 : 0;
    columns->across[1] = columns->axis == 2 ? 1 : 2;
    for (int k = 0; k < 2; k++) {
        const int axis = columns->across[k];
        columns->low[k] = v3_component(sum->low, axis);
        columns->high[k] = v3_component(sum->high, axis);
    }
    const double wide = columns->high[0] - columns->low[0];
    const double deep = flat ? 0 : columns->high[1] - columns->low[1];
    const double most = real_max(1e4, 16 * sum->count); // columns
    const double half_grain = 0.5 * sum->diameter / sum->count;
    const double least_side = flat ? wide / most : sqrt(wide * deep / most);
    const double widest = real_max(wide, deep);
    double side = real_max(half_grain, least_side);
    side = real_max(side, widest / most);
    columns->side = side;
    columns->count[0] = (int)(wide / side) + 1;
    columns->count[1] = (int)(deep / side) + 1;
    const int64_t count = (int64_t)columns->count[0] * columns->count[1];
    column *column = mem_array(count, sizeof *column);
    columns->at = column;
    if (!column)
        return false;
    for (int64_t i = 0; i < count; i++) {
        column[i].low = INFINITY;
        column[i].high = -INFINITY;
    }
    return true;
}

static column *column_of(const columns *columns, int i, int j)
{
    const int64_t row = (int64_t)i * columns->count[1];
    return &columns->at[row + j];
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
    const int n = (int)((x - columns->low[k]) / columns->side);
    if (n < 0)
        return 0;
    return n < columns->count[k] ? n : columns->count[k] - 1;
}

// What a grain has of a column: so much of its volume, over such an area.
static void column_add(column *column, const filling_extent *grain, double volume, double area)
{
    column->volume += volume;
    column->heights += volume * grain->height;
    column->low = real_min(column->low, grain->bottom);
    column->high = real_max(column->high, grain->top);
    column->covered = real_max(column->covered, area);
}

static void columns_add(columns *columns, const model *model, const filling_grain *grain)
{
    const double volume = filling_volume(model, model_shape_of(model, grain->set), grain->radius);
    const double diameter = filling_diameter(model, volume);
    const v3 half = filling_half(model, grain->set, grain->radius, diameter);
    const v3 low = v3_sub(grain->at, half);
    const v3 high = v3_add(grain->at, half);
    const int axis = columns->axis;
    const filling_extent extent = {
        .bottom = v3_component(low, axis),
        .top = v3_component(high, axis),
        .height = 2 * v3_component(half, axis),
    };
    const bool flat = model->dimensions == 2;
    double from[2];
    double to[2];
    int first[2] = {0, 0};
    int last[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        const int across = columns->across[k];
        from[k] = v3_component(low, across);
        to[k] = v3_component(high, across);
    }
    const int axes_of_columns = flat ? 1 : 2;
    for (int k = 0; k < axes_of_columns; k++) {
        first[k] = column_at(columns, k, from[k]);
        last[k] = column_at(columns, k, to[k]);
    }
    const double wide = to[0] - from[0];
    const double deep = flat ? 1 : to[1] - from[1];
    const double area = wide * deep;
    for (int i = first[0]; i <= last[0]; i++) {
        const double share_x = share_in(columns, 0, i, from[0], to[0]);
        for (int j = first[1]; j <= last[1]; j++) {
            const double share_y = flat ? 1 : share_in(columns, 1, j, from[1], to[1]);
            const double covered = share_x * share_y;
            if (!(covered > 0))
                continue;
            const double part = grain->share * volume * covered / area;
            column_add(column_of(columns, i, j), &extent, part, covered);
        }
    }
}

// Of what falls together: volume, and the box that it is in.
typedef struct loose {
    double volume, low, high, from[2], to[2];
} loose;

static void loosen(loose *loose, const columns *columns, int i, int j, const column *column)
{
    const int number[2] = {i, j};
    loose->volume += column->volume;
    loose->low = real_min(loose->low, column->low);
    loose->high = real_max(loose->high, column->high);
    for (int k = 0; k < 2; k++) {
        const double lowest = columns->low[k];
        const double highest = columns->high[k];
        const double from = lowest + number[k] * columns->side;
        const double next = lowest + (number[k] + 1) * columns->side;
        const double to = real_min(highest, next);
        loose->from[k] = real_min(loose->from[k], from);
        loose->to[k] = real_max(loose->to[k], to);
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
            const column *column = column_of(columns, i, j);
            if (!(column->volume > 0))
                continue;
            volume += column->volume;
            const double height = column->high - column->low;
            if (column->volume < stands * height * column->covered) {
                loosen(&loose, columns, i, j, column);
            } else {
                layers += column->volume * height * column->volume / column->heights;
            }
        }
    }
    if (loose.volume > 0) {
        const double wide = loose.to[0] - loose.from[0];
        const double deep = model->dimensions == 2 ? 1 : loose.to[1] - loose.from[1];
        const double settled = loose.volume / (filling_packed(model) * (wide * deep));
        const double depth = real_min(loose.high - loose.low, settled);
        layers += loose.volume * FILLING_WINDING * depth / diameter;
    }
    return volume > 0 ? layers / volume : 0;
}

bool filling_layers(const model *model, const filling_sum *sum, int64_t count, filling_look *look,
                    const void *from, double *layers)
{
    columns columns;
    filling_grain grain;
    if (!columns_make(&columns, model, sum))
        return false;
    for (int64_t i = 0; i < count; i++) {
        if (look(from, i, &grain))
            columns_add(&columns, model, &grain);
    }
    *layers = real_max(1, layers_in(&columns, model, sum->diameter / sum->count));
    mem_free(columns.at);
    return true;
}
