// sorted_scan.c - sorted lists made anew: bounds sorted outright, pairs by one scan (Algorithm 2.1 of Zhang 1998).
//
// Going along an axis, the balls that have begun and not yet ended are those that overlap with one that begins here.
// The seed takes such a set for each ball along each axis and intersects the three. Here the axis with the fewest
// overlaps is scanned and the two others are looked up by rank in their lists: the same pairs, without sets of
// N^(2/3) entries for each ball.
#include "search/sorted.h"

#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

enum { AXES_ASIDE = 2 }; // besides the one that is scanned
enum { CHUNK = 64 };     // active balls looked at together: most have none that overlaps

// Ranks of the bounds of balls along an axis: they compare as the bounds do, in half the space. Where the axis is not
// swept, 0 and 1: all overlap.
typedef struct ranks {
    int32_t *from, *to;
} ranks;

// The balls that have begun and not ended, in no order.
typedef struct active_set {
    int32_t count;
    int32_t *ball, *from[AXES_ASIDE], *to[AXES_ASIDE];
    int32_t *place; // of a ball among them, by ball
} active_set;

typedef struct scan {
    sorted_list *sorted;
    int axis; // scanned
    ranks aside[AXES_ASIDE];
    active_set active;
    void *memory;
} scan;

// The bounds along an axis with their keys: first all beginnings, then all ends.
static void set_keys(const sorted_list *sorted, int axis, sort_pair *begins)
{
    sort_pair *ends = begins + sorted->balls;
    for (int32_t i = 0; i < sorted->balls; i++) {
        const ball_bounds *now = &sorted->now[i];
        begins[i].key = sort_key_f64(now->from[axis]);
        begins[i].value = (uint32_t)i;
        ends[i].key = sort_key_f64(now->to[axis]);
        ends[i].value = (uint32_t)(sorted->balls + i);
    }
}

static bound bound_of(const sorted_list *sorted, int axis, int32_t number)
{
    bool end = number >= sorted->balls;
    int32_t ball = end ? number - sorted->balls : number;
    const ball_bounds *now = &sorted->now[ball];
    return (bound){
        .at = end ? now->to[axis] : now->from[axis],
        .ball = ball,
        .end = end,
    };
}

static bool sort_axis(sorted_list *sorted, int axis)
{
    const int64_t count = 2 * (int64_t)sorted->balls;
    bound *list = sorted->axis[axis].list;
    sort_pair *pair = mem_array(count, sizeof *pair);
    sort_pair *scratch = mem_array(count, sizeof *scratch);
    bool ok = pair && scratch;
    if (ok) {
        // the sort is stable: beginnings first where bounds are equal
        set_keys(sorted, axis, pair);
        sort_u64_by_key(pair, count, scratch);
        for (int64_t k = 0; k < count; k++)
            list[k] = bound_of(sorted, axis, (int32_t)pair[k].value);
    }
    mem_free(pair);
    mem_free(scratch);
    return ok;
}

static bool across(const sorted_list *sorted, int32_t ball, int axis)
{
    const ball_bounds *now = &sorted->now[ball];
    return now->from[axis] > now->to[axis];
}

// How many pairs overlap along a swept axis.
static int64_t overlaps_along(const sorted_list *sorted, int axis)
{
    int64_t active = 0;
    int64_t overlaps = 0;
    for (int32_t i = 0; i < sorted->balls; i++)
        active += across(sorted, i, axis);
    overlaps = active * (active - 1) / 2;
    for (int64_t k = 0; k < 2 * (int64_t)sorted->balls; k++) {
        const bound *bound = &sorted->axis[axis].list[k];
        if (!bound->end)
            overlaps += active;
        active += bound->end ? -1 : 1;
    }
    return overlaps;
}

static void set_ranks(const sorted_list *sorted, int axis, ranks *ranks)
{
    const sorted_axis *along = &sorted->axis[axis];
    if (!along->swept) {
        for (int32_t i = 0; i < sorted->balls; i++) {
            ranks->from[i] = 0;
            ranks->to[i] = 1;
        }
        return;
    }
    for (int32_t k = 0; k < 2 * sorted->balls; k++) {
        const bound *bound = &along->list[k];
        int32_t *rank = bound->end ? ranks->to : ranks->from;
        rank[bound->ball] = k;
    }
}

static bool scan_open(scan *out, sorted_list *sorted, int axis)
{
    const int64_t room = sorted->balls + CHUNK;
    const int64_t arrays = 4 * AXES_ASIDE + 2;
    void *memory = mem_array(room * arrays, sizeof(int32_t));
    *out = (scan){
        .sorted = sorted,
        .axis = axis,
        .memory = memory,
    };
    if (!memory)
        return false;
    active_set *active = &out->active;
    int32_t *next = memory;
    for (int aside = 0; aside < AXES_ASIDE; aside++) {
        int other_axis = (axis + 1 + aside) % 3;
        ranks *ranks = &out->aside[aside];
        ranks->from = next;
        ranks->to = next + room;
        active->from[aside] = next + 2 * room;
        active->to[aside] = next + 3 * room;
        set_ranks(sorted, other_axis, ranks);
        next += 4 * room;
    }
    active->ball = next;
    active->place = next + room;
    return true;
}

static void begin(scan *scan, int32_t ball)
{
    active_set *active = &scan->active;
    int32_t at = active->count++;
    active->ball[at] = ball;
    active->place[ball] = at;
    for (int aside = 0; aside < AXES_ASIDE; aside++) {
        active->from[aside][at] = scan->aside[aside].from[ball];
        active->to[aside][at] = scan->aside[aside].to[ball];
    }
}

