// slices.c - see slices.h.
#include "measure/slices.h"

#include "measure/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Kept for each slice.
enum { COUNT, VX, VY, VZ, SQUARE, FREEDOM, VOLUME, MASS, SUMS };

bool slices_make(slices *is, int bins, interval time)
{
    *is = (slices){.bins = bins, .time = time};
    is->sum = calloc((size_t)bins * SUMS, sizeof *is->sum);
    is->now = calloc((size_t)bins, sizeof *is->now);
    const bool blocks = batches_make(&is->blocks, (int64_t)bins * SUMS + 1);
    return is->sum && is->now && blocks;
}

void slices_clear(slices *is)
{
    free(is->sum);
    free(is->now);
    batches_clear(&is->blocks);
}

static void add(slices *is, int bin, int what, double value)
{
    const int64_t at = (int64_t)bin * SUMS + what;
    is->sum[at] += value;
    batches_open(&is->blocks)[at] += value;
}

void slices_add_grain(slices *is, int bin, v3 velocity)
{
    scatter_add(&is->now[bin], velocity);
}

void slices_add_volume(slices *is, int bin, double volume, double mass)
{
    add(is, bin, VOLUME, volume);
    add(is, bin, MASS, mass);
}

// The sample of each slice goes to the sums; the scatter about the sample's own mean.
void slices_close(slices *is)
{
    for (int bin = 0; bin < is->bins; bin++) {
        scatter *now = &is->now[bin];
        const v3 whole = v3_scale(now->count, now->mean);
        double value[SUMS] = {0};
        value[COUNT] = now->count;
        value[VX] = whole.x;
        value[VY] = whole.y;
        value[VZ] = whole.z;
        value[SQUARE] = now->square;
        value[FREEDOM] = scatter_freedom(now);
        for (int what = COUNT; what <= FREEDOM; what++)
            add(is, bin, what, value[what]);
        *now = (scatter){0};
    }
    const int64_t samples = is->bins * (int64_t)SUMS;
    batches_open(&is->blocks)[samples] += 1;
    batches_close(&is->blocks);
}

void slices_values(const slices *is, int bin, int dimensions, double volume,
                   double out[SLICES_VALUES])
{
    const int64_t first = (int64_t)bin * SUMS;
    const int64_t samples_at = is->bins * (int64_t)SUMS;
    const double samples = batches_samples(&is->blocks);
    const double *sum = is->sum + first;
    // 0/0 gives the nan of an empty slice, and of the temperature where never two grains were together
    const double count = sum[COUNT];
    out[0] = count / samples;
    out[1] = sum[VX] / count;
    out[2] = sum[VY] / count;
    out[3] = sum[VZ] / count;
    out[4] = sum[SQUARE] / (sum[FREEDOM] * dimensions);
    out[5] = sum[VOLUME] / (samples * volume);
    out[6] = sum[MASS] / (samples * volume);
    for (int axis = 0; axis < 3; axis++)
        out[7 + axis] = batches_error(&is->blocks, first + VX + axis, first + COUNT);
    out[10] = batches_error(&is->blocks, first + VOLUME, samples_at) / volume;
}

bool slices_save(const slices *is, probe_memory *out)
{
    return memory_put(out, &is->time.last, 1) &&
           memory_put(out, is->sum, (int64_t)is->bins * SUMS) && batches_save(&is->blocks, out);
}

bool slices_load(slices *is, const double *value, int64_t count)
{
    const int64_t sums = (int64_t)is->bins * SUMS;
    const int64_t own = 1 + sums;
    if (count < own || !batches_load(&is->blocks, value + own, count - own))
        return false;
    is->time.last = value[0];
    memcpy(is->sum, value + 1, (size_t)sums * sizeof *is->sum);
    return true;
}
