// smoothing_line.c - means of a smoothing function along a line about many middles at once, and sums of what is spread by them;
// compiled once per vector width, a lane for each middle.
//
// Squares of distances along a line are least + square (s - nearest)^2, s from 0 to 1. Cut where the function ends and where
// it is nearest to the line, it is smooth, and Gauss's rule of three or five places gives the integral of each piece. Every
// lane has both pieces, of which one is mostly empty; what all lanes of a vector can do without is left out.
#include "measure/smoothing_value.h"

#include <stdbool.h>

enum { ADDS_TOGETHER = 4 }; // vectors

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

smoothing_means JOIN(scree_smoothing_means_, SCREE_WIDTH);
smoothing_adds JOIN(scree_smoothing_adds_, SCREE_WIDTH);
smoothing_moves JOIN(scree_smoothing_moves_, SCREE_WIDTH);

typedef struct gauss_rule {
    int places;
    double place[5], weight[5];
} gauss_rule;

static const gauss_rule three_places = {
    3,
    {-0.77459666924148338, 0, 0.77459666924148338},
    {0.55555555555555556, 0.88888888888888889, 0.55555555555555556},
};
static const gauss_rule five_places = {
    5,
    {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309, 0.90617984593866399},
    {0.23692688505618909, 0.47862867049936647, 0.56888888888888889, 0.47862867049936647,
     0.23692688505618909},
};

// What is the same for all middles.
typedef struct line_task {
    const smoothing *is;
    const smoothing_line *line;
    const gauss_rule *rule;
    double square, inverse; // of the length, m^2, 1/m^2
} line_task;

// A line as it is seen from the middles.
typedef struct seen_line {
    vd nearest; // share of it at which it is nearest
    vd least;   // square of the distance there, m^2
} seen_line;

#define ALWAYS static inline __attribute__((always_inline))

// The integral over the part of the line from one share of it to another.
ALWAYS vd integral(smoothing_kind kind, const line_task *task, const seen_line *seen, vd low,
                   vd high)
{
    const gauss_rule *rule = task->rule;
    const vd half = 0.5 * (high - low);
    const vd middle = 0.5 * (low + high) - seen->nearest;
    vd sum = vd_set(0);
    for (int i = 0; i < rule->places; i++) {
        const vd along = middle + half * rule->place[i];
        const vd square = seen->least + task->square * (along * along);
        sum = sum + rule->weight[i] * smoothing_values(kind, task->is, square);
    }
    return half * sum;
}

ALWAYS vd length_squared(vd3 way)
{
    return way.x * way.x + way.y * way.y + way.z * way.z;
}

// From middles to where the line is after a share of it.
ALWAYS vd3 way_after(const line_task *task, vd3 from, vd share)
{
    const v3 way = task->line->way;
    return (vd3){from.x + share * way.x, from.y + share * way.y, from.z + share * way.z};
}

// `from`: from the middles to the beginning of the line.
ALWAYS vd mean_along(smoothing_kind kind, const line_task *task, vd3 from)
{
    const v3 way = task->line->way;
    const vd none = vd_set(0);
    const vd all = vd_set(1);
    const vd reach = vd_set(task->is->reach * task->is->reach);
    seen_line seen;
    seen.nearest = -(from.x * way.x + from.y * way.y + from.z * way.z) * task->inverse;
    seen.least = length_squared(way_after(task, from, seen.nearest));
    // Where both ends are within the function all between them is.
    const vd farthest = vd_max(length_squared(from), length_squared(way_after(task, from, all)));
    const vm cut = vd_gt(farthest, reach);
    vd low = none;
    vd high = all;
    if (vm_bits(cut)) {
        const vd half = vd_sqrt(vd_max(reach - seen.least, none) * task->inverse);
        low = vd_select(cut, vd_max(seen.nearest - half, none), none);
        high = vd_select(cut, vd_min(seen.nearest + half, all), all);
        high = vd_max(high, low);
    }
    const vd middle = vd_min(vd_max(seen.nearest, low), high);
    const unsigned first = vm_bits(vd_gt(middle, low));
    const unsigned second = vm_bits(vd_gt(high, middle));
    if (!(first & second))
        return integral(kind, task, &seen, low, high);
    return integral(kind, task, &seen, low, middle) + integral(kind, task, &seen, middle, high);
}

// Of a line that is short beside the width Gauss's rule for all of it is as good: of Lucy's function, which ends with its first
// two derivatives, no more than 8e-6 of its largest value is amiss, and 1e-7 in the mean.
ALWAYS vd mean_of_short(const line_task *task, vd3 from)
{
    const v3 way = task->line->way;
    const vd none = vd_set(0);
    const vd square = length_squared(from);
    const vd twice = 2.0 * (from.x * way.x + from.y * way.y + from.z * way.z);
    vd sum = none;
    for (int i = 0; i < three_places.places; i++) {
        const double share = 0.5 + 0.5 * three_places.place[i];
        const vd distance = vd_max(square + share * (twice + share * task->square), none);
        sum = sum + three_places.weight[i] * smoothing_lucy(task->is, distance);
    }
    return 0.5 * sum;
}

