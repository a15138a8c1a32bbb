// depth_walk.c - see depth_walk.h.
//
// Along an edge the distance from each plane is linear, so the depth is made of straight pieces: the courses of two
// groups or planes are put together, stretch by stretch, to their least or largest. Planes that are nowhere among the
// least along the edge are left out before.
#include "collide/depth_walk.h"

#include "base/mathlib.h"

#include <math.h>
#include <stddef.h>

static void add_piece(course *course, double from, int32_t plane)
{
    if (course->count && course->piece[course->count - 1].plane == plane)
        return;
    if (course->count < PIECES_MOST)
        course->piece[course->count++] = (stretch){from, plane};
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
    while (i < one->count && j < other->count) {
        const double end_i = i + 1 < one->count ? one->piece[i + 1].from : 1;
        const double end_j = j + 1 < other->count ? other->piece[j + 1].from : 1;
        const double end = real_min(end_i, end_j);
        const meeting here = {
            .from = at,
            .to = end,
            .one = one->piece[i].plane,
            .other = other->piece[j].plane,
        };
        add_better(walk, side, &here, out);
        i += !(end_i > end);
        j += !(end_j > end);
        at = end;
    }
}

// Adds the planes of a group to the walk. Of those of which the least counts only such matter as are somewhere below
// the highest place of all others.
static void add_planes(edge_walk *walk, const depth_group *group, bool least)
{
    const bool of_hull = group->parents == 0;
    const int32_t hull = walk->field->group[0].faces;
    const int32_t first_row = of_hull ? 0 : group->face - hull + walk->of_hull;
    const int32_t rows = of_hull ? walk->of_hull : group->faces;
    const int start = walk->planes;
    double enough = INFINITY;
    for (int32_t row = first_row; row < first_row + rows; row++) {
        const double first = walk->row_from[row];
        const double last = walk->row_to[row];
        const double highest = real_max(first, last);
        if (least && real_min(first, last) >= enough)
            continue;
        if (least && highest < enough) {
            enough = highest;
            int kept = start;
            for (int i = start; i < walk->planes; i++) {
                const double lowest = real_min(walk->first[i], walk->last[i]);
                if (lowest >= enough)
                    continue;
                walk->first[kept] = walk->first[i];
                walk->last[kept] = walk->last[i];
                walk->plane[kept++] = walk->plane[i];
            }
            walk->planes = kept;
        }
        if (walk->planes == PIECES_MOST) {
            walk->full = true;
            return;
        }
        walk->first[walk->planes] = first;
        walk->last[walk->planes] = last;
        const bool is_listed = of_hull && walk->listed;
        const int32_t plain = row - walk->of_hull + hull;
        walk->plane[walk->planes++] = is_listed ? walk->listed[row] : plain;
    }
}

static void copy_course(const course *from, course *to)
{
    to->count = from->count;
    for (int i = 0; i < from->count; i++)
        to->piece[i] = from->piece[i];
}

// The course of the depth in a group and all that it holds.
static void walk_group(edge_walk *walk, int32_t number, course *out)
{
    const depth_group *group = &walk->field->group[number];
    const bool least = group->parents % 2 == 0;
    const double side = least ? 1 : -1;
    const int start = walk->planes;
    course buffer[2];
    course with;
    int now = 0;
    add_planes(walk, group, least);
    buffer[0].count = 0;
    add_piece(&buffer[0], 0, start);
    for (int i = start + 1; i < walk->planes; i++) {
        with.count = 0;
        add_piece(&with, 0, i);
        put_together(walk, side, &buffer[now], &with, &buffer[!now]);
        now = !now;
    }
    for (int32_t child = number + 1; child < group->next; child = walk->field->group[child].next) {
        walk_group(walk, child, &with);
        put_together(walk, side, &buffer[now], &with, &buffer[!now]);
        now = !now;
    }
    copy_course(&buffer[now], out);
}

// Is there a plane of the hull that has the whole edge before it?
static bool is_before(const edge_walk *walk)
{
    for (int32_t k = 0; k < walk->of_hull; k++) {
        if (!(walk->row_from[k] > 0) && !(walk->row_to[k] > 0))
            return true;
    }
    return false;
}

bool edge_course(edge_walk *walk, course *out)
{
    if (is_before(walk))
        return false;
    walk->planes = 0;
    walk->full = false;
    walk_group(walk, 0, out);
    return true;
}
