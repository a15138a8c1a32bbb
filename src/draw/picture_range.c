// picture_range.c - which values the colours of a picture stand for. See picture.h.
#include "draw/picture_parts.h"

#include <stdlib.h>

enum { RANGE_SAMPLES = 4096 };

static const double most_share = 0.985, beyond = 1.15; // of the grains; of their greatest value
static const double flat_height = 0.5, alike = 1e-3;   // mean diameters; of the greatest radius
static const double unseen = 1e-3; // of the bar: less than a step of its colours

static v3 upwards(const picture_options *options)
{
    return v3_unit(v3_norm(options->up) > 0 ? options->up : v3_make(0, 0, 1));
}

double picture_value(const frame *frame, const picture_options *options, int64_t i)
{
    switch (options->colour) {
    case PICTURE_RADIUS:
        return frame->ball.radius[i];
    case PICTURE_HEIGHT:
        return v3_dot(upwards(options), frame->ball.position[i]);
    case PICTURE_COLUMN:
        return options->column.value[i];
    case PICTURE_MATERIAL:
    case PICTURE_SHAPE:
    case PICTURE_SET:
        return picture_kind_of(frame, options, i);
    default:
        return v3_norm(frame->ball.velocity[i]);
    }
}

int picture_kind_of(const frame *frame, const picture_options *options, int64_t i)
{
    if (options->colour == PICTURE_SET)
        return frame->ball.set[i];
    return options->colour == PICTURE_SHAPE ? frame->ball.shape[i] : frame->ball.material[i];
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double mean_diameter(const frame *frame)
{
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < frame->ball.count; i++) {
        if (!isfinite(frame->ball.radius[i]))
            continue;
        sum += 2 * frame->ball.radius[i];
        count++;
    }
    return count ? sum / (double)count : 0;
}

// What of a value is worth colours.
static double least_span(const frame *frame, const picture_options *options, double most)
{
    const double diameter = mean_diameter(frame);
    const double gravity = v3_norm(options->gravity);
    switch (options->colour) {
    case PICTURE_RADIUS:
        return alike * fabs(most);
    case PICTURE_HEIGHT:
        return flat_height * diameter;
    case PICTURE_COLUMN:
        return alike * fmax(fabs(most), options->column.scale);
    case PICTURE_MATERIAL:
    case PICTURE_SHAPE:
    case PICTURE_SET:
        return 0;
    default:
        return PICTURE_REST * (gravity > 0 ? sqrt(gravity * diameter) : diameter);
    }
}

void picture_range(const frame *frame, const picture_options *options, double *low, double *high)
{
    *low = options->low;
    *high = options->high;
    if (options->low != options->high)
        return;
    double sample[RANGE_SAMPLES];
    double most = -INFINITY;
    int count = 0;
    const int64_t n = frame->ball.count;
    const int64_t stride = n / RANGE_SAMPLES + 1;
    for (int64_t i = 0; i < n; i++) {
        const double v = picture_value(frame, options, i);
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
    *low = options->colour == PICTURE_SPEED ? 0 : sample[0];
    const int nearly_last = (int)ceil(most_share * (count - 1));
    const double nearly_all = sample[nearly_last] - *low;
    *high = fmin(most, *low + beyond * nearly_all);
    if (!(*high > *low))
        *high = most;
    *high = fmax(*high, *low + least_span(frame, options, most));
    if (!(*high > *low))
        *high = *low + (*low != 0 ? 0.1 * fabs(*low) : 1);
}

picture_scale picture_scale_of(const frame *frame, const picture_options *options)
{
    picture_scale scale = {.uniform = false};
    picture_range(frame, options, &scale.low, &scale.high);
    if (options->low != options->high)
        return scale;
    double least = INFINITY;
    double most = -INFINITY;
    for (int64_t i = 0; i < frame->ball.count; i++) {
        const double value = picture_value(frame, options, i);
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
