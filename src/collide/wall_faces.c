// wall_faces.c - see wall_faces.h.
#include "collide/wall_faces.h"

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
    const mesh *m;
    wall_faces *f;
    bool *taken;    // edges of the mesh
    bool *straight; // vertices inside an edge that was put together
    int64_t side_room, way_room;
    v3 *low, *high;
} maker;

static bool acts(const mesh *mesh, int32_t e)
{
    return mesh->edge[e].role.part != MESH_PART_PATCH;
}
static int32_t other_end(const mesh_edge *edge, int32_t v)
{
    return edge->vertex[edge->vertex[0] == v];
}

static bool holds(const mesh_triangle *triangle, int32_t v)
{
    return triangle->vertex[0] == v || triangle->vertex[1] == v || triangle->vertex[2] == v;
}

// The edges at v that act, each once; at most AROUND_MOST of them.
static int around(const mesh *mesh, int32_t v, int32_t edge[AROUND_MOST])
{
    int count = 0;
    for (int32_t i = mesh->fan_start[v]; i < mesh->fan_start[v + 1]; i++)
        for (int k = 0; k < 3; k++) {
            int32_t e = mesh->triangle[mesh->fan[i]].edge[k];
            bool known =
                !acts(mesh, e) || (mesh->edge[e].vertex[0] != v && mesh->edge[e].vertex[1] != v);
            for (int j = 0; j < count; j++)
                known = known || edge[j] == e;
            if (known)
                continue;
            edge[count++] = e;
            if (count == AROUND_MOST)
                return count;
        }
    return count;
}

