// overlaps.c - random bodies that lie in each other, each fast way against a slow one.
//
// Convex bodies: their distance against the least of all features, their overlap against the gap along every direction
// that can be the shortest way out. Sharp solids: which corners are inside the other and how deep, against solid angles
// and all triangles.
#include "verify/shapes/pairs.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- convex bodies --------------------------------------------------------------------------------------------------

typedef struct convex_sums {
    int apart, overlapping, wrong;
    double distance, depth, along; // largest deviations
} convex_sums;

typedef struct placed {
    const block *b;
    convex h;
    v3 turned[BLOCK_TURNED];
    q4 turn;
} placed;

static void place(placed *body, const block *block, q4 turn)
{
    body->b = block;
    body->turn = turn;
    convex_turn(&block->form, turn, body->turned);
    body->h = convex_of(&block->form, body->turned, 0);
}

// How far the point is from a face of the body, which is shifted.
static double of_face(const placed *body, int32_t face, v3 p, v3 shift)
{
    return to_face(p, body->b, face, body->h.vertex, shift, body->turn);
}

static void ends_of_edge(const placed *body, int32_t edge, v3 shift, v3 out[2])
{
    const int32_t *end = body->b->form.edge[edge].vertex;
    out[0] = v3_add(body->h.vertex[end[0]], shift);
    out[1] = v3_add(body->h.vertex[end[1]], shift);
}

static double slow_distance(const placed *first, const placed *second, v3 offset)
{
    const convex_form *form = &first->b->form;
    const convex_form *convex = &second->b->form;
    const v3 here = {0, 0, 0};
    double least = INFINITY;
    for (int32_t i = 0; i < form->vertices; i++)
        for (int32_t j = 0; j < convex->faces; j++)
            least = fmin(least, of_face(second, j, first->h.vertex[i], offset));
    for (int32_t i = 0; i < convex->vertices; i++)
        for (int32_t j = 0; j < form->faces; j++)
            least = fmin(least, of_face(first, j, v3_add(second->h.vertex[i], offset), here));
    for (int32_t i = 0; i < form->edges; i++)
        for (int32_t j = 0; j < convex->edges; j++) {
            v3 a[2];
            v3 b[2];
            ends_of_edge(first, i, here, a);
            ends_of_edge(second, j, offset, b);
            least = fmin(least, slow_segments(a[0], a[1], b[0], b[1]));
        }
    return least;
}

static double slow_gap(const placed *first, const placed *second, v3 offset, v3 n)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (int32_t i = 0; i < first->b->form.vertices; i++)
        high = fmax(high, v3_dot(n, first->h.vertex[i]));
    for (int32_t i = 0; i < second->b->form.vertices; i++)
        low = fmin(low, v3_dot(n, second->h.vertex[i]));
    return low + v3_dot(n, offset) - high;
}

// Along all normals of both, and all common perpendiculars of two edges: the largest gap.
static double slow_overlap(const placed *first, const placed *second, v3 offset)
{
    const convex_form *form = &first->b->form;
    const convex_form *convex = &second->b->form;
    const v3 here = {0, 0, 0};
    double most = -INFINITY;
    for (int32_t i = 0; i < form->faces; i++) {
        const v3 n = q4_rotate(first->turn, form->normal[i]);
        most = fmax(most, slow_gap(first, second, offset, n));
    }
    for (int32_t i = 0; i < convex->faces; i++) {
        const v3 n = q4_rotate(second->turn, convex->normal[i]);
        most = fmax(most, slow_gap(first, second, offset, v3_scale(-1, n)));
    }
    for (int32_t i = 0; i < form->edges; i++)
        for (int32_t j = 0; j < convex->edges; j++) {
            v3 a[2];
            v3 b[2];
            ends_of_edge(first, i, here, a);
            ends_of_edge(second, j, here, b);
            const v3 normal = v3_cross(v3_sub(a[1], a[0]), v3_sub(b[1], b[0]));
            if (!(v3_dot(normal, normal) > 1e-10))
                continue;
            const v3 n = v3_unit(normal);
            most = fmax(most, slow_gap(first, second, offset, n));
            most = fmax(most, slow_gap(first, second, offset, v3_scale(-1, n)));
        }
    return most;
}

