// event.h - a program is called while a world takes steps: at times, when conditions come true, and for the motion of walls.
// The conventions are those of scree.h.
//
//     static int open_gate(void *context, scree_world *w) { return scree_world_wall_move(w, "gate", up, still, 1, NULL) != SCREE_OK; }
//     scree_world_when(w, "unbalanced < 1e-3 and time > 0.5 s", 1e-3, (scree_event){open_gate, NULL}, NULL, &e);
//
// Calls come between two steps, from the thread that asked for the steps, in the order of times and then as they were asked for. A call may
// change the world by all functions of scree/change.h, look at it, ask for other calls and cancel some. It must neither step nor destroy it.
// Which step a call comes after, and so the bits of the world, depends on the case and on what was asked for alone. Snapshots do not
// hold calls.
#ifndef SCREE_EVENT_H
#define SCREE_EVENT_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct scree_event {
    // Where it answers other than 0 the steps end with SCREE_STOPPED; one may step on.
    int (*call)(void *context, scree_world *handle);
    void *context;
} scree_event;

// Calls at the first step not before `time`, s, and, where `every` is above 0, again and again that much later, at most once a step. `id` (may be NULL)
// gets a number for scree_world_cancel. Refused: times before that of the world, what is no number, an `every` below a thousandth of a step.
scree_status scree_world_at(scree_world *handle, double time, double every, scree_event event,
                            int64_t *id, scree_error *error);

// Calls once when a condition holds, which is looked at every so many seconds from now on, at most once a step: in the words of
// `until` of stages (docs/stages.md), over what a world is asked for and the probes of the case: "kinetic < 1e-4 J and
// stage_time > 0.1 s", "outflow.grains > 100". A look costs a frame and what the probes do. Refused: what `until` refuses. Where the
// world comes to another stage the condition is read anew, by the probes of that; where it lacks one, the steps end with that fault.
scree_status scree_world_when(scree_world *handle, const char *condition, double every,
                              scree_event event, int64_t *id, scree_error *error);

// A drive of the program for a wall that the case gives {law: led, ...}: asked before each step, at the time of the world, which is
// const to it, for the motion of the step: velocity of the reference point, m/s, and spin about it, rad/s in space, both 0 at first. The
// words and refusals are those of scree_world_wall_move, and a refusal ends the steps; so does an answer other than 0, with
// SCREE_STOPPED before the step. The motion is part of the state, the drive is not: after a load give it again, or the wall goes half a step on and stands. The
// same drive makes the same bits for any number of threads and parts. One for each wall; with `drive` NULL the wall
// stands after its step. Refused: walls that are not there or not led, within calls of this
// header.
typedef int (*scree_drive)(void *context, const scree_world *handle, double velocity[3],
                           double spin[3]);
scree_status scree_world_drive(scree_world *handle, const char *wall, scree_drive drive,
                               void *context, scree_error *error);

// What happens beside the steps, in the words of messages: `where`, `what` and `hint` of a note, whose status is SCREE_OK. Told are a
// step that is too long for the case and servos that cannot reach what they are to hold, at once; then, after whole steps and at the latest
// before a call that takes steps returns, stages that begin, grains that go over open borders, streams that fall short of their rate and keep up again.
// The note is borrowed for the call, in which the world may be read by functions that take it const. NULL: nobody is told, as at
// first. What a case has to say is in scree_case_note; how far a run has come scree_world_watch is asked for.
typedef void (*scree_log)(void *context, const scree_world *handle, const scree_error *note);
scree_status scree_world_log(scree_world *handle, scree_log call, void *context,
                             scree_error *error);

// Forgets a call that was asked for. Refused: those that are not there, or are over.
scree_status scree_world_cancel(scree_world *handle, int64_t id, scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
