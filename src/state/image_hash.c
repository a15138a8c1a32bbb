// image_hash.c - the hash of a state, as a tree over runs of rows; see image.h and docs/reproducibility.md.
#include <stddef.h>

#include "state/image.h"

#include "base/hash.h"

#include <string.h>

int64_t image_runs(int64_t rows)
{
    return rows / IMAGE_RUN_ROWS + (rows % IMAGE_RUN_ROWS != 0);
}

uint64_t image_run_hash(image_type type, int width, const void *rows, int64_t count)
{
    return hash_of(rows, (size_t)count * (size_t)width * image_type_size(type), 0);
}

uint64_t image_column_begin(const image_column *column)
{
    const uint64_t shape[3] = {(uint64_t)column->type, (uint64_t)column->rows,
                               (uint64_t)column->width};
    const size_t name = strlen(column->name) + 1;
    char bytes[sizeof column->name + sizeof shape];
    memcpy(bytes, column->name, name);
    memcpy(bytes + name, shape, sizeof shape);
    return hash_of(bytes, name + sizeof shape, 0);
}

uint64_t image_hash_join(uint64_t so_far, uint64_t next)
{
    return hash_number(next, so_far);
}

static uint64_t hash_column(const image_column *column)
{
    const size_t row = (size_t)column->width * image_type_size(column->type);
    uint64_t hash = image_column_begin(column);
    for (int64_t first = 0; first < column->rows; first += IMAGE_RUN_ROWS) {
        const int64_t left = column->rows - first;
        const int64_t count = left < IMAGE_RUN_ROWS ? left : IMAGE_RUN_ROWS;
        const char *rows = (const char *)column->data + (size_t)first * row;
        hash = image_hash_join(hash, image_run_hash(column->type, column->width, rows, count));
    }
    return hash;
}

// What is told of a state is no part of it.
static bool is_told(const image_column *column)
{
    return !strncmp(column->name, "case/", 5);
}

// Columns are few, so the next name is looked for each time: no memory is needed, so nothing can fail.
uint64_t image_hash(const image *im)
{
    uint64_t hash = 0;
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
        hash = image_hash_join(hash, hash_column(next));
        last = next;
    }
    return hash;
}
