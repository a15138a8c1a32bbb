// sorted.c - see sorted.h: bounds of balls, what is kept and what is made anew, partners by ball, pairs of a block.
#include "search/sorted.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sorted_forget(sorted_list *sorted)
{
    sorted->balls = 0;
}

void sorted_free(sorted_list *sorted)
{
    mem_free(sorted->now);
    mem_free(sorted->before);
    mem_free(sorted->first);
    for (int axis = 0; axis < 3; axis++) {
        mem_free(sorted->axis[axis].list);
        free(sorted->axis[axis].crossed);
        free(sorted->axis[axis].fresh);
    }
    free(sorted->pair);
    free(sorted->partner);
    memset(sorted, 0, sizeof *sorted);
}

int64_t sorted_memory(const sorted_list *sorted)
{
    int64_t of_ball = 2 * sizeof *sorted->now + sizeof *sorted->first + 6 * sizeof(bound);
    int64_t bytes = sorted->room * of_ball;
    for (int axis = 0; axis < 3; axis++) {
        const sorted_axis *along = &sorted->axis[axis];
        bytes += along->crossed_room * (int64_t)sizeof(bound);
        bytes += along->fresh_room * (int64_t)sizeof(ball_pair);
    }
    bytes += sorted->pair_room * (int64_t)sizeof *sorted->pair;
    bytes += sorted->partner_room * (int64_t)sizeof *sorted->partner;
    return bytes;
}

static bool reserve(sorted_list *sorted, int32_t count)
{
    if (count < sorted->room)
        return true;
    int32_t room = count + count / 16 + 16;
    ball_bounds *now = mem_array(room, sizeof *now);
    ball_bounds *before = mem_array(room, sizeof *before);
    int64_t *first = mem_array(room, sizeof *first);
    bound *list[3];
    bool ok = now && before && first;
    for (int axis = 0; axis < 3; axis++) {
        list[axis] = mem_array(room, 2 * sizeof(bound));
        ok = ok && list[axis];
    }
    mem_free(ok ? sorted->now : now);
    mem_free(ok ? sorted->before : before);
    mem_free(ok ? sorted->first : first);
    for (int axis = 0; axis < 3; axis++) {
        bound *old = sorted->axis[axis].list;
        mem_free(ok ? old : list[axis]);
    }
    if (!ok)
        return false;
    sorted->now = now;
    sorted->before = before;
    sorted->first = first;
    for (int axis = 0; axis < 3; axis++)
        sorted->axis[axis].list = list[axis];
    sorted->room = room;
    sorted->balls = 0;
    return true;
}

static double wrapped(const sorted_axis *along, double at)
{
    double length = along->high - along->low;
    if (at < along->low)
        at += length;
    if (at >= along->high)
        at -= length;
    bool inside = at >= along->low && at < along->high; // sums may round
    return inside ? at : along->low;
}

// What the bounds along one axis span.
typedef struct span {
    double first_end, last_begin; // on a line
    double widest;                // half of the widest ball with its part of the skin
} span;

// The balls to be sorted.
typedef struct sorted_input {
    const rec4 *position;
    int32_t count;
    const grid_box *box;
    double skin;
    int threads;
} sorted_input;

static span set_bounds(sorted_list *sorted, const sorted_input *balls, int axis)
{
    const rec4 *position = balls->position;
    const double skin = balls->skin;
    const sorted_axis *along = &sorted->axis[axis];
    double first_end = INFINITY;
    double last_begin = -INFINITY;
    double widest = 0;
#pragma omp parallel for num_threads(balls->threads) reduction(min                                 \
                                                               : first_end)                        \
    reduction(max                                                                                  \
              : last_begin, widest)
    for (int32_t i = 0; i < balls->count; i++) {
        const double half = position[i].v[3] + 0.5001 * skin;
        const double from = position[i].v[axis] - half;
        const double to = position[i].v[axis] + half; // a little more than half the skin
        first_end = to < first_end ? to : first_end;
        last_begin = from > last_begin ? from : last_begin;
        widest = half > widest ? half : widest;
        sorted->now[i].from[axis] = along->circle ? wrapped(along, from) : from;
        sorted->now[i].to[axis] = along->circle ? wrapped(along, to) : to;
    }
    return (span){
        .first_end = first_end,
        .last_begin = last_begin,
        .widest = widest,
    };
}

