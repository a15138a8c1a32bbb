// ray.c - see ray.h.
#include "shape/ray.h"

#include "base/mathlib.h"

static const ray_stretch missed = {INFINITY, -INFINITY};

// Between two planes across an axis.
static ray_stretch between(double from, double along, double low, double high)
{
    const ray_stretch all = {-INFINITY, INFINITY};
    if (along == 0)
        return from >= low && from <= high ? all : missed;
    const double first = (low - from) / along;
    const double second = (high - from) / along;
    return (ray_stretch){real_min(first, second), real_max(first, second)};
}

static ray_stretch common(ray_stretch first, ray_stretch second)
{
    return (ray_stretch){real_max(first.in, second.in), real_min(first.out, second.out)};
}

ray_stretch ray_in_box(const ray *ray, v3 low, v3 high)
{
    const ray_stretch x = between(ray->from.x, ray->along.x, low.x, high.x);
    const ray_stretch y = between(ray->from.y, ray->along.y, low.y, high.y);
    const ray_stretch z = between(ray->from.z, ray->along.z, low.z, high.z);
    return common(common(x, y), z);
}

// Of the points where a way is within a distance of the line or point from which `off` leads to the nearest place of the ray,
// `way` being the way to that place and `pace` how fast the distance grows with the way from there.
static ray_stretch around(double way, double pace, v3 off, double radius)
{
    const double square = radius * radius - v3_dot(off, off);
    if (!(square >= 0))
        return missed;
    const double half = sqrt(square) / pace;
    return (ray_stretch){way - half, way + half};
}

ray_stretch ray_in_ball(const ray *ray, v3 centre, double radius)
{
    const v3 to = v3_sub(centre, ray->from);
    const double way = v3_dot(to, ray->along);
    return around(way, 1, v3_fma(to, -way, ray->along), radius);
}

ray_stretch ray_in_tube(const ray *ray, v3 first, v3 last, double radius)
{
    const v3 axis = v3_unit(v3_sub(last, first));
    const v3 from = v3_sub(ray->from, first);
    const double rise = v3_dot(ray->along, axis);
    const double height = v3_dot(from, axis);
    const v3 across = v3_fma(ray->along, -rise, axis);
    const v3 off = v3_fma(from, -height, axis);
    const double pace = v3_norm(across);
    const ray_stretch along = between(height, rise, 0, v3_distance(last, first));
    if (!(pace > 0))
        return v3_dot(off, off) <= radius * radius ? along : missed;
    const double way = -v3_dot(off, across) / (pace * pace);
    return common(along, around(way, pace, v3_fma(off, way, across), radius));
}

// Moeller and Trumbore 1997, "Fast, minimum storage ray/triangle intersection".
double ray_to_triangle(const ray *ray, const v3 corner[3])
{
    const double beside = 1e-12;
    const v3 first = v3_sub(corner[1], corner[0]);
    const v3 second = v3_sub(corner[2], corner[0]);
    const v3 across = v3_cross(ray->along, second);
    const double turn = v3_dot(first, across);
    if (turn == 0)
        return INFINITY;
    const v3 from = v3_sub(ray->from, corner[0]);
    const double share = v3_dot(from, across) / turn;
    const v3 lever = v3_cross(from, first);
    const double other = v3_dot(ray->along, lever) / turn;
    if (!(share >= -beside && other >= -beside && share + other <= 1 + beside))
        return INFINITY;
    const double way = v3_dot(second, lever) / turn;
    return way >= 0 ? way : INFINITY;
}

double ray_first(ray_stretch stretch)
{
    if (!(stretch.in <= stretch.out) || !(stretch.out >= 0))
        return INFINITY;
    return real_max(stretch.in, 0);
}
