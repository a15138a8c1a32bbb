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
    mem_free(g->tally);
    for (int d = 0; d < 4; d++)
        mem_free(g->at[d]);
    memset(g, 0, sizeof *g);
}

enum { SLACK = 16 };       // entries behind the last one that a vector may read
enum { OCTAVES = 24 };     // halvings of the largest radius that are told apart
enum { SORTERS_MOST = 4 }; // threads that sort: each needs a tally of all cells

static bool slots_reserve(cell_grid *g, int32_t count)
{
    if (count + SLACK <= g->slot_room)
        return true;
    int64_t room = (int64_t)count + count / 16 + 2 * SLACK;
    int32_t *slot = mem_array(room, sizeof *slot);
    int32_t *cell_of = mem_array(room, sizeof *cell_of);
    float *at[4];
    bool ok = slot && cell_of;
    for (int d = 0; d < 4; d++)
        ok = (at[d] = mem_array(room, sizeof(float))) && ok;
    mem_free(ok ? g->slot : slot);
    mem_free(ok ? g->cell_of : cell_of);
    for (int d = 0; d < 4; d++)
        mem_free(ok ? g->at[d] : at[d]);
    if (!ok)
        return false;
    g->slot = slot;
    g->cell_of = cell_of;
    memcpy(g->at, at, sizeof at);
    g->slot_room = room;
    return true;
}

static bool cells_reserve(int32_t **array, int64_t *room, int64_t need)
{
    if (need <= *room)
        return true;
    int32_t *grown = mem_array(need + need / 8, sizeof *grown);
    if (!grown)
        return false;
    mem_free(*array);
    *array = grown;
    *room = need + need / 8;
    return true;
}

// What the bodies span.
typedef struct extent {
    double low[3], high[3], largest, smallest;
} extent;

static extent extent_of(const rec4 *position, int32_t count, int threads)
{
    double x0 = 1e300;
    double y0 = 1e300;
    double z0 = 1e300;
    double x1 = -1e300;
    double y1 = -1e300;
    double z1 = -1e300;
    double most = 0;
    double least = 1e300;
#pragma omp parallel for num_threads(threads) reduction(min                                        \
                                                        : x0, y0, z0, least)                       \
    reduction(max                                                                                  \
              : x1, y1, z1, most)
    for (int32_t i = 0; i < count; i++) {
        const double *x = position[i].v;
        x0 = x[0] < x0 ? x[0] : x0;
        y0 = x[1] < y0 ? x[1] : y0;
        z0 = x[2] < z0 ? x[2] : z0;
        x1 = x[0] > x1 ? x[0] : x1;
        y1 = x[1] > y1 ? x[1] : y1;
        z1 = x[2] > z1 ? x[2] : z1;
        most = x[3] > most ? x[3] : most;
        least = x[3] < least ? x[3] : least;
    }
    return (extent){{x0, y0, z0}, {x1, y1, z1}, most, least};
}

// How often the largest radius is halved before it is no more than twice this one.
static int octave_of(double radius, double largest)
{
    int k = 0;
    for (double r = 2 * radius; r < largest && k + 1 < OCTAVES; r *= 2)
        k++;
    return k;
}

// Size classes: octaves of the radius, joined with the next larger one unless the smaller bodies are more: fewer of
// them crowd the larger cells less than another level costs.
static void choose_levels(cell_grid *g, const rec4 *position, int32_t count, const extent *e,
                          int threads)
{
    g->levels = 1;
    g->level[0] = (grid_level){.bound = -1, .radius = e->largest, .count = count};
    if (!(2 * e->smallest < e->largest))
        return;
    double top[OCTAVES] = {0};
    int32_t many[OCTAVES] = {0};
#pragma omp parallel for num_threads(threads) reduction(max : top[:OCTAVES]) reduction(+ : many[:OCTAVES])
    for (int32_t i = 0; i < count; i++) {
        double radius = position[i].v[3];
        int k = octave_of(radius, e->largest);
        top[k] = radius > top[k] ? radius : top[k];
        many[k]++;
    }
    grid_level found[OCTAVES];
    int n = 0;
    for (int k = OCTAVES - 1; k >= 0; k--) { // from the smallest up
        if (many[k] == 0)
            continue;
        bool join = n > 0 && found[n - 1].count <= many[k];
        if (n == GRID_LEVELS_MOST)
            join = true;
        if (!join)
            found[n++] = (grid_level){.count = 0};
        found[n - 1].radius = top[k];
        found[n - 1].count += many[k];
    }
    g->levels = n;
    for (int m = 0; m < n; m++) {
        g->level[m] = found[n - 1 - m];
        g->level[m].bound = m + 1 < n ? found[n - 2 - m].radius : -1;
    }
}

