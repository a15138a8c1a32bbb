// probe_angle_of_repose.c - the angle of the free surface of a heap or of the bed in a drum: a straight line fitted to the
// tops of the grains that lie highest.
//
// Seen from above, grains stand in columns of the size of `cell`; the highest top of each column is a point of the surface,
// at the place of its grain. By least squares h = a + b q, with q the distance from the axis of a `pile`, or the coordinate
// along `along` of a `slope`; the angle is atan(-b) of a pile and atan(b) of a slope. Highest tops lie above the mean
// surface by the same height everywhere, so they do not turn it.
//
// The toe and the tip are left out: q from `low` to `high`. By default of a pile 0.2 to 0.8 of the radius R of the cone (2D: of
// the wedge) of which 95 % of the volume are within r: 3 (r/R)^2 - 2 (r/R)^3 = 0.95 (2D: 2 r/R - (r/R)^2); of a slope
// what lies between a fifth and four fifths of the volume. Grains without contacts are in flight and do not count.
#include "base/mathlib.h"
#include "base/memory.h"
#include "base/sort.h"
#include "measure/filter.h"
#include "measure/grain_top.h"
#include "measure/solids.h"

#include <stdlib.h>

static const char law[] = "angle-of-repose";

enum { PILE, SLOPE };

static const row rows[] = {
    {"of", ROW_WORD, "pile|slope", 0, 0, 1,
     "what the surface is of: a cone or wedge, or one slope"},
    {"point", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "a point of the axis of a pile; default: where its grains are in the mean"},
    {"along", ROW_VECTOR, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "direction in which a slope rises; default: x"},
    {"cell", ROW_REAL, "m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "edge of the columns; default: two mean diameters"},
    {"low", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "from this distance or coordinate on"},
    {"high", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH, "up to this one"},
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
};

static const probe_head head[] = {
    {"time", "s"},   {"angle", "rad"}, {"error", "rad"}, {"scatter", "m"},
    {"columns", ""}, {"low", "m"},     {"high", "m"},    {"height", "m"},
};
enum { TIME, ANGLE, ERROR, SCATTER, USED, LOW, HIGH, HEIGHT, COLUMNS };
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

typedef struct heaped { // a grain
    double along, across,
        height; // m, of its centre; then along is that from the axis or the corner
    double top, volume;
    double place; // on which the height depends, m
} heaped;

struct probe_state {
    grain_filter filter;
    int of;
    bool flat, has_point;
    v3 point, up, along, across;
    double cell;      // m; NAN: by the grains
    double low, high; // m; NAN: by the grains
    heaped *grain;
    int64_t grains, room;
    int64_t *top; // of each column, its highest grain; -1: none
    int64_t tops;
    sort_pair *order, *scratch;
    int64_t orders, scratches;
};

static void end(probe_state *state)
{
    free(state->grain);
    free(state->top);
    free(state->order);
    free(state->scratch);
}

static double real_or_nan(const choice *choice, const char *name)
{
    return choice_given(choice, name) ? choice_real(choice, name) : NAN;
}

// The horizontal axes.
static scree_status read_axes(const choice *choice, const model *model, probe_state *state,
                              scree_error *error)
{
    double given[3] = {1, 0, 0};
    if (!(v3_norm(model->gravity) > 0)) {
        return probe_fail(error, law, "give the case a gravity",
                          "without gravity no surface is above another");
    }
    state->up = v3_unit(v3_scale(-1, model->gravity));
    if (choice_given(choice, "along"))
        choice_vector(choice, "along", given);
    const v3 along = v3_at(given);
    if (!(v3_norm(along) > 0))
        return probe_fail(error, law, "give a horizontal direction, such as [1, 0, 0]",
                          "`along` has no length and no direction");
    const v3 level = v3_fma(along, -v3_dot(along, state->up), state->up);
    const bool steep = v3_norm(level) < 1e-6 * v3_norm(along);
    if (steep && choice_given(choice, "along"))
        return probe_fail(error, law, "give a horizontal direction",
                          "`along` points upwards or downwards");
    state->along = steep ? v3_perpendicular(state->up) : v3_unit(level);
    state->across = v3_cross(state->up, state->along);
    return SCREE_OK;
}

// Columns get wider where a heap would have too many (columns_of); of a whole domain a million are a slip.
static scree_status check_cell(const probe_state *state, const model *model, scree_error *error)
{
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double length = v3_component(model->high, axis) - v3_component(model->low, axis);
        if (isfinite(length) && length / state->cell > 1e6)
            return probe_fail(error, law, "make `cell` larger, such as two grains",
                              "cell: %g m cuts the domain along %c into more than a million",
                              state->cell, "xyz"[axis]);
    }
    return SCREE_OK;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    double point[3];
    scree_status status = filter_read_set(choice, model, law, &state->filter, error);
    if (!status)
        status = read_axes(choice, model, state, error);
    if (status)
        return status;
    const int region = choice_region(choice, "inside");
    const v3 far = (v3){
        .x = INFINITY,
        .y = INFINITY,
        .z = INFINITY,
    };
    state->filter.region = region < 0 ? NULL : model->region[region].made;
    state->filter.low = v3_scale(-1, far);
    state->filter.high = far;
    state->flat = model->dimensions == 2;
    state->of = (int)choice_real(choice, "of");
    state->has_point = choice_given(choice, "point");
    if (state->has_point) {
        choice_vector(choice, "point", point);
        state->point = v3_at(point);
    }
    state->cell = real_or_nan(choice, "cell");
    state->low = real_or_nan(choice, "low");
    state->high = real_or_nan(choice, "high");
    status = check_cell(state, model, error);
    if (status)
        return status;
    if (state->low >= state->high)
        return probe_fail(error, law, "`low` must be below `high`", "nothing is between them");
    return SCREE_OK;
}

