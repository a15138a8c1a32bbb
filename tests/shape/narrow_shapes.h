// narrow_shapes.h - bodies for the tests of contacts between shaped grains.
#ifndef SCREE_TESTS_NARROW_SHAPES_H
#define SCREE_TESTS_NARROW_SHAPES_H

#include "harness.h"

#include "base/random.h"
#include "collide/convex.h"
#include "collide/sharp.h"
#include "collide/sphero.h"

enum { BODY_VERTICES = 80, BODY_FACES = 42, BODY_SLOTS = 240 };
enum { BODY_TURNED = BODY_VERTICES + BODY_FACES + 3 }; // vectors

// A polyhedron by its faces, and what follows from it: triangles, sharp edges.
typedef struct body {
    v3 vertex[BODY_VERTICES];
    int32_t face_start[BODY_FACES + 1], face_vertex[BODY_SLOTS];
    int32_t edge[BODY_SLOTS][2], triangle[BODY_SLOTS][3], face_triangle[BODY_FACES + 1];
    int32_t vertices, faces, edges, triangles;
} body;

// One number after the other: in a list of arguments compilers draw in different orders.
HARNESS_MAYBE_UNUSED static v3 any_vector(rng *r, double size)
{
    v3 p;
    p.x = rng_range(r, -size, size);
    p.y = rng_range(r, -size, size);
    p.z = rng_range(r, -size, size);
    return p;
}

HARNESS_MAYBE_UNUSED static q4 any_turn(rng *r)
{
    q4 q;
    q.w = rng_normal(r);
    q.x = rng_normal(r);
    q.y = rng_normal(r);
    q.z = rng_normal(r);
    return q4_unit(q);
}

HARNESS_MAYBE_UNUSED static v3 any_place(rng *r, double from, double to)
{
    v3 way = rng_direction(r);
    return v3_scale(rng_range(r, from, to), way);
}

// A turn by the vector's length about its direction, for small vectors and large.
HARNESS_MAYBE_UNUSED static q4 turn_about(v3 by)
{
    double angle = v3_norm(by);
    v3 axis = angle > 0 ? v3_scale(sin(0.5 * angle) / angle, by) : v3_make(0, 0, 0);
    q4 q = {cos(0.5 * angle), axis.x, axis.y, axis.z};
    return q;
}

static void body_face(body *b, int corners, const int *corner)
{
    b->face_start[0] = 0;
    int32_t at = b->face_start[b->faces];
    for (int k = 0; k < corners; k++)
        b->face_vertex[at + k] = corner[k];
    b->face_start[++b->faces] = at + corners;
}

// Edges and triangles (fans) from faces; faces are convex polygons here.
static void body_finish(body *b)
{
    b->edges = b->triangles = 0;
    b->face_triangle[0] = 0;
    for (int32_t f = 0; f < b->faces; f++) {
        int32_t first = b->face_start[f], last = b->face_start[f + 1];
        for (int32_t k = first; k < last; k++) {
            int32_t from = b->face_vertex[k], to = b->face_vertex[k + 1 < last ? k + 1 : first];
            if (from < to) {
                b->edge[b->edges][0] = from;
                b->edge[b->edges++][1] = to;
            }
            if (k + 2 >= last)
                continue;
            int32_t *t = b->triangle[b->triangles++];
            t[0] = b->face_vertex[first];
            t[1] = b->face_vertex[k + 1];
            t[2] = b->face_vertex[k + 2];
        }
        b->face_triangle[f + 1] = b->triangles;
    }
}

// A prism over a regular polygon; `sides` 3 ... 40, of inner radius about 1.
HARNESS_MAYBE_UNUSED static void body_prism(int sides, double half_height, body *b)
{
    *b = (body){.vertices = 2 * sides};
    int low[40] = {0}, high[40] = {0};
    for (int k = 0; k < sides; k++) {
        double angle = 6.283185307179586 * (k + 0.5) / sides, c = cos(angle), s = sin(angle);
        b->vertex[k] = v3_make(c, s, -half_height);
        b->vertex[sides + k] = v3_make(c, s, half_height);
        low[sides - 1 - k] = k;
        high[k] = sides + k;
    }
    body_face(b, sides, low);
    body_face(b, sides, high);
    for (int k = 0; k < sides; k++) {
        int next = (k + 1) % sides, side[4] = {k, next, sides + next, sides + k};
        body_face(b, 4, side);
    }
    body_finish(b);
}

HARNESS_MAYBE_UNUSED static void body_box(double x, double y, double z, body *b)
{
    body_prism(4, 1, b);
    for (int k = 0; k < 8; k++) {
        v3 *p = &b->vertex[k];
        *p = v3_make(p->x > 0 ? x : -x, p->y > 0 ? y : -y, p->z > 0 ? z : -z);
    }
}

HARNESS_MAYBE_UNUSED static void body_tetrahedron(body *b)
{
    *b = (body){.vertices = 4, .vertex = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};
    static const int face[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    for (int f = 0; f < 4; f++)
        body_face(b, 3, face[f]);
    body_finish(b);
}

HARNESS_MAYBE_UNUSED static void body_octahedron(body *b)
{
    *b = (body){.vertices = 6,
                .vertex = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
    static const int face[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                   {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    for (int f = 0; f < 8; f++)
        body_face(b, 3, face[f]);
    body_finish(b);
}

// An affine image of one of the bodies above: convex, with flat faces, up to `stretch` long.
HARNESS_MAYBE_UNUSED static void body_any(rng *r, body *b)
{
    uint64_t kind = rng_below(r, 8);
    if (kind == 0)
        body_tetrahedron(b);
    else if (kind == 1)
        body_octahedron(b);
    else if (kind < 5)
        body_box(1, 1, 1, b);
    else
        body_prism(3 + (int)rng_below(r, 8), 1, b);
    v3 size = v3_add(v3_make(0.7, 0.7, 0.7), any_vector(r, 0.3));
    double lean = rng_below(r, 2) ? rng_range(r, -0.5, 0.5) : 0;
    for (int32_t i = 0; i < b->vertices; i++) {
        v3 p = b->vertex[i];
        b->vertex[i] = v3_make(size.x * p.x + lean * p.z, size.y * p.y, size.z * p.z);
    }
}

// The body with its vertices in space, as a spheropolyhedron; `space` holds them.
HARNESS_MAYBE_UNUSED static sphero body_sphero(const body *b, q4 turn, double radius, v3 *space)
{
    sphero_turn(turn, b->vertex, b->vertices, space);
    return (sphero){.vertex = space,
                    .edge = (const int32_t(*)[2])b->edge,
                    .triangle = (const int32_t(*)[3])b->triangle,
                    .face = b->face_triangle,
                    .vertices = b->vertices,
                    .edges = b->edges,
                    .faces = b->faces,
                    .radius = radius};
}

HARNESS_MAYBE_UNUSED static scree_status body_convex(const body *b, convex_form *form)
{
    return convex_form_make(&(convex_surface){.vertex = b->vertex,
                                              .vertices = b->vertices,
                                              .face_start = b->face_start,
                                              .face_vertex = b->face_vertex,
                                              .faces = b->faces},
                            "hull", form, NULL);
}

HARNESS_MAYBE_UNUSED static scree_status body_sharp(const body *b, sharp *s)
{
    return sharp_make(&(sharp_surface){.vertex = b->vertex,
                                       .vertices = b->vertices,
                                       .triangle = (const int32_t(*)[3])b->triangle,
                                       .triangles = b->triangles},
                      "solid", s, NULL);
}

#endif
