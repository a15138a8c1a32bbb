// report_probes.c - what was measured: of each probe its plots and a table of its numbers, and the points of the plots as
// data for a program that lets them be zoomed.
#include "cli/html.h"
#include "cli/report_page.h"
#include "cli/report_plots.h"
#include "cli/report_spread.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the points

enum { POINTS_MOST = 2000 };

// Of a long table the rows in which a column of the plot is least or greatest among its neighbours.
static int64_t choose_points(const report_plot *plot, bool *taken)
{
    const int64_t rows = plot->curve[0].count;
    if (rows <= POINTS_MOST) {
        memset(taken, 1, (size_t)rows * sizeof *taken);
        return rows;
    }
    const int64_t parts = POINTS_MOST / (2 * plot->columns);
    memset(taken, 0, (size_t)rows * sizeof *taken);
    taken[0] = taken[rows - 1] = true;
    for (int64_t part = 0; part < parts; part++) {
        const int64_t from = part * rows / parts;
        const int64_t to = (part + 1) * rows / parts;
        for (int k = 0; k < plot->columns; k++) {
            const double *y = plot->curve[k].y;
            int64_t low = from;
            int64_t high = from;
            for (int64_t i = from; i < to; i++) {
                low = y[i] < y[low] ? i : low;
                high = y[i] > y[high] ? i : high;
            }
            taken[low] = taken[high] = true;
        }
    }
    int64_t count = 0;
    for (int64_t i = 0; i < rows; i++)
        count += taken[i];
    return count;
}

static void put_points(json *data, const char *key, const double *value, const bool *taken,
                       int64_t rows)
{
    json_list(data, key);
    for (int64_t i = 0; i < rows; i++) {
        if (taken[i])
            json_number(data, NULL, value[i]);
    }
    json_close(data);
}

// The level line of a curve, where it has one.
static void put_mean(json *data, const report_plot *plot, int curve)
{
    for (int k = plot->columns; k < plot->chart.curves; k++) {
        const chart_curve *mean = &plot->curve[k];
        if (mean->like != curve + 1)
            continue;
        json_number(data, "mean", mean->y[0]);
        json_number(data, "error", mean->high[0] - mean->y[0]);
        json_number(data, "from", mean->x[0]);
        json_number(data, "to", mean->x[1]);
    }
}

static bool put_plot_data(json *data, const char *id, const report_probe *probe,
                          const report_plot *plot)
{
    const int64_t rows = plot->curve[0].count;
    bool *taken = malloc((size_t)rows * sizeof *taken);
    if (!taken)
        return false;
    const int64_t count = choose_points(plot, taken);
    json_object(data, NULL);
    json_text(data, "id", id);
    json_text(data, "file", probe->file);
    json_integer(data, "rows", rows);
    json_integer(data, "points", count);
    json_text(data, "x_name", plot->chart.x_name);
    json_text(data, "x_unit", plot->chart.x_unit);
    json_text(data, "y_name", plot->chart.y_name);
    json_text(data, "y_unit", plot->chart.y_unit);
    put_points(data, "x", plot->curve[0].x, taken, rows);
    json_list(data, "curves");
    for (int k = 0; k < plot->columns; k++) {
        json_object(data, NULL);
        json_text(data, "name", plot->curve[k].name);
        put_points(data, "y", plot->curve[k].y, taken, rows);
        if (plot->curve[k].low) {
            put_points(data, "low", plot->curve[k].low, taken, rows);
            put_points(data, "high", plot->curve[k].high, taken, rows);
        }
        put_mean(data, plot, k);
        json_close(data);
    }
    json_close(data);
    json_list(data, "marks");
    for (int k = 0; k < plot->chart.marks; k++) {
        json_object(data, NULL);
        json_text(data, "name", plot->chart.mark[k].name);
        json_number(data, "x", plot->chart.mark[k].x);
        json_close(data);
    }
    json_close(data);
    json_close(data);
    free(taken);
    return true;
}

// ---- a plot

static void put_caption(text_buffer *out, const report_plot *plot)
{
    bool means = false;
    text_append(out, "<figcaption>");
    for (int k = 0; k < plot->columns; k++) {
        html_format(out, "%s%s", k ? ", " : "", plot->curve[k].name);
        means = means || plot->chart.curves > plot->columns;
    }
    html_format(out, " over %s.", plot->chart.x_name);
    if (means)
        text_append(out, " The level lines are means, in the band of their standard errors.");
    text_append(out, "</figcaption>");
}

