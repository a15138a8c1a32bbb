// grain_solids.c - see grain_solids.h.
#include "collide/grain_solids.h"

#include "base/corners.h"
#include "base/mathlib.h"
#include "collide/closest.h"
#include "shape/core_faces.h"

enum { AT_ONCE_MOST = 8 }; // faces that one corner overlaps

static const double fade =
    0.05; // how far beyond what their faces allow edges still count, as a sine
static const double near_tip =
    4.0; // of the deepest overlap: so much of the line to an anchor is looked at
static const double on_face = 1 - 1e-9; // of the line from the anchor: what ends here does not cut
static const double border =
    -1e-9; // barycentric, so that no corner is lost between two triangles, or over a border

// The corners of one solid and the faces of the other, in whose frame all of this is.
typedef struct corner_view {
    const grain_form *of, *in;
    q4 turn_of, turn_in;
    v3 offset;                   // from the solid of the corners to that of the faces, in space
    double back;                 // +1 where the corners are those of a, else -1
    double around_of, around_in; // the roundings of both
    double reach, deepest;       // of the cores
    touch_list *list;
} corner_view;

// A corner, its anchor or what is looked at of the way to it, and the faces that it has met.
typedef struct corner_at {
    int32_t corner;
    v3 tip, inner;
    int32_t met[AT_ONCE_MOST];
    int count;
} corner_at;

static v3 seen(const corner_view *view, v3 place)
{
    v3 in_space = q4_rotate(view->turn_of, place);
    return q4_rotate(q4_conjugate(view->turn_in), v3_sub(in_space, view->offset));
}

static double height(const sharp *solid, int32_t triangle, v3 place)
{
    v3 corner = solid->vertex[solid->triangle[triangle][0]];
    return v3_dot(solid->normal[triangle], v3_sub(place, corner));
}

// Is the foot of a place in the triangle?
static bool is_over(const sharp *solid, int32_t triangle, v3 place)
{
    const int32_t *corner = solid->triangle[triangle];
    v3 a = solid->vertex[corner[0]];
    v3 u = v3_sub(solid->vertex[corner[1]], a);
    v3 w = v3_sub(solid->vertex[corner[2]], a);
    v3 from_a = v3_sub(place, a);
    v3 normal = solid->normal[triangle];
    double area = v3_dot(normal, v3_cross(u, w));
    double share_b = v3_dot(normal, v3_cross(from_a, w)) / area;
    double share_c = v3_dot(normal, v3_cross(u, from_a)) / area;
    double share_a = (1 - share_b) - share_c;
    return share_a >= border && share_b >= border && share_c >= border;
}

static bool has_met(const corner_at *at, int32_t face)
{
    for (int i = 0; i < at->count; i++) {
        if (at->met[i] == face)
            return true;
    }
    return false;
}

// Between a corner at `tip` and the place `apart` behind it along `out`, each with its rounding.
static void add(const corner_view *view, const corner_at *at, int32_t face, v3 out, double apart)
{
    bool of_a = view->back > 0;
    double back = 0.5 * (apart + (view->around_of - view->around_in));
    double gap = apart - (view->around_of + view->around_in);
    v3 halfway = v3_fma(at->tip, -back, out);
    v3 normal = q4_rotate(view->turn_in, out);
    touch touch = {
        .point = q4_rotate(view->turn_in, halfway), // seen from the solid of the faces
        .normal = v3_scale(-view->back, normal),
        .gap = gap,
        .weight = 1,
        .fade = 1,
    };
    if (of_a) {
        touch.point = v3_add(view->offset, touch.point);
        touch.feature = touch_feature(TOUCH_VERTEX_FACE, at->corner, face);
    } else {
        touch.feature = touch_feature(TOUCH_FACE_VERTEX, face, at->corner);
    }
    touch_add(view->list, touch);
}

