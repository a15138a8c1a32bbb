// regions_plane.h - the box of a region between planes that has no end.
#ifndef SCREE_SCENE_REGIONS_PLANE_H
#define SCREE_SCENE_REGIONS_PLANE_H

#include "scene/region.h"

// The box of what lies in the domain between the plane through a point and one so far along the normal of the region.
// Where the normal lies along an axis, that box is the region and its volume exact.
void region_cut(const region_given *given, v3 point, double thickness, region *out);

#endif
