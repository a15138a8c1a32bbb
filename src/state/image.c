// image.c - see image.h.
#include <stddef.h>

#include "state/image.h"

#include "base/hash.h"
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
    for (int i = 0; i < im->count; i++)
        if (!strcmp(im->column[i].name, name))
            return &im->column[i];
    return NULL;
}

static bool make_room(image *im)
{
    int64_t room = im->room;
    if (im->count == INT32_MAX ||
        !mem_grow((void **)&im->column, &room, im->count + 1, sizeof *im->column))
        return false;
    im->room = room > INT32_MAX ? INT32_MAX : (int)room;
    return true;
}

void *image_add(image *im, const char *name, image_type type, int64_t rows, int width,
                const char *unit, const char *doc)
{
    assert(strlen(name) < sizeof im->column->name && !by_name(im, name));
    assert(rows >= 0 && width >= 0);
    size_t row = (size_t)width * image_type_size(type);
    if (row && (uint64_t)rows > (SIZE_MAX / 2) / row)
        return NULL;
    if (!make_room(im))
        return NULL;
    size_t size = (size_t)rows * row;
    void *data = calloc(size ? size : 1, 1);
    if (!data)
        return NULL;
    image_column *column = &im->column[im->count++];
    memset(column, 0, sizeof *column);
    snprintf(column->name, sizeof column->name, "%s", name);
    snprintf(column->unit, sizeof column->unit, "%s", unit ? unit : "");
    snprintf(column->doc, sizeof column->doc, "%s", doc ? doc : "");
    column->type = type;
    column->rows = rows;
    column->width = width;
    column->data = data;
    return data;
}

const image_column *image_find(const image *im, const char *name, image_type type, int width)
{
    const image_column *column = by_name(im, name);
    return column && column->type == type && column->width == width ? column : NULL;
}

static void hash_column(hash *hash, const image_column *column)
{
    hash_bytes(hash, column->name, strlen(column->name) + 1);
    hash_u64(hash, (uint64_t)column->type);
    hash_u64(hash, (uint64_t)column->rows);
    hash_u64(hash, (uint64_t)column->width);
    size_t values = (size_t)column->rows * (size_t)column->width;
    if (column->type == IMAGE_U8)
        hash_bytes(hash, column->data, values);
    else
        hash_words(hash, column->data, values);
}

// What is told of a state is no part of it.
static bool is_told(const image_column *column)
{
    return !strncmp(column->name, "case/", 5);
}

// Columns are few, so the next name is looked for each time: no memory is needed, so nothing can fail.
uint64_t image_hash(const image *im)
{
    hash hash = hash_make(0);
    const image_column *last = NULL;
    for (int done = 0; done < im->count; done++) {
        const image_column *next = NULL;
        for (int i = 0; i < im->count; i++) {
            const image_column *column = &im->column[i];
            if (is_told(column) || (last && strcmp(column->name, last->name) <= 0))
                continue;
            if (!next || strcmp(column->name, next->name) < 0)
                next = column;
        }
        if (!next)
            break; // only if two columns share a name
        hash_column(&hash, next);
        last = next;
    }
    return hash_value(&hash);
}

void image_clear(image *im)
{
    for (int i = 0; i < im->count; i++)
        free(im->column[i].data);
    free(im->column);
    memset(im, 0, sizeof *im);
}
