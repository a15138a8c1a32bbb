// mesh_face.c - balls that can meet one flat face of a mesh alone, away from its rim: for these the face is its plane, however
// many triangles it is cut into.
//
// What is said here is what mesh_touches would say, bit for bit: where rounding, or triangles that are off the plane within the
// tolerance, leave it open whether it would see the face at all, nothing is said.
#include "shape/mesh_closest.h"

#include "base/mathlib.h"

double mesh_square_to_edge(const mesh *mesh, int32_t edge, v3 point)
{
    const int32_t *end = mesh->edge[edge].vertex;
    const v3 a = mesh->vertex[end[0]];
    const v3 along = v3_sub(mesh->vertex[end[1]], a);
    const v3 arm = v3_sub(point, a);
    const double square = v3_dot(along, along);
    const double way = v3_dot(arm, along) / square;
    const double share = real_min(real_max(way, 0), 1);
    const v3 nearest = v3_fma(a, share, along);
    const v3 away = v3_sub(point, nearest);
    return v3_dot(away, away);
}

double mesh_square_to_rim(const mesh *mesh, int32_t index, v3 point)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    double square = INFINITY;
    for (int k = 0; k < 3 && !triangle->inner; k++) {
        if (!mesh->edge[triangle->edge[k]].inner)
            square = real_min(square, mesh_square_to_edge(mesh, triangle->edge[k], point));
    }
    return square;
}

// The face in which the foot of a point is, the nearest of them; -1: none.
static int32_t face_below(const mesh *mesh, v3 point, const int32_t *candidate, int candidates)
{
    double nearest = INFINITY;
    int32_t face = -1;
    for (int i = 0; i < candidates; i++) {
        v3 foot;
        if (mesh_closest(mesh, candidate[i], point, &foot) != 0)
            continue;
        const v3 away = v3_sub(point, foot);
        const double square = v3_dot(away, away);
        if (square < nearest) {
            nearest = square;
            face = mesh->triangle[candidate[i]].patch;
        }
    }
    return face;
}

// How near a triangle of another face comes, or the rim of this one at this triangle.
static double square_to_end(const mesh *mesh, int32_t face, int32_t index, v3 point)
{
    const mesh_triangle *triangle = &mesh->triangle[index];
    if (triangle->patch == face)
        return mesh_square_to_rim(mesh, index, point);
    v3 nearest;
    mesh_closest(mesh, index, point, &nearest);
    const v3 away = v3_sub(point, nearest);
    return v3_dot(away, away);
}

double mesh_lone_face(const mesh *mesh, v3 centre, const int32_t *candidate, int candidates,
                      int32_t *face)
{
    double square = INFINITY;
    if (mesh->joined)
        return 0;
    *face = face_below(mesh, centre, candidate, candidates);
    if (*face < 0)
        return 0;
    for (int i = 0; i < candidates; i++)
        square = real_min(square, square_to_end(mesh, *face, candidate[i], centre));
    return sqrt(square);
}

int mesh_face_touch(const mesh *mesh, int32_t face, v3 centre, double within, mesh_touch *out)
{
    const mesh_patch *patch = &mesh->patch[face];
    const double height = v3_dot(patch->normal, centre) - patch->offset;
    const double distance = fabs(height);
    const double crack = mesh->tolerance * mesh->tolerance;
    const double unsure = patch->uneven + crack / within;
    if (distance >= within + unsure)
        return 0;
    if (distance > within - unsure)
        return MESH_FACE_UNSURE;
    out->distance = distance;
    out->normal = height < 0 ? v3_scale(-1, patch->normal) : patch->normal;
    out->point = v3_fma(centre, -height, patch->normal);
    out->feature = patch->region;
    return 1;
}
