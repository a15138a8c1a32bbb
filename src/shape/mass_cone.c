// mass_cone.c - clipping spherical polygons, and their moments.
//
// With m_k the inward unit normal of the plane of side k, theta_k its length and a_k = (u_{k+1} - u_k) x m_k the
// integral of u along it, Gauss's theorem in the cone over the polygon gives
//   first = sum m_k theta_k / 2,  second = (angle 1 + sum m_k a_k^T) / 3.
// The solid angle is the sum over a fan of triangles (A. van Oosterom and J. Strackee, 1983), without cancellation for
// thin ones.
#include "shape/mass_cone.h"

#include <stdbool.h>

#include "base/mathlib.h"

// What is left of a polygon where u . limit <= 0 (Sutherland and Hodgman; sides are parts of great circles).
static void clip(cone_piece *piece, v3 limit)
{
    int32_t left = 0;
    for (int32_t i = 0; i < piece->count; i++) {
        v3 a = piece->corner[i];
        v3 b = piece->corner[(i + 1) % piece->count];
        double da = v3_dot(a, limit);
        double db = v3_dot(b, limit);
        if (da <= 0)
            piece->spare[left++] = a;
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            const v3 between = v3_fma(v3_scale(fabs(db), a), fabs(da), b);
            piece->spare[left++] = v3_unit(between);
        }
    }
    v3 *swap = piece->corner;
    piece->corner = piece->spare;
    piece->spare = swap;
    piece->count = left < 3 ? 0 : left;
}

void cone_cut(int octant, const v3 *limit, int32_t limits, cone_piece *out)
{
    const double x = octant & 1 ? -1 : 1;
    const double y = octant & 2 ? -1 : 1;
    const double z = octant & 4 ? -1 : 1;
    const bool right_handed = x * y * z > 0;
    const v3 on_y = v3_make(0, y, 0);
    const v3 on_z = v3_make(0, 0, z);
    out->count = 3;
    out->corner[0] = v3_make(x, 0, 0);
    out->corner[1] = right_handed ? on_y : on_z;
    out->corner[2] = right_handed ? on_z : on_y;
    for (int32_t k = 0; k < limits && out->count; k++)
        clip(out, limit[k]);
}

static double triangle_angle(v3 a, v3 b, v3 c)
{
    double volume = v3_dot(a, v3_cross(b, c));
    const double cosines = 1 + v3_dot(a, b) + v3_dot(b, c) + v3_dot(c, a);
    return 2 * real_atan2(volume, cosines);
}

cone_integrals cone_integrate(const cone_piece *piece)
{
    cone_integrals integrals = {0};
    const v3 *corner = piece->corner;
    for (int32_t i = 1; i + 1 < piece->count; i++)
        integrals.angle += triangle_angle(corner[0], corner[i], corner[i + 1]);
    for (int32_t i = 0; i < piece->count; i++) {
        v3 a = piece->corner[i];
        v3 b = piece->corner[(i + 1) % piece->count];
        v3 normal = v3_cross(a, b);
        v3 m = v3_unit(normal);
        double theta = real_atan2(v3_norm(normal), v3_dot(a, b));
        integrals.first = v3_fma(integrals.first, 0.5 * theta, m);
        const v3 across = v3_cross(v3_sub(b, a), m);
        integrals.second = sym3_add(integrals.second, sym3_dyad(m, across));
    }
    integrals.second.xx += integrals.angle;
    integrals.second.yy += integrals.angle;
    integrals.second.zz += integrals.angle;
    integrals.second = sym3_scale(1.0 / 3, integrals.second);
    return integrals;
}
