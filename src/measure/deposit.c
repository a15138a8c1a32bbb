// deposit.c - see deposit.h.
#include "measure/deposit.h"

#include "base/memory.h"
#include "measure/table.h"

#include <math.h>
#include <stdlib.h>

scree_status deposit_make(const model *model, const window *box, const smoothing *asked,
                          const char *law, deposit *out, scree_error *error)
{
    int dimensions = 0;
    *out = (deposit){.box = *box, .conserving = true};
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
        dimensions += !out->averaged[axis];
    }
    out->smooth = smoothing_make(asked->kind, asked->width, dimensions);
    for (int axis = 0; axis < model->dimensions; axis++) {
        const bool around = model->boundary[axis] == BOUNDARY_PERIODIC && !out->averaged[axis];
        const double reach = out->smooth.reach;
        const double period = out->period[axis];
        if (!around || reach <= period)
            continue;
        return probe_fail(
            error, law, "make `width` smaller",
            "along %c the smoothing function reaches %g m, and the domain is %g m long",
            "xyz"[axis], reach, period);
    }
    return SCREE_OK;
}

void deposit_clear(deposit *is)
{
    free(is->share);
    is->share = NULL;
}

// One image of a line in the making.
typedef struct deposit_span {
    double from[3], to[3]; // m
    double share;          // of the line that is within the window along axes with one cell
} deposit_span;

static double lowest(double a, double b)
{
    return a < b ? a : b;
}

