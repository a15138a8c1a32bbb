// local_area.h - what ranks of one machine share, and how they meet there; of local.c and local_meet.c alone.
#ifndef SCREE_RANKS_LOCAL_AREA_H
#define SCREE_RANKS_LOCAL_AREA_H

#include "ranks/local.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

// Bytes of words, of a box, of all lanes and of all rooms of a rank.
enum { LOCAL_WORDS = 400, LOCAL_BOX = 1 << 16, LOCAL_LANES = 1 << 23, LOCAL_ROOMS = 1 << 27 };

// What a rank says of its box.
typedef struct local_label {
    int64_t kind, size;
    int64_t more; // bytes that are still to come to some rank
} local_label;

typedef struct local_area {
    _Atomic uint32_t came, open; // ranks at the gate; how often it has opened
    _Atomic uint32_t asleep;     // ranks that wait in their sleep
    _Atomic int ended;           // 1 + the rank that cannot go on
    char words[LOCAL_WORDS];     // and why
    local_label label[2][LOCAL_RANKS_MOST];
} local_area;

struct local_ranks {
    transport transport;
    local_area *area;
    char *box;  // [2][ranks][LOCAL_BOX]
    char *lane; // [2][ranks][ranks][lane_size], what goes once
    char *room; // [2][ranks][ranks][room_size], what goes again and again
    size_t lane_size, room_size, bytes;
    char *told; // records of all ranks that are merged
    size_t told_room;
    int side; // which set of boxes and lanes is next
    int room_side;
    long patience; // ns that a rank waits awake; 0: it always sleeps
    pid_t parent, child[LOCAL_RANKS_MOST];
    int words_to;                     // the stderr of rank 0
    void (*look)(local_ranks *local); // are the others there? Ends the program where they are not
    void (*end)(void *context, const char *why);
    void *end_context;
};

// The functions of the transport that meet (local_meet.c).
void local_fill_in_meetings(transport *transport);

#endif
