// ray.h - where a straight line first meets simple bodies: triangles, balls, capsules, boxes.
//
// A ray begins at `from` and runs along a unit vector; a way along it is a length, m. Pure functions in closed form.
#ifndef SCREE_SHAPE_RAY_H
#define SCREE_SHAPE_RAY_H

#include "base/vec.h"

#include <stdbool.h>

typedef struct ray {
    v3 from, along; // m; of length one
} ray;

static inline v3 ray_at(const ray *ray, double way)
{
    return v3_fma(ray->from, way, ray->along);
}

// Ways at which a ray comes into a body and leaves it; what is behind its beginning counts too.
typedef struct ray_stretch {
    double in, out; // in > out: it misses
} ray_stretch;

ray_stretch ray_in_box(const ray *ray, v3 low, v3 high);
ray_stretch ray_in_ball(const ray *ray, v3 centre, double radius);
// The stretch in the points within `radius` of a line between two points, not of its ends: those are balls.
ray_stretch ray_in_tube(const ray *ray, v3 first, v3 last, double radius);

// The way to a triangle, from either side; INFINITY: the ray misses it. Within 1e-12 of its size beside an edge counts, so that
// no ray slips through between two triangles.
double ray_to_triangle(const ray *ray, const v3 corner[3]);

// The first way of a stretch that is not behind the beginning, 0 where that lies in it; INFINITY: there is none.
double ray_first(ray_stretch stretch);

#endif
