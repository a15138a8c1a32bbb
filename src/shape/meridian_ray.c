// meridian_ray.c - where a ray meets a surface of revolution: a quadratic equation for the turned line, planes for the ends.
//
// With z the height of a place on the axis and rho its distance from it, the line is rho = m + k z. On the ray both
// rho^2 = |p|^2 - z^2 and z are known in the way t, and rho^2 = (m + k z)^2 is A t^2 + 2 B t + C = 0; of its roots those count that lie
// between the ends and have m + k z above zero (the other half of the double cone has it below).
#include "shape/meridian.h"

#include "base/mathlib.h"

#include <math.h>

typedef struct meridian_look {
    const meridian *of;
    const ray *ray;
    primitive_hit *hit; // the first so far
    bool found;
} meridian_look;

static void take(meridian_look *look, double way, v3 normal)
{
    if (!(way >= 0) || (look->found && !(way < look->hit->way)))
        return;
    *look->hit = (primitive_hit){way, normal};
    look->found = true;
}

static void meet_line(meridian_look *look, double way, double middle, double slope)
{
    const meridian *of = look->of;
    const v3 at = ray_at(look->ray, way);
    const double height = v3_dot(at, of->axis);
    if (!(fabs(height) <= of->half) || !(middle + slope * height >= 0))
        return;
    const v3 out = v3_unit(v3_fma(at, -height, of->axis));
    take(look, way, v3_unit(v3_fma(out, -slope, of->axis)));
}

static void meet_side(meridian_look *look)
{
    const meridian *of = look->of;
    const ray *ray = look->ray;
    const double slope = (of->radius[1] - of->radius[0]) / (2 * of->half);
    const double middle = 0.5 * (of->radius[0] + of->radius[1]);
    const double rise = v3_dot(ray->along, of->axis);
    const double height = v3_dot(ray->from, of->axis);
    const v3 along = v3_fma(ray->along, -rise, of->axis);
    const v3 off = v3_fma(ray->from, -height, of->axis);
    const double wide = middle + slope * height;
    const double spread = slope * rise;
    const double square = v3_dot(along, along) - spread * spread;
    const double mixed = v3_dot(off, along) - wide * spread;
    const double rest = v3_dot(off, off) - wide * wide;
    const double under = mixed * mixed - square * rest;
    if (!(under >= 0))
        return;
    // Neither root is the difference of two numbers of one size.
    const double sum = -(mixed + (mixed < 0 ? -sqrt(under) : sqrt(under)));
    if (square != 0)
        meet_line(look, sum / square, middle, slope);
    if (sum != 0)
        meet_line(look, rest / sum, middle, slope);
}

// A flat ring across the axis, or a disk.
static void meet_ring(meridian_look *look, double height, double inner, double outer)
{
    const meridian *of = look->of;
    const double rise = v3_dot(look->ray->along, of->axis);
    const double way = (height - v3_dot(look->ray->from, of->axis)) / rise;
    if (rise == 0 || !(way >= 0))
        return;
    const v3 at = ray_at(look->ray, way);
    const double radius = v3_norm(v3_fma(at, -height, of->axis));
    if (radius >= inner && radius <= outer)
        take(look, way, of->axis);
}

bool meridian_ray(const primitive *primitive, const ray *ray, primitive_hit *out)
{
    const meridian *of = (const meridian *)primitive;
    meridian_look look = {.of = of, .ray = ray, .hit = out};
    const double inner = real_min(of->radius[0], of->radius[1]);
    const double outer = real_max(of->radius[0], of->radius[1]);
    if (of->half > 0)
        meet_side(&look);
    else
        meet_ring(&look, 0, inner, outer);
    if (of->half > 0 && of->make != MERIDIAN_SHEET) {
        meet_ring(&look, -of->half, 0, of->radius[0]);
        meet_ring(&look, of->half, 0, of->radius[1]);
    }
    return look.found;
}
