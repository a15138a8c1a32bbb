// cells.c - see cells.h.
#include "scene/cells.h"

#include <stdlib.h>
#include <string.h>

// A position in units of a cell is known to 2^-20 of a cell where an axis has no more cells than that; `slack` is more.
static const double most_cells = 1 << 30;
static const double slack = 1e-5;

// ---- classes of size

// The exponent of a double: a class is a factor of two wide.
static int class_of(double radius)
{
    uint64_t bits;
    memcpy(&bits, &radius, sizeof bits);
    return (int)(bits >> 52 & (CELLS_CLASSES - 1));
}

static void make_level(const cells *cells, cells_level *level, double largest)
{
    level->largest = largest;
    level->first = -1;
    for (int axis = 0; axis < 3; axis++) {
        double count = floor(cells->length[axis] / (2 * largest));
        level->size[axis] = (int64_t)(count > most_cells ? most_cells : count >= 1 ? count : 1);
    }
}

static bool make_levels(cells *cells, const double *radius, int64_t balls)
{
    double largest[CELLS_CLASSES] = {0};
    for (int64_t i = 0; i < balls; i++) {
        const double size = radius[i] + cells->half_gap;
        double *of_class = &largest[class_of(size)];
        if (size > *of_class)
            *of_class = size;
    }
    for (int i = 0; i < CELLS_CLASSES; i++)
        cells->levels += largest[i] > 0;
    cells->level = calloc((size_t)cells->levels + 1, sizeof *cells->level);
    if (!cells->level)
        return false;
    int level = 0;
    for (int i = 0; i < CELLS_CLASSES; i++) {
        cells->level_of[i] = (int16_t)level;
        if (largest[i] > 0)
            make_level(cells, &cells->level[level++], largest[i]);
    }
    return true;
}

static bool make_lists(cells *cells, int64_t balls)
{
    const size_t room = (size_t)balls + 1;
    cells->buckets = 64;
    while (cells->buckets < (uint64_t)balls)
        cells->buckets *= 2;
    cells->bucket = malloc((size_t)cells->buckets * sizeof *cells->bucket);
    cells->next = malloc(room * sizeof *cells->next);
    cells->next_in_level = malloc(room * sizeof *cells->next_in_level);
    cells->key = malloc(room * sizeof *cells->key);
    return cells->bucket && cells->next && cells->next_in_level && cells->key;
}

bool cells_make(cells *cells, const cells_box *box, double gap, const double *radius, int64_t balls)
{
    memset(cells, 0, sizeof *cells);
    cells->half_gap = 0.5 * gap;
    for (int axis = 0; axis < 3; axis++) {
        const double low = v3_component(box->low, axis);
        const double high = v3_component(box->high, axis);
        cells->low[axis] = low;
        cells->length[axis] = high - low;
        cells->periodic[axis] = box->periodic[axis];
    }
    if (!make_lists(cells, balls) || !make_levels(cells, radius, balls)) {
        cells_clear(cells);
        return false;
    }
    memset(cells->bucket, -1, (size_t)cells->buckets * sizeof *cells->bucket);
    return true;
}

void cells_clear(cells *cells)
{
    free(cells->level);
    free(cells->bucket);
    free(cells->next);
    free(cells->next_in_level);
    free(cells->key);
    memset(cells, 0, sizeof *cells);
}

// ---- cells

// A position along an axis in units of the cells of a level, counted from the lower end of the box.
static double in_cells(const cells *cells, const cells_level *level, int axis, double x)
{
    return (x - cells->low[axis]) / cells->length[axis] * (double)level->size[axis];
}

// The cell in which a position is, brought back into the box.
static int64_t cell_at(const cells *cells, const cells_level *level, int axis, double position)
{
    const double size = (double)level->size[axis];
    double n = floor(position);
    if (cells->periodic[axis])
        n -= size * floor(n / size);
    if (!(n > 0))
        return 0;
    return n < size ? (int64_t)n : level->size[axis] - 1;
}

// Numbers that differ in one cell or in the level are far apart (finalizer of splitmix64, S. Vigna). Two cells with
// one key would only be looked through together.
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t key_of(int level, const int64_t cell[3])
{
    uint64_t key = mixed((uint64_t)level + UINT64_C(0x9e3779b97f4a7c15));
    for (int axis = 0; axis < 3; axis++)
        key = mixed(key + (uint64_t)cell[axis]);
    return key;
}

