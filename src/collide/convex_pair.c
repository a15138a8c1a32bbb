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
    v3 offset, x, y, n;
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

// The face that looks most along n, of those on which the nearest or deepest point of the core lies: on a leaning body
// a face elsewhere may look more along n.
static int32_t most_along(const convex *h, v3 n, v3 place, double tolerance)
{
    int32_t best = -1;
    double most = 0;
    for (int32_t f = 0; f < h->form->faces; f++) {
        double along = v3_dot(n, h->normal[f]);
        if (along <= most)
            continue;
        if (v3_dot(h->normal[f], place) < h->form->height[f] - tolerance)
            continue;
        most = along;
        best = f;
    }
    return best;
}

static outline supporting_face(const pair *s, double sign, v3 place)
{
    static const int32_t thin_vertex[2] = {0, 1};
    static const int32_t thin_edge[2] = {0, 0};
    const convex *h = sign > 0 ? s->a : s->b;
    const convex_form *form = h->form;
    outline o = {
        s,   h, sign > 0 ? v3_make(0, 0, 0) : s->offset, thin_vertex, thin_edge, -1, form->vertices,
        sign};
    if (!form->faces)
        return o;
    v3 way = v3_scale(sign, s->n);
    v3 at = v3_sub(place, o.offset);
    o.face = most_along(h, way, at, ON_FACE * v3_norm(v3_sub(at, h->centre)));
    if (o.face < 0)
        o.face = most_along(h, way, at, INFINITY);
    int32_t first = form->face_start[o.face];
    o.vertex = form->face_vertex + first;
    o.edge = form->face_edge + first;
    o.count = form->face_start[o.face + 1] - first;
    return o;
}

// ---- keys

static int64_t key_of_vertex(const outline *of, int32_t slot, const outline *on)
{
    int32_t v = of->vertex[slot];
    int32_t f = on->face < 0 ? 0 : on->face;
    return of->sign > 0 ? touch_feature(TOUCH_VERTEX_FACE, v, f)
                        : touch_feature(TOUCH_FACE_VERTEX, f, v);
}
static int64_t key_of_edges(const outline *of, int32_t slot, const outline *on, int32_t other)
{
    int32_t e = of->edge[slot];
    int32_t f = on->edge[other];
    return of->sign > 0 ? touch_feature(TOUCH_EDGE_EDGE, e, f)
                        : touch_feature(TOUCH_EDGE_EDGE, f, e);
}

// ---- clipping

static v3 vertex_of(const outline *o, int32_t slot)
{
    return v3_add(o->of->vertex[o->vertex[slot]], o->offset);
}

static corner corner_of(const outline *o, int32_t slot, int64_t feature)
{
    const pair *s = o->of_pair;
    v3 place = vertex_of(o, slot);
    return (corner){
        v3_dot(place, s->x), v3_dot(place, s->y), v3_dot(place, s->n), 0, feature, slot};
}

static void copy_polygon(const polygon *from, polygon *to)
{
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        to->corner[i] = from->corner[i];
}

static corner between(const corner *p, const corner *q, double d, double e)
{
    double t = d / (d - e);
    corner c = *p;
    c.x = p->x + t * (q->x - p->x);
    c.y = p->y + t * (q->y - p->y);
    c.z = p->z + t * (q->z - p->z);
    c.gap = p->gap + t * (q->gap - p->gap);
    return c;
}

// The key of the place where the line of p meets the line of slot k of the clipping face.
static int64_t key_of_crossing(const corner *p, int32_t k, const outline *o, const outline *on)
{
    if (p->line >= 0)
        return key_of_edges(o, p->line, on, k);
    int32_t other = -1 - p->line;
    return key_of_vertex(on, k == (other + 1) % on->count ? k : other, o);
}

