// sphero.c - contacts of spheropolygons and spheropolyhedra: pairs of features, their nearest points, their lists.
//
// The list of near pairs is made by boxes: features whose box misses the box of the other grain are out at once, on
// both sides, and only what is left is compared.
#include "collide/sphero.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/closest.h"

void sphero_turn(q4 orientation, const v3 *body, int32_t vertices, v3 *space)
{
    for (int32_t i = 0; i < vertices; i++)
        space[i] = q4_rotate(orientation, body[i]);
}

// Nearest points of a vertex and a face of several triangles: the nearest of the triangles, the first of equals.
static v3 closest_on_face(const sphero *body, int32_t face, v3 point)
{
    v3 best = point;
    double least = INFINITY;
    int32_t end = body->face[face + 1];
    for (int32_t triangle = body->face[face]; triangle < end; triangle++) {
        const int32_t *vertex = body->triangle[triangle];
        v3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = body->vertex[vertex[k]];
        v3 nearest = closest_on_triangle(point, corner).place;
        v3 apart = v3_sub(nearest, point);
        double square = v3_dot(apart, apart);
        if (square >= least)
            continue;
        least = square;
        best = nearest;
    }
    return best;
}

static v3 closest_on_edge(const sphero *body, int32_t edge, v3 point)
{
    const int32_t *end = body->edge[edge];
    v3 nearest;
    closest_on_segment(point, body->vertex[end[0]], body->vertex[end[1]], &nearest);
    return nearest;
}

typedef struct nearest {
    v3 on_a, on_b, apart;
} nearest;

// Where the cores of two features come nearest, seen from a.
static nearest closest_of_edges(const sphero *a, const sphero *b, v3 offset, sphero_pair pair)
{
    const int32_t *end_a = a->edge[pair.of_a];
    const int32_t *end_b = b->edge[pair.of_b];
    v3 b0 = v3_add(b->vertex[end_b[0]], offset);
    v3 b1 = v3_add(b->vertex[end_b[1]], offset);
    segment_pair near = closest_of_segments(a->vertex[end_a[0]], a->vertex[end_a[1]], b0, b1);
    return (nearest){
        .on_a = near.on_a,
        .on_b = near.on_b,
        .apart = near.apart,
    };
}

static inline nearest closest_of_pair(const sphero *a, const sphero *b, v3 offset, sphero_pair pair)
{
    v3 place;
    v3 other;
    switch (pair.kind) {
    case TOUCH_VERTEX_EDGE:
        place = a->vertex[pair.of_a];
        other = closest_on_edge(b, pair.of_b, v3_sub(place, offset));
        other = v3_add(other, offset);
        break;
    case TOUCH_VERTEX_FACE:
        place = a->vertex[pair.of_a];
        other = closest_on_face(b, pair.of_b, v3_sub(place, offset));
        other = v3_add(other, offset);
        break;
    case TOUCH_EDGE_VERTEX:
        other = v3_add(b->vertex[pair.of_b], offset);
        place = closest_on_edge(a, pair.of_a, other);
        break;
    case TOUCH_FACE_VERTEX:
        other = v3_add(b->vertex[pair.of_b], offset);
        place = closest_on_face(a, pair.of_a, other);
        break;
    default:
        return closest_of_edges(a, b, offset, pair);
    }
    return (nearest){
        .on_a = place,
        .on_b = other,
        .apart = v3_sub(other, place),
    };
}

// True where a point is certainly further from a segment than the square root of `square`: without a division or a
// branch, and by more than rounding takes, so that no contact is missed.
static inline bool beyond(v3 point, v3 from, v3 to, double square)
{
    v3 arm = v3_sub(point, from);
    v3 u = v3_sub(to, from);
    double uu = v3_dot(u, u);
    double arm_along = v3_dot(arm, u);
    double along = real_max(0, real_min(arm_along, uu));
    v3 apart = v3_sub(v3_scale(uu, arm), v3_scale(along, u)); // times uu
    double rounding = 1e-13 * v3_dot(arm, arm);
    double limit = square * (1 + 1e-9) + rounding;
    return v3_dot(apart, apart) > uu * uu * limit;
}

