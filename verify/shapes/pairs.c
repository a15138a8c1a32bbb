// pairs.c - contacts of random pairs of shaped grains, each fast way against a slow one.
//
// Features: which pairs touch and how deep, against the distance of every vertex from every face (in the plane: edge)
// and of every edge from every edge. Convex bodies: their distance against the least of the same, their overlap against
// the gap along every direction that can be the shortest way out. Sharp solids: which corners are inside the other and
// how deep, against solid angles and all triangles.
#include "verify/shapes/shapes.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 100000, NEAR_MOST = 2048, TOUCH_MOST = 512 };
static const double rounding = 1e-11; // of bodies of size 1

// --- features -------------------------------------------------------------------------------------------------------

// What the contact list of a pair should hold, feature by feature.
typedef struct feature_check {
    const sphero *a, *b;
    v3 offset;
    const touch *item;
    int count;
    int found, wrong;
    double deviation; // largest of the gaps
} feature_check;

static void check_feature(feature_check *check, touch_kind kind, int32_t i, int32_t j,
                          double distance)
{
    double gap = distance - check->a->radius - check->b->radius;
    const touch *touch = NULL;
    for (int n = 0; n < check->count && !touch; n++)
        if (check->item[n].feature == touch_feature(kind, i, j))
            touch = &check->item[n];
    if (touch) {
        check->found++;
        check->deviation = fmax(check->deviation, fabs(touch->gap - gap));
        if (fabs(v3_norm(touch->normal) - 1) > rounding)
            check->wrong++;
    } else if (gap < -rounding)
        check->wrong++;
}

static v3 of_b(const feature_check *check, int32_t vertex)
{
    return v3_add(check->b->vertex[vertex], check->offset);
}

static void check_flat(feature_check *check)
{
    for (int32_t i = 0; i < check->a->vertices; i++)
        for (int32_t j = 0; j < check->b->edges; j++)
            check_feature(check, TOUCH_VERTEX_EDGE, i, j,
                          slow_point_segment(check->a->vertex[i], of_b(check, check->b->edge[j][0]),
                                             of_b(check, check->b->edge[j][1])));
    for (int32_t i = 0; i < check->a->edges; i++)
        for (int32_t j = 0; j < check->b->vertices; j++)
            check_feature(check, TOUCH_EDGE_VERTEX, i, j,
                          slow_point_segment(of_b(check, j), check->a->vertex[check->a->edge[i][0]],
                                             check->a->vertex[check->a->edge[i][1]]));
}

static double to_face(v3 p, const block *block, int32_t face, const v3 *vertex, v3 shift, q4 turn)
{
    const convex_form *form = &block->form;
    v3 corner[CONVEX_FACE_MOST];
    int corners = form->face_start[face + 1] - form->face_start[face];
    for (int k = 0; k < corners; k++)
        corner[k] = v3_add(vertex[form->face_vertex[form->face_start[face] + k]], shift);
    return slow_point_face(p, corner, corners, q4_rotate(turn, form->normal[face]));
}

static double of_edges(const feature_check *check, int32_t i, int32_t j)
{
    const int32_t *x = check->a->edge[i];
    const int32_t *y = check->b->edge[j];
    return slow_segments(check->a->vertex[x[0]], check->a->vertex[x[1]], of_b(check, y[0]),
                         of_b(check, y[1]));
}

static void check_solid(feature_check *check, const block *box, q4 turn_x, const block *block,
                        q4 turn_y)
{
    for (int32_t i = 0; i < check->a->vertices; i++)
        for (int32_t j = 0; j < check->b->faces; j++)
            check_feature(
                check, TOUCH_VERTEX_FACE, i, j,
                to_face(check->a->vertex[i], block, j, check->b->vertex, check->offset, turn_y));
    for (int32_t i = 0; i < check->a->faces; i++)
        for (int32_t j = 0; j < check->b->vertices; j++)
            check_feature(
                check, TOUCH_FACE_VERTEX, i, j,
                to_face(of_b(check, j), box, i, check->a->vertex, v3_make(0, 0, 0), turn_x));
    for (int32_t i = 0; i < check->a->edges; i++)
        for (int32_t j = 0; j < check->b->edges; j++)
            check_feature(check, TOUCH_EDGE_EDGE, i, j, of_edges(check, i, j));
}

typedef struct feature_sums {
    int touching, wrong, lost;
    double deviation;
} feature_sums;

// The fast way: a list of near features with this margin, then the contacts among them.
static void begin_check(feature_check *check, bool flat, double margin, touch *item,
                        feature_sums *sums)
{
    sphero_pair near[NEAR_MOST];
    touch_list list = {.item = item, .room = TOUCH_MOST};
    int pairs = sphero_near(check->a, check->b, check->offset, flat, margin, near, NEAR_MOST);
    sphero_touches(check->a, check->b, check->offset, near, pairs < NEAR_MOST ? pairs : NEAR_MOST,
                   0, 0, &list);
    check->item = item;
    check->count = list.count < TOUCH_MOST ? list.count : TOUCH_MOST;
    sums->touching += list.count > 0;
    sums->lost += list.lost + (pairs > NEAR_MOST) + (list.count > TOUCH_MOST);
}

static void end_check(const feature_check *check, feature_sums *sums)
{
    sums->wrong += check->wrong + (check->count - check->found);
    sums->deviation = fmax(sums->deviation, check->deviation);
}

