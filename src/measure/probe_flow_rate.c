// probe_flow_rate.c - number and mass of grains that cross a plane, from one sample to the next and in all.
//
// Counted are centres, along the axis positive and against it negative. On a periodic axis of length L a grain has gone
// the nearest way, and every image of the plane counts: floor((x - at)/L) says between which two it is. A grain that
// comes or goes between two samples crosses nothing; sample often enough that none moves further than L/2.
#include "base/memory.h"
#include "measure/filter.h"

#include <stdlib.h>

static const char law[] = "flow-rate";

static const row rows[] = {
    {"axis", ROW_TEXT, "1", ROW_OPTIONAL, 0, 0, "x (default), y or z: normal of the plane"},
    {"at", ROW_REAL, "m", ROW_REQUIRED, ROW_ANY_LOW, ROW_ANY_HIGH,
     "where the plane is on the axis"},
    FILTER_SET_ROW,
    FILTER_FIXED_ROW,
};

static const probe_head head[] = {{"time", "s"},        {"grains", ""},
                                  {"mass", "kg"},       {"mass_rate", "kg/s"},
                                  {"grains_total", ""}, {"mass_total", "kg"}};
enum { COLUMNS = sizeof head / sizeof *head };

typedef struct mark {
    double id, x; // where the grain was at the sample before; ids are whole
} mark;

struct probe_state {
    grain_filter filter;
    int axis;
    double at, period; // m; period 0: the axis is not periodic
    double time;       // s, of the sample before; NAN: none
    double grains, mass;
    mark *mark; // in the order of ids
    int64_t marks, room;
};

static void end(probe_state *s)
{
    free(s->mark);
}

static scree_status begin(const choice *c, const model *m, probe_state *s, scree_error *error)
{
    scree_status status = probe_axis(c, "axis", law, 0, &s->axis, error);
    if (!status)
        status = filter_read(c, m, law, &s->filter, error);
    if (status)
        return status;
    s->at = choice_real(c, "at");
    s->time = NAN;
    if (m->boundary[s->axis] == BOUNDARY_PERIODIC)
        s->period = v3_component(m->high, s->axis) - v3_component(m->low, s->axis);
    return SCREE_OK;
}

static double side(const probe_state *s, double x)
{
    return s->period > 0 ? floor((x - s->at) / s->period) : x >= s->at;
}

static double crossings(const probe_state *s, double before, double now)
{
    double way = now - before;
    if (s->period > 0)
        way -= s->period * floor(way / s->period + 0.5);
    return side(s, before + way) - side(s, before);
}

// Both lists ascend in id, so one walk through them finds the partners.
static void compare(const probe_state *s, const model *m, const frame_bodies *b, double *grains,
                    double *mass)
{
    int64_t k = 0;
    *grains = *mass = 0;
    whole_grain g;
    for (int64_t i = 0; i < b->count; i = g.first + g.balls) {
        g = whole_grain_at(m, b, i);
        while (k < s->marks && s->mark[k].id < (double)g.id)
            k++;
        if (k == s->marks || s->mark[k].id != (double)g.id || !filter_takes(&s->filter, &g))
            continue;
        double n = crossings(s, s->mark[k].x, v3_component(g.position, s->axis));
        *grains += n;
        *mass += n != 0 ? n * filter_mass(&g) : 0;
    }
}

static bool remember(probe_state *s, const model *m, const frame_bodies *b)
{
    if (!mem_grow((void **)&s->mark, &s->room, b->count + 1, sizeof *s->mark))
        return false;
    s->marks = 0;
    whole_grain g;
    for (int64_t i = 0; i < b->count; i = g.first + g.balls) {
        g = whole_grain_at(m, b, i);
        s->mark[s->marks++] = (mark){(double)g.id, v3_component(g.position, s->axis)};
    }
    return true;
}

static scree_status sample(const choice *c, const model *m, const frame *f, probe_state *s,
                           probe_table *table, scree_error *error)
{
    (void)c;
    double grains;
    double mass;
    double passed = f->time - s->time;
    compare(s, m, &f->body, &grains, &mass);
    if (!remember(s, m, &f->body))
        return fail_memory(error, law);
    s->grains += grains;
    s->mass += mass;
    s->time = f->time;
    double rate = passed > 0 ? mass / passed : NAN; // the first sample has none before it
    const double value[COLUMNS] = {f->time, grains, mass, rate, s->grains, s->mass};
    return table_row(table, value, error);
}

static bool save(const probe_state *s, probe_memory *out)
{
    const double sums[] = {s->time, s->grains, s->mass};
    return memory_put(out, sums, 3) && (!s->marks || memory_put(out, &s->mark->id, 2 * s->marks));
}

static bool load(probe_state *s, const double *value, int64_t count)
{
    if (count < 3 || count % 2 == 0)
        return false;
    int64_t marks = (count - 3) / 2;
    if (!mem_grow((void **)&s->mark, &s->room, marks + 1, sizeof *s->mark))
        return false;
    s->time = value[0];
    s->grains = value[1];
    s->mass = value[2];
    s->marks = marks;
    for (int64_t i = 0; i < marks; i++)
        s->mark[i] = (mark){value[3 + 2 * i], value[4 + 2 * i]};
    return true;
}

const probe probe_flow_rate = {
    .what = {"flow-rate", "number and mass of grains that cross a plane", rows,
             sizeof rows / sizeof *rows},
    .head = head,
    .columns = COLUMNS,
    .state = sizeof(probe_state),
    .begin = begin,
    .sample = sample,
    .end = end,
    .save = save,
    .load = load,
};
