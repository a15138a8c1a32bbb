// depth_try.h - is a depth field that of a solid? It must be zero on all faces, above zero a little behind them and below
// zero a little before them, and of many places it must say rightly whether they are in the solid.
#ifndef SCREE_COLLIDE_DEPTH_TRY_H
#define SCREE_COLLIDE_DEPTH_TRY_H

#include "collide/depths.h"

enum { DEPTH_GROUPS_MOST = 256 };

// Of the faces of the solid the normals are given; what is no farther from a plane than `near`, m, lies on it. A field
// of one group is a convex solid, of which places tell no more than faces.
bool depth_field_is_right(const depth_field *field, const depth_solid *solid, const v3 *normal,
                          double near);

#endif
