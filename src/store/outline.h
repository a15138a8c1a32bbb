// outline.h - the outline of all points of the plane within a radius of a core, as polygons whose corners lie on it.
//
// Arcs are cut into equal parts of at most a forty-eighth of a turn; what a polygon cuts off of a disc is 0.3 % of it.
// One polygon where the outline is one line that does not cross itself. Elsewhere - the radius is larger than a bay of
// the core, a polyline comes back to itself - several that overlap: the polygon of the core, and the outline of every
// edge by itself.
#ifndef SCREE_STORE_OUTLINE_H
#define SCREE_STORE_OUTLINE_H

#include "state/model.h"

enum { OUTLINE_PARTS = 48 }; // of a whole turn

typedef struct outline {
    v3 *point; // z = 0; anticlockwise
    int32_t points;
    int32_t *end; // of each polygon: the place after its last point
    int32_t polygons;
    int64_t point_room, end_room;
} outline;

// Of a core without triangles in the plane z = 0. False: out of memory.
bool outline_make(const model_core *core, outline *out);
void outline_clear(outline *outline);

#endif
