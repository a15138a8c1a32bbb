// convex_pair.c - the contacts of two convex bodies.
//
// Normal n: the direction of the nearest points while the cores are apart, the blended shortest way out of each other
// when they overlap. Each core's supporting face, that which looks most along n (for b against it), is seen along n;
// where the two lie over each other is the contact polygon. The gap is linear over it. Corners of the polygon with gap
// < 0 are the contacts. Their weights are in the ratio of area share times depth, where the area is that of the part in
// overlap; both are taken from the gap on up to which the two attract (touch_list.beyond):
//   - a corner that splits in two shares its area with the new one, an overlap that shrinks to a wedge or a tip gives
//   all
//     weight to the deepest edge or corner: nothing jumps;
//   - crossed edges need no case of their own: the crossing is a corner of the polygon, and the deepest.
// Clipping: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", 1974.
#include "collide/closest.h"
#include "collide/convex.h"

#include "base/mathlib.h"

#include <stddef.h>

enum { CORNERS_MOST = 2 * CONVEX_FACE_MOST + 4 };
#define ON_LINE 1e-10 // of the size: what is no farther outside of a face counts as inside
#define ON_FACE 1e-9  // of the size: what is no farther behind a face lies on it

typedef struct corner {
    double x, y, z; // z: of the polygon that is clipped, along n
    double gap;
    int64_t feature;
    // The line to the next corner: of a slot k of the clipped face k, of slot k of the clipping
    // face -1 - k.
    int32_t line;
} corner;

typedef struct polygon {
    corner corner[CORNERS_MOST];
    int count;
} polygon;

// The two bodies as seen along n, with axes x and y across it.
typedef struct pair {
    const convex *a, *b;
    v3 offset, x, y, normal;
    double reach, radii;
} pair;

// A supporting face: its vertices and the edges to the next. Where there is no face, -1, the vertices themselves.
typedef struct outline {
    const pair *of_pair;
    const convex *of;
    v3 offset;
    const int32_t *vertex, *edge;
    int32_t face, count;
    double sign; // +1 for a, -1 for b
} outline;

// ---- supporting faces

// The face that looks most along `normal`, of those on which the nearest or deepest point of the core lies: on a
// leaning body a face elsewhere may look more along it.
static int32_t most_along(const convex *convex, v3 normal, v3 place, double tolerance)
{
    int32_t best = -1;
    double most = 0;
    for (int32_t face = 0; face < convex->form->faces; face++) {
        double along = v3_dot(normal, convex->normal[face]);
        if (along <= most)
            continue;
        if (v3_dot(convex->normal[face], place) < convex->form->height[face] - tolerance)
            continue;
        most = along;
        best = face;
    }
    return best;
}

static outline supporting_face(const pair *pair, double sign, v3 place)
{
    static const int32_t thin_vertex[2] = {0, 1};
    static const int32_t thin_edge[2] = {0, 0};
    const convex *convex = sign > 0 ? pair->a : pair->b;
    const convex_form *form = convex->form;
    outline outline = {pair,           convex,    sign > 0 ? v3_make(0, 0, 0) : pair->offset,
                       thin_vertex,    thin_edge, -1,
                       form->vertices, sign};
    if (!form->faces)
        return outline;
    v3 way = v3_scale(sign, pair->normal);
    v3 at = v3_sub(place, outline.offset);
    outline.face = most_along(convex, way, at, ON_FACE * v3_norm(v3_sub(at, convex->centre)));
    if (outline.face < 0)
        outline.face = most_along(convex, way, at, INFINITY);
    int32_t first = form->face_start[outline.face];
    outline.vertex = form->face_vertex + first;
    outline.edge = form->face_edge + first;
    outline.count = form->face_start[outline.face + 1] - first;
    return outline;
}

// ---- keys