// Cells as small as the reach allows, but not many more than bodies.
static void lay(grid_level *l, const grid_box *box, const extent *e, double skin)
{
    const double width = (2 * l->radius + skin) * 1.0001;
    for (double scale = 1;; scale *= 1.25) {
        double total = 1;
        for (int d = 0; d < 3; d++) {
            double from = box->periodic[d] ? box->low[d] : e->low[d];
            double length = (box->periodic[d] ? box->high[d] : e->high[d]) - from;
            double cells = floor(length / (width * scale));
            l->cells[d] = cells < 1 ? 1 : cells > 1e6 ? 1000000 : (int32_t)cells;
            l->low[d] = from;
            l->cell[d] = length > 0 ? length / l->cells[d] : width;
            if (!box->periodic[d] && l->cell[d] < width)
                l->cell[d] = width;
            l->periodic[d] = box->periodic[d];
            l->few[d] = box->periodic[d] && l->cells[d] < 3;
            l->length[d] = l->few[d] ? (float)length : 0;
            total *= l->cells[d];
        }
        if (total <= 2.0 * l->count + 64)
            return;
    }
}

// Counting sort of the slots by cell, stable: each sorter has a run of slots and a tally of all cells.
static void sort_slots(cell_grid *g, int32_t count, int sorters)
{
    const int32_t total = g->total;
    int32_t *tally[SORTERS_MOST];
    for (int k = 0; k < sorters; k++)
        tally[k] = k + 1 < sorters ? g->tally + (int64_t)k * total : g->start;
#pragma omp parallel for num_threads(sorters) schedule(static, 1)
    for (int k = 0; k < sorters; k++) {
        int32_t from = (int32_t)((int64_t)count * k / sorters);
        int32_t to = (int32_t)((int64_t)count * (k + 1) / sorters);
        memset(tally[k], 0, (size_t)total * sizeof *tally[k]);
        for (int32_t i = from; i < to; i++)
            tally[k][g->cell_of[i]]++;
    }
    int32_t next = 0;
    for (int32_t c = 0; c < total; c++)
        for (int k = 0; k < sorters; k++) {
            int32_t here = tally[k][c];
            tally[k][c] = next;
            next += here;
        }
#pragma omp parallel for num_threads(sorters) schedule(static, 1)
    for (int k = 0; k < sorters; k++) {
        int32_t from = (int32_t)((int64_t)count * k / sorters);
        int32_t to = (int32_t)((int64_t)count * (k + 1) / sorters);
        for (int32_t i = from; i < to; i++)
            g->slot[tally[k][g->cell_of[i]]++] = i;
    }
    // the last tally has come to the end of each cell, where the next one begins
    memmove(g->start + 1, g->start, (size_t)total * sizeof *g->start);
    g->start[0] = 0;
}

bool grid_fill(cell_grid *g, const rec4 *position, int32_t count, const grid_box *box, double skin,
               int threads)
{
    const extent e = extent_of(position, count, threads);
    const int sorters = threads < SORTERS_MOST ? threads : SORTERS_MOST;
    choose_levels(g, position, count, &e, threads);
    g->total = 0;
    for (int m = 0; m < g->levels; m++) {
        grid_level *l = &g->level[m];
        lay(l, box, &e, skin);
        l->first = g->total;
        g->total += l->cells[0] * l->cells[1] * l->cells[2];
    }
    if (!slots_reserve(g, count) ||
        !cells_reserve(&g->start, &g->start_room, (int64_t)g->total + 1) ||
        !cells_reserve(&g->tally, &g->tally_room, (int64_t)(sorters - 1) * g->total))
        return false;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < count; i++) {
        const grid_level *l = &g->level[grid_level_of(g, position[i].v[3])];
        int32_t k[3];
        double at[3];
        grid_locate(l, position[i].v, k, at);
        g->cell_of[i] = grid_cell(l, k);
    }
    sort_slots(g, count, sorters);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t n = 0; n < count; n++) {
        const double *x = position[g->slot[n]].v;
        int32_t k[3];
        double at[3];
        grid_locate(&g->level[grid_level_of(g, x[3])], x, k, at);
        for (int d = 0; d < 3; d++)
            g->at[d][n] = (float)at[d];
        g->at[3][n] = (float)x[3];
    }
    return true;
}

// Three times 21 bits interleaved.
static uint64_t spread_bits(uint64_t x)
{
    static const uint64_t mask[] = {0x1f00000000ffff, 0x1f0000ff0000ff, 0x100f00f00f00f00f,
                                    0x10c30c30c30c30c3, 0x1249249249249249};
    static const int shift[] = {32, 16, 8, 4, 2};
    for (int i = 0; i < 5; i++)
        x = (x | x << shift[i]) & mask[i];
    return x;
}

uint64_t grid_morton(const cell_grid *g, const rec4 *x)
{
    const grid_level *l = &g->level[g->levels - 1];
    uint64_t key = 0;
    for (int d = 0; d < 3; d++) {
        double u = (x->v[d] - l->low[d]) / l->cell[d];
        uint64_t c = u > 0 ? (uint64_t)u : 0;
        uint64_t most = (uint64_t)l->cells[d] - 1;
        key |= spread_bits(c < most ? c : most) << d;
    }
    return key;
}
