// report_sweep_numbers.c - the numbers on the page of a sweep: those that were asked for, Sobol's indices, and all probes with
// the points over each other; see report_sweep.h.
#include "cli/html.h"
#include "cli/report_sweep.h"
#include "draw/chart.h"
#include "sweep/curves.h"
#include "sweep/indices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 40, GROUPS_TOLD = 200, COLUMNS_MOST = 24 };

// ---- a table of numbers, a row for each group

typedef struct number_columns {
    int64_t number[COLUMNS_MOST];
    int count;
} number_columns;

// "velocity_x mean [m/s]" of "ball.velocity_x:mean"; within the section of its probe that is enough.
static void put_head(text_buffer *out, const results_head *head, bool with_probe)
{
    char name[300];
    const char *dot = strchr(head->name, '.');
    snprintf(name, sizeof name, "%s", with_probe || !dot ? head->name : dot + 1);
    char *colon = strrchr(name, ':');
    if (colon)
        *colon = ' ';
    text_append(out, "<th scope=\"col\" class=\"number\">");
    html_text(out, name);
    if (*head->unit)
        html_format(out, " [%.80s]", head->unit);
    text_append(out, "</th>");
}

static void put_number(text_buffer *out, const results_scatter *is)
{
    text_append(out, "<td class=\"number\">");
    html_number(out, is->mean);
    if (isfinite(is->error))
        html_format(out, " \xc2\xb1 %.2g", is->error);
    text_append(out, "</td>");
}

static int runs_of(const results *results, int group)
{
    int runs = 0;
    const plan *plan = results->plan;
    for (int i = plan->first[group]; i >= 0; i = plan->point[i].next)
        runs += results->state[i] == POINT_WHOLE;
    return runs;
}

static void put_group(text_buffer *out, const report_sweep *sweep, int group,
                      const number_columns *columns)
{
    const results *results = sweep->results;
    const bool seeds = results_have_seeds(results);
    char words[300];
    plan_words_of_group(results->plan, results_first(results, group), words, sizeof words);
    text_append(out, "<tr>");
    html_row_head(out, *words ? words : "all points");
    if (seeds)
        text_append_format(out, "<td class=\"number\">%d</td>", runs_of(results, group));
    for (int k = 0; k < columns->count; k++) {
        const results_scatter is = results_shown(results, group, columns->number[k]);
        put_number(out, &is);
    }
    text_append(out, "</tr>\n");
}

static void put_table(text_buffer *out, const report_sweep *sweep, const char *caption,
                      const number_columns *columns, bool with_probe)
{
    const results *results = sweep->results;
    const int groups = results->plan->groups;
    text_append(out, "<div class=\"wide\"><table><caption>");
    html_text(out, caption);
    text_append(out, "</caption><thead><tr><th scope=\"col\">values</th>");
    if (results_have_seeds(results))
        text_append(out, "<th scope=\"col\" class=\"number\">runs</th>");
    for (int k = 0; k < columns->count; k++)
        put_head(out, &results->head[columns->number[k]], with_probe);
    text_append(out, "</tr></thead><tbody>\n");
    for (int group = 0; group < groups && group < GROUPS_TOLD; group++)
        put_group(out, sweep, group, columns);
    html_table_end(out);
    if (groups > GROUPS_TOLD)
        text_append_format(out, "<p class=\"soft\">And %d more in table.csv.</p>\n",
                           groups - GROUPS_TOLD);
}

// ---- Sobol's indices

static void put_index(text_buffer *out, const sensitivity_index *index)
{
    const double share = fmin(1, fmax(0, index->value));
    text_append_format(out, "<td class=\"number\">%.3f \xc2\xb1 %.3f</td>", index->value,
                       index->error);
    text_append_format(out, "<td class=\"number\">%.3f to %.3f</td>", index->low, index->high);
    text_append_format(out, "<td><span class=\"bar\" style=\"width:%.1fem\"></span></td>",
                       10 * share);
}

static void put_index_rows(text_buffer *out, const plan *plan, const sensitivity *is)
{
    for (int i = 0, at = 0; i < plan->axes; i++) {
        if (!plan->axis[i].is_range)
            continue;
        text_append(out, "<tr>");
        html_row_head(out, plan->axis[i].name);
        put_index(out, &is->first[at]);
        put_index(out, &is->total[at++]);
        text_append(out, "</tr>\n");
    }
}

