// grid.c - see grid.h.
#include "search/grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void grid_free(cell_grid *grid)
{
    mem_free(grid->start);
    mem_free(grid->slot);
    mem_free(grid->cell_of);
    mem_free(grid->tally);
    for (int axis = 0; axis < 4; axis++)
        mem_free(grid->at[axis]);
    memset(grid, 0, sizeof *grid);
}

enum { SLACK = 16 };       // entries behind the last one that a vector may read
enum { OCTAVES = 24 };     // halvings of the largest radius that are told apart
enum { SORTERS_MOST = 4 }; // threads that sort: each needs a tally of all cells

static bool slots_reserve(cell_grid *grid, int32_t count)
{
    if (count + SLACK <= grid->slot_room)
        return true;
    int64_t room = (int64_t)count + count / 16 + 2 * SLACK;
    int32_t *slot = mem_array(room, sizeof *slot);
    int32_t *cell_of = mem_array(room, sizeof *cell_of);
    float *at[4];
    bool ok = slot && cell_of;
    for (int axis = 0; axis < 4; axis++)
        ok = (at[axis] = mem_array(room, sizeof(float))) && ok;
    mem_free(ok ? grid->slot : slot);
    mem_free(ok ? grid->cell_of : cell_of);
    for (int axis = 0; axis < 4; axis++)
        mem_free(ok ? grid->at[axis] : at[axis]);
    if (!ok)
        return false;
    grid->slot = slot;
    grid->cell_of = cell_of;
    memcpy(grid->at, at, sizeof at);
    grid->slot_room = room;
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
        const double *ball = position[i].v;
        x0 = ball[0] < x0 ? ball[0] : x0;
        y0 = ball[1] < y0 ? ball[1] : y0;
        z0 = ball[2] < z0 ? ball[2] : z0;
        x1 = ball[0] > x1 ? ball[0] : x1;
        y1 = ball[1] > y1 ? ball[1] : y1;
        z1 = ball[2] > z1 ? ball[2] : z1;
        most = ball[3] > most ? ball[3] : most;
        least = ball[3] < least ? ball[3] : least;
    }
    return (extent){{x0, y0, z0}, {x1, y1, z1}, most, least};
}

// How often the largest radius is halved before it is no more than twice this one.
static int octave_of(double radius, double largest)
{
    int octave = 0;
    for (double reached = 2 * radius; reached < largest && octave + 1 < OCTAVES; reached *= 2)
        octave++;
    return octave;
}

// Size classes: octaves of the radius, joined with the next larger one unless the smaller bodies are more: fewer of
// them crowd the larger cells less than another level costs.
static void choose_levels(cell_grid *grid, const rec4 *position, int32_t count,
                          const extent *extent, int threads)
{
    grid->levels = 1;
    grid->level[0] = (grid_level){.bound = -1, .radius = extent->largest, .count = count};
    if (!(2 * extent->smallest < extent->largest))
        return;
    double top[OCTAVES] = {0};
    int32_t many[OCTAVES] = {0};
#pragma omp parallel for num_threads(threads) reduction(max : top[:OCTAVES]) reduction(+ : many[:OCTAVES])
    for (int32_t i = 0; i < count; i++) {
        double radius = position[i].v[3];
        int octave = octave_of(radius, extent->largest);
        top[octave] = radius > top[octave] ? radius : top[octave];
        many[octave]++;
    }
    grid_level found[OCTAVES];
    int levels = 0;
    for (int octave = OCTAVES - 1; octave >= 0; octave--) { // from the smallest up
        if (many[octave] == 0)
            continue;
        bool join = levels > 0 && found[levels - 1].count <= many[octave];
        if (levels == GRID_LEVELS_MOST)
            join = true;
        if (!join)
            found[levels++] = (grid_level){.count = 0};
        found[levels - 1].radius = top[octave];
        found[levels - 1].count += many[octave];
    }
    grid->levels = levels;
    for (int number = 0; number < levels; number++) {
        grid->level[number] = found[levels - 1 - number];
        grid->level[number].bound = number + 1 < levels ? found[levels - 2 - number].radius : -1;
    }
}

// Cells as small as the reach allows, but not many more than bodies.
static void lay(grid_level *level, const grid_box *box, const extent *extent, double skin)
{
    const double width = (2 * level->radius + skin) * 1.0001;
    for (double scale = 1;; scale *= 1.25) {
        double total = 1;
        for (int axis = 0; axis < 3; axis++) {
            double from = box->periodic[axis] ? box->low[axis] : extent->low[axis];
            double length = (box->periodic[axis] ? box->high[axis] : extent->high[axis]) - from;
            double cells = floor(length / (width * scale));
            level->cells[axis] = cells < 1 ? 1 : cells > 1e6 ? 1000000 : (int32_t)cells;
            level->low[axis] = from;
            level->cell[axis] = length > 0 ? length / level->cells[axis] : width;
            if (!box->periodic[axis] && level->cell[axis] < width)
                level->cell[axis] = width;
            level->periodic[axis] = box->periodic[axis];
            level->few[axis] = box->periodic[axis] && level->cells[axis] < 3;
            level->length[axis] = level->few[axis] ? (float)length : 0;
            total *= level->cells[axis];
        }
        if (total <= 2.0 * level->count + 64)
            return;
    }
}

