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

static bool holds(const mesh_triangle *triangle, int32_t vertex)
{
    return triangle->vertex[0] == vertex || triangle->vertex[1] == vertex ||
           triangle->vertex[2] == vertex;
}

// The edges at a vertex that act, each once; at most AROUND_MOST of them.
static int around(const mesh *mesh, int32_t vertex, int32_t edge[AROUND_MOST])
{
    int count = 0;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        for (int k = 0; k < 3; k++) {
            int32_t side = mesh->triangle[mesh->fan[i]].edge[k];
            bool known = !acts(mesh, side) || (mesh->edge[side].vertex[0] != vertex &&
                                               mesh->edge[side].vertex[1] != vertex);
            for (int j = 0; j < count; j++)
                known = known || edge[j] == side;
            if (known)
                continue;
            edge[count++] = side;
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

// The edge that goes on from the edge `side` at its end `vertex` on the same line; -1: none.
static int32_t goes_on(const mesh *mesh, int32_t side, int32_t vertex)
{
    int32_t edge[AROUND_MOST];
    if (around(mesh, vertex, edge) != 2)
        return -1;
    int32_t next = edge[edge[0] == side];
    v3 here = mesh->vertex[vertex];
    v3 back = v3_sub(mesh->vertex[other_end(&mesh->edge[side], vertex)], here);
    v3 on = v3_sub(mesh->vertex[other_end(&mesh->edge[next], vertex)], here);
    double shorter = real_min(v3_norm(back), v3_norm(on));
    v3 off = v3_cross(v3_unit(back), v3_unit(on));
    bool line = v3_dot(back, on) < 0 && v3_norm(off) * shorter <= mesh->tolerance;
    if (!line || !same_faces(mesh, &mesh->edge[side], &mesh->edge[next]))
        return -1;
    return next;
}

// The last vertex of the line that goes on from an edge at a vertex.
static int32_t end_of_line(maker *maker, int32_t edge, int32_t vertex)
{
    for (int32_t next = goes_on(maker->mesh, edge, vertex); next >= 0 && !maker->taken[next];
         next = goes_on(maker->mesh, edge, vertex)) {
        maker->taken[next] = maker->straight[vertex] = true;
        edge = next;
        vertex = other_end(&maker->mesh->edge[edge], vertex);
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
static bool add_sides(maker *maker, const mesh_edge *edge, int32_t *count)
{
    const mesh *mesh = maker->mesh;
    v3 from = mesh->vertex[edge->vertex[0]];
    v3 along = v3_sub(mesh->vertex[edge->vertex[1]], from);
    for (int32_t i = mesh->fan_start[edge->vertex[0]]; i < mesh->fan_start[edge->vertex[0] + 1];
         i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        if (!holds(triangle, edge->vertex[1]))
            continue;
        v3 in = v3_unit(v3_cross(triangle->normal, along));
        for (int corner = 0; corner < 3; corner++) {
            int32_t apex = triangle->vertex[corner];
            if (apex == edge->vertex[0] || apex == edge->vertex[1])
                continue;
            if (v3_dot(in, v3_sub(mesh->vertex[apex], from)) < 0)
                in = v3_scale(-1, in);
        }
        if (!add(&maker->faces->side, &maker->side_room, (*count)++, in))
            return false;
    }
    return true;
}

static bool take_edges(maker *maker)
{
    wall_faces *faces = maker->faces;
    int32_t sides = 0;
    for (int32_t side = 0; side < maker->mesh->edges; side++) {
        if (!acts(maker->mesh, side) || maker->taken[side])
            continue;
        const mesh_edge *edge = &maker->mesh->edge[side];
        maker->taken[side] = true;
        faces->side_of[faces->edges] = sides;
        faces->edge[faces->edges][0] = end_of_line(maker, side, edge->vertex[0]);
        faces->edge[faces->edges++][1] = end_of_line(maker, side, edge->vertex[1]);
        if (!add_sides(maker, edge, &sides))
            return false;
    }
    faces->side_of[faces->edges] = sides;
    return true;
}

static bool add_ways(maker *maker, int32_t vertex, int32_t *count)
{
    const mesh *mesh = maker->mesh;
    int32_t first = *count;
    for (int32_t i = mesh->fan_start[vertex]; i < mesh->fan_start[vertex + 1]; i++) {
        for (int corner = 0; corner < 3; corner++) {
            int32_t to = mesh->triangle[mesh->fan[i]].vertex[corner];
            v3 way = v3_unit(v3_sub(mesh->vertex[to], mesh->vertex[vertex]));
            bool known = to == vertex;
            for (int32_t j = first; j < *count; j++)
                known = known || v3_dot(maker->faces->way[j], way) > 1 - 1e-15;
            if (!known && !add(&maker->faces->way, &maker->way_room, (*count)++, way))
                return false;
        }
    }
    return true;
}

static bool take_corners(maker *maker)
{
    wall_faces *faces = maker->faces;
    int32_t ways = 0;
    int32_t edge[AROUND_MOST];
    for (int32_t vertex = 0; vertex < maker->mesh->vertices; vertex++) {
        if (maker->mesh->fan_start[vertex] == maker->mesh->fan_start[vertex + 1] ||
            maker->mesh->vertex_role[vertex].part == MESH_PART_PATCH || maker->straight[vertex] ||
            around(maker->mesh, vertex, edge) == 0)
            continue;
        faces->way_of[faces->corners] = ways;
        faces->corner[faces->corners++] = vertex;
        if (!add_ways(maker, vertex, &ways))
            return false;
    }
    faces->way_of[faces->corners] = ways;
    return true;
}

static scree_status plant(maker *maker, scree_error *error)
{
    wall_faces *faces = maker->faces;
    for (int32_t edge = 0; edge < faces->edges; edge++) {
        v3 from = maker->mesh->vertex[faces->edge[edge][0]];
        v3 to = maker->mesh->vertex[faces->edge[edge][1]];
        maker->low[edge] = v3_min(from, to);
        maker->high[edge] = v3_max(from, to);
    }
    scree_status status =
        box_tree_plant(maker->low, maker->high, faces->edges, &faces->by_edge, error);
    for (int32_t corner = 0; corner < faces->corners; corner++)
        maker->low[corner] = maker->high[corner] = maker->mesh->vertex[faces->corner[corner]];
    if (status)
        return status;
    return box_tree_plant(maker->low, maker->high, faces->corners, &faces->by_corner, error);
}

scree_status wall_faces_make(const primitive *primitive, wall_faces *out, scree_error *error)
{
    *out = (wall_faces){0};
    if (wall_meets_vertices(primitive))
        return SCREE_OK;
    scree_status status = primitive_facets(primitive, &out->surface, &out->made, error);
    if (status)
        return status;
    const mesh *mesh = out->surface;
    int32_t most = mesh->edges > mesh->vertices ? mesh->edges : mesh->vertices;
    maker maker = {.mesh = mesh, .faces = out};
    out->edge = mem_array(mesh->edges, sizeof *out->edge);
    out->side_of = mem_array(mesh->edges + 1, sizeof *out->side_of);
    out->corner = mem_array(mesh->vertices, sizeof *out->corner);
    out->way_of = mem_array(mesh->vertices + 1, sizeof *out->way_of);
    maker.taken = mem_array(mesh->edges, sizeof *maker.taken);
    maker.straight = mem_array(mesh->vertices, sizeof *maker.straight);
    maker.low = mem_array(most, sizeof *maker.low);
    maker.high = mem_array(most, sizeof *maker.high);
    bool room = out->edge && out->side_of && out->corner && out->way_of && maker.taken &&
                maker.straight && maker.low && maker.high;
    status = room && take_edges(&maker) && take_corners(&maker)
                 ? plant(&maker, error)
                 : fail_memory(error, primitive_name(primitive));
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