// The grains that lie there, and the axis of a pile.
static bool take_grains(probe_state *state, const model *model, const frame *frame)
{
    const frame_balls *balls = &frame->ball;
    double along = 0;
    double across = 0;
    state->grains = 0;
    if (!MEM_GROW(state->grain, state->room, balls->count + 1))
        return false;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        if (!filter_takes(&state->filter, &grain) || !(grain.contacts > 0))
            continue;
        heaped *own = &state->grain[state->grains++];
        *own = (heaped){
            .along = v3_dot(grain.position, state->along),
            .across = v3_dot(grain.position, state->across),
            .height = v3_dot(grain.position, state->up),
            .top = grain_top(frame, &grain, state->up),
            .volume = solid_volume(model, balls, &grain),
        };
        along += own->along;
        across += own->across;
    }
    const double count = (double)state->grains;
    const double axis = state->has_point ? v3_dot(state->point, state->along) : along / count;
    const double beside = state->has_point ? v3_dot(state->point, state->across) : across / count;
    for (int64_t i = 0; i < state->grains; i++) {
        heaped *own = &state->grain[i];
        const double x = own->along - axis;
        const double y = state->flat ? 0 : own->across - beside;
        own->place = state->of == PILE ? sqrt(x * x + y * y) : own->along;
    }
    return true;
}

// The place within which a share of the volume is.
static double quantile(const probe_state *state, double share)
{
    double all = 0;
    double passed = 0;
    for (int64_t i = 0; i < state->grains; i++)
        all += state->grain[i].volume;
    for (int64_t i = 0; i < state->grains; i++) {
        const heaped *grain = &state->grain[state->order[i].value];
        passed += grain->volume;
        if (passed >= share * all)
            return grain->place;
    }
    return NAN;
}

static bool find_ends(probe_state *state, double ends[2])
{
    ends[0] = state->low;
    ends[1] = state->high;
    if (!MEM_GROW(state->order, state->orders, state->grains + 1))
        return false;
    if (!MEM_GROW(state->scratch, state->scratches, state->grains + 1))
        return false;
    for (int64_t i = 0; i < state->grains; i++)
        state->order[i] = (sort_pair){sort_key_f64(state->grain[i].place), (uint32_t)i};
    sort_u64_by_key(state->order, state->grains, state->scratch);
    double low = quantile(state, 0.2);
    double high = quantile(state, 0.8);
    if (state->of == PILE) {
        const double share = state->flat ? 0.77639320225002106 : 0.86464976450389834;
        const double radius = quantile(state, 0.95) / share;
        low = 0.2 * radius;
        high = 0.8 * radius;
    }
    if (isnan(ends[0]))
        ends[0] = low;
    if (isnan(ends[1]))
        ends[1] = high;
    return true;
}

typedef struct columns {
    double low_x, low_y, edge; // m
    int64_t along, across;
} columns;

typedef struct extent {
    double low, high; // m
} extent;

static void widen(extent *is, double x)
{
    is->low = fmin(is->low, x);
    is->high = fmax(is->high, x);
}

static int64_t column_at(double x, double low, double edge)
{
    return (int64_t)floor((x - low) / edge);
}

