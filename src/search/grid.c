// grid.c - see grid.h.
#include "search/grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void grid_free(cell_grid *g)
{
    mem_free(g->start);
    mem_free(g->slot);
    mem_free(g->cell_of);
    for (int d = 0; d < 4; d++) mem_free(g->at[d]);
    memset(g, 0, sizeof *g);
}

enum { SLACK = 16 }; // entries behind the last one that a vector may read

static bool slots_reserve(cell_grid *g, int32_t count)
{
    if (count + SLACK <= g->slot_room) return true;
    int64_t room = (int64_t)count + count / 16 + 2 * SLACK;
    int32_t *slot = mem_array(room, sizeof *slot), *cell_of = mem_array(room, sizeof *cell_of);
    float *at[4];
    bool ok = slot && cell_of;
    for (int d = 0; d < 4; d++) ok = (at[d] = mem_array(room, sizeof(float))) && ok;
    mem_free(ok ? g->slot : slot);
    mem_free(ok ? g->cell_of : cell_of);
    for (int d = 0; d < 4; d++) mem_free(ok ? g->at[d] : at[d]);
    if (!ok) return false;
    g->slot = slot;
    g->cell_of = cell_of;
    memcpy(g->at, at, sizeof at);
    g->slot_room = room;
    return true;
}

static bool cells_reserve(cell_grid *g)
{
    int64_t need = (int64_t)grid_total(g) + 1;
    if (need <= g->start_room) return true;
    int32_t *start = mem_array(need + need / 8, sizeof *start);
    if (!start) return false;
    mem_free(g->start);
    g->start = start;
    g->start_room = need + need / 8;
    return true;
}

// Cells as small as the reach allows, but not many more than bodies.
static void lay(cell_grid *g, const grid_box *box, const double low[3], const double high[3], double width,
                int32_t count)
{
    for (double scale = 1;; scale *= 1.25) {
        double total = 1;
        for (int d = 0; d < 3; d++) {
            double from = box->periodic[d] ? box->low[d] : low[d],
                   length = (box->periodic[d] ? box->high[d] : high[d]) - from;
            double cells = floor(length / (width * scale));
            g->cells[d] = cells < 1 ? 1 : cells > 1e6 ? 1000000 : (int32_t)cells;
            g->low[d] = from;
            g->cell[d] = length > 0 ? length / g->cells[d] : width;
            if (!box->periodic[d] && g->cell[d] < width) g->cell[d] = width;
            g->periodic[d] = box->periodic[d];
            g->few[d] = box->periodic[d] && g->cells[d] < 3;
            g->length[d] = g->few[d] ? (float)length : 0;
            total *= g->cells[d];
        }
        if (total <= 2.0 * count + 64) return;
    }
}

// Cell of a position, and where in it.
static int32_t cell_at(const cell_grid *g, const double *x, float at[3])
{
    int32_t k[3];
    for (int d = 0; d < 3; d++) {
        double u = (x[d] - g->low[d]) / g->cell[d];
        int32_t c = u > 0 ? (int32_t)u : 0;
        k[d] = c < g->cells[d] ? c : g->cells[d] - 1;
        double middle = g->few[d] ? 0.5 * g->cells[d] : k[d] + 0.5;
        at[d] = (float)((u - middle) * g->cell[d]);
    }
    return (k[2] * g->cells[1] + k[1]) * g->cells[0] + k[0];
}

bool grid_fill(cell_grid *g, const rec4 *position, int32_t count, const grid_box *box, double skin, int threads)
{
    double x0 = 1e300, y0 = 1e300, z0 = 1e300, x1 = -1e300, y1 = -1e300, z1 = -1e300, radius = 0;
#pragma omp parallel for num_threads(threads) reduction(min : x0, y0, z0) reduction(max : x1, y1, z1, radius)
    for (int32_t i = 0; i < count; i++) {
        const double *x = position[i].v;
        x0 = x[0] < x0 ? x[0] : x0, y0 = x[1] < y0 ? x[1] : y0, z0 = x[2] < z0 ? x[2] : z0;
        x1 = x[0] > x1 ? x[0] : x1, y1 = x[1] > y1 ? x[1] : y1, z1 = x[2] > z1 ? x[2] : z1;
        radius = x[3] > radius ? x[3] : radius;
    }
    g->radius = radius;
    lay(g, box, (double[]){x0, y0, z0}, (double[]){x1, y1, z1}, (2 * radius + skin) * 1.0001, count);
    if (!slots_reserve(g, count) || !cells_reserve(g)) return false;
    int32_t total = grid_total(g), *start = g->start;
    memset(start, 0, ((size_t)total + 1) * sizeof *start);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < count; i++) {
        float at[3];
        g->cell_of[i] = cell_at(g, position[i].v, at);
    }
    for (int32_t i = 0; i < count; i++) start[g->cell_of[i] + 1]++;
    for (int32_t c = 0; c < total; c++) start[c + 1] += start[c];
    for (int32_t i = 0; i < count; i++) g->slot[start[g->cell_of[i]]++] = i;
    memmove(start + 1, start, (size_t)total * sizeof *start);
    start[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t k = 0; k < count; k++) {
        float at[3];
        cell_at(g, position[g->slot[k]].v, at);
        for (int d = 0; d < 3; d++) g->at[d][k] = at[d];
        g->at[3][k] = (float)position[g->slot[k]].v[3];
    }
    return true;
}

// Three times 21 bits interleaved.
static uint64_t spread_bits(uint64_t x)
{
    static const uint64_t mask[] = {0x1f00000000ffff, 0x1f0000ff0000ff, 0x100f00f00f00f00f, 0x10c30c30c30c30c3,
                                    0x1249249249249249};
    static const int shift[] = {32, 16, 8, 4, 2};
    for (int i = 0; i < 5; i++) x = (x | x << shift[i]) & mask[i];
    return x;
}

uint64_t grid_morton(const cell_grid *g, const rec4 *x)
{
    uint64_t key = 0;
    for (int d = 0; d < 3; d++) {
        double u = (x->v[d] - g->low[d]) / g->cell[d];
        uint64_t c = u > 0 ? (uint64_t)u : 0, most = (uint64_t)g->cells[d] - 1;
        key |= spread_bits(c < most ? c : most) << d;
    }
    return key;
}
