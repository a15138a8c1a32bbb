// own_springs.c - see own_springs.h. Formulas are those of law/tangential_mindlin.h, tangential_cundall_strack.h and
// rolling_elastic_plastic.h, written as a program would.
#include "support/own_springs.h"

#include <math.h>
#include <stddef.h>

#define GIVEN(what, i) given[(what)*SCREE_LAW_MOST + (i)]
#define ANSWER(what, i) answer[(what)*SCREE_LAW_MOST + (i)]

static int mindlin(void *context, int64_t count, const double *pair, const double *given,
                   double *kept, double *answer)
{
    (void)context;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        ANSWER(SCREE_LAW_STIFFNESS, i) =
            8 * pair[SCREE_LAW_SHEAR_MODULUS] * GIVEN(SCREE_LAW_GRIP, i);
        ANSWER(SCREE_LAW_DASHPOT, i) = pair[2] * GIVEN(SCREE_LAW_NORMAL_DASHPOT, i);
        ANSWER(SCREE_LAW_FRICTION, i) = pair[0];
        ANSWER(SCREE_LAW_SLIDING, i) = pair[1];
    }
    return 0;
}

static int share(void *context, int64_t count, const double *pair, const double *given,
                 double *kept, double *answer)
{
    (void)context;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        ANSWER(SCREE_LAW_STIFFNESS, i) = pair[1] * GIVEN(SCREE_LAW_NORMAL_STIFFNESS, i);
        ANSWER(SCREE_LAW_DASHPOT, i) = pair[2] * GIVEN(SCREE_LAW_NORMAL_DASHPOT, i);
        ANSWER(SCREE_LAW_FRICTION, i) = pair[0];
    }
    return 0;
}

static int still(void *context, int64_t count, const double *pair, const double *given,
                 double *kept, double *answer)
{
    (void)context;
    (void)given;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        ANSWER(SCREE_LAW_STIFFNESS, i) = pair[1];
        ANSWER(SCREE_LAW_DASHPOT, i) = pair[2];
        ANSWER(SCREE_LAW_FRICTION, i) = pair[0];
    }
    return 0;
}

static int rolling(void *context, int64_t count, const double *pair, const double *given,
                   double *kept, double *answer)
{
    const double friction = pair[0];
    (void)context;
    (void)kept;
    for (int64_t i = 0; i < count; i++) {
        const double r_eff = GIVEN(SCREE_LAW_RADIUS, i);
        const double normal = GIVEN(SCREE_LAW_NORMAL_STIFFNESS, i);
        const double stiffness = 2.25 * friction * friction * normal * (r_eff * r_eff);
        ANSWER(SCREE_LAW_STIFFNESS, i) = stiffness;
        ANSWER(SCREE_LAW_DASHPOT, i) =
            2 * pair[1] * sqrt(1.4) * r_eff * sqrt(GIVEN(SCREE_LAW_MASS, i) * stiffness);
        ANSWER(SCREE_LAW_FRICTION, i) = friction;
    }
    return 0;
}

#define PLAIN(name_, unit_)                                                                        \
    {                                                                                              \
        .name = name_, .unit = unit_, .fallback = NAN, .low = 0, .high = INFINITY                  \
    }

scree_law_terms own_mindlin(void)
{
    static const scree_law_parameter parameter[] = {
        PLAIN("friction", "1"),
        {.name = "dynamic_friction", .unit = "1", .fallback = 0, .low = 0, .high = INFINITY},
        {.name = "damping", .unit = "1", .fallback = 1, .low = 0, .high = 10},
    };
    return (scree_law_terms){
        .name = "mindlin",
        .version = 1,
        .parameter = parameter,
        .parameters = 3,
        .onset = SCREE_LAW_AS_NORMAL,
        .push = mindlin,
        .kind = SCREE_LAW_TANGENTIAL,
        .follows = SCREE_LAW_WITH_GRIP,
    };
}

scree_law_terms own_share(void)
{
    static const scree_law_parameter parameter[] = {
        PLAIN("friction", "1"),
        PLAIN("share", "1"),
        PLAIN("damping", "1"),
    };
    return (scree_law_terms){
        .name = "share",
        .version = 1,
        .parameter = parameter,
        .parameters = 3,
        .onset = SCREE_LAW_AS_NORMAL,
        .push = share,
        .kind = SCREE_LAW_TANGENTIAL,
        .follows = SCREE_LAW_WITH_STIFFNESS,
    };
}

scree_law_terms own_still(void)
{
    static const scree_law_parameter parameter[] = {
        PLAIN("friction", "1"),
        PLAIN("stiffness", "N/m"),
        PLAIN("dashpot", "N s/m"),
    };
    return (scree_law_terms){
        .name = "still",
        .version = 1,
        .parameter = parameter,
        .parameters = 3,
        .push = still,
        .kind = SCREE_LAW_TANGENTIAL,
        .follows = SCREE_LAW_STILL,
    };
}

scree_law_terms own_rolling(void)
{
    static const scree_law_parameter parameter[] = {
        PLAIN("friction", "1"),
        PLAIN("damping", "1"),
    };
    return (scree_law_terms){
        .name = "roller",
        .version = 1,
        .parameter = parameter,
        .parameters = 2,
        .onset = 0.25,
        .push = rolling,
        .kind = SCREE_LAW_ROLLING,
        .follows = SCREE_LAW_WITH_STIFFNESS,
    };
}
