// collect.c - the state of a world of ranks as an image whose rows come in portions (world/lots.h), so that no rank holds more
// of it than what it owns. Each rank makes an image of its own grains and contacts, in their order (world/snapshot.c).
#include "world/collect.h"

#include "world/lots.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MOST = 32, ROWS_OF_BODIES = 0, ROWS_OF_CONTACTS = 1, ROWS_ORDERS = 2 };

typedef struct collecting {
    lots *lots;
    image own;                // columns of which all ranks have rows, in the same order on each
    int number[COLUMNS_MOST]; // of each of them in the image of all
} collecting;

static size_t row_size(const image_column *column)
{
    return (size_t)column->width * image_type_size(column->type);
}

static bool take(void *context, int number, int64_t first, int64_t count, void *out)
{
    collecting *c = context;
    int column = 0;
    while (c->number[column] != number)
        column++;
    lots_take(c->lots, column, first, count, out);
    return true;
}

static void end(void *context)
{
    collecting *c = context;
    lots_end(c->lots);
    image_clear(&c->own);
    free(c);
}

// The columns with rows of ranks go out of an image, in which they stand without data.
static bool take_columns(collecting *c, image *im)
{
    for (int i = 0; i < im->count; i++) {
        image_column *column = &im->column[i];
        if (!image_is_of_rows(column))
            continue;
        void *data = NULL;
        if (c->own.count < COLUMNS_MOST)
            data = image_add(&c->own, column->name, (image_shape){column->type, 0, column->width},
                             column->unit, column->doc);
        if (!data)
            return false;
        free(data);
        image_column *own = &c->own.column[c->own.count - 1];
        c->number[c->own.count - 1] = i;
        own->rows = column->rows;
        own->data = column->data;
        column->data = NULL;
    }
    return true;
}

// By all numbers of a column. Keys of contacts are three, or four with the number of their laws.
static lot_order order_by(const collecting *c, const char *name)
{
    int at = 0;
    while (strcmp(c->own.column[at].name, name))
        at++;
    const image_column *key = &c->own.column[at];
    return (lot_order){key->rows, image_integers(key), (int)key->width};
}

bool collect_rows(world *w, image *im)
{
    lot lot[COLUMNS_MOST];
    collecting *c = calloc(1, sizeof *c);
    if (!c || !take_columns(c, im)) {
        ranks_abandon(w, "out of memory for the rows of a snapshot");
        return false;
    }
    for (int i = 0; i < c->own.count; i++) {
        const image_column *column = &c->own.column[i];
        const int order = image_is_of_bodies(column) ? ROWS_OF_BODIES : ROWS_OF_CONTACTS;
        lot[i] = (struct lot){column->data, row_size(column), order};
    }
    const lot_order order[ROWS_ORDERS] = {order_by(c, "body/id"), order_by(c, "contact/key")};
    c->lots = lots_make(w, lot, c->own.count, order, ROWS_ORDERS);
    if (!ranks_lead(w)) {
        lots_answer(c->lots);
        image_clear(&c->own);
        free(c);
        image_clear(im);
        return true;
    }
    for (int i = 0; i < c->own.count; i++)
        im->column[c->number[i]].rows = lots_rows(c->lots, lot[i].order);
    im->portions = (image_portions){take, end, c};
    return true;
}
