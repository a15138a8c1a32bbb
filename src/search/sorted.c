// sorted.c - see sorted.h: bounds of balls, what is kept and what is made anew, partners by ball, pairs of a block.
#include "search/sorted.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sorted_forget(sorted_list *s)
{
    s->balls = 0;
}

void sorted_free(sorted_list *s)
{
    mem_free(s->now);
    mem_free(s->before);
    mem_free(s->first);
    for (int d = 0; d < 3; d++) {
        mem_free(s->axis[d].list);
        free(s->axis[d].crossed);
        free(s->axis[d].fresh);
    }
    free(s->pair);
    free(s->partner);
    memset(s, 0, sizeof *s);
}

int64_t sorted_memory(const sorted_list *s)
{
    int64_t bytes = s->room * (int64_t)(2 * sizeof *s->now + sizeof *s->first + 6 * sizeof(bound));
    for (int d = 0; d < 3; d++)
        bytes += s->axis[d].crossed_room * (int64_t)sizeof(bound) +
                 s->axis[d].fresh_room * (int64_t)sizeof(ball_pair);
    return bytes + s->pair_room * (int64_t)sizeof *s->pair +
           s->partner_room * (int64_t)sizeof *s->partner;
}

static bool reserve(sorted_list *s, int32_t count)
{
    if (count < s->room)
        return true;
    int32_t room = count + count / 16 + 16;
    ball_bounds *now = mem_array(room, sizeof *now);
    ball_bounds *before = mem_array(room, sizeof *before);
    int64_t *first = mem_array(room, sizeof *first);
    bound *list[3];
    bool ok = now && before && first;
    for (int d = 0; d < 3; d++)
        ok = (list[d] = mem_array(room, 2 * sizeof(bound))) && ok;
    mem_free(ok ? s->now : now);
    mem_free(ok ? s->before : before);
    mem_free(ok ? s->first : first);
    for (int d = 0; d < 3; d++)
        mem_free(ok ? s->axis[d].list : list[d]);
    if (!ok)
        return false;
    s->now = now;
    s->before = before;
    s->first = first;
    for (int d = 0; d < 3; d++)
        s->axis[d].list = list[d];
    s->room = room;
    s->balls = 0;
    return true;
}

static double wrapped(const sorted_axis *x, double at)
{
    double length = x->high - x->low;
    if (at < x->low)
        at += length;
    if (at >= x->high)
        at -= length;
    return at >= x->low && at < x->high ? at : x->low; // sums may round
}

// What the bounds along one axis span.
typedef struct span {
    double first_end, last_begin; // on a line
    double widest;                // half of the widest ball with its part of the skin
} span;

static span set_bounds(sorted_list *s, const rec4 *position, int32_t count, int d, double skin,
                       int threads)
{
    const sorted_axis *x = &s->axis[d];
    double first_end = INFINITY;
    double last_begin = -INFINITY;
    double widest = 0;
#pragma omp parallel for num_threads(threads) reduction(min                                        \
                                                        : first_end)                               \
    reduction(max                                                                                  \
              : last_begin, widest)
    for (int32_t i = 0; i < count; i++) {
        const double half = position[i].v[3] + 0.5001 * skin;
        const double from = position[i].v[d] - half;
        const double to = position[i].v[d] + half; // a little more than half the skin
        first_end = to < first_end ? to : first_end;
        last_begin = from > last_begin ? from : last_begin;
        widest = half > widest ? half : widest;
        s->now[i].from[d] = x->circle ? wrapped(x, from) : from;
        s->now[i].to[d] = x->circle ? wrapped(x, to) : to;
    }
    return (span){first_end, last_begin, widest};
}

// Whether some bound of a circle has gone so far that its way round cannot be told.
static bool went_far(const sorted_list *s, int32_t count, int d, int threads)
{
    const sorted_axis *x = &s->axis[d];
    const double length = x->high - x->low;
    const double far = 0.25 * length;
    int64_t many = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : many)
    for (int32_t i = 0; i < count; i++) {
        double from = fabs(s->now[i].from[d] - s->before[i].from[d]);
        double to = fabs(s->now[i].to[d] - s->before[i].to[d]);
        many += (from > far && from < length - far) || (to > far && to < length - far);
    }
    return many > 0;
}

// Bounds along one axis; returns whether the list can be kept.
static bool set_axis(sorted_list *s, const rec4 *position, int32_t count, const grid_box *box,
                     int d, double skin, int threads)
{
    sorted_axis *x = &s->axis[d];
    sorted_axis was = *x;
    x->circle = box->periodic[d];
    x->low = x->circle ? box->low[d] : 0;
    x->high = x->circle ? box->high[d] : 0;
    span e = set_bounds(s, position, count, d, skin, threads);
    // two balls overlap at one end only; else what is new could not be told
    x->swept = x->circle ? 4 * e.widest < x->high - x->low : e.last_begin > e.first_end;
    if (!x->swept) {
#pragma omp parallel for num_threads(threads)
        for (int32_t i = 0; i < count; i++)
            s->now[i].from[d] = s->now[i].to[d] = 0;
    }
    if (x->swept != was.swept || x->circle != was.circle || x->low != was.low ||
        x->high != was.high)
        return false;
    return s->balls == count && !(x->swept && x->circle && went_far(s, count, d, threads));
}