void cells_put(cells *cells, int64_t ball, v3 at, double radius)
{
    const int which = cells->level_of[class_of(radius + cells->half_gap)];
    cells_level *level = &cells->level[which];
    int64_t cell[3];
    for (int axis = 0; axis < 3; axis++) {
        const double place = in_cells(cells, level, axis, v3_component(at, axis));
        cell[axis] = cell_at(cells, level, axis, place);
    }
    const uint64_t key = key_of(which, cell);
    int64_t *first = &cells->bucket[key & (cells->buckets - 1)];
    cells->key[ball] = key;
    cells->next[ball] = *first;
    *first = ball;
    cells->next_in_level[ball] = level->first;
    level->first = ball;
    level->balls++;
}

v3 cells_between(const cells *cells, v3 from, v3 to)
{
    double apart[3] = {to.x - from.x, to.y - from.y, to.z - from.z};
    for (int i = 0; i < 3; i++) {
        const double length = cells->length[i];
        if (cells->periodic[i])
            apart[i] -= length * floor(apart[i] / length + 0.5);
    }
    return v3_make(apart[0], apart[1], apart[2]);
}

// ---- a walk

// The cells of an axis that a walk goes through, each once.
static void range_of(cells_walk *walk, const cells_level *level, int axis)
{
    const cells *cells = walk->cells;
    const double size = (double)level->size[axis];
    const double reach = (walk->radius + level->largest) / cells->length[axis] * size;
    const double middle = in_cells(cells, level, axis, walk->at[axis]);
    const double from = middle - reach - slack;
    const double to = middle + reach + slack;
    const int64_t first = cell_at(cells, level, axis, from);
    const double count = floor(to) - floor(from) + 1;
    walk->from[axis] = first;
    if (!cells->periodic[axis]) {
        walk->most[axis] = cell_at(cells, level, axis, to) - first + 1;
    } else if (count < size) {
        walk->most[axis] = (int64_t)count;
    } else { // all of them, once
        walk->from[axis] = 0;
        walk->most[axis] = level->size[axis];
    }
}

// The ball that comes next in a bucket and is in the cell of the walk, from this one on.
static int64_t of_cell(const cells_walk *walk, int64_t ball)
{
    while (ball >= 0 && walk->cells->key[ball] != walk->key)
        ball = walk->cells->next[ball];
    return ball;
}

static void enter_cell(cells_walk *walk)
{
    const cells *cells = walk->cells;
    const cells_level *level = &cells->level[walk->level];
    int64_t cell[3];
    int64_t left = walk->cell;
    for (int axis = 0; axis < 3; axis++) {
        cell[axis] = walk->from[axis] + left % walk->most[axis];
        left /= walk->most[axis];
        if (cell[axis] >= level->size[axis])
            cell[axis] -= level->size[axis];
    }
    walk->key = key_of(walk->level, cell);
    walk->ball = of_cell(walk, cells->bucket[walk->key & (cells->buckets - 1)]);
}

static double cells_of(const cells_walk *walk)
{
    return (double)walk->most[0] * (double)walk->most[1] * (double)walk->most[2];
}

static void enter_level(cells_walk *walk)
{
    const cells_level *level = &walk->cells->level[walk->level];
    for (int axis = 0; axis < 3; axis++)
        range_of(walk, level, axis);
    walk->cell = 0;
    walk->whole = cells_of(walk) > (double)level->balls;
    if (walk->whole)
        walk->ball = level->first;
    else
        enter_cell(walk);
}

cells_walk cells_around(const cells *cells, v3 at, double radius, bool larger)
{
    const double size = radius + cells->half_gap;
    cells_walk walk = {
        .cells = cells,
        .at = {at.x, at.y, at.z},
        .radius = size,
        .ball = -1,
    };
    walk.level = larger ? cells->level_of[class_of(size)] : 0;
    if (walk.level < cells->levels)
        enter_level(&walk);
    return walk;
}

// Goes on to the next cell, or the next level. False: there is none.
static bool go_on(cells_walk *walk)
{
    if (!walk->whole && (double)walk->cell + 1 < cells_of(walk)) {
        walk->cell++;
        enter_cell(walk);
        return true;
    }
    if (walk->level + 1 >= walk->cells->levels)
        return false;
    walk->level++;
    enter_level(walk);
    return true;
}

int64_t cells_next(cells_walk *walk)
{
    if (walk->level >= walk->cells->levels)
        return -1;
    while (walk->ball < 0) {
        if (!go_on(walk))
            return -1;
    }
    const int64_t found = walk->ball;
    walk->ball =
        walk->whole ? walk->cells->next_in_level[found] : of_cell(walk, walk->cells->next[found]);
    walk->looked++;
    return found;
}
