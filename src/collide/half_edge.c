// half_edge.c - pairing the halves of edges.
#include "collide/half_edge.h"

#include <stdlib.h>

static int compare_halves(const void *x, const void *y)
{
    const half_edge *first = x;
    const half_edge *second = y;
    if (first->low != second->low)
        return first->low < second->low ? -1 : 1;
    if (first->high != second->high)
        return first->high < second->high ? -1 : 1;
    return first->reversed - second->reversed;
}

static bool same_edge(const half_edge *a, const half_edge *b)
{
    return a->low == b->low && a->high == b->high;
}

int32_t half_edges_pair(half_edge *half, int64_t count)
{
    qsort(half, (size_t)count, sizeof *half, compare_halves);
    for (int64_t i = 0; i < count; i += 2) {
        const half_edge *first = &half[i];
        const half_edge *second = first + 1;
        bool two = i + 1 < count && same_edge(first, second) && first->reversed != second->reversed;
        if (!two || (i + 2 < count && same_edge(first, second + 1)))
            return first->face;
    }
    return -1;
}
