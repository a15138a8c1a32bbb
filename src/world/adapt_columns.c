// adapt_columns.c - see adapt_columns.h.
#include "world/adapt_columns.h"

#include "smooth/save.h"
#include "world/internal.h"
#include "world/losses.h"

#include <stdlib.h>
#include <string.h>

int adapt_place(const image *im, const char *name)
{
    for (int i = 0; i < im->count; i++) {
        if (!strcmp(im->column[i].name, name))
            return i;
    }
    return -1;
}

// Takes a column out.
void adapt_leave_out(adapted *out, const char *name)
{
    const int at = adapt_place(&out->im, name);
    if (at < 0)
        return;
    if (out->owned[at])
        free(out->im.column[at].data);
    out->im.count--;
    out->im.column[at] = out->im.column[out->im.count];
    out->owned[at] = out->owned[out->im.count];
}

// A column of that shape in the place of the one that there was; its data, all zero. NULL without memory.
void *adapt_put(adapted *out, const char *name, image_shape shape)
{
    adapt_leave_out(out, name);
    void *data = image_add(&out->im, name, shape, "", "");
    if (data)
        out->owned[out->im.count - 1] = true;
    return data;
}

// The rows of a column of walls in the order of the model. A row of a wall that has come is `blank`.
bool adapt_move_rows(adapted *out, const char *name, image_shape shape, const int *row,
                     const void *blank)
{
    const image_column *was = image_find(&out->im, name, shape.type, shape.width);
    if (!was)
        return true; // told when the image is checked, or of another state
    for (int64_t i = 0; i < shape.rows; i++) {
        if (row[i] >= was->rows)
            return true; // likewise
    }
    const size_t size = (size_t)shape.width * image_type_size(shape.type);
    char *kept = malloc(((size_t)was->rows + 1) * size);
    if (!kept)
        return false;
    memcpy(kept, was->data, (size_t)was->rows * size);
    char *data = adapt_put(out, name, shape);
    for (int64_t i = 0; data && i < shape.rows; i++)
        memcpy(data + size * (size_t)i, row[i] >= 0 ? kept + size * (size_t)row[i] : blank, size);
    free(kept);
    return data != NULL;
}

// The column is its own, so that its numbers may be changed.
static bool adapt_own(adapted *out, const char *name)
{
    const int at = adapt_place(&out->im, name);
    if (at < 0 || out->owned[at])
        return true;
    image_column *column = &out->im.column[at];
    const size_t size = (size_t)column->width * image_type_size(column->type);
    const size_t bytes = size * (size_t)column->rows;
    void *copy = malloc(bytes + 1);
    if (!copy)
        return false;
    memcpy(copy, column->data, bytes);
    column->data = copy;
    out->owned[at] = true;
    return true;
}

// The books of contacts that go are those of contacts that ended; what they held, the world that is made books as taken
// away (world/change.c).
bool adapt_close_books(adapted *out, const image_column *key, const bool *stays)
{
    const int books_part = LAYOUT_PARTS - 1; // the last one
    const image_column *layout = image_find(&out->im, "contact/layout", IMAGE_I64, LAYOUT_NUMBERS);
    const image_column *ended = image_find(&out->im, "ledger/ended", IMAGE_I64, SUM_NUMBERS);
    const int at = adapt_place(&out->im, "contact/history");
    if (!layout || !ended || at < 0 || ended->rows != BOOKS)
        return true;
    const image_column history = out->im.column[at];
    if (history.type != IMAGE_F64)
        return true;
    if (!adapt_own(out, WORLD_LOSSES))
        return false;
    exact_sum sum[BOOKS] = {0};
    for (int j = 0; j < BOOKS; j++) {
        const int64_t *limb = image_integers(ended) + SUM_NUMBERS * j;
        memcpy(sum[j].limb, limb, sizeof sum[j].limb);
        sum[j].met = (uint32_t)limb[EXACT_SUM_LIMBS];
    }
    for (int64_t i = 0; i < key->rows && i < history.rows; i++) {
        const int64_t set = image_integers(key)[4 * i + 3];
        if (stays[i] || set < 0 || set >= layout->rows)
            continue;
        const int64_t first = image_integers(layout)[LAYOUT_NUMBERS * set + books_part];
        if (first < 0 || first + BOOK_LET_GO >= history.width)
            continue;
        const double *row = (const double *)history.data + history.width * i;
        for (int j = 0; j < BOOKS; j++) {
            const double let_go = j == BOOK_FRICTION ? row[first + BOOK_LET_GO] : 0;
            const double booked = row[first + j] + let_go;
            const int64_t *bodies = image_integers(key) + 4 * i;
            exact_sum_add(&sum[j], booked);
            world_close_losses(&out->im, bodies[0], bodies[1], j, booked);
        }
    }
    int64_t *data = adapt_put(out, "ledger/ended", (image_shape){IMAGE_I64, BOOKS, SUM_NUMBERS});
    for (int j = 0; data && j < BOOKS; j++) {
        exact_sum_carry(&sum[j]);
        memcpy(data + SUM_NUMBERS * j, sum[j].limb, sizeof sum[j].limb);
        data[SUM_NUMBERS * j + EXACT_SUM_LIMBS] = sum[j].met;
    }
    return data != NULL;
}

// The rows of a column that stay.
bool adapt_thin_out(adapted *out, const char *name, const bool *stays, int64_t left)
{
    const int at = adapt_place(&out->im, name);
    if (at < 0)
        return true;
    const image_column was = out->im.column[at];
    const size_t size = (size_t)was.width * image_type_size(was.type);
    char *data = malloc((size_t)left * size + 1);
    if (!data)
        return false;
    char *to = data;
    for (int64_t i = 0; i < was.rows; i++) {
        if (!stays[i])
            continue;
        memcpy(to, (const char *)was.data + (size_t)i * size, size);
        to += size;
    }
    image_column *now = &out->im.column[at];
    if (out->owned[at])
        free(now->data);
    now->data = data;
    now->rows = left;
    out->owned[at] = true;
    return true;
}
