// grain_space.h - the space that a grain takes up: how far a place is from its surface, whether it reaches into a box, where a
// ray meets it.
//
// Surfaces count as they are, to rounding: balls, and cores of corners, edges and faces with a radius. Nothing is
// allocated. For questions about a world, not for its steps.
#ifndef SCREE_COLLIDE_GRAIN_SPACE_H
#define SCREE_COLLIDE_GRAIN_SPACE_H

#include "collide/grain.h"
#include "shape/ray.h"

// A ball, or a grain with a core, as it stands in space.
typedef struct grain_space {
    const grain_form *form; // NULL: a ball
    double radius;          // of the ball, m
    v3 at;                  // its centre
    q4 turn;                // body to space
} grain_space;

// How far a place is from the grain, m, and the nearest place of it; 0: the place itself is in it.
double grain_space_distance(const grain_space *grain, v3 place, v3 *nearest);
// Has the grain any point in the box? Sides may have no length.
bool grain_space_in_box(const grain_space *grain, v3 low, v3 high);
// The way along a ray to the grain and the normal of its surface there, unit; 0, and the normal against the ray, where it begins
// in the grain; INFINITY where it misses it.
double grain_space_ray(const grain_space *grain, const ray *ray, v3 *normal);

#endif