static int64_t key_of_vertex(const outline *of, int32_t slot, const outline *on)
{
    int32_t vertex = of->vertex[slot];
    int32_t face = on->face < 0 ? 0 : on->face;
    return of->sign > 0 ? touch_feature(TOUCH_VERTEX_FACE, vertex, face)
                        : touch_feature(TOUCH_FACE_VERTEX, face, vertex);
}
static int64_t key_of_edges(const outline *of, int32_t slot, const outline *on, int32_t other)
{
    int32_t edge = of->edge[slot];
    int32_t face = on->edge[other];
    return of->sign > 0 ? touch_feature(TOUCH_EDGE_EDGE, edge, face)
                        : touch_feature(TOUCH_EDGE_EDGE, face, edge);
}

// ---- clipping

static v3 vertex_of(const outline *outline, int32_t slot)
{
    return v3_add(outline->of->vertex[outline->vertex[slot]], outline->offset);
}

static corner corner_of(const outline *outline, int32_t slot, int64_t feature)
{
    const pair *pair = outline->of_pair;
    v3 place = vertex_of(outline, slot);
    return (corner){v3_dot(place, pair->x),
                    v3_dot(place, pair->y),
                    v3_dot(place, pair->normal),
                    0,
                    feature,
                    slot};
}

static void copy_polygon(const polygon *from, polygon *to)
{
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        to->corner[i] = from->corner[i];
}

static corner between(const corner *from, const corner *to, double d, double e)
{
    double share = d / (d - e);
    corner corner = *from;
    corner.x = from->x + share * (to->x - from->x);
    corner.y = from->y + share * (to->y - from->y);
    corner.z = from->z + share * (to->z - from->z);
    corner.gap = from->gap + share * (to->gap - from->gap);
    return corner;
}

// The key of the place where the line of p meets the line of slot k of the clipping face.
static int64_t key_of_crossing(const corner *corner, int32_t k, const outline *of,
                               const outline *on)
{
    if (corner->line >= 0)
        return key_of_edges(of, corner->line, on, k);
    int32_t other = -1 - corner->line;
    return key_of_vertex(on, k == (other + 1) % on->count ? k : other, of);
}

// Keeps the part of *in where outside >= 0, and corners where it is no lower than -margin.
static void clip(const polygon *in, const double *outside, double margin, int32_t k,
                 const outline *of, const outline *on, polygon *out)
{
    out->count = 0;
    for (int i = 0; i < in->count; i++) {
        int next = i + 1 < in->count ? i + 1 : 0;
        const corner *from = &in->corner[i];
        const corner *to = &in->corner[next];
        bool here = outside[i] >= -margin, there = outside[next] >= -margin;
        if (here)
            out->corner[out->count++] = *from;
        if (here == there)
            continue;
        if ((here ? outside[i] : outside[next]) <= 0) { // the corner on the line is the crossing
            if (here && on)
                out->corner[out->count - 1].line = -1 - k;
            continue;
        }
        corner corner = between(from, to, outside[i], outside[next]);
        if (on) {
            corner.feature = key_of_crossing(from, k, of, on);
            corner.line = here ? -1 - k : from->line;
        }
        out->corner[out->count++] = corner;
    }
    if (in->count == 2 && out->count == 3)
        out->count = 2; // there and back along a segment
}

// A side of the clipping face as seen along n.
typedef struct side {
    double x, y, ex, ey; // from where it goes how far
} side;

// Signed distances of the corners from a side, above 0 inside; false where nothing is to be cut.
static bool distances(const polygon *polygon, const side *side, double inward, double *d)
{
    double least = 0;
    for (int i = 0; i < polygon->count; i++) {
        d[i] = inward * (side->ex * (polygon->corner[i].y - side->y) -
                         side->ey * (polygon->corner[i].x - side->x));
        least = real_min(least, d[i]);
    }
    return least < 0;
}

static void sides_of(const outline *outline, side *out)
{
    const pair *pair = outline->of_pair;
    int32_t last = outline->count - 1;
    for (int32_t k = 0; k <= last; k++) {
        v3 place = vertex_of(outline, k);
        out[k].x = v3_dot(place, pair->x);
        out[k].y = v3_dot(place, pair->y);
        if (k > 0) {
            out[k - 1].ex = out[k].x - out[k - 1].x;
            out[k - 1].ey = out[k].y - out[k - 1].y;
        }
    }
    out[last].ex = out[0].x - out[last].x;
    out[last].ey = out[0].y - out[last].y;
}