// Keeps the part of *in where d >= 0, and corners where it is no lower than -margin.
static void clip(const polygon *in, const double *d, double margin, int32_t k, const outline *o,
                 const outline *on, polygon *out)
{
    out->count = 0;
    for (int i = 0; i < in->count; i++) {
        int next = i + 1 < in->count ? i + 1 : 0;
        const corner *p = &in->corner[i];
        const corner *q = &in->corner[next];
        bool here = d[i] >= -margin, there = d[next] >= -margin;
        if (here)
            out->corner[out->count++] = *p;
        if (here == there)
            continue;
        if ((here ? d[i] : d[next]) <= 0) { // the corner on the line is the crossing
            if (here && on)
                out->corner[out->count - 1].line = -1 - k;
            continue;
        }
        corner c = between(p, q, d[i], d[next]);
        if (on) {
            c.feature = key_of_crossing(p, k, o, on);
            c.line = here ? -1 - k : p->line;
        }
        out->corner[out->count++] = c;
    }
    if (in->count == 2 && out->count == 3)
        out->count = 2; // there and back along a segment
}

// A side of the clipping face as seen along n.
typedef struct side {
    double x, y, ex, ey; // from where it goes how far
} side;

// Signed distances of the corners from a side, above 0 inside; false where nothing is to be cut.
static bool distances(const polygon *p, const side *e, double inward, double *d)
{
    double least = 0;
    for (int i = 0; i < p->count; i++) {
        d[i] = inward * (e->ex * (p->corner[i].y - e->y) - e->ey * (p->corner[i].x - e->x));
        least = real_min(least, d[i]);
    }
    return least < 0;
}

static void sides_of(const outline *o, side *out)
{
    const pair *s = o->of_pair;
    int32_t last = o->count - 1;
    for (int32_t k = 0; k <= last; k++) {
        v3 place = vertex_of(o, k);
        out[k].x = v3_dot(place, s->x);
        out[k].y = v3_dot(place, s->y);
        if (k > 0) {
            out[k - 1].ex = out[k].x - out[k - 1].x;
            out[k - 1].ey = out[k].y - out[k - 1].y;
        }
    }
    out[last].ex = out[0].x - out[last].x;
    out[last].ey = out[0].y - out[last].y;
}

// The part of the outline o that lies over the face on; gaps with `radii` taken off.
static void overlay(const outline *o, const outline *on, polygon *p)
{
    const pair *s = o->of_pair;
    polygon spare;
    polygon *now = p;
    polygon *then = &spare;
    side rim[CONVEX_FACE_MOST];
    double d[CORNERS_MOST];
    double size = 0;
    sides_of(on, rim);
    p->count = o->count;
    for (int32_t k = 0; k < o->count; k++)
        p->corner[k] = corner_of(o, k, key_of_vertex(o, k, on));
    for (int32_t k = 0; k < on->count && now->count; k++) {
        double length = sqrt(rim[k].ex * rim[k].ex + rim[k].ey * rim[k].ey);
        size = real_max(size, length);
        if (!(length > ON_LINE * size))
            continue; // seen end on
        // Faces are anticlockwise from outside: as seen along n, a's face is from behind, b's from the front.
        if (!distances(now, &rim[k], on->sign > 0 ? 1 / length : -1 / length, d))
            continue;
        clip(now, d, ON_LINE * size, k, o, on, then);
        polygon *swap = now;
        now = then;
        then = swap;
    }
    if (now != p)
        copy_polygon(now, p);
    v3 m = on->of->normal[on->face];
    double mx = v3_dot(m, s->x);
    double my = v3_dot(m, s->y);
    double mz = v3_dot(m, s->n);
    double height = v3_dot(vertex_of(on, 0), s->n);
    for (int i = 0; i < p->count; i++) {
        corner *c = &p->corner[i];
        double z = height - ((c->x - rim[0].x) * mx + (c->y - rim[0].y) * my) / mz;
        c->gap = o->sign * (z - c->z) - s->radii;
    }
}

// ---- weights

