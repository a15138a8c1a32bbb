// cells.c - see cells.h.
#include "scene/cells.h"

#include <stdlib.h>
#include <string.h>

bool cells_make(cells *c, v3 low, v3 high, const bool periodic[3], double reach, int64_t balls)
{
    const double from[3] = {low.x, low.y, low.z}, to[3] = {high.x, high.y, high.z};
    double most = 4.0 * (double)balls + 64.0, count = 1; // wider cells are slower, but never wrong
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 3; i++) {
        c->low[i] = from[i];
        c->length[i] = to[i] - from[i];
        c->periodic[i] = periodic[i];
        double n = floor(c->length[i] / reach);
        c->size[i] = n < 1 ? 1 : n > 1e6 ? 1000000 : (int64_t)n;
        count *= (double)c->size[i];
    }
    while (count > most) {
        int widest = 0;
        for (int i = 1; i < 3; i++)
            if (c->size[i] > c->size[widest]) widest = i;
        c->size[widest] = (c->size[widest] + 1) / 2;
        count = (double)c->size[0] * (double)c->size[1] * (double)c->size[2];
    }
    c->room = balls;
    c->first = malloc((size_t)count * sizeof *c->first);
    c->next = malloc(((size_t)balls + 1) * sizeof *c->next);
    if (!c->first || !c->next) {
        cells_clear(c);
        return false;
    }
    memset(c->first, -1, (size_t)count * sizeof *c->first);
    return true;
}

void cells_clear(cells *c)
{
    free(c->first);
    free(c->next);
    memset(c, 0, sizeof *c);
}

static void cell_of(const cells *c, v3 at, int64_t index[3])
{
    const double x[3] = {at.x, at.y, at.z};
    for (int i = 0; i < 3; i++) {
        double n = floor((x[i] - c->low[i]) / c->length[i] * (double)c->size[i]);
        double last = (double)(c->size[i] - 1);
        index[i] = !(n > 0) ? 0 : n > last ? (int64_t)last : (int64_t)n;
    }
}

static int64_t flat(const cells *c, const int64_t i[3]) { return (i[2] * c->size[1] + i[1]) * c->size[0] + i[0]; }

void cells_put(cells *c, int64_t ball, v3 at)
{
    int64_t index[3];
    cell_of(c, at, index);
    int64_t cell = flat(c, index);
    c->next[ball] = c->first[cell];
    c->first[cell] = ball;
}

v3 cells_between(const cells *c, v3 a, v3 b)
{
    double d[3] = {b.x - a.x, b.y - a.y, b.z - a.z};
    for (int i = 0; i < 3; i++)
        if (c->periodic[i]) d[i] -= c->length[i] * floor(d[i] / c->length[i] + 0.5);
    return v3_make(d[0], d[1], d[2]);
}

// The cells i-1, i, i+1 of one axis, wrapped or cut off, each once.
static int around_axis(const cells *c, int axis, int64_t i, int64_t out[3])
{
    int count = 0;
    int64_t n = c->size[axis];
    for (int64_t k = i - 1; k <= i + 1; k++) {
        int64_t j = k;
        if (k < 0 || k >= n) {
            if (!c->periodic[axis]) continue;
            j = k < 0 ? k + n : k - n;
        }
        bool seen = false;
        for (int s = 0; s < count; s++) seen = seen || out[s] == j;
        if (!seen) out[count++] = j;
    }
    return count;
}

cells_near cells_around(const cells *c, v3 at)
{
    cells_near near;
    int64_t index[3], x[3], y[3], z[3];
    near.count = 0;
    cell_of(c, at, index);
    int nx = around_axis(c, 0, index[0], x), ny = around_axis(c, 1, index[1], y), nz = around_axis(c, 2, index[2], z);
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++)
            for (int i = 0; i < nx; i++) {
                const int64_t cell[3] = {x[i], y[j], z[k]};
                near.cell[near.count++] = flat(c, cell);
            }
    return near;
}
