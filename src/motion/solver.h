// solver.h - what a solver is to a world: one table of functions.
//
// A solver has a state of its own over a part and what all share, and takes them from one step to the next. The two are
// smooth/solver.c, by forces, and nonsmooth/impulses.c, by impulses; world/solvers.c finds the one that a case asks for.
// Functions that a solver has no use for are NULL where that is said.
#ifndef SCREE_MOTION_SOLVER_H
#define SCREE_MOTION_SOLVER_H

#include "friction/system.h"
#include "motion/effort.h"
#include "motion/part.h"
#include "motion/transport.h"
#include "state/frame.h"
#include "state/image.h"

typedef struct solver {
    // ---- traits
    // Impacts last for many steps: contacts keep histories, springs and dashpots act in time.
    bool resolves;
    bool lags;    // velocities are kept half a step before the positions, not at their time
    bool schemes; // bodies move by run.integrator and run.rotation
    bool trails;  // of large clumps only the balls that something may meet are moved (followers.h)
    // Corners of outlines are turned in each step, not where they are looked at.
    bool turns_outlines;
    bool
        by_blocks; // a step tells the listener of a part of blocks, whose bodies it changes no more where none has several balls
    bool means;    // forces on walls are the means of the step that led here, not those of now

    // ---- life
    // Of a world whose bodies, laws, walls and lists are there; so many parts follow each other from `first` on. With `ranks`
    // each of them is owned by another process; NULL: all are here.
    scree_status (*make)(shared *shared, part *first, int parts, const transport *ranks,
                         void **state, scree_error *error);
    void (*free)(void *state); // NULL too

    // ---- a step
    // Sets the lengths of the step to come.
    void (*pace)(void *state);
    // How far two bodies may come nearer to each other in a step, m, and lists must reach beyond touch. NULL: contacts
    // begin with touch.
    double (*reach)(void *state);
    // Velocities and places of the next step into the other buffers of the bodies; trouble into the reports and loads
    // on walls into the scratch of the threads, which are clear. False without memory.
    bool (*step)(void *state);
    // Walls go to where they are after the step; their work is booked. What all parts have to tell has been merged
    // before (world/agree.c): the loads stand in the scratch of the first thread of the first part.
    void (*move_walls)(void *state);

    // ---- a look
    // Contacts that begin now, and those with walls, as a step has them: looking early changes nothing. NULL: none.
    void (*meet)(void *state, report *report);
    // Adds contacts and forces to a frame of the bodies, whose place in it each slot knows, part by part of those that stand here.
    // `with` the ranks that do the same, each for its own part; NULL: all that is seen stands here. NULL: there are none
    // beside those of the blocks.
    scree_status (*see)(void *state, const transport *with, frame *frame, const int32_t *place,
                        scree_error *error);
    // Contacts that the blocks do not know. NULL: there are none.
    int64_t (*contacts)(const void *state);
    // NULL: it does not iterate.
    solver_effort (*effort)(void *state, bool reset);
    // The contacts of the step that was made, as a friction-contact problem. NULL: a step is none.
    scree_status (*problem)(const void *state, friction_system *out, scree_error *error);

    // ---- images: what its contacts keep, of bodies that stand here; `with` as in see
    bool (*save)(void *state, const transport *with, image *im); // false: out of memory
    scree_status (*load)(
        void *state, const image *im,
        scree_error *error); // before lists are built: all bodies are in the first part
    void (*complete)(void *state, const image *im); // after that; NULL: nothing is left
    // Velocities were written before the first step: what is known of one step ago is the motion of now. NULL: nothing
    // is.
    void (*settle)(void *state);
    // Bodies of these ids, ascending, begin their contacts anew: what is kept of those there were is left. False without
    // memory. NULL: contacts are those of the blocks, and have gone with the bodies.
    bool (*forget)(void *state, const int64_t *id, int64_t count);
} solver;

#endif
