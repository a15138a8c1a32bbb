// mindlin_deresiewicz.h - partial slip of a round contact under any history of push and slip: the core that the laws of
// Mindlin and Deresiewicz, of Vu-Quoc and Zhang, and of Walton and Braun share. Along the force slip_curves.h holds,
// across it the full stiffness.
//
// A dashpot, where a law has one, acts beside the spring with what Coulomb's limit leaves (slip_damper); the state does
// not know of it. Small oblique impacts lose by it what the normal law loses by its own (Thornton, Cummins and Cleary,
// Powder Technology 233 (2013) 30).
#ifndef SCREE_LAW_MINDLIN_DERESIEWICZ_H
#define SCREE_LAW_MINDLIN_DERESIEWICZ_H

#include "law/slip_curves.h"

// What to know of a contact besides its history: push, K_T0, by how much rolling takes the traction away, and c of the
// dashpot, or where there is none 0 and damped false.
typedef struct slip_in {
    vd push, stiffness, rolled_off;
    vd mean; // of K_T0 over the first step, as a share of what it is now
    vd dashpot;
    bool damped;
    law_turn turn;
    vd3 slip;
    vd dt;
    vd3 rate; // that the dashpot sees
} slip_in;

// The direction of the force, or where there is none, of the slip; the size of the force in *q.
SCREE_FN vd3 slip_direction(vd3 force, vd3 slip, vd *q)
{
    const vd tiny = vd_set(1e-300);
    const vd least = vd_set(1e-150);
    vm some = vd_gt(vd3_dot(force, force), tiny);
    vd3 v = vd3_select(some, force, slip);
    vd square = vd3_dot(v, v);
    vd size = vd_sqrt(square);
    vm known = vd_gt(square, tiny);
    vd inverse = 1.0 / vd_max(size, least);
    *q = vd_keep(some, size);
    return vd3_scale(vd_keep(known, inverse), v);
}

// A vector along the force of a contact that slides, which was q t: as spring_slide of spring.h has it, the force turns
// towards the slip to second order, with the size that the limit had in the middle of the step.
SCREE_FN vd3 slip_slide(slip_change c, vd3 t, vd q, vd3 moved)
{
    vd3 pull = vd3_scale(c.mean, moved);
    vd middle = vd_max(0.5 * (q + c.limit), vd_set(1e-300));
    vd way = vd_sqrt(vd3_dot(pull, pull));
    vm onwards = vd_gt(vd3_dot(pull, t), vd_set(0.0));
    vd3 kept = vd3_scale(middle, t);
    vd3 added = vd3_scale(1.0 + 0.5 * way / middle, pull);
    vd3 turned = vd3_add(kept, added);
    vd3 straight = vd3_add(vd3_scale(q, t), pull);
    return vd3_select(onwards, turned, straight);
}

// Which way a contact goes: its force with direction and size, the axis of the curve, and what of the force is across.
typedef struct slip_way {
    vd3 direction; // of the force; of the slip where there is none
    vd size;       // of the force
    vd3 axis;      // of what has turned its own, else that direction
    vd along;      // of the force, along the axis
    vd3 across;    // of the force
} slip_way;

SCREE_FN slip_way slip_way_of(vd3 force, vd3 axis, vm turned, vd3 moved)
{
    slip_way w;
    w.direction = slip_direction(force, moved, &w.size);
    vd length;
    vd3 kept = slip_direction(axis, w.direction, &length);
    w.axis = vd3_select(turned, kept, w.direction);
    vd along_axis = vd3_dot(force, w.axis);
    w.along = vd_select(turned, along_axis, w.size);
    vd3 on_axis = vd3_scale(w.along, w.axis);
    vd3 across = vd3_sub(force, on_axis);
    w.across = vd3_keep(turned, across);
    return w;
}

// How the contact goes on that way in a step.
typedef struct slip_motion {
    slip_way way;
    vd3 moved;  // the displacement
    vd3 across; // its part across the axis
    vd sign;    // 1 or -1: forces count along the axis, or against it
} slip_motion;

// The kept axis.
SCREE_FN vd3 slip_axis(const vd *h)
{
    return vd3_make(h[SLIP_AXIS], h[SLIP_AXIS + 1], h[SLIP_AXIS + 2]);
}
SCREE_FN void slip_keep_axis(vd3 axis, vd *h)
{
    h[SLIP_AXIS] = axis.x;
    h[SLIP_AXIS + 1] = axis.y;
    h[SLIP_AXIS + 2] = axis.z;
}

