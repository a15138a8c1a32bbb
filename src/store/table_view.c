// table_view.c - see table_view.h.
#include "store/table_view.h"

#include <math.h>
#include <string.h>

// Do most rows share their time with the one before?
static bool has_moments(const table_in *table)
{
    int64_t together = 0;
    for (int64_t i = 1; i < table->rows; i++)
        together += table->value[i * table->columns] == table->value[(i - 1) * table->columns];
    return together > 0 && 2 * together >= table->rows;
}

static void take_last_moment(table_view *view, const table_in *table)
{
    const double last = table->value[(table->rows - 1) * table->columns];
    view->first = table->rows - 1;
    while (view->first > 0 && table->value[(view->first - 1) * table->columns] == last)
        view->first--;
    view->rows = table->rows - view->first;
    view->x = 1;
    view->begin = 2;
    view->in_time = false;
}

static bool varies(const table_in *table, int column)
{
    const int64_t stride = table->columns;
    bool any = false;
    for (int64_t i = 1; i < table->rows; i++)
        any = any || table->value[i * stride + column] != table->value[column];
    return any;
}

static void choose_place(table_view *view, const table_in *table)
{
    enum { PLACES = 3 };
    static const char *const name[PLACES] = {"x", "y", "z"};
    int varying = 0;
    for (int axis = 0; axis < PLACES; axis++) {
        if (table->columns <= PLACES || strcmp(table->head[axis].name, name[axis]) != 0)
            return;
    }
    for (int axis = 0; axis < PLACES; axis++) {
        if (!varies(table, axis))
            continue;
        varying++;
        view->x = axis;
    }
    view->begin = varying > 1 ? table->columns : PLACES;
}

table_view table_view_of(const table_in *table)
{
    table_view view = {.rows = table->rows, .begin = 1};
    view.in_time = !strcmp(table->head[0].name, "time");
    if (view.in_time && table->columns > 2 && has_moments(table))
        take_last_moment(&view, table);
    choose_place(&view, table);
    return view;
}

bool table_is_flat(const double *value, int64_t rows, int64_t stride)
{
    const double rounding = 1e-12;
    double first = NAN;
    for (int64_t i = 0; i < rows; i++) {
        const double is = value[i * stride];
        if (!isfinite(is))
            continue;
        if (isnan(first))
            first = is;
        if (fabs(is - first) > rounding * fabs(first))
            return false;
    }
    return true;
}