// Do both edges lie between the same two faces, or at the border of the same one?
static bool same_faces(const mesh *mesh, const mesh_edge *a, const mesh_edge *b)
{
    if (a->triangles != b->triangles || a->triangles > 2)
        return false;
    int32_t a0 = mesh->triangle[a->triangle[0]].patch;
    int32_t b0 = mesh->triangle[b->triangle[0]].patch;
    if (a->triangles == 1)
        return a0 == b0;
    int32_t a1 = mesh->triangle[a->triangle[1]].patch;
    int32_t b1 = mesh->triangle[b->triangle[1]].patch;
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

// The edge that goes on from e at its end v on the same line; -1: none.
static int32_t goes_on(const mesh *mesh, int32_t e, int32_t v)
{
    int32_t edge[AROUND_MOST];
    if (around(mesh, v, edge) != 2)
        return -1;
    int32_t next = edge[edge[0] == e];
    v3 back = v3_sub(mesh->vertex[other_end(&mesh->edge[e], v)], mesh->vertex[v]);
    v3 on = v3_sub(mesh->vertex[other_end(&mesh->edge[next], v)], mesh->vertex[v]);
    double shorter = real_min(v3_norm(back), v3_norm(on));
    v3 off = v3_cross(v3_unit(back), v3_unit(on));
    bool line = v3_dot(back, on) < 0 && v3_norm(off) * shorter <= mesh->tolerance;
    return line && same_faces(mesh, &mesh->edge[e], &mesh->edge[next]) ? next : -1;
}

// The last vertex of the line that goes on from e at v.
static int32_t end_of_line(maker *maker, int32_t e, int32_t v)
{
    for (int32_t next = goes_on(maker->m, e, v); next >= 0 && !maker->taken[next];
         next = goes_on(maker->m, e, v)) {
        maker->taken[next] = maker->straight[v] = true;
        e = next;
        v = other_end(&maker->m->edge[e], v);
    }
    return v;
}

static bool add(v3 **list, int64_t *room, int32_t count, v3 v)
{
    if (!mem_grow((void **)list, room, (int64_t)count + 1, sizeof **list))
        return false;
    (*list)[count] = v;
    return true;
}

// The directions into the faces at an edge of the mesh.
static bool add_sides(maker *maker, const mesh_edge *edge, int32_t *count)
{
    const mesh *mesh = maker->m;
    v3 from = mesh->vertex[edge->vertex[0]];
    v3 along = v3_sub(mesh->vertex[edge->vertex[1]], from);
    for (int32_t i = mesh->fan_start[edge->vertex[0]]; i < mesh->fan_start[edge->vertex[0] + 1];
         i++) {
        const mesh_triangle *triangle = &mesh->triangle[mesh->fan[i]];
        if (!holds(triangle, edge->vertex[1]))
            continue;
        v3 in = v3_unit(v3_cross(triangle->normal, along));
        for (int c = 0; c < 3; c++) {
            int32_t apex = triangle->vertex[c];
            if (apex == edge->vertex[0] || apex == edge->vertex[1])
                continue;
            if (v3_dot(in, v3_sub(mesh->vertex[apex], from)) < 0)
                in = v3_scale(-1, in);
        }
        if (!add(&maker->f->side, &maker->side_room, (*count)++, in))
            return false;
    }
    return true;
}

static bool take_edges(maker *maker)
{
    wall_faces *faces = maker->f;
    int32_t sides = 0;
    for (int32_t e = 0; e < maker->m->edges; e++) {
        if (!acts(maker->m, e) || maker->taken[e])
            continue;
        const mesh_edge *edge = &maker->m->edge[e];
        maker->taken[e] = true;
        faces->side_of[faces->edges] = sides;
        faces->edge[faces->edges][0] = end_of_line(maker, e, edge->vertex[0]);
        faces->edge[faces->edges++][1] = end_of_line(maker, e, edge->vertex[1]);
        if (!add_sides(maker, edge, &sides))
            return false;
    }
    faces->side_of[faces->edges] = sides;
    return true;
}

static bool add_ways(maker *maker, int32_t v, int32_t *count)
{
    const mesh *mesh = maker->m;
    int32_t first = *count;
    for (int32_t i = mesh->fan_start[v]; i < mesh->fan_start[v + 1]; i++)
        for (int c = 0; c < 3; c++) {
            int32_t to = mesh->triangle[mesh->fan[i]].vertex[c];
            v3 way = v3_unit(v3_sub(mesh->vertex[to], mesh->vertex[v]));
            bool known = to == v;
            for (int32_t j = first; j < *count; j++)
                known = known || v3_dot(maker->f->way[j], way) > 1 - 1e-15;
            if (!known && !add(&maker->f->way, &maker->way_room, (*count)++, way))
                return false;
        }
    return true;
}

static bool take_corners(maker *maker)
{
    wall_faces *faces = maker->f;
    int32_t ways = 0;
    int32_t edge[AROUND_MOST];
    for (int32_t v = 0; v < maker->m->vertices; v++) {
        if (maker->m->fan_start[v] == maker->m->fan_start[v + 1] ||
            maker->m->vertex_role[v].part == MESH_PART_PATCH || maker->straight[v] ||
            around(maker->m, v, edge) == 0)
            continue;
        faces->way_of[faces->corners] = ways;
        faces->corner[faces->corners++] = v;
        if (!add_ways(maker, v, &ways))
            return false;
    }
    faces->way_of[faces->corners] = ways;
    return true;
}

static scree_status plant(maker *maker, scree_error *error)
{
    wall_faces *faces = maker->f;
    for (int32_t e = 0; e < faces->edges; e++) {
        v3 a = maker->m->vertex[faces->edge[e][0]];
        v3 b = maker->m->vertex[faces->edge[e][1]];
        maker->low[e] = v3_make(real_min(a.x, b.x), real_min(a.y, b.y), real_min(a.z, b.z));
        maker->high[e] = v3_make(real_max(a.x, b.x), real_max(a.y, b.y), real_max(a.z, b.z));
    }
    scree_status status =
        box_tree_plant(maker->low, maker->high, faces->edges, &faces->by_edge, error);
    for (int32_t c = 0; c < faces->corners; c++)
        maker->low[c] = maker->high[c] = maker->m->vertex[faces->corner[c]];
    return status
               ? status
               : box_tree_plant(maker->low, maker->high, faces->corners, &faces->by_corner, error);
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
    maker maker = {.m = mesh, .f = out};
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

void wall_faces_clear(wall_faces *f)
{
    mesh_free(f->made);
    mem_free(f->edge);
    mem_free(f->side_of);
    mem_free(f->corner);
    mem_free(f->way_of);
    free(f->side);
    free(f->way);
    box_tree_clear(&f->by_edge);
    box_tree_clear(&f->by_corner);
    *f = (wall_faces){0};
}
