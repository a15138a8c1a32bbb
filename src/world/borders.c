// borders.c - walls at periodic borders. Grains have images, walls stand once; that is the same only for a wall that
// ends before a border by more than a grain reaches, or looks alike from both ends of the period. Any other is refused.
//
// Whether it looks alike is tried: balls on a grid over both border faces must touch it at equal distances and from
// equal directions. Grains with corners touch it up to their radius beyond the border, where it must go on: small balls
// there stand for their corners.
#include "world/internal.h"

#include "base/mathlib.h"

#include <math.h>
#include <stdio.h>

enum {
    CANDIDATES = 512,
    FINE = 96,
    COARSE = 24
}; // at most so many balls along each side of a face

typedef struct looking {
    const moving_wall *wall;
    v3 shift; // of the wall, m
    double radius, reach;
    int most; // balls along a side
    int32_t candidate[CANDIDATES];
} looking;

static bool nearest(looking *l, v3 at, wall_touch *out)
{
    const wall_pose *p = &l->wall->now;
    v3 place = v3_add(p->position, l->shift);
    int n = ball_wall_near(l->wall->shape, place, p->orientation, at, l->radius, l->reach,
                           l->candidate, CANDIDATES);
    if (n > CANDIDATES)
        n = CANDIDATES;
    wall_touch t[WALL_TOUCH_MOST];
    int count = n > 0 ? ball_wall_touches(l->wall->shape, place, p->orientation, at, l->radius,
                                          l->reach, l->candidate, n, t)
                      : 0;
    int best = 0;
    for (int i = 1; i < count; i++)
        if (t[i].gap < t[best].gap)
            best = i;
    if (count > 0)
        *out = t[best];
    return count > 0;
}

static bool alike(looking *l, v3 at, v3 period)
{
    wall_touch here;
    wall_touch there;
    l->shift = v3_make(0, 0, 0);
    bool a = nearest(l, at, &here);
    l->shift =
        v3_scale(-1, period); // the ball stands at the other end; the image of the wall comes to it
    bool b = nearest(l, at, &there);
    if (!a && !b)
        return true;
    if (a && b && here.gap < -0.5 * l->radius && there.gap < -0.5 * l->radius)
        return true; // no grain comes that deep
    return a && b && fabs(here.gap - there.gap) < 0.01 * l->radius &&
           v3_dot(here.normal, there.normal) > 0.99;
}

// How many balls over a side of that length: half a radius apart, as far as `most` goes.
static int count_over(const looking *l, double length)
{
    double n = length / (0.5 * l->radius);
    return n < l->most ? (int)n + 1 : l->most;
}

static bool plane_repeats(looking *l, v3 middle, v3 period)
{
    wall_touch t;
    l->reach = INFINITY;
    return nearest(l, middle, &t) && fabs(v3_dot(t.normal, period)) < 0.01 * l->radius;
}

// The part of the border face in reach of the wall; false where the wall is not in reach of it.
static bool face_of(const world *w, const looking *l, int axis, double low[3], double high[3])
{
    const model *m = w->shared->m;
    const double from[3] = {m->low.x, m->low.y, m->low.z};
    const double to[3] = {m->high.x, m->high.y, m->high.z};
    v3 below;
    v3 above;
    double around = l->radius + l->reach;
    primitive_bounds(l->wall->shape, l->wall->now.position, l->wall->now.orientation, &below,
                     &above);
    const double lower[3] = {below.x, below.y, below.z};
    const double upper[3] = {above.x, above.y, above.z};
    for (int d = 0; d < 3; d++) {
        low[d] = real_max(from[d], lower[d] - around);
        high[d] = real_min(to[d], upper[d] + around);
        if (d != axis && low[d] > high[d])
            return false;
    }
    if (low[axis] > from[axis] && high[axis] < to[axis])
        return false;
    low[axis] = high[axis] = from[axis];
    if (m->dimensions == 2)
        low[2] = high[2] = 0;
    return true;
}

// `beyond`: how far outside of the border faces.
static bool repeats(const world *w, looking *l, int axis, double beyond)
{
    double low[3];
    double high[3];
    double x[3];
    double length = v3_dot(v3_sub(w->shared->m->high, w->shared->m->low),
                           v3_make(axis == 0, axis == 1, axis == 2));
    v3 period = v3_scale(length, v3_make(axis == 0, axis == 1, axis == 2));
    if (!isfinite(primitive_extent(l->wall->shape)))
        return plane_repeats(l, w->shared->m->low, period);
    if (!face_of(w, l, axis, low, high))
        return true;
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    int nu = count_over(l, high[u] - low[u]);
    int nv = count_over(l, high[v] - low[v]);
    x[axis] = low[axis] + beyond;
    for (int i = 0; i < nu * nv; i++) {
        x[u] = low[u] + (high[u] - low[u]) * (0.5 + i % nu) / nu;
        x[v] = low[v] + (high[v] - low[v]) * (0.5 + i / nu) / nv;
        if (!alike(l, v3_make(x[0], x[1], x[2]), period))
            return false;
    }
    return true;
}

// The first axis whose border the wall crosses; -1: none.
static int crossed(const world *w, int wall, double radius, int most)
{
    for (int d = 0; d < 3; d++) {
        looking l = {.wall = &w->shared->wall[wall],
                     .radius = radius,
                     .reach = w->shared->reach_most,
                     .most = most};
        bool periodic = w->shared->m->boundary[d] == BOUNDARY_PERIODIC &&
                        !(d == 2 && w->shared->m->dimensions == 2);
        if (!periodic)
            continue;
        if (!repeats(w, &l, d, 0))
            return d;
        if (!w->shared->wall[wall].faces.surface)
            continue;
        l.radius = 0.25 * radius;
        if (!repeats(w, &l, d, -0.75 * radius) || !repeats(w, &l, d, 0.75 * radius))
            return d;
    }
    return -1;
}

scree_status world_check_border(const world *w, int wall, double radius, const char *where,
                                scree_error *error)
{
    int axis = crossed(w, wall, radius, FINE);
    if (axis < 0)
        return SCREE_OK;
    return fail(
        error, SCREE_BAD_INPUT, where,
        w->shared->wall[wall].faces.surface
            ? "end it at least a grain's radius before the border, let it look alike at both ends "
              "of the "
              "domain and a radius beyond them, or make the axis a wall"
            : "end it at least a grain's radius before the border, let it look alike at both ends "
              "of the "
              "domain, or make the axis a wall",
        "the wall '%.60s' crosses the periodic border along %c, and walls have no periodic images",
        w->shared->wall[wall].name, "xyz"[axis]);
}

scree_status world_check_moving_borders(const world *w, scree_error *error)
{
    double largest = 0;
    char where[80];
    for (const part *p = w->part; p < w->part + w->parts; p++)
        for (int32_t i = 0; i < p->body.count; i++)
            largest = real_max(largest, p->body.position[p->body.now][i].v[3]);
    for (int k = 0; largest > 0 && k < w->shared->walls; k++) {
        int axis = w->shared->wall[k].drive ? crossed(w, k, largest, COARSE) : -1;
        if (axis < 0)
            continue;
        snprintf(where, sizeof where, "time %.9g s, step %lld", world_time(w),
                 (long long)w->shared->step);
        return fail(error, SCREE_DIVERGED, where, "stop its drive before, or make the axis a wall",
                    "the wall '%.60s' comes to the periodic border along %c, and walls have no "
                    "periodic images",
                    w->shared->wall[k].name, "xyz"[axis]);
    }
    return SCREE_OK;
}