// Sum of the force along the axis and the part across. At the limit it slides along what the force would be without
// slip: of the part across alone, a force that slides would swing to and fro. Writes the state that the step leaves;
// the axis of a contact that slides goes with the force.
SCREE_FN vd3 slip_close(slip_change c, slip_state o, slip_motion motion, vd *h)
{
    slip_way w = motion.way;
    vd s = motion.sign;
    vd3 added = vd3_scale(c.mean, motion.across);
    vd3 aside = vd3_add(w.across, added);
    vd3 on_axis = vd3_scale(s * o.q, w.axis);
    vd3 force = vd3_add(on_axis, aside);
    vd limit2 = (c.limit * c.limit) * (1.0 - 1e-12);
    vm over = vd_gt(vd3_dot(force, force), limit2);
    vm live = vd_gt(c.push, vd_set(0.0));
    vd3 axis = w.axis;
    if (vm_bits(over)) {
        vd3 slides = slip_slide(c, w.direction, w.size, motion.moved);
        vd square = vd3_dot(slides, slides);
        vd size = vd_sqrt(vd_max(square, vd_set(1e-300)));
        vd3 onto = vd3_scale(1.0 / size, slides);
        force = vd3_select(over, vd3_scale(c.limit, onto), force);
        vm opposite = vd_gt(vd_set(0.0), vd3_dot(onto, axis));
        vd side = vd_select(opposite, vd_set(-1.0), vd_set(1.0));
        axis = vd3_select(over, vd3_scale(side, onto), axis);
    }
    force = vd3_keep(live, force);
    vm turned = slip_is(o.turned);
    vd turn = vd_keep(turned, s * o.turn);
    vd mark = vd_select(turned, 2.0 * s, vd_set(1.0));
    h[0] = force.x;
    h[1] = force.y;
    h[2] = force.z;
    h[3] = vd_keep(live, turn);
    h[4] = vd_keep(live, mark);
    h[5] = vd_keep(live, c.push);
    h[6] = vd_keep(live, c.stiffness);
    axis = vd3_keep(turned, axis);
    slip_keep_axis(vd3_keep(live, axis), h);
    return force;
}

// The mean of K_T0 over a step, between `before` and `now`: exact where it is like the root of time, as in an impact,
// and of second order else.
SCREE_FN vd slip_mean(vd before, vd now)
{
    vd sum = before + now;
    vd share = now / sum;
    return (2.0 / 3) * (before + now * share);
}

// A contact begins with a push that grows from nothing, and with the stiffness of its first step.
SCREE_FN slip_change slip_compare(slip_law law, slip_in in, const vd *h)
{
    slip_change c;
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vd push_before = h[5];
    vd stiffness_before = h[6];
    c.push = vd_max(in.push, zero);
    c.stiffness = vd_max(in.stiffness, tiny);
    c.limit = law.friction * c.push;
    c.limit_before = law.friction * push_before;
    vm was = vd_gt(push_before, zero);
    c.began = vd_select(was, zero, one);
    vd fell = vd_min(c.push / vd_max(push_before, tiny), one);
    vd root = one;
    if (law.transitions)
        root = 3.0 * fell / (1.0 + 2.0 * fell); // fell^(1/3) to second order, and never above it
    vd expected = vd_max(stiffness_before * root, tiny);
    vd left = vd_min(c.stiffness / expected, one);
    vd keep = vd_select(was, left, one);
    if (law.printed)
        keep = one;
    c.fade = vd_sqrt(keep * (1.0 - in.rolled_off));
    vd half = vd_sqrt(keep);
    c.stiffness = c.stiffness / half;
    c.before = vd_select(was, half * stiffness_before, c.stiffness);
    // a stiffness that grows as the push begins to shrink, as that of a spring that yields, is that of the way back
    vm back = vd_gt(vd_keep(was, c.limit_before), c.limit);
    if (law.transitions) {
        vd larger = vd_max(c.before, c.stiffness);
        c.before = vd_select(back, larger, c.before);
    }
    vd first_mean = in.mean * c.stiffness;
    c.mean = vd_select(was, slip_mean(c.before, c.stiffness), first_mean);
    c.jump = c.limit - c.limit_before;
    return c;
}

