// dense_beginnings.h - where the balls of a dense packing begin: at random places, in each other, but not deep in far larger
// ones.
//
// What a ball has within it when it begins must be pushed out through all its surroundings: a wave that needs more rounds the
// larger the ball is. So the largest are drawn first, and a place in a ball more than four times as large is drawn again; so
// is one that overlaps another ball, of those more than four times as large as the smallest. Where no ball is that much
// larger than another, each keeps its first place.
#ifndef SCREE_SCENE_DENSE_BEGINNINGS_H
#define SCREE_SCENE_DENSE_BEGINNINGS_H

#include "scene/mixture.h"
#include "scene/packing.h"
#include "scene/relaxation.h"

typedef struct dense_beginning {
    uint64_t key; // of the place, along Morton's curve
    int64_t grain;
    v3 at; // m
} dense_beginning;

typedef struct dense_beginnings {
    const packing_job *job;
    const packing_room *room;
    const relaxation
        *relaxation; // the axes of the box, and the balls that are there, whose sizes are set
    v3 low, high;    // m, of the box
    double gap;      // m
    int64_t count;
    const mixture_grain *grain;
    dense_beginning *begin; // `count` that are drawn, in the order of their keys
} dense_beginnings;

typedef enum dense_drawn { DENSE_DRAWN, DENSE_NO_PLACE, DENSE_NO_MEMORY } dense_drawn;

dense_drawn dense_beginnings_draw(dense_beginnings *is);

#endif
