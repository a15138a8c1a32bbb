// plane_walls.h - walls of cases in the plane push in it alone.
#ifndef SCREE_WORLD_PLANE_WALLS_H
#define SCREE_WORLD_PLANE_WALLS_H

#include "shape/primitive.h"
#include "state/model.h"

// Refuses, of a case in two dimensions, a surface whose normal leads out of the plane where grains meet it: it would use up their
// friction across the plane. The place in the error is that within the wall.
scree_status plane_wall_check(const model *model, const choice *surface, const primitive *shape,
                              scree_error *error);

#endif
