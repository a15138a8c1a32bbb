// mesh_ends.c - open edges that lie on other triangles for a part of their length only, and the vertices at their ends.
//
// An open edge has one role, the flattest that it has anywhere. Where it lies on no triangle of its face there is nothing
// beyond it, and it is a crease there. So a contact asks at the point, and a vertex has the role of a face only where
// each open edge that ends there has others against it from there on.
#include "shape/mesh_stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>

#define ALONG 0.1 // sine of an angle: an edge that is steeper to a triangle does not lie on it

typedef struct around { // triangles at a vertex, whether it is a corner of theirs or not
    int32_t *triangle;
    int64_t room;
    int count;
} around;

// Is a part of a triangle on the side of an open edge on which the edge's own triangle is not?
static bool is_beyond(const mesh *mesh, const mesh_edge *edge, int32_t other)
{
    const int32_t *end = edge->vertex;
    const v3 from = mesh->vertex[end[0]];
    const v3 along = v3_unit(v3_sub(mesh->vertex[end[1]], from));
    const v3 inwards = mesh_across_edge(mesh, edge->triangle[0], end[0], end[1], along);
    for (int k = 0; k < 3; k++) {
        const int32_t corner = mesh->triangle[other].vertex[k];
        const v3 arm = v3_sub(mesh->vertex[corner], from);
        if (v3_dot(arm, inwards) < -mesh->tolerance)
            return true;
    }
    return false;
}

mesh_part mesh_part_over(const mesh *mesh, int32_t edge, int32_t other)
{
    const mesh_edge *open = &mesh->edge[edge];
    const int32_t own = open->triangle[0];
    const int32_t patch = mesh->triangle[own].patch;
    const int32_t other_patch = mesh->triangle[other].patch;
    if (mesh->patch[patch].group != mesh->patch[other_patch].group)
        return MESH_PART_CREASE;
    if (other == own || !is_beyond(mesh, open, other))
        return MESH_PART_CREASE;
    return patch == other_patch ? open->role.part : MESH_PART_SMOOTH;
}

// Does a triangle reach from a place on it in the direction of an edge of this length?
static bool leads_along(const mesh *mesh, int32_t triangle, v3 from, v3 along, double length)
{
    const mesh_triangle *tri = &mesh->triangle[triangle];
    if (fabs(v3_dot(tri->normal, along)) > ALONG)
        return false;
    for (int k = 0; k < 3; k++) {
        const int32_t next = tri->vertex[(k + 1) % 3];
        const v3 corner = mesh->vertex[tri->vertex[k]];
        const v3 side = v3_sub(mesh->vertex[next], corner);
        const v3 inwards = v3_unit(v3_cross(tri->normal, side));
        const double inside = v3_dot(v3_sub(from, corner), inwards);
        const double turned = mesh->tolerance / v3_norm(side) + mesh->tolerance / length;
        if (inside < mesh->tolerance && v3_dot(along, inwards) < -turned)
            return false;
    }
    return true;
}

// What an open edge is where it leaves a vertex.
static mesh_part part_at_end(const mesh *mesh, int32_t index, int32_t vertex, const around *around)
{
    const mesh_edge *edge = &mesh->edge[index];
    const int32_t to = edge->vertex[edge->vertex[0] == vertex];
    const v3 from = mesh->vertex[vertex];
    const v3 way = v3_sub(mesh->vertex[to], from);
    const v3 along = v3_unit(way);
    const double length = v3_norm(way);
    mesh_part flattest = MESH_PART_CREASE;
    for (int i = 0; i < around->count; i++) {
        const int32_t other = around->triangle[i];
        const mesh_part part = mesh_part_over(mesh, index, other);
        if (part < flattest && leads_along(mesh, other, from, along, length))
            flattest = part;
    }
    return flattest;
}

// False without memory.
static bool look_around(const mesh *mesh, int32_t vertex, around *around)
{
    const v3 at = mesh->vertex[vertex];
    const double reach = mesh->tolerance;
    int room = (int)around->room;
    around->count = mesh_near(mesh, at, reach, around->triangle, room);
    if (around->count <= room)
        return true;
    if (!MEM_GROW(around->triangle, around->room, around->count))
        return false;
    around->count = mesh_near(mesh, at, reach, around->triangle, around->count);
    return true;
}

// An open edge of a triangle that ends at a vertex of it; -1: edge k is none.
static int32_t open_edge(const mesh *mesh, const mesh_triangle *triangle, int k, int32_t vertex)
{
    const mesh_edge *edge = &mesh->edge[triangle->edge[k]];
    const bool ends = edge->vertex[0] == vertex || edge->vertex[1] == vertex;
    return ends && edge->triangles == 1 ? triangle->edge[k] : -1;
}

// False without memory.
static bool check_vertex(mesh *mesh, int32_t vertex, around *around)
{
    mesh_role *role = &mesh->vertex_role[vertex];
    bool looked = false;
    mesh_part part = role->part;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int k = 0; k < 3; k++) {
            const int32_t edge = open_edge(mesh, triangle, k, vertex);
            if (edge < 0)
                continue;
            if (!looked && !look_around(mesh, vertex, around))
                return false;
            looked = true;
            const mesh_part here = part_at_end(mesh, edge, vertex, around);
            part = here > part ? here : part;
        }
    }
    if (part > MESH_PART_SMOOTH)
        *role = (mesh_role){MESH_PART_CORNER, vertex};
    else
        role->part = part;
    return true;
}

scree_status mesh_check_ends(mesh *mesh, scree_error *error)
{
    around around = {0};
    bool memory = true;
    for (int32_t vertex = 0; memory && vertex < mesh->vertices; vertex++) {
        const bool used = mesh->fan_start[vertex] < mesh->fan_start[vertex + 1];
        if (used && mesh->vertex_role[vertex].part <= MESH_PART_SMOOTH)
            memory = check_vertex(mesh, vertex, &around);
    }
    free(around.triangle);
    return memory ? SCREE_OK : fail_memory(error, "mesh");
}
