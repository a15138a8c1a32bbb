// sorted_update.c - sorted lists put in order again by insertion (Muth et al. 2005, section 3).
//
// Where a beginning moves to the front of an ending, two balls begin to overlap along this axis; if they do along the
// others as well the pair is new. It is taken down by the first axis along which the two did not overlap before, so
// that it is taken once. That a pair has ended needs no event: those of the build before are gone through anyway.
//
// On a circle a bound that crosses the border downwards first sorts to the front of all others, one that crosses it
// upwards to their end. Then those at the ends change places, and a second insertion brings them among the bounds that
// they now stand with. Between any two bounds every change of order is met this way, as if the list had no ends.
#include "search/sorted.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

// What goes on along one axis.
typedef struct sweep {
    const sorted_list *sorted;
    sorted_axis *along;
    int axis;
} sweep;

static bool comes_after(const bound *first, const bound *second)
{
    return first->at > second->at || (first->at == second->at && first->end > second->end);
}

// The beginning of one ball has passed the end of another.
// Did they not overlap along an axis before this one? Then that axis takes the pair.
static bool was_apart_before(const sorted_list *sorted, int32_t a, int32_t b, int axis)
{
    const ball_bounds *bounds_a = &sorted->before[a];
    const ball_bounds *bounds_b = &sorted->before[b];
    for (int earlier = 0; earlier < axis; earlier++) {
        if (!bounds_overlap(bounds_a, bounds_b, earlier))
            return true;
    }
    return false;
}

static bool meet(const sweep *sweep, int32_t a, int32_t b)
{
    const sorted_list *sorted = sweep->sorted;
    const ball_bounds *bounds_a = &sorted->now[a];
    const ball_bounds *bounds_b = &sorted->now[b];
    sorted_axis *along = sweep->along;
    for (int axis = 0; axis < 3; axis++) {
        bool aside = axis != sweep->axis;
        if (aside && !bounds_overlap(bounds_a, bounds_b, axis))
            return true;
    }
    if (a == b || !bounds_overlap(bounds_a, bounds_b, sweep->axis))
        return true;
    if (was_apart_before(sorted, a, b, sweep->axis))
        return true;
    if (!MEM_GROW(along->fresh, along->fresh_room, along->fresh_count + 1))
        return false;
    along->fresh[along->fresh_count] = (ball_pair){a, b};
    along->fresh_count++;
    return true;
}

static sorted_result insert_all(const sweep *sweep)
{
    sorted_axis *along = sweep->along;
    bound *list = along->list;
    const int64_t count = 2 * (int64_t)sweep->sorted->balls;
    for (int64_t k = 1; k < count; k++) {
        if (!comes_after(&list[k - 1], &list[k]))
            continue;
        const bound moving = list[k];
        int64_t to = k;
        do {
            const bound *passed = &list[to - 1];
            list[to] = *passed;
            bool may_begin = moving.end < passed->end;
            if (may_begin && !meet(sweep, moving.ball, passed->ball))
                return SORTED_NO_MEMORY;
            to--;
        } while (to > 0 && comes_after(&list[to - 1], &moving));
        list[to] = moving;
        along->passed += k - to;
        if (along->passed > sweep->sorted->patience)
            return SORTED_LONG;
    }
    return SORTED_DONE;
}

static double bound_at(const sweep *sweep, const bound *bound)
{
    const ball_bounds *now = &sweep->sorted->now[bound->ball];
    return bound->end ? now->to[sweep->axis] : now->from[sweep->axis];
}

// Those at the two ends that have crossed the border change places.
// Bounds that are at their places of now again, where they are on the circle.
static void put_on_circle(const sweep *sweep, int64_t from, int64_t to)
{
    bound *list = sweep->along->list;
    for (int64_t k = from; k < to; k++)
        list[k].at = bound_at(sweep, &list[k]);
}

