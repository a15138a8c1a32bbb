// smoothing.c - see smoothing.h. The factors are one over the integral of the shape, 4 pi r^2 dr and its like.
#include "measure/smoothing_value.h"

#include "base/constants.h"
#include "base/mathlib.h"

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

double smoothing_at(const smoothing *is, double distance_squared)
{
    return smoothing_values(is->kind, is, distance_squared);
}

// ---- the widths

smoothing_means scree_smoothing_means_1;
smoothing_adds scree_smoothing_adds_1;
smoothing_moves scree_smoothing_moves_1;
#ifdef SCREE_HAVE_WIDTH_2
smoothing_means scree_smoothing_means_2;
smoothing_adds scree_smoothing_adds_2;
smoothing_moves scree_smoothing_moves_2;
#endif
#ifdef SCREE_HAVE_WIDTH_4
smoothing_means scree_smoothing_means_4;
smoothing_adds scree_smoothing_adds_4;
smoothing_moves scree_smoothing_moves_4;
#endif
#ifdef SCREE_HAVE_WIDTH_8
smoothing_means scree_smoothing_means_8;
smoothing_adds scree_smoothing_adds_8;
smoothing_moves scree_smoothing_moves_8;
#endif

smoothing_kernel smoothing_kernel_of(int width)
{
#ifdef SCREE_HAVE_WIDTH_8
    if (width == 8)
        return (smoothing_kernel){scree_smoothing_means_8, scree_smoothing_adds_8,
                                  scree_smoothing_moves_8};
#endif
#ifdef SCREE_HAVE_WIDTH_4
    if (width == 4)
        return (smoothing_kernel){scree_smoothing_means_4, scree_smoothing_adds_4,
                                  scree_smoothing_moves_4};
#endif
#ifdef SCREE_HAVE_WIDTH_2
    if (width == 2)
        return (smoothing_kernel){scree_smoothing_means_2, scree_smoothing_adds_2,
                                  scree_smoothing_moves_2};
#endif
    (void)width;
    return (smoothing_kernel){scree_smoothing_means_1, scree_smoothing_adds_1,
                              scree_smoothing_moves_1};
}
