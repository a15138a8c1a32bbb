// sharing.h - a step by impulses among ranks: each finds the contacts of its own part, all get them, and solve the whole
// problem alike (docs/nonsmooth.md).
//
// Movers are numbered over all parts, part by part. What is solved does not depend on that order, so it has the bits of one
// process. Where there is one part, movers are its slots, and nothing here does anything.
#ifndef SCREE_NONSMOOTH_SHARING_H
#define SCREE_NONSMOOTH_SHARING_H

#include "base/sort.h"
#include "motion/part.h"
#include "motion/transport.h"
#include "nonsmooth/solver.h"

typedef struct ns_sharing {
    part *part; // the first of so many
    int parts;
    const transport *ranks; // with whom the world is shared; NULL: with nobody
    const transport
        *with; // those who take part in what is done now; NULL: all that is asked for stands here
    // Of each part the mover that its first slot is, then how many bodies there are.
    int32_t *first;
    int64_t *id; // of each mover that is a body; where there are several parts alone
    int32_t *set;
    int64_t id_room, set_room;
    sort_pair *table; // movers by id, while it is known
    int64_t table_room;
    bool listed;
    int32_t *ghost; // the mover of each ghost of the part that is looked at
    int64_t ghost_room;
    transport_piece *piece; // what goes to each rank and comes from it
    char *out, **in;
    int64_t out_room, *in_room;
    char *told; // records of all ranks
    int64_t told_room;
} ns_sharing;

bool sharing_make(ns_sharing *sharing, part *first, int parts, const transport *ranks);
void sharing_free(ns_sharing *sharing);

// The parts of which contacts are to be found here: that of this rank, or all where nobody else takes part.
part *sharing_here(const ns_sharing *sharing);
part *sharing_end(const ns_sharing *sharing);

// What each rank knows of its own bodies before a step.
typedef struct ns_count {
    int64_t bodies;
    double speed2,
        rim2; // largest squares of speeds, and of those of rims of grains with a core, m^2/s^2
    double largest; // radius, m
} ns_count;
// Numbers all bodies, by what each rank has counted, which becomes what all have. Returns false without memory.
bool sharing_count(ns_sharing *sharing, ns_count *count);
static inline int32_t sharing_bodies(const ns_sharing *sharing)
{
    return sharing->first[sharing->parts];
}
static inline int32_t sharing_first(const ns_sharing *sharing, const part *part)
{
    return sharing->first[part - sharing->part];
}
double sharing_most(const ns_sharing *sharing, double number);

// Once each rank has filled in its own movers: those of all. False without memory.
bool sharing_movers(ns_sharing *sharing, ns_movers *movers);
// Their velocities alone, of which each rank has changed its own.
bool sharing_velocities(ns_sharing *sharing, ns_movers *movers);
// Which movers the ghosts of a part are. False without memory.
bool sharing_ghosts(ns_sharing *sharing, const part *part);
// The ids of all bodies that there are, for sharing_mover. False without memory.
bool sharing_ids(ns_sharing *sharing);
// The mover that the body of that id is; -1: there is none.
int32_t sharing_mover(const ns_sharing *sharing, int64_t id);
// The contacts that so many threads of this rank have found go to all; those of the others are put to those of the first. False without
// memory.
bool sharing_contacts(ns_sharing *sharing, ns_found *found, int threads);
// What rank 0 keeps from one step to the next becomes what all keep. False without memory.
bool sharing_memory(const ns_sharing *sharing, ns_memory *memory);
// This rank cannot go on; does not return where there are others.
void sharing_abandon(const ns_sharing *sharing);

#endif
