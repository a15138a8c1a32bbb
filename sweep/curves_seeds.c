// curves_seeds.c - a column over runs that differ in seeds alone as one curve with a band; see curves.h.
#include "sweep/curves.h"

#include "store/table_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double place_of(const seed_curve *curve, int64_t row)
{
    return curve->place[row * curve->stride];
}

static double value_of(const seed_curve *curve, int64_t row)
{
    return curve->value[row * curve->stride];
}

// `sense` is 1, or -1 where places are to descend.
static bool goes(const seed_curve *curve, double sense)
{
    for (int64_t row = 1; row < curve->rows; row++) {
        if (!(sense * place_of(curve, row) > sense * place_of(curve, row - 1)))
            return false;
    }
    return curve->rows > 0;
}

static bool all_go(const seed_curve *curve, int64_t curves, double sense)
{
    for (int64_t k = 0; k < curves; k++) {
        if (!goes(&curve[k], sense))
            return false;
    }
    return curves > 1;
}

// The value at a place, which is not before that of the last call; NAN: beyond the rows.
static double value_at(seed_curve *curve, double place, double sense)
{
    while (curve->at + 1 < curve->rows && sense * place_of(curve, curve->at + 1) <= sense * place)
        curve->at++;
    const double before = place_of(curve, curve->at);
    if (place == before)
        return value_of(curve, curve->at);
    if (sense * place < sense * before || curve->at + 1 == curve->rows)
        return NAN;
    const double share = (place - before) / (place_of(curve, curve->at + 1) - before);
    const double from = value_of(curve, curve->at);
    return from + share * (value_of(curve, curve->at + 1) - from);
}

// Those that have the column; how many.
static int64_t find_columns(const curves_run *run, int64_t runs, const char *name,
                            seed_curve *curve)
{
    int64_t count = 0;
    for (int64_t k = 0; k < runs; k++) {
        const table_in *table = &run[k].table;
        const int own = table->rows > 0 && run[k].whole ? table_in_find(table, name) : -1;
        if (own < 0)
            continue;
        const table_view view = table_view_of(table);
        const double *first = table->value + view.first * table->columns;
        curve[count++] = (seed_curve){
            .place = first + view.x,
            .value = first + own,
            .rows = view.rows,
            .stride = table->columns,
        };
    }
    return count;
}

static void put_row(seed_curve *curve, int64_t curves, double sense, int64_t row,
                    const overlay_line *line)
{
    const double place = place_of(&curve[0], row);
    double sum = 0;
    double least = INFINITY;
    double greatest = -INFINITY;
    for (int64_t k = 0; k < curves; k++) {
        const double value = value_at(&curve[k], place, sense);
        sum += value; // NAN where it is not known
        least = fmin(least, value);
        greatest = fmax(greatest, value);
    }
    const bool known = isfinite(sum);
    line->x[row] = place;
    line->y[row] = known ? sum / (double)curves : NAN;
    line->low[row] = known ? least : NAN;
    line->high[row] = known ? greatest : NAN;
}

bool curves_add_mean(overlay *overlay, seed_curve *curve, int64_t curves,
                     const overlay_label *label, bool *memory)
{
    overlay_line line;
    char name[300];
    const bool rises = all_go(curve, curves, 1);
    *memory = true;
    if (!rises && !all_go(curve, curves, -1))
        return false;
    const char *words = label->name ? label->name : "";
    snprintf(name, sizeof name, "%.200s%smean of %lld, band from least to greatest", words,
             *words ? ": " : "", (long long)curves);
    *memory = overlay_add(overlay, label->name ? name : NULL, curve[0].rows, true, &line);
    if (!*memory)
        return true;
    for (int64_t row = 0; row < curve[0].rows; row++)
        put_row(curve, curves, rises ? 1 : -1, row, &line);
    overlay_settle(overlay, curve[0].rows, false, label->like);
    return true;
}

bool curves_add_seeds(overlay *overlay, const curves_run *run, int64_t runs, const char *column,
                      const overlay_label *label, bool *memory)
{
    seed_curve *all = calloc((size_t)runs + 1, sizeof *all);
    *memory = all != NULL;
    if (!all)
        return false;
    const int64_t count = find_columns(run, runs, column, all);
    const bool added = curves_add_mean(overlay, all, count, label, memory);
    free(all);
    return added;
}