static columns columns_of(const probe_state *state)
{
    enum { COLUMNS_ALONG = 1000 };
    extent along = {INFINITY, -INFINITY};
    extent across = along;
    double height = 0;
    for (int64_t i = 0; i < state->grains; i++) {
        const heaped *grain = &state->grain[i];
        widen(&along, grain->along);
        widen(&across, grain->across);
        height += grain->top - grain->height;
    }
    const double diameter = 2 * height / (double)state->grains;
    const double length = along.high - along.low;
    const double width = across.high - across.low;
    const double finest = fmax(length, width) / COLUMNS_ALONG;
    columns out = {
        .low_x = along.low,
        .low_y = across.low,
        .edge = 2 * diameter,
        .across = 1,
    };
    if (!isnan(state->cell))
        out.edge = state->cell;
    out.edge = fmax(out.edge, finest);
    out.along = 1 + column_at(along.high, along.low, out.edge);
    if (!state->flat)
        out.across = 1 + column_at(across.high, across.low, out.edge);
    return out;
}

// The highest grain of each column; false: out of memory.
static bool find_tops(probe_state *state, columns *at)
{
    *at = columns_of(state);
    const int64_t count = at->along * at->across;
    if (!MEM_GROW(state->top, state->tops, count))
        return false;
    for (int64_t i = 0; i < count; i++)
        state->top[i] = -1;
    for (int64_t i = 0; i < state->grains; i++) {
        const heaped *grain = &state->grain[i];
        int64_t row = 0;
        if (!state->flat)
            row = column_at(grain->across, at->low_y, at->edge);
        const int64_t column = column_at(grain->along, at->low_x, at->edge);
        int64_t *top = &state->top[row * at->along + column];
        const heaped *other = *top < 0 ? NULL : &state->grain[*top];
        if (!other || other->top < grain->top)
            *top = i;
    }
    return true;
}

typedef struct line_fit {
    double count, slope, error, scatter;
} line_fit;

static line_fit fit_line(const probe_state *state, const columns *at, const double ends[2])
{
    double place = 0;
    double height = 0;
    double squares = 0;
    double products = 0;
    double rest = 0;
    line_fit fit = {0};
    for (int pass = 0; pass < 3; pass++) {
        for (int64_t i = 0; i < at->along * at->across; i++) {
            const heaped *grain = state->top[i] < 0 ? NULL : &state->grain[state->top[i]];
            if (!grain || grain->place < ends[0] || grain->place > ends[1])
                continue;
            const double x = grain->place - place / fit.count;
            const double y = grain->top - height / fit.count;
            if (pass == 0) {
                fit.count += 1;
                place += grain->place;
                height += grain->top;
            } else if (pass == 1) {
                squares += x * x;
                products += x * y;
            } else {
                const double beside = y - fit.slope * x;
                rest += beside * beside;
            }
        }
        if (pass == 1)
            fit.slope = products / squares;
    }
    fit.scatter = sqrt(rest / (fit.count - 2));
    fit.error = fit.scatter / sqrt(squares);
    return fit;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    double value[COLUMNS] = {frame->time, NAN, NAN, NAN, 0, NAN, NAN, NAN};
    double ends[2];
    columns at;
    // a stage may have a gravity of its own
    const scree_status status = read_axes(choice, model, state, error);
    if (status)
        return status;
    if (!take_grains(state, model, frame))
        return fail_memory(error, law);
    if (state->grains == 0)
        return table_row(table, value, error);
    if (!find_ends(state, ends) || !find_tops(state, &at))
        return fail_memory(error, law);
    double lowest = INFINITY;
    double highest = -INFINITY;
    for (int64_t i = 0; i < state->grains; i++) {
        const heaped *grain = &state->grain[i];
        lowest = fmin(lowest, 2 * grain->height - grain->top);
        highest = fmax(highest, grain->top);
    }
    const line_fit fit = fit_line(state, &at, ends);
    value[USED] = fit.count;
    value[LOW] = ends[0];
    value[HIGH] = ends[1];
    value[HEIGHT] = highest - lowest;
    if (fit.count > 2) {
        const double slope = state->of == PILE ? -fit.slope : fit.slope;
        value[ANGLE] = real_atan2(slope, 1);
        value[ERROR] = fit.error / (1 + slope * slope);
        value[SCATTER] = fit.scatter;
    }
    return table_row(table, value, error);
}

const char probe_angle_of_repose_example[] = "of: slope, along: [1, 0, 0]";

const probe probe_angle_of_repose = {
    .what = {law, "angle of the free surface of a heap, or of the bed in a drum", rows,
             sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .end = end,
};
