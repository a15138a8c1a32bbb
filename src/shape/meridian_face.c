// meridian_face.c - how large a surface of revolution looks from far away; see primitive_face.
//
// A face of area A and normal n shows A max(0, n.d) along the unit vector d. At the angle phi about the axis the normal
// of the line is (m_rho cos phi, m_rho sin phi, m_z), so with p = m_rho |d - (d.k) k|, q = m_z d.k, for the axis k, the
// whole round shows
//
//   s (r0 + r1)/2 * integral of max(0, p cos phi + q) = s (r0 + r1) (p sin w + q w),  w = acos(-q/p), 0 to pi
//
// for a line of length s from radius r0 to r1; each end shows pi r^2 |d.k| on its side.
#include "shape/meridian.h"

#include "base/constants.h"
#include "base/mathlib.h"

// What the line shows to one side. A disk has no line: its face is that of its end.
static double line_shows(const meridian *wall, double axial, double lateral)
{
    const double rise = wall->radius[1] - wall->radius[0];
    const double length = 2 * wall->half;
    const double slant = sqrt(rise * rise + length * length);
    const double p = lateral * length / slant;
    const double q = -axial * rise / slant;
    const double bounded = real_max(-1, real_min(1, p > 0 ? -q / p : (q > 0 ? -1 : 1)));
    const double widest = real_acos(bounded);
    const double sine = sqrt(1 - bounded * bounded);
    return slant * (wall->radius[0] + wall->radius[1]) * (p * sine + q * widest);
}

static double ends_show(const meridian *wall, double axial)
{
    const double radius = axial > 0 ? wall->radius[1] : wall->radius[0];
    return PI * radius * radius * fabs(axial);
}

// In the plane: from the lowest to the highest point across the direction.
static double width_across(const meridian *wall, v3 along)
{
    const v3 across = v3_make(-along.y, along.x, 0);
    const double axial = v3_dot(wall->axis, across);
    const double lateral = sqrt(real_max(0, 1 - axial * axial));
    const double to = wall->half * axial;
    const double high = real_max(wall->radius[1] * lateral + to, wall->radius[0] * lateral - to);
    const double low = real_max(wall->radius[1] * lateral - to, wall->radius[0] * lateral + to);
    return high + low;
}

double meridian_face(const primitive *primitive, v3 along, bool flat)
{
    const meridian *wall = (const meridian *)primitive;
    const double axial = v3_dot(wall->axis, along);
    const double lateral = v3_norm(v3_fma(along, -axial, wall->axis));
    const bool open = wall->make == MERIDIAN_SHEET && wall->half > 0;
    if (flat)
        return open && !(lateral > 1e-9) ? 0 : width_across(wall, along);
    if (!(wall->half > 0))
        return ends_show(wall, fabs(axial));
    const double front = line_shows(wall, axial, lateral);
    if (open)
        return real_max(front, line_shows(wall, -axial, lateral));
    return front + ends_show(wall, axial);
}