static bool change_ends(const sweep *sweep)
{
    sorted_axis *along = sweep->along;
    bound *list = along->list;
    const int64_t count = 2 * (int64_t)sweep->sorted->balls;
    int64_t down = 0;
    int64_t up = 0;
    while (down < count && list[down].at < along->low)
        down++;
    while (up < count - down && list[count - 1 - up].at >= along->high)
        up++;
    if (down + up == 0)
        return true;
    if (!MEM_GROW(along->crossed, along->crossed_room, down + up))
        return false;
    bound *descended = along->crossed;
    bound *risen = along->crossed + down;
    const int64_t between = count - down - up;
    const size_t bytes_down = (size_t)down * sizeof *list;
    const size_t bytes_up = (size_t)up * sizeof *list;
    const size_t bytes_between = (size_t)between * sizeof *list;
    memcpy(descended, list, bytes_down);
    memcpy(risen, list + count - up, bytes_up);
    memmove(list + up, list + down, bytes_between);
    memcpy(list, risen, bytes_up);
    memcpy(list + count - down, descended, bytes_down);
    put_on_circle(sweep, 0, up);
    put_on_circle(sweep, count - down, count);
    for (int64_t p = 0; p < down; p++) {
        for (int64_t q = 0; q < up; q++) {
            bool may_begin = descended[p].end < risen[q].end;
            if (may_begin && !meet(sweep, descended[p].ball, risen[q].ball))
                return false;
        }
    }
    return true;
}

static sorted_result update_axis(const sweep *sweep)
{
    sorted_axis *along = sweep->along;
    const int64_t count = 2 * (int64_t)sweep->sorted->balls;
    const double length = along->high - along->low;
    const double half = along->circle ? 0.5 * length : INFINITY;
    along->fresh_count = 0;
    along->passed = 0;
    for (int64_t k = 0; k < count; k++) {
        bound *bound = &along->list[k];
        double at = bound_at(sweep, bound);
        double by = at - bound->at;
        bound->at = at;
        // twice the length, so that no rounding brings it back among the others
        if (by > half)
            bound->at = at - 2 * length;
        else if (by < -half)
            bound->at = at + 2 * length;
    }
    sorted_result result = insert_all(sweep);
    if (!along->circle || result != SORTED_DONE)
        return result;
    return change_ends(sweep) ? insert_all(sweep) : SORTED_NO_MEMORY;
}

static bool still_overlap(const sorted_list *sorted, ball_pair pair)
{
    const ball_bounds *a = &sorted->now[pair.a];
    const ball_bounds *b = &sorted->now[pair.b];
    return bounds_overlap(a, b, 0) && bounds_overlap(a, b, 1) && bounds_overlap(a, b, 2);
}

// Pairs that still overlap, and the new ones.
static bool set_pairs(sorted_list *sorted)
{
    int64_t kept = 0;
    int64_t fresh = 0;
    for (int64_t k = 0; k < sorted->pairs; k++) {
        ball_pair pair = sorted->pair[k];
        sorted->pair[kept] = pair;
        kept += still_overlap(sorted, pair);
    }
    sorted->pairs = kept;
    for (int axis = 0; axis < 3; axis++) {
        const sorted_axis *along = &sorted->axis[axis];
        fresh += along->swept ? along->fresh_count : 0;
    }
    if (!MEM_GROW(sorted->pair, sorted->pair_room, kept + fresh))
        return false;
    for (int axis = 0; axis < 3; axis++) {
        const sorted_axis *along = &sorted->axis[axis];
        if (!along->swept || along->fresh_count == 0)
            continue;
        size_t bytes = (size_t)along->fresh_count * sizeof *along->fresh;
        memcpy(sorted->pair + sorted->pairs, along->fresh, bytes);
        sorted->pairs += along->fresh_count;
    }
    return true;
}

sorted_result sorted_update(sorted_list *sorted, int threads)
{
    sorted_result result[3] = {SORTED_DONE, SORTED_DONE, SORTED_DONE};
#pragma omp parallel for num_threads(threads < 3 ? threads : 3) schedule(dynamic, 1)
    for (int axis = 0; axis < 3; axis++) {
        const sweep sweep = {
            .sorted = sorted,
            .along = &sorted->axis[axis],
            .axis = axis,
        };
        if (sorted->axis[axis].swept)
            result[axis] = update_axis(&sweep);
    }
    for (int axis = 0; axis < 3; axis++) {
        if (result[axis] != SORTED_DONE)
            return result[axis];
    }
    return set_pairs(sorted) ? SORTED_DONE : SORTED_NO_MEMORY;
}