// Whether some bound of a circle has gone so far that its way round cannot be told.
// Has a bound gone farther than a quarter of the circle?
static bool bound_went_far(double now, double before, double length)
{
    double far = 0.25 * length;
    double way = fabs(now - before);
    return way > far && way < length - far;
}

static bool went_far(const sorted_list *sorted, int32_t count, int axis, int threads)
{
    const sorted_axis *along = &sorted->axis[axis];
    const double length = along->high - along->low;
    int64_t many = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : many)
    for (int32_t i = 0; i < count; i++) {
        const ball_bounds *now = &sorted->now[i];
        const ball_bounds *before = &sorted->before[i];
        bool begin_did = bound_went_far(now->from[axis], before->from[axis], length);
        bool end_did = bound_went_far(now->to[axis], before->to[axis], length);
        many += begin_did || end_did;
    }
    return many > 0;
}

static bool same_axis(const sorted_axis *now, const sorted_axis *was)
{
    bool same_kind = now->swept == was->swept && now->circle == was->circle;
    return same_kind && now->low == was->low && now->high == was->high;
}

// Bounds along one axis; returns whether the list can be kept.
static bool set_axis(sorted_list *sorted, const sorted_input *balls, int axis)
{
    const grid_box *box = balls->box;
    const int32_t count = balls->count;
    const int threads = balls->threads;
    sorted_axis *along = &sorted->axis[axis];
    sorted_axis was = *along;
    along->circle = box->periodic[axis];
    along->low = along->circle ? box->low[axis] : 0;
    along->high = along->circle ? box->high[axis] : 0;
    span span = set_bounds(sorted, balls, axis);
    // two balls overlap at one end only; else what is new could not be told
    if (along->circle)
        along->swept = 4 * span.widest < along->high - along->low;
    else
        along->swept = span.last_begin > span.first_end;
    if (!along->swept) {
#pragma omp parallel for num_threads(threads)
        for (int32_t i = 0; i < count; i++) {
            sorted->now[i].from[axis] = 0;
            sorted->now[i].to[axis] = 0;
        }
    }
    if (!same_axis(along, &was) || sorted->balls != count)
        return false;
    bool on_circle = along->swept && along->circle;
    return !(on_circle && went_far(sorted, count, axis, threads));
}

// Partners of each ball from the pairs.
static bool set_partners(sorted_list *sorted)
{
    int64_t *first = sorted->first;
    int32_t balls = sorted->balls;
    if (!MEM_GROW(sorted->partner, sorted->partner_room, 2 * sorted->pairs))
        return false;
    memset(first, 0, ((size_t)balls + 1) * sizeof *first);
    for (int64_t k = 0; k < sorted->pairs; k++) {
        ball_pair pair = sorted->pair[k];
        first[pair.a]++;
        first[pair.b]++;
    }
    int64_t next = 0;
    for (int32_t i = 0; i <= balls; i++) {
        next += first[i];
        first[i] = next;
    }
    for (int64_t k = 0; k < sorted->pairs; k++) {
        ball_pair pair = sorted->pair[k];
        first[pair.a]--;
        sorted->partner[first[pair.a]] = pair.b;
        first[pair.b]--;
        sorted->partner[first[pair.b]] = pair.a;
    }
    return true;
}

static double largest_of(const rec4 *position, int32_t count)
{
    double largest = 0;
    for (int32_t i = 0; i < count; i++) {
        double radius = position[i].v[3];
        if (radius > largest)
            largest = radius;
    }
    return largest;
}