static inline bool out_of_reach(const sphero *a, const sphero *b, v3 offset, sphero_pair pair,
                                double square)
{
    if (pair.kind == TOUCH_VERTEX_EDGE) {
        const int32_t *end = b->edge[pair.of_b];
        v3 point = v3_sub(a->vertex[pair.of_a], offset);
        return beyond(point, b->vertex[end[0]], b->vertex[end[1]], square);
    }
    if (pair.kind == TOUCH_EDGE_VERTEX) {
        const int32_t *end = a->edge[pair.of_a];
        v3 point = v3_add(b->vertex[pair.of_b], offset);
        return beyond(point, a->vertex[end[0]], a->vertex[end[1]], square);
    }
    return false;
}

bool sphero_beyond(const sphero *a, const sphero *b, v3 offset, sphero_pair pair, double distance)
{
    return out_of_reach(a, b, offset, pair, distance * distance);
}

double sphero_apart(const sphero *a, const sphero *b, v3 offset, sphero_pair pair)
{
    return (1 - 1e-6) * v3_norm(closest_of_pair(a, b, offset, pair).apart);
}

void sphero_touches(const sphero *a, const sphero *b, v3 offset, const sphero_list *near,
                    double reach, touch_list *list)
{
    double limit = a->radius + b->radius + reach;
    double limit2 = limit * limit;
    double far = limit + near->moved;
    for (int i = 0; i < near->pairs; i++) {
        sphero_pair pair = near->pair[i];
        if ((double)pair.apart > far)
            continue; // most of a list
        if (out_of_reach(a, b, offset, pair, limit2))
            continue;
        nearest places = closest_of_pair(a, b, offset, pair);
        if (!(v3_dot(places.apart, places.apart) < limit2))
            continue;
        touch_ends ends = {places.on_a, places.on_b, places.apart, a->radius, b->radius};
        int64_t feature = touch_feature(pair.kind, pair.of_a, pair.of_b);
        touch_between(&ends, reach, feature, list);
    }
}

// ---- lists of near pairs

typedef struct box {
    v3 low, high;
} box;

static box box_of(v3 point)
{
    return (box){point, point};
}
static box box_with(box box, v3 point)
{
    box.low = v3_min(box.low, point);
    box.high = v3_max(box.high, point);
    return box;
}
static bool boxes_near(box a, box b, double margin)
{
    return a.low.x - b.high.x <= margin && b.low.x - a.high.x <= margin &&
           a.low.y - b.high.y <= margin && b.low.y - a.high.y <= margin &&
           a.low.z - b.high.z <= margin && b.low.z - a.high.z <= margin;
}

typedef enum feature_kind { VERTEX, EDGE, FACE } feature_kind;

static int32_t features(const sphero *body, feature_kind kind)
{
    if (kind == VERTEX)
        return body->vertices;
    return kind == EDGE ? body->edges : body->faces;
}

static box feature_box(const sphero *body, feature_kind kind, int32_t i, v3 offset)
{
    const v3 *vertex = body->vertex;
    if (kind == VERTEX)
        return box_of(v3_add(vertex[i], offset));
    if (kind == EDGE) {
        const int32_t *end = body->edge[i];
        v3 from = v3_add(vertex[end[0]], offset);
        v3 to = v3_add(vertex[end[1]], offset);
        return box_with(box_of(from), to);
    }
    int32_t first = body->face[i];
    int32_t end = body->face[i + 1];
    int32_t start = body->triangle[first][0];
    box box = box_of(v3_add(vertex[start], offset));
    for (int32_t triangle = first; triangle < end; triangle++) {
        const int32_t *corner = body->triangle[triangle];
        for (int k = 0; k < 3; k++)
            box = box_with(box, v3_add(vertex[corner[k]], offset));
    }
    return box;
}

