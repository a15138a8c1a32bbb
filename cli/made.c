// made.c - see made.h.
#include "cli/made.h"

#include "console/exit.h"
#include "console/session.h"

#include <math.h>
#include <stdio.h>

void made_begin(json *line, const char *folder)
{
    *line = (json){0};
    json_begin(line);
    if (folder)
        json_text(line, "folder", folder);
}

void made_files(json *line, const char *const *path, int64_t count)
{
    json_list(line, "files");
    for (int64_t i = 0; i < count; i++)
        json_text(line, NULL, path[i]);
    json_close(line);
}

void made_column_ends(json *line, const made_column *column)
{
    double least = NAN;
    double most = NAN;
    double last = NAN;
    for (int64_t i = 0; i < column->rows; i++) {
        last = column->value[i * column->stride];
        least = fmin(least, last); // of a number and NAN that is the number
        most = fmax(most, last);
    }
    json_object(line, NULL);
    json_text(line, "column", column->name);
    json_text(line, "unit", column->unit);
    json_number(line, "least", least);
    json_number(line, "most", most);
    json_number(line, "last", last);
    json_close(line);
}

int made_end(json *line)
{
    scree_error error;
    json_close(line);
    const bool whole = !line->failed;
    if (whole)
        printf("%s\n", line->text);
    json_clear(line);
    if (whole)
        return EXIT_DONE;
    fail_memory(&error, "--json");
    return give_up(&error);
}
