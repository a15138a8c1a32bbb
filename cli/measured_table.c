// measured_table.c - see measured_table.h.
#include "cli/measured_table.h"

#include "base/text.h"
#include "cli/made.h"
#include "console/words.h"
#include "store/csv.h"

#include <stdlib.h>

scree_status measured_table_write(const probe_table *table, const char *path, scree_error *error)
{
    csv_table csv;
    csv_column *head = calloc((size_t)table->columns, sizeof *head);
    if (!head)
        return fail_memory(error, path);
    for (int k = 0; k < table->columns; k++)
        head[k] = (csv_column){table->column[k].name, table->column[k].unit};
    scree_status status = csv_create(&csv, path, head, table->columns, error);
    for (int64_t r = 0; r < table->rows && !status; r++)
        status = csv_row(&csv, table->value + r * table->columns, error);
    const scree_status closed = csv_close(&csv, status ? NULL : error);
    free(head);
    if (status)
        return status;
    return closed;
}

static void put_file(json *line, const char *folder, const char *name, const char *ending)
{
    char *path = text_format("%s/%s%s", folder, name, ending);
    json_text(line, NULL, path);
    line->failed = line->failed || !path;
    free(path);
}

void measured_table_files(json *line, const char *folder, const char *name, const char *beside)
{
    put_file(line, folder, name, ".csv");
    if (beside)
        put_file(line, folder, name, beside);
}

void measured_table_tell(json *line, const probe_table *table, const char *name, const char *law)
{
    char word[WORD_ROOM];
    json_object(line, NULL);
    json_text(line, "name", name);
    json_text(line, "law", word_name(word, law));
    json_integer(line, "rows", table->rows);
    json_list(line, "columns");
    for (int k = 0; k < table->columns; k++) {
        const probe_column *head = &table->column[k];
        const made_column column = {head->name, head->unit, table->value + k, table->rows,
                                    table->columns};
        made_column_ends(line, &column);
    }
    json_close(line);
    json_close(line);
}
