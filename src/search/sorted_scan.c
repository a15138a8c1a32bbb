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
    sorted_list *s;
    int axis; // scanned
    ranks aside[AXES_ASIDE];
    active_set active;
    void *memory;
} scan;

static bool sort_axis(sorted_list *s, int d)
{
    const int64_t count = 2 * (int64_t)s->balls;
    bound *list = s->axis[d].list;
    sort_pair *pair = mem_array(count, sizeof *pair);
    sort_pair *scratch = mem_array(count, sizeof *scratch);
    bool ok = pair && scratch;
    if (ok) {
        // the sort is stable: beginnings first where bounds are equal
        for (int32_t i = 0; i < s->balls; i++) {
            pair[i] = (sort_pair){sort_key_f64(s->now[i].from[d]), (uint32_t)i};
            pair[s->balls + i] =
                (sort_pair){sort_key_f64(s->now[i].to[d]), (uint32_t)(s->balls + i)};
        }
        sort_u64_by_key(pair, count, scratch);
        for (int64_t k = 0; k < count; k++) {
            int32_t at = (int32_t)pair[k].value;
            int32_t end = at >= s->balls;
            int32_t ball = end ? at - s->balls : at;
            list[k] = (bound){end ? s->now[ball].to[d] : s->now[ball].from[d], ball, end};
        }
    }
    mem_free(pair);
    mem_free(scratch);
    return ok;
}

static bool across(const sorted_list *s, int32_t ball, int axis)
{
    return s->now[ball].from[axis] > s->now[ball].to[axis];
}

// How many pairs overlap along a swept axis.
static int64_t overlaps_along(const sorted_list *s, int axis)
{
    int64_t active = 0;
    int64_t overlaps = 0;
    for (int32_t i = 0; i < s->balls; i++)
        active += across(s, i, axis);
    overlaps = active * (active - 1) / 2;
    for (int64_t k = 0; k < 2 * (int64_t)s->balls; k++) {
        const bound *b = &s->axis[axis].list[k];
        if (!b->end)
            overlaps += active;
        active += b->end ? -1 : 1;
    }
    return overlaps;
}

static void set_ranks(const sorted_list *s, int axis, ranks *r)
{
    const bool swept = s->axis[axis].swept;
    for (int32_t i = 0; i < s->balls && !swept; i++) {
        r->from[i] = 0;
        r->to[i] = 1;
    }
    for (int32_t k = 0; swept && k < 2 * s->balls; k++) {
        const bound *b = &s->axis[axis].list[k];
        (b->end ? r->to : r->from)[b->ball] = k;
    }
}

static bool scan_open(scan *c, sorted_list *s, int axis)
{
    const int64_t n = s->balls + CHUNK;
    const int64_t arrays = 4 * AXES_ASIDE + 2;
    *c = (scan){.s = s, .axis = axis, .memory = mem_array(n * arrays, sizeof(int32_t))};
    if (!c->memory)
        return false;
    int32_t *next = c->memory;
    for (int a = 0; a < AXES_ASIDE; a++, next += 4 * n) {
        c->aside[a] = (ranks){next, next + n};
        c->active.from[a] = next + 2 * n;
        c->active.to[a] = next + 3 * n;
        set_ranks(s, (axis + 1 + a) % 3, &c->aside[a]);
    }
    c->active.ball = next;
    c->active.place = next + n;
    return true;
}

static void begin(scan *c, int32_t ball)
{
    active_set *s = &c->active;
    int32_t at = s->count++;
    s->ball[at] = ball;
    s->place[ball] = at;
    for (int a = 0; a < AXES_ASIDE; a++) {
        s->from[a][at] = c->aside[a].from[ball];
        s->to[a][at] = c->aside[a].to[ball];
    }
}

static void end(scan *c, int32_t ball)
{
    active_set *s = &c->active;
    int32_t at = s->place[ball];
    int32_t last = --s->count;
    s->ball[at] = s->ball[last];
    s->place[s->ball[at]] = at;
    for (int a = 0; a < AXES_ASIDE; a++) {
        s->from[a][at] = s->from[a][last];
        s->to[a][at] = s->to[a][last];
    }
}