// The part of the outline o that lies over the face on; gaps with `radii` taken off.
static void overlay(const outline *of, const outline *on, polygon *part)
{
    const pair *pair = of->of_pair;
    polygon spare;
    polygon *now = part;
    polygon *then = &spare;
    side rim[CONVEX_FACE_MOST];
    double d[CORNERS_MOST];
    double size = 0;
    sides_of(on, rim);
    part->count = of->count;
    for (int32_t k = 0; k < of->count; k++)
        part->corner[k] = corner_of(of, k, key_of_vertex(of, k, on));
    for (int32_t k = 0; k < on->count && now->count; k++) {
        double length = sqrt(rim[k].ex * rim[k].ex + rim[k].ey * rim[k].ey);
        size = real_max(size, length);
        if (!(length > ON_LINE * size))
            continue; // seen end on
        // Faces are anticlockwise from outside: as seen along n, a's face is from behind, b's from the front.
        if (!distances(now, &rim[k], on->sign > 0 ? 1 / length : -1 / length, d))
            continue;
        clip(now, d, ON_LINE * size, k, of, on, then);
        polygon *swap = now;
        now = then;
        then = swap;
    }
    if (now != part)
        copy_polygon(now, part);
    v3 facing = on->of->normal[on->face];
    double mx = v3_dot(facing, pair->x);
    double my = v3_dot(facing, pair->y);
    double mz = v3_dot(facing, pair->normal);
    double height = v3_dot(vertex_of(on, 0), pair->normal);
    for (int i = 0; i < part->count; i++) {
        corner *corner = &part->corner[i];
        double z = height - ((corner->x - rim[0].x) * mx + (corner->y - rim[0].y) * my) / mz;
        corner->gap = of->sign * (z - corner->z) - pair->radii;
    }
}

// ---- weights

// The part of the polygon in overlap, or below that gap: the polygon, or what is cut out of it in `spare`.
static const polygon *overlapping_part(const polygon *part, double beyond, polygon *spare)
{
    double outside[CORNERS_MOST];
    bool whole = true;
    for (int i = 0; i < part->count; i++) {
        outside[i] = beyond - part->corner[i].gap;
        whole = whole && outside[i] >= 0;
    }
    if (whole)
        return part;
    clip(part, outside, 0, 0, NULL, NULL, spare);
    return spare;
}

// For each corner the share of the area.
static void share_area(const polygon *part, double *share)
{
    double whole = 0;
    double round = 0;
    double cx = 0;
    double cy = 0;
    double length[CORNERS_MOST];
    int count = part->count;
    const corner *corner = part->corner;
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        double dx = corner[next].x - corner[i].x;
        double dy = corner[next].y - corner[i].y;
        length[i] = sqrt(dx * dx + dy * dy);
        round += length[i];
        cx += length[i] * (corner[i].x + corner[next].x);
        cy += length[i] * (corner[i].y + corner[next].y);
    }
    cx *= round > 0 ? 0.5 / round : 0;
    cy *= round > 0 ? 0.5 / round : 0;
    double area[CORNERS_MOST];
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        area[i] = fabs((corner[i].x - cx) * (corner[next].y - cy) -
                       (corner[i].y - cy) * (corner[next].x - cx));
        whole += area[i];
    }
    // A line has no area; its length takes that part.
    const double *measure = whole > 1e-12 * (round * round) ? area : length;
    for (int i = 0; i < count; i++)
        share[i] = round > 0 ? measure[i] + measure[i > 0 ? i - 1 : count - 1] : 1;
}

// ---- the pair

static v3 place_of(const pair *pair, const corner *corner, double middle)
{
    return v3_add(v3_add(v3_scale(corner->x, pair->x), v3_scale(corner->y, pair->y)),
                  v3_scale(middle, pair->normal));
}

