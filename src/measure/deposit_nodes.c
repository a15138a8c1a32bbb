// deposit_nodes.c - finds the nodes of the lattice that are near some lines, see deposit_nodes.h.
#include "measure/deposit_nodes.h"

#include "base/memory.h"

#include <math.h>

// What is between two whole numbers, and within the ends of the domain.
typedef struct deposit_range {
    double first, last;
} deposit_range;

static deposit_range within_ends(const deposit *is, int axis, double start, deposit_range range)
{
    const double edge = is->box.edge[axis];
    if (is->ended[0][axis]) {
        const double end = -floor((start - is->first[axis]) / edge);
        range.first = real_max(range.first, end);
        range.last = real_max(range.last, end);
    }
    if (is->ended[1][axis]) {
        const double end = floor((is->last[axis] - start) / edge);
        range.last = real_min(range.last, end);
        range.first = real_min(range.first, end);
    }
    // without their sum those outside of the window do not matter
    if (!is->conserving && !is->box.periodic[axis]) {
        range.first = real_max(range.first, 0);
        range.last = real_min(range.last, is->box.count[axis] - 1);
    }
    return range;
}

deposit_nodes deposit_nodes_near(const deposit *is, int axis, const deposit_ball *ball)
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
    const double low = ball->middle[axis] - ball->radius;
    const double high = ball->middle[axis] + ball->radius;
    const double reach = is->smooth.reach;
    // at least those that are nearest to any point between
    const deposit_range range = {
        .first = real_min(-floor((start - low + reach) / edge), floor((low - start) / edge + 0.5)),
        .last = real_max(floor((high + reach - start) / edge), floor((high - start) / edge + 0.5)),
    };
    const deposit_range within = within_ends(is, axis, start, range);
    return (deposit_nodes){
        .first = (int64_t)within.first,
        .last = (int64_t)within.last,
        .start = start,
        .edge = edge,
    };
}

// The cell of a node along one axis, which goes on around the window or leaves it.
typedef struct deposit_walk {
    int64_t place, count;
    bool around;
} deposit_walk;

static deposit_walk walk_from(const deposit *is, int axis, int64_t node)
{
    const int64_t count = is->box.count[axis];
    const bool around = is->box.periodic[axis] && !is->averaged[axis];
    return (deposit_walk){
        .place = around ? (node % count + count) % count : node,
        .count = count,
        .around = around,
    };
}

static void walk_on(deposit_walk *walk, int64_t nodes)
{
    walk->place += nodes;
    while (walk->around && walk->place >= walk->count)
        walk->place -= walk->count;
}

static bool is_outside(const deposit_walk *walk)
{
    return walk->place < 0 || walk->place >= walk->count;
}

// The nodes of a row along x that may be near: `rest` is the square of how far that is along the row. A hair more than those,
// for the function itself says where it ends.
static deposit_nodes row_of(const deposit *is, const deposit_nodes *all, double middle, double rest)
{
    const double hair = 1e-9;
    deposit_nodes row = *all;
    if (is->averaged[0])
        return row;
    // in edges from the first node on
    const double scale = 1 / all->edge;
    const double far = sqrt(rest) * scale + hair;
    const double place = (middle - deposit_place(all, all->first)) * scale;
    const double low = place - far;
    const double high = place + far;
    const int64_t count = all->last - all->first;
    if (low > 0)
        row.first = all->first + (int64_t)low + 1;
    if (high < (double)count)
        row.last = high < 0 ? all->first - 1 : all->first + (int64_t)high;
    return row;
}

bool deposit_make_room(deposit *is, int64_t more)
{
    const int64_t need = is->nodes + more + SMOOTHING_SLACK;
    int64_t room = is->room;
    for (int axis = 0; axis < 3; axis++) {
        room = is->room;
        if (!MEM_GROW(is->place[axis], room, need))
            return false;
    }
    room = is->room;
    if (!MEM_GROW(is->mean, room, need))
        return false;
    room = is->room * deposit_stride(is);
    if (!MEM_GROW(is->brought, room, need * deposit_stride(is)))
        return false;
    return MEM_GROW(is->cell, is->room, need);
}

