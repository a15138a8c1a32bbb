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

static const char error_suffix[] = "_error";

// A standard error has the unit of what it belongs to.
static const fit_column *column_of(const fit_set *s, int which)
{
    const fit_model *m = s->is;
    if (which < m->inputs)
        return &m->input[which];
    return &m->output[(which - m->inputs) % m->outputs];
}

static bool is_error(const fit_set *s, int which)
{
    return which >= s->is->inputs + s->is->outputs;
}

// Which column a name means; -1: none.
static int column_named(const fit_set *s, const char *name)
{
    const int outputs = s->is->outputs;
    for (int k = 0; k < s->is->inputs + 2 * outputs; k++) {
        char own[80];
        snprintf(own, sizeof own, "%.60s%s", column_of(s, k)->name,
                 is_error(s, k) ? error_suffix : "");
        if (!strcmp(name, own))
            return k;
    }
    return -1;
}

// Cuts a line at commas and semicolons and takes blanks off both ends.
static void split(table *t, char *line)
{
    char *start = line;
    line[strcspn(line, "#\r")] = 0;
    t->cells = 0;
    if (!line[strspn(line, " ")])
        return;
    for (;;) {
        size_t n = strcspn(line, ",;");
        bool last = !line[n];
        line[n] = 0;
        char *cell = line + strspn(line, " \t\"");
        if (t->cells < CELLS_MOST) {
            t->place[t->cells] = (int)(cell - start) + 1;
            t->cell[t->cells++] = cell;
        }
        for (char *end = cell + strlen(cell); end > cell && strchr(" \t\"", end[-1]);)
            *--end = 0;
        if (last)
            return;
        line += n + 1;
    }
}

// --- the first line -------------------------------------------------------------------------------------------------

static void unknown_column(table *t, int i, const char *name)
{
    const char *names[2 * FIT_COLUMNS_MOST];
    int count = t->set->is->inputs + t->set->is->outputs;
    char hint[300];
    for (int k = 0; k < count; k++)
        names[k] = column_of(t->set, k)->name;
    const char *near = text_closest(name, names, count, 3);
    size_t n =
        (size_t)(near ? snprintf(hint, sizeof hint, "did you mean '%s'?", near)
                      : snprintf(hint, sizeof hint, "columns of %s:", t->set->is->what.name));
    for (int k = 0; !near && k < count && n < sizeof hint; k++)
        n += (size_t)snprintf(hint + n, sizeof hint - n, "%s %s", k ? "," : "", names[k]);
    bool known = near;
    for (int k = 0; k < count; k++)
        known = known || t->there[k];
    if (known)
        book_add(t->book, t->path, t->line, t->place[i], hint, "unknown column '%.60s'", name);
    else // this may be any file: its contents are not repeated
        book_add(t->book, t->path, t->line, t->place[i], hint, "unknown column");
}

static void read_name(table *t, int i)
{
    char name[64];
    char *open = strchr(t->cell[i], '[');
    int length = (int)(open ? open - t->cell[i] : (long)strlen(t->cell[i]));
    while (length > 0 && t->cell[i][length - 1] == ' ')
        length--;
    snprintf(name, sizeof name, "%.*s", length < 60 ? length : 60, t->cell[i]);
    snprintf(t->unit[i], sizeof t->unit[i], "%.*s", open ? (int)strcspn(open + 1, "]") : 0,
             open ? open + 1 : "");
    t->is[i] = column_named(t->set, name);
    if (t->is[i] < 0) {
        unknown_column(t, i, name);
        return;
    }
    const fit_column *c = column_of(t->set, t->is[i]);
    quantity_fault fault;
    unit_value given;
    unit_value wanted;
    if (t->there[t->is[i]])
        book_add(t->book, t->path, t->line, t->place[i], "leave one of them",
                 "the column '%s' stands twice", name);
    t->there[t->is[i]] = true;
    if (!unit_parse(t->unit[i], &given, &fault)) {
        book_add(t->book, t->path, t->line, t->place[i], fault.hint, "%s [%s]: %s", name,
                 t->unit[i], fault.what);
        t->is[i] = -1;
    } else if (unit_parse(c->unit, &wanted, &fault) && !unit_same_dimension(&given, &wanted)) {
        char hint[120];
        snprintf(hint, sizeof hint, "write the unit behind the name, such as %s [%s]", name,
                 c->unit);
        book_add(t->book, t->path, t->line, t->place[i], hint,
                 "%s [%s] is not a unit of this column", name, t->unit[i]);
        t->is[i] = -1; // told once, not for every line
    }
}

