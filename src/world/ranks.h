// ranks.h - a world whose parts are owned by several processes, its ranks: rank r owns part r, and all of them keep what
// the world shares alike (docs/ranks.md).
//
// All ranks call the functions of a step in the same order, and decide alike: what they decide by is agreed on first.
// Whoever looks at all bodies asks for a mirror: then the parts of the other ranks stand here as well, as copies, until
// the next step, and loops over all parts see what they see in one process.
#ifndef SCREE_WORLD_RANKS_H
#define SCREE_WORLD_RANKS_H

#include "world/internal.h"

// ---- agreed (ranks.c). A world of one process is at one with itself.

// Each number becomes the largest, or the least, that a rank has.
void ranks_most(const world *world, double *number, int count);
void ranks_least(const world *world, double *number, int count);
int64_t ranks_sum(const world *world, int64_t number);
// Each of so many numbers becomes the sum of those that the ranks have.
void ranks_add(const world *world, int64_t *number, int64_t count);
bool ranks_all(const world *world, bool yes);
void ranks_merge_sum(const world *world, exact_sum *sum);
// The records of all ranks, so many bytes each, in their order; NULL without memory. The caller frees.
void *ranks_gather(const world *world, const void *mine, size_t size);
// Pieces, a number of bytes for each rank: what the others have for this one.
void ranks_exchange_sizes(const world *world, const int64_t *to, int64_t *from);
// This rank cannot go on; does not return in a world of ranks.
void ranks_abandon(const world *world, const char *why);

// Is this rank 0, or the only process?
static inline bool ranks_lead(const world *world)
{
    return !world->ranks || world->ranks->rank == 0;
}
// What rank 0 has, the others get; so many bytes.
void ranks_tell(const world *world, void *data, size_t size);
// The status of rank 0 and its error become those of all, where rank 0 has looked at what the others have not. One of them
// that fails alone cannot go on.
scree_status ranks_status(const world *world, scree_status status, scree_error *error);

// What no ranks can do yet, by name (ranks_refuse.c).
scree_status ranks_refuse(const model *model, scree_error *error);

// Each rank gets those grains of the start that it is to own, of rank 0, which has them all (hand_out.c).
scree_status world_share_grains(world *world, const grain_list *grains, scree_error *error);
// Then, before lists are built for the first time: bodies are in order, and ranks see their ghosts.
scree_status world_link_first(world *world, scree_error *error);

// ---- the mirror

// Of whom all bodies stand here: of all, or this is one process.
static inline bool ranks_see_all(const world *world)
{
    return !world->ranks || world->mirror.here;
}
// Copies of the parts of other ranks, where they are not there yet: within a step on all ranks, for who looks at the world of
// rank 0 between steps there alone, and then the others are told to send them. Lists are built first where they are old.
scree_status world_mirror(const world *world, scree_error *error);
// The same after lists are built where they are too old, as whoever looks at contacts wants it in one process, too.
scree_status world_see_all(world *world, scree_error *error);
// Without copies: each rank brings its lists up to date, and contacts of its own begin as in a look. Called by all of them; false where
// this one has no memory, or finds something wrong.
bool world_meet_own(world *world);
// Slots of the own bodies in the order of ids; NULL without memory, the caller frees.
int32_t *world_own_order(const world *world);
// Does rank 0 get what is seen of the others' grains from them, and not of copies? Then this does it, where no
// rank finds something wrong; and what the others do.
bool frames_are_collected(const world *world);
// `numbers` gets how many contacts there are, and then rows of balls and contacts stay where they are; NULL: they come.
scree_status frame_collect(world *world, frame *frame, int64_t *numbers, bool *collected,
                           scree_error *error);
void frame_answer(world *world, bool rows);
// Without communication; before what changes the state of parts.
void world_drop_mirror(world *world);
// Empties the parts that are not of this rank.
void ranks_forget_others(world *world);
// Links of a mirror, which stand beside those of the ranks. False without memory.
bool mirror_make(world *world);
void mirror_free(world *world);

// ---- what rank 0 says (orders.c)

typedef enum rank_order {
    ORDER_END,
    ORDER_STEP,
    ORDER_MIRROR,
    ORDER_NEXT_STAGE,
    ORDER_PULSE,
    ORDER_IMAGE,
    ORDER_FRAME,
    ORDER_DEPTHS,
    ORDER_LISTEN,
    ORDER_GATES
} rank_order;
typedef struct rank_said {
    int64_t what, steps;
} rank_said;
// Between steps on rank 0: the others do the same. Within them nothing is said.
void ranks_order(const world *world, rank_order what, int64_t steps);
// The status of a function that all ranks have called: all have the same one, or cannot go on.
scree_status ranks_same(const world *world, scree_status status, const scree_error *error);

// ---- ghosts (exchange_ranks.c); links as in exchange.c, of those from and to the own part

bool ranks_make_rooms(world *world); // false without memory
void ranks_free_rooms(world *world);
bool ranks_link_parts(world *world, const wanted_ids *asked, bool by_slots);
void ranks_exchange(world *world);
// Before the solver makes a step, where it can: blocks write their ghosts as they are done.
void ranks_begin_step(world *world);
// When the solver has made a step: ghosts go with what the ranks tell each other of it, where nothing changes them any more.
void ranks_post(world *world);
void ranks_merge_step(world *world, void *record, size_t size, const transport_merging *by);
void ranks_send_next(world *world);

#endif
