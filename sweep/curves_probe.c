// curves_probe.c - all columns of a probe, the points of a sweep over each other; see curves.h.
#include "sweep/curves.h"

#include "store/table_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHARTS_MOST = 24 };

// ---- the tables

static scree_status read_tables(const points_wish *wish, const char *probe, int most,
                                curves_probe *out, scree_error *error)
{
    const int64_t points = wish->plan->points;
    const int64_t lines = points < most ? points : most;
    out->table = calloc((size_t)lines + 1, sizeof *out->table);
    scree_status status = out->table ? SCREE_OK : fail_memory(error, wish->in->path);
    for (int64_t k = 0; k < lines && !status; k++) {
        char *folder = point_folder(wish, (int)(k * points / lines));
        status = folder ? probed_read_one(folder, probe, &out->table[k], error)
                        : fail_memory(error, wish->in->path);
        free(folder);
        out->lines++;
    }
    return status;
}

// ---- which columns

static bool changes(const table_in *table, const table_view *view, int column)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (int64_t row = view->first; row < view->first + view->rows; row++) {
        const double value = table->value[row * table->columns + column];
        low = fmin(low, value);
        high = fmax(high, value);
    }
    return high > low;
}

static bool is_wanted(const curves_probe *curves, const table_head *head)
{
    for (int k = 0; k < curves->lines; k++) {
        const table_in *table = &curves->table[k];
        const int column = table_in_find(table, head->name);
        if (column < 0 || table->rows == 0)
            continue;
        const table_view view = table_view_of(table);
        if (column >= view.begin && changes(table, &view, column))
            return true;
    }
    return false;
}

// ---- a chart

static bool add_line(overlay *overlay, const plan *plan, int point, const table_in *table,
                     int column, bool *named)
{
    const table_view view = table_view_of(table);
    const int group = plan->point[point].group;
    const bool wanted = !named[group] && plan->groups <= CURVES_NAMED;
    char name[200];
    overlay_line line;
    plan_words_of_group(plan, point, name, sizeof name);
    if (!overlay_add(overlay, wanted && *name ? name : NULL, view.rows, false, &line))
        return false;
    named[group] = true;
    for (int64_t i = 0; i < view.rows; i++) {
        const double *row = table->value + (view.first + i) * table->columns;
        line.x[i] = row[view.x];
        line.y[i] = row[column];
    }
    overlay_settle(overlay, view.rows, false, group + 1);
    return true;
}

static bool add_chart(curves_probe *curves, const plan *plan, const table_in *like, int column)
{
    enum { WIDTH = 640, HEIGHT = 420 };
    overlay *overlay = &curves->overlay[curves->charts];
    chart *drawn = &curves->chart[curves->charts++];
    const table_head *x = &like->head[table_view_of(like).x];
    const table_head *y = &like->head[column];
    bool *named = calloc((size_t)plan->groups + 1, sizeof *named);
    bool memory = named != NULL;
    for (int64_t k = 0; k < curves->lines && memory; k++) {
        const table_in *table = &curves->table[k];
        const int own = table_in_find(table, y->name);
        const int point = (int)(k * plan->points / curves->lines);
        if (own > 0 && table->rows > 0)
            memory = add_line(overlay, plan, point, table, own, named);
    }
    free(named);
    *drawn = (chart){.x_name = x->name,
                     .x_unit = x->unit,
                     .y_name = y->name,
                     .y_unit = y->unit,
                     .curve = overlay->curve,
                     .curves = overlay->curves,
                     .width = WIDTH,
                     .height = HEIGHT};
    return memory;
}

// A point with another table, as one whose run never began, is no example.
static const table_in *example(const curves_probe *curves)
{
    const table_in *like = NULL;
    for (int k = 0; k < curves->lines && !like; k++) {
        if (curves->table[k].columns > 0 && curves->table[k].rows > 0)
            like = &curves->table[k];
    }
    return like;
}

static bool add_charts(curves_probe *curves, const plan *plan)
{
    const table_in *like = example(curves);
    if (!like)
        return true;
    curves->chart = calloc(CHARTS_MOST, sizeof *curves->chart);
    curves->overlay = calloc(CHARTS_MOST, sizeof *curves->overlay);
    bool memory = curves->chart && curves->overlay;
    for (int column = table_view_of(like).begin; column < like->columns && memory; column++) {
        const bool is_error = table_in_of_error(like, column) >= 0;
        const bool room = curves->charts < CHARTS_MOST;
        if (room && !is_error && is_wanted(curves, &like->head[column]))
            memory = add_chart(curves, plan, like, column);
    }
    return memory;
}

scree_status curves_of_probe(const points_wish *wish, const char *probe, int most,
                             curves_probe *out, scree_error *error)
{
    memset(out, 0, sizeof *out);
    const scree_status status = read_tables(wish, probe, most, out, error);
    if (!status && !add_charts(out, wish->plan))
        return fail_memory(error, probe);
    return status;
}

scree_status curves_write_probe(const curves_probe *curves, const char *path, scree_error *error)
{
    const int count = curves->charts;
    const chart_sheet sheet = {curves->chart, count, count > 6 ? 3 : 2};
    return chart_write_sheet(path, &sheet, error);
}

void curves_probe_clear(curves_probe *curves)
{
    for (int k = 0; k < curves->charts; k++)
        overlay_clear(&curves->overlay[k]);
    for (int k = 0; k < curves->lines; k++)
        table_in_clear(&curves->table[k]);
    free(curves->chart);
    free(curves->overlay);
    free(curves->table);
    memset(curves, 0, sizeof *curves);
}
