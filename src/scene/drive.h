// drive.h - how a wall moves: plug-ins in files scene/drive_NAME.c, found by the build.
//
// A drive gives the motion of a wall's reference point and its spin as a function of time, or, where the wall answers
// to forces, advances a state of its own. All walls are infinitely heavy for the grains. A branch may give a wall
// another drive, or other values: that motion begins where the wall is, when the branch begins, unless its row `jump`
// is true (world/begin.c).
#ifndef SCREE_SCENE_DRIVE_H
#define SCREE_SCENE_DRIVE_H

#include "base/fail.h"
#include "base/row.h"
#include "base/vec.h"
#include "scene/rigid.h"
#include "shape/principal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DRIVE_STATE = 8 }; // numbers a drive may keep; saved in snapshots
// Of one that is led: a velocity and a spin, m/s and rad/s, and the time at which they end, s.
enum { LED_VELOCITY = 0, LED_SPIN = 3, LED_END = 6 };

typedef struct wall_pose {
    v3 position, velocity, spin; // of the reference point, m, m/s, rad/s in space axes
    q4 orientation;
} wall_pose;

// What a drive that answers to the grains knows of its wall.
typedef struct drive_wall {
    rigid body;    // of one that is a rigid body
    double extent; // largest distance of its surface in the domain from its reference point, m
    v3 gravity;    // m/s^2
    bool flat;     // in the plane
    // On which a pressure acts, across the axis of its drive, m^2, in the plane m: the section of the box of planes around it,
    // or its own face where that is smaller, or there is no box; 0: neither is known.
    double section;
    bool by_face;   // it is the face
    bool faceless;  // it has an end, and nothing of it looks along the axis
    bool slanting;  // planes that stand across no axis bound the section, too, and are not counted
    face_part part; // of the face, which is within the box
    double face;    // of the surface as it stood when that was taken, m^2, in the plane m
    q4 turned;      // then; 0: not yet
    v3 face_at, face_low, face_high; // then: where it was, and the box, m
    // By a program, on one that is a rigid body: N on its centre of mass, and N m besides.
    v3 given_force, given_torque;
} drive_wall;

typedef struct drive_in {
    double time; // s, of the pose wanted
    double dt;   // s since the pose before; 0 at the very start
    // S over which the force acts: dt, but for a half at the very start and where the step changes.
    double kick;
    v3 force, torque; // of the grains on the wall one step ago (zero unless the drive `answers`)
    wall_pose start;  // where the motion began
    wall_pose before; // one step ago
    double since;     // s, when it began: 0, or when a branch or a stage gave the wall this motion
    double
        clock; // s, from when its `from` and `to` count: 0, or when the stage began that gives them
    const drive_wall *wall; // NULL where nobody answers
    // Only the velocities after the kick are wanted, where the wall is: of the reference point, and the spin.
    bool glance;
} drive_in;

// How a wall gives way to impulses of the grains in a step: along an axis, or as a body.
typedef struct drive_yield {
    bool unknown;        // it has no mass yet, so nothing can be said
    v3 axis;             // unit: it moves along it alone
    double inverse_mass; // velocity per impulse, 1/kg
    int stop; // -1, 1: held at its lower, its upper limit, so that it cannot go on that way; 0: at none
    v3 velocity; // of now, m/s
    // Of a body: 1 along each axis of space along which it moves, else 0; the point to which velocity and moments
    // belong; the spin, and how it changes by an angular impulse, 1/(kg m^2), and the other way round.
    bool body;
    v3 free, point, spin;
    sym3 inverse_inertia, inertia;
} drive_yield;

// The fastest that a drive moves its wall by itself.
typedef struct drive_pace {
    double speed;     // of all of it, m/s
    double rate;      // at which it turns, rad/s; 0: it does not
    v3 point, axis;   // about a line through that point along a unit vector
    double frequency; // at which it swings to and fro, Hz; 0: it does not
} drive_pace;

