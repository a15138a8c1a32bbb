// depth_pair.c - contacts of two sharp solids by the depths of their edges, see depths.h.
#include "collide/axes.h"
#include "collide/depth_room.h"
#include "collide/depth_walk.h"

#include "base/mathlib.h"

#include <math.h>
#include <stddef.h>

enum { CORNERS_MOST = 64, DEPTHS_MOST = 2048 };
#define FAINT 1e-12 // a weight that is nothing
#define LITTLE 0.02 // of the heaviest contact of a face: what is added to that

// ---- what the depths along an edge add up to

// Solids as one of them, `of`, is seen from the other.
typedef struct edge_view {
    const depth_pose *of, *in;
    v3 offset;   // from the centre of `in` to that of `of`
    double back; // +1 where `in` is a
    m3 axes;     // of `in`
    double over_length;
} edge_view;

// The contact under one face: its sums stand in weight and depth until all are known.
static void add_touch(const edge_view *view, const edge_walk *walk, int32_t edge, int32_t row,
                      const edge_sums *sums, touch_list *list)
{
    const depth_field *field = walk->field;
    const int32_t face = edge_plane(walk, row);
    const double own = sums->fourth / sums->third;
    const double share = sums->moment / sums->third;
    const v3 way = v3_sub(walk->to, walk->from);
    const v3 out = field->normal[face];
    const v3 on_edge = v3_fma(walk->from, share, way);
    const v3 place = v3_fma(on_edge, 0.5 * own, out);
    const m3 *axes = &view->axes;
    const v3 point = axes_to_space(axes, place);
    const v3 normal = axes_to_space(axes, out);
    const bool in_a = view->back > 0;
    const double length = v3_norm(way) * view->over_length * view->of->field->counts[edge];
    const int32_t number = field->number[face];
    touch_add(list, (touch){
                        .point = in_a ? point : v3_sub(point, view->offset),
                        .normal = v3_scale(view->back, normal),
                        .gap = -own,
                        .weight = length * sums->third,
                        .depth = length * sums->fourth,
                        .feature = in_a ? touch_feature(TOUCH_FACE_EDGE, number, edge)
                                        : touch_feature(TOUCH_EDGE_FACE, edge, number),
                    });
}

static void add_course(const edge_view *view, const edge_walk *walk, const course *course,
                       double scale, int32_t edge, touch_list *list)
{
    for (int i = 0; i < course->count; i++) {
        edge_sums sums;
        if (edge_sums_of(walk, course, i, scale, &sums))
            add_touch(view, walk, edge, course->piece[i].row, &sums, list);
    }
}

// The corners of one solid in the frame of the other, and their depths there under each plane.
typedef struct corner_depths {
    v3 place[CORNERS_MOST];
    double depth[DEPTHS_MOST];
} corner_depths;

// The depths of all corners, or a plane of the hull that has all corners before it; false where there is one.
static bool find_depths(const edge_view *view, corner_depths *out, depth_parting *parting)
{
    const depth_field *of = view->of->field;
    const depth_field *in = view->in->field;
    for (int32_t i = 0; i < of->vertices; i++)
        out->place[i] = axes_to_body(&view->axes, v3_add(view->of->turned[i], view->offset));
    for (int32_t k = 0; k < in->faces; k++) {
        const v3 normal = in->normal[k];
        const double height = in->height[k];
        double deepest = -INFINITY;
        for (int32_t i = 0; i < of->vertices; i++) {
            const double depth = height - v3_dot(normal, out->place[i]);
            out->depth[i * in->faces + k] = depth;
            deepest = real_max(deepest, depth);
        }
        if (!(deepest > 0) && k < in->group[0].faces) {
            parting->axis = v3_scale(view->back, axes_to_space(&view->axes, normal));
            parting->gap = -deepest;
            return false;
        }
    }
    return true;
}

static void walk_edge(const edge_view *view, const edge_walk *walk, double scale, int32_t edge,
                      touch_list *list)
{
    course course;
    if (!edge_course(walk, &course))
        return;
    list->lost += course.full;
    add_course(view, walk, &course, scale, edge, list);
}

static void edges_by_corners(const edge_view *view, const corner_depths *corners, double scale,
                             touch_list *list)
{
    const depth_field *of = view->of->field;
    const depth_field *in = view->in->field;
    edge_walk walk;
    walk.field = in;
    walk.listed = NULL;
    walk.of_hull = in->group[0].faces;
    for (int32_t i = 0; i < of->edges; i++) {
        const int32_t from = of->edge[i][0];
        const int32_t to = of->edge[i][1];
        walk.from = corners->place[from];
        walk.to = corners->place[to];
        walk.row_from = corners->depth + from * in->faces;
        walk.row_to = corners->depth + to * in->faces;
        walk_edge(view, &walk, scale, i, list);
    }
}

// ---- solids of many corners

static void find_row(const depth_field *field, const int32_t *listed, int32_t of_hull, v3 place,
                     double *row)
{
    const int32_t hull = field->group[0].faces;
    for (int32_t i = 0; i < of_hull; i++) {
        const int32_t k = listed[i];
        const double along = v3_dot(field->normal[k], place);
        row[i] = field->height[k] - along;
    }
    for (int32_t k = hull; k < field->faces; k++) {
        const double along = v3_dot(field->normal[k], place);
        row[of_hull + k - hull] = field->height[k] - along;
    }
}

