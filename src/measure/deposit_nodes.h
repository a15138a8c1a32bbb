// deposit_nodes.h - the nodes of the lattice of a deposit that are near some lines, row by row along x. For deposit.c.
#ifndef SCREE_MEASURE_DEPOSIT_NODES_H
#define SCREE_MEASURE_DEPOSIT_NODES_H

#include "base/mathlib.h"
#include "measure/deposit.h"

// A ball in which all items are.
typedef struct deposit_ball {
    double middle[3], radius; // m
} deposit_ball;

// The nodes of the lattice along an axis that are near some lines.
typedef struct deposit_nodes {
    int64_t first, last;
    double start, edge; // node i is at start + i edge
} deposit_nodes;

static inline double deposit_place(const deposit_nodes *nodes, int64_t node)
{
    return nodes->start + (double)node * nodes->edge;
}

// Numbers between what two nodes have been brought.
static inline int64_t deposit_stride(const deposit *is)
{
    return (is->sums + SMOOTHING_SLACK - 1) / SMOOTHING_SLACK * SMOOTHING_SLACK;
}

// Those along an axis.
deposit_nodes deposit_nodes_near(const deposit *is, int axis, const deposit_ball *ball);
// Room for more, and for the slack of kernels. False: out of memory.
bool deposit_make_room(deposit *is, int64_t more);
// Appends all that are near; false: out of memory.
bool deposit_put_nodes(deposit *is, const deposit_nodes nodes[3], const deposit_ball *ball);

#endif
