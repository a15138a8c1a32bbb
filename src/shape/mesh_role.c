// mesh_role.c - what the edges and vertices of a mesh are to a ball: part of a plane, of a smooth surface, of a crease,
// or a corner.
//
// Sharp edges (creases) are joined where exactly two of them meet and go on within the smooth angle, so that the key of
// a contact does not change along a straight or finely bent rim.
#include "shape/mesh_stages.h"

#include "base/memory.h"

#include <stdlib.h>

static int32_t other_vertex(const mesh *mesh, int32_t t, const mesh_edge *edge)
{
    const int32_t *v = mesh->triangle[t].vertex;
    for (int k = 0; k < 2; k++)
        if (v[k] != edge->vertex[0] && v[k] != edge->vertex[1])
            return v[k];
    return v[2];
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
    const mesh *m;
    int32_t own;
    mesh_role role;
} chooser;

static void offer(chooser *chooser, int32_t other, double turn)
{
    int32_t p = chooser->m->triangle[chooser->own].patch;
    if (turn <= MESH_SMOOTH_COSINE)
        return;
    if (chooser->m->triangle[other].patch == p)
        chooser->role = (mesh_role){MESH_PART_PATCH, p};
    else if (chooser->role.part != MESH_PART_PATCH)
        chooser->role = (mesh_role){MESH_PART_SMOOTH, p};
}

static void offer_linked(chooser *chooser, const mesh_links *links, int32_t e)
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
        if (links->link[low].edge != e)
            continue;
        offer(chooser, u,
              fabs(v3_dot(chooser->m->triangle[chooser->own].normal,
                          chooser->m->triangle[u].normal)));
    }
}

static bool joins(const mesh *mesh, int32_t t, int32_t b)
{
    const int32_t *v = mesh->triangle[t].vertex;
    return v[0] == b || v[1] == b || v[2] == b;
}

// Over an edge of more than two triangles every pair counts: two halves of a floor above a rib are still one floor.
static void offer_branched(chooser *chooser, const mesh_edge *edge)
{
    const mesh *mesh = chooser->m;
    int32_t a = edge->vertex[0];
    int32_t b = edge->vertex[1];
    for (int32_t i = mesh->fan_start[a]; i < mesh->fan_start[a + 1]; i++) {
        chooser->own = mesh->fan[i];
        if (!joins(mesh, chooser->own, b))
            continue;
        for (int32_t j = i + 1; j < mesh->fan_start[a + 1]; j++)
            if (joins(mesh, mesh->fan[j], b))
                offer(chooser, mesh->fan[j], mesh_turn(mesh, a, b, chooser->own, mesh->fan[j]));
    }
}

static void set_edge(mesh *mesh, const mesh_links *links, int32_t index)
{
    mesh_edge *edge = &mesh->edge[index];
    chooser chooser = {mesh, edge->triangle[0], {MESH_PART_CREASE, index}};
    if (edge->triangles == 2)
        edge->turn =
            mesh_turn(mesh, edge->vertex[0], edge->vertex[1], edge->triangle[0], edge->triangle[1]);
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
        for (int i = 0; i < rim->creases && i < 2; i++)
            if (rim->edge[i] == index)
                return;
        if (rim->creases < 2)
            rim->edge[rim->creases] = index;
        rim->creases++;
        return;
    }
    rim->one_patch &= edge->role.part == MESH_PART_PATCH && edge->role.id == rim->patch;
}

static rim rim_of(const mesh *mesh, int32_t v)
{
    rim rim = {.one_patch = true, .patch = mesh->triangle[mesh->fan[mesh->fan_start[v]]].patch};
    for (int32_t i = mesh->fan_start[v]; i < mesh->fan_start[v + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int k = 0; k < 3; k++) {
            const mesh_edge *edge = &mesh->edge[triangle->edge[k]];
            if (edge->vertex[0] == v || edge->vertex[1] == v)
                add_edge(mesh, triangle->edge[k], &rim);
        }
    }
    return rim;
}

static int32_t root(int32_t *parent, int32_t e)
{
    while (parent[e] != e)
        e = parent[e] = parent[parent[e]];
    return e;
}

static v3 away_from(const mesh *mesh, int32_t v, int32_t e)
{
    const int32_t *end = mesh->edge[e].vertex;
    return v3_unit(v3_sub(mesh->vertex[end[0] == v ? end[1] : end[0]], mesh->vertex[v]));
}

static bool goes_on(const mesh *mesh, int32_t v, const rim *rim)
{
    return rim->creases == 2 && -v3_dot(away_from(mesh, v, rim->edge[0]),
                                        away_from(mesh, v, rim->edge[1])) > MESH_SMOOTH_COSINE;
}

static mesh_role vertex_role(const mesh *mesh, int32_t v)
{
    rim rim = rim_of(mesh, v);
    if (!rim.creases)
        return (mesh_role){rim.one_patch ? MESH_PART_PATCH : MESH_PART_SMOOTH, rim.patch};
    if (goes_on(mesh, v, &rim))
        return mesh->edge[rim.edge[0]].role;
    return (mesh_role){MESH_PART_CORNER, v};
}

static bool join_creases(mesh *mesh)
{
    int32_t *parent = malloc((size_t)mesh->edges * sizeof *parent);
    if (!parent)
        return false;
    for (int32_t e = 0; e < mesh->edges; e++)
        parent[e] = e;
    for (int32_t v = 0; v < mesh->vertices; v++) {
        if (mesh->fan_start[v] == mesh->fan_start[v + 1])
            continue;
        rim rim = rim_of(mesh, v);
        if (!goes_on(mesh, v, &rim))
            continue;
        int32_t a = root(parent, rim.edge[0]);
        int32_t b = root(parent, rim.edge[1]);
        if (a < b)
            parent[b] = a;
        if (b < a)
            parent[a] = b;
    }
    for (int32_t e = 0; e < mesh->edges; e++)
        if (mesh->edge[e].role.part == MESH_PART_CREASE)
            mesh->edge[e].role.id = root(parent, e);
    free(parent);
    return true;
}

scree_status mesh_assign_roles(mesh *mesh, const mesh_links *links, scree_error *error)
{
    for (int32_t e = 0; e < mesh->edges; e++)
        set_edge(mesh, links, e);
    mesh->vertex_role = mem_array(mesh->vertices, sizeof *mesh->vertex_role);
    if (!mesh->vertex_role || !join_creases(mesh))
        return fail_memory(error, "mesh");
    for (int32_t v = 0; v < mesh->vertices; v++)
        if (mesh->fan_start[v] < mesh->fan_start[v + 1])
            mesh->vertex_role[v] = vertex_role(mesh, v);
    return SCREE_OK;
}
