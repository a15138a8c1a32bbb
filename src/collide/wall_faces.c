// wall_faces.c - see wall_faces.h.
#include "collide/wall_faces.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool wall_meets_vertices(const primitive *primitive)
{
    return primitive->kind->meets_vertices && primitive->kind->meets_vertices(primitive);
}

enum { AROUND_MOST = 3 }; // edges that act at a vertex: two, or too many for one line

typedef struct maker {
    const mesh *mesh;
    wall_faces *faces;
    bool *taken;    // edges of the mesh
    bool *straight; // vertices inside an edge that was put together
    int64_t side_room, way_room;
    v3 *low, *high;
} maker;

static bool acts(const mesh *mesh, int32_t edge)
{
    return mesh->edge[edge].role.part != MESH_PART_PATCH;
}
static int32_t other_end(const mesh_edge *edge, int32_t vertex)
{
    return edge->vertex[edge->vertex[0] == vertex];
}

static bool is_end(const mesh_edge *edge, int32_t vertex)
{
    return edge->vertex[0] == vertex || edge->vertex[1] == vertex;
}

static bool holds(const mesh_triangle *triangle, int32_t vertex)
{
    const int32_t *corner = triangle->vertex;
    return corner[0] == vertex || corner[1] == vertex || corner[2] == vertex;
}

static bool among(const int32_t *list, int count, int32_t what)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == what)
            return true;
    }
    return false;
}

// The edges at a vertex that act, each once; at most AROUND_MOST of them.
static int around(const mesh *mesh, int32_t vertex, int32_t edge[AROUND_MOST])
{
    int count = 0;
    int32_t first = mesh->fan_start[vertex];
    int32_t end = mesh->fan_start[vertex + 1];
    for (int32_t i = first; i < end; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int k = 0; k < 3; k++) {
            int32_t side = triangle->edge[k];
            bool counts = acts(mesh, side) && is_end(&mesh->edge[side], vertex);
            if (!counts || among(edge, count, side))
                continue;
            edge[count] = side;
            count++;
            if (count == AROUND_MOST)
                return count;
        }
    }
    return count;
}

