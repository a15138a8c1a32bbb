// dense_beginnings.c - see dense_beginnings.h.
#include "scene/dense_beginnings.h"

#include "base/mathlib.h"
#include "base/sort.h"
#include "scene/cells.h"
#include "scene/dense_room.h"

#include <stdlib.h>

// A ball is far larger than another from that ratio on; a place in such a ball is drawn again so often, then it is kept.
static const double far_larger = 4;
enum { DRAWS = 1000 };

// ---- the order of places

// The bits of 21 of a number, two places apart.
static uint64_t apart(uint64_t x)
{
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

static int along_curve(const void *left, const void *right)
{
    const dense_beginning *first = left;
    const dense_beginning *second = right;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->grain > second->grain) - (first->grain < second->grain);
}

// The number of the cell that a coordinate is in, of so many between two ends.
static uint64_t cell_of(double x, double low, double high)
{
    const double cells = 1 << 20;
    const double size = high - low;
    const double share = (x - low) / size;
    return (uint64_t)(share * cells);
}

static uint64_t key_of(const dense_beginnings *is, v3 at)
{
    const v3 low = is->low;
    const v3 high = is->high;
    uint64_t key = apart(cell_of(at.x, low.x, high.x));
    key |= apart(cell_of(at.y, low.y, high.y)) << 1;
    if (!is->relaxation->flat)
        key |= apart(cell_of(at.z, low.z, high.z)) << 2;
    return key;
}

// ---- a place of the box or region

// Where centres of balls of that radius stay clear of the walls of the box.
static dense_box box_of_centres(const dense_beginnings *is, double radius)
{
    double low[3];
    double high[3];
    for (int axis = 0; axis < 3; axis++) {
        const double least = is->relaxation->walled[axis] ? radius : 0;
        low[axis] = v3_component(is->low, axis) + least;
        high[axis] = v3_component(is->high, axis) - least;
        if (low[axis] < high[axis])
            continue;
        low[axis] = 0.5 * (low[axis] + high[axis]);
        high[axis] = low[axis];
    }
    if (is->relaxation->flat)
        low[2] = high[2] = packing_depth(is->job->model);
    return (dense_box){v3_at(low), v3_at(high)};
}

static bool draw_place(const dense_beginnings *is, double radius, rng *random, v3 *at)
{
    const dense_box box = box_of_centres(is, radius);
    const double kept_free = radius + (is->relaxation->depth ? 0.5 * is->gap : 0);
    if (!dense_room_draw(is->room, &box, kept_free, random, at))
        return false;
    if (is->relaxation->flat)
        at->z = packing_depth(is->job->model);
    return true;
}

// ---- clear of far larger balls

// Balls that are there, then those that are drawn, the largest first.
typedef struct larger_balls {
    cells grid;
    double *size; // m, radii
    v3 *at;
    sort_pair *order; // of new grains
    double least;     // m, radius of the smallest new one
} larger_balls;

static void larger_clear(larger_balls *balls)
{
    if (balls->grid.bucket)
        cells_clear(&balls->grid);
    free(balls->size);
    free(balls->at);
    free(balls->order);
}

static double least_radius(const dense_beginnings *is)
{
    double least = HUGE_VAL;
    for (int64_t i = 0; i < is->count; i++)
        least = real_min(least, is->grain[i].radius);
    return least;
}

static bool sizes_differ(const dense_beginnings *is)
{
    double largest = 0;
    for (int64_t i = 0; i < is->count; i++)
        largest = real_max(largest, is->grain[i].radius);
    for (int64_t i = 0; i < is->relaxation->fixed; i++)
        largest = real_max(largest, is->relaxation->size[i]);
    return largest > far_larger * least_radius(is);
}

static bool sort_by_size(const dense_beginnings *is, sort_pair *order)
{
    sort_pair *scratch = malloc(((size_t)is->count + 1) * sizeof *scratch);
    if (!scratch)
        return false;
    for (int64_t i = 0; i < is->count; i++)
        order[i] = (sort_pair){sort_key_f64(-is->grain[i].radius), (uint32_t)i};
    sort_u64_by_key(order, is->count, scratch);
    free(scratch);
    return true;
}

