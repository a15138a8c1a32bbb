// time_mean.c - see time_mean.h.
#include "measure/time_mean.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST_BLOCKS = 8, LEAST_VALUES = 16, LEVELS_MOST = 64 };
enum { FALLING_BLOCKS = 16, FALLING_DOUBTS = 4 };

static double mean_of(const double *value, int64_t count)
{
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += value[i];
    return sum / (double)count;
}

static double standard_error(const double *value, int64_t count)
{
    const double mean = mean_of(value, count);
    double square = 0;
    for (int64_t i = 0; i < count; i++)
        square += (value[i] - mean) * (value[i] - mean);
    return sqrt(square / ((double)(count - 1) * (double)count));
}

// The blocks of the next level; one that is left over goes.
static int64_t halve(double *value, int64_t count)
{
    for (int64_t i = 0; i < count / 2; i++)
        value[i] = 0.5 * (value[2 * i] + value[2 * i + 1]);
    return count / 2;
}

static void find_error(double *value, int64_t count, time_mean *out)
{
    double error[LEVELS_MOST];
    double doubt[LEVELS_MOST];
    int64_t blocks[LEVELS_MOST];
    int levels = 0;
    for (; count >= LEAST_BLOCKS && levels < LEVELS_MOST; count = halve(value, count)) {
        blocks[levels] = count;
        error[levels] = standard_error(value, count);
        doubt[levels] = error[levels] / sqrt(2 * (double)(count - 1));
        levels++;
    }
    for (int k = 0; k < levels; k++) {
        bool exceeded = false;
        for (int later = k + 1; later < levels; later++) {
            const double least = error[later] + FALLING_DOUBTS * doubt[later];
            const bool falls = blocks[later] >= FALLING_BLOCKS && least < error[k];
            exceeded = exceeded || falls || error[later] - doubt[later] > error[k];
        }
        if (exceeded)
            continue;
        out->error = error[k];
        out->settled = k + 1 < levels;
        return;
    }
}

// The difference of two halves has twice the error of the whole.
static bool drifts(const double *value, int64_t count, double error)
{
    const double first = mean_of(value, count / 2);
    const double second = mean_of(value + count / 2, count - count / 2);
    return fabs(second - first) > 2 * 2 * error;
}

bool time_mean_of(const double *value, int64_t count, int64_t stride, time_mean *out)
{
    *out = (time_mean){.mean = NAN, .error = NAN};
    double *finite = malloc(((size_t)count + 1) * sizeof *finite);
    double *block = malloc(((size_t)count + 1) * sizeof *block);
    if (!finite || !block) {
        free(finite);
        free(block);
        return false;
    }
    for (int64_t i = 0; i < count; i++) {
        if (isfinite(value[i * stride]))
            finite[out->count++] = value[i * stride];
    }
    if (out->count > 0)
        out->mean = mean_of(finite, out->count);
    if (out->count >= LEAST_VALUES) {
        for (int64_t i = 0; i < out->count; i++)
            block[i] = finite[i];
        find_error(block, out->count, out);
        const double rounding = 1e-13;
        if (out->error < rounding * fabs(out->mean))
            out->error = 0; // all are the same
        out->settled = out->settled && !drifts(finite, out->count, out->error);
    }
    free(block);
    free(finite);
    return true;
}
