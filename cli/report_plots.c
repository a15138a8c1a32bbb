// report_plots.c - see report_plots.h.
#include "cli/report_plots.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The table of the solver has columns of other errors, which are none of a mean.
static int error_of(const report_probe *probe, int column)
{
    return probe->asked ? table_in_error_of(&probe->table, column) : -1;
}

static bool is_error(const report_probe *probe, int column)
{
    return probe->asked && table_in_of_error(&probe->table, column) >= 0;
}

// The length of a name without its last part: "force" of force_x. A name of one part is all of it.
static size_t stem_of(const char *name)
{
    const char *last = strrchr(name, '_');
    return last && last > name ? (size_t)(last - name) : strlen(name);
}

static bool same_stem(const char *one, const char *other)
{
    const size_t length = stem_of(one);
    return length == stem_of(other) && !strncmp(one, other, length);
}

static bool fits(const report_probe *probe, const report_plot *plot, int column)
{
    const table_head *head = &probe->table.head[column];
    const table_head *first = &probe->table.head[plot->column[0]];
    if (plot->columns == CHART_COLOURS || strcmp(head->unit, first->unit) != 0)
        return false;
    return *head->unit || same_stem(head->name, first->name);
}

static void place_column(report_plots *plots, const report_probe *probe, int column)
{
    const int64_t rows = probe->view.rows;
    if (table_is_flat(plots->value + column * rows, rows, 1)) {
        plots->flat[plots->flats++] = column;
        return;
    }
    for (int k = 0; k < plots->plots; k++) {
        report_plot *plot = &plots->plot[k];
        if (!fits(probe, plot, column))
            continue;
        plot->column[plot->columns++] = column;
        return;
    }
    report_plot *plot = &plots->plot[plots->plots++];
    plot->column[plot->columns++] = column;
}

// What the vertical axis is called: the name of a column, what all names begin with, or the probe.
static char *name_of(const report_probe *probe, const report_plot *plot)
{
    const char *first = probe->table.head[plot->column[0]].name;
    if (plot->columns == 1)
        return text_copy(first);
    for (int k = 1; k < plot->columns; k++) {
        if (!same_stem(first, probe->table.head[plot->column[k]].name))
            return text_copy(probe->name);
    }
    return text_slice(first, stem_of(first));
}

// A mean over time says something where its error is known.
static void add_mean(report_plot *plot, const report_probe *probe, int k)
{
    const column_number *number = &probe->number[plot->column[k]];
    const chart_curve *of = &plot->curve[k];
    if (!isfinite(number->error) || !number->settled || !(number->error > 0))
        return;
    plot_level *level = &plot->level[k];
    const int64_t first = probe->counted_first - probe->view.first;
    *level = (plot_level){.x = {of->x[first], of->x[first + probe->counted - 1]},
                          .mean = {number->mean, number->mean},
                          .low = {number->mean - number->error, number->mean - number->error},
                          .high = {number->mean + number->error, number->mean + number->error}};
    plot->curve[plot->chart.curves++] = (chart_curve){.x = level->x,
                                                      .y = level->mean,
                                                      .count = 2,
                                                      .low = level->low,
                                                      .high = level->high,
                                                      .like = k + 1};
}

// Rows that are in no order, such as the cells of a grid, are no line.
static bool ascends(const double *x, int64_t rows)
{
    for (int64_t i = 1; i < rows; i++) {
        if (!(x[i] >= x[i - 1]))
            return false;
    }
    return true;
}

