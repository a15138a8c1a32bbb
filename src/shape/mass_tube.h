// mass_tube.h - the space around a core: which part of the core is nearest, and how far along a normal that lasts.
//
// The parts of a core are points, edges and triangles. A point outside has one nearest point p on the core (almost
// always), and lies on a normal u there: x = p + t u. So the body within `radius` of the core is, each point once,
//   { p + t u : 0 < t < min(radius, reach(p, u)) },
// where reach is the distance at which another part of the core is as near as p. With volume elements dA dt over
// triangles, t dt dphi ds over edges and t^2 dt dOmega over points this gives Steiner's formula where reach does not
// matter, and what has to be taken off it - `missing` here - where it does: integrals over t from reach to radius.
// Since a part F is convex, |p + t u - F| - t falls with t, so each part has one such distance and reach is the
// smallest.
#ifndef SCREE_SHAPE_MASS_TUBE_H
#define SCREE_SHAPE_MASS_TUBE_H

#include "shape/mass_parts.h"
#include "shape/quadrature.h"

enum { TUBE_FLAT, TUBE_ROUND_EDGE, TUBE_ROUND_POINT }; // powers of t in the volume element

typedef struct tube_edge {
    int32_t vertex[2];
    v3 from, along; // along: unit
    double length;
} tube_edge;
typedef struct tube_face {
    int32_t vertex[3];
    // Unit; inward[k] from edge k (corner k to k + 1), in the plane.
    v3 corner[3], inward[3], normal;
} tube_face;

typedef struct tube_cuts { // values of a parameter where the form of the integrand may change
    double *at;
    int32_t count, room; // what finds no room is left to the quadrature's halving
} tube_cuts;

typedef struct tube_conic { // see mass_tube_envelope.c
    double c, b[2], w[3];
} tube_conic;

typedef struct tube {
    v3 *point;
    tube_edge *edge;
    tube_face *face;
    int32_t *near_point, *near_edge, *near_face; // what may matter to the patch in hand
    int32_t points, edges, faces, near_points, near_edges, near_faces;
    tube_cuts outer, inner;
    tube_conic *conic;   // scratch
    bool plane;          // all is in the plane z = 0
    double radius, size; // size: of the whole core, what round-off is measured by
    double unit[10];     // of the moments, in the order of mass_to_array
    double tolerance;    // of one interval, in units
    double error;        // sum of the estimates so far, in units
} tube;

// Memory for so many parts; points and unused counts may be zero. The caller fills the parts.
scree_status tube_make(tube *out, int32_t points, int32_t edges, int32_t faces, double radius,
                       scree_error *error);
void tube_free(tube *of);
tube_edge tube_edge_make(const v3 *vertex, int32_t from, int32_t to);
tube_face tube_face_make(const v3 *vertex, const int32_t corner[3]);
// Sets units from a first volume and the size; call it before any integration.
void tube_set_units(tube *tube, double volume, double tolerance);

// mass_tube_check.c. Refuses triangles that lie on each other and edges that do, of the whole core.
scree_status tube_check_overlaps(const tube *tube, scree_error *error);

// A patch: normals that are non-negative combinations of direction[directions] at the convex hull of
// at[ats], the positions of all the vertices own[ats] of the part of the core that it belongs to. Collects what can
// come nearer than that part within the radius. True where there is anything.
bool tube_select(tube *tube, const v3 *at, const int32_t *own, int ats, const v3 *direction,
                 int directions);

// min(radius, reach) from the parts selected.
double tube_reach(const tube *tube, v3 point, v3 u);

// A line of points point + s a, 0 < s < extent, with one normal b; or normals a cos(phi) + b sin(phi), 0 < phi < extent,
// of one point, weighted by sin(phi) if `polar`.
typedef struct tube_sweep {
    v3 point, a, b;
    double extent;
    int power;
    bool polar;
    double units; // what the result is later integrated over
} tube_sweep;

// Adds to sum[10] what is missing over a line, or over an arc of normals.
void tube_line(tube *tube, const tube_sweep *sweep, double *sum);
void tube_arc(tube *tube, const tube_sweep *sweep, double *sum);

// mass_tube_patch.c. Adds to sum[10] what is missing over a whole patch, after tube_select for it: one side of a
// triangle; normals a cos(phi) + b sin(phi), 0 < phi < angle, of an edge; a piece of the normals of a point.
void tube_face_patch(tube *tube, const tube_face *face, v3 up, double *sum);
void tube_edge_patch(tube *tube, const tube_edge *edge, v3 a, v3 b, double angle, double *sum);
void tube_point_patch(tube *tube, v3 point, const v3 *corner, int32_t corners, double *sum);

// mass_tube_cuts.c. Where on the line point + s along, 0 < s < length, distances from parts selected pass `radius`.
void tube_cut_line(const tube *tube, v3 point, v3 along, double length, tube_cuts *cuts);
// The same on the arc point + radius (a cos + b sin), 0 < phi < angle; edges only in a plane core.
void tube_cut_arc(const tube *tube, v3 point, v3 a, v3 b, double angle, tube_cuts *cuts);
// Angles on that arc about the directions to points selected: what integrals over lines across the arc go by.
void tube_cut_fan(const tube *tube, v3 point, v3 a, v3 b, double angle, tube_cuts *cuts);
// Angles in [0, 2 pi) at which g . (a cos + b sin) = value; returns how many, 0 or 2.
int tube_angles(v3 g, double value, v3 a, v3 b, double at[2]);
void tube_cut_add(tube_cuts *cuts, double at, double length);
void tube_cut_sort(tube_cuts *cuts);

// mass_tube_envelope.c. Adds where on the same line, with normal u, and arc the part that limits the reach changes.
void tube_cut_line_envelope(const tube *tube, v3 point, v3 along, double length, v3 u,
                            tube_cuts *cuts);
void tube_cut_arc_envelope(const tube *tube, v3 point, v3 a, v3 b, double angle, tube_cuts *cuts);

static inline void mass_to_array(const mass_moments *moments, double *a)
{
    const double all[10] = {moments->volume,    moments->first.x,   moments->first.y,
                            moments->first.z,   moments->second.xx, moments->second.yy,
                            moments->second.zz, moments->second.xy, moments->second.xz,
                            moments->second.yz};
    for (int k = 0; k < 10; k++)
        a[k] = all[k];
}
static inline mass_moments mass_from_array(const double *a)
{
    mass_moments moments = {
        .volume = a[0],
        .first = {a[1], a[2], a[3]},
        .second = {a[4], a[5], a[6], a[7], a[8], a[9]},
    };
    return moments;
}

#endif