static void check_convex(rng *random, const block *box, const block *block, void *into)
{
    convex_sums *sums = into;
    placed first;
    placed second;
    convex_nearest near;
    place(&first, box, turn_any(random));
    place(&second, block, turn_any(random));
    double away = rng_range(random, 0, 2.6);
    v3 offset = v3_scale(away, rng_direction(random));
    if (convex_distance(&first.h, &second.h, offset, INFINITY, &near) == CONVEX_APART) {
        double got = v3_norm(near.apart);
        sums->apart++;
        sums->distance = fmax(sums->distance, fabs(got - slow_distance(&first, &second, offset)));
        sums->wrong += !(got > 0);
        return;
    }
    convex_way way = convex_overlap(&first.h, &second.h, offset);
    double gap = slow_overlap(&first, &second, offset);
    sums->overlapping++;
    sums->depth = fmax(sums->depth, fabs(way.gap - gap));
    sums->along = fmax(sums->along, fabs(way.gap - slow_gap(&first, &second, offset, way.axis)));
    sums->wrong += gap > rounding;
}

static void convex_bodies(verify *verify)
{
    convex_sums sums = {0};
    claim claim;
    if (!claim_begin(&claim, verify, "every feature, every axis", "pairs of convex bodies") ||
        !with_polyhedra(&claim, 43, check_convex, &sums))
        return;
    claim_at_least(&claim, "pairs apart", sums.apart, PAIRS / 10);
    claim_at_least(&claim, "pairs that overlap", sums.overlapping, PAIRS / 10);
    claim_at_most(&claim, "pairs on the wrong side", sums.wrong, 0);
    claim_at_most(&claim, "deviation of distances", sums.distance, rounding);
    claim_at_most(&claim, "deviation of depths", sums.depth, rounding);
    claim_at_most(&claim, "depth along its own axis", sums.along, rounding);
}

// --- convex bodies near the first touch -----------------------------------------------------------------------------

typedef struct polygon_sums {
    int touching, without;
    double weight, deepest; // largest deviations
} polygon_sums;

// Bodies moved together to depths of up to a few hundredths, their contact polygons: one weight in all, and what is
// deepest no less deep than the pair where the cores, thickened, are apart.
static void check_polygons(rng *random, const block *box, const block *block, void *into)
{
    polygon_sums *sums = into;
    placed first;
    placed second;
    convex_nearest near;
    touch item[TOUCH_MOST];
    convex_memory memory = {.axis = {0, 0, 0}};
    touch_list list = {.item = item, .room = TOUCH_MOST};
    double weight = 0;
    double deepest = 0;
    place(&first, box, turn_any(random));
    place(&second, block, turn_any(random));
    first.h.radius = rng_range(random, 0.02, 0.2);
    second.h.radius = rng_range(random, 0.02, 0.2);
    double away = rng_range(random, 2.2, 3);
    const double both = first.h.radius + second.h.radius;
    const double depth = both * rng_range(random, 0, 0.9);
    v3 offset = v3_scale(away, rng_direction(random));
    if (convex_distance(&first.h, &second.h, offset, INFINITY, &near) != CONVEX_APART)
        return;
    const double wanted = (both - depth) / v3_norm(near.apart);
    offset = v3_fma(offset, wanted - 1, near.apart);
    convex_touches(&first.h, &second.h, offset, 0, &memory, &list);
    sums->touching += list.count > 0;
    sums->without += (list.count == 0 && depth > rounding) || list.count > TOUCH_MOST;
    for (int i = 0; i < list.count && i < TOUCH_MOST; i++) {
        weight += item[i].weight;
        deepest = fmax(deepest, -item[i].gap);
    }
    if (!list.count)
        return;
    sums->weight = fmax(sums->weight, fabs(weight - 1));
    sums->deepest = fmax(sums->deepest, fabs(deepest - depth));
}

static void contact_polygons(verify *verify)
{
    polygon_sums sums = {0};
    claim claim;
    if (!claim_begin(&claim, verify, "sum of shares, set depth",
                     "pairs of convex bodies, polygons") ||
        !with_polyhedra(&claim, 44, check_polygons, &sums))
        return;
    claim_at_least(&claim, "pairs that touch", sums.touching, PAIRS / 10);
    claim_at_most(&claim, "overlaps without a contact", sums.without, 0);
    claim_at_most(&claim, "deviation of the sum of weights", sums.weight, rounding);
    claim_at_most(&claim, "deviation of the greatest depth", sums.deepest, 1e-9);
}

// --- sharp solids ---------------------------------------------------------------------------------------------------

typedef struct corner_sums {
    int corners, wrong, touching;
    double deviation;
} corner_sums;

// One solid whose corners are looked for in the other.
typedef struct corner_check {
    const sharp *of, *in;
    const sharp_pose *pose;
    bool first; // `of` is the first of the pose
} corner_check;