// The part of the polygon in overlap, or below that gap: the polygon, or what is cut out of it in `spare`.
static const polygon *overlapping_part(const polygon *p, double beyond, polygon *spare)
{
    double d[CORNERS_MOST];
    bool whole = true;
    for (int i = 0; i < p->count; i++) {
        d[i] = beyond - p->corner[i].gap;
        whole = whole && d[i] >= 0;
    }
    if (whole)
        return p;
    clip(p, d, 0, 0, NULL, NULL, spare);
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
    const corner *c = part->corner;
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        double dx = c[next].x - c[i].x;
        double dy = c[next].y - c[i].y;
        length[i] = sqrt(dx * dx + dy * dy);
        round += length[i];
        cx += length[i] * (c[i].x + c[next].x);
        cy += length[i] * (c[i].y + c[next].y);
    }
    cx *= round > 0 ? 0.5 / round : 0;
    cy *= round > 0 ? 0.5 / round : 0;
    double area[CORNERS_MOST];
    for (int i = 0; i < count; i++) {
        int next = i + 1 < count ? i + 1 : 0;
        area[i] = fabs((c[i].x - cx) * (c[next].y - cy) - (c[i].y - cy) * (c[next].x - cx));
        whole += area[i];
    }
    // A line has no area; its length takes that part.
    const double *measure = whole > 1e-12 * (round * round) ? area : length;
    for (int i = 0; i < count; i++)
        share[i] = round > 0 ? measure[i] + measure[i > 0 ? i - 1 : count - 1] : 1;
}

// ---- the pair

static v3 place_of(const pair *s, const corner *c, double middle)
{
    return v3_add(v3_add(v3_scale(c->x, s->x), v3_scale(c->y, s->y)), v3_scale(middle, s->n));
}

static void emit(const pair *s, const outline *o, const corner *c, double weight, touch_list *list)
{
    // From the surface of the clipped core outwards by its radius, and half of the gap on.
    double middle = c->z + o->sign * (o->of->radius + 0.5 * c->gap);
    touch_add(list, (touch){.point = place_of(s, c, middle),
                            .normal = s->n,
                            .gap = c->gap,
                            .feature = c->feature,
                            .weight = weight});
}

// Corners that lie on each other but for rounding have next to no share: they would come and go in every step.
static const double least_share = 1e-9;

static void emit_polygon(const pair *s, const outline *o, const polygon *p, touch_list *list)
{
    polygon spare;
    const polygon *part = overlapping_part(p, list->beyond, &spare);
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
            emit(s, o, &part->corner[i], share[i] / kept, list);
    for (int i = 1; i < p->count; i++)
        if (p->corner[i].gap < p->corner[nearest].gap)
            nearest = i;
    for (int i = 0; i < p->count; i++) {
        const corner *c = &p->corner[i];
        if (c->gap >= list->beyond && c->gap < s->reach)
            emit(s, o, c, !(sum > 0) && i == nearest, list);
    }
}

// One contact at the nearest or the deepest points.
static void emit_point(const pair *s, v3 on_a, v3 on_b, double gap, touch_list *list)
{
    if (!(gap < s->reach))
        return;
    v3 middle = v3_scale(0.5, v3_add(on_a, on_b));
    touch_add(list, (touch){.point = v3_fma(middle, 0.5 * (s->a->radius - s->b->radius), s->n),
                            .normal = s->n,
                            .gap = gap,
                            .feature = touch_feature(TOUCH_POINT, 0, 0),
                            .weight = 1});
}

// Does some corner of the polygon say that one body is in the other?
static bool in_overlap(const polygon *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->corner[i].gap < 0)
            return true;
    return false;
}

// Contacts along n; `near` holds the nearest or deepest points, used where no face takes part or no corner shows the
// overlap.
static void touches_along(pair *s, const convex_nearest *near, double gap, touch_list *list)
{
    s->x = v3_perpendicular(s->n);
    s->y = v3_cross(s->n, s->x);
    outline a = supporting_face(s, 1, near->on_a);
    outline b = supporting_face(s, -1, near->on_b);
    polygon p;
    p.count = 0;
    const outline *clipped = b.face >= 0 ? &a : &b;
    if (b.face >= 0)
        overlay(&a, &b, &p);
    else if (a.face >= 0)
        overlay(&b, &a, &p);
    if (p.count && (gap >= 0 || in_overlap(&p)))
        emit_polygon(s, clipped, &p, list);
    else
        emit_point(s, near->on_a, near->on_b, gap, list);
}

