// report_spread.c - see report_spread.h.
#include "cli/report_spread.h"

#include <math.h>
#include <stdlib.h>

enum { AXES = 3, PLACES_MOST = 4096 };

static double value_at(const report_probe *probe, int64_t row, int column)
{
    return probe->table.value[(probe->view.first + row) * probe->table.columns + column];
}

// The places along a column, upwards, into `place`. Their number; 0: there are too many.
static int places_of(const report_probe *probe, int column, double *place)
{
    int count = 0;
    for (int64_t i = 0; i < probe->view.rows; i++) {
        const double x = value_at(probe, i, column);
        int at = 0;
        while (at < count && place[at] < x)
            at++;
        if (at < count && place[at] == x)
            continue;
        if (count == PLACES_MOST || !isfinite(x))
            return 0;
        for (int k = count; k > at; k--)
            place[k] = place[k - 1];
        place[at] = x;
        count++;
    }
    return count;
}

// Means of all columns at each place along the axis; of what is missing everywhere there is none. `count` begins as zeros.
static void fill(const report_probe *probe, const double *place, report_probe *out, double *count)
{
    const int columns = probe->table.columns;
    double *mean = out->table.value;
    for (int64_t i = 0; i < probe->view.rows; i++) {
        int64_t at = 0;
        while (place[at] < value_at(probe, i, out->view.x))
            at++;
        for (int column = 0; column < columns; column++) {
            const double value = value_at(probe, i, column);
            if (!isfinite(value))
                continue;
            const int64_t cell = at * columns + column;
            count[cell]++;
            mean[cell] += (value - (count[cell] > 1 ? mean[cell] : 0)) / count[cell];
        }
    }
    for (int64_t cell = 0; cell < out->table.rows * columns; cell++) {
        if (count[cell] == 0)
            mean[cell] = NAN;
    }
}

bool report_spread_make(const report_probe *probe, report_probe *out)
{
    double *place = malloc(PLACES_MOST * sizeof *place);
    int most = 0;
    *out = *probe;
    out->table.value = NULL;
    out->view = (table_view){.begin = AXES};
    for (int axis = 0; place && axis < AXES && axis < probe->table.columns; axis++) {
        const int count =
            report_kind(probe, axis) == PROBE_PLACE ? places_of(probe, axis, place) : 0;
        if (count <= most)
            continue;
        most = count;
        out->view.x = axis;
    }
    const bool grid = most > 1 && most < probe->view.rows;
    out->view.rows = out->table.rows = grid ? most : 0;
    const size_t cells = (size_t)out->table.rows * (size_t)probe->table.columns + 1;
    double *count = calloc(cells, sizeof *count);
    out->table.value = calloc(cells, sizeof *count);
    const bool good = place && count && out->table.value;
    if (good && grid) {
        places_of(probe, out->view.x, place);
        fill(probe, place, out, count);
    }
    free(count);
    free(place);
    return good;
}

void report_spread_clear(report_probe *profile)
{
    free(profile->table.value);
    profile->table.value = NULL;
}
