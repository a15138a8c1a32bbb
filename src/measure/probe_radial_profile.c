// probe_radial_profile.c - means over rings around an axis, and over time: number, velocity outwards, around and along the
// axis, granular temperature, solid fraction and density.
//
// A grain counts for the ring that its centre is in (slices.h), with the components of its velocity there. For the solid
// fraction and the density each ball is cut at the borders of the rings (slab.h); balls of one body that overlap count with
// the share of their volume that the body has. Around is positive as a right hand turns whose thumb is along the axis.
#include "base/constants.h"
#include "measure/direction.h"
#include "measure/filter.h"
#include "measure/slab.h"
#include "measure/slices.h"

static const char law[] = "radial-profile";

static const row rows[] = {
    {"point", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "a point of the axis"},
    {"axis", ROW_AXIS, "1", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "x, y, z (default), or a direction [x, y, z]: along which the axis is"},
    {"radius", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH, "of the last ring"},
    {"bins", ROW_INTEGER, "1", 20, 1, 1e4, "number of rings from the axis on"},
    {"low", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the rings begin along the axis; default: the domain"},
    {"high", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where they end along it; default: the domain"},
    INTERVAL_ROWS,
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {{"radius", "m"}, SLICES_HEADS("out", "around", "along")};
static const probe_role roles[] = {
    {"grains", PROBE_PART},
    {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

struct probe_state {
    grain_filter filter;
    direction axis;
    int bins;
    bool flat;
    v3 point;
    double radius;
    double low, high; // along the axis; in 2D 0 and 1
    bool endless;     // from one periodic border to the other
    slices slices;
};

static void end(probe_state *state)
{
    slices_clear(&state->slices);
}

// Does the tube of the rings, from range[0] to range[1] along the axis, reach into the domain?
static scree_status check_rings(const choice *choice, const model *model, const v3 along,
                                const double range[2], scree_error *error)
{
    const double radius = choice_real(choice, "radius");
    double x[3];
    choice_vector(choice, "point", x);
    const v3 point = v3_at(x);
    const double foot = v3_dot(along, point);
    scree_status status = SCREE_OK;
    for (int axis = 0; axis < model->dimensions && !status; axis++) {
        const double n = v3_component(along, axis);
        const double aside = radius * sqrt(fmax(0, 1 - n * n));
        const double first = n != 0 ? x[axis] + n * (range[0] - foot) : x[axis];
        const double last = n != 0 ? x[axis] + n * (range[1] - foot) : x[axis];
        const double reach[2] = {fmin(first, last) - aside, fmax(first, last) + aside};
        status = probe_inside(model, law, axis, reach, error);
    }
    return status;
}

// From where to where the rings go along the axis: in 2D from 0 to 1.
static scree_status read_ends(const choice *choice, const model *model, const direction *along,
                              double range[2], scree_error *error)
{
    range[0] = 0;
    range[1] = 1;
    if (model->dimensions == 2)
        return SCREE_OK;
    if (along->axis < 0)
        return direction_range(choice, model, law, along, range, error);
    return probe_range(choice, model, law, along->axis, range, error);
}

static bool is_endless(const model *model, int axis, const double range[2])
{
    if (axis < 0 || model->boundary[axis] != BOUNDARY_PERIODIC)
        return false;
    const double first = v3_component(model->low, axis);
    const double last = v3_component(model->high, axis);
    return range[0] == first && range[1] == last;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    double range[2];
    double point[3];
    state->flat = model->dimensions == 2;
    if (model->cell.given) {
        return probe_fail(error, law, "leave it out, or the cell",
                          "it knows no rings in a cell that deforms");
    }
    scree_status status = direction_read(choice, model, law, 2, &state->axis, error);
    if (!status && state->flat && state->axis.axis != 2)
        return probe_fail(error, law, "leave out `axis`", "in 2D the axis is across the plane");
    if (!status)
        status = read_ends(choice, model, &state->axis, range, error);
    if (!status)
        status = check_rings(choice, model, state->axis.along, range, error);
    if (!status)
        status = filter_read(choice, model, law, &state->filter, error);
    if (status)
        return status;
    choice_vector(choice, "point", point);
    state->point = v3_at(point);
    state->radius = choice_real(choice, "radius");
    state->bins = (int)choice_real(choice, "bins");
    state->low = range[0];
    state->high = range[1];
    state->endless = is_endless(model, state->axis.axis, range);
    if (!slices_make(&state->slices, state->bins, interval_read(choice)))
        return fail_memory(error, law);
    return SCREE_OK;
}

// A place as the axis sees it.
typedef struct around_axis {
    double distance, along; // m
    v3 out, turn, axis;     // unit vectors
} around_axis;

static around_axis seen_from_axis(const probe_state *state, v3 at)
{
    const v3 axis = state->axis.along;
    const v3 from = v3_sub(at, state->point);
    const double height = v3_dot(from, axis);
    const v3 aside = v3_fma(from, -height, axis);
    around_axis out = {
        .distance = v3_norm(aside),
        .along = v3_dot(at, axis),
        .axis = axis,
    };
    if (state->flat)
        out.along = 0.5;
    if (out.distance > 0)
        out.out = v3_unit(aside);
    else
        out.out = v3_perpendicular(axis);
    out.turn = v3_cross(axis, out.out);
    return out;
}

static int ring_of(const probe_state *state, double distance)
{
    const double place = floor(distance / state->radius * state->bins);
    return place < state->bins ? (int)place : state->bins;
}

static double part_within(const probe_state *state, const around_axis *at, double radius,
                          double within)
{
    if (state->flat)
        return slab_lens(radius, within, at->distance);
    const double low = state->endless ? -radius : state->low - at->along;
    const double high = state->endless ? radius : state->high - at->along;
    return slab_tube(radius, within, at->distance, low, high);
}

static void add_ball(probe_state *state, v3 position, double radius, double share, double mass)
{
    const around_axis at = seen_from_axis(state, position);
    const double cube = 4.0 / 3 * radius;
    const double whole = PI * radius * radius * (state->flat ? 1 : cube);
    const double inner = at.distance > radius ? at.distance - radius : 0;
    const int last = ring_of(state, at.distance + radius);
    double before = 0;
    for (int bin = ring_of(state, inner); bin <= last && bin < state->bins; bin++) {
        const double border = state->radius * (bin + 1) / state->bins;
        const double within = part_within(state, &at, radius, border);
        const double volume = within - before;
        slices_add_volume(&state->slices, bin, share * volume, mass * (volume / whole));
        before = within;
    }
}

static void add_grain(probe_state *state, const whole_grain *grain)
{
    const around_axis at = seen_from_axis(state, grain->position);
    const int bin = ring_of(state, at.distance);
    const bool beside = at.along < state->low || at.along >= state->high;
    if (bin >= state->bins || beside)
        return;
    const v3 velocity = grain->velocity;
    const v3 own = {
        .x = v3_dot(velocity, at.out),
        .y = v3_dot(velocity, at.turn),
        .z = v3_dot(velocity, at.axis),
    };
    slices_add_grain(&state->slices, bin, own);
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    const frame_balls *balls = &frame->ball;
    (void)choice;
    (void)table;
    (void)error;
    if (!interval_takes(&state->slices.time, frame->time))
        return SCREE_OK;
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        if (!filter_takes(&state->filter, &grain))
            continue;
        const double share = whole_filling(model, grain.set);
        for (int64_t ball = i; ball < i + grain.balls; ball++) {
            const double mass = isfinite(balls->mass[ball]) ? balls->mass[ball] : 0;
            add_ball(state, balls->position[ball], balls->radius[ball], share, mass);
        }
        add_grain(state, &grain);
    }
    slices_close(&state->slices);
    return SCREE_OK;
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    const double width = state->radius / state->bins;
    const double length = state->high - state->low;
    scree_status status = SCREE_OK;
    (void)choice;
    for (int bin = 0; bin < state->bins && !status; bin++) {
        const double volume = PI * width * width * (2 * bin + 1) * length;
        double value[COLUMNS] = {width * (bin + 0.5)};
        slices_values(&state->slices, bin, model->dimensions, volume, value + 1);
        status = table_row(table, value, error);
    }
    return status;
}

static bool save(const probe_state *state, probe_memory *out)
{
    return slices_save(&state->slices, out);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    return slices_load(&state->slices, value, count);
}

const char probe_radial_profile_example[] = "point: [0, 0, 0], radius: 30 mm, bins: 5";

const probe probe_radial_profile = {
    .what = {law, "means of velocity, temperature and solid fraction over rings around an axis",
             rows, sizeof rows / sizeof *rows},
    .no_contacts = true,
    .averages = true,
    .head = head,
    .columns = COLUMNS,
    .roles = roles,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .finish = finish,
    .end = end,
    .save = save,
    .load = load,
};
