// solid_cross.c - pairs of triangles of a closed surface that have a point in common besides the vertices they share.
//
// Two triangles meet where a side of one meets the other (O. Devillers and P. Guigue, Faster triangle-triangle
// intersection tests, INRIA RR-4488 (2002), for the orientation predicates). Those that share a vertex are tested by
// the sides opposite to it; those that share an edge meet only when folded onto each other. A predicate smaller than
// its rounding error counts as zero, and zero as a touch, so that what is closer than the numbers can tell is found too
// (error bounds: J. R. Shewchuk, Discrete Comput. Geom. 18 (1997) 305). Flat neighbourhoods are all zeros in space:
// there the shadows on a coordinate plane decide.
#include "shape/mesh_stages.h"
#include "shape/solid_stages.h"

#include "base/corners.h"
#include "base/mathlib.h"

#define UNIT 0x1p-53
#define BOUND_2 ((3 + 16 * UNIT) * UNIT)
#define BOUND_3 ((7 + 56 * UNIT) * UNIT)

static int sign_beyond(double value, double bound)
{
    return value > bound ? 1 : value < -bound ? -1 : 0;
}

typedef struct shadow {
    double x, y;
} shadow;

static int turn_2(shadow a, shadow b, shadow c)
{
    const double left = (a.x - c.x) * (b.y - c.y);
    const double right = (a.y - c.y) * (b.x - c.x);
    return sign_beyond(left - right, BOUND_2 * (fabs(left) + fabs(right)));
}

// The side of the plane a b c on which d lies.
static int side_3(v3 a, v3 b, v3 c, v3 d)
{
    const v3 point = v3_sub(a, d);
    const v3 q = v3_sub(b, d);
    const v3 r = v3_sub(c, d);
    const double qr = q.x * r.y;
    const double rq = r.x * q.y;
    const double rp = r.x * point.y;
    const double pr = point.x * r.y;
    const double pq = point.x * q.y;
    const double qp = q.x * point.y;
    const double value = point.z * (qr - rq) + q.z * (rp - pr) + r.z * (pq - qp);
    const double size_p = (fabs(qr) + fabs(rq)) * fabs(point.z);
    const double size_q = (fabs(rp) + fabs(pr)) * fabs(q.z);
    const double size_r = (fabs(pq) + fabs(qp)) * fabs(r.z);
    const double size = size_p + size_q + size_r;
    return sign_beyond(value, BOUND_3 * size);
}

static shadow shadow_of(v3 point, int axis)
{
    return axis == 0   ? (shadow){point.y, point.z}
           : axis == 1 ? (shadow){point.z, point.x}
                       : (shadow){point.x, point.y};
}

static bool all_on_one_side(int s, int t, int u)
{
    return s && s == t && (u == s);
}

// Are the shadows of the segment a b and of the triangle apart? Of two convex shapes that are, a side of one parts
// them.
// The axis along which a triangle throws its largest shadow.
static int axis_of_shadow(const v3 corner[3])
{
    const v3 normal = v3_triangle(corner[0], corner[1], corner[2]);
    const double x = fabs(normal.x);
    const double y = fabs(normal.y);
    const double z = fabs(normal.z);
    if (x >= y && x >= z)
        return 0;
    return y >= z ? 1 : 2;
}

static bool shadows_apart(v3 a, v3 b, const v3 corner[3])
{
    const int axis = axis_of_shadow(corner);
    const shadow p = shadow_of(a, axis);
    const shadow q = shadow_of(b, axis);
    shadow c[3];
    for (int k = 0; k < 3; k++)
        c[k] = shadow_of(corner[k], axis);
    const int turn = turn_2(c[0], c[1], c[2]);
    for (int k = 0; turn && k < 3; k++) {
        const shadow from = c[k];
        const shadow to = c[(k + 1) % 3];
        const int side_p = turn_2(from, to, p);
        const int side_q = turn_2(from, to, q);
        if (all_on_one_side(side_p, side_q, -turn))
            return true;
    }
    const int first = turn_2(p, q, c[0]);
    const int second = turn_2(p, q, c[1]);
    const int third = turn_2(p, q, c[2]);
    return all_on_one_side(first, second, third);
}

// Do the segment a b and the triangle, with their borders, have a point in common?
static bool segment_meets(v3 a, v3 b, const v3 corner[3])
{
    const int sa = side_3(corner[0], corner[1], corner[2], a);
    const int sb = side_3(corner[0], corner[1], corner[2], b);
    if ((sa && sa == sb) || shadows_apart(a, b, corner))
        return false;
    if (!sa && !sb)
        return true;
    bool left = false, right = false;
    for (int k = 0; k < 3; k++) {
        const int s = side_3(a, b, corner[k], corner[(k + 1) % 3]);
        left |= s > 0;
        right |= s < 0;
    }
    return !(left && right);
}

typedef struct pair {
    const mesh *m;
    int32_t t, u;
    v3 p[3], q[3];
    int shared;             // vertices
    int first[3], other[3]; // their corners in t and in u
} pair;

static pair pair_of(const mesh *mesh, int32_t triangle, int32_t other)
{
    pair pair = {.m = mesh, .t = triangle, .u = other};
    for (int k = 0; k < 3; k++) {
        pair.p[k] = mesh->vertex[mesh->triangle[triangle].vertex[k]];
        pair.q[k] = mesh->vertex[mesh->triangle[other].vertex[k]];
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (mesh->triangle[triangle].vertex[i] != mesh->triangle[other].vertex[j])
                continue;
            pair.first[pair.shared] = i;
            pair.other[pair.shared++] = j;
        }
    }
    return pair;
}