static bool larger_begin(larger_balls *balls, const dense_beginnings *is)
{
    const relaxation *there = is->relaxation;
    balls->least = least_radius(is);
    const size_t room = (size_t)(there->fixed + is->count) + 1;
    cells_box box = {.low = there->low, .high = there->high};
    for (int axis = 0; axis < 3; axis++)
        box.periodic[axis] = there->periodic[axis];
    balls->size = malloc(room * sizeof *balls->size);
    balls->at = malloc(room * sizeof *balls->at);
    balls->order = malloc(((size_t)is->count + 1) * sizeof *balls->order);
    if (!balls->size || !balls->at || !balls->order || !sort_by_size(is, balls->order))
        return false;
    for (int64_t i = 0; i < there->fixed; i++) {
        balls->size[i] = there->size[i];
        balls->at[i] = there->at[i];
    }
    for (int64_t i = 0; i < is->count; i++)
        balls->size[there->fixed + i] = is->grain[balls->order[i].value].radius;
    if (!cells_make(&balls->grid, &box, 0, balls->size, there->fixed + is->count))
        return false;
    for (int64_t i = 0; i < there->fixed; i++)
        cells_put(&balls->grid, i, balls->at[i], balls->size[i]);
    return true;
}

// Is the ball, but for half of its radius, outside of all that are far larger, and if it is far larger itself, of all?
static bool clear_of_larger(const larger_balls *balls, v3 at, double radius)
{
    const bool large = radius > far_larger * balls->least;
    // Of the others only those of that radius and more are looked for.
    const double looked_for = large ? radius : far_larger * radius;
    cells_walk near = cells_around(&balls->grid, at, looked_for, !large);
    for (int64_t k = cells_next(&near); k >= 0; k = cells_next(&near)) {
        const double size = balls->size[k];
        const bool far = size > far_larger * radius;
        const v3 way = cells_between(&balls->grid, at, balls->at[k]);
        const double least = size + (far ? 0.5 : 1) * radius;
        if ((far || large) && v3_dot(way, way) < least * least)
            return false;
    }
    return true;
}

static bool draw_clear(const dense_beginnings *is, const larger_balls *balls, double radius,
                       rng *random, v3 *at)
{
    for (int i = 0; i < DRAWS; i++) {
        if (!draw_place(is, radius, random, at))
            return false;
        if (clear_of_larger(balls, *at, radius))
            return true;
    }
    return true;
}

static dense_drawn draw_by_size(dense_beginnings *is, rng *random)
{
    larger_balls balls = {0};
    const int64_t fixed = is->relaxation->fixed;
    dense_drawn drawn = larger_begin(&balls, is) ? DENSE_DRAWN : DENSE_NO_MEMORY;
    for (int64_t i = 0; drawn == DENSE_DRAWN && i < is->count; i++) {
        const int64_t grain = balls.order[i].value;
        const double radius = is->grain[grain].radius;
        v3 at;
        if (!draw_clear(is, &balls, radius, random, &at)) {
            drawn = DENSE_NO_PLACE;
            break;
        }
        balls.at[fixed + i] = at;
        cells_put(&balls.grid, fixed + i, at, radius);
        is->begin[i] = (dense_beginning){.key = key_of(is, at), .grain = grain, .at = at};
    }
    larger_clear(&balls);
    return drawn;
}

// ---- all of them

static dense_drawn draw_by_number(dense_beginnings *is, rng *random)
{
    for (int64_t i = 0; i < is->count; i++) {
        v3 at;
        if (!draw_place(is, is->grain[i].radius, random, &at))
            return DENSE_NO_PLACE;
        is->begin[i] = (dense_beginning){.key = key_of(is, at), .grain = i, .at = at};
    }
    return DENSE_DRAWN;
}

dense_drawn dense_beginnings_draw(dense_beginnings *is)
{
    rng random = packing_rng(is->job, 1);
    const dense_drawn drawn =
        sizes_differ(is) ? draw_by_size(is, &random) : draw_by_number(is, &random);
    if (drawn == DENSE_DRAWN)
        qsort(is->begin, (size_t)is->count, sizeof *is->begin, along_curve);
    return drawn;
}
