// named_wall.h - walls as probes name them: entries of `walls`, and the boundaries of a domain that are walls, which are
// called domain-x-low, domain-x-high and so on.
#ifndef SCREE_MEASURE_NAMED_WALL_H
#define SCREE_MEASURE_NAMED_WALL_H

#include "measure/probe.h"

// Refuses a name that no wall has.
scree_status named_wall_check(const model *model, const char *name, const char *law,
                              scree_error *error);
// In the frame; NULL where it is not.
const frame_wall *named_wall(const frame *frame, const char *name);
// Of a plane a point and the unit normal, which points to the grains, where the case begins; false: it is none.
bool named_wall_plane(const model *model, const char *name, v3 *normal, v3 *point);

#endif
