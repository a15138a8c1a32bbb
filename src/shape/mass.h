// mass.h - volume, centre, inertia and principal axes of bodies of density one.
//
// One file per kind of body: closed triangle meshes, clumps of balls and of disks, cores with a radius in the plane and
// in space. Lengths in m; multiply volume and moments by a density, or by mass / volume. Plane bodies have one metre of
// depth: their volume is an area, their moments are those of a lamina (z = 0), of which inertia.zz counts.
//
// All results scale: with all lengths multiplied by a power of two they have the same bits, but for exponents. Nothing
// is read from libm but sqrt, fabs, floor.
//
// Bad input is refused with SCREE_BAD_INPUT and a place (`vertex 3`, `edge between vertices 3 and 7`), in that case
// *out is left as it was; SCREE_NO_MEMORY is the only other failure. `error` may be NULL.
#ifndef SCREE_SHAPE_MASS_H
#define SCREE_SHAPE_MASS_H

#include "base/fail.h"
#include "base/vec.h"
#include "shape/principal.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct mass_properties {
    double volume; // m^3; plane bodies: m^2
    v3 centre;     // of mass, in the frame of the input
    sym3 second;   // integral of y y^T, y = x - centre, along the axes of the input
    sym3 inertia;  // tr(second) 1 - second
    v3 principal;  // moments of inertia about the principal axes
    q4 axes; // turns vectors along principal axes into the frame of the input; see principal.h
    double bounding_radius; // of the smallest ball around `centre` that holds the body
    // Bound of the relative error of volume, and of moments over volume * bounding_radius^2, from
    // quadrature; 0: closed form, round-off only.
    double error;
} mass_properties;

// The solid inside a closed triangle mesh whose normals point outwards. Refused: open edges, edges of more than two
// triangles, neighbours turned against each other, zero and negative volume. Cavities are meshes turned inwards. Exact.
// A mesh that crosses itself is not seen: what it encloses twice would count twice.
scree_status mass_polyhedron(const v3 *vertex, int32_t vertices, const int32_t (*triangle)[3],
                             int32_t triangles, mass_properties *out, scree_error *error);

typedef enum mass_overlap {
    MASS_UNION, // what several balls share counts once: the body that one sees
    MASS_SUM    // each ball counts by itself
} mass_overlap;

// A clump of balls, and of disks in the plane z = 0. The union of disks and the sum are closed forms; the union of
// balls is exact in one direction and an adaptive quadrature in the other, with error below 1e-11.
scree_status mass_balls(const v3 *centre, const double *radius, int32_t count, mass_overlap overlap,
                        mass_properties *out, scree_error *error);
scree_status mass_disks(const v3 *centre, const double *radius, int32_t count, mass_overlap overlap,
                        mass_properties *out, scree_error *error);

// A clump that stands for an ellipsoid of the given diameters, centred and aligned in the frame of the balls: volume
// and inertia are the ellipsoid's, I_x = m (W^2 + H^2) / 20 and so on (Zhang 1998, (2.13)), only the bounding radius is
// the balls'.
scree_status mass_ellipsoid(v3 diameter, const v3 *centre, const double *radius, int32_t count,
                            mass_properties *out, scree_error *error);

// All points of the plane z = 0 within `radius` of a core: of one point, a polyline through the vertices in order, or,
// closed, the polygon with its inside. A polygon may run either way round and must not cross itself; a polyline may.
// Convex polygons, points and segments are closed forms, else the error is below 1e-11.
scree_status mass_spheropolygon(const v3 *vertex, int32_t vertices, bool closed, double radius,
                                mass_properties *out, scree_error *error);

// A core in space: vertices, segments, triangles. Vertices that nothing uses are points of the core.
typedef struct mass_core {
    const v3 *vertex;
    const int32_t (*segment)[2], (*triangle)[3];
    int32_t vertices, segments, triangles;
    // The triangles are closed and turned outwards, as in mass_polyhedron, and their inside belongs
    // to it.
    bool solid;
} mass_core;

// All points within `radius` of a core. Where no two parts of the core that do not touch come closer than twice the
// radius, and nowhere a solid or sheet is bent inwards (convex solids, points, segments), a closed form; elsewhere the
// shared parts are integrated numerically to a relative error `tolerance` (1e-6 is quick, 1e-10 the best), and `error`
// of the result says what was reached. Triangles, or edges, that lie on each other are refused.
scree_status mass_spheropolyhedron(const mass_core *core, double radius, double tolerance,
                                   mass_properties *out, scree_error *error);

#endif
