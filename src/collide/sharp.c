// sharp.c - making a sharp solid from a closed mesh: checks, edges, corners, trees.
#include "collide/sharp.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/half_edge.h"

#include <string.h>

#define FLAT_SINE 1e-6 // of the angle between triangles of one face

typedef struct maker {
    sharp *solid;
    const char *name;
    scree_error *error;
    half_edge *half;
    bool *sharp; // vertices at an edge that is not flat
    v3 *low, *high;
} maker;

static scree_status refuse(const maker *maker, const char *what, int32_t at)
{
    return fail(maker->error, SCREE_BAD_INPUT, maker->name,
                "give a closed mesh whose triangles turn anticlockwise as seen from outside", what,
                at);
}

static bool has_vertex(const sharp *sharp, int32_t vertex)
{
    return vertex >= 0 && vertex < sharp->vertices;
}

// Half edges of a triangle and its normal; adds its part of six times the volume.
static scree_status take_triangle(maker *maker, int32_t triangle, double *volume)
{
    sharp *sharp = maker->solid;
    const int32_t *corner = sharp->triangle[triangle];
    for (int k = 0; k < 3; k++) {
        int32_t half = 3 * triangle + k;
        int32_t next = corner[(k + 1) % 3];
        if (!has_vertex(sharp, corner[k]))
            return refuse(maker, "triangle %d names a vertex that does not exist", triangle);
        maker->half[half] = half_edge_make(corner[k], next, triangle, half);
    }
    v3 a = sharp->vertex[corner[0]];
    v3 to_b = v3_sub(sharp->vertex[corner[1]], a);
    v3 to_c = v3_sub(sharp->vertex[corner[2]], a);
    v3 area = v3_cross(to_b, to_c);
    v3 normal = v3_unit(area);
    sharp->normal[triangle] = normal;
    if (!(v3_dot(normal, normal) > 0))
        return refuse(maker, "triangle %d has no area", triangle);
    v3 from_start = v3_sub(a, sharp->vertex[0]);
    *volume += v3_dot(from_start, area);
    return SCREE_OK;
}

static scree_status take_triangles(maker *maker)
{
    int32_t triangles = maker->solid->triangles;
    double volume = 0;
    for (int32_t triangle = 0; triangle < triangles; triangle++) {
        scree_status status = take_triangle(maker, triangle, &volume);
        if (status)
            return status;
    }
    if (volume > 0)
        return SCREE_OK;
    return refuse(maker, "the mesh encloses no volume or is inside out (%d triangles)", triangles);
}

// The corner of a triangle that is not on its edge with the ends `from` and `to`.
static int32_t apex_of(const int32_t corner[3], int32_t from, int32_t to)
{
    for (int k = 0; k < 2; k++) {
        if (corner[k] != from && corner[k] != to)
            return corner[k];
    }
    return corner[2];
}

// The unit vector in a triangle that leads away from its edge with the ends `from` and `to`.
static v3 away_from_edge(const sharp *sharp, int32_t triangle, int32_t from, int32_t to)
{
    const v3 *vertex = sharp->vertex;
    int32_t apex = apex_of(sharp->triangle[triangle], from, to);
    v3 along = v3_sub(vertex[to], vertex[from]);
    v3 to_apex = v3_sub(vertex[apex], vertex[from]);
    v3 in = v3_cross(sharp->normal[triangle], along);
    if (v3_dot(in, to_apex) < 0)
        in = v3_scale(-1, in);
    return v3_unit(in);
}

static scree_status take_edges(maker *maker)
{
    sharp *sharp = maker->solid;
    int64_t halves = 3 * (int64_t)sharp->triangles;
    int32_t open = half_edges_pair(maker->half, halves);
    if (open >= 0) {
        return refuse(maker,
                      "an edge of triangle %d is open, of more than two triangles, or turned over",
                      open);
    }
    for (int64_t i = 0; i < halves; i += 2) {
        const half_edge *own = &maker->half[i];
        const half_edge *b = own + 1;
        v3 in_a = away_from_edge(sharp, own->face, own->low, own->high);
        v3 in_b = away_from_edge(sharp, b->face, own->low, own->high);
        double out_of_plane = v3_dot(sharp->normal[own->face], in_b);
        v3 across = v3_cross(sharp->normal[own->face], sharp->normal[b->face]);
        if (v3_dot(across, across) < FLAT_SINE * FLAT_SINE && v3_dot(in_a, in_b) < 0)
            continue;
        maker->sharp[own->low] = maker->sharp[own->high] = true;
        if (out_of_plane < 0)
            sharp->edge[sharp->edges++] = (sharp_edge){{own->low, own->high}, {in_a, in_b}};
    }
    return SCREE_OK;
}

