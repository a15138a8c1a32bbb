// arms.h - where on the line of centres two balls touch, and so with which arms the force turns them.
//
// In an overlap d the point is R_i - d R_j/(R_i + R_j) from the centre of i: each gives the share of the overlap that
// the other's radius has of both, and a wall, or a ball that grows without end, takes none of what the ball before it
// gives. Of two that move both arms add up to the distance of the centres, so angular momentum is conserved exactly.
//
// Two that move and are of about one size share one number, the distance over the sum of the radii: both arms are that
// times the radius, which is off by d |R_i - R_j|/(R_i + R_j), a ninth of the overlap at most, and lets both take one
// moment over their radii from one line of memory.
#ifndef SCREE_COLLIDE_ARMS_H
#define SCREE_COLLIDE_ARMS_H

#include <stdbool.h>

// Up to this ratio of their radii: the larger has twice the volume.
static const double arms_alike = 1.26;

static inline bool arms_of_own(double radius_a, double radius_b)
{
    return radius_a > arms_alike * radius_b || radius_b > arms_alike * radius_a;
}

#endif
