// adapt.h - an image of a world with other walls, streams or another solver, made into one that a case can go on from.
//
// A branch, and each stage of a run, restores an image with a case that differs from that of the image. Walls are known
// by their names: one that the case still has keeps its id, place and motion, one that it has no more goes, with its
// contacts, and one that it has got gets an id that no wall had before. Grains keep all they have. What another solver
// cannot read, the histories or impulses of contacts, is left out: its contacts begin anew.
#ifndef SCREE_WORLD_ADAPT_H
#define SCREE_WORLD_ADAPT_H

#include "base/fail.h"
#include "state/image.h"
#include "state/model.h"

#include <stdbool.h>

// The names of the walls of an image, each ended by a zero, in the order of their rows. No part of the state.
#define ADAPT_NAMES "case/walls"
// Ids of walls, and {the first id of grains, the lowest id that a wall has had}. Only where walls were changed.
#define ADAPT_IDS "wall/id"
#define ADAPT_RANGE "wall/range"

// By how much the energy books are out, J. No part of the state.
#define ADAPT_BALANCE "case/balance"

// Numbers in a row of wall/motion.
enum { MOTION_NUMBERS = 15 };

typedef struct adapted {
    image im;    // columns are borrowed from the image given, but for those that differ
    bool *owned; // of each column
    bool *fresh; // of each wall of the model: it has just been put up
    bool any_fresh;
    bool other_solver; // contacts were left out
} adapted;

// Walls with the planes of the domain; those come first.
int adapt_wall_count(const model *model);
// The name of a wall, of a plane of the domain one that is constant.
const char *adapt_wall_name(const model *model, int wall);
// Notes the names; false without memory.
bool adapt_save_names(const model *model, image *im);

// An image that is sound and of the same case comes out as it is. What is wrong with the rest, world_check_image tells
// of the result. Clear it also after a failure.
scree_status adapt_image(const model *model, const image *im, adapted *out, scree_error *error);
void adapted_clear(adapted *is);

#endif
