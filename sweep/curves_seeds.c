// curves_seeds.c - a column over runs that differ in seeds alone as one curve with a band; see curves.h.
#include "sweep/curves.h"

#include "store/table_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A column of a run over its places.
typedef struct seed_column {
    const double *value; // of the first row that is shown
    int64_t rows;
    int stride, x, y;
    int64_t at; // row that is looked at
} seed_column;

static double place_of(const seed_column *column, int64_t row)
{
    return column->value[row * column->stride + column->x];
}

static double value_of(const seed_column *column, int64_t row)
{
    return column->value[row * column->stride + column->y];
}

static bool ascends(const seed_column *column)
{
    for (int64_t row = 1; row < column->rows; row++) {
        if (!(place_of(column, row) > place_of(column, row - 1)))
            return false;
    }
    return column->rows > 0;
}

// The value at a place, which is not before that of the last call; NAN: beyond the rows.
static double value_at(seed_column *column, double place)
{
    while (column->at + 1 < column->rows && place_of(column, column->at + 1) <= place)
        column->at++;
    const double before = place_of(column, column->at);
    if (place == before)
        return value_of(column, column->at);
    if (place < before || column->at + 1 == column->rows)
        return NAN;
    const double share = (place - before) / (place_of(column, column->at + 1) - before);
    const double from = value_of(column, column->at);
    return from + share * (value_of(column, column->at + 1) - from);
}

// Those that have the column; how many.
static int64_t find_columns(const curves_run *run, int64_t runs, const char *name,
                            seed_column *column)
{
    int64_t count = 0;
    for (int64_t k = 0; k < runs; k++) {
        const table_in *table = &run[k].table;
        const int own = table->rows > 0 && run[k].whole ? table_in_find(table, name) : -1;
        if (own < 0)
            continue;
        const table_view view = table_view_of(table);
        column[count++] = (seed_column){
            .value = table->value + view.first * table->columns,
            .rows = view.rows,
            .stride = table->columns,
            .x = view.x,
            .y = own,
        };
    }
    return count;
}

static void put_row(seed_column *column, int64_t count, int64_t row, const overlay_line *line)
{
    const double place = place_of(&column[0], row);
    double sum = 0;
    double least = INFINITY;
    double greatest = -INFINITY;
    for (int64_t k = 0; k < count; k++) {
        const double value = value_at(&column[k], place);
        sum += value; // NAN where it is not known
        least = fmin(least, value);
        greatest = fmax(greatest, value);
    }
    const bool known = isfinite(sum);
    line->x[row] = place;
    line->y[row] = known ? sum / (double)count : NAN;
    line->low[row] = known ? least : NAN;
    line->high[row] = known ? greatest : NAN;
}

bool curves_add_seeds(overlay *overlay, const curves_run *run, int64_t runs, const char *column,
                      const overlay_label *label, bool *memory)
{
    seed_column *all = calloc((size_t)runs + 1, sizeof *all);
    overlay_line line;
    char name[300];
    *memory = all != NULL;
    const int64_t count = all ? find_columns(run, runs, column, all) : 0;
    bool can = count > 1;
    for (int64_t k = 0; k < count && can; k++)
        can = ascends(&all[k]);
    if (can) {
        const char *words = label->name ? label->name : "";
        snprintf(name, sizeof name, "%.200s%smean of %lld, band from least to greatest", words,
                 *words ? ": " : "", (long long)count);
        *memory = overlay_add(overlay, label->name ? name : NULL, all[0].rows, true, &line);
    }
    for (int64_t row = 0; can && *memory && row < all[0].rows; row++)
        put_row(all, count, row, &line);
    if (can && *memory)
        overlay_settle(overlay, all[0].rows, false, label->like);
    free(all);
    return can;
}