// Two segments side by side, two points, a segment and a point.
static bool thin_pair(const pair *s, touch_list *list)
{
    if (s->a->form->faces || s->b->form->faces)
        return false;
    const convex *a = s->a;
    const convex *b = s->b;
    segment_pair near = closest_of_segments(a->vertex[0], a->vertex[a->form->vertices - 1],
                                            v3_add(b->vertex[0], s->offset),
                                            v3_add(b->vertex[b->form->vertices - 1], s->offset));
    touch_between(near.on_a, near.on_b, near.apart, a->radius, b->radius, s->reach,
                  touch_feature(TOUCH_POINT, 0, 0), list);
    return true;
}

// The cores by the shortest way out; false where they do not overlap.
static bool out_of_each_other(pair *s, double *gap, convex_nearest *near)
{
    convex_way way = convex_overlap(s->a, s->b, s->offset);
    s->n = way.gap < 0 ? way.blended : way.axis;
    *gap = way.gap - s->radii;
    *near = (convex_nearest){.on_a = way.on_a, .on_b = way.on_b};
    return way.gap < 0;
}

// Inside but for rounding: corners of a contact polygon lie on faces.
static bool is_inside(const convex *h, v3 p)
{
    for (int32_t f = 0; f < h->form->faces; f++) {
        if (v3_dot(h->normal[f], p) > h->form->height[f] + h->form->rounding)
            return false;
    }
    return true;
}

// The search for the shortest way out looks at edges near the other body alone, and so may miss what parts two bodies
// that do not overlap. Where the middle of the contacts lies in both they do.
static bool surely_overlap(const pair *s, const touch_list *list, int from)
{
    v3 sum = {0, 0, 0};
    int last = list->count < list->room ? list->count : list->room;
    if (last == from)
        return false;
    for (int i = from; i < last; i++)
        sum = v3_add(sum, list->item[i].point);
    v3 middle = v3_scale(1.0 / (last - from), sum);
    return is_inside(s->a, middle) && is_inside(s->b, v3_sub(middle, s->offset));
}

// Sharp bodies that touch overlap as a rule, so the shortest way out is looked for first. False where they may be
// apart.
static bool sharp_overlap(pair *s, double apart, convex_memory *memory, bool *parted,
                          touch_list *list)
{
    convex_nearest near;
    double gap;
    int before = list->count;
    *parted = false;
    if (out_of_each_other(s, &gap, &near)) {
        touches_along(s, &near, gap, list);
        if (surely_overlap(s, list, before))
            return true;
        list->count = before;
    } else if (gap > apart) { // a face or an edge of each parts them
        memory->axis = s->n;
        memory->apart = gap - apart;
        *parted = true;
    }
    return false;
}

void convex_touches(const convex *a, const convex *b, v3 offset, double reach,
                    convex_memory *memory, touch_list *list)
{
    pair s = {.a = a, .b = b, .offset = offset, .reach = reach, .radii = a->radius + b->radius};
    memory->apart = 0;
    if (thin_pair(&s, list))
        return;
    double limit = s.radii + reach;
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
    bool sharp = !(s.radii > 0) && a->form->faces && b->form->faces, parted;
    if (sharp && (sharp_overlap(&s, apart, memory, &parted, list) || parted))
        return;
    convex_nearest near;
    convex_state state = convex_distance(a, b, offset, limit, &near);
    if (state == CONVEX_FAR) {
        memory->axis = v3_unit(near.apart);
        return;
    }
    if (state == CONVEX_APART) {
        double distance = v3_norm(near.apart);
        s.n = v3_scale(1 / distance, near.apart);
        gap = distance - s.radii;
    } else
        out_of_each_other(&s, &gap, &near);
    if (!(v3_dot(s.n, s.n) > 0)) {
        list->lost++;
        return;
    }
    touches_along(&s, &near, gap, list);
}
