// frame.h - what is seen of a world at one instant, as plain arrays for writers, measures and pictures.
//
// Bodies are the grains, in the order of their permanent ids; contacts are sorted by (a, b, feature). All arrays are
// owned by the frame and reused from one fill to the next. Forces and velocities belong to the same time as the
// positions.
#ifndef SCREE_STATE_FRAME_H
#define SCREE_STATE_FRAME_H

#include "base/vec.h"

#include <stdint.h>

typedef struct frame_bodies {
    int64_t count, room;
    int64_t *id;
    v3 *position;    // m, inside the domain on periodic axes
    double *radius;  // m
    double *mass;    // kg; INFINITY for fixed grains
    v3 *velocity;    // m/s
    v3 *spin;        // rad/s, in space axes
    q4 *orientation; // NULL where orientations are not followed
    v3 *force;       // N, of contacts (without gravity)
    v3 *torque;      // N m
    int32_t *material;
    int32_t *set;      // which entry of model grains, then streams
    int32_t *contacts; // number of contacts
} frame_bodies;

typedef struct frame_contacts {
    int64_t count, room;
    int64_t *a, *b;              // ids; below the first grain id: walls
    v3 *point;                   // m
    v3 *normal;                  // from a to b
    double *overlap;             // m
    v3 *force;                   // N, on b
    double *normal_force;        // N, positive pushes apart
    v3 *position_a, *position_b; // centres (nearest image to a) for force chains; of a wall: the contact point
} frame_contacts;

typedef struct frame_wall {
    const char *name;
    v3 position; // of its reference point, m
    q4 orientation;
    v3 velocity, spin;
    v3 force, torque; // by the grains on the wall, torque about its reference point, N and N m
    double power;     // of the wall's motion against the grains: -(force . velocity + torque . spin), W
} frame_wall;

// Energies and works since the start, J. See docs/energy.md.
typedef struct frame_ledger {
    double kinetic, gravitational, elastic;     // now
    double friction, damping, rolling, plastic; // lost so far, >= 0 but for rounding
    double walls;                               // work done by moving walls on the grains
    double added, removed;                      // energy of grains that came and went
    double start;                               // kinetic + gravitational + elastic at the start
    double residual;                            // now + lost - walls - added + removed - start: 0 in an exact world
    double turned_over;                         // scale for the residual: sum of the absolute values of what moved
    int64_t worst_a, worst_b;                   // ids of the contact whose own books are furthest out; -1: none
    double worst;                               // J
} frame_ledger;

typedef struct frame {
    double time; // s
    int64_t step;
    frame_bodies body;
    frame_contacts contact;
    frame_wall *wall; // walls entries
    int walls;
    frame_ledger ledger;
    int64_t pairs_near; // pairs in the neighbour lists
} frame;

void frame_clear(frame *f);

#endif
