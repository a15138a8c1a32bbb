// bodies.h - allocation, reordering and export of the body columns.
#ifndef SCREE_STATE_BODIES_H
#define SCREE_STATE_BODIES_H

#include "base/vec.h"
#include "state/columns.h"
#include "state/image.h"

// What a record holds: a vector, or a quaternion.
static inline v3 v3_of(const rec4 *record)
{
    return v3_make(record->v[0], record->v[1], record->v[2]);
}
static inline q4 q4_of(const rec4 *record)
{
    return (q4){record->v[0], record->v[1], record->v[2], record->v[3]};
}

// What the records of now hold in their fourth place. The inverse mass is 0 where a body is fixed.
static inline double bodies_radius(const bodies *bodies, int64_t slot)
{
    return bodies->position[bodies->now][slot].v[3];
}
static inline double bodies_inverse_mass(const bodies *bodies, int64_t slot)
{
    return bodies->velocity[bodies->now][slot].v[3];
}

// Makes room for `room` bodies, keeping those there are. On failure nothing has changed.
bool bodies_reserve(bodies *bodies, int32_t room);
void bodies_free(bodies *bodies);

// Of a ball that is part of a body: the slot of the first. They stand side by side, in order.
static inline int32_t bodies_first(const bodies *bodies, int32_t slot)
{
    return bodies->with_clumps ? slot - bodies->member[2 * (size_t)slot] : slot;
}
// Of how many balls the body is that this one belongs to; 0: it moves by itself.
static inline int32_t bodies_members(const bodies *bodies, int32_t slot)
{
    return bodies->member[2 * (size_t)slot + 1];
}
// Does it move with a body as a whole (motion/clumps.h) and not by itself? Grains with a core do as well.
static inline bool bodies_clumped(const bodies *bodies, int32_t slot)
{
    return bodies->with_clumps && bodies_members(bodies, slot) > 0;
}

// Is it one of so many balls of a body that a step moves those alone which something may meet (motion/followers.h)?
enum { BODIES_FOLLOW = 16 };
static inline bool bodies_follow(const bodies *bodies, int32_t slot)
{
    return bodies->with_clumps && bodies_members(bodies, slot) >= BODIES_FOLLOW;
}

static inline double bodies_inverse_radius(const bodies *bodies, int32_t slot)
{
    return bodies->spin[bodies->now][slot].v[3];
}
// How often it has crossed each periodic border; 0 where no axis is periodic.
static inline i3 bodies_image(const bodies *bodies, int32_t slot)
{
    if (!bodies->image)
        return (i3){0, 0, 0};
    const int32_t *crossed = bodies->image + 3 * (size_t)slot;
    return (i3){crossed[0], crossed[1], crossed[2]};
}
static inline q4 bodies_orientation(const bodies *bodies, int32_t slot)
{
    return q4_of(&bodies->orientation[slot]);
}

// Two slots of padding, which never touch anything, stand behind the room of all bodies, so that bodies can be added
// while contacts and near pairs point at the padding. This is the first one.
static inline int32_t bodies_padding(const bodies *bodies)
{
    return bodies->room;
}
// Fills the two padding slots.
void bodies_pad(bodies *bodies);

// Slot k gets what was in slot from[k], for k < count; count may be smaller than before (the others are dropped). Works
// through the buffers that are not `now`; `hold` is left undefined.
void bodies_reorder(bodies *bodies, const int32_t *from, int32_t count, int threads);

// A body with all its columns as they are now, as bytes; into the slot of another set of bodies with the same columns.
size_t bodies_record_size(const bodies *b);
void bodies_pack(const bodies *b, int32_t slot, char *record);
void bodies_unpack(const bodies *b, int32_t slot, const char *record);
// Copies of `count` bodies go to the slots of `to` from `first` on: the columns that are sent at least as often as `when`.
void bodies_send(const bodies *from, const int32_t *slot, int32_t count, const bodies *to,
                 int32_t first, column_sent when);
// The same by bytes, of bodies that stand in another process: how many one takes, from slots, into slots from `first` on. Of
// columns with two buffers those of now are sent, or where that is wanted those that the step is writing.
size_t bodies_sent_size(const bodies *b, column_sent when);
void bodies_pack_sent(const bodies *b, const int32_t *slot, int32_t count, column_sent when,
                      bool next, char *out);
// Some of `all` such bodies, which follow each other among the slots, to where they stand in the bytes of all.
typedef struct sent_run {
    int32_t first, count, all;
} sent_run;
void bodies_pack_run(const bodies *b, const int32_t *slot, sent_run run, column_sent when,
                     bool next, char *out);
void bodies_unpack_sent(const bodies *b, int32_t first, int32_t count, column_sent when,
                        const char *in);
// For tests: what stands behind the bodies that are owned, and has not been sent here, becomes NaN.
void bodies_poison(const bodies *b);

// Saved columns in the order of ids; order[k] is the slot of the k-th body.
scree_status bodies_to_image(const bodies *b, const int32_t *order, image *im, scree_error *error);
// Fills bodies (whose options are set) from an image; they stand in the order of ids.
scree_status bodies_from_image(bodies *b, const image *im, scree_error *error);

#endif
