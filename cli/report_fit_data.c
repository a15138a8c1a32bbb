// report_fit_data.c - data against the model on the page of a fit, from its fit.csv: a chart for each measured column, and of
// numbers that stand over nothing for each unit (report_fit_numbers.h); see report_fit.h.
#include "cli/html.h"
#include "cli/report_fit.h"
#include "cli/report_fit_numbers.h"

#include "base/memory.h"
#include "draw/overlay.h"
#include "run/folder.h"
#include "store/file_in.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 7 + 32, INPUTS_FROM = 7 };

// The words of a line, which has no quotes.
typedef struct csv_line {
    const char *word[WORDS_MOST];
    int words;
} csv_line;

// Cuts the text up to the end of the line, and returns what is behind it; NULL: that was the last one.
static char *cut_line(char *text, csv_line *line)
{
    char *end = text + strcspn(text, "\n");
    char *next = *end ? end + 1 : NULL;
    *end = 0;
    line->words = 0;
    for (char *at = text; at && line->words < WORDS_MOST;) {
        char *comma = strchr(at, ',');
        line->word[line->words++] = at;
        if (comma)
            *comma = 0;
        at = comma ? comma + 1 : NULL;
    }
    return next;
}

static double number_of(const char *word)
{
    double value = NAN;
    if (!text_number(word, &value, NULL))
        return NAN;
    return value;
}

// ---- a measured column

typedef struct fit_row {
    double x, measured, predicted, error;
} fit_row;

typedef struct fit_column_data {
    const char *data, *quantity, *unit; // in the text
    const char *x_head;                 // "force [N]"
    int inputs;
    fit_row *row; // owned
    int64_t rows, room;
} fit_column_data;

static bool is_same(const fit_column_data *column, const csv_line *line)
{
    return !strcmp(column->data, line->word[0]) && !strcmp(column->quantity, line->word[1]);
}

static fit_row row_of(const csv_line *line, int input)
{
    const double off = number_of(line->word[5]);
    const double scaled = number_of(line->word[6]);
    const fit_row row = {.x = number_of(line->word[input]),
                         .measured = number_of(line->word[3]),
                         .predicted = number_of(line->word[4]),
                         .error = off / scaled};
    return row;
}

// The first input that a line has, and how many; 0: none.
static int first_input(const csv_line *line, int *count)
{
    int first = 0;
    *count = 0;
    for (int k = line->words - 1; k >= INPUTS_FROM; k--) {
        if (!*line->word[k])
            continue;
        first = k;
        ++*count;
    }
    return first;
}

static bool add_row(fit_column_data *column, const csv_line *head, const csv_line *line)
{
    const int input = first_input(line, &column->inputs);
    column->data = line->word[0];
    column->quantity = line->word[1];
    column->unit = line->word[2];
    column->x_head = head->word[input];
    if (!MEM_GROW(column->row, column->room, column->rows + 1))
        return false;
    column->row[column->rows++] = row_of(line, input);
    return true;
}

// ---- its chart

static int by_x(const void *one, const void *other)
{
    const double a = ((const fit_row *)one)->x;
    const double b = ((const fit_row *)other)->x;
    return (a > b) - (a < b);
}

static bool is_line(const fit_column_data *column)
{
    return column->inputs == 1 && column->row[0].x < column->row[column->rows - 1].x;
}

static bool fill_overlay(overlay *overlay, const fit_column_data *column, bool given)
{
    overlay_line model;
    overlay_line data;
    const int64_t rows = column->rows;
    if (!overlay_add(overlay, "model", rows, false, &model))
        return false;
    overlay_settle(overlay, rows, !is_line(column), 1);
    if (!overlay_add(overlay, "measured", rows, given, &data))
        return false;
    overlay_settle(overlay, rows, true, 2);
    for (int64_t i = 0; i < rows; i++) {
        const fit_row *row = &column->row[i];
        model.x[i] = data.x[i] = row->x;
        model.y[i] = row->predicted;
        data.y[i] = row->measured;
        data.low[i] = row->measured - row->error;
        data.high[i] = row->measured + row->error;
    }
    return true;
}

