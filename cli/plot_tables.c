// plot_tables.c - scree plot: columns of tables as curves, in a PNG, SVG or PDF file. Several tables lie over each other.
#include "cli/commands.h"
#include "cli/made.h"
#include "cli/target.h"
#include "console/args.h"
#include "console/exit.h"
#include "console/letters.h"
#include "console/session.h"

#include "base/memory.h"
#include "base/text.h"
#include "draw/chart.h"
#include "store/table_in.h"
#include "store/table_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plot_wish {
    const char *x, *y, *out, *title, *size;
    bool points, bare, as_json;
} plot_wish;

typedef struct sheet_of_curves { // all is owned but for the names of columns
    table_in table[OPERANDS_MOST];
    int tables;
    chart_curve *curve;
    int64_t curves, room;
    double **number; // what the curves point to
    int64_t numbers, number_room;
    char **label;
    int64_t labels, label_room;
    chart chart;
} sheet_of_curves;

static void clear(sheet_of_curves *sheet)
{
    for (int i = 0; i < sheet->tables; i++)
        table_in_clear(&sheet->table[i]);
    for (int64_t i = 0; i < sheet->numbers; i++)
        free(sheet->number[i]);
    for (int64_t i = 0; i < sheet->labels; i++)
        free(sheet->label[i]);
    free(sheet->curve);
    free(sheet->number);
    free(sheet->label);
}

// The rows that are drawn, and over which column.
typedef struct drawn_table {
    const table_in *table;
    int64_t first, rows;
    int x;
    int begin; // the first column that is chosen where none is named
} drawn_table;

// The column as numbers side by side; NULL: out of memory.
static double *take_column(sheet_of_curves *sheet, const drawn_table *from, int column)
{
    const table_in *table = from->table;
    double *number = malloc(((size_t)from->rows + 1) * sizeof *number);
    if (!number || !MEM_GROW(sheet->number, sheet->number_room, sheet->numbers + 1)) {
        free(number);
        return NULL;
    }
    for (int64_t i = 0; i < from->rows; i++)
        number[i] = table->value[(from->first + i) * table->columns + column];
    sheet->number[sheet->numbers++] = number;
    return number;
}

