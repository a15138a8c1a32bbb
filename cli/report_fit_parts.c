// report_fit_parts.c - what the page of a fit tells in words and tables, from its result.json; see report_fit.h.
#include "cli/html.h"
#include "cli/report_fit.h"
#include "cli/report_frame.h"

#include "console/called.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- values of a part of the result

static report_summary below(const node *at)
{
    const report_summary part = {.root = (node *)at};
    return part;
}

static const node *list_at(const report_summary *result, const char *way, node_kind kind)
{
    const node *at = report_summary_at(result, way);
    return at && at->kind == kind ? at : NULL;
}

static bool is_true(const report_summary *part, const char *way)
{
    return report_summary_says(part, way, "true");
}

// ---- the head

void report_fit_head(text_buffer *out, const report_summary *result, const char *folder)
{
    const char *title = report_summary_text(result, "title");
    const char *verdict = report_summary_text(result, "verdict_words");
    const bool fits = report_summary_says(result, "verdict", "fits");
    text_append(out, "<header><h1>");
    html_text(out, title && *title ? title : folder);
    text_append_format(out, "</h1>\n<p class=\"state %s\">", fits || !verdict ? "good" : "bad");
    html_text(out,
              verdict ? verdict : "A fit with weights of the data, without a test of the model.");
    text_append(out, "</p>\n<p class=\"soft\">A fit: ");
    html_count(out, report_summary_real(result, "measurements"));
    html_format(out, " measurements, %s ",
                verdict ? "chi squared" : "objective (normalized least squares)");
    html_number(out, report_summary_real(result, verdict ? "chi_squared" : "objective"));
    html_format(out, ", scree %s, folder ", SCREE_VERSION);
    text_append(out, "<code>");
    html_text(out, folder);
    text_append(out, "</code>.</p>");
}

// ---- parameters

static void put_remarks(text_buffer *out, const report_summary *is)
{
    const char *open = report_summary_text(is, "open");
    const char *bound = report_summary_text(is, "bound");
    text_append(out, is_true(is, "identified") ? "<td>identified" : "<td>not identified");
    if (open)
        html_format(out, !strcmp(open, "both") ? ", open on both sides" : ", open at the %s end",
                    open);
    if (bound)
        html_format(out, ", at its %s bound", !strcmp(bound, "low") ? "lower" : "upper");
    text_append(out, "</td>");
}

static void put_interval(text_buffer *out, const char *name, const report_summary *is)
{
    text_append(out, "<tr>");
    html_row_head(out, name);
    const char *unit = report_summary_text(is, "unit");
    html_cell(out, unit && strcmp(unit, "1") != 0 ? unit : "");
    html_number_cell(out, report_summary_real(is, "value"));
    html_number_cell(out, report_summary_real(is, "low"));
    html_number_cell(out, report_summary_real(is, "high"));
    put_remarks(out, is);
    text_append(out, "</tr>\n");
}

static void put_intervals(text_buffer *out, const report_summary *result, const char *section,
                          const char *caption)
{
    static const char *const heads[] = {"name", "unit", ">value", ">from", ">to", "the data", NULL};
    const node *map = list_at(result, section, NODE_MAP);
    if (!map || map->count == 0)
        return;
    html_table_begin(out, caption, heads);
    for (int k = 0; k < map->count; k++) {
        const report_summary is = below(map->entry[k].value);
        put_interval(out, map->entry[k].key, &is);
    }
    html_table_end(out);
}

static void put_unknown(text_buffer *out, const report_summary *result)
{
    const node *list = list_at(result, "unknown", NODE_LIST);
    if (!list || list->count == 0) {
        text_append(out, "<p>All free parameters are identified.</p>\n");
        return;
    }
    text_append(out, "<h3>What the data do not say</h3>\n<ul>");
    for (int k = 0; k < list->count; k++) {
        text_append(out, "<li>");
        html_text(out, list->entry[k].value->text);
        text_append(out, "</li>\n");
    }
    text_append(out, "</ul>\n");
}

void report_fit_parameters(text_buffer *out, const report_summary *result)
{
    char caption[200];
    const char *how = report_summary_text(result, "intervals");
    text_append(out, "<section id=\"parameters\"><h2>Parameters</h2>\n");
    snprintf(caption, sizeof caption, "Free parameters, with intervals of %.3g %% (%.60s)",
             100 * report_summary_real(result, "level"), how ? how : "none");
    put_intervals(out, result, "parameters", caption);
    put_intervals(out, result, "derived", "What follows from them, likewise");
    if (is_true(result, "converged") || !report_summary_text(result, "converged"))
        put_unknown(out, result);
    else
        text_append(out, "<p class=\"bad\">The fit has not converged: nothing here is firm.</p>\n");
    text_append(out, "</section>\n");
}

// ---- does the model fit?

