// post.h - parcels with bodies and their contacts on their way from part to part, and what becomes of them there.
#ifndef SCREE_WORLD_POST_H
#define SCREE_WORLD_POST_H

#include "world/internal.h"

#include "contact/parcel.h"

// Parcels from each part, and from the nursery, to each part.
typedef struct post {
    world *w;
    parcel *parcel;
    wanted_ids *asked; // from part to part: bodies that contacts name
} post;

bool post_make(post *mail, world *w); // false without memory; it is to be cleared all the same
void post_clear(post *mail);
parcel *post_parcel(const post *mail, int from, int to);
// Parcels between ranks: sends those of the own part, gets those for it.
void post_exchange(const post *mail);
// Of the contacts of a parcel that a part owns: which bodies the others will ask for.
bool post_ask(const post *mail, const parcel *sent, int to);
// The bodies for a part, in the order of memory, without contacts and ghosts; then, when the parts are linked, their contacts.
bool post_open_bodies(const post *mail, int to);
bool post_open_contacts(const post *mail, int to, int64_t *missing);

// Opens what has come, and learns whose bodies are seen (deal.c); *missing counts contacts that lack a body. False without memory.
bool deal_deliver(const post *mail, int64_t *missing);

#endif
