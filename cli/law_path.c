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
    if (!mem_grow((void **)&way->at, &way->room, PATH_COLUMNS * (way->rows + 1), sizeof *way->at))
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

static scree_status fault(scree_error *error, const char *file, int line, const char *hint,
                          const char *what, const char *cell, size_t length)
{
    char where[320];
    snprintf(where, sizeof where, "%.280s:%d", file, line);
    return fail(error, SCREE_BAD_INPUT, where, hint, "%s '%.*s'", what,
                (int)(length < 60 ? length : 60), cell);
}

// The next cell of a line, without blanks around it; NULL at its end.
static const char *next_cell(const char **at, const char *end, size_t *length)
{
    if (*at > end)
        return NULL;
    const char *from = *at;
    const char *comma = memchr(from, ',', (size_t)(end - from));
    const char *to = comma ? comma : end;
    *at = to + 1;
    while (from < to && (*from == ' ' || *from == '\t'))
        from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    *length = (size_t)(to - from);
    return from;
}

static int column_of(const char *cell, size_t length)
{
    for (int c = 0; c < PATH_COLUMNS; c++) {
        char full[32];
        snprintf(full, sizeof full, "%s [%s]", columns[c].name, columns[c].unit);
        bool bare = length == strlen(columns[c].name) && !memcmp(cell, columns[c].name, length);
        if (bare || (length == strlen(full) && !memcmp(cell, full, length)))
            return c;
    }
    return -1;
}

static bool is_nearly(const char *cell, size_t length)
{
    const char *names[PATH_COLUMNS];
    char name[32];
    for (int c = 0; c < PATH_COLUMNS; c++)
        names[c] = columns[c].name;
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), cell);
    name[strcspn(name, " [")] = 0;
    return text_closest(name, names, PATH_COLUMNS, 2);
}

static scree_status read_header(law_path *way, const char *file, const char *line, const char *end,
                                int *column, int *count, scree_error *error)
{
    size_t length;
    const char *cell;
    const char *at = line;
    const char *known = "columns are overlap [m] or push [N], slip_x [m] or drag [N], slip_y [m], "
                        "roll_x [rad], roll_y [rad], twist [rad], time [s]";
    *count = 0;
    while ((cell = next_cell(&at, end, &length))) {
        int c = column_of(cell, length);
        if (c < 0 && *count == 0 &&
            !is_nearly(cell, length)) // this may be any file: its contents are not repeated
            return fail(error, SCREE_BAD_INPUT, file, known,
                        "the first line names no columns of a path");
        if (c < 0)
            return fault(error, file, 1, known, "no column of a path is called", cell, length);
        if (way->has[c])
            return fault(error, file, 1, "leave one of them", "a second column", cell, length);
        way->has[c] = true;
        column[(*count)++] = c;
    }
    if (way->has[PATH_OVERLAP] == way->has[PATH_PUSH])
        return fail(error, SCREE_BAD_INPUT, file, known, "a path needs one of overlap and push");
    if (way->has[PATH_SLIP_X] && way->has[PATH_DRAG])
        return fail(error, SCREE_BAD_INPUT, file, "leave one of them",
                    "a path has slip_x or drag, not both");
    return SCREE_OK;
}

static scree_status read_rows(law_path *way, const char *file, const char *text, scree_error *error)
{
    int column[PATH_COLUMNS];
    int count = 0;
    int line = 0;
    for (const char *at = text, *end; *at; at = *end ? end + 1 : end) {
        double row[PATH_COLUMNS] = {0};
        size_t length;
        int n = 0;
        end = at + strcspn(at, "\n");
        line++;
        if (strspn(at, " \t\r") >= (size_t)(end - at) || *at == '#')
            continue;
        if (!count) {
            scree_status status = read_header(way, file, at, end, column, &count, error);
            if (status)
                return status;
            continue;
        }
        const char *cell;
        const char *from = at;
        for (; (cell = next_cell(&from, end, &length)); n++) {
            const char *rest;
            double value;
            if (n == count)
                return fault(error, file, line, "give one for each name of the first line",
                             "too many cells:", cell, length);
            if (!text_number(cell, &value, &rest) || rest != cell + length || !isfinite(value))
                return fault(error, file, line, "write a number such as 1.5e-6", "no number:", cell,
                             length);
            row[column[n]] = value;
        }
        if (n < count)
            return fault(error, file, line, "give one for each name of the first line",
                         "too few cells:", at, (size_t)(end - at));
        if (!add_row(way, row))
            return fail_memory(error, file);
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
