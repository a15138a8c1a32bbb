// convex.c - making convex hulls from polygons: checks, edges; turning them into space.
#include "collide/convex.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "collide/half_edge.h"

#include <string.h>

#define CONVEX 1e-6 // of the size: how far a vertex may lie outside of a face

typedef struct maker {
    convex_form *form;
    const char *name;
    scree_error *error;
    half_edge *half;
    double size;
} maker;

static scree_status refuse(const maker *m, const char *what, int32_t at)
{
    return fail(m->error, SCREE_BAD_INPUT, m->name,
                "give the faces of a closed convex polyhedron, corners anticlockwise as seen from outside", what, at);
}

// Twice the area of a polygon as a vector (Newell); slivers among its corners do no harm.
static v3 area_of(const convex_form *form, int32_t f)
{
    v3 sum = {0, 0, 0}, first = form->vertex[form->face_vertex[form->face_start[f]]];
    for (int32_t k = form->face_start[f] + 1; k + 1 < form->face_start[f + 1]; k++)
        sum = v3_add(sum, v3_cross(v3_sub(form->vertex[form->face_vertex[k]], first),
                                   v3_sub(form->vertex[form->face_vertex[k + 1]], first)));
    return sum;
}

static scree_status take_faces(maker *m)
{
    convex_form *form = m->form;
    for (int32_t f = 0; f < form->faces; f++) {
        int32_t first = form->face_start[f], last = form->face_start[f + 1];
        if (last - first < 3 || last - first > CONVEX_FACE_MOST)
            return refuse(m, "face %d has fewer than 3 or more than 64 corners", f);
        for (int32_t k = first; k < last; k++) {
            int32_t from = form->face_vertex[k], to = form->face_vertex[k + 1 < last ? k + 1 : first];
            if (from < 0 || from >= form->vertices) return refuse(m, "face %d names a vertex that does not exist", f);
            m->half[k] = half_edge_make(from, to, f, k);
        }
    }
    for (int32_t f = 0; f < form->faces; f++) {
        form->normal[f] = v3_unit(area_of(form, f));
        if (!(v3_dot(form->normal[f], form->normal[f]) > 0)) return refuse(m, "face %d has no area", f);
        v3 on = form->vertex[form->face_vertex[form->face_start[f]]];
        if (!(v3_dot(form->normal[f], v3_sub(form->centre, on)) < 0))
            return refuse(m, "face %d is inside out, or the hull is flat", f);
        for (int32_t v = 0; v < form->vertices; v++)
            if (v3_dot(form->normal[f], v3_sub(form->vertex[v], on)) > CONVEX * m->size)
                return refuse(m, "a vertex lies outside of face %d: the hull is not convex", f);
    }
    return SCREE_OK;
}

static scree_status take_edges(maker *m)
{
    convex_form *form = m->form;
    int32_t halves = form->face_start[form->faces];
    int32_t open = half_edges_pair(m->half, halves);
    if (open >= 0) return refuse(m, "an edge of face %d is open or belongs to more than two faces", open);
    for (int32_t i = 0; i < halves; i += 2) {
        const half_edge *a = &m->half[i], *b = a + 1;
        form->face_edge[a->slot] = form->face_edge[b->slot] = form->edges;
        form->edge[form->edges++] = (convex_edge){{a->low, a->high}, {a->face, b->face}};
    }
    return SCREE_OK;
}

static bool make_room(maker *m, int32_t slots)
{
    convex_form *form = m->form;
    form->vertex = mem_array(form->vertices, sizeof *form->vertex);
    form->normal = mem_array(form->faces, sizeof *form->normal);
    form->face_start = mem_array(form->faces + 1, sizeof *form->face_start);
    form->face_vertex = mem_array(slots, sizeof *form->face_vertex);
    form->face_edge = mem_array(slots, sizeof *form->face_edge);
    form->edge = mem_array(slots / 2 + 1, sizeof *form->edge);
    m->half = mem_array(slots, sizeof *m->half);
    return form->vertex && form->normal && form->face_start && form->face_vertex && form->face_edge && form->edge &&
           m->half;
}

static void take_vertices(maker *m, const v3 *vertex)
{
    convex_form *form = m->form;
    v3 sum = {0, 0, 0};
    for (int32_t i = 0; i < form->vertices; i++) {
        form->vertex[i] = vertex[i];
        sum = v3_add(sum, vertex[i]);
    }
    form->centre = v3_make(sum.x / form->vertices, sum.y / form->vertices, sum.z / form->vertices);
    for (int32_t i = 0; i < form->vertices; i++) m->size = real_max(m->size, v3_norm(v3_sub(vertex[i], form->centre)));
}

scree_status convex_form_make(const v3 *vertex, int32_t vertices, const int32_t *face_start, const int32_t *face_vertex,
                              int32_t faces, const char *name, convex_form *out, scree_error *error)
{
    *out = (convex_form){.vertices = vertices, .faces = faces};
    maker m = {.form = out, .name = name, .error = error};
    scree_status status = SCREE_OK;
    int32_t slots = faces > 0 ? face_start[faces] : 0;
    if (faces ? vertices < 4 || faces < 4 : vertices < 1 || vertices > 2)
        status = refuse(&m, "a hull is a point, a segment, or has at least 4 vertices and faces; this has %d vertices",
                        vertices);
    else if (!make_room(&m, slots))
        status = fail_memory(error, name);
    else {
        if (faces) memcpy(out->face_start, face_start, ((size_t)faces + 1) * sizeof *face_start);
        if (faces) memcpy(out->face_vertex, face_vertex, (size_t)slots * sizeof *face_vertex);
        take_vertices(&m, vertex);
        if (faces) status = take_faces(&m);
        if (faces && !status) status = take_edges(&m);
        if (!faces && vertices == 2) out->edge[out->edges++] = (convex_edge){{0, 1}, {-1, -1}};
    }
    mem_free(m.half);
    if (status) convex_form_clear(out);
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
    *form = (convex_form){.vertices = 0};
}

convex convex_turn(const convex_form *form, q4 orientation, v3 place, double radius, v3 *vertex, v3 *normal)
{
    for (int32_t i = 0; i < form->vertices; i++) vertex[i] = v3_add(place, q4_rotate(orientation, form->vertex[i]));
    for (int32_t f = 0; f < form->faces; f++) normal[f] = q4_rotate(orientation, form->normal[f]);
    v3 centre = v3_add(place, q4_rotate(orientation, form->centre));
    return (convex){.form = form, .vertex = vertex, .normal = normal, .centre = centre, .radius = radius};
}
