// table.c - see table.h.
#include "fit/table.h"

#include "base/text.h"
#include "case/quantity.h"
#include "scene/text_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 32, MAX_BYTES = 64 << 20, MAX_LINES = 1000000 };

typedef struct table {
    const char *path;
    fit_set *set;
    fault_book *book;
    int line, cells, columns;
    char *cell[CELLS_MOST];
    int place[CELLS_MOST]; // column of the text where a cell begins, from 1
    int is
        [CELLS_MOST]; // which column: inputs of the model, outputs, their standard errors; -1: unknown
    char unit[CELLS_MOST][64]; // as written
    bool there[3 * FIT_COLUMNS_MOST];
} table;

static text_place place_of_column(const table *table, int i)
{
    return (text_place){table->path, table->line, table->place[i]};
}

static text_place place_of_line(const table *table)
{
    return (text_place){table->path, table->line, 1};
}

static const char error_suffix[] = "_error";

// A standard error has the unit of what it belongs to.
static const fit_column *column_of(const fit_set *set, int which)
{
    const fit_model *model = set->is;
    if (which < model->inputs)
        return &model->input[which];
    return &model->output[(which - model->inputs) % model->outputs];
}

static bool is_error(const fit_set *set, int which)
{
    return which >= set->is->inputs + set->is->outputs;
}

// Which column a name means; -1: none.
static int column_named(const fit_set *set, const char *name)
{
    const int outputs = set->is->outputs;
    for (int k = 0; k < set->is->inputs + 2 * outputs; k++) {
        char own[80];
        snprintf(own, sizeof own, "%.60s%s", column_of(set, k)->name,
                 is_error(set, k) ? error_suffix : "");
        if (!strcmp(name, own))
            return k;
    }
    return -1;
}

// Cuts a line at commas and semicolons and takes blanks off both ends.
static void split(table *table, char *line)
{
    char *start = line;
    line[strcspn(line, "#\r")] = 0;
    table->cells = 0;
    if (!line[strspn(line, " ")])
        return;
    for (;;) {
        size_t length = strcspn(line, ",;");
        bool last = !line[length];
        line[length] = 0;
        char *cell = line + strspn(line, " \t\"");
        if (table->cells < CELLS_MOST) {
            table->place[table->cells] = (int)(cell - start) + 1;
            table->cell[table->cells++] = cell;
        }
        for (char *end = cell + strlen(cell); end > cell && strchr(" \t\"", end[-1]);)
            *--end = 0;
        if (last)
            return;
        line += length + 1;
    }
}

// --- the first line -------------------------------------------------------------------------------------------------

static void unknown_column(table *table, int i, const char *name)
{
    const char *names[2 * FIT_COLUMNS_MOST];
    int count = table->set->is->inputs + table->set->is->outputs;
    char hint[300];
    for (int k = 0; k < count; k++)
        names[k] = column_of(table->set, k)->name;
    const char *near = text_closest(name, names, count, 3);
    if (near)
        snprintf(hint, sizeof hint, "did you mean '%s'?", near);
    else
        snprintf(hint, sizeof hint, "columns of %s:", table->set->is->what.name);
    for (int k = 0; !near && k < count; k++)
        text_list_add(hint, sizeof hint, names[k]);
    bool known = near;
    for (int k = 0; k < count; k++)
        known = known || table->there[k];
    if (known) {
        book_add(table->book, place_of_column(table, i), hint, "unknown column '%.60s'", name);
    } else { // this may be any file: its contents are not repeated
        book_add(table->book, place_of_column(table, i), hint, "unknown column");
    }
}

// Parts the head of a column, such as "force [N]", into its name and its unit.
static void part_head(table *table, int i, char name[64])
{
    const char *cell = table->cell[i];
    const char *open = strchr(cell, '[');
    int length = (int)(open ? open - cell : (long)strlen(cell));
    while (length > 0 && cell[length - 1] == ' ')
        length--;
    snprintf(name, 64, "%.*s", length < 60 ? length : 60, cell);
    const char *unit = open ? open + 1 : "";
    snprintf(table->unit[i], sizeof table->unit[i], "%.*s", (int)strcspn(unit, "]"), unit);
}

static void read_name(table *table, int i)
{
    char name[64];
    part_head(table, i, name);
    const char *unit = table->unit[i];
    const int which = column_named(table->set, name);
    table->is[i] = which;
    if (which < 0) {
        unknown_column(table, i, name);
        return;
    }
    const fit_column *column = column_of(table->set, which);
    quantity_fault fault;
    unit_value given;
    unit_value wanted;
    if (table->there[which]) {
        book_add(table->book, place_of_column(table, i), "leave one of them",
                 "the column '%s' stands twice", name);
    }
    table->there[which] = true;
    if (!unit_parse(unit, &given, &fault)) {
        book_add(table->book, place_of_column(table, i), fault.hint, "%s [%s]: %s", name, unit,
                 fault.what);
        table->is[i] = -1;
    } else if (unit_parse(column->unit, &wanted, &fault) && !unit_same_dimension(&given, &wanted)) {
        char hint[120];
        snprintf(hint, sizeof hint, "write the unit behind the name, such as %s [%s]", name,
                 column->unit);
        book_add(table->book, place_of_column(table, i), hint,
                 "%s [%s] is not a unit of this column", name, unit);
        table->is[i] = -1; // told once, not for every line
    }
}

