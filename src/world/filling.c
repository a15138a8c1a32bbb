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

static double volume_of(const model *m, const model_shape *shape, double radius)
{
    if (shape->clump.balls || shape->core.vertices)
        return shape->clump.volume;
    return m->dimensions == 2 ? PI * radius * radius : 4.0 / 3 * PI * radius * radius * radius;
}

static double diameter_of(const model *m, double volume)
{
    return 2 * (m->dimensions == 2 ? sqrt(volume / PI) : real_cbrt(volume * 0.75 / PI));
}

// Share of the space that grains fill in a bed.
static double packed(const model *m)
{
    return m->dimensions == 2 ? 0.8 : 0.6;
}

// Half of the box around a core that is turned like that.
static v3 box_of_core(const model_core *core, q4 turn)
{
    v3 low = v3_make(INFINITY, INFINITY, INFINITY);
    v3 high = v3_make(-INFINITY, -INFINITY, -INFINITY);
    for (int32_t i = 0; i < core->vertices; i++) {
        v3 x = q4_rotate(turn, core->vertex[i]);
        low = v3_make(real_min(low.x, x.x), real_min(low.y, x.y), real_min(low.z, x.z));
        high = v3_make(real_max(high.x, x.x), real_max(high.y, x.y), real_max(high.z, x.z));
    }
    const double r = core->radius;
    return v3_make(0.5 * (high.x - low.x) + r, 0.5 * (high.y - low.y) + r,
                   0.5 * (high.z - low.z) + r);
}

// Half of the box around a grain as it begins; of one turned by chance a mean one.
static v3 half_of(const model *m, int set, double radius, double diameter)
{
    const model_shape *shape = model_shape_of(m, set);
    double r = shape->clump.balls || shape->core.vertices ? 0.5 * diameter : radius;
    if (!shape->core.vertices || set >= m->grain_sets || !m->grains[set].turned)
        return v3_make(r, r, r);
    v3 turn = m->grains[set].turn;
    double angle = v3_norm(turn);
    double s = angle > 0 ? real_sin(0.5 * angle) / angle : 0;
    return box_of_core(&shape->core,
                       q4_unit((q4){real_cos(0.5 * angle), s * turn.x, s * turn.y, s * turn.z}));
}

static bool is_boxlike(const model *m, int set)
{
    const model_shape *shape = model_shape_of(m, set);
    if (m->dimensions == 2 || !shape->core.vertices || shape->core.meeting != MEET_CONVEX)
        return false;
    v3 half = box_of_core(&shape->core, shape->clump.axes);
    return shape->clump.volume > boxlike * 8 * half.x * half.y * half.z;
}

// ---- all that are there

typedef struct filling_sum {
    double count, diameter, volume, boxes;
    v3 low, high;
} filling_sum;

