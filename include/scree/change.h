// change.h - worlds that a program changes while they go on: grains come, go, become others and are pushed, walls are led. The conventions are those of scree.h.
//
// A world that was changed is a state like any other: it is saved, loaded and hashed, and goes on with the same bits for any
// number of threads and parts. What a snapshot does not know is what the program will do next.
//
// Ids are those of the column "id" of SCREE_BALLS. The first grain does not have 0: walls are numbered before grains.
#ifndef SCREE_CHANGE_H
#define SCREE_CHANGE_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

// A grain that is to come, as it is at the time of the world. All that is 0 may be left out.
typedef struct scree_grain {
    const char *set;    // entry of `grains` or `streams` of the case, which says shape and material
    double radius;      // m, of a ball; 0: that of its shape, of a distribution the mean
    double position[3]; // m, of its centre of mass; of a 2D world z is 0, or that of all grains
    double orientation[4]; // quaternion w, x, y, z of length 1; all 0: as its shape was described
    double velocity[3];    // m/s
    double spin[3];        // rad/s, in space
} scree_grain;

// Adds grains, all of them or none, but where memory runs out once grains stand in their places: then the world is spent, as the words
// say, and takes no more steps and cannot be saved. `ids` (may be NULL) gets what they are called from now on. The ledger counts their energy
// as added, with what the springs hold of contacts in which they come. Of such contacts frames show at once the motion of both grains
// under the new forces, as after a push. Costs a build of the lists, for each a look at all others, with the ledger up to two frames. Refused are the places that a case is refused for: grains
// deeper in others or in walls than run.deepest_overlap, outside of the domain, out of the plane of a 2D world; sets that are not there or fixed; sizes
// outside of those that the shape, or a grain of the set now, has: the step was chosen for these. Ends all views of scree_world_column.
scree_status scree_world_add(scree_world *handle, const scree_grain *grain, int64_t count,
                             int64_t *ids, scree_error *error);

// Removes grains with their contacts, all of them or none, or the world is spent as by scree_world_add; a grain of several balls has the id of its first one (column
// "body" of SCREE_BALLS). The ledger counts their energy as removed. Costs a build of the lists. Refused: ids that are not there or stand
// twice, fixed grains. Ends all views of scree_world_column.
scree_status scree_world_remove(scree_world *handle, const int64_t *ids, int64_t count,
                                scree_error *error);

// What becomes of a grain. All that is 0 or NULL stays as it is.
typedef enum scree_hold {
    SCREE_HOLD_AS_IT_IS,
    SCREE_HOLD_FIXED, // it stands still from now on, whatever pushes it
    SCREE_HOLD_FREE // it moves from now on, with the mass of its shape and material, at first with velocity 0
} scree_hold;
typedef struct scree_change {
    int64_t id; // of several balls that of the first one, also where the body is fixed
    const double *
        position; // m, three numbers: of its centre of mass; of a 2D world z is 0, or that of all grains
    const double *orientation; // quaternion w, x, y, z of length 1
    const double *
        velocity; // m/s, three numbers, along with one of the others; alone they are for scree_world_write
    const double *spin; // rad/s, in space, likewise
    const char *
        set; // entry of `grains` or `streams` of the case with the same shape: material, damping, growth of that
    const char *
        material; // goes to the set of its shape that has this material; there must be one and no second
    scree_hold hold;
} scree_change;

// Changes grains, all of them or none, or the world is spent as by scree_world_add; they keep their ids. A grain that is named begins its contacts anew, also those that go on as
// geometry: springs of the old place, laws or mass mean nothing to the new one. It keeps its motion where no other is told, as a
// frame shows it, the force that a program gives it, and how often it has crossed periodic borders; probes that compare places see it
// go to where it is placed. The ledger counts what it was, with the springs of its contacts, as removed, and what it is as added. Of contacts
// in which it comes frames show at once the motion of both grains under the new forces, as after a push. Radii stay; a fixed grain of
// several balls that is let go is one grain again, and one that is held as many grains of one ball each as it has balls. Costs as much as
// scree_world_add. A time step that is `auto` was chosen for the grains that moved as the case began. Refused, with nothing changed: ids that
// are not there or stand twice, changes that tell nothing, what is no number, the places and sizes that scree_world_add refuses (fixed
// grains may stand in each other and in walls), sets of another shape, laws that the case does not have, motion of fixed grains,
// orientations that a world of balls does not follow, places out of the plane of a 2D world or in a cell that deforms. Ends all views of
// scree_world_column.
scree_status scree_world_change(scree_world *handle, const scree_change *change, int64_t count,
                                scree_error *error);

