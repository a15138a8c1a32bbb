// own_laws.c - see own_laws.h. Formulas are those of law/normal_hertz.h, normal_linear.h and normal_walton_braun.h, written as a
// program would.
#include "support/own_laws.h"

#include <math.h>
#include <stddef.h>

static double given_of(const double *given, int row, int64_t i)
{
    return given[row * SCREE_LAW_MOST + i];
}

static void put(double *answer, int row, int64_t i, double value)
{
    answer[row * SCREE_LAW_MOST + i] = value;
}

static double larger(double one, double other)
{
    return one > other ? one : other;
}

static int hertz(void *context, int64_t count, const double *pair, const double *given,
                 double *kept, double *answer)
{
    const double e_star = pair[SCREE_LAW_MODULUS];
    (void)context;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        const double overlap = given_of(given, SCREE_LAW_OVERLAP, i);
        const double r_eff = given_of(given, SCREE_LAW_RADIUS, i);
        const double m_eff = given_of(given, SCREE_LAW_MASS, i);
        const double radius = sqrt(r_eff * overlap);
        const double stiffness = e_star * 2.0 * radius;
        const double elastic = e_star * (4.0 / 3.0) * radius * overlap;
        const double dashpot = pair[0] * sqrt(m_eff * stiffness);
        const double damping = dashpot * given_of(given, SCREE_LAW_CLOSING, i);
        put(answer, SCREE_LAW_STIFFNESS, i, stiffness);
        put(answer, SCREE_LAW_ELASTIC, i, elastic);
        put(answer, SCREE_LAW_DASHPOT, i, dashpot);
        put(answer, SCREE_LAW_DAMPING, i, larger(damping, -elastic));
        put(answer, SCREE_LAW_ENERGY, i, 0.4 * elastic * overlap);
    }
    return 0;
}

static int linear(void *context, int64_t count, const double *pair, const double *given,
                  double *kept, double *answer)
{
    (void)context;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        const double overlap = given_of(given, SCREE_LAW_OVERLAP, i);
        const double elastic = pair[0] * overlap;
        const double damping = pair[1] * given_of(given, SCREE_LAW_CLOSING, i);
        put(answer, SCREE_LAW_STIFFNESS, i, pair[0]);
        put(answer, SCREE_LAW_ELASTIC, i, elastic);
        put(answer, SCREE_LAW_DASHPOT, i, pair[1]);
        put(answer, SCREE_LAW_DAMPING, i, larger(damping, -elastic));
        put(answer, SCREE_LAW_ENERGY, i, 0.5 * elastic * overlap);
    }
    return 0;
}

// What a loading to `deepest` has lost.
static double lost_to(double stiffness, double ratio, double deepest)
{
    return 0.5 * stiffness * deepest * deepest * (1 - 1 / ratio);
}

static int latch(void *context, int64_t count, const double *pair, const double *given,
                 double *kept, double *answer)
{
    const double stiffness = pair[0];
    const double ratio = 1 / (pair[1] * pair[1]);
    (void)context;
    for (int64_t i = 0; i < count; i++) {
        const double overlap = given_of(given, SCREE_LAW_OVERLAP, i);
        const double before = kept[i];
        const double deepest = larger(before, overlap);
        const double push = stiffness * larger(deepest - ratio * (deepest - overlap), 0);
        const double lost = lost_to(stiffness, ratio, deepest) - lost_to(stiffness, ratio, before);
        kept[i] = deepest;
        put(answer, SCREE_LAW_STIFFNESS, i, overlap < deepest ? stiffness * ratio : stiffness);
        put(answer, SCREE_LAW_ELASTIC, i, push);
        put(answer, SCREE_LAW_ENERGY, i, push * push / (2 * stiffness * ratio));
        put(answer, SCREE_LAW_LOST, i, lost);
    }
    return 0;
}

scree_law_terms own_hertz(void)
{
    static const scree_law_parameter damping = {
        .name = "damping",
        .unit = "1",
        .fallback = 0,
        .low = 0,
        .high = 10,
    };
    return (scree_law_terms){
        .name = "hertz",
        .version = 1,
        .parameter = &damping,
        .parameters = 1,
        .rise = 1.5,
        .onset = 0.25,
        .push = hertz,
    };
}

scree_law_terms own_linear(void)
{
    static const scree_law_parameter parameter[] = {
        {.name = "stiffness", .unit = "N/m", .fallback = NAN, .low = 0, .high = INFINITY},
        {.name = "dashpot", .unit = "N s/m", .fallback = 0, .low = 0, .high = INFINITY},
    };
    return (scree_law_terms){
        .name = "spring",
        .version = 1,
        .parameter = parameter,
        .parameters = 2,
        .rise = 1,
        .push = linear,
    };
}

scree_law_terms own_latch(void)
{
    static const scree_law_parameter parameter[] = {
        {.name = "stiffness", .unit = "N/m", .fallback = NAN, .low = 0, .high = INFINITY},
        {.name = "restitution", .unit = "1", .fallback = NAN, .low = 0.01, .high = 1},
    };
    return (scree_law_terms){
        .name = "latch",
        .version = 3,
        .parameter = parameter,
        .parameters = 2,
        .kept = 1,
        .rise = 1,
        .yields = 1,
        .push = latch,
    };
}
