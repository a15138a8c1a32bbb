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
static bool meet(const sweep *sweep, int32_t a, int32_t b)
{
    const ball_bounds *bounds_a = &sweep->sorted->now[a];
    const ball_bounds *bounds_b = &sweep->sorted->now[b];
    sorted_axis *along = sweep->along;
    for (int axis = 0; axis < 3; axis++)
        if (axis != sweep->axis && !bounds_overlap(bounds_a, bounds_b, axis))
            return true;
    if (a == b || !bounds_overlap(bounds_a, bounds_b, sweep->axis))
        return true;
    bounds_a = &sweep->sorted->before[a];
    bounds_b = &sweep->sorted->before[b];
    for (int axis = 0; axis < 3; axis++) {
        if (bounds_overlap(bounds_a, bounds_b, axis))
            continue;
        if (axis < sweep->axis)
            return true;
        break;
    }
    if (!mem_grow((void **)&along->fresh, &along->fresh_room, along->fresh_count + 1,
                  sizeof *along->fresh))
        return false;
    along->fresh[along->fresh_count++] = (ball_pair){a, b};
    return true;
}

static sorted_result insert_all(const sweep *sweep)
{
    bound *list = sweep->along->list;
    const int64_t count = 2 * (int64_t)sweep->sorted->balls;
    for (int64_t k = 1; k < count; k++) {
        if (!comes_after(&list[k - 1], &list[k]))
            continue;
        const bound moving = list[k];
        int64_t to = k;
        do {
            list[to] = list[to - 1];
            if (moving.end < list[to].end && !meet(sweep, moving.ball, list[to].ball))
                return SORTED_NO_MEMORY;
            to--;
        } while (to > 0 && comes_after(&list[to - 1], &moving));
        list[to] = moving;
        if ((sweep->along->passed += k - to) > sweep->sorted->patience)
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
    if (!mem_grow((void **)&along->crossed, &along->crossed_room, down + up,
                  sizeof *along->crossed))
        return false;
    const bound *descended = along->crossed;
    const bound *risen = along->crossed + down;
    memcpy(along->crossed, list, (size_t)down * sizeof *list);
    memcpy(along->crossed + down, list + count - up, (size_t)up * sizeof *list);
    memmove(list + up, list + down, (size_t)(count - down - up) * sizeof *list);
    memcpy(list, risen, (size_t)up * sizeof *list);
    memcpy(list + count - down, descended, (size_t)down * sizeof *list);
    for (int64_t k = 0; k < up; k++)
        list[k].at = bound_at(sweep, &list[k]);
    for (int64_t k = count - down; k < count; k++)
        list[k].at = bound_at(sweep, &list[k]);
    for (int64_t p = 0; p < down; p++)
        for (int64_t q = 0; q < up; q++)
            if (descended[p].end < risen[q].end && !meet(sweep, descended[p].ball, risen[q].ball))
                return false;
    return true;
}

static sorted_result update_axis(const sweep *sweep)
{
    sorted_axis *along = sweep->along;
    const int64_t count = 2 * (int64_t)sweep->sorted->balls;
    const double length = along->high - along->low;
    const double half = along->circle ? 0.5 * length : INFINITY;
    along->fresh_count = along->passed = 0;
    for (int64_t k = 0; k < count; k++) {
        bound *bound = &along->list[k];
        double at = bound_at(sweep, bound);
        double by = at - bound->at;
        // twice the length, so that no rounding brings it back among the others
        bound->at = by > half ? at - 2 * length : by < -half ? at + 2 * length : at;
    }
    sorted_result result = insert_all(sweep);
    if (!along->circle || result != SORTED_DONE)
        return result;
    return change_ends(sweep) ? insert_all(sweep) : SORTED_NO_MEMORY;
}

// Pairs that still overlap, and the new ones.
static bool set_pairs(sorted_list *sorted)
{
    int64_t kept = 0;
    int64_t fresh = 0;
    for (int64_t k = 0; k < sorted->pairs; k++) {
        const ball_bounds *a = &sorted->now[sorted->pair[k].a];
        const ball_bounds *b = &sorted->now[sorted->pair[k].b];
        sorted->pair[kept] = sorted->pair[k];
        kept += bounds_overlap(a, b, 0) && bounds_overlap(a, b, 1) && bounds_overlap(a, b, 2);
    }
    sorted->pairs = kept;
    for (int axis = 0; axis < 3; axis++)
        fresh += sorted->axis[axis].swept ? sorted->axis[axis].fresh_count : 0;
    if (!mem_grow((void **)&sorted->pair, &sorted->pair_room, kept + fresh, sizeof *sorted->pair))
        return false;
    for (int axis = 0; axis < 3; axis++) {
        const sorted_axis *along = &sorted->axis[axis];
        if (!along->swept || along->fresh_count == 0)
            continue;
        memcpy(sorted->pair + sorted->pairs, along->fresh,
               (size_t)along->fresh_count * sizeof *along->fresh);
        sorted->pairs += along->fresh_count;
    }
    return true;
}

sorted_result sorted_update(sorted_list *sorted, int threads)
{
    sorted_result result[3] = {SORTED_DONE, SORTED_DONE, SORTED_DONE};
#pragma omp parallel for num_threads(threads < 3 ? threads : 3) schedule(dynamic, 1)
    for (int axis = 0; axis < 3; axis++) {
        const sweep sweep = {sorted, &sorted->axis[axis], axis};
        if (sorted->axis[axis].swept)
            result[axis] = update_axis(&sweep);
    }
    for (int axis = 0; axis < 3; axis++)
        if (result[axis] != SORTED_DONE)
            return result[axis];
    return set_pairs(sorted) ? SORTED_DONE : SORTED_NO_MEMORY;
}
