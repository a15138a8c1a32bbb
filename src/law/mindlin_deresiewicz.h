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
    vm some = vd_gt(vd3_dot(force, force), tiny);
    vd3 v = vd3_select(some, force, slip);
    vd square = vd3_dot(v, v);
    vd size = vd_sqrt(square);
    *q = vd_keep(some, size);
    return vd3_scale(vd_keep(vd_gt(square, tiny), 1.0 / vd_max(size, vd_set(1e-150))), v);
}

// A vector along the force of a contact that slides, which was q t: as spring_slide of spring.h has it, the force turns
// towards the slip to second order, with the size that the limit had in the middle of the step.
SCREE_FN vd3 slip_slide(slip_change c, vd3 t, vd q, vd3 moved)
{
    vd3 pull = vd3_scale(c.mean, moved);
    vd middle = vd_max(0.5 * (q + c.limit), vd_set(1e-300));
    vd way = vd_sqrt(vd3_dot(pull, pull));
    vm onwards = vd_gt(vd3_dot(pull, t), vd_set(0.0));
    vd3 turned = vd3_add(vd3_scale(middle, t), vd3_scale(1.0 + 0.5 * way / middle, pull));
    return vd3_select(onwards, turned, vd3_add(vd3_scale(q, t), pull));
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
    w.along = vd_select(turned, vd3_dot(force, w.axis), w.size);
    w.across = vd3_keep(turned, vd3_sub(force, vd3_scale(w.along, w.axis)));
    return w;
}

// Sum of the force along the axis and the part across. At the limit it slides along what the force would be without
// slip: of the part across alone, a force that slides would swing to and fro. Writes the state that the step leaves;
// the axis of a contact that slides goes with the force.
SCREE_FN vd3 slip_close(slip_change c, slip_state o, vd s, slip_way w, vd3 across, vd3 moved, vd *h)
{
    vd3 aside = vd3_add(w.across, vd3_scale(c.mean, across));
    vd3 force = vd3_add(vd3_scale(s * o.q, w.axis), aside);
    vm over = vd_gt(vd3_dot(force, force), (c.limit * c.limit) * (1.0 - 1e-12));
    vm live = vd_gt(c.push, vd_set(0.0));
    vd3 axis = w.axis;
    if (vm_bits(over)) {
        vd3 slides = slip_slide(c, w.direction, w.size, moved);
        vd size = vd_sqrt(vd_max(vd3_dot(slides, slides), vd_set(1e-300)));
        vd3 onto = vd3_scale(1.0 / size, slides);
        force = vd3_select(over, vd3_scale(c.limit, onto), force);
        vm opposite = vd_gt(vd_set(0.0), vd3_dot(onto, axis));
        onto = vd3_scale(vd_select(opposite, vd_set(-1.0), vd_set(1.0)), onto);
        axis = vd3_select(over, onto, axis);
    }
    force = vd3_keep(live, force);
    vm turned = slip_is(o.turned);
    axis = vd3_keep(live, vd3_keep(turned, axis));
    h[0] = force.x;
    h[1] = force.y;
    h[2] = force.z;
    h[3] = vd_keep(live, vd_keep(turned, s * o.turn));
    h[4] = vd_keep(live, vd_select(turned, 2.0 * s, vd_set(1.0)));
    h[5] = vd_keep(live, c.push);
    h[6] = vd_keep(live, c.stiffness);
    h[SLIP_AXIS] = axis.x;
    h[SLIP_AXIS + 1] = axis.y;
    h[SLIP_AXIS + 2] = axis.z;
    return force;
}

// The mean of K_T0 over a step, between `before` and `now`: exact where it is like the root of time, as in an impact,
// and of second order else.
SCREE_FN vd slip_mean(vd before, vd now)
{
    vd sum = before + now;
    return (2.0 / 3) * (before + now * (now / sum));
}

