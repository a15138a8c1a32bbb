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

static v3 corner_of(const convex_form *form, int32_t slot)
{
    return form->vertex[form->face_vertex[slot]];
}

static scree_status take_corners(maker *maker, int32_t face)
{
    const convex_form *form = maker->form;
    int32_t first = form->face_start[face];
    int32_t last = form->face_start[face + 1];
    int32_t corners = last - first;
    if (corners < 3 || corners > CONVEX_FACE_MOST)
        return refuse(maker, "face %d has fewer than 3 or more than 64 corners", face);
    for (int32_t k = first; k < last; k++) {
        int32_t next = k + 1 < last ? k + 1 : first;
        int32_t from = form->face_vertex[k];
        int32_t to = form->face_vertex[next];
        if (from < 0 || from >= form->vertices)
            return refuse(maker, "face %d names a vertex that does not exist", face);
        maker->half[k] = half_edge_make(from, to, face, k);
    }
    return SCREE_OK;
}

static scree_status take_normal(maker *maker, int32_t face)
{
    convex_form *form = maker->form;
    v3 normal = v3_unit(area_of(form, face));
    form->normal[face] = normal;
    if (!(v3_dot(normal, normal) > 0))
        return refuse(maker, "face %d has no area", face);
    v3 on = corner_of(form, form->face_start[face]);
    double centre_above = v3_dot(normal, v3_sub(form->centre, on));
    if (!(centre_above < 0) && form->faces > 2)
        return refuse(maker, "face %d is inside out, or the hull is flat", face);
    for (int32_t vertex = 0; vertex < form->vertices; vertex++) {
        double above = v3_dot(normal, v3_sub(form->vertex[vertex], on));
        if (above > CONVEX * maker->size) {
            return refuse(maker, "a vertex lies outside of face %d: the hull is not convex", face);
        }
    }
    return SCREE_OK;
}

static scree_status take_faces(maker *maker)
{
    scree_status status = SCREE_OK;
    int32_t faces = maker->form->faces;
    for (int32_t face = 0; face < faces && !status; face++)
        status = take_corners(maker, face);
    for (int32_t face = 0; face < faces && !status; face++)
        status = take_normal(maker, face);
    return status;
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
        const half_edge *back = own + 1;
        int32_t edge = form->edges;
        form->face_edge[own->slot] = edge;
        form->face_edge[back->slot] = edge;
        form->edge[edge] = (convex_edge){
            .vertex = {own->low, own->high},
            .face = {own->face, back->face},
        };
        form->edges++;
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
    bool of_faces = form->normal && form->face_start && form->height;
    bool of_corners = form->face_vertex && form->face_edge && maker->half;
    return of_faces && of_corners && form->vertex && form->edge;
}

static void take_vertices(maker *maker, const v3 *vertex)
{
    convex_form *form = maker->form;
    int32_t vertices = form->vertices;
    v3 sum = {0, 0, 0};
    for (int32_t i = 0; i < vertices; i++) {
        form->vertex[i] = vertex[i];
        sum = v3_add(sum, vertex[i]);
    }
    form->centre = v3_make(sum.x / vertices, sum.y / vertices, sum.z / vertices);
    for (int32_t i = 0; i < vertices; i++) {
        v3 apart = v3_sub(vertex[i], form->centre);
        maker->size = real_max(maker->size, v3_norm(apart));
    }
}

static void take_heights(convex_form *form, double size)
{
    form->rounding = ROUNDING * (size + v3_norm(form->centre));
    form->inside = form->faces ? INFINITY : 0;
    for (int32_t face = 0; face < form->faces; face++) {
        v3 normal = form->normal[face];
        v3 on = corner_of(form, form->face_start[face]);
        double above_centre = v3_dot(normal, v3_sub(on, form->centre));
        form->height[face] = v3_dot(normal, on);
        form->inside = real_min(form->inside, above_centre);
    }
    form->inside -= form->rounding;
}

// A point, a segment, a plate, which has two faces of the same corners, or something with at least 4 vertices and
// faces.
static bool has_corners_enough(const convex_surface *surface)
{
    if (surface->faces == 2)
        return surface->vertices >= 3;
    if (surface->faces)
        return surface->vertices >= 4 && surface->faces >= 4;
    return surface->vertices == 1 || surface->vertices == 2;
}

static scree_status fill(maker *maker, const convex_surface *surface)
{
    convex_form *form = maker->form;
    scree_status status = SCREE_OK;
    if (!surface->faces) {
        take_vertices(maker, surface->vertex);
        if (surface->vertices == 2) {
            form->edge[0] = (convex_edge){.vertex = {0, 1}, .face = {-1, -1}};
            form->edges = 1;
        }
    } else {
        size_t starts = (size_t)surface->faces + 1;
        size_t slots = (size_t)surface->face_start[surface->faces];
        memcpy(form->face_start, surface->face_start, starts * sizeof *surface->face_start);
        memcpy(form->face_vertex, surface->face_vertex, slots * sizeof *surface->face_vertex);
        take_vertices(maker, surface->vertex);
        status = take_faces(maker);
        if (!status)
            status = take_edges(maker);
    }
    take_heights(form, maker->size);
    form->turned = surface->vertices + surface->faces + 3;
    return status;
}

scree_status convex_form_make(const convex_surface *surface, const char *name, convex_form *out,
                              scree_error *error)
{
    *out = (convex_form){.vertices = surface->vertices, .faces = surface->faces};
    maker maker = {.form = out, .name = name, .error = error};
    scree_status status = SCREE_OK;
    int32_t slots = surface->faces > 0 ? surface->face_start[surface->faces] : 0;
    if (!has_corners_enough(surface)) {
        status = refuse(&maker,
                        "a hull is a point, a segment, a plate of two faces, or has at least "
                        "4 vertices and faces; this "
                        "has %d vertices",
                        surface->vertices);
    } else if (!make_room(&maker, slots)) {
        status = fail_memory(error, name);
    } else {
        status = fill(&maker, surface);
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