static scree_status plant_trees(maker *maker)
{
    sharp *sharp = maker->solid;
    sharp->low = sharp->high = sharp->vertex[sharp->triangle[0][0]];
    double square = 0;
    for (int32_t triangle = 0; triangle < sharp->triangles; triangle++) {
        const int32_t *corner = sharp->triangle[triangle];
        v3 a = sharp->vertex[corner[0]];
        v3 b = sharp->vertex[corner[1]];
        v3 c = sharp->vertex[corner[2]];
        maker->low[triangle] = v3_min(v3_min(a, b), c);
        maker->high[triangle] = v3_max(v3_max(a, b), c);
        sharp->low = v3_min(sharp->low, maker->low[triangle]);
        sharp->high = v3_max(sharp->high, maker->high[triangle]);
        square = real_max(square, real_max(v3_dot(a, a), real_max(v3_dot(b, b), v3_dot(c, c))));
    }
    sharp->radius = sqrt(square);
    scree_status status = box_tree_plant(maker->low, maker->high, sharp->triangles,
                                         &sharp->by_triangle, maker->error);
    if (status)
        return status;
    for (int32_t edge = 0; edge < sharp->edges; edge++) {
        const int32_t *end = sharp->edge[edge].vertex;
        v3 a = sharp->vertex[end[0]];
        v3 b = sharp->vertex[end[1]];
        maker->low[edge] = v3_min(a, b);
        maker->high[edge] = v3_max(a, b);
    }
    return box_tree_plant(maker->low, maker->high, sharp->edges, &sharp->by_edge, maker->error);
}

static scree_status make(maker *maker)
{
    scree_status status = take_triangles(maker);
    if (!status)
        status = take_edges(maker);
    if (status)
        return status;
    for (int32_t vertex = 0; vertex < maker->solid->vertices; vertex++) {
        if (maker->sharp[vertex])
            maker->solid->corner[maker->solid->corners++] = vertex;
    }
    return plant_trees(maker);
}

static bool make_room(maker *maker)
{
    sharp *sharp = maker->solid;
    const int32_t vertices = sharp->vertices;
    const int32_t triangles = sharp->triangles;
    const int64_t halves = 3 * (int64_t)triangles;
    sharp->vertex = mem_array(vertices, sizeof *sharp->vertex);
    sharp->corner = mem_array(vertices, sizeof *sharp->corner);
    sharp->normal = mem_array(triangles, sizeof *sharp->normal);
    sharp->triangle = mem_array(triangles, sizeof *sharp->triangle);
    sharp->edge = mem_array(halves / 2 + 1, sizeof *sharp->edge);
    maker->half = mem_array(halves, sizeof *maker->half);
    maker->sharp = mem_array(vertices, sizeof *maker->sharp);
    maker->low = mem_array(halves, sizeof *maker->low);
    maker->high = mem_array(halves, sizeof *maker->high);
    const bool of_faces = sharp->normal && sharp->triangle;
    const bool of_edges = sharp->edge && maker->half;
    const bool of_corners = sharp->vertex && sharp->corner && maker->sharp;
    const bool of_boxes = maker->low && maker->high;
    return of_faces && of_edges && of_corners && of_boxes;
}

scree_status sharp_make(const sharp_surface *surface, const char *name, sharp *out,
                        scree_error *error)
{
    *out = (sharp){.vertices = surface->vertices, .triangles = surface->triangles};
    maker maker = {.solid = out, .name = name, .error = error};
    scree_status status = SCREE_OK;
    if (surface->vertices < 4 || surface->triangles < 4) {
        status = refuse(&maker, "a solid has at least four triangles; this mesh has %d",
                        surface->triangles);
    } else if (!make_room(&maker)) {
        status = fail_memory(error, name);
    } else {
        memcpy(out->vertex, surface->vertex, (size_t)surface->vertices * sizeof *surface->vertex);
        memcpy(out->triangle, surface->triangle,
               (size_t)surface->triangles * sizeof *surface->triangle);
        status = make(&maker);
    }
    mem_free(maker.half);
    mem_free(maker.sharp);
    mem_free(maker.low);
    mem_free(maker.high);
    if (status)
        sharp_clear(out);
    return status;
}

void sharp_clear(sharp *solid)
{
    box_tree_clear(&solid->by_triangle);
    box_tree_clear(&solid->by_edge);
    mem_free(solid->vertex);
    mem_free(solid->normal);
    mem_free(solid->triangle);
    mem_free(solid->edge);
    mem_free(solid->corner);
    *solid = (sharp){.vertices = 0};
}
