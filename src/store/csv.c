// csv.c - see csv.h. Cells follow RFC 4180: a name with a comma, a quote or a line break stands in quotes, quotes
// doubled.
#include "store/csv.h"

#include "base/text.h"
#include "store/file_in.h"
#include "store/file_out.h"
#include "store/number.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_cell(text_buffer *out, const char *name, const char *unit)
{
    bool quoted = strpbrk(name, ",\"\r\n") || (unit && strpbrk(unit, ",\"\r\n"));
    if (quoted)
        text_append(out, "\"");
    for (const char *sign = name; *sign; sign++) {
        if (*sign == '"')
            text_append(out, "\"");
        text_append_slice(out, sign, 1);
    }
    if (unit && *unit)
        text_append_format(out, " [%s]", unit);
    if (quoted)
        text_append(out, "\"");
}

// The first line, with its line break; NULL when out of memory.
static char *head_line(const csv_column *column, int columns)
{
    text_buffer out = {0};
    for (int i = 0; i < columns; i++) {
        if (i)
            text_append(&out, ",");
        put_cell(&out, column[i].name, column[i].unit);
    }
    text_append(&out, "\n");
    if (!out.failed)
        return out.data;
    text_buffer_clear(&out);
    return NULL;
}

static void forget(csv_table *table)
{
    if (table->file >= 0)
        close(table->file);
    free(table->path);
    free(table->line);
    memset(table, 0, sizeof *table);
    table->file = -1;
}

static scree_status prepare(csv_table *table, const char *path, int columns, scree_error *error)
{
    memset(table, 0, sizeof *table);
    table->file = -1;
    table->columns = columns;
    table->path = malloc(strlen(path) + 1);
    table->line = malloc((size_t)columns * NUMBER_ROOM + 2);
    if (!table->path || !table->line) {
        forget(table);
        return fail_memory(error, path);
    }
    strcpy(table->path, path);
    return SCREE_OK;
}

// Puts `size` bytes in place as the whole file, then opens it for more rows.
static scree_status start(csv_table *table, const char *text, size_t size, int64_t rows,
                          scree_error *error)
{
    file_out out;
    scree_status status = file_out_open(&out, table->path, error);
    if (!status) {
        file_out_write(&out, text, size);
        status = file_out_commit(&out, error);
    }
    if (!status) {
        table->file = open(table->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
        if (table->file < 0)
            status = file_fault(error, table->path, "cannot open the table", errno);
    }
    table->rows = rows;
    table->length = (int64_t)size;
    if (status)
        forget(table);
    return status;
}

scree_status csv_create(csv_table *table, const char *path, const csv_column *column, int columns,
                        scree_error *error)
{
    scree_status status = prepare(table, path, columns, error);
    if (status)
        return status;
    char *head = head_line(column, columns);
    if (!head) {
        forget(table);
        return fail_memory(error, path);
    }
    status = start(table, head, strlen(head), 0, error);
    free(head);
    return status;
}

// Length of the rows to keep, from `at` on; a row counts when it has its line break and a first value up to `last`.
static size_t keep_rows(const char *text, size_t size, size_t at, double last, int64_t *rows)
{
    while (at < size) {
        const char *end = memchr(text + at, '\n', size - at);
        char *stop;
        double first = strtod(text + at, &stop);
        if (!end || stop == text + at || !(first <= last))
            break;
        at = (size_t)(end - text) + 1;
        ++*rows;
    }
    return at;
}

scree_status csv_resume(csv_table *table, const char *path, const csv_column *column, int columns,
                        double last, scree_error *error)
{
    if (access(path, F_OK))
        return csv_create(table, path, column, columns, error);
    scree_status status = prepare(table, path, columns, error);
    if (status)
        return status;
    char *head = head_line(column, columns);
    char *text = NULL;
    size_t size = 0;
    size_t head_size = head ? strlen(head) : 0;
    int64_t rows = 0;
    status = head ? file_in_load(path, &text, &size, error) : fail_memory(error, path);
    if (!status && (size < head_size || memcmp(text, head, head_size)))
        status = fail(error, SCREE_BAD_INPUT, path,
                      "move the old table away, or resume with the probes it was made with",
                      "the table has other columns than this run writes");
    if (status)
        forget(table);
    else {
        size_t kept = keep_rows(text, size, head_size, last, &rows);
        status = start(table, text, kept, rows, error);
    }
    free(text);
    free(head);
    return status;
}

scree_status csv_row(csv_table *table, const double *value, scree_error *error)
{
    size_t size = 0;
    for (int i = 0; i < table->columns; i++) {
        if (i)
            table->line[size++] = ',';
        size += (size_t)number_text(table->line + size, value[i] + 0.0); // -0 becomes 0
    }
    table->line[size++] = '\n';
    for (size_t done = 0; done < size;) {
        ssize_t written = write(table->file, table->line + done, size - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            int number = written ? errno : ENOSPC;
            // Half a row would spoil the table; if even this fails, csv_resume drops the half.
            if (ftruncate(table->file, table->length))
                number = number ? number : errno;
            return file_fault(error, table->path, "cannot write a row", number);
        }
        done += (size_t)written;
    }
    table->length += (int64_t)size;
    table->rows++;
    return SCREE_OK;
}

scree_status csv_flush(csv_table *table, scree_error *error)
{
    if (table->file < 0 || !fsync(table->file) || errno == EINVAL)
        return SCREE_OK;
    return file_fault(error, table->path, "cannot write the table", errno);
}

scree_status csv_close(csv_table *table, scree_error *error)
{
    if (table->file < 0)
        return SCREE_OK;
    scree_status status = SCREE_OK;
    if (fsync(table->file) && errno != EINVAL)
        status = file_fault(error, table->path, "cannot write the table", errno);
    if (close(table->file) && !status)
        status = file_fault(error, table->path, "cannot write the table", errno);
    table->file = -1;
    forget(table);
    return status;
}
