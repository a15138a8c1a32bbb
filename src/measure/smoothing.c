// smoothing.c - see smoothing.h. The factors are one over the integral of the shape, 4 pi r^2 dr and its like.
#include "measure/smoothing.h"

#include "base/constants.h"
#include "base/mathlib.h"

#include <stdbool.h>

static double lucy_factor(int dimensions)
{
    if (dimensions == 1)
        return 1.25;
    return dimensions == 2 ? 5 / PI : 105 / (16 * PI);
}

static double heaviside_factor(int dimensions)
{
    if (dimensions == 1)
        return 0.5;
    return dimensions == 2 ? 1 / PI : 3 / (4 * PI);
}

// Cut off at 3: the integral of exp(-t^2/2) from -3 to 3 is sqrt(2 pi) erf(3/sqrt 2).
static double gauss_factor(int dimensions)
{
    const double error_function = 0.99730020393673981; // of 3/sqrt 2
    const double tail = real_exp(-4.5);
    const double line = sqrt(2 * PI);
    if (dimensions == 1)
        return 1 / (line * error_function);
    if (dimensions == 2)
        return 1 / (2 * PI * (1 - tail));
    const double share = error_function - 6 * tail / line;
    return 1 / (line * line * line * share);
}

smoothing smoothing_make(smoothing_kind kind, double width, int dimensions)
{
    smoothing out = {
        .kind = kind,
        .width = width,
        .reach = kind == SMOOTHING_GAUSS ? 3 * width : width,
        .factor = 1,
        .inverse_square = 1 / (width * width),
    };
    if (dimensions == 0)
        return out;
    out.factor = kind == SMOOTHING_LUCY    ? lucy_factor(dimensions)
                 : kind == SMOOTHING_GAUSS ? gauss_factor(dimensions)
                                           : heaviside_factor(dimensions);
    for (int i = 0; i < dimensions; i++)
        out.factor /= width;
    return out;
}

static inline double value_at(const smoothing *is, double distance_squared)
{
    if (distance_squared > is->reach * is->reach)
        return 0;
    const double square = distance_squared * is->inverse_square;
    if (is->kind == SMOOTHING_HEAVISIDE)
        return is->factor;
    if (is->kind == SMOOTHING_GAUSS)
        return is->factor * real_exp(-0.5 * square);
    const double ratio = sqrt(square);
    const double rest = 1 - ratio;
    return is->factor * (1 + 3 * ratio) * (rest * rest * rest);
}

double smoothing_at(const smoothing *is, double distance_squared)
{
    return value_at(is, distance_squared);
}

typedef struct gauss_rule {
    int places;
    double place[5], weight[5];
} gauss_rule;

static const gauss_rule three_places = {
    3,
    {-0.77459666924148338, 0, 0.77459666924148338},
    {0.55555555555555556, 0.88888888888888889, 0.55555555555555556},
};
static const gauss_rule five_places = {
    5,
    {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309, 0.90617984593866399},
    {0.23692688505618909, 0.47862867049936647, 0.56888888888888889, 0.47862867049936647,
     0.23692688505618909},
};

// A line as it is seen from the middle of the function: squares of distances are least + square (s - nearest)^2.
typedef struct seen_line {
    double square;  // of its length, m^2
    double nearest; // share of it at which it is nearest
    double least;   // square of the distance there, m^2
} seen_line;

// The integral over the part of a line from one share of it to another, by Gauss's rule.
static inline double integral(const smoothing *is, const seen_line *line, double low, double high)
{
    const double half = 0.5 * (high - low);
    const double middle = 0.5 * (low + high) - line->nearest;
    const bool brief = 16 * line->square * (half * half) < is->width * is->width * 0.25;
    const gauss_rule *rule = brief ? &three_places : &five_places;
    double sum = 0;
    for (int i = 0; i < rule->places; i++) {
        const double along = middle + half * rule->place[i];
        const double square = line->least + line->square * (along * along);
        sum += rule->weight[i] * value_at(is, square);
    }
    return half * sum;
}

smoothing_way smoothing_way_of(v3 way)
{
    const double square = v3_dot(way, way);
    const smoothing_way out = {
        .way = way,
        .square = square,
        .inverse = square > 0 ? 1 / square : 0,
    };
    return out;
}

// Cut where the function ends and where it is nearest to the line, it is smooth.
static inline double mean_along(const smoothing *is, v3 from, const smoothing_way *along)
{
    const double square = along->square;
    if (!(square > 0))
        return value_at(is, v3_dot(from, from));
    const double nearest = -v3_dot(from, along->way) * along->inverse;
    const v3 aside = v3_fma(from, nearest, along->way);
    const seen_line line = {
        .square = square,
        .nearest = nearest,
        .least = v3_dot(aside, aside),
    };
    // Where both ends are within the function all between them is.
    const double reach = is->reach * is->reach;
    const v3 to = v3_add(from, along->way);
    const bool whole = v3_dot(from, from) < reach && v3_dot(to, to) < reach;
    if (whole && (nearest <= 0 || nearest >= 1))
        return integral(is, &line, 0, 1);
    const double rest = reach - line.least;
    if (!(rest > 0))
        return 0;
    const double half = sqrt(rest * along->inverse);
    const double low = real_max(0, nearest - half);
    const double high = real_min(1, nearest + half);
    if (!(low < high))
        return 0;
    if (nearest <= low || nearest >= high)
        return integral(is, &line, low, high);
    return integral(is, &line, low, nearest) + integral(is, &line, nearest, high);
}

double smoothing_mean(const smoothing *is, v3 from, const smoothing_way *along)
{
    return mean_along(is, from, along);
}

void smoothing_means(const smoothing *is, v3 from, smoothing_row row, const smoothing_way *along,
                     double *out)
{
    for (int64_t k = 0; k < row.count; k++)
        out[k] = mean_along(is, v3_make(from.x - (double)k * row.edge, from.y, from.z), along);
}
