// builders.h - solids by name, as the corners of their convex hull, about the origin.
#ifndef SCREE_SHAPE_BUILDERS_H
#define SCREE_SHAPE_BUILDERS_H

#include "base/vec.h"

#include <stdint.h>

enum { BUILD_SIDES_MOST = 1000, BUILD_CORNERS_MOST = 2 * BUILD_SIDES_MOST };

typedef enum platonic {
    TETRAHEDRON,
    CUBE,
    OCTAHEDRON,
    DODECAHEDRON,
    ICOSAHEDRON,
    PLATONICS
} platonic;
extern const char *const platonic_names[PLATONICS];

// Each writes the corners and returns how many there are. Lengths in m, all above zero.
int32_t build_box(v3 sides, v3 corner[8]);
int32_t build_platonic(platonic which, double edge, v3 corner[20]);
// A regular prism along z: `sides` (3 to BUILD_SIDES_MOST) sides, corners at `radius` from the axis.
int32_t build_prism(int sides, double radius, double length, v3 *corner);

#endif
