// mesh_role.c - what the edges and vertices of a mesh are to a ball: part of a plane, of a smooth surface, of a crease,
// or a corner.
//
// Sharp edges (creases) are joined where exactly two of them meet and go on within the smooth angle, so that the key of
// a contact does not change along a straight or finely bent rim.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>

static int32_t other_vertex(const mesh *mesh, int32_t triangle, const mesh_edge *edge)
{
    const int32_t *corner = mesh->triangle[triangle].vertex;
    for (int k = 0; k < 2; k++) {
        if (corner[k] != edge->vertex[0] && corner[k] != edge->vertex[1])
            return corner[k];
    }
    return corner[2];
}

static mesh_bend bend_of(const mesh *mesh, const mesh_edge *edge)
{
    if (edge->triangles == 1)
        return MESH_OPEN;
    if (edge->triangles > 2)
        return MESH_BRANCHED;
    const mesh_triangle *triangle = &mesh->triangle[edge->triangle[0]];
    const mesh_triangle *mesh_triangle = &mesh->triangle[edge->triangle[1]];
    if (triangle->patch == mesh_triangle->patch && edge->turn > MESH_SMOOTH_COSINE)
        return MESH_FLAT;
    if (edge->turn > MESH_SMOOTH_COSINE)
        return MESH_SMOOTH;
    v3 rise = v3_sub(mesh->vertex[other_vertex(mesh, edge->triangle[1], edge)],
                     mesh->vertex[edge->vertex[0]]);
    return v3_dot(rise, triangle->normal) > 0 ? MESH_CONCAVE : MESH_CONVEX;
}

// The role that an edge between triangle `own` and its neighbours has: the flattest connection decides.
typedef struct chooser {
    const mesh *mesh;
    int32_t own;
    mesh_role role;
} chooser;

static void offer(chooser *chooser, int32_t other, double turn)
{
    int32_t patch = chooser->mesh->triangle[chooser->own].patch;
    if (turn <= MESH_SMOOTH_COSINE)
        return;
    if (chooser->mesh->triangle[other].patch == patch)
        chooser->role = (mesh_role){MESH_PART_PATCH, patch};
    else if (chooser->role.part != MESH_PART_PATCH)
        chooser->role = (mesh_role){MESH_PART_SMOOTH, patch};
}

static void offer_linked(chooser *chooser, const mesh_links *links, int32_t edge)
{
    int64_t low = 0;
    int64_t high = links->links;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (links->link[middle].from < chooser->own)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < links->links && links->link[low].from == chooser->own; low++) {
        int32_t u = links->link[low].to;
        if (links->link[low].edge != edge)
            continue;
        offer(chooser, u,
              fabs(v3_dot(chooser->mesh->triangle[chooser->own].normal,
                          chooser->mesh->triangle[u].normal)));
    }
}

static bool joins(const mesh *mesh, int32_t triangle, int32_t edge)
{
    const int32_t *corner = mesh->triangle[triangle].vertex;
    return corner[0] == edge || corner[1] == edge || corner[2] == edge;
}

// Over an edge of more than two triangles every pair counts: two halves of a floor above a rib are still one floor.
static void offer_branched(chooser *chooser, const mesh_edge *edge)
{
    const mesh *mesh = chooser->mesh;
    int32_t from = edge->vertex[0];
    int32_t to = edge->vertex[1];
    for (int32_t i = mesh->fan_start[from]; i < mesh->fan_start[from + 1]; i++) {
        chooser->own = mesh->fan[i];
        if (!joins(mesh, chooser->own, to))
            continue;
        for (int32_t j = i + 1; j < mesh->fan_start[from + 1]; j++) {
            const int32_t other = mesh->fan[j];
            if (joins(mesh, other, to))
                offer(chooser, other, mesh_turn(mesh, from, to, chooser->own, other));
        }
    }
}

static void set_edge(mesh *mesh, const mesh_links *links, int32_t index)
{
    mesh_edge *edge = &mesh->edge[index];
    chooser chooser = {
        .mesh = mesh,
        .own = edge->triangle[0],
        .role = {MESH_PART_CREASE, index},
    };
    if (edge->triangles == 2) {
        const int32_t *end = edge->vertex;
        const int32_t *beside = edge->triangle;
        edge->turn = mesh_turn(mesh, end[0], end[1], beside[0], beside[1]);
    }
    edge->bend = bend_of(mesh, edge);
    if (edge->bend == MESH_BRANCHED)
        offer_branched(&chooser, edge);
    else if (edge->bend == MESH_OPEN)
        offer_linked(&chooser, links, index);
    else
        offer(&chooser, edge->triangle[1], edge->turn);
    edge->role = chooser.role;
}

