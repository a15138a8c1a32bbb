// mass.c - from moments to mass properties, and the checks and edges that several kinds of bodies need.
#include "shape/mass_parts.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "base/sort.h"

#include <stdio.h>
#include <stdlib.h>

v3 mass_centre(const mass_moments *moments, v3 origin)
{
    return v3_add(origin, v3_scale(1 / moments->volume, moments->first));
}

// Axes come from the second moments, not from the inertia, which of a needle has lost the small ones.
void mass_finish(const mass_moments *moments, v3 origin, double reach, double error,
                 mass_properties *out)
{
    v3 offset = v3_scale(1 / moments->volume, moments->first);
    out->volume = moments->volume;
    out->centre = v3_add(origin, offset);
    out->second = sym3_fma(moments->second, -moments->volume, sym3_dyad(offset, offset));
    out->inertia = sym3_inertia(out->second);
    v3 middle;
    principal_axes(out->second, &middle, &out->axes);
    out->principal = v3_make(middle.y + middle.z, middle.x + middle.z, middle.x + middle.y);
    out->bounding_radius = reach;
    out->error = error;
}

v3 mass_middle(const v3 *point, int32_t count)
{
    v3 low = point[0];
    v3 high = point[0];
    for (int32_t i = 1; i < count; i++) {
        v3 place = point[i];
        low = v3_min(low, place);
        high = v3_max(high, place);
    }
    return v3_fma(low, 0.5, v3_sub(high, low));
}

double mass_reach(v3 centre, const v3 *point, const double *radius, int32_t count)
{
    double most = 0;
    for (int32_t i = 0; i < count; i++) {
        const double beyond = radius ? radius[i] : 0;
        most = real_max(v3_distance(point[i], centre) + beyond, most);
    }
    return most;
}

static bool finite(v3 point)
{
    const bool x = point.x - point.x == 0; // not so of infinity and NaN
    const bool y = point.y - point.y == 0;
    const bool z = point.z - point.z == 0;
    return x && y && z;
}

scree_status mass_check_points(const v3 *point, int32_t count, const char *what, scree_error *error)
{
    for (int32_t i = 0; i < count; i++) {
        if (!finite(point[i])) {
            char where[64];
            snprintf(where, sizeof where, "%s %d", what, i);
            return fail(error, SCREE_BAD_INPUT, where, "give finite numbers",
                        "coordinates (%g, %g, %g) are not finite", point[i].x, point[i].y,
                        point[i].z);
        }
    }
    return SCREE_OK;
}

scree_status mass_check_corners(const int32_t (*triangle)[3], int32_t triangles, int32_t vertices,
                                scree_error *error)
{
    for (int32_t face = 0; face < triangles; face++) {
        const int32_t *corner = triangle[face];
        char where[64];
        snprintf(where, sizeof where, "triangle %d", face);
        for (int k = 0; k < 3; k++) {
            if (corner[k] < 0 || corner[k] >= vertices) {
                return fail(error, SCREE_BAD_INPUT, where, "count vertices from 0",
                            "corner %d is vertex %d of %d vertices", k, corner[k], vertices);
            }
        }
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
            return fail(error, SCREE_BAD_INPUT, where, "remove the triangle",
                        "two corners are one vertex (%d, %d, %d)", corner[0], corner[1], corner[2]);
        }
    }
    return SCREE_OK;
}

// ---- edges

static uint64_t edge_key(int32_t from, int32_t to)
{
    uint64_t a = (uint64_t)from;
    uint64_t b = (uint64_t)to;
    return a < b ? a << 32 | b : b << 32 | a;
}

void mass_edges_clear(mass_edges *edges)
{
    free(edges->edge);
    free(edges->use);
    *edges = (mass_edges){0};
}

scree_status mass_edges_find(const int32_t (*triangle)[3], int32_t triangles,
                             const int32_t (*segment)[2], int32_t segments, mass_edges *out,
                             scree_error *error)
{
    int64_t corners = 3 * (int64_t)triangles;
    int64_t sides = corners + segments;
    *out = (mass_edges){0};
    if (sides > INT32_MAX) {
        return fail(error, SCREE_BAD_INPUT, NULL, "simplify the mesh", "%d triangles are too many",
                    triangles);
    }
    size_t room = sides ? (size_t)sides : 1;
    sort_pair *pair = malloc(2 * room * sizeof *pair);
    out->edge = malloc(room * sizeof *out->edge);
    out->use = malloc(room * sizeof *out->use);
    if (!pair || !out->edge || !out->use) {
        free(pair);
        mass_edges_clear(out);
        return fail_memory(error, "edges of a mesh");
    }
    for (int32_t side = 0; side < corners; side++) {
        const int32_t *corner = triangle[side / 3];
        const int32_t from = corner[side % 3];
        const int32_t to = corner[(side + 1) % 3];
        pair[side] = (sort_pair){edge_key(from, to), (uint32_t)side};
    }
    for (int32_t side = 0; side < segments; side++) {
        const int32_t at = corners + side;
        const uint64_t key = edge_key(segment[side][0], segment[side][1]);
        pair[at] = (sort_pair){key, (uint32_t)at};
    }
    sort_u64_by_key(pair, sides, pair + sides);
    int32_t uses = 0;
    for (int64_t i = 0; i < sides; i++) {
        int32_t side = (int32_t)pair[i].value;
        int32_t from = (int32_t)(pair[i].key >> 32);
        int32_t to = (int32_t)(pair[i].key & 0xffffffff);
        if (!i || pair[i].key != pair[i - 1].key) {
            out->edge[out->edges++] = (mass_edge){
                .from = from,
                .to = to,
                .first = uses,
                .count = 0,
            };
        }
        if (side >= corners)
            continue;
        out->use[uses++] = (mass_edge_use){side / 3, triangle[side / 3][side % 3] == from};
        out->edge[out->edges - 1].count++;
    }
    free(pair);
    return SCREE_OK;
}

scree_status mass_edges_check_closed(const mass_edges *edges, scree_error *error)
{
    for (int32_t i = 0; i < edges->edges; i++) {
        mass_edge edge = edges->edge[i];
        const mass_edge_use *use = &edges->use[edge.first];
        if (edge.count == 2 && use[0].forward != use[1].forward)
            continue;
        char where[96];
        snprintf(where, sizeof where, "edge between vertices %d and %d", edge.from, edge.to);
        if (edge.count == 1) {
            return fail(error, SCREE_BAD_INPUT, where, "close the hole with triangles",
                        "the mesh is open: only triangle %d has this edge", use[0].triangle);
        }
        if (edge.count == 2) {
            return fail(error, SCREE_BAD_INPUT, where,
                        "let all triangles turn the same way, normals outwards",
                        "triangles %d and %d are turned against each other", use[0].triangle,
                        use[1].triangle);
        }
        return fail(error, SCREE_BAD_INPUT, where,
                    "give each sheet vertices of its own, two triangles to an edge",
                    "%d triangles share this edge, %d and %d among them", edge.count,
                    use[0].triangle, use[1].triangle);
    }
    return SCREE_OK;
}