static scree_status find_column(const table_in *table, const char *path, const char *option,
                                const char *name, int *column, scree_error *error)
{
    char hint[200] = "the first line of the table names them";
    *column = table_in_find(table, name);
    if (*column >= 0)
        return SCREE_OK;
    const char **names = malloc((size_t)table->columns * sizeof *names);
    if (!names)
        return fail_memory(error, path);
    for (int k = 0; k < table->columns; k++)
        names[k] = table->head[k].name;
    const char *near = text_closest(name, names, table->columns, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%.150s'?", near);
    free(names);
    return fail(error, SCREE_BAD_INPUT, option, hint, "%s has no column '%.100s'", path, name);
}

// The band of an error, where the table has one.
static bool take_band(sheet_of_curves *sheet, const drawn_table *from, int column,
                      chart_curve *curve)
{
    const table_in *table = from->table;
    const int error = table_in_error_of(table, column);
    if (error < 0)
        return true;
    double *low = take_column(sheet, from, column);
    double *high = take_column(sheet, from, column);
    for (int64_t i = 0; low && high && i < from->rows; i++) {
        const double off = table->value[(from->first + i) * table->columns + error];
        low[i] -= off;
        high[i] += off;
    }
    curve->low = low;
    curve->high = high;
    return low && high;
}

static bool add_curve(sheet_of_curves *sheet, const drawn_table *from, const char *label,
                      int column, const plot_wish *wish)
{
    chart_curve curve = {.name = label, .count = from->rows, .points = wish->points};
    curve.x = take_column(sheet, from, from->x);
    curve.y = take_column(sheet, from, column);
    const bool good = curve.x && curve.y && (wish->bare || take_band(sheet, from, column, &curve));
    if (!good || !MEM_GROW(sheet->curve, sheet->room, sheet->curves + 1))
        return false;
    sheet->curve[sheet->curves++] = curve;
    return true;
}

// Of several tables each curve tells from which it is.
static const char *label_of(sheet_of_curves *sheet, const char *path, const char *column,
                            bool alone)
{
    if (alone)
        return column;
    char *label = text_format("%s: %s", path, column);
    if (!label || !MEM_GROW(sheet->label, sheet->label_room, sheet->labels + 1)) {
        free(label);
        return NULL;
    }
    sheet->label[sheet->labels++] = label;
    return label;
}

// Is it a column that changes, and no error?
static bool is_worth(const drawn_table *from, int column)
{
    const table_in *table = from->table;
    const double *value = table->value + from->first * table->columns + column;
    return column != from->x && table_in_of_error(table, column) < 0 &&
           !table_is_flat(value, from->rows, table->columns);
}

// Without --y: all columns that change and have the unit of the first of them. -1: there is none, and the first is drawn.
static int first_worth(const drawn_table *from)
{
    for (int k = from->begin; k < from->table->columns; k++) {
        if (is_worth(from, k))
            return k;
    }
    return -1;
}

static bool is_meant(const drawn_table *from, int column)
{
    const table_in *table = from->table;
    const int first = first_worth(from);
    if (first < 0)
        return column == (from->x == from->begin ? from->begin + 1 : from->begin);
    return is_worth(from, column) && !strcmp(table->head[column].unit, table->head[first].unit);
}

static scree_status add_named(sheet_of_curves *sheet, const drawn_table *from, const char *path,
                              const plot_wish *wish, scree_error *error)
{
    const table_in *table = from->table;
    scree_status status = SCREE_OK;
    for (const char *at = wish->y; *at && !status;) {
        int column;
        const size_t length = strcspn(at, ",");
        char *name = text_slice(at, length);
        status =
            name ? find_column(table, path, "--y", name, &column, error) : fail_memory(error, path);
        free(name);
        if (status)
            break;
        const bool alone = sheet->tables == 1;
        const char *label = label_of(sheet, path, table->head[column].name, alone);
        const char *unit = table->head[column].unit;
        if (sheet->curves > 0 && strcmp(unit, sheet->chart.y_unit) != 0)
            status = fail(error, SCREE_BAD_INPUT, "--y", "draw them in a plot of their own",
                          "'%.60s' has another unit than '%.60s', %.20s and %.20s",
                          table->head[column].name, sheet->chart.y_name, unit, sheet->chart.y_unit);
        else if (!label || !add_curve(sheet, from, label, column, wish))
            status = fail_memory(error, path);
        if (sheet->curves == 1) {
            sheet->chart.y_name = table->head[column].name;
            sheet->chart.y_unit = unit;
        }
        at += length + (at[length] == ',');
    }
    return status;
}

static scree_status add_all(sheet_of_curves *sheet, const drawn_table *from, const char *path,
                            const plot_wish *wish, scree_error *error)
{
    const table_in *table = from->table;
    for (int k = from->begin; k < table->columns; k++) {
        if (!is_meant(from, k))
            continue;
        const char *label = label_of(sheet, path, table->head[k].name, sheet->tables == 1);
        if (!label || !add_curve(sheet, from, label, k, wish))
            return fail_memory(error, path);
        if (sheet->curves == 1) {
            sheet->chart.y_name = table->head[k].name;
            sheet->chart.y_unit = table->head[k].unit;
        }
    }
    if (sheet->curves > 0)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, path, "give a table of two columns at least",
                "there is nothing to draw over '%.60s'", table->head[from->x].name);
}

// As a report draws the table; places that are spread over a plane or space are drawn over the first.
static drawn_table rows_of(const table_in *table)
{
    const table_view view = table_view_of(table);
    const bool spread = view.begin >= table->columns;
    return (drawn_table){.table = table,
                         .first = view.first,
                         .rows = view.rows,
                         .x = spread ? 0 : view.x,
                         .begin = spread ? 0 : view.begin};
}

static scree_status add_table(sheet_of_curves *sheet, int number, const char *path,
                              const plot_wish *wish, scree_error *error)
{
    const table_in *table = &sheet->table[number];
    drawn_table from = rows_of(table);
    scree_status status = SCREE_OK;
    if (wish->x) {
        from = (drawn_table){.table = table, .rows = table->rows};
        status = find_column(table, path, "--x", wish->x, &from.x, error);
    }
    if (status)
        return status;
    const int x = from.x;
    if (number == 0) {
        sheet->chart.x_name = table->head[x].name;
        sheet->chart.x_unit = table->head[x].unit;
    }
    if (strcmp(table->head[x].unit, sheet->chart.x_unit) != 0)
        return fail(error, SCREE_BAD_INPUT, path, "draw it in a plot of its own",
                    "'%.60s' is in another unit than in the first table", table->head[x].name);
    return wish->y ? add_named(sheet, &from, path, wish, error)
                   : add_all(sheet, &from, path, wish, error);
}

static scree_status read_size(const char *given, chart *chart, scree_error *error)
{
    enum { LEAST = 100, MOST = 8192 };
    char rest;
    if (!given)
        return SCREE_OK;
    const int read = sscanf(given, "%dx%d%c", &chart->width, &chart->height, &rest);
    const bool good = read == 2 && chart->width >= LEAST && chart->width <= MOST &&
                      chart->height >= LEAST && chart->height <= MOST;
    if (good)
        return SCREE_OK;
    return fail(error, SCREE_BAD_INPUT, "--size",
                "write two whole numbers from 100 to 8192, such as 1280x720",
                "'%.60s' cannot be read", given);
}

