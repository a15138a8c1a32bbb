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

static double slow_distance(const placed *first, const placed *second, v3 offset)
{
    const convex_form *form = &first->b->form;
    const convex_form *convex = &second->b->form;
    double least = INFINITY;
    for (int32_t i = 0; i < form->vertices; i++)
        for (int32_t j = 0; j < convex->faces; j++)
            least = fmin(least, to_face(first->h.vertex[i], second->b, j, second->h.vertex, offset,
                                        second->turn));
    for (int32_t i = 0; i < convex->vertices; i++)
        for (int32_t j = 0; j < form->faces; j++)
            least = fmin(least, to_face(v3_add(second->h.vertex[i], offset), first->b, j,
                                        first->h.vertex, v3_make(0, 0, 0), first->turn));
    for (int32_t i = 0; i < form->edges; i++)
        for (int32_t j = 0; j < convex->edges; j++) {
            const int32_t *x = form->edge[i].vertex;
            const int32_t *y = convex->edge[j].vertex;
            least = fmin(least, slow_segments(first->h.vertex[x[0]], first->h.vertex[x[1]],
                                              v3_add(second->h.vertex[y[0]], offset),
                                              v3_add(second->h.vertex[y[1]], offset)));
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
    double most = -INFINITY;
    for (int32_t i = 0; i < form->faces; i++)
        most = fmax(most, slow_gap(first, second, offset, q4_rotate(first->turn, form->normal[i])));
    for (int32_t i = 0; i < convex->faces; i++)
        most = fmax(most, slow_gap(first, second, offset,
                                   v3_scale(-1, q4_rotate(second->turn, convex->normal[i]))));
    for (int32_t i = 0; i < form->edges; i++)
        for (int32_t j = 0; j < convex->edges; j++) {
            const int32_t *x = form->edge[i].vertex;
            const int32_t *y = convex->edge[j].vertex;
            v3 n = v3_cross(v3_sub(first->h.vertex[x[1]], first->h.vertex[x[0]]),
                            v3_sub(second->h.vertex[y[1]], second->h.vertex[y[0]]));
            if (!(v3_dot(n, n) > 1e-10))
                continue;
            n = v3_unit(n);
            most = fmax(most, fmax(slow_gap(first, second, offset, n),
                                   slow_gap(first, second, offset, v3_scale(-1, n))));
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
    double depth = rng_range(random, 0, 0.9) * (first.h.radius + second.h.radius);
    v3 offset = v3_scale(away, rng_direction(random));
    if (convex_distance(&first.h, &second.h, offset, INFINITY, &near) != CONVEX_APART)
        return;
    offset = v3_fma(offset, (first.h.radius + second.h.radius - depth) / v3_norm(near.apart) - 1,
                    near.apart);
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

// Corners of one solid in the other by the slow way, and what the contacts say of them.
static void check_corners(corner_check check, const touch *item, int count, corner_sums *sums)
{
    const sharp *of = check.of;
    const sharp *in = check.in;
    const sharp_pose *pose = check.pose;
    const bool first = check.first;
    q4 to_space = first ? pose->turn_a : pose->turn_b;
    q4 from_space = q4_conjugate(first ? pose->turn_b : pose->turn_a);
    for (int32_t i = 0; i < of->corners; i++) {
        v3 shift = v3_scale(first ? -1 : 1, pose->offset);
        v3 p = q4_rotate(from_space, v3_add(q4_rotate(to_space, of->vertex[of->corner[i]]), shift));
        double depth = INFINITY;
        const touch *touch = NULL;
        for (int n = 0; n < count && !touch; n++) {
            int64_t key = item[n].feature;
            int64_t kind = key >> 60;
            int64_t vertex = first ? key >> 30 & 0x3fffffff : key & 0x3fffffff;
            if (kind == (first ? TOUCH_VERTEX_FACE : TOUCH_FACE_VERTEX) && vertex == of->corner[i])
                touch = &item[n];
        }
        if (!slow_inside(in->vertex, (const int32_t(*)[3])in->triangle, in->triangles, p)) {
            sums->wrong += touch != NULL;
            continue;
        }
        for (int32_t k = 0; k < in->triangles; k++) {
            const int32_t *w = in->triangle[k];
            const v3 corner[3] = {in->vertex[w[0]], in->vertex[w[1]], in->vertex[w[2]]};
            depth = fmin(depth, slow_point_triangle(p, corner));
        }
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
