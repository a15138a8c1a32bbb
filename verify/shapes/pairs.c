// pairs.c - contacts of random pairs of shaped grains, each fast way against a slow one.
//
// Features: which pairs touch and how deep, against the distance of every vertex from every face (in the plane: edge)
// and of every edge from every edge. Bodies that lie in each other are in overlaps.c.
#include "verify/shapes/pairs.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR_MOST = 2048 };

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

typedef struct segment {
    v3 from, to;
} segment;

static segment edge_of_a(const feature_check *check, int32_t edge)
{
    const int32_t *end = check->a->edge[edge];
    const v3 *vertex = check->a->vertex;
    return (segment){vertex[end[0]], vertex[end[1]]};
}

static segment edge_of_b(const feature_check *check, int32_t edge)
{
    const int32_t *end = check->b->edge[edge];
    return (segment){of_b(check, end[0]), of_b(check, end[1])};
}

static void check_flat(feature_check *check)
{
    for (int32_t i = 0; i < check->a->vertices; i++)
        for (int32_t j = 0; j < check->b->edges; j++) {
            const segment edge = edge_of_b(check, j);
            const double gap = slow_point_segment(check->a->vertex[i], edge.from, edge.to);
            check_feature(check, TOUCH_VERTEX_EDGE, i, j, gap);
        }
    for (int32_t i = 0; i < check->a->edges; i++)
        for (int32_t j = 0; j < check->b->vertices; j++) {
            const segment edge = edge_of_a(check, i);
            const double gap = slow_point_segment(of_b(check, j), edge.from, edge.to);
            check_feature(check, TOUCH_EDGE_VERTEX, i, j, gap);
        }
}

double to_face(v3 p, const block *block, int32_t face, const v3 *vertex, v3 shift, q4 turn)
{
    const convex_form *form = &block->form;
    const int32_t start = form->face_start[face];
    const int32_t corners = form->face_start[face + 1] - start;
    v3 corner[CONVEX_FACE_MOST];
    for (int k = 0; k < corners; k++) {
        const int32_t number = form->face_vertex[start + k];
        corner[k] = v3_add(vertex[number], shift);
    }
    return slow_point_face(p, corner, corners, q4_rotate(turn, form->normal[face]));
}

static double of_edges(const feature_check *check, int32_t i, int32_t j)
{
    const segment first = edge_of_a(check, i);
    const segment second = edge_of_b(check, j);
    return slow_segments(first.from, first.to, second.from, second.to);
}

static void check_solid(feature_check *check, const block *box, q4 turn_x, const block *block,
                        q4 turn_y)
{
    const v3 here = {0, 0, 0};
    const v3 *vertex_of_a = check->a->vertex;
    const v3 *vertex_of_b = check->b->vertex;
    for (int32_t i = 0; i < check->a->vertices; i++)
        for (int32_t j = 0; j < check->b->faces; j++) {
            const v3 p = vertex_of_a[i];
            const double gap = to_face(p, block, j, vertex_of_b, check->offset, turn_y);
            check_feature(check, TOUCH_VERTEX_FACE, i, j, gap);
        }
    for (int32_t i = 0; i < check->a->faces; i++)
        for (int32_t j = 0; j < check->b->vertices; j++) {
            const v3 p = of_b(check, j);
            const double gap = to_face(p, box, i, vertex_of_a, here, turn_x);
            check_feature(check, TOUCH_FACE_VERTEX, i, j, gap);
        }
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
    int pairs = sphero_near(check->a, check->b, check->offset, flat, margin,
                            (sphero_room){near, NEAR_MOST});
    sphero_touches(check->a, check->b, check->offset,
                   &(sphero_list){near, pairs < NEAR_MOST ? pairs : NEAR_MOST, 0}, 0, &list);
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
    const bool closed = rng_below(random, 2);
    const int32_t least = closed ? 3 : 1;
    outline->vertices = least + (int32_t)rng_below(random, 6);
    const bool point = outline->vertices == 1;
    outline->edges = closed || point ? outline->vertices : outline->vertices - 1;
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

bool with_polyhedra(const claim *claim, uint64_t seed, polyhedra_check *check, void *sums)
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

void verify_shape_pairs(verify *verify)
{
    outlines(verify);
    spheropolyhedra(verify);
}
