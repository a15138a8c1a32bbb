// parts_of_meshes.h - walls that are parts of one mesh file and stand still to each other are one surface.
#ifndef SCREE_WORLD_PARTS_OF_MESHES_H
#define SCREE_WORLD_PARTS_OF_MESHES_H

#include "shape/primitive.h"
#include "state/model.h"

// Do two walls take different parts of the same file, in the same place, for the same time, by drives that go by time and are
// alike? Then none moves against the other.
bool parts_are_joined(const model_wall *one, const model_wall *other);

// Joins the primitive of wall `number` of a model with the parts beside it.
scree_status parts_join(const model *model, int number, const char *folder, primitive *shape,
                        scree_error *error);

#endif