// ---- forces --------------------------------------------------------------------------------------------------------
//
// A case with forces: {NAME: {law: given}} takes forces from a program: those of a fluid, of a magnet, of a hand.

// Gives the grains of these ids a force on their centre of mass, N, three numbers each. It acts from now on, until the grain is given
// another one; grains that are not named keep theirs, and those that come have none. With `ids` NULL the i-th force is that of the i-th grain
// in the order of ids, and `count` their number. Frames show the motion under the forces of now, which a new force changes by half
// a step of it at once. Forces are part of the state; the ledger counts what they do as `drag`. Costs a look
// at all ids. Refused, with nothing changed: ids that are not there or stand twice, fixed grains, what is no number, forces out of the
// plane of a 2D world.
scree_status scree_world_push(scree_world *handle, const int64_t *ids, const double *force,
                              int64_t count, scree_error *error);

// The same with moments, N m about the centre of mass in space axes, 2D: about z and per metre of depth. They act beside the forces, and
// end as these do.
scree_status scree_world_turn(scree_world *handle, const int64_t *ids, const double *moment,
                              int64_t count, scree_error *error);

// ---- walls ---------------------------------------------------------------------------------------------------------
//
// A program leads walls that the case gives the drive {law: led, speed: 1 m/s}: a shovel, a hand, a gate. `speed` is the most
// that any point of it will be moved with, from which a step is chosen. Between two words of the program the motion is exact in
// time, grains feel the velocity, and the work of the wall is booked. Where a wall was led to is part of the state.

// Moves the wall of that name from now on: its reference point with `velocity`, m/s, turning with `spin` about it, rad/s in
// space; after `duration`, s, which becomes a whole number of steps and at least one, it stands. INFINITY: until the next word.
// Refused: walls that are not there or not led, or that have a drive of the program (scree_world_drive), more than its `speed`, motion out of the plane of a 2D world.
scree_status scree_world_wall_move(scree_world *handle, const char *wall, const double velocity[3],
                                   const double spin[3], double duration, scree_error *error);
// Moves it to a place, m, and an orientation, a quaternion w, x, y, z of length 1, NULL: as it is turned now; with one velocity
// and one spin, the shorter way round, in `duration`, which is finite.
scree_status scree_world_wall_to(scree_world *handle, const char *wall, const double position[3],
                                 const double orientation[4], double duration, scree_error *error);
// Pushes a wall that the case gives the drive {law: body, ...}, a rigid body: `force` on its centre of mass, N, and a `torque` besides,
// N m in space, 2D: per metre of depth; either may be NULL: none. They act from now on, until the wall is pushed otherwise, beside its
// weight and the force and torque of the drive, along the freedoms that it has; they are part of the state. Refused: walls that are not there or no bodies,
// what is no number, what leads out of the plane of a 2D world.
scree_status scree_world_wall_push(scree_world *handle, const char *wall, const double force[3],
                                   const double torque[3], scree_error *error);
// Where any wall is and how it moves. By forces (solver: smooth) a wall that answers to forces, as a body or a servo does, has the velocity and
// spin with which it has come to this place, those of half a step before; scree_frame_take has all of one time, which takes the forces of it. Others,
// and all walls by impulses, have those of the time of the world.
typedef struct scree_pose {
    double position[3], orientation[4], velocity[3], spin[3]; // m; w, x, y, z; m/s; rad/s
} scree_pose;
scree_status scree_world_wall_pose(const scree_world *handle, const char *wall, scree_pose *out,
                                   scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
