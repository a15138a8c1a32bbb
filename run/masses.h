// masses.h - the mass balance of a run: what was there when it began, what streams brought, what removals and open borders took,
// and what is there now.
//
// Each grain counts with the mass that it had when it came or went; fixed grains do not. Sums are exact, so no order of them can
// be seen. What grows or shrinks while it is there stands in the residual.
#ifndef SCREE_RUN_MASSES_H
#define SCREE_RUN_MASSES_H

#include "base/exact_sum.h"
#include "state/image.h"
#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { MASSES_START, MASSES_STREAMED, MASSES_REMOVED, MASSES_LOST, MASSES_PARTS };

typedef struct masses {
    bool on;      // grains can come or go
    double since; // s
    exact_sum sum[MASSES_PARTS];
    int64_t grains[MASSES_PARTS];
} masses;

// Are they counted, in a run of that case, as in one of its stages grains may come or go? Else nobody has to see the grains for
// them.
bool masses_wanted(const model *root);
// From here on: with what a frame of now holds.
void masses_begin(masses *masses, const frame *frame);
// What has come and gone in the last steps.
void masses_pass(masses *masses, const world *world);
// To a state, of which they are no part, and from one. False: out of memory; it has none.
bool masses_stamp(const masses *masses, image *im);
bool masses_load(masses *masses, const image *im);
// An object `mass`, with what a frame of now holds; nothing where grains neither come nor go.
void masses_json(json *json, const masses *masses, const frame *frame);

#endif
