// vec.h - three-vectors, quaternions (w, x, y, z; body to space) and 3x3 matrices of doubles, by value.
//
// Only + - * / and sqrt, so that every processor gives the same bits.
#ifndef SCREE_BASE_VEC_H
#define SCREE_BASE_VEC_H

#include "base/plain_math.h"

#include <stdint.h>

typedef struct v3 {
    double x, y, z;
} v3;
typedef struct i3 {
    int32_t x, y, z;
} i3; // counts along the axes
typedef struct q4 {
    double w, x, y, z;
} q4; // unit quaternion, rotates body axes into space
typedef struct m3 {
    v3 row[3];
} m3;

static inline v3 v3_make(double x, double y, double z)
{
    v3 r = {x, y, z};
    return r;
}
// Three numbers that stand in a row.
static inline v3 v3_at(const double *number)
{
    return v3_make(number[0], number[1], number[2]);
}
// Along axis 0, 1 or 2.
static inline double v3_component(v3 a, int axis)
{
    if (axis == 0)
        return a.x;
    return axis == 1 ? a.y : a.z;
}
static inline int32_t i3_component(i3 a, int axis)
{
    if (axis == 0)
        return a.x;
    return axis == 1 ? a.y : a.z;
}
static inline v3 v3_add(v3 a, v3 b)
{
    return v3_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline v3 v3_sub(v3 a, v3 b)
{
    return v3_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline v3 v3_scale(double s, v3 a)
{
    return v3_make(s * a.x, s * a.y, s * a.z);
}
static inline v3 v3_fma(v3 a, double s, v3 b)
{
    return v3_make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
static inline double v3_dot(v3 a, v3 b)
{
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
static inline v3 v3_cross(v3 a, v3 b)
{
    return v3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double v3_norm(v3 a)
{
    return sqrt(v3_dot(a, a));
}
static inline double v3_distance(v3 a, v3 b)
{
    return v3_norm(v3_sub(a, b));
}
// The normal of the triangle a b c, as long as twice its area.
static inline v3 v3_triangle(v3 a, v3 b, v3 c)
{
    return v3_cross(v3_sub(b, a), v3_sub(c, a));
}
// The unit vector along a; zero stays zero.
static inline v3 v3_unit(v3 a)
{
    double n = v3_norm(a);
    return n > 0 ? v3_scale(1 / n, a) : a;
}
// Some unit vector perpendicular to the unit vector n.
static inline v3 v3_perpendicular(v3 n)
{
    double ax = fabs(n.x);
    double ay = fabs(n.y);
    double az = fabs(n.z);
    v3 e = ax <= ay && ax <= az ? v3_make(1, 0, 0) : ay <= az ? v3_make(0, 1, 0) : v3_make(0, 0, 1);
    return v3_unit(v3_cross(n, e));
}

static inline q4 q4_identity(void)
{
    q4 r = {1, 0, 0, 0};
    return r;
}
static inline q4 q4_mul(q4 a, q4 b)
{
    q4 r = {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return r;
}
static inline q4 q4_unit(q4 q)
{
    double s = 1 / sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
    q4 r = {s * q.w, s * q.x, s * q.y, s * q.z};
    return r;
}
static inline q4 q4_conjugate(q4 q)
{
    q4 r = {q.w, -q.x, -q.y, -q.z};
    return r;
}
// The vector v of the body frame in space.
static inline v3 q4_rotate(q4 q, v3 v)
{
    v3 u = v3_make(q.x, q.y, q.z);
    v3 t = v3_scale(2, v3_cross(u, v));
    return v3_add(v3_fma(v, q.w, t), v3_cross(u, t));
}

#endif
