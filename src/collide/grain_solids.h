// grain_solids.h - two sharp solids as the planes that they must not cross, for the solver by impulses.
//
// That solver sees contacts ahead of touch, and rests in overlaps that are a ten-thousandth of a step's way. So its
// contacts must be there before the touch as they are after it, with the same normal and the same key, and must not come
// and go as two faces that lie on each other tilt by a millionth. The contacts of sharp.h do: a corner has the way out
// to the nearest place of the surface, whatever face that is, and crossed edges count where their normal is within what
// their faces allow, which is on one side of parallel alone.
//
// Corners here meet faces: in overlap those that cut the line from the corner to its anchor (grain_sides.h), the first
// from the anchor, then those that still cut it when the corner has been put on that one; ahead of touch each that the
// corner is before. So a corner in the corner of a room has both faces. Edges meet edges, and fade out beyond what their
// faces allow. What came in behind the anchors has the way out of sharp.h.
#ifndef SCREE_COLLIDE_GRAIN_SOLIDS_H
#define SCREE_COLLIDE_GRAIN_SOLIDS_H

#include "collide/grain.h"

// Contacts of two sharp solids with a gap below `reach`, weighted: of sum 1 where something overlaps, but with
// `weights: sum`.
void grain_solids_touches(const grain_pair *pair, double reach, touch_list *list);

#endif
