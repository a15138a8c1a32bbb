// convex_pair.c - the contacts of two convex bodies.
//
// Normal n: the direction of the nearest points while the cores are apart, the blended shortest way out of each other
// when they overlap. Each core's supporting face, that which looks most along n (for b against it), is seen along n;
// where the two lie over each other is the contact polygon. The gap is linear over it. Corners of the polygon with gap
// < 0 are the contacts. Their weights are in the ratio of area share times depth, where the area is that of the part in
// overlap; both are taken from the gap on up to which the two attract (touch_list.beyond):
//   - a corner that splits in two shares its area with the new one, and an overlap that shrinks to a wedge or a tip
//     gives all weight to the deepest edge or corner: nothing jumps;
//   - crossed edges need no case of their own: the crossing is a corner of the polygon, and the deepest.
// Faces, clipping and shares are in convex_overlay.c.
#include "collide/convex_overlay.h"
#include "collide/closest.h"
#include "collide/convex.h"

#include "base/mathlib.h"

static v3 place_of(const pair *pair, const corner *corner, double middle)
{
    v3 along_x = v3_scale(corner->x, pair->x);
    v3 along_y = v3_scale(corner->y, pair->y);
    v3 along_n = v3_scale(middle, pair->normal);
    return v3_add(v3_add(along_x, along_y), along_n);
}

static void emit(const pair *pair, const outline *outline, const corner *corner, double weight,
                 touch_list *list)
{
    // From the surface of the clipped core outwards by its radius, and half of the gap on.
    double out = outline->of->radius + 0.5 * corner->gap;
    double middle = corner->z + outline->sign * out;
    touch touch = {
        .point = place_of(pair, corner, middle),
        .normal = pair->normal,
        .gap = corner->gap,
        .feature = corner->feature,
        .weight = weight,
    };
    touch_add(list, touch);
}

// Corners that lie on each other but for rounding have next to no share: they would come and go in every step.
static const double least_share = 1e-9;

static void emit_polygon(const pair *pair, const outline *outline, const polygon *shape,
                         touch_list *list)
{
    polygon spare;
    const polygon *part = convex_overlapping_part(shape, list->beyond, &spare);
    double share[CORNERS_MOST];
    double sum = 0;
    double kept = 0;
    int nearest = 0;
    convex_share_area(part, share);
    for (int i = 0; i < part->count; i++) {
        share[i] *= real_max(list->beyond - part->corner[i].gap, 0);
        sum += share[i];
    }
    for (int i = 0; i < part->count; i++) {
        share[i] = share[i] > least_share * sum ? share[i] : 0;
        kept += share[i];
    }
    for (int i = 0; i < part->count && sum > 0; i++) {
        if (share[i] > 0)
            emit(pair, outline, &part->corner[i], share[i] / kept, list);
    }
    for (int i = 1; i < shape->count; i++) {
        if (shape->corner[i].gap < shape->corner[nearest].gap)
            nearest = i;
    }
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
    double aside = 0.5 * (pair->a->radius - pair->b->radius);
    touch touch = {
        .point = v3_fma(middle, aside, pair->normal),
        .normal = pair->normal,
        .gap = gap,
        .feature = touch_feature(TOUCH_POINT, 0, 0),
        .weight = 1,
    };
    touch_add(list, touch);
}

// Does some corner of the polygon say that one body is in the other?
static bool in_overlap(const polygon *polygon)
{
    for (int i = 0; i < polygon->count; i++) {
        if (polygon->corner[i].gap < 0)
            return true;
    }
    return false;
}

// Contacts along n; `near` holds the nearest or deepest points, used where no face takes part or no corner shows the
// overlap.
static void touches_along(pair *pair, const convex_nearest *near, double gap, touch_list *list)
{
    pair->x = v3_perpendicular(pair->normal);
    pair->y = v3_cross(pair->normal, pair->x);
    outline a = convex_supporting_face(pair, 1, near->on_a);
    outline b = convex_supporting_face(pair, -1, near->on_b);
    polygon polygon;
    polygon.count = 0;
    const outline *clipped = b.face >= 0 ? &a : &b;
    if (b.face >= 0)
        convex_overlay(&a, &b, &polygon);
    else if (a.face >= 0)
        convex_overlay(&b, &a, &polygon);
    if (polygon.count && (gap >= 0 || in_overlap(&polygon)))
        emit_polygon(pair, clipped, &polygon, list);
    else
        emit_point(pair, near->on_a, near->on_b, gap, list);
}

// Two segments side by side, two points, a segment and a point.
static bool thin_pair(const pair *pair, touch_list *list)
{
    const convex *a = pair->a;
    const convex *b = pair->b;
    if (a->form->faces || b->form->faces)
        return false;
    v3 a0 = a->vertex[0];
    v3 a1 = a->vertex[a->form->vertices - 1];
    v3 b0 = v3_add(b->vertex[0], pair->offset);
    v3 b1 = v3_add(b->vertex[b->form->vertices - 1], pair->offset);
    segment_pair near = closest_of_segments(a0, a1, b0, b1);
    touch_ends ends = {near.on_a, near.on_b, near.apart, a->radius, b->radius};
    int64_t feature = touch_feature(TOUCH_POINT, 0, 0);
    touch_between(&ends, pair->reach, feature, list);
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
    const convex_form *form = convex->form;
    for (int32_t face = 0; face < form->faces; face++) {
        double along = v3_dot(convex->normal[face], point);
        double most = form->height[face] + form->rounding;
        if (along > most)
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
    double between_centres = v3_distance(v3_add(b->centre, offset), a->centre);
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