static double highest(double a, double b)
{
    return a > b ? a : b;
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
    first = highest(first, lowest(to_low, to_high));
    last = lowest(last, highest(to_low, to_high));
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

// The nodes of the lattice along an axis that are near a line.
typedef struct deposit_nodes {
    int64_t first, last;
    double start, edge; // node i is at start + i edge
} deposit_nodes;

static deposit_nodes nodes_near(const deposit *is, int axis, double from, double to)
{
    const double edge = is->box.edge[axis];
    const double start = v3_component(is->box.low, axis) + 0.5 * edge;
    if (is->averaged[axis])
        return (deposit_nodes){
            .first = 0,
            .last = 0,
            .start = 0,
            .edge = edge,
        };
    const double low = lowest(from, to) - is->smooth.reach;
    const double high = highest(from, to) + is->smooth.reach;
    double first = -floor((start - low) / edge);
    double last = floor((high - start) / edge);
    // at least the nearest one
    const double nearest = floor((0.5 * (from + to) - start) / edge + 0.5);
    first = lowest(first, nearest);
    last = highest(last, nearest);
    if (is->ended[0][axis]) {
        const double end = -floor((start - is->first[axis]) / edge);
        first = highest(first, end);
        last = highest(last, end);
    }
    if (is->ended[1][axis]) {
        const double end = floor((is->last[axis] - start) / edge);
        last = lowest(last, end);
        first = lowest(first, end);
    }
    // without their sum those outside of the window do not matter
    if (!is->conserving && !is->box.periodic[axis]) {
        first = highest(first, 0);
        last = lowest(last, is->box.count[axis] - 1);
    }
    return (deposit_nodes){
        .first = (int64_t)first,
        .last = (int64_t)last,
        .start = start,
        .edge = edge,
    };
}

// The cell of a node along one axis; -1: it is outside of the window.
static int64_t place_of(const deposit *is, int axis, int64_t node)
{
    const int64_t count = is->box.count[axis];
    int64_t place = node;
    if (is->box.periodic[axis] && !is->averaged[axis])
        place = (place % count + count) % count;
    return place < 0 || place >= count ? -1 : place;
}

// The cell of a node of the lattice; -1: it is outside of the window.
static int64_t cell_of(const deposit *is, const int64_t node[3])
{
    int64_t cell = 0;
    for (int axis = 2; axis >= 0; axis--) {
        const int64_t place = place_of(is, axis, node[axis]);
        if (place < 0)
            return -1;
        cell = cell * is->box.count[axis] + place;
    }
    return cell;
}

static bool put_share(deposit *is, const int64_t node[3], double weight)
{
    const int64_t cell = cell_of(is, node);
    if (cell < 0)
        return true;
    if (!MEM_GROW(is->share, is->room, is->shares + 1))
        return false;
    is->share[is->shares++] = (deposit_share){
        .cell = cell,
        .weight = weight,
    };
    return true;
}

// Where the function is narrower than the cells no node may be within it: then the nearest one takes all.
static bool put_nearest(deposit *is, const deposit_nodes nodes[3], const deposit_span *span)
{
    int64_t node[3];
    for (int axis = 0; axis < 3; axis++) {
        const double middle = 0.5 * (span->from[axis] + span->to[axis]);
        double nearest = floor((middle - nodes[axis].start) / nodes[axis].edge + 0.5);
        nearest = highest(nearest, (double)nodes[axis].first);
        nearest = lowest(nearest, (double)nodes[axis].last);
        node[axis] = (int64_t)nearest;
    }
    return put_share(is, node, 1);
}

static double node_place(const deposit_nodes *nodes, int64_t node)
{
    return nodes->start + (double)node * nodes->edge;
}

// How far a place is from what lies between two others along an axis.
static double gap_between(double place, double one, double other)
{
    return highest(0, highest(lowest(one, other) - place, place - highest(one, other)));
}

// The nodes of a row along x that may be near a line whose square of the distance is at least that: a hair more than those, for
// the function itself says where it ends.
static deposit_nodes row_of(const deposit *is, const deposit_nodes *all, const deposit_span *span,
                            double square)
{
    const double hair = 1e-9;
    const double rest = is->smooth.reach * is->smooth.reach - square;
    deposit_nodes row = *all;
    if (is->averaged[0])
        return row;
    if (rest < 0) {
        row.last = row.first - 1;
        return row;
    }
    // in edges from the first node on
    const double far = sqrt(rest);
    const double begin = node_place(all, all->first);
    const double low = (lowest(span->from[0], span->to[0]) - far - begin) / all->edge - hair;
    const double high = (highest(span->from[0], span->to[0]) + far - begin) / all->edge + hair;
    const int64_t count = all->last - all->first;
    if (low > 0)
        row.first = all->first + (int64_t)low + 1;
    if (high < (double)count)
        row.last = high < 0 ? all->first - 1 : all->first + (int64_t)high;
    return row;
}

// The means on the nodes of a row; false: out of memory.
static bool put_row(deposit *is, const deposit_nodes *row, const int64_t at[3], v3 seen,
                    const smoothing_way *way, double *sum)
{
    enum { TOGETHER = 32 };
    double value[TOGETHER];
    int64_t node[3] = {row->first, at[1], at[2]};
    bool good = true;
    for (int64_t first = row->first; first <= row->last && good; first += TOGETHER) {
        const int64_t left = row->last - first + 1;
        const smoothing_row some = {row->edge, left < TOGETHER ? left : TOGETHER};
        const v3 from = v3_make(seen.x - node_place(row, first), seen.y, seen.z);
        smoothing_means(&is->smooth, from, some, way, value);
        for (int64_t k = 0; k < some.count && good; k++, node[0]++) {
            if (!(value[k] > 0))
                continue;
            *sum += value[k];
            good = put_share(is, node, value[k]);
        }
    }
    return good;
}

// Puts the means of the function along a line on the nodes near it, and gives their sum over the whole lattice; below 0: out
// of memory.
static double put_values(deposit *is, const deposit_nodes nodes[3], const deposit_span *span)
{
    const v3 from = v3_at(span->from);
    const smoothing_way way = smoothing_way_of(v3_sub(v3_at(span->to), from));
    double sum = 0;
    int64_t node[3] = {0, 0, 0};
    for (node[2] = nodes[2].first; node[2] <= nodes[2].last; node[2]++) {
        const double z = node_place(&nodes[2], node[2]);
        const double above = gap_between(z, span->from[2], span->to[2]);
        for (node[1] = nodes[1].first; node[1] <= nodes[1].last; node[1]++) {
            const double y = node_place(&nodes[1], node[1]);
            const double aside = gap_between(y, span->from[1], span->to[1]);
            const deposit_nodes row = row_of(is, nodes, span, above * above + aside * aside);
            const v3 seen = v3_make(from.x, from.y - y, from.z - z);
            if (!put_row(is, &row, node, seen, &way, &sum))
                return -1;
        }
    }
    return sum;
}

static bool put_image(deposit *is, deposit_span span)
{
    deposit_nodes nodes[3];
    const int64_t before = is->shares;
    double cell = 1;
    double averaged = 1;
    if (!cut_to_window(is, &span))
        return true;
    for (int axis = 0; axis < 3; axis++) {
        const int64_t count = is->box.count[axis];
        nodes[axis] = nodes_near(is, axis, span.from[axis], span.to[axis]);
        if (!is->box.periodic[axis] && (nodes[axis].last < 0 || nodes[axis].first >= count))
            return true;
        cell *= is->box.edge[axis];
        averaged *= is->averaged[axis] ? is->box.length[axis] : 1;
        if (is->averaged[axis]) // the function does not look along it
            span.from[axis] = span.to[axis] = 0;
    }
    double sum = put_values(is, nodes, &span);
    if (sum < 0)
        return false;
    if (sum == 0 && is->conserving) {
        if (!put_nearest(is, nodes, &span))
            return false;
        sum = 1;
    }
    const double factor = is->conserving ? 1 / (sum * cell) : 1 / averaged;
    for (int64_t i = before; i < is->shares; i++)
        is->share[i].weight *= span.share * factor;
    return true;
}

// Both ends moved by whole periods, so that the first one is in the domain.
static deposit_span span_in_domain(const deposit *is, v3 from, v3 to)
{
    deposit_span span = {
        .from = {from.x, from.y, from.z},
        .to = {to.x, to.y, to.z},
        .share = 1,
    };
    for (int axis = 0; axis < is->box.dimensions; axis++) {
        if (!is->turns[axis] && !is->box.periodic[axis])
            continue;
        const double beyond = span.from[axis] - is->first[axis];
        const double turns = is->period[axis] * floor(beyond / is->period[axis]);
        span.from[axis] -= turns;
        span.to[axis] -= turns;
    }
    return span;
}

static void move_span(const deposit *is, const int turn[3], deposit_span *span)
{
    for (int axis = 0; axis < 3; axis++) {
        if (turn[axis] == 0)
            continue;
        const double way = turn[axis] * is->period[axis];
        span->from[axis] += way;
        span->to[axis] += way;
    }
}

bool deposit_line(deposit *is, v3 from, v3 to)
{
    const deposit_span span = span_in_domain(is, from, to);
    const int turns[3] = {is->turns[0], is->turns[1], is->turns[2]};
    bool good = true;
    is->shares = 0;
    for (int z = -turns[2]; z <= turns[2]; z++) {
        for (int y = -turns[1]; y <= turns[1]; y++) {
            for (int x = -turns[0]; x <= turns[0]; x++) {
                const int turn[3] = {x, y, z};
                deposit_span image = span;
                move_span(is, turn, &image);
                good = good && put_image(is, image);
            }
        }
    }
    return good;
}