static filling_sum sum_of(const model *m, int64_t count, filling_look *look, const void *from)
{
    filling_sum s = {.low = {INFINITY, INFINITY, INFINITY},
                     .high = {-INFINITY, -INFINITY, -INFINITY}};
    filling_grain g;
    for (int64_t i = 0; i < count; i++) {
        if (!look(from, i, &g))
            continue;
        const double volume = volume_of(m, model_shape_of(m, g.set), g.radius);
        const double d = diameter_of(m, volume);
        const v3 half = half_of(m, g.set, g.radius, d);
        const v3 low = v3_sub(g.at, half);
        const v3 high = v3_add(g.at, half);
        s.low =
            v3_make(real_min(low.x, s.low.x), real_min(low.y, s.low.y), real_min(low.z, s.low.z));
        s.high = v3_make(real_max(high.x, s.high.x), real_max(high.y, s.high.y),
                         real_max(high.z, s.high.z));
        s.count += g.share;
        s.diameter += g.share * d;
        s.volume += g.share * volume;
        s.boxes += is_boxlike(m, g.set) ? g.share : 0;
    }
    return s;
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

static bool columns_make(columns *c, const model *m, const filling_sum *s)
{
    const v3 g = m->gravity;
    const double x = fabs(g.x);
    const double y = fabs(g.y);
    const double z = m->dimensions == 2 ? -1 : fabs(g.z);
    c->axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    c->across[0] = c->axis == 0 ? 1 : 0;
    c->across[1] = c->axis == 2 ? 1 : 2;
    for (int k = 0; k < 2; k++) {
        c->low[k] = component(s->low, c->across[k]);
        c->high[k] = component(s->high, c->across[k]);
    }
    const bool flat = m->dimensions == 2;
    const double wide = c->high[0] - c->low[0];
    const double deep = flat ? 0 : c->high[1] - c->low[1];
    const double most = real_max(1e4, 16 * s->count); // columns
    c->side = real_max(0.5 * s->diameter / s->count, flat ? wide / most : sqrt(wide * deep / most));
    c->side = real_max(c->side, real_max(wide, deep) / most);
    c->count[0] = (int)(wide / c->side) + 1;
    c->count[1] = (int)(deep / c->side) + 1;
    c->at = mem_array((int64_t)c->count[0] * c->count[1], sizeof *c->at);
    for (int64_t i = 0; c->at && i < (int64_t)c->count[0] * c->count[1]; i++) {
        c->at[i].low = INFINITY;
        c->at[i].high = -INFINITY;
    }
    return c->at;
}

// How much of the interval is in the n-th column along an axis.
static double share_in(const columns *c, int k, int n, double low, double high)
{
    double from = c->low[k] + n * c->side;
    double to = from + c->side;
    return real_max(0, real_min(to, high) - real_max(from, low));
}

static int column_at(const columns *c, int k, double x)
{
    int n = (int)((x - c->low[k]) / c->side);
    return n < 0 ? 0 : n < c->count[k] ? n : c->count[k] - 1;
}

static void columns_add(columns *c, const model *m, const filling_grain *g)
{
    const double volume = volume_of(m, model_shape_of(m, g->set), g->radius);
    const double d = diameter_of(m, volume);
    const v3 half = half_of(m, g->set, g->radius, d);
    const v3 low = v3_sub(g->at, half);
    const v3 high = v3_add(g->at, half);
    const bool flat = m->dimensions == 2;
    double from[2];
    double to[2];
    for (int k = 0; k < 2; k++) {
        from[k] = component(low, c->across[k]);
        to[k] = component(high, c->across[k]);
    }
    const double height = 2 * component(half, c->axis);
    const double area = (to[0] - from[0]) * (flat ? 1 : to[1] - from[1]);
    const int last[2] = {column_at(c, 0, to[0]), flat ? 0 : column_at(c, 1, to[1])};
    for (int i = column_at(c, 0, from[0]); i <= last[0]; i++)
        for (int j = flat ? 0 : column_at(c, 1, from[1]); j <= last[1]; j++) {
            const double covered =
                share_in(c, 0, i, from[0], to[0]) * (flat ? 1 : share_in(c, 1, j, from[1], to[1]));
            column *to_it = &c->at[(int64_t)i * c->count[1] + j];
            if (!(covered > 0))
                continue;
            const double part = g->share * volume * covered / area;
            to_it->volume += part;
            to_it->heights += part * height;
            to_it->low = real_min(to_it->low, component(low, c->axis));
            to_it->high = real_max(to_it->high, component(high, c->axis));
            to_it->covered = real_max(to_it->covered, covered);
        }
}

// Of what falls together: volume, and the box that it is in.
typedef struct loose {
    double volume, low, high, from[2], to[2];
} loose;

static void loosen(loose *l, const columns *c, int i, int j, const column *x)
{
    const int n[2] = {i, j};
    l->volume += x->volume;
    l->low = real_min(l->low, x->low);
    l->high = real_max(l->high, x->high);
    for (int k = 0; k < 2; k++) {
        l->from[k] = real_min(l->from[k], c->low[k] + n[k] * c->side);
        l->to[k] = real_max(l->to[k], real_min(c->high[k], c->low[k] + (n[k] + 1) * c->side));
    }
}

static double layers_in(const columns *c, const model *m, double diameter)
{
    loose l = {0, INFINITY, -INFINITY, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    double layers = 0;
    double volume = 0;
    for (int i = 0; i < c->count[0]; i++)
        for (int j = 0; j < c->count[1]; j++) {
            const column *x = &c->at[(int64_t)i * c->count[1] + j];
            if (!(x->volume > 0))
                continue;
            volume += x->volume;
            if (x->volume < stands * (x->high - x->low) * x->covered)
                loosen(&l, c, i, j, x);
            else
                layers += x->volume * (x->high - x->low) * x->volume / x->heights;
        }
    if (l.volume > 0) {
        double area = (l.to[0] - l.from[0]) * (m->dimensions == 2 ? 1 : l.to[1] - l.from[1]);
        double depth = real_min(l.high - l.low, l.volume / (packed(m) * area));
        layers += l.volume * winding * depth / diameter;
    }
    return volume > 0 ? layers / volume : 0;
}

// ---- streams

// Across gravity: of a box, m^2.
static double ground_of(const model *m, v3 low, v3 high)
{
    const v3 size = v3_sub(high, low);
    const v3 down = v3_unit(m->gravity);
    double volume = size.x * size.y * (m->dimensions == 2 ? 1 : size.z);
    double along = fabs(down.x) * size.x + fabs(down.y) * size.y + fabs(down.z) * size.z;
    return along > 0 ? volume / along : INFINITY;
}

static double height_of_heap(const model *m, double bulk)
{
    return m->dimensions == 2 ? sqrt(bulk * slope) : real_cbrt(3 * bulk * slope * slope / PI);
}

// Number of grains that a stream brings in the run.
static double number_of(const model *m, int stream)
{
    return stream_expected(m, stream, m->duration > 0 ? m->duration : INFINITY);
}

static double depth_of_streams(const model *m)
{
    double volume = 0;
    v3 low = v3_make(INFINITY, INFINITY, INFINITY);
    v3 high = v3_make(-INFINITY, -INFINITY, -INFINITY);
    for (int i = 0; i < m->streams; i++) {
        const model_stream *s = &m->stream[i];
        const model_shape *shape = &m->shape[s->shape];
        volume += number_of(m, i) * volume_of(m, shape, shape->radius.value);
        low = v3_make(real_min(low.x, s->low.x), real_min(low.y, s->low.y),
                      real_min(low.z, s->low.z));
        high = v3_make(real_max(high.x, s->high.x), real_max(high.y, s->high.y),
                       real_max(high.z, s->high.z));
    }
    const v3 size = v3_sub(m->high, m->low);
    const v3 down = v3_unit(m->gravity);
    const double across = fabs(down.x) * size.x + fabs(down.y) * size.y + fabs(down.z) * size.z;
    const double bulk = volume / packed(m);
    const double heap = real_min(height_of_heap(m, bulk), bulk / ground_of(m, low, high));
    return real_min(real_max(heap, bulk / ground_of(m, m->low, m->high)), across);
}

static void add_streams(const model *m, filling_sum *s)
{
    for (int i = 0; i < m->streams; i++) {
        const model_stream *is = &m->stream[i];
        const model_shape *shape = &m->shape[is->shape];
        const double volume = volume_of(m, shape, shape->radius.value);
        const double count = number_of(m, i);
        s->count += count;
        s->volume += count * volume;
        s->boxes += is_boxlike(m, m->grain_sets + i) ? count : 0;
    }
}

// The mean of the streams, however much they bring.
static double diameter_of_streams(const model *m)
{
    double sum = 0;
    for (int i = 0; i < m->streams; i++) {
        const model_shape *shape = &m->shape[m->stream[i].shape];
        sum += diameter_of(m, volume_of(m, shape, shape->radius.value)) / m->streams;
    }
    return sum;
}

// ---- both

scree_status filling_of(const model *m, int64_t count, filling_look *look, const void *from,
                        grain_filling *out, scree_error *error)
{
    filling_sum s = sum_of(m, count, look, from);
    filling_grain g;
    *out = (grain_filling){.layers = 1};
    const bool weighs = v3_norm(m->gravity) > 0;
    const bool there = s.count > 0;
    if (weighs && there) {
        columns c;
        if (!columns_make(&c, m, &s))
            return fail_memory(error, "estimate of layers");
        for (int64_t i = 0; i < count; i++)
            if (look(from, i, &g))
                columns_add(&c, m, &g);
        out->layers = real_max(1, layers_in(&c, m, s.diameter / s.count));
        mem_free(c.at);
    }
    out->diameter = there ? s.diameter / s.count : diameter_of_streams(m);
    add_streams(m, &s);
    out->count = s.count;
    if (s.count > 0) {
        out->volume = s.volume / s.count;
        out->boxes = s.boxes > 0.5 * s.count;
    }
    if (weighs && m->streams && out->diameter > 0)
        out->layers = real_max(out->layers, winding * depth_of_streams(m) / out->diameter);
    if (m->nonsmooth.diameter > 0)
        out->diameter = m->nonsmooth.diameter;
    return SCREE_OK;
}

static bool look_at_list(const void *from, int64_t i, filling_grain *out)
{
    const grain_list *g = from;
    *out = (filling_grain){g->set[i], g->position[i], g->radius[i], 1};
    return !g->fixed[i];
}

scree_status grain_filling_of(const model *m, const grain_list *g, grain_filling *out,
                              scree_error *error)
{
    return filling_of(m, g->count, look_at_list, g, out, error);
}

double grain_slack_of(const model *m, const grain_list *g, v3 along)
{
    const filling_sum s = sum_of(m, g->count, look_at_list, g);
    const v3 size = v3_sub(s.high, s.low);
    if (!(s.count > 0))
        return 0;
    const double box = size.x * size.y * (m->dimensions == 2 ? 1 : size.z);
    const double way = fabs(along.x) * size.x + fabs(along.y) * size.y + fabs(along.z) * size.z;
    return way * (1 - real_min(1, s.volume / (packed(m) * box)));
}