static bool read_head(table *table)
{
    const fit_model *model = table->set->is;
    bool any = false;
    if (table->cells == CELLS_MOST) {
        book_add(table->book, place_of_line(table), "leave out what is not needed",
                 "more than %d columns", CELLS_MOST - 1);
        return false;
    }
    table->columns = table->cells;
    for (int i = 0; i < table->cells; i++)
        read_name(table, i);
    for (int k = 0; k < model->inputs; k++) {
        if (!table->there[k]) {
            book_add(table->book, place_of_line(table), model->input[k].doc,
                     "missing column '%s [%s]'", model->input[k].name, model->input[k].unit);
        }
    }
    for (int k = 0; k < model->outputs; k++)
        any = any || table->there[model->inputs + k];
    for (int k = 0; k < model->outputs; k++) {
        const bool *value_is_there = table->there + model->inputs;
        const bool *error_is_there = value_is_there + model->outputs;
        if (error_is_there[k] && !value_is_there[k]) {
            book_add(table->book, place_of_line(table), "give that column, or leave out its errors",
                     "there is '%s%s' but no '%s'", model->output[k].name, error_suffix,
                     model->output[k].name);
        }
    }
    if (!any) {
        book_add(table->book, place_of_line(table), model->output[0].doc,
                 "missing a measured column, such as '%s [%s]'", model->output[0].name,
                 model->output[0].unit);
    }
    return any;
}

// --- the others -----------------------------------------------------------------------------------------------------

static bool make_room(fit_set *set, int *room)
{
    if (set->count < *room)
        return true;
    const int more = *room ? 2 * *room : 32;
    const size_t inputs = (size_t)(more * set->is->inputs);
    const size_t outputs = (size_t)(more * set->is->outputs);
    double *input = realloc(set->input, inputs * sizeof *input);
    if (input)
        set->input = input;
    double *value = realloc(set->value, outputs * sizeof *value);
    if (value)
        set->value = value;
    double *errors = realloc(set->error, outputs * sizeof *errors);
    if (errors)
        set->error = errors;
    if (input && value && errors)
        *room = more;
    return input && value && errors;
}

static void read_line(table *table)
{
    const fit_model *model = table->set->is;
    if (table->cells != table->columns) {
        book_add(table->book, place_of_line(table), "give a value for every column",
                 "%d values for %d columns", table->cells, table->columns);
        return;
    }
    double *input = &table->set->input[table->set->count * model->inputs];
    double *value = &table->set->value[table->set->count * model->outputs];
    double *errors = &table->set->error[table->set->count * model->outputs];
    for (int k = 0; k < model->outputs; k++) {
        value[k] = NAN;
        errors[k] = NAN;
    }
    for (int i = 0; i < table->cells; i++) {
        if (table->is[i] < 0)
            continue;
        const char *end;
        double number;
        char text[128];
        quantity_fault fault;
        const fit_column *column = column_of(table->set, table->is[i]);
        bool good = text_number(table->cell[i], &number, &end) && !*end;
        snprintf(text, sizeof text, "%.60s %s", table->cell[i], table->unit[i]);
        if (!good || !quantity_read(text, column->unit, &number, &fault)) {
            book_add(table->book, place_of_column(table, i),
                     "write a decimal number such as 1.5e-3", "%s = %.60s is not a number",
                     column->name, table->cell[i]);
            continue;
        }
        const int which = table->is[i] - model->inputs;
        if (which < 0) {
            input[table->is[i]] = number;
        } else if (which < model->outputs) {
            value[which] = number;
        } else if (number > 0) {
            errors[which - model->outputs] = number;
        } else {
            book_add(table->book, place_of_column(table, i),
                     "give the standard error of each measurement, above 0",
                     "%s%s = %.60s is no standard error", column->name, error_suffix,
                     table->cell[i]);
        }
    }
    table->set->count++;
}

static void read_lines(table *table, char *text)
{
    int room = 0;
    bool headed = false;
    for (char *line = text; line && table->line < MAX_LINES;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        table->line++;
        split(table, line);
        line = end;
        if (!table->cells)
            continue;
        if (!headed) {
            if (!read_head(table))
                return;
            headed = true;
            continue;
        }
        if (!make_room(table->set, &room)) {
            table->book->no_memory = true;
            return;
        }
        read_line(table);
    }
    if (!headed) {
        book_add(table->book, place_of_line(table), "the first line names the columns",
                 "the table is empty");
    } else if (!table->set->count) {
        book_add(table->book, place_of_line(table), "give a line for every measurement",
                 "the table has no lines of data");
    }
}

bool fit_table_read(const char *path, fit_set *set, fault_book *book)
{
    table table = {.path = path, .set = set, .book = book};
    char *text;
    size_t length;
    scree_error error;
    int before = book->count + book->left_out;
    if (text_file_load(path, MAX_BYTES, &text, &length, &error)) {
        book_add(book, (text_place){path, 0, 0}, error.hint, "%s", error.what);
        return false;
    }
    if (memchr(text, 0, length))
        book_add(book, (text_place){path, 0, 0}, "give a table as comma-separated text",
                 "is not a text file");
    else
        read_lines(&table, text);
    free(text);
    return book->count + book->left_out == before && !book->no_memory;
}
