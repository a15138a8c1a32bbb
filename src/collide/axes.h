// axes.h - places of a body in space axes and back, by its three axes in space.
#ifndef SCREE_COLLIDE_AXES_H
#define SCREE_COLLIDE_AXES_H

#include "base/vec.h"

// The axes of a body in space, one a row.
static inline m3 axes_of(q4 orientation)
{
    const v3 x = q4_rotate(orientation, v3_make(1, 0, 0));
    const v3 y = q4_rotate(orientation, v3_make(0, 1, 0));
    const v3 z = q4_rotate(orientation, v3_make(0, 0, 1));
    return (m3){{x, y, z}};
}

static inline v3 axes_to_space(const m3 *axes, v3 vector)
{
    const v3 x = axes->row[0];
    const v3 y = axes->row[1];
    const v3 z = axes->row[2];
    v3 sum;
    sum.x = (x.x * vector.x + y.x * vector.y) + z.x * vector.z;
    sum.y = (x.y * vector.x + y.y * vector.y) + z.y * vector.z;
    sum.z = (x.z * vector.x + y.z * vector.y) + z.z * vector.z;
    return sum;
}

static inline v3 axes_to_body(const m3 *axes, v3 vector)
{
    v3 parts;
    parts.x = v3_dot(axes->row[0], vector);
    parts.y = v3_dot(axes->row[1], vector);
    parts.z = v3_dot(axes->row[2], vector);
    return parts;
}

#endif
