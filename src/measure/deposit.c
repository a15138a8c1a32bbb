// deposit.c - shares out points and lines among the nodes near them, see deposit.h.
//
// The items of a grain are near each other. Nodes are looked for once for all of them, what they bring is added up beside the
// nodes, which stays in the first-level cache, and goes to the cells in one piece.
#include "measure/deposit_nodes.h"

#include "base/memory.h"
#include "measure/table.h"
#include "smooth/smooth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static scree_status check_reach(const deposit *is, const model *model, const char *law,
                                scree_error *error)
{
    for (int axis = 0; axis < model->dimensions; axis++) {
        const bool around = model->boundary[axis] == BOUNDARY_PERIODIC && !is->averaged[axis];
        const double reach = is->smooth.reach;
        const double period = is->period[axis];
        if (!around || reach <= period)
            continue;
        return probe_fail(
            error, law, "make `width` smaller",
            "along %c the smoothing function reaches %g m, and the domain is %g m long",
            "xyz"[axis], reach, period);
    }
    return SCREE_OK;
}

scree_status deposit_make(const model *model, const window *box, const smoothing *asked,
                          const char *law, deposit *out, scree_error *error)
{
    int dimensions = 0;
    *out = (deposit){
        .box = *box,
        .conserving = true,
        .per_cell = 1,
        .per_length = 1,
        .kernel = smoothing_kernel_of(kernel_choose(0)->width),
    };
    for (int axis = 0; axis < 3; axis++) {
        const bool in_space = axis < model->dimensions;
        const boundary border = in_space ? model->boundary[axis] : BOUNDARY_OPEN;
        out->first[axis] = v3_component(model->low, axis);
        out->last[axis] = v3_component(model->high, axis);
        out->period[axis] = out->last[axis] - out->first[axis];
        out->averaged[axis] = box->count[axis] == 1;
        out->turns[axis] = border == BOUNDARY_PERIODIC && !box->periodic[axis];
        const bool ends = in_space && border != BOUNDARY_PERIODIC;
        out->ended[0][axis] = ends && isfinite(out->first[axis]);
        out->ended[1][axis] = ends && isfinite(out->last[axis]);
        out->per_cell /= box->edge[axis];
        out->per_length /= out->averaged[axis] ? box->length[axis] : 1;
        dimensions += !out->averaged[axis];
    }
    out->smooth = smoothing_make(asked->kind, asked->width, dimensions);
    return check_reach(out, model, law, error);
}

void deposit_clear(deposit *is)
{
    for (int axis = 0; axis < 3; axis++)
        free(is->place[axis]);
    free(is->cell);
    free(is->mean);
    free(is->brought);
    free(is->span);
    *is = (deposit){0};
}

// Leaves of a line what is between two places along an axis; false: nothing.
static bool cut_between(deposit_span *span, int axis, double low, double high)
{
    const double start = span->from[axis];
    const double way = span->to[axis] - start;
    double first = 0;
    double last = 1;
    if (way == 0)
        return start >= low && start < high;
    const double to_low = (low - start) / way;
    const double to_high = (high - start) / way;
    first = real_max(first, real_min(to_low, to_high));
    last = real_min(last, real_max(to_low, to_high));
    if (!(first < last))
        return false;
    for (int i = 0; i < 3; i++) {
        const double begin = span->from[i];
        const double whole = span->to[i] - begin;
        span->from[i] = begin + first * whole;
        span->to[i] = begin + last * whole;
    }
    span->share *= last - first;
    return true;
}

// Where the domain ends as the window does, all beyond it is in the window; and where the window goes around, all is.
static bool cut_to_window(const deposit *is, deposit_span *span)
{
    for (int axis = 0; axis < is->box.dimensions; axis++) {
        double low = v3_component(is->box.low, axis);
        double high = v3_component(is->box.high, axis);
        if (!is->averaged[axis] || is->box.periodic[axis])
            continue;
        if (is->ended[0][axis] && low <= is->first[axis])
            low = -INFINITY;
        if (is->ended[1][axis] && high >= is->last[axis])
            high = INFINITY;
        if (!cut_between(span, axis, low, high))
            return false;
    }
    return true;
}

// ---- one item

static double *brought_at(const deposit *is, int64_t node)
{
    return is->brought + node * deposit_stride(is);
}