static void end(scan *scan, int32_t ball)
{
    active_set *active = &scan->active;
    int32_t at = active->place[ball];
    active->count--;
    int32_t last = active->count;
    int32_t moved = active->ball[last];
    active->ball[at] = moved;
    active->place[moved] = at;
    for (int aside = 0; aside < AXES_ASIDE; aside++) {
        active->from[aside][at] = active->from[aside][last];
        active->to[aside][at] = active->to[aside][last];
    }
}

// Whether the ball overlaps along the axes aside with one of the CHUNK active balls from `from` on, and with which: the
// test of bounds_overlap on ranks. What is behind the last active ball is looked at as well.
static int32_t mark(const scan *scan, int32_t ball, int32_t from, int32_t *restrict hit)
{
    const active_set *active = &scan->active;
    const int32_t *begins_0 = active->from[0] + from;
    const int32_t *ends_0 = active->to[0] + from;
    const int32_t *begins_1 = active->from[1] + from;
    const int32_t *ends_1 = active->to[1] + from;
    const int32_t from_0 = scan->aside[0].from[ball];
    const int32_t to_0 = scan->aside[0].to[ball];
    const int32_t from_1 = scan->aside[1].from[ball];
    const int32_t to_1 = scan->aside[1].to[ball];
    const int32_t across_0 = from_0 > to_0;
    const int32_t across_1 = from_1 > to_1;
    int32_t any = 0;
#pragma omp simd reduction(| : any)
    for (int32_t k = 0; k < CHUNK; k++) {
        int32_t begins_before_end_0 = (from_0 <= ends_0[k]) + (begins_0[k] <= to_0);
        int32_t begins_before_end_1 = (from_1 <= ends_1[k]) + (begins_1[k] <= to_1);
        int32_t overlap_0 = begins_before_end_0 + (begins_0[k] > ends_0[k]) + across_0 >= 2;
        int32_t overlap_1 = begins_before_end_1 + (begins_1[k] > ends_1[k]) + across_1 >= 2;
        hit[k] = overlap_0 & overlap_1;
        any |= hit[k];
    }
    return any;
}

static bool add_pair(sorted_list *sorted, int32_t a, int32_t b)
{
    if (!MEM_GROW(sorted->pair, sorted->pair_room, sorted->pairs + 1))
        return false;
    sorted->pair[sorted->pairs] = (ball_pair){a, b};
    sorted->pairs++;
    return true;
}

// Pairs of a ball with those that are active. Two balls across the border of a circle have met at its beginning.
static bool meet_active(scan *scan, int32_t ball, bool beginning)
{
    sorted_list *sorted = scan->sorted;
    const active_set *active = &scan->active;
    const bool skip = !beginning && across(sorted, ball, scan->axis);
    int32_t hit[CHUNK];
    for (int32_t from = 0; from < active->count; from += CHUNK) {
        if (!mark(scan, ball, from, hit))
            continue;
        const int32_t left = active->count - from;
        const int32_t looked_at = left < CHUNK ? left : CHUNK;
        for (int32_t k = 0; k < looked_at; k++) {
            int32_t other = active->ball[from + k];
            bool has_met = skip && across(sorted, other, scan->axis);
            if (!hit[k] || has_met)
                continue;
            if (!add_pair(sorted, ball, other))
                return false;
        }
    }
    begin(scan, ball);
    return true;
}

static bool scan_axis(scan *scan)
{
    const sorted_list *sorted = scan->sorted;
    const bound *list = sorted->axis[scan->axis].list;
    for (int32_t i = 0; i < sorted->balls; i++) {
        if (across(sorted, i, scan->axis) && !meet_active(scan, i, true))
            return false;
    }
    for (int64_t k = 0; k < 2 * (int64_t)sorted->balls; k++) {
        if (list[k].end)
            end(scan, list[k].ball);
        else if (!meet_active(scan, list[k].ball, false))
            return false;
    }
    return true;
}

// Without an axis to scan all overlap with all.
static bool pair_all(sorted_list *sorted)
{
    int64_t balls = sorted->balls;
    int64_t all = balls * (balls - 1) / 2;
    if (!MEM_GROW(sorted->pair, sorted->pair_room, all))
        return false;
    for (int32_t i = 0; i < sorted->balls; i++) {
        for (int32_t j = 0; j < i; j++) {
            sorted->pair[sorted->pairs] = (ball_pair){i, j};
            sorted->pairs++;
        }
    }
    return true;
}

bool sorted_scan(sorted_list *sorted)
{
    int best = -1;
    int64_t fewest = INT64_MAX;
    sorted->pairs = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!sorted->axis[axis].swept)
            continue;
        if (!sort_axis(sorted, axis))
            return false;
        int64_t overlaps = overlaps_along(sorted, axis);
        if (overlaps < fewest) {
            fewest = overlaps;
            best = axis;
        }
    }
    if (best < 0)
        return pair_all(sorted);
    // to move a place costs as much as to look at about six overlaps, and there are up to three axes
    sorted->patience = fewest / 16 + 16 * (int64_t)sorted->balls;
    scan scan;
    if (!scan_open(&scan, sorted, best))
        return false;
    bool ok = scan_axis(&scan);
    mem_free(scan.memory);
    return ok;
}