// Where a row is: its places along y and z, and the cells in which a node 0 of it were; `outside`: no cell has any of it.
typedef struct deposit_row {
    double y, z; // m
    int64_t cell;
    bool outside;
} deposit_row;

// Nodes beside each other, in cells that follow each other or in none. Writes four at a time, the last of them in vain.
static void put_stretch(deposit *is, const deposit_nodes *nodes, const deposit_row *row,
                        int64_t place)
{
    enum { TOGETHER = 4 };
    const int64_t count = nodes->last - nodes->first + 1;
    const int64_t step = row->outside ? 0 : 1;
    const int64_t cell = row->outside ? -1 : row->cell + place;
    for (int64_t k = 0; k < count; k += TOGETHER) {
        double *x = is->place[0] + is->nodes + k;
        double *y = is->place[1] + is->nodes + k;
        double *z = is->place[2] + is->nodes + k;
        int64_t *at = is->cell + is->nodes + k;
        for (int i = 0; i < TOGETHER; i++) {
            x[i] = deposit_place(nodes, nodes->first + k + i);
            y[i] = row->y;
            z[i] = row->z;
            at[i] = cell + step * (k + i);
        }
    }
    is->nodes += count;
}

static bool put_row(deposit *is, const deposit_nodes *nodes, deposit_walk walk, deposit_row row)
{
    const int64_t count = nodes->last - nodes->first + 1;
    if (count <= 0)
        return true;
    if (is->nodes + count + SMOOTHING_SLACK > is->room && !deposit_make_room(is, count))
        return false;
    const bool outside = row.outside;
    deposit_nodes stretch = *nodes;
    while (stretch.first <= nodes->last) {
        // up to where the row enters the window, leaves it, or comes around
        const int64_t end = walk.place < 0 ? 0 : walk.count;
        const int64_t left = is_outside(&walk) && walk.place >= 0 ? count : end - walk.place;
        row.outside = outside || is_outside(&walk);
        stretch.last = stretch.first + left - 1;
        if (stretch.last > nodes->last)
            stretch.last = nodes->last;
        put_stretch(is, &stretch, &row, walk.place);
        stretch.first = stretch.last + 1;
        walk.place = walk.around ? 0 : end;
    }
    return true;
}

bool deposit_put_nodes(deposit *is, const deposit_nodes nodes[3], const deposit_ball *ball)
{
    const double far = is->smooth.reach + ball->radius;
    const deposit_walk first_place = walk_from(is, 0, nodes[0].first);
    const deposit_walk first_line = walk_from(is, 1, nodes[1].first);
    deposit_walk layer = walk_from(is, 2, nodes[2].first);
    for (int64_t k = nodes[2].first; k <= nodes[2].last; k++, walk_on(&layer, 1)) {
        const double z = deposit_place(&nodes[2], k);
        const double above = z - ball->middle[2];
        deposit_walk line = first_line;
        for (int64_t j = nodes[1].first; j <= nodes[1].last; j++, walk_on(&line, 1)) {
            const double y = deposit_place(&nodes[1], j);
            const double aside = y - ball->middle[1];
            const double rest = far * far - (above * above + aside * aside);
            if (!(rest >= 0))
                continue;
            const deposit_nodes along = row_of(is, nodes, ball->middle[0], rest);
            const deposit_row row = {
                .y = y,
                .z = z,
                .cell = (layer.place * is->box.count[1] + line.place) * is->box.count[0],
                .outside = is_outside(&layer) || is_outside(&line),
            };
            deposit_walk place = first_place;
            walk_on(&place, along.first - nodes[0].first);
            if (!put_row(is, &along, place, row))
                return false;
        }
    }
    return true;
}