static void emit(const pair *pair, const outline *outline, const corner *corner, double weight,
                 touch_list *list)
{
    // From the surface of the clipped core outwards by its radius, and half of the gap on.
    double middle = corner->z + outline->sign * (outline->of->radius + 0.5 * corner->gap);
    touch_add(list, (touch){.point = place_of(pair, corner, middle),
                            .normal = pair->normal,
                            .gap = corner->gap,
                            .feature = corner->feature,
                            .weight = weight});
}

// Corners that lie on each other but for rounding have next to no share: they would come and go in every step.
static const double least_share = 1e-9;

static void emit_polygon(const pair *pair, const outline *outline, const polygon *shape,
                         touch_list *list)
{
    polygon spare;
    const polygon *part = overlapping_part(shape, list->beyond, &spare);
    double share[CORNERS_MOST];
    double sum = 0;
    double kept = 0;
    int nearest = 0;
    share_area(part, share);
    for (int i = 0; i < part->count; i++) {
        share[i] *= real_max(list->beyond - part->corner[i].gap, 0);
        sum += share[i];
    }
    for (int i = 0; i < part->count; i++) {
        share[i] = share[i] > least_share * sum ? share[i] : 0;
        kept += share[i];
    }
    for (int i = 0; i < part->count && sum > 0; i++)
        if (share[i] > 0)
            emit(pair, outline, &part->corner[i], share[i] / kept, list);
    for (int i = 1; i < shape->count; i++)
        if (shape->corner[i].gap < shape->corner[nearest].gap)
            nearest = i;
    for (int i = 0; i < shape->count; i++) {
        const corner *corner = &shape->corner[i];
        if (corner->gap >= list->beyond && corner->gap < pair->reach)
            emit(pair, outline, corner, !(sum > 0) && i == nearest, list);
    }
}

// One contact at the nearest or the deepest points.
static void emit_point(const pair *pair, v3 on_a, v3 on_b, double gap, touch_list *list)
{
    if (!(gap < pair->reach))
        return;
    v3 middle = v3_scale(0.5, v3_add(on_a, on_b));
    touch_add(list, (touch){.point = v3_fma(middle, 0.5 * (pair->a->radius - pair->b->radius),
                                            pair->normal),
                            .normal = pair->normal,
                            .gap = gap,
                            .feature = touch_feature(TOUCH_POINT, 0, 0),
                            .weight = 1});
}

// Does some corner of the polygon say that one body is in the other?
static bool in_overlap(const polygon *polygon)
{
    for (int i = 0; i < polygon->count; i++)
        if (polygon->corner[i].gap < 0)
            return true;
    return false;
}

// Contacts along n; `near` holds the nearest or deepest points, used where no face takes part or no corner shows the
// overlap.
static void touches_along(pair *pair, const convex_nearest *near, double gap, touch_list *list)
{
    pair->x = v3_perpendicular(pair->normal);
    pair->y = v3_cross(pair->normal, pair->x);
    outline a = supporting_face(pair, 1, near->on_a);
    outline b = supporting_face(pair, -1, near->on_b);
    polygon polygon;
    polygon.count = 0;
    const outline *clipped = b.face >= 0 ? &a : &b;
    if (b.face >= 0)
        overlay(&a, &b, &polygon);
    else if (a.face >= 0)
        overlay(&b, &a, &polygon);
    if (polygon.count && (gap >= 0 || in_overlap(&polygon)))
        emit_polygon(pair, clipped, &polygon, list);
    else
        emit_point(pair, near->on_a, near->on_b, gap, list);
}

// Two segments side by side, two points, a segment and a point.
static bool thin_pair(const pair *pair, touch_list *list)
{
    if (pair->a->form->faces || pair->b->form->faces)
        return false;
    const convex *a = pair->a;
    const convex *b = pair->b;
    segment_pair near = closest_of_segments(a->vertex[0], a->vertex[a->form->vertices - 1],
                                            v3_add(b->vertex[0], pair->offset),
                                            v3_add(b->vertex[b->form->vertices - 1], pair->offset));
    touch_between(near.on_a, near.on_b, near.apart, a->radius, b->radius, pair->reach,
                  touch_feature(TOUCH_POINT, 0, 0), list);
    return true;
}

