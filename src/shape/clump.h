// clump.h - bodies of several balls: mass properties and principal frame.
//
// Mass and inertia are those of the sum of the balls, where they overlap counted twice, or of a solid that the balls
// stand for (seed 004 (2.13): the ellipsoid of a bean).
#ifndef SCREE_SHAPE_CLUMP_H
#define SCREE_SHAPE_CLUMP_H

#include "base/vec.h"
#include "state/model.h"

// From c->at and c->radius as given: volume, principal inertia, places about the centre of mass in the principal frame.
// `flat`: disks in the plane. Returns the radius of the ball about the centre of mass that holds all.
double clump_from_balls(model_clump *c, bool flat);

// Four balls for an ellipsoid of axes length >= width >= height along x, y, z (seed 004 section 2.2), with its mass
// properties. c->at and c->radius have room for four.
double clump_from_ellipsoid(model_clump *c, double length, double width, double height);

// Do two of the balls overlap? Their numbers in *i and *j.
bool clump_overlaps(const model_clump *c, int *i, int *j);

#endif
