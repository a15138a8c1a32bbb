// half_edge.c - pairing the halves of edges.
#include "collide/half_edge.h"

#include <stdlib.h>

static int compare_halves(const void *x, const void *y)
{
    const half_edge *a = x;
    const half_edge *b = y;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return a->reversed - b->reversed;
}

static bool same_edge(const half_edge *a, const half_edge *b)
{
    return a->low == b->low && a->high == b->high;
}

int32_t half_edges_pair(half_edge *half, int64_t count)
{
    qsort(half, (size_t)count, sizeof *half, compare_halves);
    for (int64_t i = 0; i < count; i += 2) {
        const half_edge *a = &half[i];
        const half_edge *b = a + 1;
        bool two = i + 1 < count && same_edge(a, b) && a->reversed != b->reversed;
        if (!two || (i + 2 < count && same_edge(a, b + 1)))
            return a->face;
    }
    return -1;
}