// Where there are no indices the page says why, and has the rest.
static scree_status put_indices(text_buffer *out, const report_sweep *sweep, int64_t number,
                                scree_error *error)
{
    static const char *const heads[] = {"parameter", ">first order", ">95 %", "",
                                        ">total",    ">95 %",        "",      NULL};
    const plan *plan = sweep->of->plan;
    const results_head *head = &sweep->results->head[number];
    sensitivity is;
    char caption[300];
    const scree_status status = indices_of(sweep->results, number, sweep->of->in->path, &is, error);
    if (status)
        return status;
    if (is.lacks) {
        text_append(out, "<p>");
        html_format(out, "There are no Sobol indices of %.120s: %s; %lld rows of %lld are whole.",
                    head->name, is.lacks, (long long)is.rows, (long long)plan->sobol);
        text_append(out, "</p>\n");
        sensitivity_clear(&is);
        return SCREE_OK;
    }
    snprintf(
        caption, sizeof caption,
        "Sobol's indices of %.120s: mean %.5g %.40s, standard deviation %.3g, %lld of %lld rows",
        head->name, is.mean, head->unit, sqrt(is.variance), (long long)is.rows,
        (long long)plan->sobol);
    html_table_begin(out, caption, heads);
    put_index_rows(out, plan, &is);
    html_table_end(out);
    text_append(out,
                "<p class=\"soft\">First order: the share of the variance that would go if the "
                "parameter were known. Total: what would stay if all others were.</p>\n");
    sensitivity_clear(&is);
    return SCREE_OK;
}

// ---- what was asked for

static scree_status find_numbers(const report_sweep *sweep, number_columns *out, scree_error *error)
{
    const wanted *of = &sweep->asked->of;
    for (int i = 0; i < of->count; i++) {
        char name[200];
        wanted_spell(&of->name[i], name);
        const int64_t number = results_find(sweep->results, name);
        if (number < 0)
            return fail(error, SCREE_BAD_INPUT, "--of", "see the head of table.csv for the names",
                        "no point has a number %.100s", name);
        out->number[out->count++] = number;
    }
    return SCREE_OK;
}

static scree_status put_number_chart(report_charts *charts, const report_sweep *sweep,
                                     int64_t number, scree_error *error)
{
    curves_drawn drawn;
    char caption[500];
    const scree_status status = curves_of_number(sweep->results, number, &drawn, error);
    if (!status && drawn.overlay.curves) {
        snprintf(caption, sizeof caption, "%.200s over %.200s, with standard errors.",
                 drawn.chart.y_name, drawn.chart.x_name);
        report_chart_put(charts, &drawn.chart, caption);
    }
    curves_drawn_clear(&drawn);
    return status;
}

static scree_status put_pair(report_charts *charts, const report_sweep *sweep,
                             const curves_pair *pair, scree_error *error)
{
    curves_drawn drawn;
    char caption[500];
    const scree_status status = curves_of_pair(sweep->of, pair, LINES_MOST, &drawn, error);
    if (!status && drawn.overlay.curves) {
        snprintf(caption, sizeof caption, "%s over %s, a line for each point.", drawn.y_name,
                 drawn.x_name);
        report_chart_put(charts, &drawn.chart, caption);
    }
    curves_drawn_clear(&drawn);
    return status;
}

scree_status report_sweep_asked(report_charts *charts, const report_sweep *sweep,
                                scree_error *error)
{
    text_buffer *out = charts->out;
    const sweep_asked *asked = sweep->asked;
    number_columns columns = {.count = 0};
    if (!asked->of.count && !asked->plot.count)
        return SCREE_OK;
    scree_status status = find_numbers(sweep, &columns, error);
    text_append(out, "<section id=\"asked\"><h2>What was asked for</h2>\n");
    if (!status && columns.count && !sweep->of->plan->sobol)
        put_table(out, sweep, "The numbers that were asked for, with standard errors", &columns,
                  true);
    for (int k = 0; k < columns.count && !status; k++) {
        status = put_number_chart(charts, sweep, columns.number[k], error);
        if (!status && sweep->of->plan->sobol)
            status = put_indices(out, sweep, columns.number[k], error);
    }
    for (int k = 0; k < asked->plot.count && !status; k++)
        status = put_pair(charts, sweep, &asked->plot.pair[k], error);
    text_append(out, "</section>\n");
    return status;
}