// One value where there is one, in some rows or in all.
static void put_flat(text_buffer *out, const report_probe *probe, int column)
{
    const table_in *table = &probe->table;
    const double *first = table->value + probe->view.first * table->columns + column;
    double value = NAN;
    int64_t count = 0;
    for (int64_t i = 0; i < probe->view.rows; i++) {
        const double is = first[i * table->columns];
        if (!isfinite(is))
            continue;
        value = is;
        count++;
    }
    html_format(out, "%s ", table->head[column].name);
    html_number(out, value);
    if (isfinite(value) && value != 0)
        html_unit(out, table->head[column].unit);
    if (count > 0 && count < probe->view.rows)
        html_format(out, " (in %" PRId64 " of %" PRId64 " rows, else no number)", count,
                    probe->view.rows);
}

static void put_flats(text_buffer *out, const report_probe *probe, const report_plots *plots)
{
    if (plots->flats == 0)
        return;
    text_append(out, "<p class=\"soft\">The same throughout: ");
    for (int k = 0; k < plots->flats; k++) {
        text_append(out, k ? ", " : "");
        put_flat(out, probe, plots->flat[k]);
    }
    text_append(out, ".</p>\n");
}

static bool put_plots(text_buffer *out, json *data, const report_run *run,
                      const report_probe *probe, int number)
{
    report_plots plots;
    if (!report_plots_make(&plots, run, probe))
        return false;
    bool good = true;
    for (int k = 0; k < plots.plots && good; k++) {
        char id[40];
        snprintf(id, sizeof id, "plot-%d-%d", number, k + 1);
        text_append_format(out, "<figure class=\"chart\" id=\"%s\">", id);
        chart_append_svg(out, &plots.plot[k].chart);
        put_caption(out, &plots.plot[k]);
        text_append(out, "</figure>\n");
        good = put_plot_data(data, id, probe, &plots.plot[k]);
    }
    put_flats(out, probe, &plots);
    report_plots_clear(&plots);
    return good;
}

// ---- its numbers

static void put_error(text_buffer *out, const column_number *number)
{
    text_append(out, "<td class=\"number\">");
    if (isfinite(number->error) && !number->settled)
        text_append(out, "\xe2\x89\xa5 ");
    html_number(out, number->error);
    text_append(out, "</td>");
}

static void put_peak(text_buffer *out, const report_probe *probe, const column_number *number)
{
    html_number_cell(out, number->peak);
    text_append(out, "<td class=\"number\">");
    html_number(out, number->at);
    if (isfinite(number->at))
        html_unit(out, probe->table.head[probe->view.x].unit);
    text_append(out, "</td>");
}

static void put_total(text_buffer *out, const report_probe *probe, int column)
{
    char unit[TOTAL_UNIT_ROOM];
    const double total = probe->number[column].total;
    column_total_unit(&probe->table, column, unit);
    text_append(out, "<td class=\"number\">");
    html_number(out, total);
    if (isfinite(total))
        html_unit(out, unit);
    text_append(out, "</td>");
}

// Those of places are none, nor are those of the column that the others stand over.
static bool has_numbers(const report_probe *probe, int column)
{
    const bool is_axis = column == probe->view.x || (column == 0 && probe->view.x > 0);
    return !is_axis && report_kind(probe, column) != PROBE_PLACE;
}

