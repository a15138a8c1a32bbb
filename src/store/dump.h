// dump.h - one frame as a LIGGGHTS-style text dump, which OVITO, Pizza and LIGGGHTS' own tools read.
#ifndef SCREE_STORE_DUMP_H
#define SCREE_STORE_DUMP_H

#include "base/fail.h"
#include "state/frame.h"
#include "state/model.h"

// Columns: id type x y z vx vy vz fx fy fz radius mass omegax omegay omegaz, in SI, 17 significant digits.
// `type` counts the materials from 1. In cases with grains with corners, whose radius is that of the ball around them,
// quat1 quat2 quat3 quat4 (w, x, y, z) and shape, counted from 1, follow. Along an axis where the domain has no finite
// limit the box is that of the grains.
scree_status store_dump(const char *path, const frame *frame, const model *model,
                        scree_error *error);

// The box that text formats want: the domain where it is finite, else the extent of the grains with their radii.
void store_box(const frame *frame, const model *model, v3 *low, v3 *high);

#endif