static bool read_head(table *t)
{
    const fit_model *m = t->set->is;
    bool any = false;
    if (t->cells == CELLS_MOST) {
        book_add(t->book, t->path, t->line, 1, "leave out what is not needed",
                 "more than %d columns", CELLS_MOST - 1);
        return false;
    }
    t->columns = t->cells;
    for (int i = 0; i < t->cells; i++)
        read_name(t, i);
    for (int k = 0; k < m->inputs; k++)
        if (!t->there[k])
            book_add(t->book, t->path, t->line, 1, m->input[k].doc, "missing column '%s [%s]'",
                     m->input[k].name, m->input[k].unit);
    for (int k = 0; k < m->outputs; k++)
        any = any || t->there[m->inputs + k];
    for (int k = 0; k < m->outputs; k++)
        if (t->there[m->inputs + m->outputs + k] && !t->there[m->inputs + k])
            book_add(t->book, t->path, t->line, 1, "give that column, or leave out its errors",
                     "there is '%s%s' but no '%s'", m->output[k].name, error_suffix,
                     m->output[k].name);
    if (!any)
        book_add(t->book, t->path, t->line, 1, m->output[0].doc,
                 "missing a measured column, such as '%s [%s]'", m->output[0].name,
                 m->output[0].unit);
    return any;
}

// --- the others -----------------------------------------------------------------------------------------------------

static bool make_room(fit_set *s, int *room)
{
    if (s->count < *room)
        return true;
    int more = *room ? 2 * *room : 32;
    double *input = realloc(s->input, (size_t)(more * s->is->inputs) * sizeof *input);
    if (input)
        s->input = input;
    double *value = realloc(s->value, (size_t)(more * s->is->outputs) * sizeof *value);
    if (value)
        s->value = value;
    double *errors = realloc(s->error, (size_t)(more * s->is->outputs) * sizeof *errors);
    if (errors)
        s->error = errors;
    if (input && value && errors)
        *room = more;
    return input && value && errors;
}

static void read_line(table *t)
{
    const fit_model *m = t->set->is;
    if (t->cells != t->columns) {
        book_add(t->book, t->path, t->line, 1, "give a value for every column",
                 "%d values for %d columns", t->cells, t->columns);
        return;
    }
    double *input = &t->set->input[t->set->count * m->inputs];
    double *value = &t->set->value[t->set->count * m->outputs];
    double *errors = &t->set->error[t->set->count * m->outputs];
    for (int k = 0; k < m->outputs; k++)
        value[k] = errors[k] = NAN;
    for (int i = 0; i < t->cells; i++) {
        if (t->is[i] < 0)
            continue;
        const char *end;
        double number;
        char text[128];
        quantity_fault fault;
        const fit_column *c = column_of(t->set, t->is[i]);
        bool good = text_number(t->cell[i], &number, &end) && !*end;
        snprintf(text, sizeof text, "%.60s %s", t->cell[i], t->unit[i]);
        if (!good || !quantity_read(text, c->unit, &number, &fault)) {
            book_add(t->book, t->path, t->line, t->place[i],
                     "write a decimal number such as 1.5e-3", "%s = %.60s is not a number", c->name,
                     t->cell[i]);
            continue;
        }
        const int which = t->is[i] - m->inputs;
        if (which < 0)
            input[t->is[i]] = number;
        else if (which < m->outputs)
            value[which] = number;
        else if (number > 0)
            errors[which - m->outputs] = number;
        else
            book_add(t->book, t->path, t->line, t->place[i],
                     "give the standard error of each measurement, above 0",
                     "%s%s = %.60s is no standard error", c->name, error_suffix, t->cell[i]);
    }
    t->set->count++;
}

static void read_lines(table *t, char *text)
{
    int room = 0;
    bool headed = false;
    for (char *line = text; line && t->line < MAX_LINES;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        t->line++;
        split(t, line);
        line = end;
        if (!t->cells)
            continue;
        if (!headed) {
            if (!read_head(t))
                return;
            headed = true;
            continue;
        }
        if (!make_room(t->set, &room)) {
            t->book->no_memory = true;
            return;
        }
        read_line(t);
    }
    if (!headed)
        book_add(t->book, t->path, 1, 1, "the first line names the columns", "the table is empty");
    else if (!t->set->count)
        book_add(t->book, t->path, t->line, 1, "give a line for every measurement",
                 "the table has no lines of data");
}

bool fit_table_read(const char *path, fit_set *set, fault_book *book)
{
    table t = {.path = path, .set = set, .book = book};
    char *text;
    size_t length;
    scree_error error;
    int before = book->count + book->left_out;
    if (text_file_load(path, MAX_BYTES, &text, &length, &error)) {
        book_add(book, path, 0, 0, error.hint, "%s", error.what);
        return false;
    }
    if (memchr(text, 0, length))
        book_add(book, path, 0, 0, "give a table as comma-separated text", "is not a text file");
    else
        read_lines(&t, text);
    free(text);
    return book->count + book->left_out == before && !book->no_memory;
}
