// column_number.c - see column_number.h.
#include "store/column_number.h"

#include "measure/time_mean.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char area_unit[] = "m^2";

static bool is_head(const table_head *head, const char *name, const char *unit)
{
    return !strcmp(head->name, name) && !strcmp(head->unit, unit);
}

bool table_in_time(const table_in *table)
{
    return table->columns > 0 && !strcmp(table->head[0].name, "time");
}

static int area_of(const table_in *table)
{
    const int column = table_in_find(table, "area");
    const bool fits = column >= 0 && is_head(&table->head[column], "area", area_unit);
    return fits && !table_in_time(table) ? column : -1;
}

int table_in_weight(const table_in *table)
{
    const int area = area_of(table);
    if (area >= 0)
        return area;
    return table->columns > 0 && is_head(&table->head[0], "radius", "m") ? 0 : -1;
}

// Does its total count the area of each row?
static bool is_per_area(const table_in *table, int column)
{
    const int area = area_of(table);
    return area >= 0 && column != area && *table->head[column].unit;
}

void column_total_unit(const table_in *table, int column, char out[TOTAL_UNIT_ROOM])
{
    static const char per[] = "/m^2";
    const char *unit = table->head[column].unit;
    const size_t length = strlen(unit);
    const size_t end = sizeof per - 1;
    if (!is_per_area(table, column))
        snprintf(out, TOTAL_UNIT_ROOM, "%.20s", unit);
    else if (length > end && !strcmp(unit + length - end, per))
        snprintf(out, TOTAL_UNIT_ROOM, "%.*s", (int)(length - end), unit);
    else if (!strcmp(unit, "Pa"))
        snprintf(out, TOTAL_UNIT_ROOM, "N");
    else if (!strcmp(unit, "m"))
        snprintf(out, TOTAL_UNIT_ROOM, "m^3");
    else
        snprintf(out, TOTAL_UNIT_ROOM, "%.20s m^2", unit);
}

typedef struct weighed {
    double weights, sum, total;
} weighed;

static void add_row(const double *row, int column, int x, column_number *out)
{
    const double value = row[column];
    const bool further = isnan(out->peak) || fabs(value) > fabs(out->peak);
    if (isnan(value))
        return;
    out->last = value;
    if (!further)
        return;
    out->peak = value;
    out->at = row[x];
}

static weighed weigh(const table_in *table, int column, const column_rows *rows)
{
    const int stride = table->columns;
    const int weight = table_in_weight(table);
    const int area = area_of(table);
    const bool per_area = is_per_area(table, column);
    weighed all = {0};
    for (int64_t i = rows->first; i < rows->first + rows->count; i++) {
        const double *row = table->value + i * stride;
        if (!isfinite(row[column]))
            continue;
        const double counts = weight < 0 || weight == column ? 1 : row[weight];
        const double amount = per_area ? row[area] : 1;
        all.weights += counts;
        all.sum += counts * row[column];
        all.total += amount * row[column];
    }
    return all;
}

bool column_number_of(const table_in *table, int column, const column_rows *rows,
                      column_number *out)
{
    time_mean mean;
    const int stride = table->columns;
    *out = (column_number){
        .last = NAN, .mean = NAN, .error = NAN, .peak = NAN, .at = NAN, .total = NAN};
    if (rows->count <= 0)
        return true;
    const double *first = table->value + rows->first * stride;
    for (int64_t i = 0; i < rows->count; i++)
        add_row(first + i * stride, column, rows->x, out);
    const weighed all = weigh(table, column, rows);
    if (all.weights > 0) {
        out->mean = all.sum / all.weights;
        out->total = table_in_time(table) ? NAN : all.total;
    }
    if (!table_in_time(table))
        return true;
    if (!time_mean_of(first + column, rows->count, stride, &mean))
        return false;
    out->error = mean.error;
    out->settled = mean.settled;
    return true;
}
