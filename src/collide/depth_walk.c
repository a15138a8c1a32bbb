// depth_walk.c - see depth_walk.h.
//
// Along an edge the distance from each plane is linear, so the depth is made of straight pieces: the courses of two
// groups or planes are put together, stretch by stretch, to their least or largest. Planes that are nowhere among the
// least along the edge are left out before.
#include "collide/depth_walk.h"

#include "base/mathlib.h"

#include <math.h>
#include <stddef.h>

static void add_piece(course *course, double from, int32_t row)
{
    if (course->count && course->piece[course->count - 1].row == row)
        return;
    if (course->count == PIECES_MOST)
        course->full = true;
    else
        course->piece[course->count++] = (stretch){from, row};
}

// A stretch on which the depths of two courses are from one plane each.
typedef struct meeting {
    double from, to;
    int32_t one, other;
} meeting;

// Takes the lower of the two where `side` is 1, the higher one at -1.
static void add_better(const edge_walk *walk, double side, const meeting *at, course *out)
{
    const double one_first = edge_depth(walk, at->one, at->from);
    const double other_first = edge_depth(walk, at->other, at->from);
    const double one_last = edge_depth(walk, at->one, at->to);
    const double other_last = edge_depth(walk, at->other, at->to);
    const double begin = side * (one_first - other_first);
    const double end = side * (one_last - other_last);
    if (begin <= 0 && end <= 0) {
        add_piece(out, at->from, at->one);
        return;
    }
    if (begin >= 0 && end >= 0) {
        add_piece(out, at->from, at->other);
        return;
    }
    const double crossing = at->from + (at->to - at->from) * (begin / (begin - end));
    add_piece(out, at->from, begin < 0 ? at->one : at->other);
    add_piece(out, crossing, begin < 0 ? at->other : at->one);
}

// The least (side 1) or the largest of two courses.
static void put_together(const edge_walk *walk, double side, const course *one, const course *other,
                         course *out)
{
    double at = 0;
    int i = 0;
    int j = 0;
    out->count = 0;
    out->full = one->full || other->full;
    while (i < one->count && j < other->count) {
        const double end_i = i + 1 < one->count ? one->piece[i + 1].from : 1;
        const double end_j = j + 1 < other->count ? other->piece[j + 1].from : 1;
        const double end = real_min(end_i, end_j);
        const meeting here = {
            .from = at,
            .to = end,
            .one = one->piece[i].row,
            .other = other->piece[j].row,
        };
        add_better(walk, side, &here, out);
        i += !(end_i > end);
        j += !(end_j > end);
        at = end;
    }
}

// The rows of a group.
typedef struct rows {
    int32_t first, end;
} rows;

static rows rows_of(const edge_walk *walk, const depth_group *group)
{
    const int32_t hull = walk->field->group[0].faces;
    if (group->parents == 0)
        return (rows){0, walk->of_hull};
    const int32_t first = group->face - hull + walk->of_hull;
    return (rows){first, first + group->faces};
}

// The least of the highest depths of all rows: what is nowhere below is nowhere the least.
static double enough_of(const edge_walk *walk, rows rows)
{
    double enough = INFINITY;
    for (int32_t row = rows.first; row < rows.end; row++) {
        const double highest = real_max(walk->row_from[row], walk->row_to[row]);
        enough = real_min(enough, highest);
    }
    return enough;
}

static void copy_course(const course *from, course *to)
{
    to->count = from->count;
    to->full = from->full;
    for (int i = 0; i < from->count; i++)
        to->piece[i] = from->piece[i];
}

static void begin_course(course *course, int32_t row)
{
    course->full = false;
    course->count = 0;
    add_piece(course, 0, row);
}

// The course of the depth in a group and all that it holds.
static void walk_group(const edge_walk *walk, int32_t number, course *out)
{
    const depth_group *group = &walk->field->group[number];
    const bool least = group->parents % 2 == 0;
    const double side = least ? 1 : -1;
    const rows rows = rows_of(walk, group);
    const double enough = least ? enough_of(walk, rows) : INFINITY;
    course buffer[2];
    course with;
    int now = 0;
    bool begun = false;
    buffer[0].count = 0;
    buffer[0].full = false;
    for (int32_t row = rows.first; row < rows.end; row++) {
        const double lowest = real_min(walk->row_from[row], walk->row_to[row]);
        if (lowest > enough)
            continue;
        begin_course(begun ? &with : &buffer[0], row);
        if (begun) {
            put_together(walk, side, &buffer[now], &with, &buffer[!now]);
            now = !now;
        }
        begun = true;
    }
    for (int32_t child = number + 1; child < group->next; child = walk->field->group[child].next) {
        walk_group(walk, child, &with);
        if (begun) {
            put_together(walk, side, &buffer[now], &with, &buffer[!now]);
            now = !now;
        } else {
            copy_course(&with, &buffer[now]);
        }
        begun = true;
    }
    copy_course(&buffer[now], out);
}

// Are both ends, and so the whole edge, before all planes of a pocket in which nothing stands?
static bool is_in_pocket(const edge_walk *walk, int32_t number)
{
    const depth_group *group = &walk->field->group[number];
    const rows rows = rows_of(walk, group);
    if (group->next != number + 1)
        return false;
    for (int32_t row = rows.first; row < rows.end; row++) {
        if (walk->row_from[row] > 0 || walk->row_to[row] > 0)
            return false;
    }
    return true;
}

// Is there a plane of the hull that has the whole edge before it, or a pocket that it is in?
static bool is_before(const edge_walk *walk)
{
    for (int32_t k = 0; k < walk->of_hull; k++) {
        if (!(walk->row_from[k] > 0) && !(walk->row_to[k] > 0))
            return true;
    }
    const depth_field *field = walk->field;
    for (int32_t i = 1; i < field->groups; i = field->group[i].next) {
        if (is_in_pocket(walk, i))
            return true;
    }
    return false;
}

bool edge_course(const edge_walk *walk, course *out)
{
    if (is_before(walk))
        return false;
    walk_group(walk, 0, out);
    return out->count > 0;
}

// ---- what the depths along an edge add up to

// With S = sum of d^(3-k) e^k over k = 0..3 = (d + e)(d^2 + e^2) they are (d^4 + e S)/5, S/4 and the derivative of
// d^4 + e S by e over 20.
static edge_sums sums_of(double d, double e)
{
    const double d2 = d * d;
    const double e2 = e * e;
    const double first = d + e;
    const double second = d2 + e2;
    const double all = first * second;
    const double slope = second + first * (2 * e);
    return (edge_sums){
        .fourth = (d2 * d2 + e * all) * (1.0 / 5),
        .third = all * (1.0 / 4),
        .moment = (all + e * slope) * (1.0 / 20),
    };
}

bool edge_sums_of(const edge_walk *walk, const course *course, int i, double scale, edge_sums *out)
{
    const int32_t row = course->piece[i].row;
    double from = course->piece[i].from;
    double to = i + 1 < course->count ? course->piece[i + 1].from : 1;
    double d = edge_depth(walk, row, from);
    double e = edge_depth(walk, row, to);
    if (!(d > 0) && !(e > 0))
        return false;
    if (d < 0) {
        from += (to - from) * (d / (d - e));
        d = 0;
    } else if (e < 0) {
        to = from + (to - from) * (d / (d - e));
        e = 0;
    }
    *out = sums_of(d * scale, e * scale);
    if (!(to > from) || !(out->third > 0))
        return false;
    const double way = to - from;
    out->moment = from * out->third + way * out->moment;
    out->moment *= way;
    out->third *= way;
    out->fourth *= way / scale;
    return true;
}
