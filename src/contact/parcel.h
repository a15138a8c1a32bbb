// parcel.h - bodies on their way to another part of the world, with the contacts that they have.
//
// A contact is told by the ids of its bodies, not by slots, which mean nothing elsewhere. Both of its bodies bring it
// along; where both come to one block, it is made once.
#ifndef SCREE_CONTACT_PARCEL_H
#define SCREE_CONTACT_PARCEL_H

#include "contact/lists.h"

// A contact as one of its bodies brings it; its numbers follow: histories, then geometry.
typedef struct parcel_contact {
    int64_t a, b; // ids; of a wall its number
    int64_t feature;
    int32_t kind, set; // of its bucket
    int32_t side;      // the body that brings it is a (0) or b (1)
    int32_t other;     // to which part the other body goes; -1: it is a wall
} parcel_contact;

typedef struct parcel {
    int32_t bodies;
    char *body; // records of bodies_pack
    int64_t body_room;
    int64_t contacts;
    char *contact; // records: parcel_contact and its numbers
    int64_t contact_bytes, contact_room;
} parcel;

void parcel_free(parcel *sent);

// Adds the body in that slot. `next` says of each slot, of ghosts as well, to which part its body goes; -1: it is taken
// out of the world, and its contacts are. False without memory.
bool parcel_add(parcel *sent, const lists *list, const bodies *own, const contact_context *context,
                int32_t slot, const int32_t *next);

// Bodies of a parcel into the slots from `first` on.
void parcel_take_bodies(const parcel *sent, const bodies *own, int32_t first);

// The contact that begins at that byte; moves on to the next one. Numbers follow it.
const parcel_contact *parcel_next(const parcel *sent, int64_t *at, const history_layout *layout);

// Who knows where a body stands, as an owned one or as a ghost; -1: it is not there. *missing counts contacts of whose bodies
// one is not.
typedef struct parcel_ids {
    int32_t (*slot_of)(const void *ids, int64_t id);
    const void *ids;
    int64_t *missing;
} parcel_ids;

// Contacts of a parcel into the blocks. All bodies that they name are there. False without memory.
bool parcel_take_contacts(const parcel *sent, lists *list, const lists_task *task,
                          const parcel_ids *ids);

#endif