// Do the data give standard errors of this column?
static bool has_errors(const report_summary *result, const fit_column_data *column)
{
    const node *list = report_summary_at(result, "errors");
    bool given = false;
    for (int k = 0; list && list->kind == NODE_LIST && k < list->count; k++) {
        const report_summary is = {.root = list->entry[k].value};
        given = given || (report_summary_says(&is, "data", column->data) &&
                          report_summary_says(&is, "column", column->quantity) &&
                          report_summary_says(&is, "given", "true"));
    }
    return given;
}

static bool put_column(report_charts *charts, const report_summary *result, fit_column_data *column)
{
    char caption[300];
    overlay overlay = {0};
    const bool given = has_errors(result, column);
    qsort(column->row, (size_t)column->rows, sizeof *column->row, by_x);
    const bool memory = fill_overlay(&overlay, column, given);
    const chart chart = {.title = column->data,
                         .x_name = column->x_head,
                         .y_name = column->quantity,
                         .y_unit = strcmp(column->unit, "1") ? column->unit : "",
                         .curve = overlay.curve,
                         .curves = overlay.curves};
    snprintf(caption, sizeof caption, "%.100s of %.100s, measured and by the model%s.",
             column->quantity, column->data, given ? ", with standard errors" : "");
    if (memory)
        report_chart_put(charts, &chart, caption);
    overlay_clear(&overlay);
    return memory;
}

// ---- all of them

// The last row stands over nothing: it is a number of its own.
static bool take_number(fit_numbers *numbers, const report_summary *result, fit_column_data *column)
{
    const fit_row *row = &column->row[--column->rows];
    const fit_number item = {
        .data = column->data,
        .quantity = column->quantity,
        .unit = column->unit,
        .measured = row->measured,
        .predicted = row->predicted,
        .error = has_errors(result, column) ? row->error : NAN,
    };
    return fit_numbers_add(numbers, &item);
}

// Answers of runs that are one number stand over their count alone, which is one.
static bool end_column(report_charts *charts, fit_numbers *numbers, const report_summary *result,
                       fit_column_data *column)
{
    static const char counted[] = "number";
    const bool single = column->rows == 1 && column->inputs == 1;
    const bool memory = single && !strncmp(column->x_head, counted, sizeof counted - 1)
                            ? take_number(numbers, result, column)
                            : put_column(charts, result, column);
    column->rows = 0;
    return memory;
}

static bool put_columns(report_charts *charts, const report_summary *result, char *text)
{
    csv_line head;
    csv_line line;
    bool memory = true;
    fit_column_data column = {.data = NULL};
    fit_numbers numbers = {0};
    char *at = cut_line(text, &head);
    while (memory && at && *at) {
        at = cut_line(at, &line);
        if (line.words <= INPUTS_FROM)
            continue;
        if (column.rows && !is_same(&column, &line))
            memory = end_column(charts, &numbers, result, &column);
        memory = memory && add_row(&column, &head, &line);
        if (memory && column.inputs == 0)
            memory = take_number(&numbers, result, &column);
    }
    if (memory && column.rows)
        memory = end_column(charts, &numbers, result, &column);
    memory = memory && fit_numbers_put(charts, &numbers);
    fit_numbers_clear(&numbers);
    free(column.row);
    return memory;
}

scree_status report_fit_data(report_charts *charts, const report_summary *result,
                             const char *folder, scree_error *error)
{
    text_buffer *out = charts->out;
    char *text = NULL;
    size_t size = 0;
    char *path = folder_path(folder, "fit.csv");
    text_append(out, "<section id=\"data\"><h2>Data and model</h2>\n");
    scree_status status =
        path ? file_in_load(path, &text, &size, error) : fail_memory(error, folder);
    if (!status && !put_columns(charts, result, text))
        status = fail_memory(error, path);
    text_append(out,
                "<p class=\"soft\">The numbers stand in <code>fit.csv</code>.</p></section>\n");
    free(text);
    free(path);
    return status;
}
