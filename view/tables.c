// tables.c - see tables.h.
#include "view/tables.h"

#include "base/text.h"
#include "store/table_view.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

typedef struct table_names {
    char *name[TABLES_MOST]; // owned
    int count;
} table_names;

static int in_order(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static void list_tables(const char *folder, table_names *out)
{
    DIR *list = opendir(folder);
    out->count = 0;
    for (struct dirent *entry; list && (entry = readdir(list));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".csv") != 0 || out->count == TABLES_MOST)
            continue;
        out->name[out->count] = text_copy(entry->d_name);
        out->count += out->name[out->count] != NULL;
    }
    if (list)
        closedir(list);
    qsort(out->name, (size_t)out->count, sizeof *out->name, in_order);
}

// Of a long table every so many rows, and the last one.
static void put_values(json *out, const table_in *table, const table_view *view, int column)
{
    const int64_t stride = view->rows / TABLE_POINTS + 1;
    const int64_t last = view->rows - 1;
    json_list(out, NULL);
    for (int64_t i = 0; i < view->rows; i += stride)
        json_number(out, NULL, table->value[(view->first + i) * table->columns + column]);
    if (last >= 0 && last % stride)
        json_number(out, NULL, table->value[(view->first + last) * table->columns + column]);
    json_close(out);
}

static void put_column(json *out, const table_in *table, int column)
{
    json_object(out, NULL);
    json_text(out, "name", table->head[column].name);
    json_text(out, "unit", table->head[column].unit);
    json_close(out);
}

static void put_table(json *out, const char *name, const table_in *table)
{
    const table_view view = table_view_of(table);
    const int end =
        table->columns - view.begin > TABLE_COLUMNS ? view.begin + TABLE_COLUMNS : table->columns;
    json_object(out, NULL);
    json_text(out, "name", name);
    json_flag(out, "in_time", view.in_time);
    json_list(out, "columns");
    put_column(out, table, view.x);
    for (int k = view.begin; k < end; k++)
        put_column(out, table, k);
    json_close(out);
    json_list(out, "values");
    put_values(out, table, &view, view.x);
    for (int k = view.begin; k < end; k++)
        put_values(out, table, &view, k);
    json_close(out);
    json_close(out);
}

static void put_file(json *out, text_buffer *faults, const char *folder, const char *name)
{
    scree_error error;
    table_in table = {0};
    char *path = text_format("%s/%s", folder, name);
    char *stem = text_slice(name, strlen(name) - strlen(".csv"));
    if (path && stem && !table_in_read(path, &table, &error)) {
        if (table.rows > 0)
            put_table(out, stem, &table);
        table_in_clear(&table);
    } else if (path && stem)
        text_append_format(faults, "%s: %s\n", error.where, error.what);
    free(path);
    free(stem);
}

void view_tables_write(json *out, const char *folder)
{
    table_names names;
    text_buffer faults = {0};
    char *probes = folder ? text_format("%s/probes", folder) : NULL;
    json_text(out, "kind", "tables");
    json_list(out, "tables");
    names.count = 0;
    if (probes)
        list_tables(probes, &names);
    for (int i = 0; i < names.count; i++) {
        put_file(out, &faults, probes, names.name[i]);
        free(names.name[i]);
    }
    json_close(out);
    json_text(out, "faults", faults.data ? faults.data : "");
    text_buffer_clear(&faults);
    free(probes);
}
