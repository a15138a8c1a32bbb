// grain_cores.h - how deep the cores of two grains are in each other, whatever way they meet: for starts, of which no
// step before tells from where they came.
//
// Contacts of features tell how far cores are apart, and nothing once they cross. Of solids, and of closed outlines in
// the plane, this does: around a place that is in both there is a ball in one and a ball in the other, and no shift
// takes the two apart that is shorter than the sum of their radii. The largest sum that is found counts.
#ifndef SCREE_COLLIDE_GRAIN_CORES_H
#define SCREE_COLLIDE_GRAIN_CORES_H

#include "collide/grain.h"

typedef struct cores_overlap {
    // Without roundings, m; -INFINITY: they do not cross; INFINITY: they do where one has no inside, a line or a plate.
    double depth;
    // Of the largest ball in the thinner of the two parts that overlap, m: of a link its bar and not its ring. INFINITY:
    // not known.
    double radius;
} cores_overlap;

// Of a ball the centre is the core.
cores_overlap grain_cores_overlap(const grain_pair *pair);

#endif
