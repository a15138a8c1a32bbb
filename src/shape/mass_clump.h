// mass_clump.h - how the members of a clump, balls or disks, lie to each other.
#ifndef SCREE_SHAPE_MASS_CLUMP_H
#define SCREE_SHAPE_MASS_CLUMP_H

#include "shape/mass_parts.h"

// Refuses clumps of nothing, numbers that are not finite and radii that are not positive; `what` is "ball" or "disk".
scree_status mass_clump_check(const v3 *centre, const double *radius, int32_t count,
                              const char *what, scree_error *error);

typedef enum clump_role {
    CLUMP_APART,    // the other covers nothing of the surface of this one
    CLUMP_CROSSING, // it covers a part
    CLUMP_COVERED   // it covers all
} clump_role;

// What another member does to the surface of this one. Of two that are equal the `earlier` other one covers this.
clump_role mass_clump_role(v3 own, double own_radius, v3 other, double other_radius, bool earlier);

// Cosine of the angle, seen from the own centre, from the direction to another centre at `distance` to where the
// surfaces cross. Two nearly equal members get cosines that are opposite to the last digits: nothing is covered twice.
double mass_clump_cosine(double distance, double own_radius, double other_radius);

#endif
