// closest.c - nearest points of points, segments and triangles.
//
// A triangle is looked at edge by edge: a point whose foot is on the inner side of all three edges is nearest to the
// foot, every other to the nearest of the edges it is beyond. That needs no division before the region is known and
// holds for slivers. Segments: the feet of the common perpendicular by determinants over |u x v|^2, which keep their
// digits where the usual a c - b^2 loses them; clamped as in C. Ericson, Real-Time Collision Detection (2005), 5.1.9.
#include "collide/closest.h"

#include "base/mathlib.h"

static double clamp_share(double share)
{
    if (!(share > 0))
        return 0;
    return share < 1 ? share : 1;
}

// Of the edge k, which goes on to the corner `next`.
static int region_of(double share, int k, int next)
{
    if (share <= 0)
        return REGION_CORNER + k;
    return share >= 1 ? REGION_CORNER + next : REGION_EDGE + k;
}

// The nearest of the three edges, of those only that `beyond` marks.
static triangle_point closest_on_edges(v3 point, const v3 corner[3], const bool beyond[3])
{
    triangle_point best = {.place = corner[0]};
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        if (!beyond[k])
            continue;
        int next = (k + 1) % 3;
        v3 place;
        double share = closest_on_segment(point, corner[k], corner[next], &place);
        v3 apart = v3_sub(point, place);
        double square = v3_dot(apart, apart);
        if (square >= least)
            continue;
        least = square;
        best.place = place;
        best.share[k] = 1 - share;
        best.share[next] = share;
        best.share[(k + 2) % 3] = 0;
        best.region = region_of(share, k, next);
    }
    return best;
}

static inline v3 twice_area(const v3 corner[3])
{
    v3 u = v3_sub(corner[1], corner[0]);
    v3 w = v3_sub(corner[2], corner[0]);
    return v3_cross(u, w);
}

triangle_point closest_on_triangle(v3 point, const v3 corner[3])
{
    v3 area = twice_area(corner);
    double square = v3_dot(area, area);
    double part[3];
    bool beyond[3] = {true, true, true};
    bool outside = !(square > 0);
    if (!outside) {
        for (int k = 0; k < 3; k++) {
            int opposite = (k + 2) % 3;
            v3 along = v3_sub(corner[(k + 1) % 3], corner[k]);
            v3 to_point = v3_sub(point, corner[k]);
            part[opposite] = v3_dot(v3_cross(along, to_point), area);
            beyond[k] = !(part[opposite] >= 0);
            outside = outside || beyond[k];
        }
    }
    if (outside)
        return closest_on_edges(point, corner, beyond);
    triangle_point foot = {.region = REGION_FACE};
    double sum = (part[0] + part[1]) + part[2];
    for (int k = 0; k < 3; k++)
        foot.share[k] = part[k] / sum;
    double height = v3_dot(v3_sub(point, corner[0]), area) / square;
    foot.place = v3_fma(point, -height, area);
    return foot;
}

// ---- two segments

typedef struct segments {
    v3 a0, u, b0, v;
    double uu, vv;
} segments;

static v3 place_a(const segments *segments, double s)
{
    return v3_fma(segments->a0, s, segments->u);
}
static v3 place_b(const segments *segments, double t)
{
    return v3_fma(segments->b0, t, segments->v);
}
static double along_a(const segments *segments, v3 point)
{
    v3 apart = v3_sub(point, segments->a0);
    return v3_dot(apart, segments->u) / segments->uu;
}
static double along_b(const segments *segments, v3 point)
{
    v3 apart = v3_sub(point, segments->b0);
    return v3_dot(apart, segments->v) / segments->vv;
}
static double foot_on_a(const segments *segments, v3 point)
{
    return clamp_share(along_a(segments, point));
}
static double foot_on_b(const segments *segments, v3 point)
{
    return clamp_share(along_b(segments, point));
}

static segment_pair pair_at(const segments *segments, double s, double t)
{
    segment_pair pair = {
        .share_a = s,
        .share_b = t,
        .on_a = place_a(segments, s),
        .on_b = place_b(segments, t),
    };
    pair.apart = v3_sub(pair.on_b, pair.on_a);
    return pair;
}

// Feet of the common perpendicular of the two lines; u x v is not zero.
static void feet_of_lines(const segments *segments, v3 normal, double square, double *s, double *t)
{
    v3 w = v3_sub(segments->b0, segments->a0);
    *s = v3_dot(v3_cross(w, segments->v), normal) / square;
    *t = v3_dot(v3_cross(w, segments->u), normal) / square;
}

static segment_pair closest_crossing(const segments *segments, v3 normal, double square)
{
    double s;
    double t;
    feet_of_lines(segments, normal, square, &s, &t);
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
        return pair_at(segments, s, t);
    s = clamp_share(s);
    t = along_b(segments, place_a(segments, s));
    if (t < 0 || t > 1) {
        t = clamp_share(t);
        s = foot_on_a(segments, place_b(segments, t));
    }
    return pair_at(segments, s, t);
}

