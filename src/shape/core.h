// core.h - from raw geometry to a grain with a surface: what the model keeps of it (state/model.h).
//
// Each makes `clump` (one ball that holds the grain, with its volume and principal inertia), `core` (the surface, about
// the centre of mass in the principal axes; in the plane only shifted) and the fixed `radius` of a shape, whose name
// stays. A single point with a radius is a ball: no core, no clump, just the radius. What is not said is chosen: the
// contact radius is that of the thickening, or of the ball (in the plane: disk) of equal volume where that is 0; convex
// grains meet as such, others by features, or, sharp, as solids; features share the stiffness of the pair.
//
// Mass properties are those of the body that one sees: all points within `radius` of the core, each counted once
// (mass.h). Where that is no closed form, cores of more than 200 triangles have it to 1e-6, others to 1e-9. On failure
// the shape has no core and no clump.
#ifndef SCREE_SHAPE_CORE_H
#define SCREE_SHAPE_CORE_H

#include "shape/mass.h"
#include "shape/solid.h"
#include "state/model.h"

enum {
    CORE_TRIANGLES_MOST = 20000, // of a grain
    CORE_ROUND_MOST = 1000,      // of one that is not convex and has a radius
    CORE_FACE_MOST = 64          // corners of a face of grains that meet as convex bodies
};

// Points that a grain with a radius is made around.
typedef struct core_points {
    const v3 *point;
    int32_t points;
    double radius;
    bool closed;      // an outline: from the last point to the first
    const char *name; // in messages
} core_points;

// A point, a polyline or, closed, a polygon in the plane z = 0, which may run either way round and is kept
// anticlockwise. Only polygons may have radius 0. `properties` may be NULL; they are in the frame of the input.
scree_status core_from_outline(const core_points *given, model_shape *out,
                               mass_properties *properties, scree_error *error);

// A closed surface. Faces are its flat patches; corners inside a flat face or on a straight edge go where the face has
// no hole, so that contacts do not depend on how faces were cut.
scree_status core_from_solid(const solid *solid, double radius, model_shape *out,
                             mass_properties *properties, scree_error *error);

// The convex hull of points: one point is a ball and two are a rod, both with a radius above 0; else a solid. `name`
// stands for the points in messages.
scree_status core_from_hull(const core_points *given, model_shape *out, mass_properties *properties,
                            scree_error *error);

// Points in one plane (plate.h), a flat plate with a radius above 0: their convex hull.
scree_status core_from_plate(const core_points *given, model_shape *out,
                             mass_properties *properties, scree_error *error);

typedef struct core_given {
    model_core core;
    bool flat, closed;
    double volume; // over density, as the inertia
    v3 inertia;
} core_given;

// A core whose vertices, triangles and faces stand already in the principal axes about the centre of mass, with volume
// and principal inertia over density: finds the edges between faces, fills in what is not said, and gives it to `out`,
// which owns the arrays then, also on failure. Refuses surfaces that are not closed.
scree_status core_as_given(const core_given *given, model_shape *out, scree_error *error);

// The largest number of corners of a face.
int32_t core_face_corners(const model_core *core);

#endif
