// clump.h - bodies of several balls: mass properties and principal frame, as the model keeps them.
//
// Mass and inertia are those of the union of the balls, of their sum (what they share counted for each), or of a solid
// that the balls stand for (Zhang 1998, (2.13): the ellipsoid of a bean). See shape/mass.h.
#ifndef SCREE_SHAPE_CLUMP_H
#define SCREE_SHAPE_CLUMP_H

#include "shape/mass.h"
#include "state/model.h"

// From clump->at and clump->radius as given: volume, principal inertia, places about the centre of mass in the
// principal frame. `flat`: disks in the plane, whose axes stay. *reach: radius of the ball about the centre of mass
// that holds all.
scree_status clump_from_balls(model_clump *clump, mass_overlap overlap, bool flat, double *reach,
                              scree_error *error);

// clump->level and clump->slope, for those who see the balls alone, from places about the centre of mass and radii.
void clump_weigh(model_clump *clump, bool flat);

// Four balls for an ellipsoid of axes length >= width >= height along x, y, z (Zhang 1998, section 2.2), with its mass
// properties. Where width and height are equal, two of the four would have the same place and push twice: one of them
// is left out. clump->at and clump->radius have room for four.
scree_status clump_from_ellipsoid(model_clump *clump, double length, double width, double height,
                                  double *reach, scree_error *error);

// Balls in a ring about the z axis, their centres on a circle: a torus, whose mass properties it has (volume 2 pi^2 R
// r^2, over which I_z is R^2 + 3/4 r^2 and I_x is R^2 / 2 + 5/8 r^2). clump->at and clump->radius have room for them.
enum { CLUMP_RING_MOST = 1000 };
scree_status clump_from_ring(model_clump *clump, int balls, double radius, double ball_radius,
                             double *reach, scree_error *error);

#endif
