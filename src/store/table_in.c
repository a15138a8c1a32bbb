// table_in.c - see table_in.h.
#include "store/table_in.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/file_in.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 10000 };

typedef struct reading {
    const char *path;
    const char *at, *end; // what is left of the text
    int64_t line;
    table_in *table;
    int64_t room;
    scree_error *error;
} reading;

// ---- the head

// The text of a cell, without its quotes; `next` gets what follows it: a comma, or the end of the line.
static char *cell_text(const char *at, const char *end, const char **next)
{
    text_buffer cell = {0};
    text_append(&cell, "");
    const bool quoted = at < end && *at == '"';
    const char *from = quoted ? at + 1 : at;
    const char *to = from;
    while (to < end && (quoted || *to != ',')) {
        if (quoted && *to == '"') {
            text_append_slice(&cell, from, (size_t)(to - from));
            from = to + 1;
            if (to + 1 >= end || to[1] != '"') {
                to++;
                break;
            }
            to++;
        }
        to++;
    }
    text_append_slice(&cell, from, (size_t)(to - from));
    *next = to;
    if (!cell.failed)
        return cell.data;
    text_buffer_clear(&cell);
    return NULL;
}

// "force_x [N]" in its two parts.
static bool split_head(char *text, table_head *head)
{
    const size_t length = strlen(text);
    char *bracket = strrchr(text, '[');
    const bool has_unit =
        bracket && bracket > text + 1 && bracket[-1] == ' ' && text[length - 1] == ']';
    head->unit = has_unit ? text_slice(bracket + 1, length - (size_t)(bracket + 1 - text) - 1)
                          : text_copy("");
    head->name = has_unit ? text_slice(text, (size_t)(bracket - 1 - text)) : text_copy(text);
    return head->unit && head->name;
}

static scree_status read_head(reading *in, const char *end)
{
    int64_t room = 0;
    bool more = true;
    const char *at = in->at;
    table_in *table = in->table;
    while (more) {
        if (!MEM_GROW(table->head, room, table->columns + 1))
            return fail_memory(in->error, in->path);
        char *text = cell_text(at, end, &at);
        table->head[table->columns] = (table_head){0};
        table->columns++;
        const bool good = text && split_head(text, &table->head[table->columns - 1]);
        free(text);
        if (!good)
            return fail_memory(in->error, in->path);
        more = at < end && *at == ',' && table->columns < COLUMNS_MOST;
        at += more;
    }
    if (at == end)
        return SCREE_OK;
    return fail(in->error, SCREE_BAD_INPUT, in->path, "separate the names of the columns by commas",
                "line 1 is no head of a table");
}

// ---- rows

static bool word_at(const char *at, const char *end, const char *word, const char **next)
{
    const size_t length = strlen(word);
    if ((size_t)(end - at) < length || strncmp(at, word, length) != 0)
        return false;
    *next = at + length;
    return true;
}

static bool read_cell(const char *at, const char *end, double *value, const char **next)
{
    *next = at;
    *value = NAN;
    if (at == end || *at == ',' || word_at(at, end, "nan", next))
        return true;
    *value = INFINITY;
    if (word_at(at, end, "inf", next))
        return true;
    *value = -INFINITY;
    return word_at(at, end, "-inf", next) || text_number(at, value, next);
}

static scree_status read_row(reading *in, const char *end)
{
    table_in *table = in->table;
    const char *at = in->at;
    const int64_t before = table->rows * table->columns;
    if (!MEM_GROW(table->value, in->room, before + table->columns))
        return fail_memory(in->error, in->path);
    for (int k = 0; k < table->columns; k++) {
        const char *next;
        const bool last = k + 1 == table->columns;
        const bool number = read_cell(at, end, &table->value[before + k], &next);
        const bool good =
            number && next <= end && (last ? next == end : next < end && *next == ',');
        if (!good)
            return fail(in->error, SCREE_BAD_INPUT, in->path,
                        "write a number in each column, with commas between them",
                        "line %" PRId64 ", column %d is no number of the table", in->line, k + 1);
        at = next + 1;
    }
    table->rows++;
    return SCREE_OK;
}

// Spreadsheets put this before the first name.
static void skip_mark_of_order(reading *in)
{
    static const char mark[] = "\xef\xbb\xbf";
    const size_t length = sizeof mark - 1;
    if ((size_t)(in->end - in->at) >= length && !memcmp(in->at, mark, length))
        in->at += length;
}

static scree_status read_lines(reading *in)
{
    scree_status status = SCREE_OK;
    skip_mark_of_order(in);
    while (in->at < in->end && !status) {
        const char *line_end = memchr(in->at, '\n', (size_t)(in->end - in->at));
        if (!line_end)
            break;
        const char *end = line_end > in->at && line_end[-1] == '\r' ? line_end - 1 : line_end;
        in->line++;
        if (in->line == 1)
            status = read_head(in, end);
        else if (end > in->at)
            status = read_row(in, end);
        in->at = line_end + 1;
    }
    if (status || in->line > 0)
        return status;
    return fail(in->error, SCREE_BAD_INPUT, in->path, "give a table with a head",
                "the file has no line");
}

scree_status table_in_read(const char *path, table_in *out, scree_error *error)
{
    char *text;
    size_t size;
    *out = (table_in){0};
    scree_status status = file_in_load(path, &text, &size, error);
    if (status)
        return status;
    reading in = {.path = path, .at = text, .end = text + size, .table = out, .error = error};
    status = read_lines(&in);
    free(text);
    if (status)
        table_in_clear(out);
    return status;
}

void table_in_clear(table_in *table)
{
    for (int k = 0; k < table->columns; k++) {
        free(table->head[k].name);
        free(table->head[k].unit);
    }
    free(table->head);
    free(table->value);
    *table = (table_in){0};
}

int table_in_find(const table_in *table, const char *name)
{
    for (int k = 0; k < table->columns; k++) {
        if (!strcmp(table->head[k].name, name))
            return k;
    }
    return -1;
}

static bool is_error_of(const table_in *table, int error, int column)
{
    static const char ending[] = "_error";
    const char *name = table->head[column].name;
    const char *other = table->head[error].name;
    const size_t length = strlen(name);
    if (error == column || strcmp(table->head[error].unit, table->head[column].unit) != 0)
        return false;
    if (error == column + 1 && !strcmp(other, ending + 1))
        return true;
    return !strncmp(other, name, length) && !strcmp(other + length, ending);
}

int table_in_error_of(const table_in *table, int column)
{
    for (int k = 0; k < table->columns; k++) {
        if (is_error_of(table, k, column))
            return k;
    }
    return -1;
}

int table_in_of_error(const table_in *table, int column)
{
    for (int k = 0; k < table->columns; k++) {
        if (is_error_of(table, column, k))
            return k;
    }
    return -1;
}