static void claim_features(const claim *claim, const feature_sums *sums)
{
    claim_at_least(claim, "pairs that touch", sums->touching, PAIRS / 10);
    claim_at_most(claim, "contacts missing or too many", sums->wrong + sums->lost, 0);
    claim_at_most(claim, "deviation of gaps", sums->deviation, rounding);
}

// A star of up to eight corners around the origin, open or closed, or a lone point.
typedef struct outline {
    v3 vertex[8];
    int32_t edge[8][2], vertices, edges;
} outline;

static void outline_any(rng *random, outline *outline)
{
    bool closed = rng_below(random, 2);
    outline->vertices =
        closed ? 3 + (int32_t)rng_below(random, 6) : 1 + (int32_t)rng_below(random, 6);
    outline->edges = closed || outline->vertices == 1 ? outline->vertices : outline->vertices - 1;
    for (int32_t i = 0; i < outline->vertices; i++) {
        double angle = 2 * PI * i / outline->vertices;
        double reach = rng_range(random, 0.2, 1);
        outline->vertex[i] = v3_make(reach * cos(angle), reach * sin(angle), 0);
        outline->edge[i][0] = i;
        outline->edge[i][1] = (i + 1) % outline->vertices;
    }
}

static void outlines(verify *verify)
{
    touch item[TOUCH_MOST];
    feature_sums sums = {0};
    rng random = rng_make(41, 0);
    claim claim;
    if (!claim_begin(&claim, verify, "every vertex, every edge", "pairs of spheropolygons"))
        return;
    for (int n = 0; n < PAIRS; n++) {
        outline outline[2];
        sphero body[2];
        v3 space[2][8];
        for (int i = 0; i < 2; i++) {
            outline_any(&random, &outline[i]);
            sphero_turn(turn_by(v3_make(0, 0, rng_range(&random, -4, 4))), outline[i].vertex,
                        outline[i].vertices, space[i]);
            body[i] = (sphero){.vertex = space[i],
                               .edge = (const int32_t(*)[2])outline[i].edge,
                               .vertices = outline[i].vertices,
                               .edges = outline[i].edges,
                               .radius = rng_range(&random, 0, 0.3)};
        }
        double x = rng_range(&random, -2, 2);
        double y = rng_range(&random, -2, 2);
        feature_check check = {.a = &body[0], .b = &body[1], .offset = v3_make(x, y, 0)};
        begin_check(&check, true, rng_range(&random, 0, 0.2), item, &sums);
        check_flat(&check);
        end_check(&check, &sums);
    }
    claim_features(&claim, &sums);
}

static sphero block_sphero(const block *block, q4 turn, double radius, v3 *space)
{
    sphero_turn(turn, block->form.vertex, block->form.vertices, space);
    return (sphero){.vertex = space,
                    .edge = (const int32_t(*)[2])block->edge,
                    .triangle = (const int32_t(*)[3])block->triangle,
                    .face = block->face,
                    .vertices = block->form.vertices,
                    .edges = block->form.edges,
                    .faces = block->form.faces,
                    .radius = radius};
}

// --- two polyhedra at a time ----------------------------------------------------------------------------------------

enum { PLACES = 20 }; // of each pair of bodies

typedef void polyhedra_check(rng *random, const block *first, const block *second, void *sums);

// `check` of PAIRS placements of random polyhedra; false when there is no memory for them.
static bool with_polyhedra(const claim *claim, uint64_t seed, polyhedra_check *check, void *sums)
{
    rng random = rng_make(seed, 0);
    for (int n = 0; n < PAIRS / PLACES; n++) {
        block a;
        block b;
        bool first = block_any(&random, &a), second = block_any(&random, &b);
        for (int k = 0; first && second && k < PLACES; k++)
            check(&random, &a, &b, sums);
        if (first)
            block_clear(&a);
        if (second)
            block_clear(&b);
        if (first && second)
            continue;
        scree_error error;
        fail_memory(&error, claim->id);
        claim_broken(claim, &error);
        return false;
    }
    return true;
}

static void check_spheropolyhedra(rng *random, const block *box, const block *block, void *into)
{
    touch item[TOUCH_MOST];
    v3 space[2][BLOCK_VERTICES];
    q4 turn_x = turn_any(random);
    q4 turn_y = turn_any(random);
    double thick_x = rng_range(random, 0, 0.2);
    double thick_y = rng_range(random, 0, 0.2);
    double away = rng_range(random, 0.8, 2.4);
    sphero first = block_sphero(box, turn_x, thick_x, space[0]);
    sphero second = block_sphero(block, turn_y, thick_y, space[1]);
    feature_check check = {
        .a = &first, .b = &second, .offset = v3_scale(away, rng_direction(random))};
    begin_check(&check, false, rng_range(random, 0, 0.2), item, into);
    check_solid(&check, box, turn_x, block, turn_y);
    end_check(&check, into);
}

static void spheropolyhedra(verify *verify)
{
    feature_sums sums = {0};
    claim claim;
    if (claim_begin(&claim, verify, "every vertex, face, edge", "pairs of spheropolyhedra") &&
        with_polyhedra(&claim, 42, check_spheropolyhedra, &sums))
        claim_features(&claim, &sums);
}

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
    return sharp_make(lump.vertex, lump.vertices, (const int32_t(*)[3])lump.triangle,
                      lump.triangles, "lump", sharp, error) == SCREE_OK;
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

void verify_shape_pairs(verify *verify)
{
    outlines(verify);
    spheropolyhedra(verify);
    convex_bodies(verify);
    contact_polygons(verify);
    sharp_solids(verify);
}