// What the contacts say of a corner; NULL: nothing.
static const touch *touch_of(const corner_check *check, int32_t corner, const touch *item,
                             int count)
{
    const int64_t wanted = check->first ? TOUCH_VERTEX_FACE : TOUCH_FACE_VERTEX;
    for (int n = 0; n < count; n++) {
        const int64_t key = item[n].feature;
        const int64_t kind = key >> 60;
        const int64_t vertex = check->first ? key >> 30 & 0x3fffffff : key & 0x3fffffff;
        if (kind == wanted && vertex == corner)
            return &item[n];
    }
    return NULL;
}

// A corner of the one in the axes of the other.
static v3 corner_inside(const corner_check *check, int32_t corner)
{
    const sharp_pose *pose = check->pose;
    const q4 to_space = check->first ? pose->turn_a : pose->turn_b;
    const q4 from_space = q4_conjugate(check->first ? pose->turn_b : pose->turn_a);
    const v3 shift = v3_scale(check->first ? -1 : 1, pose->offset);
    const v3 turned = q4_rotate(to_space, check->of->vertex[corner]);
    return q4_rotate(from_space, v3_add(turned, shift));
}

static double depth_inside(const sharp *in, v3 p)
{
    double depth = INFINITY;
    for (int32_t k = 0; k < in->triangles; k++) {
        const int32_t *w = in->triangle[k];
        const v3 corner[3] = {in->vertex[w[0]], in->vertex[w[1]], in->vertex[w[2]]};
        depth = fmin(depth, slow_point_triangle(p, corner));
    }
    return depth;
}

// Corners of one solid in the other by the slow way, and what the contacts say of them.
static void check_corners(corner_check check, const touch *item, int count, corner_sums *sums)
{
    const sharp *in = check.in;
    const int32_t(*triangle)[3] = (const int32_t(*)[3])in->triangle;
    for (int32_t i = 0; i < check.of->corners; i++) {
        const int32_t corner = check.of->corner[i];
        const v3 p = corner_inside(&check, corner);
        const touch *touch = touch_of(&check, corner, item, count);
        if (!slow_inside(in->vertex, triangle, in->triangles, p)) {
            sums->wrong += touch != NULL;
            continue;
        }
        const double depth = depth_inside(in, p);
        sums->corners++;
        sums->wrong += !touch && depth > rounding;
        if (touch)
            sums->deviation = fmax(sums->deviation, fabs(-touch->gap - depth));
    }
}

static bool any_sharp(rng *random, sharp *sharp, scree_error *error)
{
    lump lump;
    lump_any(random, 3, 5, 0.4, &lump);
    return sharp_make(&(sharp_surface){.vertex = lump.vertex,
                                       .vertices = lump.vertices,
                                       .triangle = (const int32_t(*)[3])lump.triangle,
                                       .triangles = lump.triangles},
                      "lump", sharp, error) == SCREE_OK;
}

static void sharp_solids(verify *verify)
{
    corner_sums sums = {0};
    rng random = rng_make(45, 0);
    claim claim;
    if (!claim_begin(&claim, verify, "solid angle, all triangles", "pairs of solids"))
        return;
    for (int n = 0; n < PAIRS / PLACES; n++) {
        sharp one;
        sharp other;
        scree_error error;
        bool first = any_sharp(&random, &one, &error),
             second = first && any_sharp(&random, &other, &error);
        for (int k = 0; second && k < PLACES; k++) {
            touch item[TOUCH_MOST];
            touch_list list = {.item = item, .room = TOUCH_MOST};
            sharp_pose pose = {.turn_a = turn_any(&random), .turn_b = turn_any(&random)};
            double away = rng_range(&random, 0.8, 1.9);
            pose.offset = v3_scale(away, rng_direction(&random));
            sharp_touches(&one, &other, &pose, 0, 0.3, &list);
            int count = list.count < TOUCH_MOST ? list.count : TOUCH_MOST;
            sums.touching += count > 0;
            check_corners((corner_check){&one, &other, &pose, true}, item, count, &sums);
            check_corners((corner_check){&other, &one, &pose, false}, item, count, &sums);
        }
        if (second)
            sharp_clear(&other);
        if (first)
            sharp_clear(&one);
        if (!second) {
            claim_broken(&claim, &error);
            return;
        }
    }
    claim_at_least(&claim, "pairs that touch", sums.touching, PAIRS / 10);
    claim_at_least(&claim, "corners in the other", sums.corners, PAIRS / 10);
    claim_at_most(&claim, "corners missing or too many", sums.wrong, 0);
    claim_at_most(&claim, "deviation of depths", sums.deviation, rounding);
}

void verify_shape_overlaps(verify *verify)
{
    convex_bodies(verify);
    contact_polygons(verify);
    sharp_solids(verify);
}
