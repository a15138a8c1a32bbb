// image_hash.c - the hash of a state, as a tree over runs of rows; see image.h and docs/reproducibility.md.
#include <stddef.h>

#include "state/image.h"

#include "base/hash.h"

#include <stdlib.h>
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

static bool hash_column(const image *im, int number, void *room, uint64_t *out)
{
    const image_column *column = &im->column[number];
    uint64_t hash = image_column_begin(column);
    for (int64_t first = 0; first < column->rows; first += IMAGE_RUN_ROWS) {
        const int64_t left = column->rows - first;
        const int64_t count = left < IMAGE_RUN_ROWS ? left : IMAGE_RUN_ROWS;
        const void *rows = image_rows(im, number, first, count, room);
        if (!rows)
            return false;
        hash = image_hash_join(hash, image_run_hash(column->type, column->width, rows, count));
    }
    *out = hash;
    return true;
}

// What is told of a state is no part of it.
static bool is_told(const image_column *column)
{
    return !strncmp(column->name, "case/", 5);
}

// Columns are few, so the next name is looked for each time: no memory is needed, so nothing can fail. -1: there is none.
static int next_column(const image *im, int last)
{
    int next = -1;
    for (int i = 0; i < im->count; i++) {
        const image_column *column = &im->column[i];
        if (is_told(column) || (last >= 0 && strcmp(column->name, im->column[last].name) <= 0))
            continue;
        if (next < 0 || strcmp(column->name, im->column[next].name) < 0)
            next = i;
    }
    return next;
}

static bool hash_all(const image *im, void *room, uint64_t *out)
{
    uint64_t hash = 0;
    *out = 0;
    for (int i = next_column(im, -1); i >= 0; i = next_column(im, i)) {
        uint64_t own;
        if (!hash_column(im, i, room, &own))
            return false;
        hash = image_hash_join(hash, own);
    }
    *out = hash;
    return true;
}

uint64_t image_hash(const image *im)
{
    uint64_t hash;
    hash_all(im, NULL, &hash);
    return hash;
}

bool image_hash_portions(const image *im, uint64_t *out)
{
    void *room = image_portion_room(im);
    const bool ok = room && hash_all(im, room, out);
    free(room);
    return ok;
}

uint64_t image_hash_of(const image *im, const uint64_t *of_column)
{
    uint64_t hash = 0;
    for (int i = next_column(im, -1); i >= 0; i = next_column(im, i))
        hash = image_hash_join(hash, of_column[i]);
    return hash;
}