static void edges_of_many(const edge_view *view, double scale, touch_list *list)
{
    const depth_field *of = view->of->field;
    const depth_field *in = view->in->field;
    int32_t listed[DEPTH_FACES_MOST];
    double row[2][DEPTH_FACES_MOST];
    edge_walk walk;
    walk.field = in;
    walk.listed = listed;
    const v3 towards = axes_to_body(&view->axes, view->offset);
    walk.of_hull = depth_faces_in_room(in, of->radius, towards, listed);
    if (walk.of_hull < 0) {
        list->lost++;
        return;
    }
    for (int32_t i = 0; i < of->edges; i++) {
        const int32_t *end = of->edge[i];
        v3 from = v3_add(view->of->turned[end[0]], view->offset);
        v3 to = v3_add(view->of->turned[end[1]], view->offset);
        if (!depth_clip_edge(in, &from, &to))
            continue;
        walk.from = axes_to_body(&view->axes, from);
        walk.to = axes_to_body(&view->axes, to);
        walk.row_from = row[0];
        walk.row_to = row[1];
        find_row(in, listed, walk.of_hull, walk.from, row[0]);
        find_row(in, listed, walk.of_hull, walk.to, row[1]);
        walk_edge(view, &walk, scale, i, list);
    }
}

static bool is_small(const depth_field *of, const depth_field *in)
{
    return of->vertices <= CORNERS_MOST && (int64_t)of->vertices * in->faces <= DEPTHS_MOST;
}

// The contacts of the edges of one in the other; false where the two are apart for sure.
static bool edges_in(const edge_view *view, double scale, touch_list *list, depth_parting *parting)
{
    if (!is_small(view->of->field, view->in->field)) {
        edges_of_many(view, scale, list);
        return true;
    }
    corner_depths corners;
    if (!find_depths(view, &corners, parting))
        return false;
    edges_by_corners(view, &corners, scale, list);
    return true;
}

// The face along whose normal a contact pushes, and whose it is.
static int64_t face_of(const touch *touch)
{
    const int64_t numbers = (INT64_C(1) << 30) - 1;
    const int64_t kind = touch->feature >> 60;
    if (kind == TOUCH_EDGE_FACE)
        return touch->feature & numbers;
    return touch->feature & ~numbers;
}

// Where a contact that is little beside another of its face is added to that: the force and the moment stay.
static int heaviest_of_face(const touch *item, int count, int of)
{
    int heaviest = of;
    for (int i = 0; i < count; i++) {
        const bool of_face = face_of(&item[of]) == face_of(&item[i]);
        if (of_face && item[i].weight > item[heaviest].weight)
            heaviest = i;
    }
    return heaviest;
}

static void add_to(touch *sum, const touch *more)
{
    const double weight = sum->weight + more->weight;
    const double part = more->weight / weight;
    const v3 way = v3_sub(more->point, sum->point);
    sum->point = v3_fma(sum->point, part, way);
    sum->gap += part * (more->gap - sum->gap);
    sum->weight = weight;
}

// Those that are little beside others of their face go.
static int merge(touch *item, int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const int to = heaviest_of_face(item, count, i);
        const bool little = item[i].weight < LITTLE * item[to].weight;
        item[i].joins = little ? to : i;
    }
    for (int i = 0; i < count; i++) {
        if (item[i].joins != i)
            add_to(&item[item[i].joins], &item[i]);
    }
    for (int i = 0; i < count; i++) {
        if (item[i].joins == i && item[i].weight > FAINT)
            item[kept++] = item[i];
    }
    return kept;
}

// Weights and overlaps from the sums; the number that are left.
static int share(touch *item, int count, double scale)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += item[i].depth * scale;
    const double overlap = sqrt(sqrt(sum)); // times scale
    const double over = 1 / (overlap * overlap * overlap);
    for (int i = 0; i < count; i++)
        item[i].weight *= over;
    const int kept = merge(item, count);
    for (int i = 0; i < kept; i++)
        item[i].extra = overlap / scale + item[i].gap;
    return kept;
}

depth_parting depth_touches(const depth_pose *a, const depth_pose *b, v3 offset, touch_list *list)
{
    depth_parting parting = {{0, 0, 0}, 0};
    const int before = list->count;
    const double length = 0.5 * (a->field->length + b->field->length);
    const double scale = 1 / length; // keeps fourth powers of lengths within what doubles hold
    edge_view of_b = {
        .of = b,
        .in = a,
        .offset = offset,
        .back = 1,
        .axes = axes_of(a->turn),
        .over_length = scale,
    };
    edge_view of_a = {
        .of = a,
        .in = b,
        .offset = v3_scale(-1, offset),
        .back = -1,
        .axes = axes_of(b->turn),
        .over_length = scale,
    };
    if (!edges_in(&of_b, scale, list, &parting) || !edges_in(&of_a, scale, list, &parting)) {
        list->count = before;
        return parting;
    }
    if (list->count > before && list->count <= list->room)
        list->count = before + share(list->item + before, list->count - before, scale);
    return parting;
}