// Do both edges lie between the same two faces, or at the border of the same one?
static bool same_faces(const mesh *mesh, const mesh_edge *one, const mesh_edge *other)
{
    if (one->triangles != other->triangles || one->triangles > 2)
        return false;
    int32_t a0 = mesh->triangle[one->triangle[0]].patch;
    int32_t b0 = mesh->triangle[other->triangle[0]].patch;
    if (one->triangles == 1)
        return a0 == b0;
    int32_t a1 = mesh->triangle[one->triangle[1]].patch;
    int32_t b1 = mesh->triangle[other->triangle[1]].patch;
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

// Edges and corners belong to the first triangle that has them: where that is of another wall, so are they.
static bool edge_is_beside(const mesh *mesh, const mesh_edge *edge)
{
    return mesh->triangle[edge->triangle[0]].beside;
}
static bool corner_is_beside(const mesh *mesh, int32_t vertex)
{
    return mesh->triangle[mesh->fan[mesh->fan_start[vertex]]].beside;
}

// The edge that goes on from the edge `side` at its end `vertex` on the same line; -1: none.
static int32_t goes_on(const mesh *mesh, int32_t side, int32_t vertex)
{
    int32_t edge[AROUND_MOST];
    if (around(mesh, vertex, edge) != 2)
        return -1;
    int32_t next = edge[edge[0] == side];
    const mesh_edge *own = &mesh->edge[side];
    const mesh_edge *other = &mesh->edge[next];
    v3 here = mesh->vertex[vertex];
    v3 back = v3_sub(mesh->vertex[other_end(own, vertex)], here);
    v3 on = v3_sub(mesh->vertex[other_end(other, vertex)], here);
    double shorter = real_min(v3_norm(back), v3_norm(on));
    v3 off = v3_cross(v3_unit(back), v3_unit(on));
    bool straight = v3_norm(off) * shorter <= mesh->tolerance;
    bool line = v3_dot(back, on) < 0 && straight;
    if (!line || !same_faces(mesh, own, other))
        return -1;
    if (edge_is_beside(mesh, own) != edge_is_beside(mesh, other))
        return -1;
    return next;
}

// The last vertex of the line that goes on from an edge at a vertex.
static int32_t end_of_line(maker *maker, int32_t edge, int32_t vertex)
{
    const mesh *mesh = maker->mesh;
    int32_t next = goes_on(mesh, edge, vertex);
    while (next >= 0 && !maker->taken[next]) {
        maker->taken[next] = true;
        maker->straight[vertex] = true;
        vertex = other_end(&mesh->edge[next], vertex);
        next = goes_on(mesh, next, vertex);
    }
    return vertex;
}

static bool add(v3 **list, int64_t *room, int32_t count, v3 vector)
{
    if (!mem_grow((void **)list, room, (int64_t)count + 1, sizeof **list))
        return false;
    (*list)[count] = vector;
    return true;
}

// The directions into the faces at an edge of the mesh.
// From an edge into a triangle that has it.
static v3 into_triangle(const mesh *mesh, const mesh_edge *edge, const mesh_triangle *triangle)
{
    v3 from = mesh->vertex[edge->vertex[0]];
    v3 along = v3_sub(mesh->vertex[edge->vertex[1]], from);
    v3 in = v3_unit(v3_cross(triangle->normal, along));
    for (int corner = 0; corner < 3; corner++) {
        int32_t apex = triangle->vertex[corner];
        if (is_end(edge, apex))
            continue;
        v3 to_apex = v3_sub(mesh->vertex[apex], from);
        if (v3_dot(in, to_apex) < 0)
            in = v3_scale(-1, in);
    }
    return in;
}

static bool add_sides(maker *maker, const mesh_edge *edge, int32_t *count)
{
    const mesh *mesh = maker->mesh;
    wall_faces *faces = maker->faces;
    int32_t vertex = edge->vertex[0];
    int32_t first = mesh->fan_start[vertex];
    int32_t end = mesh->fan_start[vertex + 1];
    for (int32_t i = first; i < end; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        if (!holds(triangle, edge->vertex[1]))
            continue;
        v3 in = into_triangle(mesh, edge, triangle);
        if (!add(&faces->side, &maker->side_room, *count, in))
            return false;
        (*count)++;
    }
    return true;
}

static bool take_edges(maker *maker)
{
    const mesh *mesh = maker->mesh;
    wall_faces *faces = maker->faces;
    int32_t sides = 0;
    for (int32_t side = 0; side < mesh->edges; side++) {
        if (!acts(mesh, side) || maker->taken[side])
            continue;
        const mesh_edge *edge = &mesh->edge[side];
        int32_t number = faces->edges;
        maker->taken[side] = true;
        faces->side_of[number] = sides;
        faces->edge[number][0] = end_of_line(maker, side, edge->vertex[0]);
        faces->edge[number][1] = end_of_line(maker, side, edge->vertex[1]);
        if (edge_is_beside(mesh, edge))
            continue;
        faces->edges++;
        if (!add_sides(maker, edge, &sides))
            return false;
    }
    faces->side_of[faces->edges] = sides;
    return true;
}

// Is a way among those from `first` on? Without any there may be no list.
static bool knows_way(const v3 *list, int32_t first, int32_t end, v3 way)
{
    for (int32_t i = first; i < end; i++) {
        if (v3_dot(list[i], way) > 1 - 1e-15)
            return true;
    }
    return false;
}

static bool add_ways(maker *maker, int32_t vertex, int32_t *count)
{
    const mesh *mesh = maker->mesh;
    wall_faces *faces = maker->faces;
    int32_t first = *count;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        for (int corner = 0; corner < 3; corner++) {
            int32_t to = triangle->vertex[corner];
            if (to == vertex)
                continue;
            v3 way = v3_unit(v3_sub(mesh->vertex[to], mesh->vertex[vertex]));
            if (knows_way(faces->way, first, *count, way))
                continue;
            if (!add(&faces->way, &maker->way_room, *count, way))
                return false;
            (*count)++;
        }
    }
    return true;
}

