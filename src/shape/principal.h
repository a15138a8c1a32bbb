// principal.h - principal values and axes of a symmetric 3x3 matrix, chosen so that equal bodies get equal axes.
#ifndef SCREE_SHAPE_PRINCIPAL_H
#define SCREE_SHAPE_PRINCIPAL_H

#include "base/vec.h"

// A symmetric matrix; dyads, second moments and inertia are such.
typedef struct sym3 {
    double xx, yy, zz, xy, xz, yz;
} sym3;

static inline sym3 sym3_add(sym3 a, sym3 b)
{
    sym3 r = {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
    return r;
}
static inline sym3 sym3_scale(double factor, sym3 a)
{
    sym3 r = {factor * a.xx, factor * a.yy, factor * a.zz,
              factor * a.xy, factor * a.xz, factor * a.yz};
    return r;
}
// a + factor b
static inline sym3 sym3_fma(sym3 a, double factor, sym3 b)
{
    return sym3_add(a, sym3_scale(factor, b));
}
// (a b^T + b a^T) / 2
static inline sym3 sym3_dyad(v3 a, v3 b)
{
    sym3 r = {a.x * b.x,
              a.y * b.y,
              a.z * b.z,
              0.5 * (a.x * b.y + a.y * b.x),
              0.5 * (a.x * b.z + a.z * b.x),
              0.5 * (a.y * b.z + a.z * b.y)};
    return r;
}
static inline v3 sym3_times(sym3 m, v3 a)
{
    v3 r = {m.xx * a.x + m.xy * a.y + m.xz * a.z, m.xy * a.x + m.yy * a.y + m.yz * a.z,
            m.xz * a.x + m.yz * a.y + m.zz * a.z};
    return r;
}
// tr(C) 1 - C: from second moments to inertia and, halved, back.
static inline sym3 sym3_inertia(sym3 second)
{
    sym3 r = {second.yy + second.zz,
              second.xx + second.zz,
              second.xx + second.yy,
              -second.xy,
              -second.xz,
              -second.yz};
    return r;
}

// The values along three perpendicular axes, and the rotation from those axes to the frame of m: with R = R(*axes),
// m = R diag(*values) R^T. Of all such rotations it is the smallest: a diagonal m keeps its frame, values are not
// sorted, and small changes of m mean small changes of the axes while the rotation is well below 45 degrees. Of
// two that are equally small (turned by 45 degrees) it is that about the axis which points more to -z, then -y, then
// -x.
//
// Values within 1e-11 of the largest are one: they come out equal to the last bit, and their axes, which round-off
// would choose, are again those of the smallest rotation: the identity where all three are equal. w > 0 in *axes.
void principal_axes(sym3 m, v3 *values, q4 *axes);

#endif
