// wall_faces.c - see wall_faces.h.
#include "collide/wall_faces.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "shape/meridian.h"

#include <stdlib.h>
#include <string.h>

bool wall_meets_vertices(const primitive *p)
{
    const char *why;
    if (!strcmp(p->kind->rows->name, "plane"))
        return true;
    if (!p->kind->largest_ball || !(p->kind->largest_ball(p, &why) < INFINITY))
        return false;
    return p->kind->touches != meridian_touches ||
           ((const meridian *)p)->make == MERIDIAN_CONTAINER;
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

static bool acts(const mesh *m, int32_t e)
{
    return m->edge[e].role.part != MESH_PART_PATCH;
}
static int32_t other_end(const mesh_edge *e, int32_t v)
{
    return e->vertex[e->vertex[0] == v];
}

static bool holds(const mesh_triangle *t, int32_t v)
{
    return t->vertex[0] == v || t->vertex[1] == v || t->vertex[2] == v;
}

// The edges at v that act, each once; at most AROUND_MOST of them.
static int around(const mesh *m, int32_t v, int32_t edge[AROUND_MOST])
{
    int count = 0;
    for (int32_t i = m->fan_start[v]; i < m->fan_start[v + 1]; i++)
        for (int k = 0; k < 3; k++) {
            int32_t e = m->triangle[m->fan[i]].edge[k];
            bool known = !acts(m, e) || (m->edge[e].vertex[0] != v && m->edge[e].vertex[1] != v);
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
static bool same_faces(const mesh *m, const mesh_edge *a, const mesh_edge *b)
{
    if (a->triangles != b->triangles || a->triangles > 2)
        return false;
    int32_t a0 = m->triangle[a->triangle[0]].patch;
    int32_t b0 = m->triangle[b->triangle[0]].patch;
    if (a->triangles == 1)
        return a0 == b0;
    int32_t a1 = m->triangle[a->triangle[1]].patch;
    int32_t b1 = m->triangle[b->triangle[1]].patch;
    return (a0 == b0 && a1 == b1) || (a0 == b1 && a1 == b0);
}

// The edge that goes on from e at its end v on the same line; -1: none.
static int32_t goes_on(const mesh *m, int32_t e, int32_t v)
{
    int32_t edge[AROUND_MOST];
    if (around(m, v, edge) != 2)
        return -1;
    int32_t next = edge[edge[0] == e];
    v3 back = v3_sub(m->vertex[other_end(&m->edge[e], v)], m->vertex[v]);
    v3 on = v3_sub(m->vertex[other_end(&m->edge[next], v)], m->vertex[v]);
    double shorter = real_min(v3_norm(back), v3_norm(on));
    v3 off = v3_cross(v3_unit(back), v3_unit(on));
    bool line = v3_dot(back, on) < 0 && v3_norm(off) * shorter <= m->tolerance;
    return line && same_faces(m, &m->edge[e], &m->edge[next]) ? next : -1;
}

// The last vertex of the line that goes on from e at v.
static int32_t end_of_line(maker *k, int32_t e, int32_t v)
{
    for (int32_t next = goes_on(k->m, e, v); next >= 0 && !k->taken[next];
         next = goes_on(k->m, e, v)) {
        k->taken[next] = k->straight[v] = true;
        e = next;
        v = other_end(&k->m->edge[e], v);
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
static bool add_sides(maker *k, const mesh_edge *e, int32_t *count)
{
    const mesh *m = k->m;
    v3 from = m->vertex[e->vertex[0]];
    v3 along = v3_sub(m->vertex[e->vertex[1]], from);
    for (int32_t i = m->fan_start[e->vertex[0]]; i < m->fan_start[e->vertex[0] + 1]; i++) {
        const mesh_triangle *t = &m->triangle[m->fan[i]];
        if (!holds(t, e->vertex[1]))
            continue;
        v3 in = v3_unit(v3_cross(t->normal, along));
        for (int c = 0; c < 3; c++) {
            int32_t apex = t->vertex[c];
            if (apex == e->vertex[0] || apex == e->vertex[1])
                continue;
            if (v3_dot(in, v3_sub(m->vertex[apex], from)) < 0)
                in = v3_scale(-1, in);
        }
        if (!add(&k->f->side, &k->side_room, (*count)++, in))
            return false;
    }
    return true;
}

static bool take_edges(maker *k)
{
    wall_faces *f = k->f;
    int32_t sides = 0;
    for (int32_t e = 0; e < k->m->edges; e++) {
        if (!acts(k->m, e) || k->taken[e])
            continue;
        const mesh_edge *edge = &k->m->edge[e];
        k->taken[e] = true;
        f->side_of[f->edges] = sides;
        f->edge[f->edges][0] = end_of_line(k, e, edge->vertex[0]);
        f->edge[f->edges++][1] = end_of_line(k, e, edge->vertex[1]);
        if (!add_sides(k, edge, &sides))
            return false;
    }
    f->side_of[f->edges] = sides;
    return true;
}

static bool add_ways(maker *k, int32_t v, int32_t *count)
{
    const mesh *m = k->m;
    int32_t first = *count;
    for (int32_t i = m->fan_start[v]; i < m->fan_start[v + 1]; i++)
        for (int c = 0; c < 3; c++) {
            int32_t to = m->triangle[m->fan[i]].vertex[c];
            v3 way = v3_unit(v3_sub(m->vertex[to], m->vertex[v]));
            bool known = to == v;
            for (int32_t j = first; j < *count; j++)
                known = known || v3_dot(k->f->way[j], way) > 1 - 1e-15;
            if (!known && !add(&k->f->way, &k->way_room, (*count)++, way))
                return false;
        }
    return true;
}

static bool take_corners(maker *k)
{
    wall_faces *f = k->f;
    int32_t ways = 0;
    int32_t edge[AROUND_MOST];
    for (int32_t v = 0; v < k->m->vertices; v++) {
        if (k->m->fan_start[v] == k->m->fan_start[v + 1] ||
            k->m->vertex_role[v].part == MESH_PART_PATCH || k->straight[v] ||
            around(k->m, v, edge) == 0)
            continue;
        f->way_of[f->corners] = ways;
        f->corner[f->corners++] = v;
        if (!add_ways(k, v, &ways))
            return false;
    }
    f->way_of[f->corners] = ways;
    return true;
}

static scree_status plant(maker *k, scree_error *error)
{
    wall_faces *f = k->f;
    for (int32_t e = 0; e < f->edges; e++) {
        v3 a = k->m->vertex[f->edge[e][0]];
        v3 b = k->m->vertex[f->edge[e][1]];
        k->low[e] = v3_make(real_min(a.x, b.x), real_min(a.y, b.y), real_min(a.z, b.z));
        k->high[e] = v3_make(real_max(a.x, b.x), real_max(a.y, b.y), real_max(a.z, b.z));
    }
    scree_status status = box_tree_plant(k->low, k->high, f->edges, &f->by_edge, error);
    for (int32_t c = 0; c < f->corners; c++)
        k->low[c] = k->high[c] = k->m->vertex[f->corner[c]];
    return status ? status : box_tree_plant(k->low, k->high, f->corners, &f->by_corner, error);
}

scree_status wall_faces_make(const primitive *p, wall_faces *out, scree_error *error)
{
    *out = (wall_faces){0};
    if (wall_meets_vertices(p))
        return SCREE_OK;
    scree_status status = primitive_facets(p, &out->surface, &out->made, error);
    if (status)
        return status;
    const mesh *m = out->surface;
    int32_t most = m->edges > m->vertices ? m->edges : m->vertices;
    maker k = {.m = m, .f = out};
    out->edge = mem_array(m->edges, sizeof *out->edge);
    out->side_of = mem_array(m->edges + 1, sizeof *out->side_of);
    out->corner = mem_array(m->vertices, sizeof *out->corner);
    out->way_of = mem_array(m->vertices + 1, sizeof *out->way_of);
    k.taken = mem_array(m->edges, sizeof *k.taken);
    k.straight = mem_array(m->vertices, sizeof *k.straight);
    k.low = mem_array(most, sizeof *k.low);
    k.high = mem_array(most, sizeof *k.high);
    bool room = out->edge && out->side_of && out->corner && out->way_of && k.taken && k.straight &&
                k.low && k.high;
    status = room && take_edges(&k) && take_corners(&k) ? plant(&k, error)
                                                        : fail_memory(error, primitive_name(p));
    mem_free(k.taken);
    mem_free(k.straight);
    mem_free(k.low);
    mem_free(k.high);
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