// What pushes a wall that gives way to grains.
typedef struct drive_push {
    v3 axis;          // unit: it moves along it alone
    double force;     // along the axis, N
    double mass;      // of the wall, kg; INFINITY: that of the layer of grains on it
    double damping;   // N s/m
    double low, high; // displacements at which it stops, m; NaN: none
    double pressure;  // besides the force, on the section of the grains, Pa
    double most;      // a limit of its speed, m/s; 0: none
    // No more of it can lie on grains, m^2, in the plane m; 0: it may be as large as the domain.
    double area;
} drive_push;

// What leads out of the plane of a case in 2D, in words, and the remedy; NULL: nothing does.
typedef struct drive_leaving {
    const char *what, *hint;
} drive_leaving;

// What lies before a drive that is to hold something.
typedef struct drive_outlook {
    double gap;      // of its wall from the nearest grain, m; 0: not known; INFINITY: there is none
    double duration; // s, how long it goes; INFINITY: not known
    bool attracts;   // grains may hold on to it
    v3 gravity;      // m/s^2: grains may fall towards it
} drive_outlook;

typedef struct drive {
    plugin what;
    bool answers;           // needs the force of the grains in every step
    bool partial;           // may have no place for its wall at some times
    bool led;               // its state is what a program asks for
    bool pushed_by_program; // it takes the given force and torque of its wall
    // Rows, a blank between them, that may change while the motion goes on; expressions in the time may not. NULL: none.
    const char *passing;
    // A hash of what its `file` holds, once that was read. NULL: it has none.
    uint64_t (*content)(const choice *choice);
    // Reads the file that a row names, from the folder of the case. NULL: none does.
    scree_status (*read)(const choice *choice, const char *wall, const char *folder,
                         fault_list *faults, scree_error *error);
    // Checks the values; may refuse. NULL: rows say it all.
    scree_status (*check)(const choice *choice, const char *wall, scree_error *error);
    // Of a case in the plane, whose values have passed `check`. NULL: there is no motion out of it.
    drive_leaving (*leaves_plane)(const choice *choice);
    // The pose at in->time from the start pose (motion that is a function of time) or from `before` and the state.
    void (*pose)(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                 wall_pose *out);
    // What it keeps at the start of a case, and how the wall moves then. NULL: zeros.
    void (*start)(const choice *choice, const drive_in *in, double state[DRIVE_STATE],
                  wall_pose *now);
    // What it keeps of a wall that another drive has brought here, with the motion that wall has. NULL: zeros.
    void (*begin)(const choice *choice, const drive_in *in, const wall_pose *now,
                  double state[DRIVE_STATE]);
    // Can it go on from that state, which it has left itself, perhaps with other values? NULL: from any.
    scree_status (*go_on)(const choice *choice, const char *wall, const double state[DRIVE_STATE],
                          scree_error *error);
    // Of a wall that answers, in a step of in->dt. NULL: it moves as it must.
    drive_yield (*yield)(const choice *choice, const drive_in *in, const double state[DRIVE_STATE]);
    // Why the nonsmooth solver cannot have it as it is set; NULL: it can.
    const char *(*rigid_grains)(const choice *choice);
    // The mass of a wall that is to be a body, from its surface. NULL: it is none.
    scree_status (*mass)(const choice *choice, const primitive *surface, const char *wall,
                         int dimensions, rigid *out, scree_error *error);
    // Gives it the mass of the grains that lie on it, kg, and the time of their contacts, s, where it has none of its own
    // yet. NULL: it wants none.
    bool (*weigh)(const choice *choice, double mass, double time, double state[DRIVE_STATE]);
    // What makes the same motion one whose velocity does not jump while it goes on. NULL: its velocity does not.
    const char *(*steadier)(const choice *choice);
    // For how long a limit of speed has kept it from what it wants, s. NULL: none can.
    double (*held)(const double state[DRIVE_STATE]);
    // What it is to hold on the grains at in->time, and what they feel of it, along or about its axis, N or N m. NULL: it holds
    // nothing.
    void (*aim)(const choice *choice, const drive_in *in, double *wanted, double *held);
    // Why it cannot reach what it is to hold as things stand. False: nothing is known against it. NULL: likewise.
    bool (*doubt)(const choice *choice, const drive_outlook *outlook, char *out, size_t size);
    // It needs the section of the box around it along this axis; 0: it does not. NULL: it does not.
    v3 (*section)(const choice *choice);
    // How long a motion to and fro or round takes until it begins again, s. NULL: it does not.
    double (*cycle)(const choice *choice);
    // The pace of a wall whose reference point is there at the start, in a run of that duration (s; INFINITY: not known).
    // NULL: it stands, or grains and forces decide.
    drive_pace (*pace)(const choice *choice, v3 reference, double duration);
    drive_push (*push)(const choice *choice, const drive_wall *wall); // NULL: nothing does
} drive;