// Where the function is narrower than the cells no node may be within it: then the nearest one takes all. Its place among the
// nodes; -1: out of memory.
static int64_t put_nearest(deposit *is, const deposit_nodes nodes[3], const deposit_span *span)
{
    deposit_nodes only[3];
    deposit_ball there = {{0, 0, 0}, 0};
    const int64_t at = is->nodes;
    for (int axis = 0; axis < 3; axis++) {
        const double middle = 0.5 * (span->from[axis] + span->to[axis]);
        double nearest = floor((middle - nodes[axis].start) / nodes[axis].edge + 0.5);
        nearest = real_max(nearest, (double)nodes[axis].first);
        nearest = real_min(nearest, (double)nodes[axis].last);
        only[axis] = nodes[axis];
        only[axis].first = only[axis].last = (int64_t)nearest;
        there.middle[axis] = deposit_place(&only[axis], only[axis].first);
    }
    if (!deposit_put_nodes(is, only, &there))
        return -1;
    memset(brought_at(is, at), 0, (size_t)deposit_stride(is) * sizeof *is->brought);
    return at;
}

// The means of the function along a line about the nodes, as they are.
static void find_means(deposit *is, int64_t nodes, const deposit_span *span)
{
    const v3 from = v3_at(span->from);
    const smoothing_line along = {
        .from = from,
        .way = v3_sub(v3_at(span->to), from),
    };
    const smoothing_middles at = {is->place[0], is->place[1], is->place[2], nodes};
    is->kernel.means(&is->smooth, &along, &at, is->mean);
}

// By four sums side by side, so that they need not wait for each other.
static double sum_of(const double *value, int64_t count)
{
    double part[4] = {0, 0, 0, 0};
    for (int64_t i = 0; i + 4 <= count; i += 4) {
        for (int k = 0; k < 4; k++)
            part[k] += value[i + k];
    }
    for (int64_t i = count - count % 4; i < count; i++)
        part[i % 4] += value[i];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

// To the first so many nodes, or the nearest one; false: out of memory.
static bool put_item(deposit *is, const deposit_item *item, int64_t count,
                     const deposit_nodes nodes[3], const deposit_span *span)
{
    find_means(is, count, span);
    double sum = is->conserving ? sum_of(is->mean, count) : 0;
    smoothing_sums to = {brought_at(is, 0) + item->first, deposit_stride(is), count};
    const double whole = 1;
    const double *mean = is->mean;
    if (sum == 0 && is->conserving) {
        const int64_t nearest = put_nearest(is, nodes, span);
        if (nearest < 0)
            return false;
        to = (smoothing_sums){brought_at(is, nearest) + item->first, deposit_stride(is), 1};
        sum = 1;
        mean = &whole;
    }
    const double factor = span->share * (is->conserving ? is->per_cell / sum : is->per_length);
    double value[DEPOSIT_MOST + SMOOTHING_SLACK];
    for (int k = 0; k < DEPOSIT_MOST + SMOOTHING_SLACK; k++)
        value[k] = item->value[k] * factor;
    is->kernel.adds(&to, mean, value, item->count);
    return true;
}

// ---- images

// How the items of an image are moved: all by the same whole periods.
typedef struct deposit_move {
    double way[3]; // m
} deposit_move;

// By which the first item comes into the domain.
static deposit_move move_to_domain(const deposit *is, v3 at)
{
    deposit_move out = {{0, 0, 0}};
    for (int axis = 0; axis < is->box.dimensions; axis++) {
        if (!is->turns[axis] && !is->box.periodic[axis])
            continue;
        const double beyond = v3_component(at, axis) - is->first[axis];
        out.way[axis] = -is->period[axis] * floor(beyond / is->period[axis]);
    }
    return out;
}

static deposit_span span_of(const deposit *is, const deposit_item *item, const deposit_move *move)
{
    deposit_span span = {
        .from = {item->from.x, item->from.y, item->from.z},
        .to = {item->to.x, item->to.y, item->to.z},
        .share = 1,
    };
    for (int axis = 0; axis < 3; axis++) {
        span.from[axis] += move->way[axis];
        span.to[axis] += move->way[axis];
    }
    if (!cut_to_window(is, &span))
        span.share = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (is->averaged[axis]) // the function does not look along it
            span.from[axis] = span.to[axis] = 0;
    }
    return span;
}

