// mesh_closest.c - the nearest point of a triangle, and which triangles are too far away for it to be worth while to ask.
// Regions of the nearest point: C. Ericson, Real-Time Collision Detection (2005), section 5.1.5.
#include "shape/mesh_closest.h"

#include "base/mathlib.h"

// The point nearest to `point` on edge k of t; the same bits from both of its triangles.
static int closest_on_edge(const mesh *mesh, const mesh_triangle *triangle, int k, v3 point,
                           v3 *closest)
{
    const int32_t *end = mesh->edge[triangle->edge[k]].vertex;
    v3 a = mesh->vertex[end[0]];
    v3 ab = v3_sub(mesh->vertex[end[1]], a);
    double share = v3_dot(v3_sub(point, a), ab) / v3_dot(ab, ab);
    if (share > 0 && share < 1) {
        *closest = v3_fma(a, share, ab);
        return 1 + k;
    }
    int32_t corner = end[share >= 1];
    *closest = mesh->vertex[corner];
    return 4 + (triangle->vertex[k] == corner ? k : (k + 1) % 3);
}

int mesh_closest(const mesh *mesh, int32_t index, v3 point, v3 *closest)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    double nearest = INFINITY;
    int region = 0;
    for (int k = 0; k < 3; k++) {
        v3 a = mesh->vertex[triangle->vertex[k]];
        v3 along = v3_sub(mesh->vertex[triangle->vertex[(k + 1) % 3]], a);
        if (v3_dot(v3_cross(along, v3_sub(point, a)), triangle->normal) >= 0)
            continue;
        v3 q;
        int place = closest_on_edge(mesh, triangle, k, point, &q);
        v3 d = v3_sub(point, q);
        if (v3_dot(d, d) < nearest) {
            nearest = v3_dot(d, d);
            region = place;
            *closest = q;
        }
    }
    if (!region) {
        const v3 from_corner = v3_sub(point, mesh->vertex[triangle->vertex[0]]);
        const double height = v3_dot(from_corner, triangle->normal);
        *closest = v3_fma(point, -height, triangle->normal);
    }
    return region;
}

static double outside(double x, double a, double b, double c)
{
    const double low = real_min(a, real_min(b, c));
    const double high = real_max(a, real_max(b, c));
    return x < low ? low - x : x > high ? x - high : 0;
}

bool mesh_is_farther(const mesh *mesh, int32_t index, v3 point, double square)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    const v3 a = mesh->vertex[triangle->vertex[0]];
    const v3 arm = v3_sub(point, a);
    const double height = v3_dot(arm, triangle->normal);
    const double most = square * MESH_SLACK;
    const double left = most - height * height;
    if (left < 0)
        return true;
    const v3 b = mesh->vertex[triangle->vertex[1]];
    const v3 c = mesh->vertex[triangle->vertex[2]];
    const v3 foot = v3_fma(point, -height, triangle->normal);
    const double x = outside(foot.x, a.x, b.x, c.x);
    const double y = outside(foot.y, a.y, b.y, c.y);
    const double z = outside(foot.z, a.z, b.z, c.z);
    const v3 beside = v3_make(x, y, z);
    return v3_dot(beside, beside) > left;
}

int mesh_narrow(const mesh *mesh, v3 centre, double distance, int32_t *triangle, int triangles)
{
    int kept = 0;
    for (int i = 0; i < triangles; i++) {
        const int32_t one = triangle[i];
        if (mesh_is_farther(mesh, one, centre, distance * distance))
            continue;
        v3 closest;
        triangle[i] = triangle[kept];
        triangle[kept++] = one;
        if (mesh_closest(mesh, one, centre, &closest) == 0) { // it may cover the rest of its face
            triangle[kept - 1] = triangle[0];
            triangle[0] = one;
        }
    }
    return kept;
}
