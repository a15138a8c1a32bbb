// losses.h - what sets of grains have lost (motion/losses.h), put together, saved and taken up again.
#ifndef SCREE_WORLD_LOSSES_H
#define SCREE_WORLD_LOSSES_H

#include "world/internal.h"

#define WORLD_LOSSES "case/losses" // column of an image

// LOSSES empty sums a set where there is a ledger and more than one set; the caller frees them. NULL: out of memory.
exact_sum *world_make_losses(const shared *shared);
scree_status world_begin_losses(world *world, scree_error *error); // once parts have their threads
// Adds those that are booked: of contacts that are no more, of dampers and forces up to half a step back.
void world_gather_losses(const world *world, exact_sum *all);
// What the threads of a part have noted: forgotten; into sums of its own; taken from others to be put together with all.
void world_clear_losses(const shared *shared, part *part);
int world_count_losses(const shared *shared); // sums
void world_gather_losses_of(const shared *shared, const part *part, exact_sum *all);
void world_put_losses(const shared *shared, part *part, const exact_sum *all);
bool world_save_losses(const world *world, image *im); // false: no memory
scree_status world_load_losses(shared *shared, const image *im, scree_error *error);
// What a contact that an image loses has lost; its column of losses, if there is one, is the caller's own.
void world_close_losses(const image *im, int64_t id_a, int64_t id_b, int book, double lost);

#endif
