// image.c - see image.h.
#include <stddef.h>

#include "state/image.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t image_type_size(image_type type)
{
    return type == IMAGE_U8 ? 1 : 8;
}

static const image_column *by_name(const image *im, const char *name)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, name))
            return &im->column[i];
    }
    return NULL;
}

static bool make_room(image *im)
{
    int64_t room = im->room;
    if (im->count == INT32_MAX || !MEM_GROW(im->column, room, im->count + 1))
        return false;
    im->room = room > INT32_MAX ? INT32_MAX : (int)room;
    return true;
}

void *image_add(image *im, const char *name, image_shape shape, const char *unit, const char *doc)
{
    assert(strlen(name) < sizeof im->column->name && !by_name(im, name));
    assert(shape.rows >= 0 && shape.width >= 0);
    const size_t row = (size_t)shape.width * image_type_size(shape.type);
    const bool too_large = row && (uint64_t)shape.rows > (SIZE_MAX / 2) / row;
    if (too_large)
        return NULL;
    if (!make_room(im))
        return NULL;
    const size_t size = (size_t)shape.rows * row;
    void *data = calloc(size ? size : 1, 1);
    if (!data)
        return NULL;
    image_column *column = &im->column[im->count++];
    memset(column, 0, sizeof *column);
    snprintf(column->name, sizeof column->name, "%s", name);
    snprintf(column->unit, sizeof column->unit, "%s", unit ? unit : "");
    snprintf(column->doc, sizeof column->doc, "%s", doc ? doc : "");
    column->type = shape.type;
    column->rows = shape.rows;
    column->width = shape.width;
    column->data = data;
    return data;
}

const image_column *image_find(const image *im, const char *name, image_type type, int width)
{
    const image_column *column = by_name(im, name);
    if (!column || column->type != type || column->width != width)
        return NULL;
    return column;
}

bool image_is_of_bodies(const image_column *column)
{
    return !strncmp(column->name, "body/", 5);
}

bool image_is_of_rows(const image_column *column)
{
    return image_is_of_bodies(column) || !strcmp(column->name, "contact/key") ||
           !strcmp(column->name, "contact/history") || !strcmp(column->name, "contact/impulse");
}

const void *image_rows(const image *im, int column, int64_t first, int64_t count, void *room)
{
    const image_column *of = &im->column[column];
    const size_t row = (size_t)of->width * image_type_size(of->type);
    if (of->data)
        return (const char *)of->data + (size_t)first * row;
    return im->portions.take(im->portions.context, column, first, count, room) ? room : NULL;
}

void *image_portion_room(const image *im)
{
    size_t most = 1;
    for (int i = 0; i < im->count; i++) {
        const image_column *column = &im->column[i];
        const size_t run = (size_t)column->width * image_type_size(column->type) * IMAGE_RUN_ROWS;
        if (!column->data && run > most)
            most = run;
    }
    return malloc(most);
}

void image_clear(image *im)
{
    if (im->portions.end)
        im->portions.end(im->portions.context);
    for (int i = 0; i < im->count; i++)
        free(im->column[i].data);
    free(im->column);
    memset(im, 0, sizeof *im);
}
