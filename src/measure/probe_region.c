// probe_region.c - what is in a box: number, mass, mean velocity, granular temperature, solid fraction.
//
// A grain is in the box when its centre is, and then brings its whole volume (of a clump, what its balls fill
// together). The mean velocity is per mass. The temperature is that of the grains whatever their masses, about the mean
// of their velocities: sum |v - V|^2 / ((n - 1) dimensions). One grain alone has none.
#include "measure/filter.h"
#include "base/constants.h"
#include "measure/scatter.h"

static const char law[] = "region";

static const row rows[] = {
    {"low", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "lower corner of the box"},
    {"high", ROW_VECTOR, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH, "upper corner of the box"},
    FILTER_SET_ROW,
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
enum { COLUMNS = sizeof head / sizeof *head };

struct probe_state {
    grain_filter filter;
    double volume; // m^3, in 2D m^2
};

static scree_status begin(const choice *c, const model *m, probe_state *s, scree_error *error)
{
    double low[3];
    double high[3];
    scree_status status = filter_read(c, m, law, &s->filter, error);
    if (status)
        return status;
    choice_vector(c, "low", low);
    choice_vector(c, "high", high);
    s->volume = 1;
    for (int axis = 0; axis < m->dimensions; axis++) {
        if (!(low[axis] < high[axis]))
            return probe_fail(error, law, "every component of `low` must be below that of `high`",
                              "the box is empty");
        s->volume *= high[axis] - low[axis];
    }
    bool flat = m->dimensions == 2;
    s->filter.low = v3_make(low[0], low[1], flat ? -INFINITY : low[2]);
    s->filter.high = v3_make(high[0], high[1], flat ? INFINITY : high[2]);
    return SCREE_OK;
}

typedef struct contents {
    double mass, volume;
    v3 momentum;
    scatter motion;
} contents;

static double volume_of(const model *m, const frame_bodies *b, const whole_grain *g)
{
    double sum = 0;
    for (int64_t i = g->first; i < g->first + g->balls; i++) {
        double r = b->radius[i];
        sum += m->dimensions == 2 ? PI * r * r : 4.0 / 3.0 * PI * r * r * r;
    }
    return whole_filling(m, g->set) * sum;
}

static contents look(const probe_state *s, const model *m, const frame_bodies *b)
{
    contents in = {0};
    whole_grain g;
    for (int64_t i = 0; i < b->count; i = g.first + g.balls) {
        g = whole_grain_at(m, b, i);
        if (!filter_takes(&s->filter, &g))
            continue;
        double mass = filter_mass(&g);
        in.mass += mass;
        in.volume += volume_of(m, b, &g);
        scatter_add(&in.motion, g.velocity);
        in.momentum = v3_fma(in.momentum, mass, g.velocity);
    }
    return in;
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s,
                           probe_table *table, scree_error *error)
{
    (void)c;
    contents in = look(s, m, &f->body);
    // 0/0 gives the nan of a box without grains, and of the temperature where there is but one
    double temperature = in.motion.square / (scatter_freedom(&in.motion) * m->dimensions);
    const double value[COLUMNS] = {f->time,
                                   in.motion.count,
                                   in.mass,
                                   in.momentum.x / in.mass,
                                   in.momentum.y / in.mass,
                                   in.momentum.z / in.mass,
                                   temperature,
                                   in.volume / s->volume};
    return table_row(table, value, error);
}

const probe probe_region = {
    .what = {"region",
             "number, mass, mean velocity, temperature and solid fraction of the grains in a box",
             rows, sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
};