// Neighbours over an edge: folded when they lie in one plane on the same side of the edge.
static bool is_folded(const pair *pair)
{
    const v3 a = pair->p[pair->first[0]];
    const v3 b = pair->p[pair->first[1]];
    const v3 c = pair->p[3 - pair->first[0] - pair->first[1]];
    const v3 d = pair->q[3 - pair->other[0] - pair->other[1]];
    const v3 e = v3_unit(v3_sub(b, a));
    const v3 ac = v3_sub(c, a);
    const v3 ad = v3_sub(d, a);
    return !side_3(a, b, c, d) && v3_dot(v3_cross(e, ac), v3_cross(e, ad)) > 0;
}

static bool do_meet(const pair *pair)
{
    if (pair->shared >= 3)
        return true;
    if (pair->shared == 2)
        return is_folded(pair);
    if (pair->shared == 1) {
        const int i = pair->first[0];
        const int j = pair->other[0];
        const v3 *p = pair->p;
        const v3 *q = pair->q;
        return segment_meets(p[(i + 1) % 3], p[(i + 2) % 3], q) ||
               segment_meets(q[(j + 1) % 3], q[(j + 2) % 3], p);
    }
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        if (segment_meets(pair->p[k], pair->p[next], pair->q))
            return true;
        if (segment_meets(pair->q[k], pair->q[next], pair->p))
            return true;
    }
    return false;
}

// ---- the tree against itself

typedef struct crosser {
    const mesh *mesh;
    solid_report *report;
} crosser;

static bool boxes_apart(v3 low, v3 high, v3 low_2, v3 high_2)
{
    return v3_below(high_2, low) || v3_below(high, low_2);
}

static void box_of(const v3 corner[3], v3 *low, v3 *high)
{
    *low = corner[0];
    *high = corner[0];
    for (int k = 1; k < 3; k++) {
        *low = v3_min(*low, corner[k]);
        *high = v3_max(*high, corner[k]);
    }
}

// Where the side a b passes through the plane of the triangle, if it does.
static bool passage(v3 a, v3 b, const v3 corner[3], v3 *at)
{
    const v3 normal = v3_triangle(corner[0], corner[1], corner[2]);
    const double p = v3_dot(normal, v3_sub(a, corner[0]));
    const double q = v3_dot(normal, v3_sub(b, corner[0]));
    if (!(p != q && (p > 0) != (q > 0)) || !segment_meets(a, b, corner))
        return false;
    *at = v3_fma(a, p / (p - q), v3_sub(b, a));
    return true;
}

// The mean of the places where sides pass through the other triangle; of triangles in one plane, the middle of what
// their boxes share.
static v3 place_of(const pair *pair, v3 low, v3 high)
{
    v3 sum = v3_make(0, 0, 0);
    v3 at;
    int count = 0;
    for (int k = 0; pair->shared < 2 && k < 6; k++) {
        const v3 *side = k < 3 ? pair->p : pair->q;
        const v3 *other = k < 3 ? pair->q : pair->p;
        if (!passage(side[k % 3], side[(k + 1) % 3], other, &at))
            continue;
        sum = v3_add(sum, at);
        count++;
    }
    return count ? v3_scale(1.0 / count, sum) : v3_scale(0.5, v3_add(low, high));
}

static void test_pair(crosser *crosser, int32_t triangle, int32_t other)
{
    v3 low[2];
    v3 high[2];
    const pair pair = pair_of(crosser->mesh, triangle < other ? triangle : other,
                              triangle < other ? other : triangle);
    box_of(pair.p, &low[0], &high[0]);
    box_of(pair.q, &low[1], &high[1]);
    if (boxes_apart(low[0], high[0], low[1], high[1]) || !do_meet(&pair))
        return;
    crosser->report->crossings++;
    const v3 from = v3_max(low[0], low[1]);
    const v3 to = v3_min(high[0], high[1]);
    const v3 at = place_of(&pair, from, to);
    solid_add_spot(crosser->report, SOLID_CROSSING, at, at, 2);
}

// Recursion is as deep as the tree, twice.
static void cross_nodes(crosser *crosser, int32_t one, int32_t other)
{
    const mesh_node *node = &crosser->mesh->node[one];
    const mesh_node *mesh_node = &crosser->mesh->node[other];
    if (crosser->report->crossings >= SOLID_CROSSINGS_MOST ||
        boxes_apart(node->low, node->high, mesh_node->low, mesh_node->high))
        return;
    if (node->count && mesh_node->count) {
        for (int32_t i = 0; i < node->count; i++) {
            for (int32_t j = 0; j < mesh_node->count; j++) {
                test_pair(crosser, crosser->mesh->order[node->first + i],
                          crosser->mesh->order[mesh_node->first + j]);
            }
        }
    } else if (!node->count) {
        cross_nodes(crosser, one + 1, other);
        cross_nodes(crosser, node->right, other);
    } else {
        cross_nodes(crosser, one, other + 1);
        cross_nodes(crosser, one, mesh_node->right);
    }
}

static void cross_within(crosser *crosser, int32_t one)
{
    const mesh_node *node = &crosser->mesh->node[one];
    if (node->count) {
        for (int32_t i = 0; i < node->count; i++) {
            for (int32_t j = i + 1; j < node->count; j++) {
                test_pair(crosser, crosser->mesh->order[node->first + i],
                          crosser->mesh->order[node->first + j]);
            }
        }
        return;
    }
    cross_within(crosser, one + 1);
    cross_within(crosser, node->right);
    cross_nodes(crosser, one + 1, node->right);
}

void solid_find_crossings(const mesh *mesh, solid_report *report)
{
    crosser crosser = {mesh, report};
    cross_within(&crosser, 0);
}