// ---- every probe

// Of columns over time their means, of profiles their peaks.
static void choose_columns(const report_sweep *sweep, const char *probe, const curves_probe *curves,
                           number_columns *out)
{
    for (int k = 0; k < curves->charts && out->count < COLUMNS_MOST; k++) {
        char name[300];
        const bool in_time = !strcmp(curves->chart[k].x_name, "time");
        snprintf(name, sizeof name, "%s.%s:%s", probe, curves->chart[k].y_name,
                 in_time ? "mean" : "peak");
        const int64_t number = results_find(sweep->results, name);
        if (number >= 0)
            out->number[out->count++] = number;
    }
}

static scree_status put_probe(report_charts *charts, const report_sweep *sweep, const char *probe,
                              scree_error *error)
{
    text_buffer *out = charts->out;
    curves_probe curves;
    number_columns columns = {.count = 0};
    const scree_status status = curves_of_probe(sweep->of, probe, LINES_MOST, &curves, error);
    if (!status) {
        text_append(out, "<section><h3>");
        html_text(out, probe);
        text_append(out, "</h3>\n");
        choose_columns(sweep, probe, &curves, &columns);
        if (curves.charts == 0)
            text_append(out, "<p class=\"soft\">Nothing that it measures changes.</p>\n");
    }
    for (int k = 0; k < curves.charts && !status; k++) {
        char caption[300];
        snprintf(caption, sizeof caption, "%.100s over %.100s.", curves.chart[k].y_name,
                 curves.chart[k].x_name);
        report_chart_put(charts, &curves.chart[k], caption);
    }
    if (!status && columns.count)
        put_table(out, sweep, "Means over time, or peaks of profiles, with standard errors",
                  &columns, false);
    if (!status)
        text_append(out, "</section>\n");
    curves_probe_clear(&curves);
    return status;
}

// A page may be asked for numbers over other times than the sweep has been.
static bool is_as_tabled(const report_sweep *sweep)
{
    const char *now = sweep->words.from ? sweep->words.from : "";
    return !strcmp(now, sweep->tabled_from ? sweep->tabled_from : "");
}

static void put_explanation(text_buffer *out, const report_sweep *sweep)
{
    const plan *plan = sweep->of->plan;
    text_append(out, "<p class=\"soft\">");
    if (plan->points > LINES_MOST)
        html_format(out, "Plots show %d of the %d points, spread over all of them. ", LINES_MOST,
                    plan->points);
    if (plan->groups > CURVES_NAMED)
        html_format(out,
                    "Lines have no names where there are more than %d; colours follow each "
                    "other as the points do. ",
                    CURVES_NAMED);
    if (results_have_seeds(sweep->results))
        html_format(out, "Of runs that differ in seeds alone the mean is drawn, in a band from the "
                         "least to the greatest; errors are standard errors of that mean. ");
    else
        html_format(out, "Errors of means are by blocks of the time. ");
    if (sweep->words.from)
        html_format(out, "Means and peaks are of times from %.60s on. ", sweep->words.from);
    html_format(out, "All numbers of all columns stand in table.csv");
    if (!is_as_tabled(sweep))
        html_format(out, ", where means and peaks are of %s%.60s%s",
                    sweep->tabled_from ? "times from " : "the whole run",
                    sweep->tabled_from ? sweep->tabled_from : "", sweep->tabled_from ? " on" : "");
    html_format(out, ".");
    text_append(out, "</p>\n");
}

scree_status report_sweep_measured(report_charts *charts, const report_sweep *sweep,
                                   scree_error *error)
{
    text_buffer *out = charts->out;
    char probe[PROBE_NAME_ROOM];
    scree_status status = SCREE_OK;
    text_append(out, "<section id=\"measured\"><h2>Measured</h2>\n");
    if (sweep->results->numbers == 0)
        text_append(out, "<p>The case has no probes, or none has written anything.</p>\n");
    else
        put_explanation(out, sweep);
    for (int64_t k = 0; !status && results_next_probe(sweep->results, &k, probe);)
        status = put_probe(charts, sweep, probe, error);
    text_append(out, "</section>\n");
    return status;
}
