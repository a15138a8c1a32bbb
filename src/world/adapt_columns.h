// adapt_columns.h - columns of an image that take the place of others; see adapt.h.
#ifndef SCREE_WORLD_ADAPT_COLUMNS_H
#define SCREE_WORLD_ADAPT_COLUMNS_H

#include "world/adapt.h"

// The number of the column of that name; -1: there is none.
int adapt_place(const image *im, const char *name);
void adapt_leave_out(adapted *out, const char *name);
// A column of that shape in the place of the one that there was; its data, all zero. NULL without memory.
void *adapt_put(adapted *out, const char *name, image_shape shape);
// All that follow are false without memory. The rows of a column of walls in the order of the model, of which row[i] tells
// where wall i was; a row of a wall that has come is `blank`.
bool adapt_move_rows(adapted *out, const char *name, image_shape shape, const int *row,
                     const void *blank);
// The rows of a column that stay, `left` of them.
bool adapt_thin_out(adapted *out, const char *name, const bool *stays, int64_t left);
// The books of contacts that do not stay are those of contacts that ended; what they held, world_book_change counts.
bool adapt_close_books(adapted *out, const image_column *key, const bool *stays);

// Brings walls and their contacts to those of the case (adapt_walls.c).
scree_status adapt_walls(const model *model, adapted *out, scree_error *error);

// Where the mass scaling changes (world/inertia.c); false without memory.
bool adapt_inertia(const model *model, adapted *out);

#endif