static box body_box(const sphero *body, v3 offset)
{
    box box = box_of(v3_add(body->vertex[0], offset));
    for (int32_t i = 1; i < body->vertices; i++)
        box = box_with(box, v3_add(body->vertex[i], offset));
    return box;
}

typedef struct near_search {
    const sphero *a, *b;
    v3 offset;
    double margin, limit; // of boxes, of squared distances
    box whole_a, whole_b;
    sphero_pair *pair;
    int room, found;
} near_search;

// Features of b whose boxes come near the box of a, with their boxes.
enum { SHORT = 128 };
typedef struct short_list {
    int32_t count, at[SHORT];
    box of[SHORT];
} short_list;

// Fills `list` from feature `from` on; the first that found no room, or the number of all features.
static int32_t shorten(const near_search *search, feature_kind kind, int32_t from, short_list *list)
{
    int32_t count = features(search->b, kind);
    int32_t j = from;
    for (list->count = 0; j < count && list->count < SHORT; j++) {
        box of_j = feature_box(search->b, kind, j, search->offset);
        if (!boxes_near(of_j, search->whole_a, search->margin))
            continue;
        list->of[list->count] = of_j;
        list->at[list->count++] = j;
    }
    return j;
}

static void add_near_to(near_search *search, touch_kind kind, int32_t i, box of_i,
                        const short_list *list)
{
    for (int32_t number = 0; number < list->count; number++) {
        if (!boxes_near(of_i, list->of[number], search->margin))
            continue;
        sphero_pair pair = {.kind = kind, .of_a = i, .of_b = list->at[number]};
        v3 apart = closest_of_pair(search->a, search->b, search->offset, pair).apart;
        double square = v3_dot(apart, apart);
        if (!(square < search->limit))
            continue;
        pair.apart = (float)((1 - 1e-6) * sqrt(square));
        if (search->found < search->room)
            search->pair[search->found] = pair;
        search->found++;
    }
}

static void add_near(near_search *search, touch_kind kind, feature_kind of_a, feature_kind of_b)
{
    const v3 origin = {0, 0, 0};
    int32_t count_a = features(search->a, of_a);
    int32_t count_b = features(search->b, of_b);
    short_list first;
    short_list more;
    int32_t rest = shorten(search, of_b, 0, &first);
    if (first.count == 0)
        return;
    for (int32_t i = 0; i < count_a; i++) {
        box of_i = feature_box(search->a, of_a, i, origin);
        if (!boxes_near(of_i, search->whole_b, search->margin))
            continue;
        add_near_to(search, kind, i, of_i, &first);
        for (int32_t next = rest; next < count_b;) { // grains of very many features
            next = shorten(search, of_b, next, &more);
            add_near_to(search, kind, i, of_i, &more);
        }
    }
}

int sphero_near(const sphero *a, const sphero *b, v3 offset, bool flat, double margin,
                sphero_room out)
{
    double distance = a->radius + b->radius + margin;
    near_search search = {
        .a = a,
        .b = b,
        .offset = offset,
        .margin = distance,
        .limit = distance * distance,
        .pair = out.pair,
        .room = out.room,
    };
    const v3 origin = {0, 0, 0};
    search.whole_a = body_box(a, origin);
    search.whole_b = body_box(b, offset);
    if (!boxes_near(search.whole_a, search.whole_b, distance))
        return 0;
    if (flat) {
        add_near(&search, TOUCH_VERTEX_EDGE, VERTEX, EDGE);
        add_near(&search, TOUCH_EDGE_VERTEX, EDGE, VERTEX);
    } else {
        add_near(&search, TOUCH_VERTEX_FACE, VERTEX, FACE);
        add_near(&search, TOUCH_FACE_VERTEX, FACE, VERTEX);
        add_near(&search, TOUCH_EDGE_EDGE, EDGE, EDGE);
    }
    return search.found;
}
