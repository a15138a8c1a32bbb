// law_path.c - see law_path.h.
#include "cli/law_path.h"

#include "base/memory.h"
#include "base/text.h"
#include "scene/text_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES_MOST = 64 << 20 };

static const struct {
    const char *name, *unit;
} columns[PATH_COLUMNS] = {{"overlap", "m"},  {"push", "N"},    {"slip_x", "m"},
                           {"slip_y", "m"},   {"drag", "N"},    {"roll_x", "rad"},
                           {"roll_y", "rad"}, {"twist", "rad"}, {"time", "s"}};

static bool add_row(law_path *way, const double *row)
{
    if (!MEM_GROW(way->at, way->room, PATH_COLUMNS * (way->rows + 1)))
        return false;
    memcpy(way->at + PATH_COLUMNS * way->rows++, row, PATH_COLUMNS * sizeof *row);
    return true;
}

bool law_path_go(law_path *way, const double *to, int steps)
{
    double from[PATH_COLUMNS] = {0};
    double row[PATH_COLUMNS];
    if (way->rows > 0)
        memcpy(from, way->at + PATH_COLUMNS * (way->rows - 1), sizeof from);
    for (int i = 1; i <= steps; i++) {
        for (int c = 0; c < PATH_COLUMNS; c++)
            row[c] = from[c] + (to[c] - from[c]) * i / steps;
        if (!add_row(way, row))
            return false;
    }
    return true;
}

void law_path_clear(law_path *way)
{
    free(way->at);
    memset(way, 0, sizeof *way);
}

// A part of a line of a file: what stands between two commas, without blanks around it.
typedef struct path_cell {
    const char *file;
    int line;
    const char *text;
    size_t length;
} path_cell;

static scree_status fault(scree_error *error, const path_cell *cell, const char *hint,
                          const char *what)
{
    char where[320];
    snprintf(where, sizeof where, "%.280s:%d", cell->file, cell->line);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s '%.*s'", what,
                (int)(cell->length < 60 ? cell->length : 60), cell->text);
}

// A file on the way through its lines.
typedef struct path_reader {
    const char *file;
    int line;
    int column[PATH_COLUMNS]; // of each cell of a line
    int count;                // cells of a line; 0: the line of names is still to come
} path_reader;

// The next cell of a line; false at its end.
static bool next_cell(path_cell *cell, const char **at, const char *end)
{
    if (*at > end)
        return false;
    const char *from = *at;
    const char *comma = memchr(from, ',', (size_t)(end - from));
    const char *to = comma ? comma : end;
    *at = to + 1;
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    cell->text = from;
    cell->length = (size_t)(to - from);
    return true;
}

static bool is_called(const path_cell *cell, const char *name)
{
    return cell->length == strlen(name) && !memcmp(cell->text, name, cell->length);
}

static int column_of(const path_cell *cell)
{
    for (int column = 0; column < PATH_COLUMNS; column++) {
        char full[32];
        snprintf(full, sizeof full, "%s [%s]", columns[column].name, columns[column].unit);
        if (is_called(cell, columns[column].name) || is_called(cell, full))
            return column;
    }
    return -1;
}

static bool is_nearly(const path_cell *cell)
{
    const char *names[PATH_COLUMNS];
    char name[32];
    for (int i = 0; i < PATH_COLUMNS; i++)
        names[i] = columns[i].name;
    snprintf(name, sizeof name, "%.*s", (int)(cell->length < 31 ? cell->length : 31), cell->text);
    name[strcspn(name, " [")] = 0;
    return text_closest(name, names, PATH_COLUMNS, 2);
}

static scree_status read_header(law_path *way, path_reader *reader, const char *at, const char *end,
                                scree_error *error)
{
    const char *file = reader->file;
    path_cell cell = {.file = file, .line = 1};
    const char *known = "columns are overlap [m] or push [N], slip_x [m] or drag [N], slip_y [m], "
                        "roll_x [rad], roll_y [rad], twist [rad], time [s]";
    while (next_cell(&cell, &at, end)) {
        const int column = column_of(&cell);
        // Where the first name is strange this may be any file: its contents are not repeated.
        if (column < 0 && reader->count == 0 && !is_nearly(&cell))
            return fail(error, SCREE_BAD_INPUT, file, known,
                        "the first line names no columns of a path");
        if (column < 0)
            return fault(error, &cell, known, "no column of a path is called");
        if (way->has[column])
            return fault(error, &cell, "leave one of them", "a second column");
        way->has[column] = true;
        reader->column[reader->count++] = column;
    }
    if (way->has[PATH_OVERLAP] == way->has[PATH_PUSH])
        return fail(error, SCREE_BAD_INPUT, file, known, "a path needs one of overlap and push");
    if (way->has[PATH_SLIP_X] && way->has[PATH_DRAG])
        return fail(error, SCREE_BAD_INPUT, file, "leave one of them",
                    "a path has slip_x or drag, not both");
    return SCREE_OK;
}

static scree_status read_numbers(const path_reader *reader, const char *begin, const char *end,
                                 double row[PATH_COLUMNS], scree_error *error)
{
    const char *hint = "give one for each name of the first line";
    const char *at = begin;
    path_cell cell = {.file = reader->file, .line = reader->line};
    int count = 0;
    for (; next_cell(&cell, &at, end); count++) {
        const char *rest;
        double value;
        if (count == reader->count)
            return fault(error, &cell, hint, "too many cells:");
        if (!text_number(cell.text, &value, &rest) || rest != cell.text + cell.length ||
            !isfinite(value))
            return fault(error, &cell, "write a number such as 1.5e-6", "no number:");
        row[reader->column[count]] = value;
    }
    if (count == reader->count)
        return SCREE_OK;
    cell.text = begin;
    cell.length = (size_t)(end - begin);
    return fault(error, &cell, hint, "too few cells:");
}

static bool is_silent(const char *at, const char *end)
{
    return strspn(at, " \t\r") >= (size_t)(end - at) || *at == '#';
}

static scree_status read_rows(law_path *way, const char *file, const char *text, scree_error *error)
{
    path_reader reader = {.file = file};
    const char *end;
    for (const char *at = text; *at; at = *end ? end + 1 : end) {
        double row[PATH_COLUMNS] = {0};
        scree_status status;
        end = at + strcspn(at, "\n");
        reader.line++;
        if (is_silent(at, end))
            continue;
        if (!reader.count) {
            status = read_header(way, &reader, at, end, error);
        } else {
            status = read_numbers(&reader, at, end, row, error);
            if (!status && !add_row(way, row))
                status = fail_memory(error, file);
        }
        if (status)
            return status;
    }
    return SCREE_OK;
}

scree_status law_path_read(law_path *way, const char *file, scree_error *error)
{
    char *text = NULL;
    size_t length;
    memset(way, 0, sizeof *way);
    scree_status status = text_file_load(file, PATH_BYTES_MOST, &text, &length, error);
    if (!status)
        status = read_rows(way, file, text, error);
    if (!status && way->rows == 0)
        status = fail(error, SCREE_BAD_INPUT, file, "give a line of names and lines of numbers",
                      "the path is empty");
    if (status)
        law_path_clear(way);
    free(text);
    return status;
}
