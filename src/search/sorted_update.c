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
    const sorted_list *s;
    sorted_axis *x;
    int axis;
} sweep;

static bool comes_after(const bound *p, const bound *q)
{
    return p->at > q->at || (p->at == q->at && p->end > q->end);
}

// The beginning of one ball has passed the end of another.
static bool meet(const sweep *w, int32_t a, int32_t b)
{
    const ball_bounds *p = &w->s->now[a];
    const ball_bounds *q = &w->s->now[b];
    sorted_axis *x = w->x;
    for (int d = 0; d < 3; d++)
        if (d != w->axis && !bounds_overlap(p, q, d))
            return true;
    if (a == b || !bounds_overlap(p, q, w->axis))
        return true;
    p = &w->s->before[a];
    q = &w->s->before[b];
    for (int d = 0; d < 3; d++) {
        if (bounds_overlap(p, q, d))
            continue;
        if (d < w->axis)
            return true;
        break;
    }
    if (!mem_grow((void **)&x->fresh, &x->fresh_room, x->fresh_count + 1, sizeof *x->fresh))
        return false;
    x->fresh[x->fresh_count++] = (ball_pair){a, b};
    return true;
}

static sorted_result insert_all(const sweep *w)
{
    bound *list = w->x->list;
    const int64_t count = 2 * (int64_t)w->s->balls;
    for (int64_t k = 1; k < count; k++) {
        if (!comes_after(&list[k - 1], &list[k]))
            continue;
        const bound moving = list[k];
        int64_t to = k;
        do {
            list[to] = list[to - 1];
            if (moving.end < list[to].end && !meet(w, moving.ball, list[to].ball))
                return SORTED_NO_MEMORY;
            to--;
        } while (to > 0 && comes_after(&list[to - 1], &moving));
        list[to] = moving;
        if ((w->x->passed += k - to) > w->s->patience)
            return SORTED_LONG;
    }
    return SORTED_DONE;
}

static double bound_at(const sweep *w, const bound *b)
{
    const ball_bounds *now = &w->s->now[b->ball];
    return b->end ? now->to[w->axis] : now->from[w->axis];
}

// Those at the two ends that have crossed the border change places.
static bool change_ends(const sweep *w)
{
    sorted_axis *x = w->x;
    bound *list = x->list;
    const int64_t count = 2 * (int64_t)w->s->balls;
    int64_t down = 0;
    int64_t up = 0;
    while (down < count && list[down].at < x->low)
        down++;
    while (up < count - down && list[count - 1 - up].at >= x->high)
        up++;
    if (down + up == 0)
        return true;
    if (!mem_grow((void **)&x->crossed, &x->crossed_room, down + up, sizeof *x->crossed))
        return false;
    const bound *descended = x->crossed;
    const bound *risen = x->crossed + down;
    memcpy(x->crossed, list, (size_t)down * sizeof *list);
    memcpy(x->crossed + down, list + count - up, (size_t)up * sizeof *list);
    memmove(list + up, list + down, (size_t)(count - down - up) * sizeof *list);
    memcpy(list, risen, (size_t)up * sizeof *list);
    memcpy(list + count - down, descended, (size_t)down * sizeof *list);
    for (int64_t k = 0; k < up; k++)
        list[k].at = bound_at(w, &list[k]);
    for (int64_t k = count - down; k < count; k++)
        list[k].at = bound_at(w, &list[k]);
    for (int64_t p = 0; p < down; p++)
        for (int64_t q = 0; q < up; q++)
            if (descended[p].end < risen[q].end && !meet(w, descended[p].ball, risen[q].ball))
                return false;
    return true;
}

static sorted_result update_axis(const sweep *w)
{
    sorted_axis *x = w->x;
    const int64_t count = 2 * (int64_t)w->s->balls;
    const double length = x->high - x->low;
    const double half = x->circle ? 0.5 * length : INFINITY;
    x->fresh_count = x->passed = 0;
    for (int64_t k = 0; k < count; k++) {
        bound *b = &x->list[k];
        double at = bound_at(w, b);
        double by = at - b->at;
        // twice the length, so that no rounding brings it back among the others
        b->at = by > half ? at - 2 * length : by < -half ? at + 2 * length : at;
    }
    sorted_result result = insert_all(w);
    if (!x->circle || result != SORTED_DONE)
        return result;
    return change_ends(w) ? insert_all(w) : SORTED_NO_MEMORY;
}

// Pairs that still overlap, and the new ones.
static bool set_pairs(sorted_list *s)
{
    int64_t kept = 0;
    int64_t fresh = 0;
    for (int64_t k = 0; k < s->pairs; k++) {
        const ball_bounds *a = &s->now[s->pair[k].a];
        const ball_bounds *b = &s->now[s->pair[k].b];
        s->pair[kept] = s->pair[k];
        kept += bounds_overlap(a, b, 0) && bounds_overlap(a, b, 1) && bounds_overlap(a, b, 2);
    }
    s->pairs = kept;
    for (int d = 0; d < 3; d++)
        fresh += s->axis[d].swept ? s->axis[d].fresh_count : 0;
    if (!mem_grow((void **)&s->pair, &s->pair_room, kept + fresh, sizeof *s->pair))
        return false;
    for (int d = 0; d < 3; d++) {
        const sorted_axis *x = &s->axis[d];
        if (!x->swept || x->fresh_count == 0)
            continue;
        memcpy(s->pair + s->pairs, x->fresh, (size_t)x->fresh_count * sizeof *x->fresh);
        s->pairs += x->fresh_count;
    }
    return true;
}

sorted_result sorted_update(sorted_list *s, int threads)
{
    sorted_result result[3] = {SORTED_DONE, SORTED_DONE, SORTED_DONE};
#pragma omp parallel for num_threads(threads < 3 ? threads : 3) schedule(dynamic, 1)
    for (int d = 0; d < 3; d++) {
        const sweep w = {s, &s->axis[d], d};
        if (s->axis[d].swept)
            result[d] = update_axis(&w);
    }
    for (int d = 0; d < 3; d++)
        if (result[d] != SORTED_DONE)
            return result[d];
    return set_pairs(s) ? SORTED_DONE : SORTED_NO_MEMORY;
}
