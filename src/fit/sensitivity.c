// sensitivity.c - see sensitivity.h.
#include "fit/sensitivity.h"

#include "base/random.h"
#include "fit/design.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOOTSTRAP = 1000 };

bool sensitivity_points(double *out, int64_t rows, int axes, uint64_t seed)
{
    double *both = malloc((size_t)rows * 2 * (size_t)axes * sizeof *both);
    if (!both)
        return false;
    design_sobol(both, rows, 2 * axes, seed);
    for (int64_t row = 0; row < rows; row++) {
        const double *a = both + row * 2 * axes;
        const double *b = a + axes;
        double *to = out + row * (axes + 2) * axes;
        memcpy(to, a, (size_t)axes * sizeof *to);
        memcpy(to + axes, b, (size_t)axes * sizeof *to);
        for (int i = 0; i < axes; i++) {
            double *mixed = to + (i + 2) * axes;
            memcpy(mixed, a, (size_t)axes * sizeof *to);
            mixed[i] = b[i];
        }
    }
    free(both);
    return true;
}

// The rows that count, and which of them are looked at.
typedef struct sample {
    const double *value; // rows * (axes + 2), without NaN
    int64_t rows;
    int axes;
    const int64_t *pick; // NULL: each once
} sample;

static const double *row_of(const sample *sample, int64_t row)
{
    const int64_t which = sample->pick ? sample->pick[row] : row;
    return sample->value + which * (sample->axes + 2);
}

static void moments(const sample *sample, double *mean, double *variance)
{
    double sum = 0;
    double squares = 0;
    for (int64_t row = 0; row < sample->rows; row++)
        sum += row_of(sample, row)[0] + row_of(sample, row)[1];
    *mean = sum / (double)(2 * sample->rows);
    for (int64_t row = 0; row < sample->rows; row++) {
        const double *value = row_of(sample, row);
        const double a = value[0] - *mean;
        const double b = value[1] - *mean;
        squares += a * a + b * b;
    }
    *variance = squares / (double)(2 * sample->rows - 1);
}

static bool is_constant(const sample *sample)
{
    bool constant = true;
    const double first = row_of(sample, 0)[0];
    for (int64_t row = 0; row < sample->rows; row++) {
        const double *value = row_of(sample, row);
        constant = constant && value[0] == first && value[1] == first;
    }
    return constant;
}

static void indices(const sample *sample, double *first, double *total)
{
    double mean;
    double variance;
    moments(sample, &mean, &variance);
    for (int i = 0; i < sample->axes; i++) {
        double covariance = 0;
        double squares = 0;
        for (int64_t row = 0; row < sample->rows; row++) {
            const double *value = row_of(sample, row);
            const double change = value[2 + i] - value[0];
            covariance += (value[1] - mean) * change;
            squares += change * change;
        }
        first[i] = covariance / ((double)sample->rows * variance);
        total[i] = squares / ((double)(2 * sample->rows) * variance);
    }
}

// ---- bootstrap

static int ascending(const void *one, const void *other)
{
    const double a = *(const double *)one;
    const double b = *(const double *)other;
    return (a > b) - (a < b);
}

static void spread_of(double *drawn, int draws, sensitivity_index *out)
{
    double mean = 0;
    double squares = 0;
    for (int i = 0; i < draws; i++)
        mean += drawn[i] / draws;
    for (int i = 0; i < draws; i++)
        squares += (drawn[i] - mean) * (drawn[i] - mean);
    out->error = sqrt(squares / (draws - 1));
    qsort(drawn, (size_t)draws, sizeof *drawn, ascending);
    out->low = drawn[(int)(0.025 * draws)];
    out->high = drawn[(int)(0.975 * draws)];
}

static void draw_rows(int64_t *pick, int64_t rows, rng *random)
{
    for (int64_t row = 0; row < rows; row++)
        pick[row] = (int64_t)rng_below(random, (uint64_t)rows);
}

