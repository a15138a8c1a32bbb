// probe_velocity_profile.c - means over slices across an axis, and over time: number, velocity, granular temperature
// and solid fraction.
//
// A grain counts for the slice that its centre is in (slices.h). For the solid fraction and the density each ball is cut at
// the borders of the slices (slab.h), on a periodic axis with its images; balls of one body that overlap count with the
// share of their volume that the body has. Of a cell that deforms the slices are equal parts, their volumes those that they
// have at each sample, and their places those of the cell at the start.
#include "measure/direction.h"
#include "measure/filter.h"
#include "measure/slab.h"
#include "measure/slices.h"

static const char law[] = "velocity-profile";

static const row rows[] = {
    DIRECTION_ROW("x, y, z (default)"),
    {"bins", ROW_INTEGER, "1", 20, 1, 1e4, "number of slices"},
    {"low", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the first begins; default: the domain"},
    {"high", ROW_REAL, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the last ends; default: the domain"},
    INTERVAL_ROWS,
    {"corner_low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "only grains with their centre beyond this corner [x, y, z]"},
    {"corner_high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "only grains with their centre before this corner [x, y, z]"},
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {{"position", "m"}, SLICES_HEADS("x", "y", "z")};
static const probe_role roles[] = {
    {"grains", PROBE_PART},
    {NULL, PROBE_VALUE},
};
enum { COLUMNS = sizeof head / sizeof *head };

struct probe_state {
    grain_filter filter;
    int bins;
    direction across;  // the slices lie across it
    direction_box box; // what slices across an oblique one are cut out of
    double low, high;
    double cross_section; // m^2, in 2D m; NAN where the domain is unbounded across
    double period;        // m along the axis; 0: not periodic
    bool deforms;         // the cell: slices are equal parts of it
    double dense;         // the volume that it had at the start over that of the sample; else 1
    slices slices;
};

static void end(probe_state *state)
{
    slices_clear(&state->slices);
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

static scree_status read_corners(const choice *choice, const model *model, probe_state *state,
                                 scree_error *error)
{
    grain_filter *filter = &state->filter;
    corner(choice, "corner_low", model, &filter->low);
    corner(choice, "corner_high", model, &filter->high);
    scree_status status = SCREE_OK;
    for (int axis = 0; axis < model->dimensions && !status; axis++) {
        const double range[2] = {v3_component(filter->low, axis), v3_component(filter->high, axis)};
        if (!(range[0] < range[1]))
            return probe_fail(error, law,
                              "every component of `corner_low` must be below that of "
                              "`corner_high`",
                              "along %c the box from %g m to %g m is empty", "xyz"[axis], range[0],
                              range[1]);
        status = probe_inside(model, law, axis, range, error);
    }
    return status;
}

// The domain, or what the corners leave of it.
static direction_box box_of(const grain_filter *filter, const model *model)
{
    const v3 low = {
        .x = fmax(model->low.x, filter->low.x),
        .y = fmax(model->low.y, filter->low.y),
        .z = fmax(model->low.z, filter->low.z),
    };
    const v3 high = {
        .x = fmin(model->high.x, filter->high.x),
        .y = fmin(model->high.y, filter->high.y),
        .z = fmin(model->high.z, filter->high.z),
    };
    return (direction_box){low, high, model->dimensions};
}

// Area of a slice.
static double cross_section(const probe_state *state, const model *model)
{
    double area = 1;
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (axis == state->across.axis)
            continue;
        const double low = v3_component(state->box.low, axis);
        const double high = v3_component(state->box.high, axis);
        area *= isfinite(high - low) ? high - low : NAN;
    }
    return area;
}

static bool looks_at_part(const choice *choice)
{
    return choice_given(choice, "low") || choice_given(choice, "high") ||
           choice_given(choice, "corner_low") || choice_given(choice, "corner_high");
}

// The ends of the slices.
static scree_status read_range(const choice *choice, const model *model, probe_state *state,
                               scree_error *error)
{
    double range[2] = {0, 0};
    const int axis = state->across.axis;
    scree_status status;
    if (axis < 0)
        status = direction_range(choice, model, law, &state->across, range, error);
    else
        status = probe_range(choice, model, law, axis, range, error);
    if (!status && axis >= 0)
        status = probe_inside(model, law, axis, range, error);
    state->low = range[0];
    state->high = range[1];
    return status;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    const int usual_axis = model->dimensions == 2 ? 1 : 2;
    if (model->cell.given && looks_at_part(choice)) {
        return probe_fail(error, law, "leave out `low`, `high` and the corners",
                          "in a cell that deforms it looks at the whole cell");
    }
    if (model->cell.given && !whole_are_balls(model)) {
        return probe_fail(error, law, "leave it out, or the cell",
                          "it knows no grains of several balls in a cell that deforms");
    }
    state->deforms = model->cell.given;
    state->dense = 1;
    scree_status status = direction_read(choice, model, law, usual_axis, &state->across, error);
    if (!status)
        status = read_range(choice, model, state, error);
    if (!status)
        status = filter_read(choice, model, law, &state->filter, error);
    if (!status)
        status = read_corners(choice, model, state, error);
    if (status)
        return status;
    const int axis = state->across.axis;
    state->box = box_of(&state->filter, model);
    state->bins = (int)choice_real(choice, "bins");
    state->cross_section = cross_section(state, model);
    if (axis >= 0 && model->boundary[axis] == BOUNDARY_PERIODIC) {
        const double low = v3_component(model->low, axis);
        const double high = v3_component(model->high, axis);
        state->period = high - low;
    }
    if (!slices_make(&state->slices, state->bins, interval_read(choice)))
        return fail_memory(error, law);
    return SCREE_OK;
}

// Along the direction.
static double place_of(const probe_state *state, v3 at)
{
    const int axis = state->across.axis;
    return axis < 0 ? v3_dot(state->across.along, at) : v3_component(at, axis);
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

// A ball of that mass, of which its body has the share `share` of the volume.
static void add_ball(probe_state *state, double x, double radius, double share, double mass,
                     bool flat)
{
    const double low = x - radius;
    const double high = x + radius;
    if (high <= state->low || low >= state->high)
        return;
    const double whole =
        flat ? slab_disk(0, radius, -radius, radius) : slab_ball(0, radius, -radius, radius);
    const int last = slice_of(state, high);
    for (int bin = slice_of(state, low); bin <= last; bin++) {
        const double from = border(state, bin);
        const double to = border(state, bin + 1);
        const double volume =
            flat ? slab_disk(x, radius, from, to) : slab_ball(x, radius, from, to);
        slices_add_volume(&state->slices, bin, share * volume * state->dense,
                          mass * (volume / whole) * state->dense);
    }
}

static void add_balls(probe_state *state, const model *model, const frame_balls *balls,
                      const whole_grain *grain)
{
    double share = whole_filling(model, grain->set);
    bool flat = model->dimensions == 2;
    for (int64_t i = grain->first; i < grain->first + grain->balls; i++) {
        double x = place_of(state, balls->position[i]);
        double radius = balls->radius[i];
        const double mass = isfinite(balls->mass[i]) ? balls->mass[i] : 0;
        add_ball(state, x, radius, share, mass, flat);
        if (!(state->period > 0))
            continue;
        add_ball(state, x - state->period, radius, share, mass, flat);
        add_ball(state, x + state->period, radius, share, mass, flat);
    }
}

static void add_grain(probe_state *state, const whole_grain *grain)
{
    double x = place_of(state, grain->position);
    const bool without_end = state->deforms && state->period > 0;
    if (!without_end && !(x >= state->low && x < state->high))
        return;
    slices_add_grain(&state->slices, slice_of(state, x), grain->velocity);
}

// Slices are equal parts of a cell that deforms, as it is.
static void follow(probe_state *state, const model *model, const frame *frame)
{
    if (!state->deforms)
        return;
    const double length = frame->cell.edges.of[state->across.axis];
    state->high = state->low + length;
    state->period = state->period > 0 ? length : 0;
    state->dense = 1;
    for (int axis = 0; axis < model->dimensions; axis++) {
        const double start = v3_component(model->high, axis) - v3_component(model->low, axis);
        state->dense *= start / frame->cell.edges.of[axis];
    }
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    (void)table;
    (void)error;
    if (!interval_takes(&state->slices.time, frame->time))
        return SCREE_OK;
    follow(state, model, frame);
    whole_grain grain;
    for (int64_t i = 0; i < frame->ball.count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, &frame->ball, i);
        if (!filter_takes(&state->filter, &grain))
            continue;
        add_balls(state, model, &frame->ball, &grain);
        add_grain(state, &grain);
    }
    slices_close(&state->slices);
    return SCREE_OK;
}

static double volume_of(const probe_state *state, int bin)
{
    const double width = (state->high - state->low) / state->bins;
    if (state->across.axis >= 0)
        return width * state->cross_section;
    return direction_below(&state->across, &state->box, border(state, bin + 1)) -
           direction_below(&state->across, &state->box, border(state, bin));
}

static scree_status finish(const choice *choice, const model *model, probe_state *state,
                           probe_table *table, scree_error *error)
{
    (void)choice;
    if (state->deforms) // places are those of the cell at the start
        state->high = v3_component(model->high, state->across.axis);
    for (int bin = 0; bin < state->bins; bin++) {
        const double volume = volume_of(state, bin);
        double value[COLUMNS] = {0.5 * (border(state, bin) + border(state, bin + 1))};
        slices_values(&state->slices, bin, model->dimensions, volume, value + 1);
        scree_status status = table_row(table, value, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

static bool save(const probe_state *state, probe_memory *out)
{
    return slices_save(&state->slices, out);
}

static bool load(probe_state *state, const double *value, int64_t count)
{
    return slices_load(&state->slices, value, count);
}

const char probe_velocity_profile_example[] = "axis: y, bins: 5";

const probe probe_velocity_profile = {
    .what = {"velocity-profile",
             "means of velocity, temperature and solid fraction over slices and time", rows,
             sizeof rows / sizeof *rows},
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
