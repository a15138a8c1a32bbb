// plate.h - flat plates: the convex hull of points in one plane, with a radius.
//
// The core of a plate is a polygon seen from both sides: two faces with the same corners, the one turned against the
// other. So it is a closed surface as any core is, with the edges of its rim, and holds nothing. Only its radius gives
// it a volume. The two sides are cut into triangles by different diagonals, so that no edge belongs to more than two.
#ifndef SCREE_SHAPE_PLATE_H
#define SCREE_SHAPE_PLATE_H

#include "shape/core.h"

// No other closed surface has two faces.
static inline bool core_is_plate(const model_core *core)
{
    return core->faces == 2;
}

// Whether three points or more lie in one plane, and not on one line, as near as their size allows.
bool plate_is_flat(const v3 *point, int32_t points);

// Whether three points or more lie on one line, as near as their size allows.
bool plate_is_line(const v3 *point, int32_t points);

// Vertices, triangles and faces of the hull of points in one plane. Refused: a radius that is not above 0.
scree_status plate_make(const core_points *given, model_core *core, scree_error *error);

// The sum of the areas of triangles.
double plate_area(const v3 *vertex, const int32_t (*triangle)[3], int32_t triangles);

// In principal axes one coordinate of all corners is 0 but for rounding; it becomes 0.
void plate_flatten(model_core *core);

#endif