// Rows that all have the same number have no indices; a draw of such rows alone does not count. Gives how many do.
static int draw_indices(sample sample, int64_t *pick, uint64_t seed, double *drawn)
{
    const size_t axes = (size_t)sample.axes;
    double one[2 * SENSITIVITY_AXES_MOST];
    int draws = 0;
    rng random = rng_make(seed, 1000);
    for (int i = 0; i < BOOTSTRAP; i++) {
        draw_rows(pick, sample.rows, &random);
        sample.pick = pick;
        if (is_constant(&sample))
            continue;
        indices(&sample, one, one + axes);
        for (size_t k = 0; k < 2 * axes; k++)
            drawn[k * BOOTSTRAP + (size_t)draws] = one[k];
        draws++;
    }
    return draws;
}

static bool bootstrap(sample sample, uint64_t seed, sensitivity *out)
{
    const size_t axes = (size_t)sample.axes;
    int64_t *pick = malloc((size_t)sample.rows * sizeof *pick);
    double *drawn = malloc(2 * axes * BOOTSTRAP * sizeof *drawn);
    const bool ok = pick && drawn;
    const int draws = ok ? draw_indices(sample, pick, seed, drawn) : 0;
    for (size_t k = 0; ok && k < axes; k++) {
        spread_of(drawn + k * BOOTSTRAP, draws, &out->first[k]);
        spread_of(drawn + (axes + k) * BOOTSTRAP, draws, &out->total[k]);
    }
    free(pick);
    free(drawn);
    return ok;
}

static int64_t keep_whole_rows(const double *value, int64_t rows, int width, double *to)
{
    int64_t kept = 0;
    for (int64_t row = 0; row < rows; row++) {
        bool whole = true;
        for (int k = 0; k < width; k++)
            whole = whole && isfinite(value[row * width + k]);
        if (whole)
            memcpy(to + width * kept++, value + row * width, (size_t)width * sizeof *to);
    }
    return kept;
}

// ---- the whole

static const char *what_lacks(const sample *sample)
{
    _Static_assert(SENSITIVITY_ROWS_LEAST == 8, "the words say so");
    if (sample->rows < SENSITIVITY_ROWS_LEAST)
        return "fewer than 8 rows count";
    return is_constant(sample) ? "it is the same at all points" : NULL;
}

static void have_none(int axes, sensitivity *out)
{
    for (int i = 0; i < axes; i++) {
        const sensitivity_index none = {NAN, NAN, NAN, NAN};
        out->first[i] = out->total[i] = none;
    }
}

// A bootstrap that finds no scatter knows nothing of it; an index is 0 without scatter where the number never feels the parameter.
static bool is_certain(const sensitivity_index *index)
{
    return index->value != 0 && index->error < 1e-9;
}

static bool find_all(const sample *sample, uint64_t seed, sensitivity *out)
{
    double first[SENSITIVITY_AXES_MOST];
    double total[SENSITIVITY_AXES_MOST];
    out->mean = out->variance = NAN;
    if (sample->rows)
        moments(sample, &out->mean, &out->variance);
    out->lacks = what_lacks(sample);
    if (out->lacks) {
        have_none(sample->axes, out);
        return true;
    }
    indices(sample, first, total);
    const bool ok = bootstrap(*sample, seed, out);
    for (int i = 0; i < sample->axes; i++) {
        out->first[i].value = first[i];
        out->total[i].value = total[i];
        if (is_certain(&out->first[i]) || is_certain(&out->total[i]))
            out->lacks = "it changes in too few rows to tell an error";
    }
    if (ok && out->lacks)
        have_none(sample->axes, out);
    return ok;
}

bool sensitivity_of(const double *value, int64_t rows, int axes, uint64_t seed, sensitivity *out)
{
    memset(out, 0, sizeof *out);
    const int width = axes + 2;
    double *kept = malloc((size_t)(rows * width) * sizeof *kept);
    out->first = calloc((size_t)axes, sizeof *out->first);
    out->total = calloc((size_t)axes, sizeof *out->total);
    bool ok = kept && out->first && out->total && axes <= SENSITIVITY_AXES_MOST;
    sample sample = {.value = kept, .axes = axes};
    if (ok) {
        sample.rows = out->rows = keep_whole_rows(value, rows, width, kept);
        ok = find_all(&sample, seed, out);
    }
    free(kept);
    if (!ok)
        sensitivity_clear(out);
    return ok;
}

void sensitivity_clear(sensitivity *sensitivity)
{
    free(sensitivity->first);
    free(sensitivity->total);
    sensitivity->first = sensitivity->total = NULL;
}
