// damping.h - Cundall's local damping: along each axis of space the force on a grain, its weight included, is less by
// the share `alpha` while it drives the motion along that axis and more while it brakes it; so is the moment.
//
//   F_i <- F_i (1 - alpha sign(F_i v_i)),  M_i <- M_i (1 - alpha sign(M_i w_i))
//
// v and w are those at the time of the positions, as F and M alone would bring them there: v_{n-1/2} + (dt/2) F/m. In a
// cell that deforms they are against its flow. Sources: Cundall 1987, "Distinct element models of rock and soil
// structure"; Yade, NewtonIntegrator.damping, which takes the same velocities and damps gravity as well.
#ifndef SCREE_MOTION_DAMPING_H
#define SCREE_MOTION_DAMPING_H

#include "motion/stepping.h"

// The share of the body in a slot; 0: it is not damped.
static inline double damping_of(const stepping *stepping, int32_t slot)
{
    if (!stepping->damping)
        return 0;
    return stepping->damping[stepping->context.body->set[slot]];
}

// From the velocities that are kept to the time of the positions, s, as a step has it: next to nothing before the
// first one, so that what begins at rest is damped from the start.
static inline double damping_lag(const stepping *stepping)
{
    return 0.5 * stepping->context.dt;
}

static inline double damped_along(double alpha, double push, double motion)
{
    const double drives = push * motion;
    if (drives > 0)
        return (1 - alpha) * push;
    return drives < 0 ? (1 + alpha) * push : push;
}

static inline v3 damped(double alpha, v3 push, v3 motion)
{
    return (v3){
        .x = damped_along(alpha, push.x, motion.x),
        .y = damped_along(alpha, push.y, motion.y),
        .z = damped_along(alpha, push.z, motion.z),
    };
}

// The flow of a cell at a place, as it was in the step before.
static inline v3 damping_flow(const stepping *stepping, v3 at)
{
    if (!stepping->cell)
        return (v3){0, 0, 0};
    return cell_times(&stepping->cell->before, v3_sub(at, stepping->cell->corner));
}

// Of a ball: acceleration, and R times the angular one; velocity, and R times spin.
typedef struct ball_drive {
    v3 push, turn;
} ball_drive;
typedef struct ball_motion {
    v3 velocity, rim;
} ball_motion;

// What drives a ball that moved so `half` before the time of its position, which is `at`.
static inline ball_drive damped_ball(const stepping *stepping, double alpha, double half, v3 at,
                                     ball_motion before, ball_drive drive)
{
    const v3 velocity = v3_fma(before.velocity, half, drive.push);
    const v3 rim = v3_fma(before.rim, half, drive.turn);
    const v3 own = v3_sub(velocity, damping_flow(stepping, at));
    return (ball_drive){
        .push = damped(alpha, drive.push, own),
        .turn = damped(alpha, drive.turn, rim),
    };
}

// What damping takes from a ball that moves so now, over its mass, W/kg.
static inline double damping_power(const stepping *stepping, v3 at, ball_motion now, ball_drive raw,
                                   ball_drive left)
{
    const v3 own = v3_sub(now.velocity, damping_flow(stepping, at));
    const double pushes = v3_dot(v3_sub(raw.push, left.push), own);
    const double turns = v3_dot(v3_sub(raw.turn, left.turn), now.rim);
    return pushes + turns / stepping->spin_factor;
}

#endif