static void meet(const corner_view *view, corner_at *at, int32_t triangle)
{
    const sharp *solid = &view->in->solid;
    int32_t face = core_face_of(view->in->core, triangle);
    add(view, at, face, solid->normal[triangle], height(solid, triangle, at->tip));
    at->met[at->count] = face;
    at->count++;
}

static void walk_around(box_walk *walk, const sharp *solid, v3 from, v3 to, double margin)
{
    v3 wide = v3_make(margin, margin, margin);
    v3 low = v3_sub(v3_min(from, to), wide);
    v3 high = v3_add(v3_max(from, to), wide);
    box_walk_begin(walk, &solid->by_triangle, low, high);
}

// The triangle by which the line from the anchor to a place comes into the solid first, but for faces that were met; -1:
// none.
static int32_t first_cut(const corner_view *view, const corner_at *at, v3 place, double most)
{
    const sharp *solid = &view->in->solid;
    v3 way = v3_sub(place, at->inner);
    double first = most;
    int32_t found = -1;
    box_walk walk;
    walk_around(&walk, solid, at->inner, place, 0);
    for (int32_t triangle = box_walk_next(&walk); triangle >= 0; triangle = box_walk_next(&walk)) {
        double from = height(solid, triangle, at->inner);
        double to = height(solid, triangle, place);
        if (!(from > 0 && to < 0))
            continue;
        double share = from / (from - to);
        bool comes_first = share < first || (share == first && triangle < found);
        if (!comes_first || has_met(at, core_face_of(view->in->core, triangle)))
            continue;
        if (!is_over(solid, triangle, v3_fma(at->inner, share, way)))
            continue;
        found = triangle;
        first = share;
    }
    return found;
}

// The faces through which the corner came in: after each it goes on from where the corner is put back onto it.
static void meet_cut_faces(const corner_view *view, corner_at *at)
{
    const sharp *solid = &view->in->solid;
    v3 place = at->tip;
    while (at->count < AT_ONCE_MOST) {
        double most = at->count ? on_face : 1;
        int32_t triangle = first_cut(view, at, place, most);
        if (triangle < 0)
            return;
        meet(view, at, triangle);
        place = v3_fma(place, -height(solid, triangle, place), solid->normal[triangle]);
    }
}

static void meet_faces_ahead(const corner_view *view, corner_at *at)
{
    const sharp *solid = &view->in->solid;
    box_walk walk;
    walk_around(&walk, solid, at->tip, at->tip, view->reach);
    for (int32_t triangle = box_walk_next(&walk); triangle >= 0; triangle = box_walk_next(&walk)) {
        double above = height(solid, triangle, at->tip);
        bool ahead = above >= 0 && above < view->reach && height(solid, triangle, at->inner) > 0;
        if (!ahead || at->count == AT_ONCE_MOST)
            continue;
        if (is_over(solid, triangle, at->tip) &&
            !has_met(at, core_face_of(view->in->core, triangle)))
            meet(view, at, triangle);
    }
}

// Do all edges at the corner lead away from what is in that direction?
static bool is_tip(const corner_view *view, int32_t corner, v3 out)
{
    const grain_sides *sides = &view->of->sides;
    v3 in_space = q4_rotate(view->turn_in, out);
    v3 own = q4_rotate(q4_conjugate(view->turn_of), in_space);
    for (int32_t i = sides->way_of[corner]; i < sides->way_of[corner + 1]; i++) {
        if (v3_dot(sides->way[i], own) < -fade)
            return false;
    }
    return true;
}

// A corner that no face tells of: before an edge or a corner of the other, or deep in it.
static void meet_nearest(const corner_view *view, const corner_at *at)
{
    const sharp *solid = &view->in->solid;
    bool inside = sharp_inside(solid, at->tip);
    sharp_nearest near;
    if (!sharp_closest(solid, at->tip, inside ? INFINITY : view->reach, &near))
        return;
    v3 out = solid->normal[near.triangle];
    if (near.region != REGION_FACE && near.distance > 0) {
        v3 apart = v3_sub(at->tip, near.place);
        out = v3_unit(v3_scale(inside ? -1 : 1, apart));
    }
    if (inside || is_tip(view, at->corner, out)) {
        int32_t face = core_face_of(view->in->core, near.triangle);
        add(view, at, face, out, inside ? -near.distance : near.distance);
    }
}