static bool is_corner(const maker *maker, int32_t vertex)
{
    const mesh *mesh = maker->mesh;
    int32_t edge[AROUND_MOST];
    bool is_used = mesh->fan_start[vertex] < mesh->fan_start[vertex + 1];
    bool in_patch = mesh->vertex_role[vertex].part == MESH_PART_PATCH;
    if (!is_used || in_patch || maker->straight[vertex] || corner_is_beside(mesh, vertex))
        return false;
    return around(mesh, vertex, edge) > 0;
}

static bool take_corners(maker *maker)
{
    wall_faces *faces = maker->faces;
    int32_t ways = 0;
    for (int32_t vertex = 0; vertex < maker->mesh->vertices; vertex++) {
        if (!is_corner(maker, vertex))
            continue;
        faces->way_of[faces->corners] = ways;
        faces->corner[faces->corners] = vertex;
        faces->corners++;
        if (!add_ways(maker, vertex, &ways))
            return false;
    }
    faces->way_of[faces->corners] = ways;
    return true;
}

static scree_status plant(maker *maker, scree_error *error)
{
    const v3 *vertex = maker->mesh->vertex;
    wall_faces *faces = maker->faces;
    v3 *low = maker->low;
    v3 *high = maker->high;
    for (int32_t edge = 0; edge < faces->edges; edge++) {
        v3 from = vertex[faces->edge[edge][0]];
        v3 to = vertex[faces->edge[edge][1]];
        low[edge] = v3_min(from, to);
        high[edge] = v3_max(from, to);
    }
    scree_status status = box_tree_plant(low, high, faces->edges, &faces->by_edge, error);
    if (status)
        return status;
    for (int32_t corner = 0; corner < faces->corners; corner++) {
        v3 place = vertex[faces->corner[corner]];
        low[corner] = place;
        high[corner] = place;
    }
    return box_tree_plant(low, high, faces->corners, &faces->by_corner, error);
}

static bool make_room(maker *maker)
{
    const mesh *mesh = maker->mesh;
    wall_faces *faces = maker->faces;
    int32_t most = mesh->edges > mesh->vertices ? mesh->edges : mesh->vertices;
    faces->edge = mem_array(mesh->edges, sizeof *faces->edge);
    faces->side_of = mem_array(mesh->edges + 1, sizeof *faces->side_of);
    faces->corner = mem_array(mesh->vertices, sizeof *faces->corner);
    faces->way_of = mem_array(mesh->vertices + 1, sizeof *faces->way_of);
    maker->taken = mem_array(mesh->edges, sizeof *maker->taken);
    maker->straight = mem_array(mesh->vertices, sizeof *maker->straight);
    maker->low = mem_array(most, sizeof *maker->low);
    maker->high = mem_array(most, sizeof *maker->high);
    bool of_faces = faces->edge && faces->side_of && faces->corner && faces->way_of;
    return of_faces && maker->taken && maker->straight && maker->low && maker->high;
}

scree_status wall_faces_make(const primitive *primitive, wall_faces *out, scree_error *error)
{
    *out = (wall_faces){0};
    if (wall_meets_vertices(primitive))
        return SCREE_OK;
    scree_status status = SCREE_OK;
    if (primitive->kind->joined)
        out->surface = primitive->kind->joined(primitive);
    else
        status = primitive_facets(primitive, &out->surface, &out->made, error);
    if (status)
        return status;
    maker maker = {.mesh = out->surface, .faces = out};
    bool room = make_room(&maker) && take_edges(&maker) && take_corners(&maker);
    if (room)
        status = plant(&maker, error);
    else
        status = fail_memory(error, primitive_name(primitive));
    mem_free(maker.taken);
    mem_free(maker.straight);
    mem_free(maker.low);
    mem_free(maker.high);
    return status;
}

void wall_faces_clear(wall_faces *of)
{
    mesh_free(of->made);
    mem_free(of->edge);
    mem_free(of->side_of);
    mem_free(of->corner);
    mem_free(of->way_of);
    free(of->side);
    free(of->way);
    box_tree_clear(&of->by_edge);
    box_tree_clear(&of->by_corner);
    *of = (wall_faces){0};
}
