// mesh_inner.c - which edges of a mesh lie inside a flat face, along all of their length: on both sides the surface goes on
// in the same plane. The rim of what the triangles of a face cover is made of its other edges alone.
//
// An edge of two triangles of one patch is inner. An open edge is where other triangles of its patch lie against it
// without a gap (a T-junction): the stretches of the edge that each covers are joined.
#include "shape/mesh_stages.h"
#include "shape/stretch.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>

#define WIDER 0.5      // of the tolerance: how far triangles may stay apart where they meet
#define ROUNDING 1e-13 // of the largest coordinate

typedef struct sealer {
    stretch *item;
    int count;
    int64_t room;
    int32_t *near; // triangles that may lie at the edge
    int64_t near_room;
} sealer;

static int compare_stretches(const void *left, const void *right)
{
    const stretch *first = left;
    const stretch *second = right;
    return first->from < second->from ? -1 : first->from > second->from;
}

// What a triangle covers of the edge from a to a + along, which it must pass or have beyond it, in the direction `out`.
static stretch covered_by(const mesh *mesh, const mesh_triangle *triangle, v3 a, v3 along, v3 out)
{
    const double wider = WIDER * mesh->tolerance;
    const double length_square = v3_dot(along, along);
    stretch found = {1, 0};
    double beyond = 0;
    for (int k = 0; k < 3; k++) {
        const int32_t corner = triangle->vertex[k];
        const v3 arm = v3_sub(mesh->vertex[corner], a);
        const double way = v3_dot(arm, along);
        const double share = way / length_square;
        const double aside = v3_dot(arm, out);
        found.from = real_min(found.from, share);
        found.to = real_max(found.to, share);
        beyond = real_max(beyond, aside);
    }
    found.from = real_max(found.from, 0);
    found.to = real_min(found.to, 1);
    if (beyond < 2 * mesh->tolerance)
        stretch_empty(&found);
    for (int k = 0; k < 3; k++) {
        const int32_t next = triangle->vertex[(k + 1) % 3];
        const v3 corner = mesh->vertex[triangle->vertex[k]];
        const v3 side = v3_sub(mesh->vertex[next], corner);
        const v3 across = v3_cross(triangle->normal, side);
        const v3 inwards = v3_unit(across);
        const v3 arm = v3_sub(a, corner);
        const double at_begin = v3_dot(arm, inwards) + wider;
        const double rise = v3_dot(along, inwards);
        stretch_narrow(&found, at_begin, at_begin + rise);
    }
    return found;
}

static bool joined_cover(sealer *sealer, double gap)
{
    double reached = 0;
    if (sealer->count)
        qsort(sealer->item, (size_t)sealer->count, sizeof *sealer->item, compare_stretches);
    for (int i = 0; i < sealer->count; i++) {
        if (sealer->item[i].from > reached + gap)
            return false;
        reached = real_max(reached, sealer->item[i].to);
    }
    return reached >= 1 - gap;
}

// Triangles around the edge from a to a + along; -1 without memory.
static int look_up(const mesh *mesh, v3 a, v3 along, sealer *sealer)
{
    const v3 middle = v3_fma(a, 0.5, along);
    const double reach = 0.5 * v3_norm(along) + mesh->tolerance;
    const int found = mesh_near(mesh, middle, reach, sealer->near, (int)sealer->near_room);
    if (found <= sealer->near_room)
        return found;
    if (!MEM_GROW(sealer->near, sealer->near_room, found))
        return -1;
    return mesh_near(mesh, middle, reach, sealer->near, found);
}

// Across an edge, away from its triangle.
static v3 away_from(const mesh *mesh, const mesh_triangle *triangle, v3 a, v3 along)
{
    const v3 across = v3_unit(v3_cross(along, triangle->normal));
    for (int k = 0; k < 3; k++) {
        const int32_t corner = triangle->vertex[k];
        const v3 arm = v3_sub(mesh->vertex[corner], a);
        const double beyond = v3_dot(arm, across);
        if (beyond > mesh->tolerance)
            return v3_scale(-1, across);
    }
    return across;
}

// Closes an open edge that lies on other triangles of its face. False without memory.
static bool seal(const mesh *mesh, mesh_edge *edge, sealer *sealer)
{
    const mesh_triangle *triangle = &mesh->triangle[edge->triangle[0]];
    const v3 a = mesh->vertex[edge->vertex[0]];
    const v3 along = v3_sub(mesh->vertex[edge->vertex[1]], a);
    const v3 out = away_from(mesh, triangle, a, along);
    const int near = look_up(mesh, a, along, sealer);
    sealer->count = 0;
    for (int i = 0; i < near; i++) {
        const mesh_triangle *other = &mesh->triangle[sealer->near[i]];
        if (other == triangle || other->patch != triangle->patch)
            continue;
        const stretch found = covered_by(mesh, other, a, along, out);
        if (found.to <= found.from)
            continue;
        if (!MEM_GROW(sealer->item, sealer->room, sealer->count + 1))
            return false;
        sealer->item[sealer->count++] = found;
    }
    const double length = v3_norm(along);
    const double gap = WIDER * mesh->tolerance;
    edge->inner = joined_cover(sealer, gap / length);
    return near >= 0;
}

static bool mark_edges(mesh *mesh)
{
    sealer sealer = {0};
    bool memory = true;
    for (int32_t i = 0; memory && i < mesh->edges; i++) {
        mesh_edge *edge = &mesh->edge[i];
        edge->inner = edge->bend == MESH_FLAT;
        if (edge->bend == MESH_OPEN && edge->role.part == MESH_PART_PATCH)
            memory = seal(mesh, edge, &sealer);
    }
    free(sealer.item);
    free(sealer.near);
    return memory;
}

static double largest_part(v3 place)
{
    const double across = real_max(fabs(place.x), fabs(place.y));
    return real_max(across, fabs(place.z));
}

static void measure_patches(mesh *mesh)
{
    const double low = largest_part(mesh->low);
    const double high = largest_part(mesh->high);
    const double rounding = ROUNDING * real_max(low, high);
    for (int32_t i = 0; i < mesh->patches; i++)
        mesh->patch[i].uneven = rounding;
    for (int32_t i = 0; i < mesh->triangles; i++) {
        mesh_triangle *triangle = &mesh->triangle[i];
        mesh_patch *patch = &mesh->patch[triangle->patch];
        triangle->inner = true;
        for (int k = 0; k < 3; k++) {
            const v3 corner = mesh->vertex[triangle->vertex[k]];
            const double along = v3_dot(patch->normal, corner);
            const double height = fabs(along - patch->offset);
            const double uneven = 2 * height + rounding;
            patch->uneven = real_max(patch->uneven, uneven);
            const mesh_edge *edge = &mesh->edge[triangle->edge[k]];
            triangle->inner &= edge->inner;
        }
    }
}

scree_status mesh_find_inner(mesh *mesh, scree_error *error)
{
    if (!mark_edges(mesh))
        return fail_memory(error, "mesh");
    measure_patches(mesh);
    mesh_mark_nodes(mesh);
    return SCREE_OK;
}
