// filling.c - how large the grains of a case are and how deep they will lie: what the step and the number of sweeps of
// the nonsmooth solver go by.
//
// The diameter is the mean; a grain that is no ball counts as the ball of equal volume. The depth is the extent of the
// grains along gravity, less where they stand apart in their box and will fall together.
#include "world/internal.h"

#include "base/mathlib.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double extent(v3 size, v3 along)
{
    return fabs(along.x) * size.x + fabs(along.y) * size.y + fabs(along.z) * size.z;
}

static double volume_of(const model *m, const model_shape *shape, double radius)
{
    if (shape->clump.balls || shape->core.vertices) return shape->clump.volume;
    return m->dimensions == 2 ? pi * radius * radius : 4.0 / 3 * pi * radius * radius * radius;
}

static double diameter_of(const model *m, double volume)
{
    return 2 * (m->dimensions == 2 ? sqrt(volume / pi) : real_cbrt(volume * 0.75 / pi));
}

// In 2D the box is flat, and its volume an area.
static double box_of(const model *m, v3 size) { return size.x * size.y * (m->dimensions == 2 ? 1 : size.z); }

// Share of the space that grains fill in a bed.
static double packed(const model *m) { return m->dimensions == 2 ? 0.8 : 0.6; }

void filling_add(filling_sum *s, const model *m, int set, v3 at, double radius, double share)
{
    double volume = volume_of(m, model_shape_of(m, set), radius);
    v3 low = v3_make(at.x - radius, at.y - radius, at.z - radius),
       high = v3_make(at.x + radius, at.y + radius, at.z + radius);
    if (s->count > 0) {
        low = v3_make(real_min(low.x, s->low.x), real_min(low.y, s->low.y), real_min(low.z, s->low.z));
        high = v3_make(real_max(high.x, s->high.x), real_max(high.y, s->high.y), real_max(high.z, s->high.z));
    }
    s->low = low, s->high = high;
    s->count += share;
    s->diameter += share * diameter_of(m, volume);
    s->volume += share * volume;
}

// As if all that streams bring lay on the ground of the domain.
static double depth_of_streams(const model *m, v3 down)
{
    double volume = 0;
    const v3 size = v3_sub(m->high, m->low);
    const double across = extent(size, down), duration = m->duration > 0 ? m->duration : INFINITY;
    for (int i = 0; i < m->streams; i++) {
        const model_stream *s = &m->stream[i];
        const model_shape *shape = &m->shape[s->shape];
        double count = s->rate * real_max(real_min(s->to, duration) - s->from, 0);
        volume += real_min(count, (double)s->most) * volume_of(m, shape, shape->radius.value);
    }
    return real_min(volume / packed(m) * across / box_of(m, size), across);
}

grain_filling filling_of(const filling_sum *s, const model *m)
{
    grain_filling f = {0, 0};
    const v3 down = v3_unit(m->gravity), size = v3_sub(s->high, s->low);
    for (int i = 0; !(s->count > 0) && i < m->streams; i++) {
        const model_shape *shape = &m->shape[m->stream[i].shape];
        f.diameter += diameter_of(m, volume_of(m, shape, shape->radius.value)) / m->streams;
    }
    if (s->count > 0) {
        f.diameter = s->diameter / s->count;
        f.depth = extent(size, down) * real_min(1, s->volume / (packed(m) * box_of(m, size)));
    }
    if (m->streams) f.depth = real_max(f.depth, depth_of_streams(m, down));
    if (m->nonsmooth.diameter > 0) f.diameter = m->nonsmooth.diameter;
    return f;
}

grain_filling grain_filling_of(const model *m, const grain_list *g)
{
    filling_sum s = {0};
    for (int64_t i = 0; i < g->count; i++)
        if (!g->fixed[i]) filling_add(&s, m, g->set[i], g->position[i], g->radius[i], 1);
    return filling_of(&s, m);
}