// The cores by the shortest way out; false where they do not overlap.
static bool out_of_each_other(pair *pair, double *gap, convex_nearest *near)
{
    convex_way way = convex_overlap(pair->a, pair->b, pair->offset);
    pair->normal = way.gap < 0 ? way.blended : way.axis;
    *gap = way.gap - pair->radii;
    *near = (convex_nearest){.on_a = way.on_a, .on_b = way.on_b};
    return way.gap < 0;
}

// Inside but for rounding: corners of a contact polygon lie on faces.
static bool is_inside(const convex *convex, v3 point)
{
    for (int32_t face = 0; face < convex->form->faces; face++) {
        if (v3_dot(convex->normal[face], point) >
            convex->form->height[face] + convex->form->rounding)
            return false;
    }
    return true;
}

// The search for the shortest way out looks at edges near the other body alone, and so may miss what parts two bodies
// that do not overlap. Where the middle of the contacts lies in both they do.
static bool surely_overlap(const pair *pair, const touch_list *list, int from)
{
    v3 sum = {0, 0, 0};
    int last = list->count < list->room ? list->count : list->room;
    if (last == from)
        return false;
    for (int i = from; i < last; i++)
        sum = v3_add(sum, list->item[i].point);
    v3 middle = v3_scale(1.0 / (last - from), sum);
    return is_inside(pair->a, middle) && is_inside(pair->b, v3_sub(middle, pair->offset));
}

// Sharp bodies that touch overlap as a rule, so the shortest way out is looked for first. False where they may be
// apart.
static bool sharp_overlap(pair *pair, double apart, convex_memory *memory, bool *parted,
                          touch_list *list)
{
    convex_nearest near;
    double gap;
    int before = list->count;
    *parted = false;
    if (out_of_each_other(pair, &gap, &near)) {
        touches_along(pair, &near, gap, list);
        if (surely_overlap(pair, list, before))
            return true;
        list->count = before;
    } else if (gap > apart) { // a face or an edge of each parts them
        memory->axis = pair->normal;
        memory->apart = gap - apart;
        *parted = true;
    }
    return false;
}

void convex_touches(const convex *a, const convex *b, v3 offset, double reach,
                    convex_memory *memory, touch_list *list)
{
    pair pair = {.a = a, .b = b, .offset = offset, .reach = reach, .radii = a->radius + b->radius};
    memory->apart = 0;
    if (thin_pair(&pair, list))
        return;
    double limit = pair.radii + reach;
    double between_centres = v3_norm(v3_sub(v3_add(b->centre, offset), a->centre));
    double gap;
    // The margin lies above all roundings, so that the search below would say the same.
    const double apart = limit + 1e-12 * (between_centres + limit);
    if (v3_dot(memory->axis, memory->axis) > 0) {
        memory->apart = convex_gap_along(a, b, offset, memory->axis) - apart;
        if (memory->apart > 0)
            return;
        memory->axis = v3_make(0, 0, 0);
        memory->apart = 0;
    }
    bool sharp = !(pair.radii > 0) && a->form->faces && b->form->faces, parted;
    if (sharp && (sharp_overlap(&pair, apart, memory, &parted, list) || parted))
        return;
    convex_nearest near;
    convex_state state = convex_distance(a, b, offset, limit, &near);
    if (state == CONVEX_FAR) {
        memory->axis = v3_unit(near.apart);
        return;
    }
    if (state == CONVEX_APART) {
        double distance = v3_norm(near.apart);
        pair.normal = v3_scale(1 / distance, near.apart);
        gap = distance - pair.radii;
    } else
        out_of_each_other(&pair, &gap, &near);
    if (!(v3_dot(pair.normal, pair.normal) > 0)) {
        list->lost++;
        return;
    }
    touches_along(&pair, &near, gap, list);
}