// ---- creases and vertices

typedef struct rim {          // what meets at a vertex
    int32_t creases, edge[2]; // sharp edges, the first two of them
    bool one_patch;           // all other edges are inside one patch
    int32_t patch;
} rim;

static void add_edge(const mesh *mesh, int32_t index, rim *rim)
{
    const mesh_edge *edge = &mesh->edge[index];
    if (edge->role.part == MESH_PART_CREASE) {
        for (int i = 0; i < rim->creases && i < 2; i++) {
            if (rim->edge[i] == index)
                return;
        }
        if (rim->creases < 2)
            rim->edge[rim->creases] = index;
        rim->creases++;
        return;
    }
    rim->one_patch &= edge->role.part == MESH_PART_PATCH && edge->role.id == rim->patch;
}

static rim rim_of(const mesh *mesh, int32_t vertex)
{
    rim rim = {.one_patch = true,
               .patch = mesh->triangle[mesh->fan[mesh->fan_start[vertex]]].patch};
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int k = 0; k < 3; k++) {
            const mesh_edge *edge = &mesh->edge[triangle->edge[k]];
            if (edge->vertex[0] == vertex || edge->vertex[1] == vertex)
                add_edge(mesh, triangle->edge[k], &rim);
        }
    }
    return rim;
}

static int32_t root(int32_t *parent, int32_t edge)
{
    while (parent[edge] != edge) {
        parent[edge] = parent[parent[edge]];
        edge = parent[edge];
    }
    return edge;
}

static v3 away_from(const mesh *mesh, int32_t vertex, int32_t edge)
{
    const int32_t *end = mesh->edge[edge].vertex;
    const int32_t other = end[0] == vertex ? end[1] : end[0];
    return v3_unit(v3_sub(mesh->vertex[other], mesh->vertex[vertex]));
}

static bool goes_on(const mesh *mesh, int32_t vertex, const rim *rim)
{
    if (rim->creases != 2)
        return false;
    const v3 one = away_from(mesh, vertex, rim->edge[0]);
    const v3 other = away_from(mesh, vertex, rim->edge[1]);
    return -v3_dot(one, other) > MESH_SMOOTH_COSINE;
}

static mesh_role vertex_role(const mesh *mesh, int32_t vertex)
{
    rim rim = rim_of(mesh, vertex);
    if (!rim.creases)
        return (mesh_role){rim.one_patch ? MESH_PART_PATCH : MESH_PART_SMOOTH, rim.patch};
    if (goes_on(mesh, vertex, &rim))
        return mesh->edge[rim.edge[0]].role;
    return (mesh_role){MESH_PART_CORNER, vertex};
}

static bool join_creases(mesh *mesh)
{
    int32_t *parent = malloc((size_t)mesh->edges * sizeof *parent);
    if (!parent)
        return false;
    for (int32_t edge = 0; edge < mesh->edges; edge++)
        parent[edge] = edge;
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        if (mesh->fan_start[vertex] == mesh->fan_start[vertex + 1])
            continue;
        rim rim = rim_of(mesh, vertex);
        if (!goes_on(mesh, vertex, &rim))
            continue;
        int32_t one = root(parent, rim.edge[0]);
        int32_t other = root(parent, rim.edge[1]);
        if (one < other)
            parent[other] = one;
        if (other < one)
            parent[one] = other;
    }
    for (int32_t edge = 0; edge < mesh->edges; edge++) {
        if (mesh->edge[edge].role.part == MESH_PART_CREASE)
            mesh->edge[edge].role.id = root(parent, edge);
    }
    free(parent);
    return true;
}

scree_status mesh_assign_roles(mesh *mesh, const mesh_links *links, scree_error *error)
{
    for (int32_t edge = 0; edge < mesh->edges; edge++)
        set_edge(mesh, links, edge);
    mesh->vertex_role = mem_array(mesh->vertices, sizeof *mesh->vertex_role);
    if (!mesh->vertex_role || !join_creases(mesh))
        return fail_memory(error, "mesh");
    for (int32_t vertex = 0; vertex < mesh->vertices; vertex++) {
        if (mesh->fan_start[vertex] < mesh->fan_start[vertex + 1])
            mesh->vertex_role[vertex] = vertex_role(mesh, vertex);
    }
    return mesh_check_ends(mesh, error);
}
