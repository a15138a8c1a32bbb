// curves_probe.c - all columns of a probe, the points of a sweep over each other; see curves.h.
#include "sweep/curves.h"

#include "store/table_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHARTS_MOST = 24 };

// ---- the tables

static scree_status read_run(const points_wish *wish, const char *probe, int point,
                             curves_probe *out, scree_error *error)
{
    char words[POINT_WORDS];
    char *folder = point_folder(wish, point);
    if (!folder)
        return fail_memory(error, wish->in->path);
    curves_run *run = &out->run[out->lines++];
    run->point = point;
    run->whole = point_look(folder, words) == POINT_WHOLE;
    const scree_status status = probed_read_one(folder, probe, &run->table, error);
    free(folder);
    return status;
}

int64_t curves_groups(const plan *plan, int most)
{
    const int64_t groups = plan->groups;
    const int64_t fitting = (int64_t)most * groups / plan->points;
    const int64_t shown = plan->points <= most ? groups : fitting;
    return shown < 1 ? 1 : shown;
}

// All points of so many groups, spread over all of them.
static scree_status read_tables(const points_wish *wish, const char *probe, int most,
                                curves_probe *out, scree_error *error)
{
    const plan *plan = wish->plan;
    const int64_t groups = plan->groups;
    const int64_t shown = curves_groups(plan, most);
    out->run = calloc((size_t)plan->points + 1, sizeof *out->run);
    scree_status status = out->run ? SCREE_OK : fail_memory(error, wish->in->path);
    for (int64_t k = 0; k < shown && !status; k++) {
        int point = plan->first[k * groups / shown];
        for (; point >= 0 && !status; point = plan->point[point].next)
            status = read_run(wish, probe, point, out, error);
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
        const table_in *table = &curves->run[k].table;
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

static bool add_line(overlay *overlay, const table_in *table, int column,
                     const overlay_label *label)
{
    const table_view view = table_view_of(table);
    overlay_line line;
    if (!overlay_add(overlay, label->name, view.rows, false, &line))
        return false;
    for (int64_t i = 0; i < view.rows; i++) {
        const double *row = table->value + (view.first + i) * table->columns;
        line.x[i] = row[view.x];
        line.y[i] = row[column];
    }
    overlay_settle(overlay, view.rows, false, label->like);
    return true;
}

// All of a group in one colour, and the first of them with the name.
static bool add_lines(overlay *overlay, const curves_run *run, int64_t runs, const char *column,
                      overlay_label label)
{
    bool memory = true;
    for (int64_t k = 0; k < runs && memory; k++) {
        const table_in *table = &run[k].table;
        const int own = table_in_find(table, column);
        if (own <= 0 || table->rows == 0)
            continue;
        memory = add_line(overlay, table, own, &label);
        label.name = NULL;
    }
    return memory;
}

// How many lines from that one on are of its group.
static int64_t group_at(const curves_probe *curves, const plan *plan, int64_t first)
{
    const int group = plan->point[curves->run[first].point].group;
    int64_t count = 1;
    while (first + count < curves->lines &&
           plan->point[curves->run[first + count].point].group == group)
        count++;
    return count;
}

static bool add_group(curves_probe *curves, overlay *overlay, const plan *plan, int64_t first,
                      int64_t count, const char *column)
{
    const curves_run *run = &curves->run[first];
    char name[200];
    bool memory = true;
    plan_words_of_group(plan, run->point, name, sizeof name);
    const bool told = plan->groups <= CURVES_NAMED && (*name || count > 1);
    overlay_label label = {told ? name : NULL, plan->point[run->point].group + 1};
    if (curves_add_seeds(overlay, run, count, column, &label, &memory)) {
        curves->banded = true;
        return memory;
    }
    label.name = *name ? label.name : NULL;
    return memory && add_lines(overlay, run, count, column, label);
}

static bool add_chart(curves_probe *curves, const plan *plan, const table_in *like, int column)
{
    enum { WIDTH = 640, HEIGHT = 420 };
    overlay *overlay = &curves->overlay[curves->charts];
    chart *drawn = &curves->chart[curves->charts++];
    const table_head *x = &like->head[table_view_of(like).x];
    const table_head *y = &like->head[column];
    bool memory = true;
    for (int64_t k = 0, count; k < curves->lines && memory; k += count) {
        count = group_at(curves, plan, k);
        memory = add_group(curves, overlay, plan, k, count, y->name);
    }
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
        if (curves->run[k].table.columns > 0 && curves->run[k].table.rows > 0)
            like = &curves->run[k].table;
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
        table_in_clear(&curves->run[k].table);
    free(curves->chart);
    free(curves->overlay);
    free(curves->run);
    memset(curves, 0, sizeof *curves);
}