// What the file may replace: an older picture of ours.
static scree_status check_place(const char *path, scree_error *error)
{
    const scree_status status = target_picture(path, error);
    return status ? status : target_is_free(path, error);
}

// The axis over which all stand, then the curves.
static void tell(const sheet_of_curves *sheet, const char *out)
{
    const chart *chart = &sheet->chart;
    json line;
    made_begin(&line, NULL);
    made_files(&line, &out, 1);
    json_text(&line, "x", chart->x_name);
    json_text(&line, "x_unit", chart->x_unit);
    json_list(&line, "curves");
    for (int i = 0; i < chart->curves; i++) {
        const chart_curve *curve = &chart->curve[i];
        const made_column column = {curve->name, chart->y_unit, curve->y, curve->count, 1};
        made_column_ends(&line, &column);
    }
    json_close(&line);
    made_end(&line);
}

static scree_status draw(const plot_wish *wish, const char *const *path, int paths, const char *out,
                         scree_error *error)
{
    sheet_of_curves sheet = {.chart = {.title = wish->title}};
    scree_status status = read_size(wish->size, &sheet.chart, error);
    if (!status && !chart_knows(out))
        status = fail(error, SCREE_BAD_INPUT, out, "give a name that ends in .png, .svg or .pdf",
                      "what kind of picture this is to be is not known");
    if (!status)
        status = check_place(out, error);
    for (int i = 0; i < paths && !status; i++) {
        status = table_in_read(path[i], &sheet.table[i], error);
        sheet.tables += !status;
    }
    for (int i = 0; i < paths && !status; i++)
        status = add_table(&sheet, i, path[i], wish, error);
    sheet.chart.curve = sheet.curve;
    sheet.chart.curves = (int)sheet.curves;
    if (sheet.curves > sheet.tables)
        sheet.chart.y_name = ""; // the legend tells the names
    if (!status)
        status = chart_write(out, &sheet.chart, error);
    if (!status && wish->as_json)
        tell(&sheet, out);
    clear(&sheet);
    return status;
}

// TABLE.csv is drawn into TABLE.png.
static char *place_beside(const char *path)
{
    const size_t length = strlen(path);
    const bool csv = length > 4 && !strcmp(path + length - 4, ".csv");
    char *stem = text_slice(path, csv ? length - 4 : length);
    char *out = stem ? text_format("%s.png", stem) : NULL;
    free(stem);
    return out;
}

int plot_main(int argc, char **argv)
{
    plot_wish wish = {0};
    const char *operand[OPERANDS_MOST];
    int operands;
    const option options[] = {
        {"x", OPTION_TEXT, &wish.x, 0, "COLUMN",
         "what the others stand over; default: the time, or the place along a profile"},
        {"y", OPTION_TEXT, &wish.y, 0, "COLUMNS",
         "with commas between, of one unit; default: all that change, of the unit of the first"},
        {"out", OPTION_TEXT, &wish.out, 0, "FILE",
         ".png, .svg or .pdf; default: a PNG file beside the first table, with its name"},
        {"points", OPTION_FLAG, &wish.points, 0, NULL, "dots without lines"},
        {"no-errors", OPTION_FLAG, &wish.bare, 0, NULL, "without the bands of errors"},
        {"size", OPTION_TEXT, &wish.size, 0, "WIDTHxHEIGHT",
         "pixels, of a PDF file points; default: 1280x720"},
        {"title", OPTION_TEXT, &wish.title, 0, "TEXT", "above the plot; default: none"},
        OPTION_JSON(wish.as_json),
    };
    const syntax syntax = {
        "plot",
        "TABLE ...",
        "Draws columns of tables such as probes/*.csv as curves; several tables, "
        "at most 64, over each other. The\n"
        "errors of a column, in one called NAME_error or in one called error "
        "right behind it, are a band.",
        options,
        sizeof options / sizeof *options,
        1,
        OPERANDS_MOST};
    const int code = args_read(&syntax, argc, argv, operand, &operands);
    if (code != ARGS_GO_ON)
        return code;
    scree_error error;
    char *out = wish.out ? text_copy(wish.out) : place_beside(operand[0]);
    scree_status status =
        out ? draw(&wish, operand, operands, out, &error) : fail_memory(&error, operand[0]);
    if (!status) {
        note_missing_letters();
        if (!wish.as_json)
            printf("%s\n", out);
    }
    free(out);
    return status ? give_up(&error) : EXIT_DONE;
}
