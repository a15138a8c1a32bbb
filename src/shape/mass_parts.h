// mass_parts.h - what the files mass_*.c share: moments about a point, the edges of a mesh.
#ifndef SCREE_SHAPE_MASS_PARTS_H
#define SCREE_SHAPE_MASS_PARTS_H

#include "shape/mass.h"

// Integrals of 1, x and x x^T.
typedef struct mass_moments {
    double volume;
    v3 first;
    sym3 second;
} mass_moments;

static inline void mass_moments_add(mass_moments *moments, double factor, const mass_moments *part)
{
    moments->volume += factor * part->volume;
    moments->first = v3_fma(moments->first, factor, part->first);
    moments->second = sym3_fma(moments->second, factor, part->second);
}

// From moments about `origin`. `reach` is the bounding radius about the centre, which mass_centre gives.
v3 mass_centre(const mass_moments *moments, v3 origin);
void mass_finish(const mass_moments *moments, v3 origin, double reach, double error,
                 mass_properties *out);

// The middle of the box around points: a good origin, for the centre is near it.
v3 mass_middle(const v3 *point, int32_t count);
// The largest distance from `centre` to a point, whose radius is added; radius NULL: 0.
double mass_reach(v3 centre, const v3 *point, const double *radius, int32_t count);

// Refuses numbers that are not finite, and `what` in front of the index is the place: "vertex 3".
scree_status mass_check_points(const v3 *point, int32_t count, const char *what,
                               scree_error *error);
scree_status mass_check_corners(const int32_t (*triangle)[3], int32_t triangles, int32_t vertices,
                                scree_error *error);

// An edge of the triangles use[first .. first + count).
typedef struct mass_edge {
    int32_t from, to; // vertices, from < to
    int32_t first, count;
} mass_edge;
typedef struct mass_edge_use {
    int32_t triangle;
    bool forward; // the triangle runs from `from` to `to`
} mass_edge_use;
typedef struct mass_edges {
    mass_edge *edge;
    mass_edge_use *use; // both owned
    int32_t edges;
} mass_edges;

// In rising order of (from, to), uses in rising order of triangles. Edges of segments alone have no use.
scree_status mass_edges_find(const int32_t (*triangle)[3], int32_t triangles,
                             const int32_t (*segment)[2], int32_t segments, mass_edges *out,
                             scree_error *error);
void mass_edges_clear(mass_edges *edges);
// Refuses what does not enclose a solid: each edge must have two triangles, one in each direction.
scree_status mass_edges_check_closed(const mass_edges *edges, scree_error *error);

// Moments about `origin` of the inside of a closed mesh; SCREE_BAD_INPUT where the volume is not positive.
scree_status mass_solid(const v3 *vertex, const int32_t (*triangle)[3], int32_t triangles,
                        v3 origin, mass_moments *out, scree_error *error);

// mass_spheropolyhedron_check.c. A fault of the part `what` number i of a core; never SCREE_OK.
scree_status mass_core_fault(scree_error *error, const char *what, int32_t i, const char *hint,
                             const char *why);
// Refuses a core with a radius that mass_spheropolyhedron cannot take.
scree_status mass_spheropolyhedron_check(const mass_core *core, double radius, double tolerance,
                                         scree_error *error);

#endif