bool sorted_fill(sorted_list *sorted, const rec4 *position, int32_t count, const grid_box *box,
                 double skin, int threads)
{
    if (!reserve(sorted, count)) {
        sorted_forget(sorted);
        return false;
    }
    ball_bounds *before = sorted->now;
    sorted->now = sorted->before;
    sorted->before = before;
    sorted->largest = largest_of(position, count);
    const sorted_input balls = {
        .position = position,
        .count = count,
        .box = box,
        .skin = skin,
        .threads = threads,
    };
    bool keep = true;
    for (int axis = 0; axis < 3; axis++)
        keep = set_axis(sorted, &balls, axis) && keep;
    sorted->balls = count;
    sorted_result result = keep ? sorted_update(sorted, threads) : SORTED_LONG;
    if (result == SORTED_DONE)
        sorted->kept++;
    if (result == SORTED_LONG) {
        sorted->made++;
        result = sorted_scan(sorted) ? SORTED_DONE : SORTED_NO_MEMORY;
    }
    if (result == SORTED_DONE && set_partners(sorted))
        return true;
    sorted_forget(sorted);
    return false;
}

// A body that looks for partners, and where it may find them.
typedef struct looker {
    const near_task *task;
    double length[3], inverse[3]; // of periodic axes, else 0
} looker;

static double distance_of(const looker *looker, const double *from, const double *to)
{
    double d2 = 0;
    for (int axis = 0; axis < 3; axis++) {
        double along = to[axis] - from[axis];
        double lengths = floor(along * looker->inverse[axis] + 0.5);
        along -= looker->length[axis] * lengths;
        d2 += along * along;
    }
    return sqrt(d2);
}

// A body that is not two reaches from a periodic border may meet others across it before the next build.
static bool near_border(const looker *looker, const double *at)
{
    const sorted_list *sorted = looker->task->sorted;
    const double margin = 2 * (2 * sorted->largest + looker->task->skin);
    for (int axis = 0; axis < 3; axis++) {
        const sorted_axis *along = &sorted->axis[axis];
        bool periodic = looker->length[axis] > 0;
        double low = along->low + margin;
        double high = along->high - margin;
        if (periodic && (at[axis] < low || at[axis] > high))
            return true;
    }
    return false;
}

// A gap in units of the skin over the number of levels, rounded down.
static int gap_level(const near_task *task, double gap)
{
    double scale = task->levels / task->skin;
    int level = gap > 0 ? (int)(gap * scale) : 0;
    return level < task->levels ? level : task->levels - 1;
}

static bool look_around(const looker *looker, int32_t i, near_scratch *scratch, near_pairs *out)
{
    const near_task *task = looker->task;
    const sorted_list *sorted = task->sorted;
    const double *ball = task->position[i].v;
    // a little more than the skin, and gaps a little less than they are
    const double reach = task->skin * 1.0001;
    int known = -1;
    for (int64_t k = sorted->first[i]; k < sorted->first[i + 1]; k++) {
        int32_t j = sorted->partner[k];
        if (j >= task->low && j < i)
            continue; // j has found it
        const double *other = task->position[j].v;
        double distance = distance_of(looker, ball, other);
        bool is_near = distance - ball[3] - other[3] < reach;
        if (!is_near || !task->wanted(task->context, i, j))
            continue;
        if (known < 0)
            known = near_partners(task, i, scratch);
        if (known < 0)
            return false;
        if (near_among(scratch->partner, known, j))
            continue;
        double gap = distance * (1 - 1e-9) - ball[3] - other[3];
        if (!near_pairs_add(out, i, j, gap_level(task, gap)))
            return false;
    }
    return true;
}

bool sorted_near(const near_task *task, near_scratch *scratch, near_pairs *out, bool *border)
{
    looker looker = {.task = task};
    for (int axis = 0; axis < 3; axis++) {
        const sorted_axis *along = &task->sorted->axis[axis];
        if (!along->circle)
            continue;
        looker.length[axis] = along->high - along->low;
        looker.inverse[axis] = 1 / looker.length[axis];
    }
    for (int32_t i = task->low; i < task->high; i++) {
        *border = *border || near_border(&looker, task->position[i].v);
        if (!look_around(&looker, i, scratch, out))
            return false;
    }
    return true;
}
