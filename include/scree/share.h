// share.h - frames from a thread that steps to threads that look, where neither waits for the other: a window that draws at its own
// pace, a monitor, a network. The conventions are those of scree.h.
//
//     scree_share *share = scree_share_create();
//     scree_world_share(w, share, SCREE_BY_CLOCK, 1.0 / 60, &e);   // the thread that steps
//     scree_world_step(w, 1000000, &e);
//
//     scree_reader *reader = scree_reader_create(share);           // the thread that draws
//     const scree_frame *frame = scree_reader_take(reader);        // the newest whole one; NULL: there is none yet
//
// A frame that a reader has taken is its own until it takes the next one: nobody writes to it, and the others may have the same. There are as
// many frames as readers keep, and two or three more. Nothing is locked: what passes from thread to thread is one pointer, and a frame is written where
// nobody can look. The world does not tell whether anyone looks: its bits are the same.
//
// Who may call what: scree_share_put and the steps of worlds that share, one thread at a time for one share; the functions of one reader,
// one thread at a time; scree_share_glance, scree_share_create, scree_reader_create and both destroys, any thread at any time. A share lives until it has been
// destroyed and no world and no reader has it any more, in any order; so do frames, whose world may be gone. After fork a child has a
// share of its own with the frames that there were.
#ifndef SCREE_SHARE_H
#define SCREE_SHARE_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct scree_share scree_share;
typedef struct scree_reader scree_reader;

// With no frame in it; NULL when out of memory.
scree_share *scree_share_create(void);
void scree_share_destroy(scree_share *share);

// Puts a frame of the world as it is now into it. Costs what scree_frame_take does, and now and then a frame's memory. On failure
// readers keep what they have.
scree_status scree_share_put(scree_share *share, scree_world *handle, scree_error *error);

typedef enum scree_pace {
    SCREE_BY_CALL, // at the end of each call that takes steps; `every` counts for nothing
    SCREE_BY_TIME, // after each step that comes to a multiple of `every`, s, of the time of the world, or beyond one
    // After the first steps with which `every`, s, have passed since the last one, and as long as it took: so frames never take more than
    // about half of the time.
    SCREE_BY_CLOCK
} scree_pace;

// From now on frames that are put into it are short looks (scree_frame_glance), which cost a small part of a step, or, with 0, whole ones, as at first.
void scree_share_glance(scree_share *share, int glance);

// From now on calls that take steps put frames into it, between two steps as well, from their own thread; at once there is one. A frame that cannot be
// taken ends the steps with its fault. `share` NULL: no more. Snapshots do not hold it. Refused: what is no time above 0.
scree_status scree_world_share(scree_world *handle, scree_share *share, scree_pace pace,
                               double every, scree_error *error);

// One for each thread that looks. NULL when out of memory.
scree_reader *scree_reader_create(scree_share *share);
void scree_reader_destroy(scree_reader *reader);
// The newest frame that is whole, and gives back the one it took before; the same again where there is no newer one. NULL: there has been
// none. Never waits. Borrowed until the next call; it serves for all that takes a const frame, scree_frame_copy among that.
const scree_frame *scree_reader_take(scree_reader *reader);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