// Counting sort of the slots by cell, stable: each sorter has a run of slots and a tally of all cells.
static void sort_slots(cell_grid *grid, int32_t count, int sorters)
{
    const int32_t total = grid->total;
    int32_t *tally[SORTERS_MOST];
    for (int sorter = 0; sorter < sorters; sorter++)
        tally[sorter] = sorter + 1 < sorters ? grid->tally + (int64_t)sorter * total : grid->start;
#pragma omp parallel for num_threads(sorters) schedule(static, 1)
    for (int sorter = 0; sorter < sorters; sorter++) {
        int32_t from = (int32_t)((int64_t)count * sorter / sorters);
        int32_t to = (int32_t)((int64_t)count * (sorter + 1) / sorters);
        memset(tally[sorter], 0, (size_t)total * sizeof *tally[sorter]);
        for (int32_t i = from; i < to; i++)
            tally[sorter][grid->cell_of[i]]++;
    }
    int32_t next = 0;
    for (int32_t cell = 0; cell < total; cell++)
        for (int sorter = 0; sorter < sorters; sorter++) {
            int32_t here = tally[sorter][cell];
            tally[sorter][cell] = next;
            next += here;
        }
#pragma omp parallel for num_threads(sorters) schedule(static, 1)
    for (int sorter = 0; sorter < sorters; sorter++) {
        int32_t from = (int32_t)((int64_t)count * sorter / sorters);
        int32_t to = (int32_t)((int64_t)count * (sorter + 1) / sorters);
        for (int32_t i = from; i < to; i++)
            grid->slot[tally[sorter][grid->cell_of[i]]++] = i;
    }
    // the last tally has come to the end of each cell, where the next one begins
    memmove(grid->start + 1, grid->start, (size_t)total * sizeof *grid->start);
    grid->start[0] = 0;
}

bool grid_fill(cell_grid *grid, const rec4 *position, int32_t count, const grid_box *box,
               double skin, int threads)
{
    const extent extent = extent_of(position, count, threads);
    const int sorters = threads < SORTERS_MOST ? threads : SORTERS_MOST;
    choose_levels(grid, position, count, &extent, threads);
    grid->total = 0;
    for (int number = 0; number < grid->levels; number++) {
        grid_level *level = &grid->level[number];
        lay(level, box, &extent, skin);
        level->first = grid->total;
        grid->total += level->cells[0] * level->cells[1] * level->cells[2];
    }
    if (!slots_reserve(grid, count) ||
        !cells_reserve(&grid->start, &grid->start_room, (int64_t)grid->total + 1) ||
        !cells_reserve(&grid->tally, &grid->tally_room, (int64_t)(sorters - 1) * grid->total))
        return false;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < count; i++) {
        const grid_level *level = &grid->level[grid_level_of(grid, position[i].v[3])];
        int32_t cell[3];
        double at[3];
        grid_locate(level, position[i].v, cell, at);
        grid->cell_of[i] = grid_cell(level, cell);
    }
    sort_slots(grid, count, sorters);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t entry = 0; entry < count; entry++) {
        const double *ball = position[grid->slot[entry]].v;
        int32_t cell[3];
        double at[3];
        grid_locate(&grid->level[grid_level_of(grid, ball[3])], ball, cell, at);
        for (int axis = 0; axis < 3; axis++)
            grid->at[axis][entry] = (float)at[axis];
        grid->at[3][entry] = (float)ball[3];
    }
    return true;
}

// Three times 21 bits interleaved.
static uint64_t spread_bits(uint64_t bits)
{
    static const uint64_t mask[] = {0x1f00000000ffff, 0x1f0000ff0000ff, 0x100f00f00f00f00f,
                                    0x10c30c30c30c30c3, 0x1249249249249249};
    static const int shift[] = {32, 16, 8, 4, 2};
    for (int i = 0; i < 5; i++)
        bits = (bits | bits << shift[i]) & mask[i];
    return bits;
}

uint64_t grid_morton(const cell_grid *grid, const rec4 *position)
{
    const grid_level *level = &grid->level[grid->levels - 1];
    uint64_t key = 0;
    for (int axis = 0; axis < 3; axis++) {
        double place = (position->v[axis] - level->low[axis]) / level->cell[axis];
        uint64_t cell = place > 0 ? (uint64_t)place : 0;
        uint64_t most = (uint64_t)level->cells[axis] - 1;
        key |= spread_bits(cell < most ? cell : most) << axis;
    }
    return key;
}
