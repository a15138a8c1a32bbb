// convex.c - making convex hulls from polygons: checks, edges; turning them into space.
#include "collide/convex.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/half_edge.h"

#include <string.h>

#define CONVEX 1e-6    // of the size: how far a vertex may lie outside of a face
#define ROUNDING 1e-12 // of the size

typedef struct maker {
    convex_form *form;
    const char *name;
    scree_error *error;
    half_edge *half;
    double size;
} maker;

static scree_status refuse(const maker *maker, const char *what, int32_t at)
{
    return fail(
        maker->error, SCREE_BAD_INPUT, maker->name,
        "give the faces of a closed convex polyhedron, corners anticlockwise as seen from outside",
        what, at);
}

// Twice the area of a polygon as a vector (Newell); slivers among its corners do no harm.
static v3 area_of(const convex_form *form, int32_t face)
{
    const int32_t start = form->face_start[face];
    const int32_t end = form->face_start[face + 1];
    const v3 first = form->vertex[form->face_vertex[start]];
    v3 sum = {0, 0, 0};
    for (int32_t k = start + 1; k + 1 < end; k++) {
        v3 here = v3_sub(form->vertex[form->face_vertex[k]], first);
        v3 next = v3_sub(form->vertex[form->face_vertex[k + 1]], first);
        sum = v3_add(sum, v3_cross(here, next));
    }
    return sum;
}

static scree_status take_faces(maker *maker)
{
    convex_form *form = maker->form;
    for (int32_t face = 0; face < form->faces; face++) {
        int32_t first = form->face_start[face];
        int32_t last = form->face_start[face + 1];
        if (last - first < 3 || last - first > CONVEX_FACE_MOST)
            return refuse(maker, "face %d has fewer than 3 or more than 64 corners", face);
        for (int32_t k = first; k < last; k++) {
            int32_t from = form->face_vertex[k];
            int32_t to = form->face_vertex[k + 1 < last ? k + 1 : first];
            if (from < 0 || from >= form->vertices)
                return refuse(maker, "face %d names a vertex that does not exist", face);
            maker->half[k] = half_edge_make(from, to, face, k);
        }
    }
    for (int32_t face = 0; face < form->faces; face++) {
        form->normal[face] = v3_unit(area_of(form, face));
        if (!(v3_dot(form->normal[face], form->normal[face]) > 0))
            return refuse(maker, "face %d has no area", face);
        v3 on = form->vertex[form->face_vertex[form->face_start[face]]];
        if (!(v3_dot(form->normal[face], v3_sub(form->centre, on)) < 0))
            return refuse(maker, "face %d is inside out, or the hull is flat", face);
        for (int32_t vertex = 0; vertex < form->vertices; vertex++) {
            if (v3_dot(form->normal[face], v3_sub(form->vertex[vertex], on)) >
                CONVEX * maker->size) {
                return refuse(maker, "a vertex lies outside of face %d: the hull is not convex",
                              face);
            }
        }
    }
    return SCREE_OK;
}

static scree_status take_edges(maker *maker)
{
    convex_form *form = maker->form;
    int32_t halves = form->face_start[form->faces];
    int32_t open = half_edges_pair(maker->half, halves);
    if (open >= 0)
        return refuse(maker, "an edge of face %d is open or belongs to more than two faces", open);
    for (int32_t i = 0; i < halves; i += 2) {
        const half_edge *own = &maker->half[i];
        const half_edge *b = own + 1;
        form->face_edge[own->slot] = form->face_edge[b->slot] = form->edges;
        form->edge[form->edges++] =
            (convex_edge){.vertex = {own->low, own->high}, .face = {own->face, b->face}};
    }
    return SCREE_OK;
}

static bool make_room(maker *maker, int32_t slots)
{
    convex_form *form = maker->form;
    form->vertex = mem_array(form->vertices, sizeof *form->vertex);
    form->normal = mem_array(form->faces, sizeof *form->normal);
    form->face_start = mem_array(form->faces + 1, sizeof *form->face_start);
    form->face_vertex = mem_array(slots, sizeof *form->face_vertex);
    form->face_edge = mem_array(slots, sizeof *form->face_edge);
    form->edge = mem_array(slots / 2 + 1, sizeof *form->edge);
    form->height = mem_array(form->faces, sizeof *form->height);
    maker->half = mem_array(slots, sizeof *maker->half);
    return form->vertex && form->normal && form->face_start && form->face_vertex &&
           form->face_edge && form->edge && form->height && maker->half;
}

