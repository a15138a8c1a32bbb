// take_rows.c - see take_rows.h.
#include "world/take_rows.h"

#include <stdlib.h>
#include <string.h>

bool chosen_make(chosen_rows *chosen, int64_t bodies, int64_t contacts)
{
    chosen->body = calloc((size_t)bodies + 1, sizeof *chosen->body);
    chosen->contact = contacts < 0 ? NULL : calloc((size_t)contacts + 1, sizeof *chosen->contact);
    return chosen->body && (contacts < 0 || chosen->contact);
}

void chosen_clear(chosen_rows *chosen)
{
    free(chosen->body);
    free(chosen->contact);
}

static int64_t count_rows(const bool *chosen, int64_t rows)
{
    int64_t count = 0;
    for (int64_t i = 0; i < rows; i++)
        count += chosen[i];
    return count;
}

static bool take_rows(image *out, const image_column *from, const bool *chosen)
{
    const size_t size = (size_t)from->width * image_type_size(from->type);
    const image_shape shape = {from->type, count_rows(chosen, from->rows), from->width};
    char *to = image_add(out, from->name, shape, from->unit, from->doc);
    for (int64_t i = 0; to && i < from->rows; i++) {
        if (!chosen[i])
            continue;
        memcpy(to, (const char *)from->data + (size_t)i * size, size);
        to += size;
    }
    return to != NULL;
}

static bool take_whole(image *out, const image_column *from)
{
    const image_shape shape = {from->type, from->rows, from->width};
    const size_t size = (size_t)from->rows * (size_t)from->width * image_type_size(from->type);
    void *to = image_add(out, from->name, shape, from->unit, from->doc);
    if (to && size > 0)
        memcpy(to, from->data, size);
    return to != NULL;
}

bool take_chosen(image *out, const image *from, const chosen_rows *chosen)
{
    bool ok = true;
    for (int i = 0; ok && i < from->count; i++) {
        const image_column *column = &from->column[i];
        if (image_is_of_bodies(column))
            ok = take_rows(out, column, chosen->body);
        else if (chosen->contact && image_is_of_rows(column))
            ok = take_rows(out, column, chosen->contact);
        else if (chosen->contact && !strcmp(column->name, "contact/layout"))
            ok = take_whole(out, column);
    }
    return ok;
}
