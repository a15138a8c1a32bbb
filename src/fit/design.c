// design.c - see design.h.
#include "fit/design.h"

#include "base/random.h"

#include <stdlib.h>

bool design_latin(double *out, int64_t points, int axes, uint64_t seed)
{
    int64_t *stratum = malloc((size_t)(points > 0 ? points : 1) * sizeof *stratum);
    if (!stratum)
        return false;
    for (int axis = 0; axis < axes; axis++) {
        rng random = rng_make(seed, (uint64_t)axis);
        for (int64_t i = 0; i < points; i++)
            stratum[i] = i;
        for (int64_t i = points - 1; i > 0; i--) {
            const int64_t other = (int64_t)rng_below(&random, (uint64_t)i + 1);
            const int64_t kept = stratum[i];
            stratum[i] = stratum[other];
            stratum[other] = kept;
        }
        for (int64_t i = 0; i < points; i++) {
            const double place = (double)stratum[i] + rng_uniform(&random);
            out[i * axes + axis] = place / (double)points;
        }
    }
    free(stratum);
    return true;
}

// ---- Sobol's sequence

enum { BITS = 32, DEGREE_MOST = 7 };

// A primitive polynomial by its degree and its inner coefficients, and the first direction numbers.
typedef struct direction {
    int degree;
    unsigned inner;
    unsigned first[DEGREE_MOST];
} direction;

// The second axis and those behind it; the first is van der Corput's sequence.
static const direction directions[DESIGN_SOBOL_AXES - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

// Joe and Kuo 2003, equation (2): m_k is the exclusive or of earlier ones, shifted by the coefficients that are 1.
static void direction_numbers(int axis, uint32_t number[BITS])
{
    if (axis == 0) {
        for (int k = 0; k < BITS; k++)
            number[k] = UINT32_C(1) << (BITS - 1 - k);
        return;
    }
    const direction *of = &directions[axis - 1];
    for (int k = 0; k < BITS; k++) {
        if (k < of->degree) {
            number[k] = (uint32_t)of->first[k] << (BITS - 1 - k);
            continue;
        }
        uint32_t next = number[k - of->degree];
        next ^= next >> of->degree;
        for (int j = 1; j < of->degree; j++) {
            if ((of->inner >> (of->degree - 1 - j)) & 1)
                next ^= number[k - j];
        }
        number[k] = next;
    }
}

void design_sobol(double *out, int64_t points, int axes, uint64_t seed)
{
    for (int axis = 0; axis < axes; axis++) {
        uint32_t number[BITS];
        rng random = rng_make(seed, (uint64_t)axis);
        uint32_t place = (uint32_t)(rng_u64(&random) >> 32);
        direction_numbers(axis, number);
        for (int64_t i = 0; i < points; i++) {
            // in the middle of the smallest interval, so that neither 0 nor 1 is met
            out[i * axes + axis] = ((double)place + 0.5) / 4294967296.0;
            int bit = 0;
            while (bit < BITS - 1 && (i >> bit) & 1)
                bit++;
            place ^= number[bit];
        }
    }
}
