// sharp.c - making a sharp solid from a closed mesh: checks, edges, corners, trees.
#include "collide/sharp.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/half_edge.h"

#include <string.h>

#define FLAT_SINE 1e-6 // of the angle between triangles of one face

typedef struct maker {
    sharp *s;
    const char *name;
    scree_error *error;
    half_edge *half;
    bool *sharp; // vertices at an edge that is not flat
    v3 *low, *high;
} maker;

static scree_status refuse(const maker *m, const char *what, int32_t at)
{
    return fail(m->error, SCREE_BAD_INPUT, m->name,
                "give a closed mesh whose triangles turn anticlockwise as seen from outside", what,
                at);
}

static scree_status take_triangles(maker *m)
{
    sharp *s = m->s;
    double volume = 0;
    for (int32_t t = 0; t < s->triangles; t++) {
        const int32_t *v = s->triangle[t];
        for (int k = 0; k < 3; k++) {
            if (v[k] < 0 || v[k] >= s->vertices)
                return refuse(m, "triangle %d names a vertex that does not exist", t);
            m->half[3 * t + k] = half_edge_make(v[k], v[(k + 1) % 3], t, 3 * t + k);
        }
        v3 a = s->vertex[v[0]];
        v3 area = v3_cross(v3_sub(s->vertex[v[1]], a), v3_sub(s->vertex[v[2]], a));
        s->normal[t] = v3_unit(area);
        if (!(v3_dot(s->normal[t], s->normal[t]) > 0))
            return refuse(m, "triangle %d has no area", t);
        volume += v3_dot(v3_sub(a, s->vertex[0]), area);
    }
    if (!(volume > 0))
        return refuse(m, "the mesh encloses no volume or is inside out (%d triangles)",
                      s->triangles);
    return SCREE_OK;
}

// The unit vector in triangle t that leads away from its edge with the ends a and b.
static v3 away_from_edge(const sharp *s, int32_t t, int32_t a, int32_t b)
{
    const int32_t *v = s->triangle[t];
    int32_t apex = v[0] != a && v[0] != b ? v[0] : v[1] != a && v[1] != b ? v[1] : v[2];
    v3 along = v3_sub(s->vertex[b], s->vertex[a]);
    v3 in = v3_cross(s->normal[t], along);
    double side = v3_dot(in, v3_sub(s->vertex[apex], s->vertex[a]));
    return v3_unit(side < 0 ? v3_scale(-1, in) : in);
}

static scree_status take_edges(maker *m)
{
    sharp *s = m->s;
    int64_t halves = 3 * (int64_t)s->triangles;
    int32_t open = half_edges_pair(m->half, halves);
    if (open >= 0)
        return refuse(
            m, "an edge of triangle %d is open, of more than two triangles, or turned over", open);
    for (int64_t i = 0; i < halves; i += 2) {
        const half_edge *a = &m->half[i];
        const half_edge *b = a + 1;
        v3 in_a = away_from_edge(s, a->face, a->low, a->high);
        v3 in_b = away_from_edge(s, b->face, a->low, a->high);
        double out_of_plane = v3_dot(s->normal[a->face], in_b);
        v3 across = v3_cross(s->normal[a->face], s->normal[b->face]);
        if (v3_dot(across, across) < FLAT_SINE * FLAT_SINE && v3_dot(in_a, in_b) < 0)
            continue;
        m->sharp[a->low] = m->sharp[a->high] = true;
        if (out_of_plane < 0)
            s->edge[s->edges++] = (sharp_edge){{a->low, a->high}, {in_a, in_b}};
    }
    return SCREE_OK;
}

static v3 lower(v3 a, v3 b)
{
    return v3_make(real_min(a.x, b.x), real_min(a.y, b.y), real_min(a.z, b.z));
}
static v3 upper(v3 a, v3 b)
{
    return v3_make(real_max(a.x, b.x), real_max(a.y, b.y), real_max(a.z, b.z));
}

static scree_status plant_trees(maker *m)
{
    sharp *s = m->s;
    s->low = s->high = s->vertex[s->triangle[0][0]];
    double square = 0;
    for (int32_t t = 0; t < s->triangles; t++) {
        v3 a = s->vertex[s->triangle[t][0]];
        v3 b = s->vertex[s->triangle[t][1]];
        v3 c = s->vertex[s->triangle[t][2]];
        m->low[t] = lower(lower(a, b), c);
        m->high[t] = upper(upper(a, b), c);
        s->low = lower(s->low, m->low[t]);
        s->high = upper(s->high, m->high[t]);
        square = real_max(square, real_max(v3_dot(a, a), real_max(v3_dot(b, b), v3_dot(c, c))));
    }
    s->radius = sqrt(square);
    scree_status status = box_tree_plant(m->low, m->high, s->triangles, &s->by_triangle, m->error);
    if (status)
        return status;
    for (int32_t e = 0; e < s->edges; e++) {
        v3 a = s->vertex[s->edge[e].vertex[0]];
        v3 b = s->vertex[s->edge[e].vertex[1]];
        m->low[e] = lower(a, b);
        m->high[e] = upper(a, b);
    }
    return box_tree_plant(m->low, m->high, s->edges, &s->by_edge, m->error);
}

static scree_status make(maker *m)
{
    scree_status status = take_triangles(m);
    if (!status)
        status = take_edges(m);
    if (status)
        return status;
    for (int32_t v = 0; v < m->s->vertices; v++)
        if (m->sharp[v])
            m->s->corner[m->s->corners++] = v;
    return plant_trees(m);
}

static bool make_room(maker *m)
{
    sharp *s = m->s;
    int64_t halves = 3 * (int64_t)s->triangles;
    s->vertex = mem_array(s->vertices, sizeof *s->vertex);
    s->corner = mem_array(s->vertices, sizeof *s->corner);
    s->normal = mem_array(s->triangles, sizeof *s->normal);
    s->triangle = mem_array(s->triangles, sizeof *s->triangle);
    s->edge = mem_array(halves / 2 + 1, sizeof *s->edge);
    m->half = mem_array(halves, sizeof *m->half);
    m->sharp = mem_array(s->vertices, sizeof *m->sharp);
    m->low = mem_array(halves, sizeof *m->low);
    m->high = mem_array(halves, sizeof *m->high);
    return s->vertex && s->corner && s->normal && s->triangle && s->edge && m->half && m->sharp &&
           m->low && m->high;
}

scree_status sharp_make(const v3 *vertex, int32_t vertices, const int32_t (*triangle)[3],
                        int32_t triangles, const char *name, sharp *out, scree_error *error)
{
    *out = (sharp){.vertices = vertices, .triangles = triangles};
    maker m = {.s = out, .name = name, .error = error};
    scree_status status = SCREE_OK;
    if (vertices < 4 || triangles < 4)
        status = refuse(&m, "a solid has at least four triangles; this mesh has %d", triangles);
    else if (!make_room(&m))
        status = fail_memory(error, name);
    else {
        memcpy(out->vertex, vertex, (size_t)vertices * sizeof *vertex);
        memcpy(out->triangle, triangle, (size_t)triangles * sizeof *triangle);
        status = make(&m);
    }
    mem_free(m.half);
    mem_free(m.sharp);
    mem_free(m.low);
    mem_free(m.high);
    if (status)
        sharp_clear(out);
    return status;
}

void sharp_clear(sharp *s)
{
    box_tree_clear(&s->by_triangle);
    box_tree_clear(&s->by_edge);
    mem_free(s->vertex);
    mem_free(s->normal);
    mem_free(s->triangle);
    mem_free(s->edge);
    mem_free(s->corner);
    *s = (sharp){.vertices = 0};
}
