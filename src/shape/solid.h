// solid.h - a closed solid of triangles: made from a soup, healed where that changes nothing, else refused by name.
//
// Healed, each with a count in the report: corners that coincide within the tolerance become one vertex; triangles
// thinner than the tolerance and repeated ones are dropped, and pairs of triangles that stand back to back and are no
// part of the surface, such as fins and inner walls (they enclose nothing); open edges with vertices on them are split
// there (T-junctions, and what a dropped triangle leaves); faces are turned to one side, and every shell outwards, or
// inwards where it is a cavity.
//
// Not healed: holes, edges of more than two faces, surfaces of one side, surfaces that cross or touch themselves, and
// what encloses no volume. These are faults, since any way on would invent a shape. All tolerances are parts of the
// size of the solid: the unit of length does not matter.
#ifndef SCREE_SHAPE_SOLID_H
#define SCREE_SHAPE_SOLID_H

#include "shape/mass.h"
#include "shape/mesh.h"

#include <stdbool.h>

typedef enum solid_flaw {
    SOLID_OPEN_EDGE,     // of one face
    SOLID_BRANCHED_EDGE, // of more than two faces
    SOLID_ONE_SIDED,     // an edge where the faces cannot be turned to one side
    SOLID_CROSSING,      // two triangles that have a point in common and should not
    SOLID_PINCH // a vertex where parts of the surface meet in a point only: named, no fault
} solid_flaw;

typedef struct solid_spot {
    solid_flaw flaw;
    v3 from, to;   // ends of the edge; twice the vertex or the place of the crossing
    int32_t faces; // at the edge or vertex; 2 where triangles cross
} solid_spot;

enum { SOLID_SPOTS_MOST = 24, SOLID_SHELLS_MOST = 1000, SOLID_CROSSINGS_MOST = 1000 };

typedef struct solid_report {
    int32_t facets_read;
    int32_t moved, degenerate, duplicate, sheets, split, turned; // healed; sheets: pairs
    // Found; crossings are counted to a limit.
    int32_t open_edges, branched_edges, one_sided_edges, crossings, pinches;
    int32_t shells, cavities;
    int32_t vertices, edges, triangles, patches; // patches: flat faces
    double tolerance;                            // m
    v3 low, high;                                // bounding box, m
    solid_spot spot[SOLID_SPOTS_MOST]; // the first of each kind of flaw, and more as there is room
    int32_t spots;
    char text[1024]; // the whole in words
} solid_report;

// `surface` gives the tables: triangles with their vertices and edges, edges with their two triangles, the triangles
// around each vertex, flat faces, the bounding tree. Triangles turn outwards, so a mesh_bend of MESH_CONVEX is a convex
// edge.
typedef struct solid {
    mesh *surface;            // owned
    int32_t *shell;           // of each triangle; owned
    int32_t shells, cavities; // cavities: shells inside an odd number of others
    double volume, area;      // m^3, m^2
    double dent; // m: how far the surface stands up over the plane of a neighbouring triangle
    bool convex; // no dent beyond the tolerance, and as large as its convex hull
} solid;

// Makes a solid. The report is filled as far as things came, also when this fails.
scree_status solid_build(const mesh_facets *given, solid *out, solid_report *report,
                         scree_error *error);
// The same of the convex hull of points: at least four, not in one plane.
scree_status solid_from_hull(const v3 *point, int32_t points, const char *name, solid *out,
                             scree_error *error);
void solid_clear(solid *solid);

// Volume, centre, moments, principal axes and bounding radius at density one: exact.
scree_status solid_mass(const solid *solid, mass_properties *out, scree_error *error);
const char *solid_flaw_words(solid_flaw flaw);

#endif
