// probe_velocity_profile.c - means over slices across an axis, and over time: number, velocity, granular temperature
// and solid fraction.
//
// A grain counts for the slice that its centre is in. The temperature is |v - V|^2 / dimensions with V the mean
// velocity of the slice in the same sample, so that a mean flow that changes with time does not heat it; the squares
// are summed over all samples and divided by the sum of n - 1, since V is the mean of the same n grains. For the solid
// fraction each ball is cut at the borders of the slices (slab.h), on a periodic axis with its images; balls of one
// body that overlap count with the share of their volume that the body has.
#include "measure/filter.h"
#include "measure/scatter.h"
#include "measure/slab.h"

#include <stdlib.h>

static const char law[] = "velocity-profile";

static const row rows[] = {
    {"axis", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "x, y or z (default): the slices lie across it"},
    {"bins", ROW_INTEGER, "1", 20, 1, 1e6, "number of slices"},
    {"low", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the first begins; default: the domain"},
    {"high", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the last ends; default: the domain"},
    {"from", ROW_REAL, "s", 0, 0, ROW_ANY_HIGH, "first time that counts"},
    {"to", ROW_REAL, "s", ROW_OPTIONAL, 0, ROW_ANY_HIGH, "last time that counts; default: the end"},
    {"corner_low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "only grains with their centre beyond this corner [x, y, z]"},
    {"corner_high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "only grains with their centre before this corner [x, y, z]"},
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {{"position", "m"},     {"grains", ""},
                                  {"velocity_x", "m/s"}, {"velocity_y", "m/s"},
                                  {"velocity_z", "m/s"}, {"temperature", "m^2/s^2"},
                                  {"solid_fraction", ""}};
enum { COLUMNS = sizeof head / sizeof *head };

enum {
    COUNT,
    VX,
    VY,
    VZ,
    SQUARE,
    FREEDOM,
    VOLUME,
    SUMS
}; // what is kept per slice, summed over samples

struct probe_state {
    grain_filter filter;
    int axis, bins;
    double low, high;
    double from, to;      // s
    double cross_section; // m^2, in 2D m; NAN where the domain is unbounded across
    double period;        // m along the axis; 0: not periodic
    double samples;
    double last;  // s, of the newest sample, which a branch takes once more; NAN: none
    double *sum;  // SUMS per slice
    scatter *now; // per slice, of one sample
};

static void end(probe_state *state)
{
    free(state->sum);
    free(state->now);
}

// In the plane z is not looked at.
static void corner(const choice *choice, const char *name, const model *model, v3 *out)
{
    double x[3];
    if (!choice_given(choice, name))
        return;
    choice_vector(choice, name, x);
    *out = v3_make(x[0], x[1], model->dimensions == 2 ? out->z : x[2]);
}

// Area of a slice: the domain, or what the corners leave of it.
static double cross_section(const probe_state *state, const model *model)
{
    double area = 1;
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (axis == state->axis)
            continue;
        double low = fmax(v3_component(model->low, axis), v3_component(state->filter.low, axis));
        double high = fmin(v3_component(model->high, axis), v3_component(state->filter.high, axis));
        area *= isfinite(high - low) ? high - low : NAN;
    }
    return area;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    const int usual_axis = model->dimensions == 2 ? 1 : 2;
    if (model->cell.given) {
        return probe_fail(error, law, "leave it out, or the cell",
                          "it knows no slices of a cell that deforms");
    }
    double range[2] = {0, 0};
    scree_status status = probe_axis(choice, "axis", law, usual_axis, &state->axis, error);
    if (!status)
        status = probe_range(choice, model, law, state->axis, range, error);
    state->low = range[0];
    state->high = range[1];
    if (!status)
        status = filter_read(choice, model, law, &state->filter, error);
    if (status)
        return status;
    corner(choice, "corner_low", model, &state->filter.low);
    corner(choice, "corner_high", model, &state->filter.high);
    state->bins = (int)choice_real(choice, "bins");
    state->last = NAN;
    state->from = choice_real(choice, "from");
    state->to = choice_given(choice, "to") ? choice_real(choice, "to") : INFINITY;
    state->cross_section = cross_section(state, model);
    if (model->boundary[state->axis] == BOUNDARY_PERIODIC) {
        const double low = v3_component(model->low, state->axis);
        const double high = v3_component(model->high, state->axis);
        state->period = high - low;
    }
    state->sum = calloc((size_t)state->bins * SUMS, sizeof *state->sum);
    state->now = calloc((size_t)state->bins, sizeof *state->now);
    if (!state->sum || !state->now)
        return fail_memory(error, law);
    return SCREE_OK;
}

static double border(const probe_state *state, int bin)
{
    return state->low + (state->high - state->low) * bin / state->bins;
}

static int slice_of(const probe_state *state, double x)
{
    const double range = state->high - state->low;
    const double at = floor((x - state->low) / range * state->bins);
    if (at < 0)
        return 0;
    return at >= state->bins ? state->bins - 1 : (int)at;
}

static void add_volume(probe_state *state, double x, double radius, double share, bool flat)
{
    const double low = x - radius;
    const double high = x + radius;
    if (high <= state->low || low >= state->high)
        return;
    const int last = slice_of(state, high);
    for (int bin = slice_of(state, low); bin <= last; bin++) {
        const double from = border(state, bin);
        const double to = border(state, bin + 1);
        const double volume =
            flat ? slab_disk(x, radius, from, to) : slab_ball(x, radius, from, to);
        state->sum[bin * SUMS + VOLUME] += share * volume;
    }
}

static void add_balls(probe_state *state, const model *model, const frame_balls *balls,
                      const whole_grain *grain)
{
    double share = whole_filling(model, grain->set);
    bool flat = model->dimensions == 2;
    for (int64_t i = grain->first; i < grain->first + grain->balls; i++) {
        double x = v3_component(balls->position[i], state->axis);
        double radius = balls->radius[i];
        add_volume(state, x, radius, share, flat);
        if (!(state->period > 0))
            continue;
        add_volume(state, x - state->period, radius, share, flat);
        add_volume(state, x + state->period, radius, share, flat);
    }
}

static void add_grain(probe_state *state, const whole_grain *grain)
{
    double x = v3_component(grain->position, state->axis);
    if (!(x >= state->low && x < state->high))
        return;
    scatter_add(&state->now[slice_of(state, x)], grain->velocity);
}

// The sample of each slice goes to the sums; the scatter about the sample's own mean.
static void close_sample(probe_state *state)
{
    for (int bin = 0; bin < state->bins; bin++) {
        double *sum = state->sum + bin * SUMS;
        const scatter *now = &state->now[bin];
        sum[COUNT] += now->count;
        sum[VX] += now->count * now->mean.x;
        sum[VY] += now->count * now->mean.y;
        sum[VZ] += now->count * now->mean.z;
        sum[SQUARE] += now->square;
        sum[FREEDOM] += scatter_freedom(now);
        state->now[bin] = (scatter){0};
    }
    state->samples += 1;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)table;
    (void)error;
    const bool outside = frame->time < state->from || frame->time > state->to;
    if (outside || frame->time == state->last)
        return SCREE_OK;
    state->last = frame->time;
    whole_grain grain;
    for (int64_t i = 0; i < frame->ball.count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, &frame->ball, i);
        if (!filter_takes(&state->filter, &grain))
            continue;
        add_balls(state, model, &frame->ball, &grain);
        add_grain(state, &grain);
    }
    close_sample(state);
    return SCREE_OK;
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    (void)choice;
    for (int bin = 0; bin < state->bins; bin++) {
        const double *sum = state->sum + bin * SUMS;
        // 0/0 gives the nan of an empty slice, and of the temperature where never two grains were together
        double count = sum[COUNT];
        double width = (state->high - state->low) / state->bins;
        double value[COLUMNS] = {0.5 * (border(state, bin) + border(state, bin + 1)),
                                 count / state->samples,
                                 sum[VX] / count,
                                 sum[VY] / count,
                                 sum[VZ] / count,
                                 sum[SQUARE] / (sum[FREEDOM] * model->dimensions),
                                 sum[VOLUME] / (state->samples * width * state->cross_section)};
        scree_status status = table_row(table, value, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

static bool save(const probe_state *state, probe_memory *out)
{
    return memory_put(out, &state->samples, 1) &&
           memory_put(out, state->sum, (int64_t)state->bins * SUMS) &&
           memory_put(out, &state->last, 1);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    const int64_t sums = (int64_t)state->bins * SUMS;
    if (count != sums + 2)
        return false;
    state->samples = value[0];
    for (int64_t i = 0; i < sums; i++)
        state->sum[i] = value[1 + i];
    state->last = value[1 + sums];
    return true;
}

const char probe_velocity_profile_example[] = "axis: y, bins: 5";

const probe probe_velocity_profile = {
    .what = {"velocity-profile",
             "means of velocity, temperature and solid fraction over slices and time", rows,
             sizeof rows / sizeof *rows},
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .finish = finish,
    .end = end,
    .save = save,
    .load = load,
};
