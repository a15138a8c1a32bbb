// newcomers.h - grains that are put into a world while it goes on, by a stream or by a program: how one is put among the bodies, and
// what is looked at before. Grains that are changed are put there anew (replaced.c).
#ifndef SCREE_WORLD_NEWCOMERS_H
#define SCREE_WORLD_NEWCOMERS_H

#include "world/internal.h"

// How velocities are kept for a grain of a set that has this velocity at the time of the positions and touches nothing.
v3 world_velocity_to_keep(const world *world, int set, v3 velocity);

// The grain, or the ball of a fixed body, that has a slot.
standing_grain world_standing_in(const world *world, const bodies *bodies, int32_t slot);

// Grains that are to be put somewhere, and what to make of each.
typedef struct newcomer_list {
    const world_newcomer *grain;
    int64_t count;
    const char *doing; // what is said of them: "to be added"
    const int64_t *id; // what they are called; NULL: by their place in the list
    const bool *fixed; // of each: it does not move; NULL: all move
    const bool *
        stays; // of each: it stands there already, and nothing is asked of its place; NULL: none does
    const int *set_of; // of each: the set it had, of whose size it may be; NULL: it had none
} newcomer_list;

// "grain 7 to be added".
void world_name_newcomer(const newcomer_list *list, int64_t i, char *out, size_t size);
scree_status world_refuse_newcomer(const newcomer_list *list, int64_t i, scree_error *error,
                                   const char *hint, const char *what);
// Are they what a case could begin with: numbers, sizes, places in the domain, depths in walls, in grains that part.keep does not
// leave out and in each other?
scree_status world_check_newcomers(const world *world, const newcomer_list *list,
                                   scree_error *error);
// Is the size one that the shape of its set, or a grain of that, has (newcomer_sizes.c)? `where` is said.
scree_status world_check_size(const world *world, const standing_grain *stands, const char *where,
                              scree_error *error);

#endif