static void put_numbers_in_time(text_buffer *out, const report_probe *probe, const char *caption)
{
    static const char *const heads[] = {"column",          "unit",  ">last", ">mean",
                                        ">standard error", ">peak", ">at",   NULL};
    html_table_begin(out, caption, heads);
    for (int k = 0; k < probe->table.columns; k++) {
        const column_number *number = &probe->number[k];
        if (!has_numbers(probe, k))
            continue;
        text_append(out, "<tr>");
        html_row_head(out, probe->table.head[k].name);
        html_cell(out, probe->table.head[k].unit);
        html_number_cell(out, number->last);
        html_number_cell(out, number->mean);
        put_error(out, number);
        put_peak(out, probe, number);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

static bool is_spread(const report_probe *probe)
{
    return probe->view.begin >= probe->table.columns;
}

static void put_numbers_along(text_buffer *out, const report_probe *probe, const char *caption)
{
    static const char *const heads[] = {
        "column", "unit", ">mean over rows", ">sum over rows", ">peak", ">at", NULL};
    static const char *const spread[] = {"column",         "unit",  ">mean over rows",
                                         ">sum over rows", ">peak", NULL};
    html_table_begin(out, caption, is_spread(probe) ? spread : heads);
    for (int k = 0; k < probe->table.columns; k++) {
        const column_number *number = &probe->number[k];
        if (!has_numbers(probe, k))
            continue;
        text_append(out, "<tr>");
        html_row_head(out, probe->table.head[k].name);
        html_cell(out, probe->table.head[k].unit);
        html_number_cell(out, number->mean);
        put_total(out, probe, k);
        if (is_spread(probe))
            html_number_cell(out, number->peak);
        else
            put_peak(out, probe, number);
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
    const int weight = table_in_weight(&probe->table);
    if (weight >= 0)
        html_format(out, "<p class=\"soft\">Rows count with their %s in means%s.</p>\n",
                    probe->table.head[weight].name,
                    weight > 0 ? ", and with it in sums of what is per area" : "");
}

static void put_numbers(text_buffer *out, const report_probe *probe)
{
    char caption[200];
    const char *peaks = is_spread(probe) ? NULL : probe->table.head[probe->view.x].name;
    if (peaks)
        snprintf(caption, sizeof caption, "Numbers of %.60s; peaks are at the %.60s told",
                 probe->name, peaks);
    else
        snprintf(caption, sizeof caption, "Numbers of %.60s", probe->name);
    if (probe->view.in_time)
        put_numbers_in_time(out, probe, caption);
    else
        put_numbers_along(out, probe, caption);
}

static bool put_profile(text_buffer *out, json *data, const report_run *run,
                        const report_probe *probe, int number)
{
    report_probe profile;
    bool good = report_spread_make(probe, &profile);
    if (good && profile.view.rows > 0)
        good = put_plots(out, data, run, &profile, number);
    report_spread_clear(&profile);
    return good;
}

static bool put_probe(text_buffer *out, json *data, const report_run *run,
                      const report_probe *probe, int number)
{
    text_append(out, "<section><h3>");
    html_text(out, probe->name);
    text_append(out, "</h3>\n<p class=\"soft\">");
    if (probe->asked) {
        html_format(out, "%s: ", probe->asked->measure.what->name);
        html_text(out, probe->asked->measure.what->doc);
        text_append(out, ". ");
    }
    html_format(out, "%" PRId64 " rows", probe->table.rows);
    if (probe->view.rows < probe->table.rows)
        html_format(out, ", of which the %" PRId64 " of the last moment are shown",
                    probe->view.rows);
    html_format(out, ", ");
    text_append(out, "<code>");
    html_text(out, probe->file);
    text_append(out, "</code>.");
    if (is_spread(probe))
        text_append(out,
                    " Its places are spread over a plane or space, which ParaView shows; plots "
                    "are of means over the others of the axis with most places.");
    text_append(out, "</p>\n");
    bool good = true;
    if (probe->view.rows > 0) {
        good = is_spread(probe) ? put_profile(out, data, run, probe, number)
                                : put_plots(out, data, run, probe, number);
        put_numbers(out, probe);
    }
    text_append(out, "</section>\n");
    return good;
}

static void put_explanation(text_buffer *out, report_span span)
{
    text_append(
        out,
        "<p class=\"soft\">Means are over all rows of a table that hold a number; what is counted "
        "up has none. ");
    if (isfinite(span.from) || isfinite(span.to)) {
        text_append(out, "Numbers of tables in time are of the rows");
        if (isfinite(span.from))
            html_format(out, " from t = %.6g s", span.from);
        if (isfinite(span.to))
            html_format(out, " to t = %.6g s", span.to);
        text_append(out, " alone. Tables that are means of the whole run, such as profiles, wear "
                         "and residence times, are as the run left them. ");
    }
    text_append(out,
                "Standard errors are by blocks (Flyvbjerg and Petersen 1989), so they stand for a "
                "signal that is steady; \xe2\x89\xa5 says that the blocks are too few, or that "
                "the signal drifts. A peak is the value that is the furthest from zero.</p>\n");
}

static void put_gaps(text_buffer *out, const report_run *run)
{
    if (run->gaps == 0)
        return;
    text_append(out, "<h3>Tables that cannot be read</h3><ul class=\"warnings\">\n");
    for (int i = 0; i < run->gaps; i++) {
        text_append(out, "<li>");
        html_text(out, run->gap[i]);
        text_append(out, "</li>\n");
    }
    text_append(out, "</ul>\n");
}

bool report_probes(text_buffer *out, json *data, const report_run *run)
{
    bool good = true;
    text_append(out, "<section id=\"measured\"><h2>Measured</h2>\n");
    put_gaps(out, run);
    if (run->probes == 0 && run->gaps == 0)
        text_append(out, "<p>The case has no probes, or none has written anything.</p>\n");
    else
        put_explanation(out, run->span);
    for (int i = 0; i < run->probes && good; i++)
        good = put_probe(out, data, run, &run->probe[i], i + 1);
    text_append(out, "</section>\n");
    return good;
}
