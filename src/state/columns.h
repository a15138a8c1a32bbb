// columns.h - the table of a body's state: one line per column.
//
// Allocation, reordering, snapshots and the reference page follow from this table. Bodies stand in slots, in Morton
// order of the search cells; two more slots behind the last one belong to nobody and pad short batches. A column with
// two buffers is read from one and written to the other in each step.
// A body may have a copy in another part of the world, a ghost (world/exchange.c): SENT_STEP columns are sent to it after
// each step, SENT_BUILD ones when lists are built, SENT_NEVER ones not at all: nothing that a block computes reads those
// of a body that is not its own.
//   X(name, C type, values per body, buffers, unit, saved, sent, written by, documentation)
// What is saved is exactly what a bit-exact restart needs (tests/restart proves it).
#ifndef SCREE_STATE_COLUMNS_H
#define SCREE_STATE_COLUMNS_H

#include "base/simd.h"

#include <stdbool.h>
#include <stdint.h>

// Ids are never given twice. They stay below 2^53, so that a double holds each of them exactly: probes keep them so.
#define ID_MOST (INT64_C(1) << 53)

typedef enum column_sent { SENT_NEVER, SENT_BUILD, SENT_STEP } column_sent;

#define BODY_COLUMNS(X)                                                                            \
    X(position, rec4, 1, 2, "m", true, SENT_STEP, "motion",                                        \
      "centre x, y, z (inside the domain on periodic axes) and radius R")                          \
    X(velocity, rec4, 1, 2, "m/s", true, SENT_STEP, "motion",                                      \
      "velocity half a step before position, and 1/m (0: fixed)")                                  \
    X(spin, rec4, 1, 2, "m/s", true, SENT_STEP, "motion",                                          \
      "R times angular velocity, half a step before, and 1/R")                                     \
    X(hold, rec4, 1, 1, "m", false, SENT_NEVER, "search",                                          \
      "position when the neighbour lists were built")                                              \
    X(id, int64_t, 1, 1, "1", true, SENT_BUILD, "birth",                                           \
      "permanent id; walls have the ids below the first grain")                                    \
    X(material, int32_t, 1, 1, "1", true, SENT_BUILD, "birth", "index of the material")            \
    X(set, int32_t, 1, 1, "1", true, SENT_BUILD, "birth",                                          \
      "grain set of the case it came from, streams after sets")

// Kept only by worlds that ask for it.
#define BODY_OPTIONAL_COLUMNS(X)                                                                   \
    X(orientation, rec4, 1, 1, "1", true, SENT_STEP, "motion",                                     \
      "unit quaternion (w, x, y, z), body to space")                                               \
    X(image, int32_t, 3, 1, "1", true, SENT_NEVER, "motion",                                       \
      "how often it has crossed each periodic border, signed")                                     \
    X(member, int32_t, 2, 1, "1", true, SENT_BUILD, "birth",                                       \
      "number of this ball among those of its body, and how many there are; 0: a ball that moves " \
      "by itself")                                                                                 \
    X(centre, rec4, 1, 1, "m", true, SENT_NEVER, "motion",                                         \
      "of a body that moves as a whole, in its first ball: centre of mass and mass, kg")           \
    X(drift, rec4, 1, 1, "m/s", true, SENT_NEVER, "motion",                                        \
      "its velocity, half a step before centre")                                                   \
    X(turning, rec4, 1, 1, "kg m^2/s", true, SENT_NEVER, "motion",                                 \
      "its angular momentum, half a step before centre; where there is a rate: its angular "       \
      "velocity, rad/s, in body "                                                                  \
      "axes")                                                                                      \
    X(rate, rec4, 1, 1, "rad/s^2", true, SENT_NEVER, "motion",                                     \
      "run.rotation: leapfrog: its angular acceleration in body axes, one step before centre")     \
    X(path, rec4, 4, 1, "m", true, SENT_NEVER, "motion",                                           \
      "run.integrator: gear: derivatives of centre times dt^k/k!, k = 1 to 4; the fourth number "  \
      "of the first is 1 "                                                                         \
      "once forces have been felt")                                                                \
    X(swing, rec4, 4, 1, "1", true, SENT_NEVER, "motion",                                          \
      "run.integrator: gear: the same of orientation")                                             \
    X(given, rec4, 1, 1, "N", true, SENT_NEVER, "program",                                         \
      "forces with law: given: the force that a program gives the body, in its first ball")        \
    X(moment, rec4, 1, 1, "N m", true, SENT_NEVER, "program",                                      \
      "forces with law: given: the moment that a program gives it, likewise")

typedef struct bodies {
    int32_t count;  // live slots: bodies that are owned here
    int32_t ghosts; // slots behind them with copies of bodies that other parts own
    int32_t room;   // slots allocated, without the two of padding
    int now;        // buffer that holds the current time
#define MEMBER_1(name, type, buffers) type *name;
#define MEMBER_2(name, type, buffers) type *name[2];
#define MEMBER(name, type, width, buffers, unit, saved, sent, stage, doc)                          \
    MEMBER_##buffers(name, type, buffers)
    BODY_COLUMNS(MEMBER)
    BODY_OPTIONAL_COLUMNS(MEMBER)
#undef MEMBER
#undef MEMBER_1
#undef MEMBER_2
    // Gear: no drift, no turning.
    bool with_orientation, with_image, with_clumps, with_rate, with_gear, with_given;
} bodies;

#endif