// The dashpot beside a spring force Q that is within the limit: w = -c u, shortened to what the limit leaves, so that
// |Q + s w| <= limit with the largest s <= 1. It never pulls along the slip, whatever Q does, so it only takes energy.
SCREE_FN vd3 slip_damper(vd limit, vd3 force, vd3 w)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vd square = vd3_dot(w, w);
    vd along = vd3_dot(force, w);
    vd left = vd_max(limit * limit - vd3_dot(force, force), zero);
    vd root = vd_sqrt(along * along + square * left);
    // the positive root of square s^2 + 2 along s = left, written so that nothing cancels
    vd ahead = left / vd_max(along + root, tiny);
    vd behind = (root - along) / vd_max(square, tiny);
    vm onwards = vd_gt(along, zero);
    vd positive_root = vd_select(onwards, ahead, behind);
    vd share = vd_min(positive_root, one);
    vm some = vd_gt(square, tiny);
    return vd3_scale(vd_keep(some, share), w);
}

// Where the force of this step stands, along the way of its slip, short of the limit.
SCREE_FN vd slip_shortage(vd3 force, vd3 moved, const vd *h)
{
    const vd one = vd_set(1.0);
    vd size;
    vd3 direction = slip_direction(force, moved, &size);
    vm back = vd_gt(vd_abs(h[4]), vd_set(1.5));
    vd3 along = vd3_select(back, slip_axis(h), direction);
    vm mirrored = vd_gt(vd_set(0.0), h[4]);
    vd sign = vd_select(mirrored, -one, one);
    return sign * vd3_dot(along, moved);
}

SCREE_FN tangential_out slip_drag(slip_law law, slip_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    vd energy = slip_energy(law.friction, h);
    slip_change c = slip_compare(law, in, h);
    vd3 old = law_carry(in.turn, vd3_make(h[0], h[1], h[2]));
    vd3 axis = law_carry(in.turn, slip_axis(h));
    vd3 slipped = vd3_scale(-in.dt, in.slip);
    vd3 moved = law_carry_on(in.turn, vd3_zero(), slipped);
    vd turned = slip_flag(vd_gt(vd_abs(h[4]), vd_set(1.5)));
    vd3 faded = vd3_scale(c.fade, old);
    slip_way w = slip_way_of(faded, axis, slip_is(turned), moved);
    vd d = vd3_dot(w.axis, moved);
    vm mirrored = vd_gt(zero, h[4]);
    vd s = vd_select(mirrored, -one, one);
    vd turning_force = s * (c.fade * h[3]);
    slip_state state = {
        .q = s * w.along,
        .turn = vd_keep(slip_is(turned), turning_force),
        .turned = turned,
    };

    vm turns;
    slip_state o;
    if (law.transitions) {
        o = slip_step(law, c, state, s * d, &turns);
    } else {
        vm pulls = vd_gt(w.size, zero);
        vd short_of = vd_keep(pulls, h[SLIP_SHORT]);
        o = slip_step_plain(law, c, state, s * d, short_of, &turns);
    }
    s = vd_select(turns, -s, s);
    // what is at the limit has slipped as far as it can, and is not short of it
    vm slides = vd_gt(o.q, c.limit * (1.0 - 1e-12));
    o.q = vd_select(slides, o.q, c.fade * o.q);
    o.q = slip_within(-c.limit, o.q, c.limit);
    o.turn = slip_within(-c.limit, c.fade * o.turn, c.limit);
    slip_motion motion = {
        .way = w,
        .moved = moved,
        .across = vd3_sub(moved, vd3_scale(d, w.axis)),
        .sign = s,
    };
    vd3 force = slip_close(c, o, motion, h);
    vm live = vd_gt(c.push, zero);
    vd stiffness = vd_max(in.stiffness, vd_set(1e-300));
    h[6] = vd_keep(live, stiffness);
    if (!law.transitions)
        h[SLIP_SHORT] = vd_keep(live, slip_shortage(force, moved, h));
    vd work = 0.5 * vd3_dot(vd3_add(old, force), moved);
    vd stored = slip_energy(law.friction, h) - energy;
    tangential_out out = {
        .force = force,
        .damper = vd3_zero(),
        .friction = work - stored,
    };
    if (in.damped) {
        vd3 dashpot = vd3_scale(-in.dashpot, in.rate);
        out.damper = slip_damper(c.limit, force, dashpot);
        out.force = vd3_add(force, out.damper);
    }
    return out;
}

#endif
