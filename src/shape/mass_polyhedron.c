// mass_polyhedron.c - the solid inside a closed triangle mesh, by the divergence theorem.
//
// Each triangle and the origin span a tetrahedron, signed by the side from which the origin sees it; their moments add
// up to those of the solid (Muth et al. 2005; R. N. Goldman, "Volume of polyhedra", and A. M. Messner and G. Q. Taylor,
// 1980). With D = a . (b x c) and s = a + b + c:
//   volume D / 6,  first moment D s / 24,  second moment D (a a^T + b b^T + c c^T + s s^T) / 120.
#include "shape/mass_parts.h"

#include "base/mathlib.h"

#include <stdlib.h>

#define NOTHING                                                                                    \
    1e-13 // of the sum of the tetrahedra without their signs: a volume that is only round-off

scree_status mass_solid(const v3 *vertex, const int32_t (*triangle)[3], int32_t triangles,
                        v3 origin, mass_moments *out, scree_error *error)
{
    mass_moments moments = {0};
    double unsigned_sum = 0;
    for (int32_t face = 0; face < triangles; face++) {
        v3 a = v3_sub(vertex[triangle[face][0]], origin);
        v3 b = v3_sub(vertex[triangle[face][1]], origin);
        v3 c = v3_sub(vertex[triangle[face][2]], origin);
        v3 s = v3_add(v3_add(a, b), c);
        double d = v3_dot(a, v3_cross(b, c));
        sym3 dyads = sym3_add(sym3_add(sym3_dyad(a, a), sym3_dyad(b, b)),
                              sym3_add(sym3_dyad(c, c), sym3_dyad(s, s)));
        moments.volume += d / 6;
        moments.first = v3_fma(moments.first, d / 24, s);
        moments.second = sym3_fma(moments.second, d / 120, dyads);
        unsigned_sum += fabs(d) / 6;
    }
    if (!(fabs(moments.volume) > NOTHING * unsigned_sum)) {
        return fail(error, SCREE_BAD_INPUT, "the mesh",
                    "give it a thickness, or take it as a sheet with a radius",
                    "the volume is zero: %d triangles enclose nothing", triangles);
    }
    if (moments.volume < 0) {
        return fail(error, SCREE_BAD_INPUT, "the mesh", "turn all triangles over",
                    "the volume is negative, %g: the normals point inwards", moments.volume);
    }
    *out = moments;
    return SCREE_OK;
}

// Vertices that no triangle uses are not part of the body.
static double corner_reach(v3 centre, const v3 *vertex, const int32_t (*triangle)[3],
                           int32_t triangles)
{
    double most = 0;
    for (int32_t face = 0; face < triangles; face++) {
        for (int k = 0; k < 3; k++)
            most = real_max(v3_distance(vertex[triangle[face][k]], centre), most);
    }
    return most;
}

scree_status mass_polyhedron(const v3 *vertex, int32_t vertices, const int32_t (*triangle)[3],
                             int32_t triangles, mass_properties *out, scree_error *error)
{
    if (vertices < 4 || triangles < 4) {
        return fail(error, SCREE_BAD_INPUT, "the mesh", "a closed mesh has at least four of both",
                    "%d vertices and %d triangles enclose no solid", vertices, triangles);
    }
    scree_status status = mass_check_points(vertex, vertices, "vertex", error);
    if (!status)
        status = mass_check_corners(triangle, triangles, vertices, error);
    if (status)
        return status;
    mass_edges edges;
    status = mass_edges_find(triangle, triangles, NULL, 0, &edges, error);
    if (status)
        return status;
    status = mass_edges_check_closed(&edges, error);
    mass_edges_clear(&edges);
    v3 origin = mass_middle(vertex, vertices);
    mass_moments moments;
    if (!status)
        status = mass_solid(vertex, triangle, triangles, origin, &moments, error);
    if (status)
        return status;
    mass_finish(&moments, origin,
                corner_reach(mass_centre(&moments, origin), vertex, triangle, triangles), 0, out);
    return SCREE_OK;
}