static void take_nearer(const segments *segments, double s, double t, segment_pair *best,
                        double *least)
{
    segment_pair pair = pair_at(segments, s, t);
    double square = v3_dot(pair.apart, pair.apart);
    if (square < *least) {
        *least = square;
        *best = pair;
    }
}

// The middle of the stretch of a beside b; false where there is none.
static bool middle_beside(const segments *segments, double *s, double *t)
{
    double from = along_a(segments, segments->b0);
    double to = along_a(segments, v3_add(segments->b0, segments->v));
    double low = real_max(0, real_min(from, to));
    double high = real_min(1, real_max(from, to));
    if (!(low < high))
        return false;
    *s = 0.5 * (low + high);
    *t = foot_on_b(segments, place_a(segments, *s));
    return true;
}

// Nearly parallel: the shortest difference is one of five, and the points are blended.
static segment_pair closest_beside(const segments *segments, v3 normal, double square)
{
    segment_pair best = {.share_a = 0};
    double least = INFINITY;
    double s;
    double t;
    if (square > 0) {
        feet_of_lines(segments, normal, square, &s, &t);
        bool within = s > 0 && s < 1 && t > 0 && t < 1;
        if (within)
            take_nearer(segments, s, t, &best, &least);
    }
    for (int end = 0; end < 2; end++) {
        t = foot_on_b(segments, place_a(segments, end));
        take_nearer(segments, end, t, &best, &least);
    }
    for (int end = 0; end < 2; end++) {
        s = foot_on_a(segments, place_b(segments, end));
        take_nearer(segments, s, end, &best, &least);
    }
    if (!middle_beside(segments, &s, &t))
        return best;
    double sine = square / (segments->uu * segments->vv);
    double range = CROSSING_ABOVE - PARALLEL_BELOW;
    double exact = clamp_share((sine - PARALLEL_BELOW) / range);
    v3 apart = best.apart;
    double blended_s = s + exact * (best.share_a - s);
    double blended_t = t + exact * (best.share_b - t);
    best = pair_at(segments, blended_s, blended_t);
    best.apart = apart;
    return best;
}

segment_pair closest_of_segments(v3 a0, v3 a1, v3 b0, v3 b1)
{
    segments segments = {
        .a0 = a0,
        .u = v3_sub(a1, a0),
        .b0 = b0,
        .v = v3_sub(b1, b0),
    };
    segments.uu = v3_dot(segments.u, segments.u);
    segments.vv = v3_dot(segments.v, segments.v);
    if (!(segments.vv > 0))
        return pair_at(&segments, segments.uu > 0 ? foot_on_a(&segments, b0) : 0, 0);
    if (!(segments.uu > 0))
        return pair_at(&segments, 0, foot_on_b(&segments, a0));
    v3 normal = v3_cross(segments.u, segments.v);
    double square = v3_dot(normal, normal);
    if (square > CROSSING_ABOVE * (segments.uu * segments.vv))
        return closest_crossing(&segments, normal, square);
    return closest_beside(&segments, normal, square);
}

// ---- segment and triangle

// Does the segment cut the triangle's plane inside the triangle?
static bool cut(v3 p, v3 q, const v3 corner[3], double *share)
{
    v3 area = twice_area(corner);
    v3 along = v3_sub(q, p);
    double from = v3_dot(v3_sub(p, corner[0]), area);
    double to = v3_dot(v3_sub(q, corner[0]), area);
    bool before = from > 0 && to > 0;
    bool behind = from < 0 && to < 0;
    if (before || behind || from == to)
        return false;
    int sign = from > to ? -1 : 1;
    for (int k = 0; k < 3; k++) {
        v3 a = v3_sub(corner[k], p);
        v3 b = v3_sub(corner[(k + 1) % 3], p);
        v3 across = v3_cross(a, b);
        if (sign * v3_dot(along, across) < 0)
            return false;
    }
    *share = clamp_share(from / (from - to));
    return true;
}

segment_triangle closest_segment_triangle(v3 from, v3 to, const v3 corner[3])
{
    segment_triangle best = {.on_segment = from};
    if (cut(from, to, corner, &best.share)) {
        best.cuts = true;
        best.on_segment = best.on_triangle = v3_fma(from, best.share, v3_sub(to, from));
        return best;
    }
    double least = INFINITY;
    for (int end = 0; end < 2; end++) {
        v3 place = end ? to : from;
        v3 foot = closest_on_triangle(place, corner).place;
        v3 apart = v3_sub(foot, place);
        if (v3_dot(apart, apart) >= least)
            continue;
        least = v3_dot(apart, apart);
        best = (segment_triangle){.on_segment = place, .on_triangle = foot, .share = end};
    }
    for (int k = 0; k < 3; k++) {
        segment_pair pair = closest_of_segments(from, to, corner[k], corner[(k + 1) % 3]);
        double square = v3_dot(pair.apart, pair.apart);
        if (square >= least)
            continue;
        least = square;
        best = (segment_triangle){
            .on_segment = pair.on_a,
            .on_triangle = pair.on_b,
            .share = pair.share_a,
        };
    }
    return best;
}