static void take_vertices(maker *maker, const v3 *vertex)
{
    convex_form *form = maker->form;
    v3 sum = {0, 0, 0};
    for (int32_t i = 0; i < form->vertices; i++) {
        form->vertex[i] = vertex[i];
        sum = v3_add(sum, vertex[i]);
    }
    form->centre = v3_make(sum.x / form->vertices, sum.y / form->vertices, sum.z / form->vertices);
    for (int32_t i = 0; i < form->vertices; i++)
        maker->size = real_max(maker->size, v3_norm(v3_sub(vertex[i], form->centre)));
}

static void take_heights(convex_form *form, double size)
{
    form->rounding = ROUNDING * (size + v3_norm(form->centre));
    form->inside = form->faces ? INFINITY : 0;
    for (int32_t face = 0; face < form->faces; face++) {
        v3 normal = form->normal[face];
        v3 on = form->vertex[form->face_vertex[form->face_start[face]]];
        form->height[face] = v3_dot(normal, on);
        form->inside = real_min(form->inside, v3_dot(normal, v3_sub(on, form->centre)));
    }
    form->inside -= form->rounding;
}

scree_status convex_form_make(const convex_surface *surface, const char *name, convex_form *out,
                              scree_error *error)
{
    *out = (convex_form){.vertices = surface->vertices, .faces = surface->faces};
    maker maker = {.form = out, .name = name, .error = error};
    scree_status status = SCREE_OK;
    int32_t slots = surface->faces > 0 ? surface->face_start[surface->faces] : 0;
    if (surface->faces ? surface->vertices < 4 || surface->faces < 4
                       : surface->vertices < 1 || surface->vertices > 2) {
        status = refuse(&maker,
                        "a hull is a point, a segment, or has at least 4 vertices and "
                        "faces; this "
                        "has %d vertices",
                        surface->vertices);
    } else if (!make_room(&maker, slots)) {
        status = fail_memory(error, name);
    } else {
        if (surface->faces) {
            memcpy(out->face_start, surface->face_start,
                   ((size_t)surface->faces + 1) * sizeof *surface->face_start);
        }
        if (surface->faces) {
            memcpy(out->face_vertex, surface->face_vertex,
                   (size_t)slots * sizeof *surface->face_vertex);
        }
        take_vertices(&maker, surface->vertex);
        if (surface->faces)
            status = take_faces(&maker);
        if (surface->faces && !status)
            status = take_edges(&maker);
        if (!surface->faces && surface->vertices == 2)
            out->edge[out->edges++] = (convex_edge){.vertex = {0, 1}, .face = {-1, -1}};
        take_heights(out, maker.size);
        out->turned = surface->vertices + surface->faces + 3;
    }
    mem_free(maker.half);
    if (status)
        convex_form_clear(out);
    return status;
}

void convex_form_clear(convex_form *form)
{
    mem_free(form->vertex);
    mem_free(form->normal);
    mem_free(form->face_start);
    mem_free(form->face_vertex);
    mem_free(form->face_edge);
    mem_free(form->edge);
    mem_free(form->height);
    *form = (convex_form){.vertices = 0};
}

void convex_turn(const convex_form *form, q4 q, v3 *turned)
{
    v3 x = q4_rotate(q, v3_make(1, 0, 0));
    v3 y = q4_rotate(q, v3_make(0, 1, 0));
    v3 z = q4_rotate(q, v3_make(0, 0, 1));
    const v3 *part[2] = {form->vertex, form->normal};
    int32_t count[2] = {form->vertices, form->faces};
    v3 low = v3_make(INFINITY, INFINITY, INFINITY);
    v3 high = v3_scale(-1, low);
    v3 *vertex = turned;
    for (int p = 0; p < 2; p++) {
        for (int32_t i = 0; i < count[p]; i++, turned++) {
            v3 place = part[p][i];
            *turned = v3_make((x.x * place.x + y.x * place.y) + z.x * place.z,
                              (x.y * place.x + y.y * place.y) + z.y * place.z,
                              (x.z * place.x + y.z * place.y) + z.z * place.z);
        }
    }
    for (int32_t i = 0; i < form->vertices; i++) {
        v3 point = vertex[i];
        low = v3_min(low, point);
        high = v3_max(high, point);
    }
    turned[0] = q4_rotate(q, form->centre);
    turned[1] = low;
    turned[2] = high;
}
