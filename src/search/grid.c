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

// What the slots of a grid stand in.
typedef struct slot_arrays {
    int32_t *slot;
    int32_t *cell_of;
    float *at[4];
} slot_arrays;

static bool slot_arrays_make(slot_arrays *arrays, int64_t room)
{
    arrays->slot = mem_array(room, sizeof *arrays->slot);
    arrays->cell_of = mem_array(room, sizeof *arrays->cell_of);
    bool ok = arrays->slot && arrays->cell_of;
    for (int axis = 0; axis < 4; axis++) {
        arrays->at[axis] = mem_array(room, sizeof(float));
        ok = ok && arrays->at[axis];
    }
    return ok;
}

static void slot_arrays_free(slot_arrays *arrays)
{
    mem_free(arrays->slot);
    mem_free(arrays->cell_of);
    for (int axis = 0; axis < 4; axis++)
        mem_free(arrays->at[axis]);
}

static bool slots_reserve(cell_grid *grid, int32_t count)
{
    if (count + SLACK <= grid->slot_room)
        return true;
    int64_t room = (int64_t)count + count / 16 + 2 * SLACK;
    slot_arrays fresh;
    if (!slot_arrays_make(&fresh, room)) {
        slot_arrays_free(&fresh);
        return false;
    }
    slot_arrays old = {.slot = grid->slot, .cell_of = grid->cell_of};
    memcpy(old.at, grid->at, sizeof old.at);
    slot_arrays_free(&old);
    grid->slot = fresh.slot;
    grid->cell_of = fresh.cell_of;
    memcpy(grid->at, fresh.at, sizeof fresh.at);
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
    return (extent){
        .low = {x0, y0, z0},
        .high = {x1, y1, z1},
        .largest = most,
        .smallest = least,
    };
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
// The radii of bodies by octaves.
typedef struct octaves {
    double largest[OCTAVES];
    int32_t count[OCTAVES];
} octaves;

static octaves octaves_of(const rec4 *position, int32_t count, double largest, int threads)
{
    double top[OCTAVES] = {0};
    int32_t many[OCTAVES] = {0};
#pragma omp parallel for num_threads(threads) reduction(max : top[:OCTAVES]) reduction(+ : many[:OCTAVES])
    for (int32_t i = 0; i < count; i++) {
        double radius = position[i].v[3];
        int octave = octave_of(radius, largest);
        top[octave] = radius > top[octave] ? radius : top[octave];
        many[octave]++;
    }
    octaves octaves;
    memcpy(octaves.largest, top, sizeof top);
    memcpy(octaves.count, many, sizeof many);
    return octaves;
}

// The levels from the smallest bodies up; returns how many.
static int join_octaves(const octaves *octaves, grid_level found[GRID_LEVELS_MOST])
{
    int levels = 0;
    for (int octave = OCTAVES - 1; octave >= 0; octave--) {
        int32_t count = octaves->count[octave];
        if (count == 0)
            continue;
        bool fewer_below = levels > 0 && found[levels - 1].count <= count;
        bool join = fewer_below || levels == GRID_LEVELS_MOST;
        if (!join) {
            found[levels] = (grid_level){.count = 0};
            levels++;
        }
        grid_level *level = &found[levels - 1];
        level->radius = octaves->largest[octave];
        level->count += count;
    }
    return levels;
}

static void choose_levels(cell_grid *grid, const rec4 *position, int32_t count,
                          const extent *extent, int threads)
{
    grid->levels = 1;
    grid->level[0] = (grid_level){
        .bound = -1,
        .radius = extent->largest,
        .count = count,
    };
    bool one_size = !(2 * extent->smallest < extent->largest);
    if (one_size)
        return;
    octaves octaves = octaves_of(position, count, extent->largest, threads);
    grid_level found[GRID_LEVELS_MOST];
    int levels = join_octaves(&octaves, found);
    grid->levels = levels;
    for (int number = 0; number < levels; number++) {
        int smaller = levels - 2 - number;
        grid_level *level = &grid->level[number];
        *level = found[smaller + 1];
        level->bound = smaller >= 0 ? found[smaller].radius : -1;
    }
}

// Cells as small as the reach allows, but not many more than bodies.
static int32_t cells_along(double length, double width)
{
    double cells = floor(length / width);
    if (cells < 1)
        return 1;
    return cells > 1e6 ? 1000000 : (int32_t)cells;
}

// Cells along one axis that are not narrower than `width`, or scale times wider.
static void lay_axis(grid_level *level, int axis, const grid_box *box, const extent *extent,
                     double width, double scale)
{
    bool periodic = box->periodic[axis];
    double from = periodic ? box->low[axis] : extent->low[axis];
    double to = periodic ? box->high[axis] : extent->high[axis];
    double length = to - from;
    int32_t cells = cells_along(length, width * scale);
    double edge = length > 0 ? length / cells : width;
    if (!periodic && edge < width)
        edge = width;
    bool few = periodic && cells < 3;
    level->cells[axis] = cells;
    level->low[axis] = from;
    level->cell[axis] = edge;
    level->periodic[axis] = periodic;
    level->few[axis] = few;
    level->length[axis] = few ? (float)length : 0;
}

static void lay_cells(grid_level *level, const grid_box *box, const extent *extent, double skin)
{
    const double width = (2 * level->radius + skin) * 1.0001;
    for (double scale = 1;; scale *= 1.25) {
        double total = 1;
        for (int axis = 0; axis < 3; axis++) {
            lay_axis(level, axis, box, extent, width, scale);
            total *= level->cells[axis];
        }
        if (total <= 2.0 * level->count + 64)
            return;
    }
}

static void lay(grid_level *level, const grid_box *box, const extent *extent, double skin)
{
    lay_cells(level, box, extent, skin);
    grid_lay_tilts(level, box);
}

// The run of slots that one of the sorters has.
typedef struct slot_run {
    int32_t from, to;
} slot_run;

static slot_run run_of(int sorter, int sorters, int32_t count)
{
    int64_t all = count;
    return (slot_run){
        .from = (int32_t)(all * sorter / sorters),
        .to = (int32_t)(all * (sorter + 1) / sorters),
    };
}

// Tallies of all cells become the places where each sorter puts its next body of a cell.
static void place_tallies(int32_t **tally, int sorters, int32_t total)
{
    int32_t next = 0;
    for (int32_t cell = 0; cell < total; cell++) {
        for (int sorter = 0; sorter < sorters; sorter++) {
            int32_t here = tally[sorter][cell];
            tally[sorter][cell] = next;
            next += here;
        }
    }
}

// Counting sort of the slots by cell, stable: each sorter has a run of slots and a tally of all cells.
static void sort_slots(cell_grid *grid, int32_t count, int sorters)
{
    const int32_t total = grid->total;
    int32_t *tally[SORTERS_MOST];
    for (int sorter = 0; sorter < sorters; sorter++) {
        bool last = sorter + 1 == sorters;
        tally[sorter] = last ? grid->start : grid->tally + (int64_t)sorter * total;
    }
#pragma omp parallel for num_threads(sorters) schedule(static, 1)
    for (int sorter = 0; sorter < sorters; sorter++) {
        slot_run run = run_of(sorter, sorters, count);
        int32_t *own = tally[sorter];
        memset(own, 0, (size_t)total * sizeof *own);
        for (int32_t i = run.from; i < run.to; i++)
            own[grid->cell_of[i]]++;
    }
    place_tallies(tally, sorters, total);
#pragma omp parallel for num_threads(sorters) schedule(static, 1)
    for (int sorter = 0; sorter < sorters; sorter++) {
        slot_run run = run_of(sorter, sorters, count);
        int32_t *next = tally[sorter];
        for (int32_t i = run.from; i < run.to; i++) {
            int32_t cell = grid->cell_of[i];
            grid->slot[next[cell]] = i;
            next[cell]++;
        }
    }
    // the last tally has come to the end of each cell, where the next one begins
    memmove(grid->start + 1, grid->start, (size_t)total * sizeof *grid->start);
    grid->start[0] = 0;
}

static bool reserve_all(cell_grid *grid, int32_t count, int sorters)
{
    int64_t starts = (int64_t)grid->total + 1;
    int64_t tallies = (int64_t)(sorters - 1) * grid->total;
    return slots_reserve(grid, count) && cells_reserve(&grid->start, &grid->start_room, starts) &&
           cells_reserve(&grid->tally, &grid->tally_room, tallies);
}

static const grid_level *own_level(const cell_grid *grid, const double *ball)
{
    int number = grid_level_of(grid, ball[3]);
    return &grid->level[number];
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
    if (!reserve_all(grid, count, sorters))
        return false;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t i = 0; i < count; i++) {
        const double *ball = position[i].v;
        const grid_level *level = own_level(grid, ball);
        int32_t cell[3];
        double at[3];
        grid_locate(level, ball, cell, at);
        grid->cell_of[i] = grid_cell(level, cell);
    }
    sort_slots(grid, count, sorters);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int32_t entry = 0; entry < count; entry++) {
        const double *ball = position[grid->slot[entry]].v;
        int32_t cell[3];
        double at[3];
        grid_locate(own_level(grid, ball), ball, cell, at);
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
    const grid_level *finest = &grid->level[grid->levels - 1];
    uint64_t key = 0;
    for (int axis = 0; axis < 3; axis++) {
        double along = position->v[axis] - finest->low[axis];
        double place = along / finest->cell[axis];
        uint64_t cell = place > 0 ? (uint64_t)place : 0;
        uint64_t most = (uint64_t)finest->cells[axis] - 1;
        uint64_t inside = cell < most ? cell : most;
        key |= spread_bits(inside) << axis;
    }
    return key;
}
