// outline_inside.h - corners of an outline that have got into another one, in the plane.
//
// Features (sphero.h) push cores apart to the side where they are. So a corner that the solver by impulses has pressed
// in by more than both roundings would be pushed on through. Of closed outlines it is known which side is out.
#ifndef SCREE_COLLIDE_OUTLINE_INSIDE_H
#define SCREE_COLLIDE_OUTLINE_INSIDE_H

#include "collide/sphero.h"

// Does the core enclose an area?
bool outline_is_closed(const sphero *body);
// Is a place, seen from where its vertices are, in the area that a closed core encloses?
bool outline_holds(const sphero *body, v3 at);
// The nearest place on the core; the number of its edge.
int32_t outline_nearest(const sphero *body, v3 at, v3 *place);

// For the contacts of two outlines, item[first] and on of `list`: those of a corner in the core of the other are
// replaced by one, back over the nearest edge, with the depth in the core and both roundings as overlap. Where a corner
// comes in both are the same.
void outlines_push_out(const sphero *a, const sphero *b, v3 offset, int first, touch_list *list);

#endif
