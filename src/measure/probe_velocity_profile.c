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
    double *sum;  // SUMS per slice
    scatter *now; // per slice, of one sample
};

static void end(probe_state *s)
{
    free(s->sum);
    free(s->now);
}

// In the plane z is not looked at.
static void corner(const choice *c, const char *name, const model *m, v3 *out)
{
    double x[3];
    if (!choice_given(c, name))
        return;
    choice_vector(c, name, x);
    *out = v3_make(x[0], x[1], m->dimensions == 2 ? out->z : x[2]);
}

// Area of a slice: the domain, or what the corners leave of it.
static double cross_section(const probe_state *s, const model *m)
{
    double area = 1;
    for (int axis = 0; axis < m->dimensions; axis++) {
        if (axis == s->axis)
            continue;
        double low = fmax(v3_component(m->low, axis), v3_component(s->filter.low, axis));
        double high = fmin(v3_component(m->high, axis), v3_component(s->filter.high, axis));
        area *= isfinite(high - low) ? high - low : NAN;
    }
    return area;
}

static scree_status begin(const choice *c, const model *m, probe_state *s, scree_error *error)
{
    scree_status status = probe_axis(c, "axis", law, m->dimensions == 2 ? 1 : 2, &s->axis, error);
    if (!status)
        status = probe_range(c, m, law, s->axis, &s->low, &s->high, error);
    if (!status)
        status = filter_read(c, m, law, &s->filter, error);
    if (status)
        return status;
    corner(c, "corner_low", m, &s->filter.low);
    corner(c, "corner_high", m, &s->filter.high);
    s->bins = (int)choice_real(c, "bins");
    s->from = choice_real(c, "from");
    s->to = choice_given(c, "to") ? choice_real(c, "to") : INFINITY;
    s->cross_section = cross_section(s, m);
    if (m->boundary[s->axis] == BOUNDARY_PERIODIC)
        s->period = v3_component(m->high, s->axis) - v3_component(m->low, s->axis);
    s->sum = calloc((size_t)s->bins * SUMS, sizeof *s->sum);
    s->now = calloc((size_t)s->bins, sizeof *s->now);
    return s->sum && s->now ? SCREE_OK : fail_memory(error, law);
}

static double border(const probe_state *s, int bin)
{
    return s->low + (s->high - s->low) * bin / s->bins;
}

static int slice_of(const probe_state *s, double x)
{
    double at = floor((x - s->low) / (s->high - s->low) * s->bins);
    return at < 0 ? 0 : at >= s->bins ? s->bins - 1 : (int)at;
}

static void add_volume(probe_state *s, double x, double radius, double share, bool flat)
{
    if (x + radius <= s->low || x - radius >= s->high)
        return;
    for (int bin = slice_of(s, x - radius); bin <= slice_of(s, x + radius); bin++) {
        double from = border(s, bin);
        double to = border(s, bin + 1);
        s->sum[bin * SUMS + VOLUME] +=
            share * (flat ? slab_disk(x, radius, from, to) : slab_ball(x, radius, from, to));
    }
}

static void add_balls(probe_state *s, const model *m, const frame_bodies *b, const whole_grain *g)
{
    double share = whole_filling(m, g->set);
    bool flat = m->dimensions == 2;
    for (int64_t i = g->first; i < g->first + g->balls; i++) {
        double x = v3_component(b->position[i], s->axis);
        double radius = b->radius[i];
        add_volume(s, x, radius, share, flat);
        if (!(s->period > 0))
            continue;
        add_volume(s, x - s->period, radius, share, flat);
        add_volume(s, x + s->period, radius, share, flat);
    }
}

static void add_grain(probe_state *s, const whole_grain *g)
{
    double x = v3_component(g->position, s->axis);
    if (!(x >= s->low && x < s->high))
        return;
    scatter_add(&s->now[slice_of(s, x)], g->velocity);
}

// The sample of each slice goes to the sums; the scatter about the sample's own mean.
static void close_sample(probe_state *s)
{
    for (int bin = 0; bin < s->bins; bin++) {
        double *sum = s->sum + bin * SUMS;
        const scatter *now = &s->now[bin];
        sum[COUNT] += now->count;
        sum[VX] += now->count * now->mean.x;
        sum[VY] += now->count * now->mean.y;
        sum[VZ] += now->count * now->mean.z;
        sum[SQUARE] += now->square;
        sum[FREEDOM] += scatter_freedom(now);
        s->now[bin] = (scatter){0};
    }
    s->samples += 1;
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s,
                           probe_table *table, scree_error *error)
{
    (void)c;
    (void)table;
    (void)error;
    if (f->time < s->from || f->time > s->to)
        return SCREE_OK;
    whole_grain g;
    for (int64_t i = 0; i < f->body.count; i = g.first + g.balls) {
        g = whole_grain_at(m, &f->body, i);
        if (!filter_takes(&s->filter, &g))
            continue;
        add_balls(s, m, &f->body, &g);
        add_grain(s, &g);
    }
    close_sample(s);
    return SCREE_OK;
}

static scree_status finish(const choice *c, const model *m, probe_state *s, probe_table *table,
                           scree_error *error)
{
    (void)c;
    for (int bin = 0; bin < s->bins; bin++) {
        const double *sum = s->sum + bin * SUMS;
        // 0/0 gives the nan of an empty slice, and of the temperature where never two grains were together
        double n = sum[COUNT];
        double width = (s->high - s->low) / s->bins;
        double value[COLUMNS] = {0.5 * (border(s, bin) + border(s, bin + 1)),
                                 n / s->samples,
                                 sum[VX] / n,
                                 sum[VY] / n,
                                 sum[VZ] / n,
                                 sum[SQUARE] / (sum[FREEDOM] * m->dimensions),
                                 sum[VOLUME] / (s->samples * width * s->cross_section)};
        scree_status status = table_row(table, value, error);
        if (status)
            return status;
    }
    return SCREE_OK;
}

static bool save(const probe_state *s, probe_memory *out)
{
    return memory_put(out, &s->samples, 1) && memory_put(out, s->sum, (int64_t)s->bins * SUMS);
}

static bool load(probe_state *s, const double *value, int64_t count)
{
    if (count != 1 + (int64_t)s->bins * SUMS)
        return false;
    s->samples = value[0];
    for (int64_t i = 1; i < count; i++)
        s->sum[i - 1] = value[i];
    return true;
}

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
