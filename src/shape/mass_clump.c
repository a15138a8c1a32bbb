// mass_clump.c - checks of clumps, and which member covers what of another.
#include "shape/mass_clump.h"

#include <stdio.h>

scree_status mass_clump_check(const v3 *centre, const double *radius, int32_t count,
                              const char *what, scree_error *error)
{
    if (count < 1) {
        return fail(error, SCREE_BAD_INPUT, "the clump", "give one at least", "there is no %s",
                    what);
    }
    scree_status status = mass_check_points(centre, count, what, error);
    for (int32_t i = 0; !status && i < count; i++) {
        if (!(radius[i] > 0 && radius[i] - radius[i] == 0)) {
            char where[64];
            snprintf(where, sizeof where, "%s %d", what, i);
            return fail(error, SCREE_BAD_INPUT, where, "give a finite radius above zero",
                        "radius %g", radius[i]);
        }
    }
    return status;
}

clump_role mass_clump_role(v3 own, double own_radius, v3 other, double other_radius, bool earlier)
{
    v3 apart = v3_sub(other, own);
    double distance = v3_norm(apart);
    double less = other_radius - own_radius;
    // Differences, not sums: those of nearly equal radii are exact, so that of two balls that differ only by
    // round-off never both are inside the other.
    if (less >= distance && (less > 0 || earlier))
        return CLUMP_COVERED;
    if (-less >= distance || distance >= own_radius + other_radius)
        return CLUMP_APART;
    return CLUMP_CROSSING;
}

double mass_clump_cosine(double distance, double own_radius, double other_radius)
{
    return (distance * distance + (own_radius - other_radius) * (own_radius + other_radius)) /
           (2 * distance * own_radius);
}