// Partners of each ball from the pairs.
static bool set_partners(sorted_list *s)
{
    int64_t *first = s->first;
    if (!mem_grow((void **)&s->partner, &s->partner_room, 2 * s->pairs, sizeof *s->partner))
        return false;
    memset(first, 0, ((size_t)s->balls + 1) * sizeof *first);
    for (int64_t k = 0; k < s->pairs; k++) {
        first[s->pair[k].a]++;
        first[s->pair[k].b]++;
    }
    int64_t next = 0;
    for (int32_t i = 0; i <= s->balls; i++)
        first[i] = next += first[i];
    for (int64_t k = 0; k < s->pairs; k++) {
        ball_pair p = s->pair[k];
        s->partner[--first[p.a]] = p.b;
        s->partner[--first[p.b]] = p.a;
    }
    return true;
}

bool sorted_fill(sorted_list *s, const rec4 *position, int32_t count, const grid_box *box,
                 double skin, int threads)
{
    if (!reserve(s, count)) {
        sorted_forget(s);
        return false;
    }
    ball_bounds *before = s->now;
    s->now = s->before;
    s->before = before;
    s->largest = 0;
    for (int32_t i = 0; i < count; i++)
        s->largest = position[i].v[3] > s->largest ? position[i].v[3] : s->largest;
    bool keep = true;
    for (int d = 0; d < 3; d++)
        keep = set_axis(s, position, count, box, d, skin, threads) && keep;
    s->balls = count;
    sorted_result result = keep ? sorted_update(s, threads) : SORTED_LONG;
    if (result == SORTED_DONE)
        s->kept++;
    if (result == SORTED_LONG) {
        s->made++;
        result = sorted_scan(s) ? SORTED_DONE : SORTED_NO_MEMORY;
    }
    if (result == SORTED_DONE && set_partners(s))
        return true;
    sorted_forget(s);
    return false;
}

// A body that looks for partners, and where it may find them.
typedef struct looker {
    const near_task *task;
    double length[3], inverse[3]; // of periodic axes, else 0
} looker;

static double distance_of(const looker *l, const double *x, const double *y)
{
    double d2 = 0;
    for (int d = 0; d < 3; d++) {
        double along = y[d] - x[d];
        along -= l->length[d] * floor(along * l->inverse[d] + 0.5);
        d2 += along * along;
    }
    return sqrt(d2);
}

// A body that is not two reaches from a periodic border may meet others across it before the next build.
static bool near_border(const looker *l, const double *x)
{
    const sorted_list *s = l->task->sorted;
    const double margin = 2 * (2 * s->largest + l->task->skin);
    for (int d = 0; d < 3; d++)
        if (l->length[d] > 0 && (x[d] < s->axis[d].low + margin || x[d] > s->axis[d].high - margin))
            return true;
    return false;
}

static bool look_around(const looker *l, int32_t i, near_scratch *scratch, near_pairs *out)
{
    const near_task *t = l->task;
    const sorted_list *s = t->sorted;
    const double *x = t->position[i].v;
    int known = -1;
    for (int64_t k = s->first[i]; k < s->first[i + 1]; k++) {
        int32_t j = s->partner[k];
        if (j >= t->low && j < i)
            continue; // j has found it
        // a little more than the skin, and gaps a little less than they are
        const double *y = t->position[j].v;
        const double distance = distance_of(l, x, y);
        if (!(distance - x[3] - y[3] < t->skin * 1.0001) || !t->wanted(t->context, i, j))
            continue;
        if (known < 0 && (known = near_partners(t, i, scratch)) < 0)
            return false;
        if (near_among(scratch->partner, known, j))
            continue;
        double gap = distance * (1 - 1e-9) - x[3] - y[3];
        int level = gap > 0 ? (int)(gap * (t->levels / t->skin)) : 0;
        if (!near_pairs_add(out, i, j, level < t->levels ? level : t->levels - 1))
            return false;
    }
    return true;
}

bool sorted_near(const near_task *t, near_scratch *scratch, near_pairs *out, bool *border)
{
    looker l = {.task = t};
    for (int d = 0; d < 3; d++) {
        const sorted_axis *x = &t->sorted->axis[d];
        if (!x->circle)
            continue;
        l.length[d] = x->high - x->low;
        l.inverse[d] = 1 / l.length[d];
    }
    for (int32_t i = t->low; i < t->high; i++) {
        *border = *border || near_border(&l, t->position[i].v);
        if (!look_around(&l, i, scratch, out))
            return false;
    }
    return true;
}
