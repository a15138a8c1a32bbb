// csv_read.c - see csv_read.h.
#include "store/csv_read.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/file_in.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 10000 };

// The next cell of a line, without its quotes, owned; `*at` moves behind its comma, or to the end.
static char *take_cell(const char **at, const char *end)
{
    text_buffer cell = {0};
    const char *c = *at;
    const bool quoted = c < end && *c == '"';
    c += quoted;
    text_append(&cell, "");
    for (; c < end && (quoted || *c != ','); c++) {
        const bool doubled = quoted && *c == '"' && c + 1 < end && c[1] == '"';
        if (quoted && *c == '"' && !doubled)
            break;
        c += doubled;
        text_append_slice(&cell, c, 1);
    }
    while (c < end && *c != ',')
        c++;
    *at = c < end ? c + 1 : end;
    if (!cell.failed)
        return cell.data;
    text_buffer_clear(&cell);
    return NULL;
}

// "name [unit]": the unit is cut off the name.
static char *cut_unit(char *head)
{
    const size_t length = strlen(head);
    char *open = strrchr(head, '[');
    const bool closed = length && head[length - 1] == ']';
    const bool apart = open && open > head && open[-1] == ' ';
    if (!closed || !apart)
        return text_copy("");
    head[length - 1] = 0;
    open[-1] = 0;
    return text_copy(open + 1);
}

static scree_status read_head(const char *path, const char *line, const char *end, csv_numbers *out,
                              scree_error *error)
{
    int columns = 1;
    for (const char *c = line; c < end; c++)
        columns += *c == ',';
    if (columns > COLUMNS_MOST)
        return fail(error, SCREE_IO, path, "is it a table of a run?", "it has %d columns", columns);
    out->name = calloc((size_t)columns, sizeof *out->name);
    out->unit = calloc((size_t)columns, sizeof *out->unit);
    if (!out->name || !out->unit)
        return fail_memory(error, path);
    while (line < end) {
        char *name = take_cell(&line, end);
        char *unit = name ? cut_unit(name) : NULL;
        out->name[out->columns] = name;
        out->unit[out->columns] = unit;
        out->columns += name != NULL;
        if (!unit)
            return fail_memory(error, path);
    }
    return SCREE_OK;
}

static bool read_number(const char *at, const char **end, double *value)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {{"nan", NAN}, {"-nan", NAN}, {"inf", INFINITY}, {"-inf", -INFINITY}};
    if (text_number(at, value, end))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(at, words[i].word, length) != 0)
            continue;
        *value = words[i].value;
        *end = at + length;
        return true;
    }
    return false;
}

static bool read_row(const char *at, int columns, double *row)
{
    for (int k = 0; k < columns; k++) {
        if (!read_number(at, &at, &row[k]))
            return false;
        if (*at != (k + 1 < columns ? ',' : '\n'))
            return false;
        at++;
    }
    return true;
}

static scree_status read_rows(const char *path, const char *text, csv_numbers *out,
                              scree_error *error)
{
    int line = 2;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        if (!MEM_GROW(out->value, out->room, (out->rows + 1) * out->columns))
            return fail_memory(error, path);
        if (!read_row(text, out->columns, out->value + out->rows * out->columns)) {
            return fail(error, SCREE_IO, path, "run the case again",
                        "line %d is no row of %d numbers", line, out->columns);
        }
        out->rows++;
        line++;
    }
    return SCREE_OK;
}

scree_status csv_numbers_read(const char *path, csv_numbers *out, scree_error *error)
{
    char *text = NULL;
    size_t size = 0;
    memset(out, 0, sizeof *out);
    scree_status status = file_in_load(path, &text, &size, error);
    if (status)
        return status;
    const char *end = strchr(text, '\n');
    if (end && end > text)
        status = read_head(path, text, end, out, error);
    else
        status = fail(error, SCREE_IO, path, "run the case again", "the table has no head");
    if (!status)
        status = read_rows(path, end + 1, out, error);
    free(text);
    return status;
}

void csv_numbers_clear(csv_numbers *numbers)
{
    for (int k = 0; k < numbers->columns; k++) {
        free(numbers->name[k]);
        free(numbers->unit[k]);
    }
    free(numbers->name);
    free(numbers->unit);
    free(numbers->value);
    memset(numbers, 0, sizeof *numbers);
}

int csv_numbers_column(const csv_numbers *numbers, const char *name)
{
    for (int k = 0; k < numbers->columns; k++) {
        if (!strcmp(numbers->name[k], name))
            return k;
    }
    return -1;
}
