// snapshot_describe.c - units and descriptions of the columns of a snapshot, which it holds as a table, a line for each.
#include "store/snapshot_parts.h"

#include <stdlib.h>
#include <string.h>

static image_column *column_called(image *im, const char *name, size_t length)
{
    for (int i = 0; i < im->count; i++)
        if (strlen(im->column[i].name) == length && !memcmp(im->column[i].name, name, length))
            return &im->column[i];
    return NULL;
}

// The next field of a line, up to a tab or the end of the line; *at goes behind it.
static size_t field(const char **at, const char *end, const char **from)
{
    *from = *at;
    while (*at < end && **at != '\t' && **at != '\n')
        (*at)++;
    size_t length = (size_t)(*at - *from);
    if (*at < end)
        (*at)++;
    return length;
}

static void take(char *to, size_t room, const char *from, size_t length)
{
    if (length >= room)
        length = room - 1;
    memcpy(to, from, length);
    to[length] = 0;
}

void snapshot_describe(image *im)
{
    image_column *table = column_called(im, SNAPSHOT_COLUMNS, strlen(SNAPSHOT_COLUMNS));
    if (!table || table->type != IMAGE_U8)
        return;
    const char *at = table->data;
    const char *end = at + table->rows * table->width;
    while (at < end) {
        const char *name;
        const char *unit;
        const char *doc;
        size_t names = field(&at, end, &name);
        size_t units = field(&at, end, &unit);
        size_t docs = field(&at, end, &doc);
        image_column *is = column_called(im, name, names);
        if (!is)
            continue;
        take(is->unit, sizeof is->unit, unit, units);
        take(is->doc, sizeof is->doc, doc, docs);
    }
    free(table->data);
    *table = im->column[--im->count];
}