const drive *drive_find(const plugin *what);

// The drives of a wall, one after the other: each moves it from where those before it have brought it at that time. So
// [velocity, rotation about a point] turns what has moved about a place in space, and [rotation, velocity] moves an axis
// on which the wall turns. None: the wall stands still.
typedef struct drive_chain {
    const choice *part; // not owned
    int parts;
    const drive_wall *wall; // what the drives know of their wall; NULL: only of its name
} drive_chain;

bool drive_chain_is(const drive_chain *chain); // is there one?
bool drive_chain_answers(const drive_chain *chain);
bool drive_chain_led(const drive_chain *chain);        // by its only drive
bool drive_chain_takes_push(const drive_chain *chain); // of a program, likewise
bool drive_chain_partial(const drive_chain *chain);
bool drive_chain_moves(const drive_chain *chain);  // has one a pace, or is pushed?
bool drive_chain_jumps(const drive_chain *chain);  // does one ask for it?
bool drive_chain_yields(const drive_chain *chain); // may drive_chain_yield be asked?
bool drive_chain_pushed(const drive_chain *chain); // may drive_chain_push be asked?
// What must be done before anything is asked of it that depends on a file. `faults` may be NULL.
scree_status drive_chain_read(const drive_chain *chain, const char *wall, const char *folder,
                              fault_list *faults, scree_error *error);
scree_status drive_chain_check(const drive_chain *chain, const char *wall, int dimensions,
                               scree_error *error);
// As of a drive, but velocity and spin are those of all motions together. `out` may be in->start's own.
void drive_chain_pose(const drive_chain *chain, const drive_in *in, double state[DRIVE_STATE],
                      wall_pose *out);
void drive_chain_start(const drive_chain *chain, const drive_in *in, double state[DRIVE_STATE],
                       wall_pose *now);
void drive_chain_begin(const drive_chain *chain, const drive_in *in, const wall_pose *now,
                       double state[DRIVE_STATE]);
// Of one that is a body; else a mass of 0.
scree_status drive_chain_mass(const drive_chain *chain, const primitive *surface, const char *name,
                              int dimensions, rigid *out, scree_error *error);
const char *drive_chain_rigid_grains(const drive_chain *chain);
// False: it needs a mass and there is none.
bool drive_chain_weigh(const drive_chain *chain, double mass, double time,
                       double state[DRIVE_STATE]);
double drive_chain_held(const drive_chain *chain, const double state[DRIVE_STATE]); // s
bool drive_chain_aims(const drive_chain *chain); // may drive_chain_aim be asked?
void drive_chain_aim(const drive_chain *chain, const drive_in *in, double *wanted, double *held);
bool drive_chain_doubt(const drive_chain *chain, const drive_outlook *outlook, char *out,
                       size_t size);
bool drive_chain_weighs(const drive_chain *chain); // may it be asked?
v3 drive_chain_section(const drive_chain *chain);
scree_status drive_chain_go_on(const drive_chain *chain, const char *wall,
                               const double state[DRIVE_STATE], scree_error *error);
drive_yield drive_chain_yield(const drive_chain *chain, const drive_in *in,
                              const double state[DRIVE_STATE]);
drive_push drive_chain_push(const drive_chain *chain);
double drive_chain_cycle(const drive_chain *chain); // s, the shortest; INFINITY: none
// Of one drive of it; zeros where that has none.
drive_pace drive_chain_pace(const drive_chain *chain, int part, v3 reference, double duration);

const plugin *const *drive_plugins(int *count);

#endif