// Whether the ball overlaps along the axes aside with one of the CHUNK active balls from `from` on, and with which: the
// test of bounds_overlap on ranks. What is behind the last active ball is looked at as well.
static int32_t mark(const scan *c, int32_t ball, int32_t from, int32_t *restrict hit)
{
    const active_set *s = &c->active;
    const int32_t *f0 = s->from[0] + from;
    const int32_t *t0 = s->to[0] + from;
    const int32_t *f1 = s->from[1] + from;
    const int32_t *t1 = s->to[1] + from;
    const int32_t a = c->aside[0].from[ball];
    const int32_t b = c->aside[0].to[ball];
    const int32_t p = c->aside[1].from[ball];
    const int32_t q = c->aside[1].to[ball];
    const int32_t ab = a > b;
    const int32_t pq = p > q;
    int32_t any = 0;
#pragma omp simd reduction(| : any)
    for (int32_t k = 0; k < CHUNK; k++) {
        hit[k] = ((a <= t0[k]) + (f0[k] <= b) + (f0[k] > t0[k]) + ab >= 2) &
                 ((p <= t1[k]) + (f1[k] <= q) + (f1[k] > t1[k]) + pq >= 2);
        any |= hit[k];
    }
    return any;
}

// Pairs of a ball with those that are active. Two balls across the border of a circle have met at its beginning.
static bool meet_active(scan *c, int32_t ball, bool beginning)
{
    sorted_list *s = c->s;
    const bool skip = !beginning && across(s, ball, c->axis);
    int32_t hit[CHUNK];
    for (int32_t from = 0; from < c->active.count; from += CHUNK) {
        if (!mark(c, ball, from, hit))
            continue;
        for (int32_t k = 0; k < CHUNK && from + k < c->active.count; k++) {
            int32_t other = c->active.ball[from + k];
            if (!hit[k] || (skip && across(s, other, c->axis)))
                continue;
            if (!mem_grow((void **)&s->pair, &s->pair_room, s->pairs + 1, sizeof *s->pair))
                return false;
            s->pair[s->pairs++] = (ball_pair){ball, other};
        }
    }
    begin(c, ball);
    return true;
}

static bool scan_axis(scan *c)
{
    const sorted_list *s = c->s;
    const bound *list = s->axis[c->axis].list;
    for (int32_t i = 0; i < s->balls; i++)
        if (across(s, i, c->axis) && !meet_active(c, i, true))
            return false;
    for (int64_t k = 0; k < 2 * (int64_t)s->balls; k++) {
        if (list[k].end)
            end(c, list[k].ball);
        else if (!meet_active(c, list[k].ball, false))
            return false;
    }
    return true;
}

// Without an axis to scan all overlap with all.
static bool pair_all(sorted_list *s)
{
    int64_t all = (int64_t)s->balls * (s->balls - 1) / 2;
    if (!mem_grow((void **)&s->pair, &s->pair_room, all, sizeof *s->pair))
        return false;
    for (int32_t i = 0; i < s->balls; i++)
        for (int32_t j = 0; j < i; j++)
            s->pair[s->pairs++] = (ball_pair){i, j};
    return true;
}

bool sorted_scan(sorted_list *s)
{
    int best = -1;
    int64_t fewest = INT64_MAX;
    s->pairs = 0;
    for (int d = 0; d < 3; d++) {
        if (!s->axis[d].swept)
            continue;
        if (!sort_axis(s, d))
            return false;
        int64_t overlaps = overlaps_along(s, d);
        if (overlaps < fewest) {
            fewest = overlaps;
            best = d;
        }
    }
    if (best < 0)
        return pair_all(s);
    // to move a place costs as much as to look at about six overlaps, and there are up to three axes
    s->patience = fewest / 16 + 16 * (int64_t)s->balls;
    scan c;
    if (!scan_open(&c, s, best))
        return false;
    bool ok = scan_axis(&c);
    mem_free(c.memory);
    return ok;
}
