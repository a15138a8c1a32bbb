// pairs.h - random pairs of polyhedra, many places of each, for the files that check their contacts.
#ifndef SCREE_VERIFY_SHAPES_PAIRS_H
#define SCREE_VERIFY_SHAPES_PAIRS_H

#include "verify/shapes/shapes.h"

enum { PAIRS = 100000, TOUCH_MOST = 512 };
enum { PLACES = 20 }; // of each pair of bodies

static const double rounding = 1e-11; // of bodies of size 1

typedef void polyhedra_check(rng *random, const block *first, const block *second, void *sums);

// `check` of PAIRS placements of random polyhedra; false when there is no memory for them.
bool with_polyhedra(const claim *claim, uint64_t seed, polyhedra_check *check, void *sums);

// Distance of a point from a face of a block, by the slow way; `vertex` are those of the block, turned and not yet shifted.
double to_face(v3 p, const block *block, int32_t face, const v3 *vertex, v3 shift, q4 turn);

#endif