static bool draw_plot(report_plots *plots, const report_probe *probe, report_plot *plot)
{
    enum { WIDTH = 760, HEIGHT = 320, MEANS_MOST = 3 };
    const int64_t rows = probe->view.rows;
    const table_head *x = &probe->table.head[probe->view.x];
    const table_head *first = &probe->table.head[plot->column[0]];
    const bool scattered = !ascends(plots->value + probe->view.x * rows, rows);
    plot->y_name = name_of(probe, plot);
    plot->chart = (chart){.x_name = x->name,
                          .x_unit = x->unit,
                          .y_name = plot->y_name,
                          .y_unit = first->unit,
                          .curve = plot->curve,
                          .curves = plot->columns,
                          .width = WIDTH,
                          .height = HEIGHT};
    for (int k = 0; k < plot->columns; k++) {
        const int column = plot->column[k];
        const int error = error_of(probe, column);
        plot->curve[k] = (chart_curve){.name = probe->table.head[column].name,
                                       .x = plots->value + probe->view.x * rows,
                                       .y = plots->value + column * rows,
                                       .count = rows,
                                       .points = scattered};
        if (error < 0)
            continue;
        // The columns of errors have become the ends of the band.
        plot->curve[k].low = plots->value + (probe->table.columns + 2 * error) * rows;
        plot->curve[k].high = plot->curve[k].low + rows;
    }
    for (int k = 0; k < plot->columns && plot->columns <= MEANS_MOST && probe->view.in_time; k++)
        add_mean(plot, probe, k);
    return plot->y_name != NULL;
}

// Column by column, and behind all of them two columns for each: what lies an error below and above, where the column is
// an error.
static bool turn_table(report_plots *plots, const report_probe *probe)
{
    const int columns = probe->table.columns;
    const int64_t rows = probe->view.rows;
    plots->value = malloc(((size_t)(3 * columns) * (size_t)rows + 1) * sizeof *plots->value);
    if (!plots->value)
        return false;
    for (int k = 0; k < columns; k++) {
        for (int64_t i = 0; i < rows; i++)
            plots->value[k * rows + i] = probe->table.value[(probe->view.first + i) * columns + k];
    }
    for (int k = 0; k < columns; k++) {
        const int error = error_of(probe, k);
        if (error < 0)
            continue;
        double *low = plots->value + (columns + 2 * error) * rows;
        for (int64_t i = 0; i < rows; i++) {
            low[i] = plots->value[k * rows + i] - plots->value[error * rows + i];
            low[rows + i] = plots->value[k * rows + i] + plots->value[error * rows + i];
        }
    }
    return true;
}

static int mark_stages(report_plots *plots, const report_run *run)
{
    const int64_t stages = report_stages(run);
    for (int64_t k = 0; k < stages; k++)
        plots->mark[k] = (chart_mark){report_stage_time(run, k), report_stage_name(run, k)};
    return (int)stages;
}

bool report_plots_make(report_plots *plots, const report_run *run, const report_probe *probe)
{
    const int columns = probe->table.columns;
    *plots = (report_plots){0};
    plots->plot = calloc((size_t)columns, sizeof *plots->plot);
    plots->flat = calloc((size_t)columns, sizeof *plots->flat);
    plots->mark = calloc((size_t)report_stages(run) + 1, sizeof *plots->mark);
    if (!plots->plot || !plots->flat || !plots->mark || !turn_table(plots, probe)) {
        report_plots_clear(plots);
        return false;
    }
    for (int k = probe->view.begin; k < columns; k++) {
        if (!is_error(probe, k) && report_kind(probe, k) != PROBE_PLACE)
            place_column(plots, probe, k);
    }
    const int marks = probe->view.in_time ? mark_stages(plots, run) : 0;
    bool good = true;
    for (int k = 0; k < plots->plots; k++) {
        good = draw_plot(plots, probe, &plots->plot[k]) && good;
        plots->plot[k].chart.mark = plots->mark;
        plots->plot[k].chart.marks = marks;
    }
    if (!good)
        report_plots_clear(plots);
    return good;
}

void report_plots_clear(report_plots *plots)
{
    for (int k = 0; k < plots->plots; k++)
        free(plots->plot[k].y_name);
    free(plots->plot);
    free(plots->flat);
    free(plots->mark);
    free(plots->value);
    *plots = (report_plots){0};
}
