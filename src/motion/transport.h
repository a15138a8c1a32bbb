// transport.h - what a world needs to be shared by several processes, its ranks, each of which owns one part.
//
// All ranks call these functions in the same order: each call but those with rooms ahead of a `meet` is a meeting of all of them. What it brings
// has come when it returns; a transport that cannot bring it, because a rank is gone, says so and ends the program, and does not
// return. So a world has no failures of its way to other ranks to handle, and a run that ends so stands where its last
// snapshot does.
#ifndef SCREE_MOTION_TRANSPORT_H
#define SCREE_MOTION_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What goes to a rank and comes from it; both know both sizes, in bytes, and 0 is one.
typedef struct transport_piece {
    const void *send;
    size_t send_size;
    void *receive;
    size_t receive_size;
} transport_piece;

// How a record, so many bytes, is added to another one. Neither the order of the records nor how they are grouped can be seen in
// what comes out. Records lie as what malloc gives.
typedef struct transport_merging {
    void (*add)(const void *context, void *to, const void *from);
    const void *context;
} transport_merging;

typedef struct transport {
    int rank, ranks;
    void *context;
    // Each rank gives so many bytes, as many as all others; `all` gets those of all ranks, one behind the other.
    void (*gather)(void *context, const void *mine, size_t size, void *all);
    // Each of so many numbers becomes the sum of those that all ranks give.
    void (*add)(void *context, int64_t *number, size_t count);
    // piece[rank] for each rank; that of the own one is left alone.
    void (*swap)(void *context, const transport_piece *piece);
    // Rooms of the sizes of piece[rank], whose memory is not asked for, for what goes from rank to rank again and again; those that
    // there were are closed. False on all ranks where some room is too large.
    bool (*open)(void *context, const transport_piece *piece);
    // Of a rank: where that is written which goes there with the next `meet`, and read what has come from there with the last one.
    void *(*out)(void *context, int rank);
    const void *(*in)(void *context, int rank);
    // Ahead of a `meet`, of the thread that calls all else: what was read in all rooms may be written over; what stands in the room to a
    // rank may go there; what is on its way gets a moment.
    void (*expect)(void *context);
    void (*send)(void *context, int rank);
    void (*push)(void *context);
    // The record of each rank, as many bytes of each, becomes what all of them are together.
    void (*merge)(void *context, void *record, size_t size, const transport_merging *by);
    // The same, which brings what stands in all rooms along; size 0: that alone.
    void (*meet)(void *context, void *record, size_t size, const transport_merging *by);
    // Rank 0 has the bytes, the others get them, for which they may have to wait long.
    void (*tell)(void *context, void *data, size_t size);
    // This rank cannot go on: says why and where, and ends all of them. Does not return.
    void (*abandon)(void *context, const char *why);
} transport;

#endif
