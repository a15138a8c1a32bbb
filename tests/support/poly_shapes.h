// poly_shapes.h - solids of polygons made by code for the tests of shapes, their triangles, and files of them in
// memory.
#ifndef SCREE_TESTS_POLY_SHAPES_H
#define SCREE_TESTS_POLY_SHAPES_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Memory that runs out ends the test program.
typedef struct poly {
    v3 *point;
    int32_t points, point_room;
    int32_t *start, *corner; // of each face, faces + 1 entries; points
    int32_t faces, start_room, corners, corner_room;
} poly;

int32_t poly_point(poly *p, v3 at);
void poly_face(poly *p, int corners, const int32_t *corner);
void poly_clear(poly *p);
void poly_move(poly *p, double scale, q4 turn, v3 shift);
void poly_add(poly *p, const poly *other, bool inside_out);

// A box of six quads.
poly poly_box(v3 low, v3 high);
// A prism over an outline in the plane z = 0 that runs anticlockwise: two n-gons and n quads.
poly poly_prism(const double (*outline)[2], int n, double height);
// The L of 2 x 2 x height without a quarter: volume 3 height.
poly poly_l_prism(double height);
// A ring about z of quads.
poly poly_torus(double radius, double tube, int around, int across);
// A pot: a vessel with a thick wall, open at the top, three-lobed, with a spout pulled out of its side; not convex.
poly poly_pot(int around, int up);
// A ball of quads, triangles at the poles.
poly poly_ball(double radius, int around, int up);

// Triangles by cutting every face with polygon_cut; three corners each, malloc.
v3 *poly_soup(const poly *p, int32_t *facets);

typedef struct poly_file {
    unsigned char *data; // malloc
    size_t size, room;
} poly_file;

enum { PLY_WRITE_ASCII, PLY_WRITE_LITTLE, PLY_WRITE_BIG };
poly_file poly_obj(const poly *p);
poly_file poly_ply(const poly *p, int form, bool doubles);
poly_file poly_stl(const poly *p, bool binary);

#endif