static void meet_corners(const corner_view *view)
{
    const sharp *of = &view->of->solid;
    const sharp *in = &view->in->solid;
    v3 wide = v3_make(view->reach, view->reach, view->reach);
    v3 low = v3_sub(in->low, wide);
    v3 high = v3_add(in->high, wide);
    for (int32_t i = 0; i < of->corners; i++) {
        int32_t corner = of->corner[i];
        corner_at at = {.corner = corner, .tip = seen(view, of->vertex[corner])};
        if (box_misses(low, high, at.tip))
            continue;
        v3 anchor = seen(view, view->of->sides.anchor[corner]);
        v3 way = v3_sub(anchor, at.tip);
        double part = real_min(1, near_tip * view->deepest / v3_norm(way));
        at.inner = v3_fma(at.tip, part, way);
        meet_cut_faces(view, &at);
        meet_faces_ahead(view, &at);
        if (at.count == 0)
            meet_nearest(view, &at);
    }
}

// In the ratio of the overlaps, as far as they have faded in; where nothing overlaps the nearest has all.
static void share(touch *item, int count)
{
    double sum = 0;
    int nearest = 0;
    for (int i = 0; i < count; i++) {
        sum += item[i].fade * real_max(-item[i].gap, 0);
        if (item[i].gap < item[nearest].gap)
            nearest = i;
    }
    for (int i = 0; i < count; i++) {
        double own = item[i].fade * real_max(-item[i].gap, 0);
        item[i].weight = sum > 0 ? own / sum : i == nearest;
    }
}

// Touches of edges are those of the cores; the normal leads from a to b.
static void round_edges(touch_list *list, int first, double around_a, double around_b)
{
    int end = list->count < list->room ? list->count : list->room;
    for (int i = first; i < end; i++) {
        touch *touch = &list->item[i];
        touch->point = v3_fma(touch->point, 0.5 * (around_a - around_b), touch->normal);
        touch->gap -= around_a + around_b;
    }
}

void grain_solids_touches(const grain_pair *pair, double reach, touch_list *list)
{
    const grain_pose *a = pair->a;
    const grain_pose *b = pair->b;
    double around_a = a->form->core->radius;
    double around_b = b->form->core->radius;
    double deepest = real_min(a->form->deepest, b->form->deepest);
    double core_reach = reach + (around_a + around_b);
    int before = list->count;
    corner_view corners = {
        .of = a->form,
        .in = b->form,
        .turn_of = a->turn,
        .turn_in = b->turn,
        .offset = pair->offset,
        .back = 1,
        .around_of = around_a,
        .around_in = around_b,
        .reach = core_reach,
        .deepest = deepest,
        .list = list,
    };
    meet_corners(&corners);
    corners.of = b->form;
    corners.in = a->form;
    corners.turn_of = b->turn;
    corners.turn_in = a->turn;
    corners.offset = v3_scale(-1, pair->offset);
    corners.back = -1;
    corners.around_of = around_b;
    corners.around_in = around_a;
    meet_corners(&corners);
    const sharp_pose pose = {
        .turn_a = a->turn,
        .turn_b = b->turn,
        .offset = pair->offset,
    };
    const sharp_limits limits = {.reach = core_reach, .deepest = deepest, .fade = fade};
    int edges = list->count;
    sharp_edge_touches(&a->form->solid, &b->form->solid, &pose, &limits, list);
    round_edges(list, edges, around_a, around_b);
    if (list->count == before || list->count > list->room)
        return;
    if (grain_weights(a->form, b->form) == WEIGHTS_SUM) {
        for (int i = before; i < list->count; i++)
            list->item[i].weight = list->item[i].fade;
    } else {
        share(list->item + before, list->count - before);
    }
}
