// probed.c - see probed.h.
#include "sweep/probed.h"

#include "base/memory.h"
#include "base/text.h"
#include "store/column_number.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const probed_take_names[PROBED_TAKES] = {"last", "mean", "error", "peak", "at", "sum"};

static int by_name(const void *one, const void *other)
{
    return strcmp(((const probed_table *)one)->probe, ((const probed_table *)other)->probe);
}

// A table is never without its first line: one of no length was not written by a run, and counts as gone (orders.h tells).
static bool is_written(const char *path)
{
    struct stat file;
    return !stat(path, &file) && file.st_size > 0;
}

static scree_status read_table(const char *folder, const char *file, size_t length, probed *out,
                               scree_error *error)
{
    if (!MEM_GROW(out->table, out->room, out->tables + 1))
        return fail_memory(error, folder);
    probed_table *table = &out->table[out->tables];
    memset(table, 0, sizeof *table);
    char *path = text_format("%s/%s", folder, file);
    if (path && !is_written(path)) {
        free(path);
        return SCREE_OK;
    }
    table->probe = text_slice(file, length);
    scree_status status = SCREE_OK;
    if (table->probe && path) {
        out->tables++;
        status = table_in_read(path, &table->is, error);
    } else {
        free(table->probe);
        status = fail_memory(error, folder);
    }
    free(path);
    return status;
}

scree_status probed_read(const char *folder, probed *out, scree_error *error)
{
    static const char ending[] = ".csv";
    memset(out, 0, sizeof *out);
    char *probes = text_format("%s/probes", folder);
    if (!probes)
        return fail_memory(error, folder);
    DIR *list = opendir(probes);
    scree_status status = SCREE_OK;
    for (struct dirent *entry; list && !status && (entry = readdir(list));) {
        const size_t length = strlen(entry->d_name);
        const size_t end = sizeof ending - 1;
        if (length > end && !strcmp(entry->d_name + length - end, ending))
            status = read_table(probes, entry->d_name, length - end, out, error);
    }
    if (list)
        closedir(list);
    if (out->tables)
        qsort(out->table, (size_t)out->tables, sizeof *out->table, by_name);
    free(probes);
    return status;
}

scree_status probed_read_one(const char *folder, const char *probe, table_in *out,
                             scree_error *error)
{
    memset(out, 0, sizeof *out);
    char *path = text_format("%s/probes/%s.csv", folder, probe);
    if (!path)
        return fail_memory(error, folder);
    const scree_status status = is_written(path) ? table_in_read(path, out, error) : SCREE_OK;
    free(path);
    return status;
}

void probed_clear(probed *probed)
{
    for (int64_t i = 0; i < probed->tables; i++) {
        free(probed->table[i].probe);
        table_in_clear(&probed->table[i].is);
    }
    free(probed->table);
    memset(probed, 0, sizeof *probed);
}

const probed_table *probed_find(const probed *probed, const char *probe)
{
    for (int64_t i = 0; i < probed->tables; i++) {
        if (!strcmp(probed->table[i].probe, probe))
            return &probed->table[i];
    }
    return NULL;
}

// Rows from that one on count.
static int64_t first_row(const table_in *table, double from)
{
    const bool timed = table_in_time(table);
    int64_t row = 0;
    while (timed && row < table->rows && table->value[row * table->columns] < from)
        row++;
    return row;
}

double probed_number(const table_in *table, int column, probed_take take, double from)
{
    const int64_t first = first_row(table, from);
    const column_rows rows = {first, table->rows - first, 0};
    column_number is;
    if (!column_number_of(table, column, &rows, &is))
        return NAN;
    const double number[PROBED_TAKES] = {
        [PROBED_LAST] = is.last, [PROBED_MEAN] = is.mean, [PROBED_ERROR] = is.error,
        [PROBED_PEAK] = is.peak, [PROBED_AT] = is.at,     [PROBED_SUM] = is.total,
    };
    return number[take];
}

bool probed_name_read(const char *text, probed_name *out)
{
    const char *colon = strrchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : strlen(text);
    const char *dot = memchr(text, '.', length);
    out->take = PROBED_MEAN;
    if (!dot || dot == text || (size_t)(dot - text) >= sizeof out->probe)
        return false;
    const size_t column = length - (size_t)(dot + 1 - text);
    if (!column || column >= sizeof out->column)
        return false;
    snprintf(out->probe, sizeof out->probe, "%.*s", (int)(dot - text), text);
    snprintf(out->column, sizeof out->column, "%.*s", (int)column, dot + 1);
    bool known = !colon;
    for (int i = 0; i < PROBED_TAKES && colon; i++) {
        if (strcmp(colon + 1, probed_take_names[i]) != 0)
            continue;
        out->take = (probed_take)i;
        known = true;
    }
    return known;
}
