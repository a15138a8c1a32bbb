// give_lanes.h - the impulses of a batch of plain balls to their bodies, eight lanes at a time: included by sweep.c, once
// per width.
//
// What comes out has the bits of contact_give (contact.c) for each contact by itself: the push and the friction together
// act on b as they are and on a as their opposite, and both turn by -alpha n x impulse. A row that is not there gives
// nothing.
#ifndef SCREE_NONSMOOTH_GIVE_LANES_H
#define SCREE_NONSMOOTH_GIVE_LANES_H

#include "nonsmooth/sweep_rows.h"

INLINE void give_ball(const task *task, const int32_t *at, vrm there, vr3 impulse, vr3 turn)
{
    real *bodies = (real *)task->body;
    const body was = body_load(bodies, at);
    const vr turning = vr_set((real)task->spin_factor) * was.mass;
    const vr3 v = vr3_add(was.v, vr3_scale(was.mass, impulse));
    const vr3 s = vr3_add(was.s, vr3_scale(turning, turn));
    const body now = {
        .v = {vr_select(there, v.x, was.v.x), vr_select(there, v.y, was.v.y),
              vr_select(there, v.z, was.v.z)},
        .mass = was.mass,
        .s = {vr_select(there, s.x, was.s.x), vr_select(there, s.y, was.s.y),
              vr_select(there, s.z, was.s.z)},
        .rho = was.rho,
    };
    body_store(bodies, at, &now);
}

static void give_balls(const task *task, const batch *batch)
{
    for (int lane = 0; lane < LANES; lane += VR_LANES) {
        const lanes here = {
            .a = batch->a + lane,
            .b = batch->b + lane,
            .first = batch->column + lane,
        };
        const vr3 n = column3(here, B_N);
        const vr3 impulse = vr3_add(column3(here, B_T), vr3_scale(column(here, B_PUSH), n));
        const vr alpha = column(here, B_ARM);
        const vr3 turn = vr3_scale(vr_set(0) - alpha, vr3_cross(n, impulse));
        const vrm there = vr_gt(column(here, B_BIAS), vr_set(sweep_never));
        // The torque that plain balls do not have is 0 on b, and -0 on a, which changes nothing.
        give_ball(task, here.b, there, impulse, vr3_add(turn, vr3_zero()));
        if (batch->kind.side == SIDE_MOBILE)
            give_ball(task, here.a, there, vr3_scale(vr_set(-1), impulse), turn);
    }
}

#endif
