// rigid.h - the mass of a wall that is a rigid body: given, or that of a uniform solid in its surface.
#ifndef SCREE_SCENE_RIGID_H
#define SCREE_SCENE_RIGID_H

#include "shape/primitive.h"
#include "state/rotation.h"

// In the axes of the wall, which are those of space at the start.
typedef struct rigid {
    double mass;     // kg; 0: the wall is no body
    v3 pivot;        // from the reference point to the point about which it turns, m
    v3 arm;          // from there to the centre of mass, m; 0 where it turns about that
    inertia inertia; // principal moments about that point, kg m^2
    q4 axes;         // turns vectors along the principal axes into those of the wall
} rigid;

// What a case says of it; NaN where it says nothing.
typedef struct rigid_given {
    double mass, density; // kg, kg/m^3
    bool has_centre, has_inertia, has_pivot;
    v3 centre, pivot;     // in space, at the start, m
    v3 moments, products; // about the centre of mass: xx yy zz and xy xz yz, kg m^2
    bool turns;           // it needs moments
} rigid_given;

// `where` is the place of the drive in the case.
scree_status rigid_make(const rigid_given *given, const primitive *surface, int dimensions,
                        const char *where, rigid *out, scree_error *error);

// About a direction in the axes of the wall, kg m^2.
double rigid_moment(const rigid *is, v3 axis);

#endif
