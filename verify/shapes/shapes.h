// shapes.h - what the files of `scree verify shapes` share: random bodies, and slow ways to say what the fast
// ones of collide/ say.
//
// The slow ways look at every feature, or every triangle, by formulas of their own; none calls what it checks.
#ifndef SCREE_CLI_VERIFY_SHAPES_H
#define SCREE_CLI_VERIFY_SHAPES_H

#include "base/random.h"
#include "collide/convex.h"
#include "collide/sharp.h"
#include "collide/sphero.h"
#include "verify/verify.h"

// --- random bodies --------------------------------------------------------------------------------------------------

enum { BLOCK_VERTICES = 24, BLOCK_FACES = 48, BLOCK_EDGES = 72 };
enum { BLOCK_TURNED = BLOCK_VERTICES + BLOCK_FACES + 3 }; // vectors

// A convex polyhedron, as collide/convex.h has it and as a core of vertices, edges and faces.
typedef struct block {
    convex_form form; // owned
    int32_t edge[BLOCK_EDGES][2], triangle[BLOCK_FACES][3], face[BLOCK_FACES + 1];
} block;

// Of eight forms: boxes, prisms (with parallel faces and edges), and hulls of 4 to 9 random points; half widths about
// 0.4 to 1. False when out of memory.
bool block_any(rng *random, block *block);
void block_clear(block *block);

enum { LUMP_VERTICES = 102, LUMP_TRIANGLES = 200 };

// A closed surface around the origin, in rings between two poles, whose vertices lie between `low` and 1: not convex,
// without any symmetry.
typedef struct lump {
    v3 vertex[LUMP_VERTICES];
    int32_t triangle[LUMP_TRIANGLES][3];
    int32_t vertices, triangles;
} lump;

// rings * sides + 2 vertices at most.
void lump_any(rng *random, int rings, int sides, double low, lump *lump);

q4 turn_any(rng *random);
q4 turn_by(v3 rotation); // by the vector's length about it, rad

// --- slow ways ------------------------------------------------------------------------------------------------------

double slow_point_segment(v3 p, v3 a, v3 b);
double slow_segments(v3 a0, v3 a1, v3 b0, v3 b1);
double slow_point_triangle(v3 p, const v3 corner[3]);
// A convex polygon in space, its corners anticlockwise as seen from where the unit normal points.
double slow_point_face(v3 p, const v3 *corner, int corners, v3 normal);

// Is p inside? By the solid angle under which the surface is seen: 4 pi inside, 0 outside.
bool slow_inside(const v3 *vertex, const int32_t (*triangle)[3], int32_t triangles, v3 p);

// --- the experiments ------------------------------------------------------------------------------------------------

void verify_shape_pairs(verify *verify);    // contacts of random pairs against slow ways
void verify_shape_overlaps(verify *verify); // the same of bodies that lie in each other
void verify_shape_masses(verify *verify);   // points in solids, mass properties
void verify_shape_names(verify *verify);    // the same grain under other names
void verify_shape_turns(verify *verify);    // free bodies, superball and superbean
void verify_shape_grains(verify *verify);   // two that meet, a block on an incline
void verify_shape_gases(verify *verify);    // elastic gases in a box
void verify_shape_boxes(verify *verify);    // the energy of elastic grains in a box
void verify_shape_faceted(verify *verify);  // spheres of facets beside balls

#endif
