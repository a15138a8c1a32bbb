// probe_region.c - what is in a box or a region: number, mass, mean velocity, granular temperature, solid fraction.
//
// A grain is in the box when its centre is, and then brings its whole volume (of a clump, what its balls fill
// together). The mean velocity is per mass. The temperature is that of the grains whatever their masses, about the mean
// of their velocities: sum |v - V|^2 / ((n - 1) dimensions). One grain alone has none.
#include "measure/filter.h"
#include "base/constants.h"
#include "measure/scatter.h"

static const char law[] = "region";

static const row rows[] = {
    {"low", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH,
     "lower corner of the box; it and high, or inside"},
    {"high", ROW_VECTOR, "m", ROW_OPTIONAL, ROW_ANY_LOW, ROW_ANY_HIGH, "upper corner of the box"},
    FILTER_SET_ROW,
    FILTER_INSIDE_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {{"time", "s"},
                                  {"grains", ""},
                                  {"mass", "kg"},
                                  {"velocity_x", "m/s"},
                                  {"velocity_y", "m/s"},
                                  {"velocity_z", "m/s"},
                                  {"temperature", "m^2/s^2"},
                                  {"solid_fraction", ""}};
enum {
    TIME,
    GRAINS,
    MASS,
    VELOCITY_X,
    VELOCITY_Y,
    VELOCITY_Z,
    TEMPERATURE,
    SOLID_FRACTION,
    COLUMNS
};
_Static_assert(sizeof head / sizeof *head == COLUMNS, "each column has a head");

struct probe_state {
    grain_filter filter;
    double volume; // m^3, in 2D m^2
};

static scree_status read_box(const choice *choice, const model *model, probe_state *state,
                             scree_error *error)
{
    double low[3];
    double high[3];
    choice_vector(choice, "low", low);
    choice_vector(choice, "high", high);
    state->volume = 1;
    for (int axis = 0; axis < model->dimensions; axis++) {
        if (!(low[axis] < high[axis])) {
            return probe_fail(error, law, "every component of `low` must be below that of `high`",
                              "the box is empty");
        }
        const double range[2] = {low[axis], high[axis]};
        const scree_status status = probe_inside(model, law, axis, range, error);
        if (status)
            return status;
        state->volume *= high[axis] - low[axis];
    }
    bool flat = model->dimensions == 2;
    state->filter.low = v3_make(low[0], low[1], flat ? -INFINITY : low[2]);
    state->filter.high = v3_make(high[0], high[1], flat ? INFINITY : high[2]);
    return SCREE_OK;
}

static scree_status begin(const choice *choice, const model *model, probe_state *state,
                          scree_error *error)
{
    const bool low = choice_given(choice, "low");
    const bool high = choice_given(choice, "high");
    scree_status status = filter_read(choice, model, law, &state->filter, error);
    if (status)
        return status;
    const region *region = state->filter.region;
    if (region && (low || high)) {
        return probe_fail(error, law, "leave out `inside`, or `low` and `high`",
                          "inside and low or high contradict each other");
    }
    if (region) {
        state->volume = region->volume;
        return SCREE_OK;
    }
    if (low && high)
        return read_box(choice, model, state, error);
    return probe_fail(error, law, "give both corners of a box, or inside: REGION",
                      "missing key '%s'", low ? "high" : "low");
}

typedef struct contents {
    double mass, volume;
    v3 momentum;
    scatter motion;
} contents;

static double volume_of(const model *model, const frame_balls *balls, const whole_grain *grain)
{
    double sum = 0;
    for (int64_t i = grain->first; i < grain->first + grain->balls; i++) {
        double radius = balls->radius[i];
        sum += model->dimensions == 2 ? PI * radius * radius
                                      : 4.0 / 3.0 * PI * radius * radius * radius;
    }
    return whole_filling(model, grain->set) * sum;
}

static contents look(const probe_state *state, const model *model, const frame_balls *balls)
{
    contents in = {0};
    whole_grain grain;
    for (int64_t i = 0; i < balls->count; i = grain.first + grain.balls) {
        grain = whole_grain_at(model, balls, i);
        if (!filter_takes(&state->filter, &grain))
            continue;
        double mass = filter_mass(&grain);
        in.mass += mass;
        in.volume += volume_of(model, balls, &grain);
        scatter_add(&in.motion, grain.velocity);
        in.momentum = v3_fma(in.momentum, mass, grain.velocity);
    }
    return in;
}

static scree_status sample(const choice *choice, const model *model, const frame *frame,
                           probe_state *state, probe_table *table, scree_error *error)
{
    (void)choice;
    contents in = look(state, model, &frame->ball);
    // 0/0 gives the nan of a box without grains, and of the temperature where there is but one
    double temperature = in.motion.square / (scatter_freedom(&in.motion) * model->dimensions);
    double value[COLUMNS];
    value[TIME] = frame->time;
    value[GRAINS] = in.motion.count;
    value[MASS] = in.mass;
    value[VELOCITY_X] = in.momentum.x / in.mass;
    value[VELOCITY_Y] = in.momentum.y / in.mass;
    value[VELOCITY_Z] = in.momentum.z / in.mass;
    value[TEMPERATURE] = temperature;
    value[SOLID_FRACTION] = in.volume / state->volume;
    return table_row(table, value, error);
}

const char probe_region_example[] = "low: [-20 mm, -20 mm, -20 mm], high: [20 mm, 20 mm, 20 mm]";

const probe probe_region = {
    .what =
        {"region",
         "number, mass, mean velocity, temperature and solid fraction of the grains in a box or "
         "region",
         rows, sizeof rows / sizeof *rows},
    .no_contacts = true,
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
};
