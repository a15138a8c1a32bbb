// image.h - the whole state of a world as named columns, for snapshots and for the state hash.
//
// An image is what a bit-exact restart needs and nothing else. Its columns are in the order of permanent ids, so that
// it does not depend on memory layout, threads or neighbour lists. The hash is a tree: over the columns in the order of
// their names, but for those of the group `case/`, which tell of the state and are no part of it; of each over its name,
// type and shape and over its runs of rows. Whoever has all rows of a run can hash it, so that many can make the hash of
// one state together; see docs/reproducibility.md.
#ifndef SCREE_STATE_IMAGE_H
#define SCREE_STATE_IMAGE_H

#include "base/fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum image_type { IMAGE_F64, IMAGE_I64, IMAGE_U8 } image_type; // U8 carries text and bytes

typedef struct image_column {
    char name[64]; // "body/position", "contact/history", "run/time", ...
    char unit[16];
    char doc[160];
    image_type type;
    int64_t rows;
    int width;  // values per row
    void *data; // rows * width values, owned; NULL: they come in portions
} image_column;

// Whoever has the rows of columns that are not in memory.
typedef struct image_portions {
    // Rows [first, first + count) of that column go to `out`; of each column they are asked for in order, from the first on.
    // False: out of memory.
    bool (*take)(void *context, int column, int64_t first, int64_t count, void *out);
    void (*end)(void *context); // nobody asks any more
    void *context;
} image_portions;

typedef struct image {
    image_column *column;
    int count, room;
    image_portions portions; // of columns without data; all NULL: there are none
} image;

// What a column holds.
typedef struct image_shape {
    image_type type;
    int64_t rows;
    int width; // values per row
} image_shape;

// Adds a column with room for rows * width values, all zero, and returns its data; NULL when out of memory. Names are
// unique.
void *image_add(image *im, const char *name, image_shape shape, const char *unit, const char *doc);
// The column of that name with that type and width, or NULL.
const image_column *image_find(const image *im, const char *name, image_type type, int width);
// Its values, of a column of type IMAGE_F64 or IMAGE_I64.
static inline const double *image_reals(const image_column *column)
{
    return column->data;
}
static inline const int64_t *image_integers(const image_column *column)
{
    return column->data;
}

// Has the column a row for each body or contact?
bool image_is_of_bodies(const image_column *column);
bool image_is_of_rows(const image_column *column);

uint64_t image_hash(const image *im); // all columns are in memory

// The values of some rows of a column: where they are, or taken into `room`, which has room for them. NULL: out of memory.
const void *image_rows(const image *im, int column, int64_t first, int64_t count, void *room);
// Room for the rows of a run of any column that comes in portions; free() gives it back. NULL: out of memory.
void *image_portion_room(const image *im);
// The hash of an image of which columns may come in portions; and of one whose columns have these hashes, as
// image_column_hash makes them. False: out of memory.
bool image_hash_portions(const image *im, uint64_t *out);
uint64_t image_hash_of(const image *im, const uint64_t *of_column);

// The pieces of image_hash(), for those who have no image of the whole state. Of each column
//   h = image_column_begin(column);  for each of its runs, in order:  h = image_hash_join(h, image_run_hash(...))
// and of the state
//   s = 0;  for each column, in the order of names:  s = image_hash_join(s, h)
enum { IMAGE_RUN_ROWS = 1 << 16 }; // the last run of a column may have less
int64_t image_runs(int64_t rows);
uint64_t image_run_hash(image_type type, int width, const void *rows, int64_t count);
uint64_t image_column_begin(const image_column *column); // data is not looked at
uint64_t image_hash_join(uint64_t so_far, uint64_t next);

void image_clear(image *im);
size_t image_type_size(image_type type);

#endif
