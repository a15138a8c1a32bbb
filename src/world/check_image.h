// check_image.h - what the parts of world_check_image share: looking up columns, and telling what is wrong in words
// that name column, row and value.
#ifndef SCREE_WORLD_CHECK_IMAGE_H
#define SCREE_WORLD_CHECK_IMAGE_H

#include "world/internal.h"

// How fast a body and its rim may be in an image, m/s.
#define FASTEST 1e15

// An image that is being checked, and what is known of it so far. Columns of the bodies are there once
// check_image_bodies has been through them.
typedef struct image_check {
    const model *model;
    const image *im;
    scree_error *error;
    int walls;           // with the planes of the domain
    int64_t first_grain; // ids of grains begin here
    bool without_contacts;
    bool of_rank; // bodies that are not there may be those of other ranks
    int64_t bodies;
    int64_t next_id;
    const int64_t *id, *material, *set; // per body, in the order of ids
} image_check;

// The column of that name, whatever it holds; NULL: there is none.
const image_column *check_column_of(const image *im, const char *name);
// Finds a column of that type and width with that many rows (-1: any number).
scree_status check_need(const image_check *check, const char *name, image_type type, int width,
                        int64_t rows, const image_column **out);
// The fault of one row: "body/position, row 12: ...". Returns SCREE_BAD_INPUT.
scree_status check_fault(const image_check *check, const image_column *column, int64_t row,
                         const char *what, ...) SCREE_PRINTF(4, 5);
// All numbers of a column of reals are finite; all of one of whole numbers lie in [low, high].
scree_status check_finite(const image_check *check, const image_column *column);
scree_status check_range(const image_check *check, const image_column *column, int64_t low,
                         int64_t high);
// Four numbers from `first` on in each row are a unit quaternion, up to what rounding and a millionth of harm make.
scree_status check_turns(const image_check *check, const image_column *column, int first);

// The parts, in the order in which they rely on each other.
scree_status check_image_wall_ids(image_check *check);
scree_status check_wall_pushes(const image_check *check);
scree_status check_image_walls(const image_check *check);
scree_status check_image_bodies(image_check *check);
scree_status check_image_contacts(const image_check *check);

// The row of the body with that id; -1: there is none.
int64_t check_body_of(const image_check *check, int64_t id);

#endif
