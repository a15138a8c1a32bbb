// picture_range.c - which values the colours of a picture stand for. See picture.h.
#include "draw/picture_parts.h"

#include <stdlib.h>

enum { RANGE_SAMPLES = 4096 };

static const double most_share = 0.985, beyond = 1.15; // of the grains; of their greatest value
static const double flat_height = 0.5, alike = 1e-3;   // mean diameters; of the greatest radius
static const double unseen = 1e-3; // of the bar: less than a step of its colours

static v3 upwards(const picture_options *o)
{
    return v3_unit(v3_norm(o->up) > 0 ? o->up : v3_make(0, 0, 1));
}

double picture_value(const frame *f, const picture_options *o, int64_t i)
{
    switch (o->colour) {
    case PICTURE_RADIUS:
        return f->body.radius[i];
    case PICTURE_HEIGHT:
        return v3_dot(upwards(o), f->body.position[i]);
    case PICTURE_MATERIAL:
        return f->body.material[i];
    default:
        return v3_norm(f->body.velocity[i]);
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double mean_diameter(const frame *f)
{
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < f->body.count; i++) {
        if (!isfinite(f->body.radius[i]))
            continue;
        sum += 2 * f->body.radius[i];
        count++;
    }
    return count ? sum / (double)count : 0;
}

// What of a value is worth colours.
static double least_span(const frame *f, const picture_options *o, double most)
{
    const double diameter = mean_diameter(f);
    const double gravity = v3_norm(o->gravity);
    switch (o->colour) {
    case PICTURE_RADIUS:
        return alike * fabs(most);
    case PICTURE_HEIGHT:
        return flat_height * diameter;
    case PICTURE_MATERIAL:
        return 0;
    default:
        return PICTURE_REST * (gravity > 0 ? sqrt(gravity * diameter) : diameter);
    }
}

void picture_range(const frame *f, const picture_options *o, double *low, double *high)
{
    *low = o->low;
    *high = o->high;
    if (o->low != o->high)
        return;
    double sample[RANGE_SAMPLES];
    double most = -INFINITY;
    int count = 0;
    const int64_t n = f->body.count;
    const int64_t stride = n / RANGE_SAMPLES + 1;
    for (int64_t i = 0; i < n; i++) {
        const double v = picture_value(f, o, i);
        if (!isfinite(v))
            continue;
        most = fmax(most, v);
        if (i % stride == 0)
            sample[count++] = v;
    }
    *low = 0;
    *high = 1;
    if (!count)
        return;
    qsort(sample, (size_t)count, sizeof *sample, by_value);
    *low = o->colour == PICTURE_SPEED ? 0 : sample[0];
    *high = fmin(most, *low + beyond * (sample[(int)ceil(most_share * (count - 1))] - *low));
    if (!(*high > *low))
        *high = most;
    *high = fmax(*high, *low + least_span(f, o, most));
    if (!(*high > *low))
        *high = *low + (*low != 0 ? 0.1 * fabs(*low) : 1);
}

picture_scale picture_scale_of(const frame *f, const picture_options *o)
{
    picture_scale scale = {.uniform = false};
    picture_range(f, o, &scale.low, &scale.high);
    if (o->low != o->high)
        return scale;
    double least = INFINITY;
    double most = -INFINITY;
    for (int64_t i = 0; i < f->body.count; i++) {
        const double value = picture_value(f, o, i);
        if (!isfinite(value))
            continue;
        least = fmin(least, value);
        most = fmax(most, value);
    }
    const double unit = unseen * (scale.high - scale.low);
    scale.uniform = most - least <= unit;
    scale.value = fabs(most) > unit ? most : 0;
    return scale;
}