typedef enum line_extent { A_POINT, A_SHORT_LINE, A_LINE } line_extent;

ALWAYS void find_means(smoothing_kind kind, line_extent extent, const line_task *task,
                       const smoothing_middles *at, double *out)
{
    const v3 from = task->line->from;
    for (int64_t i = 0; i < at->count; i += SCREE_WIDTH) {
        const vd3 way = {from.x - vd_load(at->x + i), from.y - vd_load(at->y + i),
                         from.z - vd_load(at->z + i)};
        if (extent == A_LINE)
            vd_store(out + i, mean_along(kind, task, way));
        else if (extent == A_SHORT_LINE)
            vd_store(out + i, mean_of_short(task, way));
        else
            vd_store(out + i, smoothing_values(kind, task->is, length_squared(way)));
    }
}

ALWAYS void find_any(smoothing_kind kind, const line_task *task, const smoothing_middles *at,
                     double *out)
{
    if (task->square > 0)
        find_means(kind, A_LINE, task, at, out);
    else
        find_means(kind, A_POINT, task, at, out);
}

void JOIN(scree_smoothing_means_, SCREE_WIDTH)(const smoothing *is, const smoothing_line *line,
                                               const smoothing_middles *at, double *out)
{
    // Copies, of which the compiler knows that no store to `out` changes them.
    const smoothing function = *is;
    const smoothing_line along = *line;
    const smoothing_middles middles = *at;
    const double square = v3_dot(line->way, line->way);
    const double width = is->width * is->width;
    const line_task task = {
        .is = &function,
        .line = &along,
        .rule = 16 * square < width ? &three_places : &five_places,
        .square = square,
        .inverse = square > 0 ? 1 / square : 0,
    };
    const bool is_lucy = is->kind == SMOOTHING_LUCY;
    const bool is_short = is_lucy && 100 * square < width;
    if (is_short && square > 0)
        find_means(SMOOTHING_LUCY, A_SHORT_LINE, &task, &middles, out);
    else if (is_lucy)
        find_any(SMOOTHING_LUCY, &task, &middles, out);
    else if (is->kind == SMOOTHING_GAUSS)
        find_any(SMOOTHING_GAUSS, &task, &middles, out);
    else
        find_any(SMOOTHING_HEAVISIDE, &task, &middles, out);
}

// So many vectors of values, which stay in registers.
ALWAYS void add_vectors(int vectors, const smoothing_sums *to, const double *mean,
                        const double *value)
{
    vd values[ADDS_TOGETHER];
    for (int k = 0; k < vectors; k++)
        values[k] = vd_load(value + k * SCREE_WIDTH);
    for (int64_t i = 0; i < to->count; i++) {
        const vd weight = vd_set(mean[i]);
        double *sum = to->sum + i * to->stride;
        for (int k = 0; k < vectors; k++) {
            double *at = sum + k * SCREE_WIDTH;
            vd_store(at, vd_load(at) + weight * values[k]);
        }
    }
}

void JOIN(scree_smoothing_adds_, SCREE_WIDTH)(const smoothing_sums *to, const double *mean,
                                              const double *value, int values)
{
    smoothing_sums rest = *to;
    int vectors = (values + SCREE_WIDTH - 1) / SCREE_WIDTH;
    for (; vectors > ADDS_TOGETHER; vectors -= ADDS_TOGETHER) {
        add_vectors(ADDS_TOGETHER, &rest, mean, value);
        rest.sum += ADDS_TOGETHER * SCREE_WIDTH;
        value += ADDS_TOGETHER * SCREE_WIDTH;
    }
    if (vectors == 1)
        add_vectors(1, &rest, mean, value);
    else if (vectors == 2)
        add_vectors(2, &rest, mean, value);
    else if (vectors == 3)
        add_vectors(3, &rest, mean, value);
    else
        add_vectors(ADDS_TOGETHER, &rest, mean, value);
}

void JOIN(scree_smoothing_moves_, SCREE_WIDTH)(const smoothing_sums *from, const int64_t *cell,
                                               double *to, int sums)
{
    for (int64_t i = 0; i < from->count; i++) {
        const double *sum = from->sum + i * from->stride;
        double *of_cell = to + cell[i] * sums;
        if (cell[i] < 0)
            continue;
        for (int k = 0; k < sums; k += SCREE_WIDTH)
            vd_store(of_cell + k, vd_load(of_cell + k) + vd_load(sum + k));
    }
}