static double distance_to(const deposit_ball *ball, const double at[3])
{
    return v3_distance(v3_at(ball->middle), v3_at(at));
}

// About the middle of the box that holds all that is within the window.
static deposit_ball ball_of(const deposit_span *span, int64_t items)
{
    deposit_ball out = {.radius = 0};
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY;
        double high = -INFINITY;
        for (int64_t i = 0; i < items; i++) {
            if (!(span[i].share > 0))
                continue;
            low = real_min(low, real_min(span[i].from[axis], span[i].to[axis]));
            high = real_max(high, real_max(span[i].from[axis], span[i].to[axis]));
        }
        out.middle[axis] = 0.5 * (low + high);
    }
    for (int64_t i = 0; i < items; i++) {
        if (!(span[i].share > 0))
            continue;
        out.radius = real_max(out.radius, distance_to(&out, span[i].from));
        out.radius = real_max(out.radius, distance_to(&out, span[i].to));
    }
    return out;
}

// The last vector of a kernel may reach beyond the last node.
static void repeat_last(deposit *is)
{
    for (int axis = 0; axis < 3; axis++) {
        double *place = is->place[axis] + is->nodes;
        for (int k = 0; k < SMOOTHING_SLACK && is->nodes > 0; k++)
            place[k] = place[-1];
    }
}

static bool put_image(deposit *is, const deposit_item *item, int64_t items,
                      const deposit_move *move, double *sum)
{
    deposit_nodes nodes[3];
    bool any = false;
    for (int64_t i = 0; i < items; i++) {
        is->span[i] = span_of(is, &item[i], move);
        any = any || is->span[i].share > 0;
    }
    if (!any)
        return true;
    const deposit_ball ball = ball_of(is->span, items);
    for (int axis = 0; axis < 3; axis++) {
        const int64_t count = is->box.count[axis];
        nodes[axis] = deposit_nodes_near(is, axis, &ball);
        if (!is->box.periodic[axis] && (nodes[axis].last < 0 || nodes[axis].first >= count))
            return true;
    }
    is->nodes = 0;
    if (!deposit_make_room(is, 1) || !deposit_put_nodes(is, nodes, &ball))
        return false;
    const int64_t count = is->nodes;
    repeat_last(is);
    memset(is->brought, 0, (size_t)(count * deposit_stride(is)) * sizeof *is->brought);
    for (int64_t i = 0; i < items; i++) {
        if (is->span[i].share > 0 && !put_item(is, &item[i], count, nodes, &is->span[i]))
            return false;
    }
    const smoothing_sums from = {is->brought, deposit_stride(is), is->nodes};
    is->kernel.moves(&from, is->cell, sum, is->sums);
    return true;
}

// Are items so far from each other that most nodes near one are not near another?
static bool are_scattered(const deposit *is, const deposit_item *item, int64_t items)
{
    for (int64_t i = 1; i < items; i++) {
        const v3 way = v3_sub(item[i].from, item->from);
        if (v3_dot(way, way) > 0.25 * is->smooth.reach * is->smooth.reach)
            return true;
    }
    return false;
}

bool deposit_spread(deposit *is, const deposit_item *item, int64_t items, double *sum)
{
    const int turns[3] = {is->turns[0], is->turns[1], is->turns[2]};
    bool good = true;
    if (are_scattered(is, item, items)) {
        for (int64_t i = 0; i < items && good; i++)
            good = deposit_spread(is, item + i, 1, sum);
        return good;
    }
    if (!MEM_GROW(is->span, is->spans, items))
        return false;
    const deposit_move home = move_to_domain(is, item->from);
    for (int z = -turns[2]; z <= turns[2]; z++) {
        for (int y = -turns[1]; y <= turns[1]; y++) {
            for (int x = -turns[0]; x <= turns[0]; x++) {
                const int turn[3] = {x, y, z};
                deposit_move move = home;
                for (int axis = 0; axis < 3; axis++) {
                    if (turn[axis] != 0)
                        move.way[axis] += turn[axis] * is->period[axis];
                }
                good = good && put_image(is, item, items, &move, sum);
            }
        }
    }
    return good;
}
