// take_rows.h - some of the bodies and contacts of an image, as an image.
#ifndef SCREE_WORLD_TAKE_ROWS_H
#define SCREE_WORLD_TAKE_ROWS_H

#include "state/image.h"

// Which rows of bodies and of contacts are taken.
typedef struct chosen_rows {
    bool *body, *contact; // contact NULL: no columns of contacts
} chosen_rows;

// None of so many rows; contacts -1: there are no columns of them. False without memory; to be cleared all the same.
bool chosen_make(chosen_rows *chosen, int64_t bodies, int64_t contacts);
void chosen_clear(chosen_rows *chosen);
// Those rows, and what else contacts are made of, into an image that is empty. False without memory.
bool take_chosen(image *out, const image *from, const chosen_rows *chosen);

#endif