// A contact begins with a push that grows from nothing, and with the stiffness of its first step.
SCREE_FN slip_change slip_compare(slip_law law, slip_in in, const vd *h)
{
    slip_change c;
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    c.push = vd_max(in.push, vd_set(0.0));
    c.stiffness = vd_max(in.stiffness, tiny);
    c.limit = law.friction * c.push;
    c.limit_before = law.friction * h[5];
    vm was = vd_gt(h[5], vd_set(0.0));
    c.began = vd_select(was, vd_set(0.0), one);
    vd fell = vd_min(c.push / vd_max(h[5], tiny), one);
    vd root = one;
    if (law.transitions)
        root = 3.0 * fell / (1.0 + 2.0 * fell); // fell^(1/3) to second order, and never above it
    vd keep = vd_select(was, vd_min(c.stiffness / vd_max(h[6] * root, tiny), one), one);
    if (law.printed)
        keep = one;
    c.fade = vd_sqrt(keep * (1.0 - in.rolled_off));
    vd half = vd_sqrt(keep);
    c.stiffness = c.stiffness / half;
    c.before = vd_select(was, half * h[6], c.stiffness);
    // a stiffness that grows as the push begins to shrink, as that of a spring that yields, is that of the way back
    vm back = vd_gt(vd_keep(was, c.limit_before), c.limit);
    if (law.transitions)
        c.before = vd_select(back, vd_max(c.before, c.stiffness), c.before);
    c.mean = vd_select(was, slip_mean(c.before, c.stiffness), in.mean * c.stiffness);
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
    vd share = vd_min(vd_select(vd_gt(along, zero), ahead, behind), one);
    return vd3_scale(vd_keep(vd_gt(square, tiny), share), w);
}

SCREE_FN tangential_out slip_drag(slip_law law, slip_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    vd energy = slip_energy(law.friction, h);
    slip_change c = slip_compare(law, in, h);
    vd3 old = law_carry(in.turn, vd3_make(h[0], h[1], h[2]));
    vd3 axis = law_carry(in.turn, vd3_make(h[SLIP_AXIS], h[SLIP_AXIS + 1], h[SLIP_AXIS + 2]));
    vd3 moved = law_carry_on(in.turn, vd3_zero(), vd3_scale(-in.dt, in.slip));
    vd turned = slip_flag(vd_gt(vd_abs(h[4]), vd_set(1.5)));
    slip_way w = slip_way_of(vd3_scale(c.fade, old), axis, slip_is(turned), moved);
    vd d = vd3_dot(w.axis, moved);
    vd s = vd_select(vd_gt(zero, h[4]), -one, one);
    slip_state state = {s * w.along, vd_keep(slip_is(turned), s * (c.fade * h[3])), turned};

    vm turns;
    slip_state o;
    if (law.transitions)
        o = slip_step(law, c, state, s * d, &turns);
    else
        o = slip_step_plain(law, c, state, s * d, vd_keep(vd_gt(w.size, zero), h[SLIP_SHORT]),
                            &turns);
    s = vd_select(turns, -s, s);
    // what is at the limit has slipped as far as it can, and is not short of it
    o.q = vd_select(vd_gt(o.q, c.limit * (1.0 - 1e-12)), o.q, c.fade * o.q);
    o.q = slip_within(-c.limit, o.q, c.limit);
    o.turn = slip_within(-c.limit, c.fade * o.turn, c.limit);
    vd3 across = vd3_sub(moved, vd3_scale(d, w.axis));
    vd3 force = slip_close(c, o, s, w, across, moved, h);
    h[6] = vd_keep(vd_gt(c.push, zero), vd_max(in.stiffness, vd_set(1e-300)));
    if (!law.transitions) {
        vd size;
        vd3 along = slip_direction(force, moved, &size);
        vm back = vd_gt(vd_abs(h[4]), vd_set(1.5));
        vd3 kept = vd3_make(h[SLIP_AXIS], h[SLIP_AXIS + 1], h[SLIP_AXIS + 2]);
        along = vd3_select(back, kept, along);
        vd sign = vd_select(vd_gt(zero, h[4]), -one, one);
        h[SLIP_SHORT] = vd_keep(vd_gt(c.push, zero), sign * vd3_dot(along, moved));
    }
    vd work = 0.5 * vd3_dot(vd3_add(old, force), moved);
    tangential_out out = {force, vd3_zero(), work - (slip_energy(law.friction, h) - energy)};
    if (in.damped) {
        out.damper = slip_damper(c.limit, force, vd3_scale(-in.dashpot, in.rate));
        out.force = vd3_add(force, out.damper);
    }
    return out;
}

#endif