static void put_tests(text_buffer *out, const node *list)
{
    static const char *const heads[] = {"test", "data", ">statistic", ">degrees of freedom",
                                        ">and", ">p",   NULL};
    html_table_begin(out, "Tests of the model", heads);
    for (int k = 0; k < list->count; k++) {
        const report_summary is = below(list->entry[k].value);
        text_append(out, "<tr>");
        html_row_head(out, report_summary_text(&is, "kind"));
        html_cell(out, report_summary_text(&is, "data"));
        html_number_cell(out, report_summary_real(&is, "statistic"));
        html_number_cell(out, report_summary_real(&is, "freedom"));
        html_number_cell(out, report_summary_real(&is, "freedom_below"));
        html_number_cell(out, report_summary_real(&is, "p"));
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

static void put_shares(text_buffer *out, const node *list, const char *number, const char *caption)
{
    static const char *const heads[] = {"data", "column", ">share", NULL};
    html_table_begin(out, caption, heads);
    for (int k = 0; k < list->count; k++) {
        const report_summary is = below(list->entry[k].value);
        text_append(out, "<tr>");
        html_row_head(out, report_summary_text(&is, "data"));
        html_cell(out, report_summary_text(&is, "column"));
        html_number_cell(out, report_summary_real(&is, number));
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
}

void report_fit_verdict(text_buffer *out, const report_summary *result)
{
    const char *words = report_summary_text(result, "verdict_words");
    const node *tests = list_at(result, "tests", NODE_LIST);
    const node *parts = list_at(result, "parts", NODE_LIST);
    text_append(out, "<section id=\"fits\"><h2>Does the model fit?</h2>\n<p>");
    html_text(out, words ? words
                         : "Weights are no standard errors, so there is no test of the model; "
                           "intervals take the residuals as equally scattered.");
    text_append(out, "</p>\n");
    if (tests && tests->count > 0)
        put_tests(out, tests);
    if (parts)
        put_shares(out, parts, words ? "chi_squared" : "of_start",
                   words ? "Chi squared of each measured column"
                         : "Objective of each measured column, as a share of that at the start");
    text_append(out, "</section>\n");
}

// ---- correlations

static void put_correlation_heads(text_buffer *out, const node *map)
{
    text_append(out, "<div class=\"wide\"><table><caption>Correlations of the errors of parameters "
                     "at the minimum</caption><thead><tr><th scope=\"col\">of</th>");
    for (int k = 0; k < map->count; k++) {
        text_append(out, "<th scope=\"col\" class=\"number\">");
        html_text(out, map->entry[k].key);
        text_append(out, "</th>");
    }
    text_append(out, "</tr></thead><tbody>\n");
}

void report_fit_correlations(text_buffer *out, const report_summary *result)
{
    const node *map = list_at(result, "correlations", NODE_MAP);
    text_append(out, "<section id=\"correlations\"><h2>Correlations</h2>\n");
    if (map && map->count > 0) {
        put_correlation_heads(out, map);
        for (int i = 0; i < map->count; i++) {
            const report_summary is = below(map->entry[i].value);
            text_append(out, "<tr>");
            html_row_head(out, map->entry[i].key);
            for (int k = 0; k < map->count; k++)
                html_number_cell(out, report_summary_real(&is, map->entry[k].key));
            text_append(out, "</tr>\n");
        }
        html_table_end(out);
    }
    text_append(out, "</section>\n");
}

// ---- searches

void report_fit_searches(text_buffer *out, const report_summary *result)
{
    static const char *const heads[] = {"search",       "method", ">start", ">objective",
                                        ">evaluations", "ended",  NULL};
    const node *list = list_at(result, "searches", NODE_LIST);
    text_append(out, "<section id=\"searches\"><h2>Searches</h2>\n");
    html_table_begin(out, "How the minimum was looked for; history.csv has each step", heads);
    for (int k = 0; list && k < list->count; k++) {
        const report_summary is = below(list->entry[k].value);
        text_append(out, "<tr>");
        html_row_head(out, report_summary_text(&is, "name"));
        html_cell(out, report_summary_text(&is, "method"));
        html_number_cell(out, report_summary_real(&is, "start"));
        html_number_cell(out, report_summary_real(&is, "objective"));
        html_number_cell(out, report_summary_real(&is, "evaluations"));
        html_cell(out, report_summary_text(&is, "ended"));
        text_append(out, "</tr>\n");
    }
    html_table_end(out);
    text_append(out, "</section>\n");
}

// ---- how to make it again

// The file of a fit of runs, which its folder keeps; owned. NULL: it is none.
static char *file_of_fit(const char *folder)
{
    report_summary file;
    if (report_fit_file_read(&file, folder, NULL))
        return NULL;
    char *path = text_copy(report_summary_text(&file, "file"));
    report_summary_clear(&file);
    return path;
}

void report_fit_again(text_buffer *out, const char *folder)
{
    char word[SHELL_ROOM];
    char *file = file_of_fit(folder);
    char *make = text_format("scree fit %s --out again", file ? shell_word(word, file) : "FILE");
    char *page = text_format("scree report %s", shell_word(word, folder));
    text_append(out, "<section id=\"again\"><h2>How to reproduce</h2>\n<p>");
    html_text(out, file ? "This makes the fit again, to the same bits:"
                        : "With FILE the file of the fit, this makes it again, to the same bits:");
    text_append(out, "</p>\n<pre>");
    report_frame_command(out, make ? make : "");
    text_append(out, "</pre>\n<p>And this makes the page:</p>\n<pre>");
    report_frame_command(out, page ? page : "");
    text_append(out, "</pre></section>\n");
    out->failed = out->failed || !make || !page;
    free(file);
    free(make);
    free(page);
}
