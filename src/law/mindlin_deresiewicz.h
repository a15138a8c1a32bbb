// mindlin_deresiewicz.h - partial slip of a round contact under any history of push and slip: the core that the laws of
// Mindlin and Deresiewicz, of Vu-Quoc and Zhang, and of Walton and Braun share.
//
// The spring force Q lies in the contact plane. Along its direction t it follows a scalar law with one turning point
// Q*, across it grows by K_T0 (seed 004 4.2.3). In the mirrored frame the slip of the step counts as growing: with its
// sign s, q = s Q, q* = s Q*, d = s D.t >= 0. At constant push the stiffness is K_T0 x (seed 004 (3.24), (4.7)),
//   x^3 = g / S,   g: what is left to the end of the branch, S: its length
//   not turned yet, or beyond the turning point:   g = mu P - q,               S = mu P
//   on the way back, q < -q*:                      g = 2 mu P - (q - q*),      S = 2 mu P
//   on the way back after Walton and Braun:        g = mu P - q,               S = mu P - q*
// dq = K_T0 x dd has the solution x^2 = x0^2 - 2 K_T0 d / 3 S, which is used instead of a step of Euler: a step at
// constant push is exact, and the force never beyond the end.
//
// When the push changes by dP, the state moves to the curve of the new push first: q + mu dP, q* - mu dP, at the cost
// of d = mu dP / K_T0 (K_T0: mean of before and now); the rest r of d is spent on the new curve. Growing and shrinking
// push, onwards and on the way back, are one formula then (seed 004 (3.26)-(3.53), cases 1 to 4 (a)), with two rests:
//   r < 0 (push grows faster than slip follows):       no slip, q + K_T0 d                              (3.30), (3.45)
//   shrinking push erases the reverse slip, q - q* <= 2 mu |dP|: the state is that of the curve not turned, at
//     q* + mu |dP|; r >= 0 turns there (3.54)-(3.56), r < 0 runs back along it (3.59)-(3.62)            case 4 (b), (c)
// Shrinking push takes no more slip than there is: q and q* end at zero, the rest sticks, and Q falls with K_T0. A
// contact that is beyond its turning point forgets it. Without these two, which the seed leaves open, a contact that
// hardly slips would gain energy while it parts.
//
// Two more things are not as printed, as they would give energy, to slip of the size of rounding, too, and any multiple
// of what it has:
//   r < 0 on the way back: the turning point moves on by mu dP (3.45) only as far as the energy of the state is paid by
//     the work of the step (slip_held_turn). At small slip it would become the whole of mu P with nothing slipped.
//   K_T0 that falls although the push does not, or faster than P^{1/3} as Hertz's does, where a part of the push is a
//     dashpot's or an attraction's: Q and Q* fall with it, as Thornton's rescaled force does. Where it grows while the
//     push falls, the way between curves costs d = mu |dP| / K_T0 of now.
//
// State, 7 numbers: Q (3), Q* along Q, the story (sign: the way of the last slip along Q; size 1: not turned, 2:
// turned, 3: turned, but on the curve not turned), P and K_T0 of the step before.
//
// Elastic energy, exact where the push is constant or sticks: the traction is a sum of Hertz's, mu (p(P) - p(P')) with
// P' = P - Q/mu, and the mutual work of two of them, the lesser primed, is P' (alpha - alpha'/5). So
//   E = 3 (mu P)^2 / (2 K_T0) (2/5 - x^3 + 3/5 x^5)                                        not turned, x^3 = P'/P
//   E = 3 (mu P)^2 / (2 K_T0) (2/5 - y^3 + 3/5 y^5 - 2 (1 - x^2) (x^3 - y^3))              on the way back, y: x at Q*
// which is Q^2 / 2 K_T0 for small Q. Friction of a step is the work put in less the change of E.
//
// A dashpot, where a law has one, acts beside the spring with what Coulomb's limit leaves (slip_damper); the state does
// not know of it. Small oblique impacts lose by it what the normal law loses by its own (Thornton, Cummins and Cleary,
// Powder Technology 233 (2013) 30).
#ifndef SCREE_LAW_MINDLIN_DERESIEWICZ_H
#define SCREE_LAW_MINDLIN_DERESIEWICZ_H

#include "base/wide_math.h"
#include "law/law.h"

enum { SLIP_HISTORY = 7 };

typedef struct slip_law {
    double friction;  // mu
    bool transitions; // false: the push counts as constant during a step, and Q* is scaled with it
    bool latch;       // the way back after Walton and Braun
    bool printed;     // Q is kept where K_T0 falls, as without transitions it is printed; that gives energy
} slip_law;

// A contact along t, in the mirrored frame; flags are 0 or 1.
typedef struct slip_state {
    vd q, turn;   // force and turning force
    vd turned;    // flag: has turned since the first touch
    vd recovered; // flag: turned, but on the curve not turned
} slip_state;

// What a step brings besides slip.
typedef struct slip_change {
    vd push, limit, limit_before; // P now, mu P now and one step ago
    vd stiffness, before, mean;   // K_T0 now, one step ago, and over the step
    vd curve, slope;              // mu P and K_T0 of the curve that is walked on
    vd jump;                      // mu dP between curves
    vd shrinking, whole;          // K_T0 of the way to a smaller push: of a part of the force, and of all of it
    vd keep;                      // what is left of the forces where K_T0 falls by itself
} slip_change;

// Where a step starts on the curve of the push of now.
typedef struct slip_start {
    vd q, turn, left, scale; // force, turning force, g, S
    vd rest;                 // r
    vd back;                 // flag: along the curve not turned, towards smaller force
    vd erased;               // flag: the turning point is where the step starts
} slip_start;

SCREE_FN vm slip_is(vd flag) { return vd_gt(flag, vd_set(0.5)); }

// g and S at force q, for the way that began at `turn` where the contact has turned.
SCREE_FN void slip_branch(slip_law law, vd limit, slip_state s, vd *left, vd *scale)
{
    vm turned = slip_is(s.turned);
    if (law.latch) {
        *left = limit - s.q;
        *scale = vd_select(turned, limit - s.turn, limit);
    } else {
        *scale = vd_select(turned, 2.0 * limit, limit);
        *left = *scale - vd_select(turned, s.q - s.turn, s.q);
    }
}

// 2/5 - x^3 + 3/5 x^5 without cancellation, from z = 1 - x^3; v = 1 - x.
SCREE_FN vd slip_stored(vd z, vd *v)
{
    vd x = vd_cbrt(1.0 - z);
    *v = z / (1.0 + x * (1.0 + x));
    return (*v * *v) * (3.0 - *v * (5.0 - *v * (3.0 - 0.6 * *v)));
}

// Elastic energy of a force q >= 0 or, where the contact has turned, of any q on the way back from `turn`; on that way
// it is the energy of the turning point, z there, less 2 (1 - x^2) (x^3 - y^3).
SCREE_FN vd slip_energy_at(vd limit, vd stiffness, vd q, vd turn, vm turned)
{
    const vd zero = vd_set(0.0), one = vd_set(1.0), tiny = vd_set(1e-300);
    vd per = 1.0 / vd_max(limit, tiny);
    turn = vd_keep(turned, turn);
    vm inner = vd_gt(-turn, vd_keep(turned, q));
    vd most = vd_min(one, vd_select(inner, -turn, vd_abs(q)) * per);
    vd back = vd_keep(inner, vd_max(zero, vd_min(most, (q - turn) * (0.5 * per)))), v, u;
    vd stored = slip_stored(most, &v);
    slip_stored(back, &u);
    stored = stored - (2.0 * (most - back)) * (u * (2.0 - u));
    return ((1.5 * limit) * (limit / vd_max(stiffness, tiny))) * stored;
}

// Elastic energy of a kept state.
SCREE_FN vd slip_energy(double friction, const vd *h)
{
    vd q = vd_sqrt((h[0] * h[0] + h[1] * h[1]) + h[2] * h[2]);
    vm onwards = vd_gt(h[4], vd_set(0.0)), turned = vd_gt(vd_abs(h[4]), vd_set(1.5));
    vd along = vd_select(onwards, q, -q), turn = vd_select(onwards, h[3], -h[3]);
    return slip_energy_at(friction * h[5], h[6], along, turn, turned);
}

// The erased reverse slip: the state on the curve not turned, the slip that leads there, and where the step goes on.
SCREE_FN slip_start slip_erase(slip_law law, slip_change c, slip_state s, vd d, vd jump, slip_start on)
{
    const vd zero = vd_set(0.0), one = vd_set(1.0);
    vd to = vd_min(s.turn - jump, vd_max(s.turn, zero)), way = to - s.q;
    slip_state fresh = {to, to, vd_keep(vd_gt(vd_abs(to), zero), one), zero};
    // (1 - z)^(-1/3) to third order, z <= 1/2: the way to larger force is softer, (3.57)
    vd z = (0.25 * (s.q + fresh.q) - 0.5 * s.turn) / vd_max(c.limit_before, vd_set(1e-300));
    z = vd_max(zero, vd_min(vd_set(0.5), z));
    vd soft = vd_keep(vd_gt(way, zero), z * (1.0 / 3 + z * (2.0 / 9 + z * (14.0 / 81))));
    vd rest = d - (way + way * soft) / vd_select(vd_gt(s.turn - jump, to), c.whole, c.shrinking);
    vm erased = slip_is(on.erased), back = vd_gt(zero, rest);
    vd left, scale;
    slip_branch(law, c.curve, fresh, &left, &scale);
    left = vd_select(back, c.curve - vd_abs(fresh.q), left);
    scale = vd_select(back, c.curve, scale);
    on.q = vd_select(erased, fresh.q, on.q);
    on.turn = vd_select(erased, fresh.q, on.turn);
    on.left = vd_select(erased, left, on.left);
    on.scale = vd_select(erased, scale, on.scale);
    on.rest = vd_select(erased, rest, on.rest);
    on.back = vd_keep(back, on.erased);
    return on;
}

// From the curve of the push before to that of the push now; d is the slip of the step.
SCREE_FN slip_start slip_transit(slip_law law, slip_change c, slip_state s, vd d)
{
    const vd zero = vd_set(0.0);
    vd jump = vd_select(slip_is(s.turned), c.jump, vd_max(c.jump, vd_min(-s.q, zero)));
    vd stiffness = vd_select(vd_gt(vd_set(0.0), c.jump), c.shrinking, c.mean);
    stiffness = vd_select(vd_gt(jump, c.jump), c.whole, stiffness);
    slip_state on = {s.q + jump, vd_keep(slip_is(s.turned), s.turn - jump), s.turned, zero};
    slip_start start = {on.q, on.turn, zero, zero, d - jump / stiffness, zero, zero};
    slip_branch(law, c.curve, on, &start.left, &start.scale);
    vd shrinks = vd_keep(vd_gt(zero, jump), s.turned);
    start.erased = vd_select(vd_gt(s.q - s.turn, -2.0 * jump), zero, shrinks);
    if (vm_bits(slip_is(start.erased))) start = slip_erase(law, c, s, d, jump, start);
    return start;
}

// How far the force goes on a branch: with x^2 = x0^2 (1 - w) by g (1 - (1 - w)^{3/2}), without its cancellation.
SCREE_FN vd slip_along(slip_change c, slip_start start)
{
    const vd zero = vd_set(0.0), one = vd_set(1.0), tiny = vd_set(1e-300);
    vd share = vd_max(zero, vd_min(one, start.left / vd_max(start.scale, tiny)));
    vd room = vd_max(zero, share * start.scale + (c.limit - c.curve)), x = vd_cbrt(share);
    vd work = c.slope * vd_abs(start.rest);
    vd w = vd_min((work * x) / vd_max(1.5 * room, tiny), one), v = vd_sqrt(one - w);
    return (room * w) * (one + (one - w) / (one + v));
}

// A contact that has turned and sticks, because the push grows faster than slip follows, moves from q to `to` at the
// slip d. With the push its turning point moves on by mu dP (3.45), but no further than the work of the slip allows: a
// contact that sticks has no other energy to take. Less than K_T0 d it never moves, as at the border to slipping.
SCREE_FN vd slip_held_turn(slip_change c, slip_state s, vd d, vd to)
{
    const vd zero = vd_set(0.0), one = vd_set(1.0), tiny = vd_set(1e-300);
    vm turned = slip_is(s.turned);
    vd had = slip_energy_at(c.limit_before, c.before, s.q, s.turn, turned) + (0.5 * d) * (s.q + to);
    vd least = s.turn - vd_min(c.jump, c.mean * d), most = s.turn - c.jump;
    vd left = vd_max(zero, had - slip_energy_at(c.limit, c.stiffness, to, least, turned));
    vd lack = vd_max(zero, slip_energy_at(c.limit, c.stiffness, to, most, turned) - had);
    vd share = vd_select(vd_gt(lack, zero), left / vd_max(left + lack, tiny), one);
    return least + share * (most - least);
}

SCREE_FN slip_state slip_step(slip_law law, slip_change c, slip_state s, vd d)
{
    const vd zero = vd_set(0.0);
    slip_start start = slip_transit(law, c, s, d);
    vm back = slip_is(start.back), behind = vd_gt(zero, start.rest);
    vd along = slip_along(c, start);
    vd step = vd_select(behind, vd_select(back, -along, c.mean * start.rest), along);
    slip_state o = {start.q + step, vd_select(back, start.q + step, start.turn), s.turned, start.back};
    vd holds = vd_keep(behind, vd_keep(vd_gt(c.jump, zero), s.turned));
    if (vm_bits(slip_is(holds))) o.turn = vd_select(slip_is(holds), slip_held_turn(c, s, d, o.q), o.turn);
    o.q = vd_max(-c.limit, vd_min(c.limit, o.q));
    o.turn = vd_max(-c.limit, vd_min(c.limit, o.turn));
    return o;
}

// What to know of a contact besides its history: push, K_T0, by how much rolling takes the traction away, and c of the
// dashpot, or where there is none 0 and damped false.
typedef struct slip_in {
    vd push, stiffness, rolled_off;
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
    vd square = vd3_dot(v, v), size = vd_sqrt(square);
    *q = vd_keep(some, size);
    return vd3_scale(vd_keep(vd_gt(square, tiny), 1.0 / vd_max(size, vd_set(1e-150))), v);
}

// Sum of the force along t and the part across. At the limit it slides along what the force would be without slip:
// of the part across alone, a force that slides would swing to and fro. Writes the state that the step leaves.
SCREE_FN vd3 slip_close(slip_change c, slip_state o, vd s, vd3 t, vd q, vd3 across, vd3 moved, vd *h)
{
    vd3 force = vd3_add(vd3_scale(s * o.q, t), vd3_scale(c.stiffness, across));
    vm over = vd_gt(vd3_dot(force, force), (c.limit * c.limit) * (1.0 - 1e-12)), live = vd_gt(c.push, vd_set(0.0));
    if (vm_bits(over)) {
        vd3 stuck = vd3_add(vd3_scale(q, t), vd3_scale(c.stiffness, moved));
        vd size = vd_sqrt(vd_max(vd3_dot(stuck, stuck), vd_set(1e-300)));
        force = vd3_select(over, vd3_scale(c.limit / size, stuck), force);
    }
    force = vd3_keep(live, force);
    vd way = vd_select(vd_gt(vd_set(0.0), vd3_dot(force, t)), -s, s); // along the new direction
    h[0] = force.x, h[1] = force.y, h[2] = force.z;
    h[3] = vd_keep(live, way * vd_keep(slip_is(o.turned), o.turn));
    h[4] = vd_keep(live, way * (1.0 + (o.turned + o.recovered)));
    h[5] = vd_keep(live, c.push);
    h[6] = vd_keep(live, c.stiffness);
    return force;
}

// A contact begins with a push that grows from nothing, and with the stiffness of its first step.
SCREE_FN slip_change slip_compare(slip_law law, slip_in in, const vd *h)
{
    slip_change c;
    c.push = vd_max(in.push, vd_set(0.0));
    c.stiffness = vd_max(in.stiffness, vd_set(1e-300));
    c.limit = law.friction * c.push;
    c.limit_before = law.friction * h[5];
    const vd one = vd_set(1.0), tiny = vd_set(1e-300);
    vm began = vd_gt(h[5], vd_set(0.0));
    vd fell = vd_min(c.push / vd_max(h[5], tiny), one), root = one;
    if (law.transitions) root = 3.0 * fell / (1.0 + 2.0 * fell); // fell^(1/3) to second order, and never above it
    c.keep = vd_select(began, vd_min(c.stiffness / vd_max(h[6] * root, tiny), one), one);
    if (law.printed) c.keep = one;
    c.before = vd_select(began, c.keep * h[6], c.stiffness);
    c.mean = 0.5 * (c.stiffness + c.before);
    c.shrinking = vd_max(c.mean, c.stiffness);
    c.whole = vd_max(c.before, c.stiffness);
    c.curve = c.limit, c.slope = c.stiffness;
    c.jump = c.limit - c.limit_before;
    if (!law.transitions) {
        c.curve = 0.5 * (c.limit + c.limit_before), c.slope = c.mean;
        c.jump = vd_set(0.0);
    }
    return c;
}

// The dashpot beside a spring force Q that is within the limit: w = -c u, shortened to what the limit leaves, so that
// |Q + s w| <= limit with the largest s <= 1. It never pulls along the slip, whatever Q does, so it only takes energy.
SCREE_FN vd3 slip_damper(vd limit, vd3 force, vd3 w)
{
    const vd zero = vd_set(0.0), one = vd_set(1.0), tiny = vd_set(1e-300);
    vd square = vd3_dot(w, w), along = vd3_dot(force, w);
    vd left = vd_max(limit * limit - vd3_dot(force, force), zero);
    vd root = vd_sqrt(along * along + square * left);
    // the positive root of square s^2 + 2 along s = left, written so that nothing cancels
    vd ahead = left / vd_max(along + root, tiny), behind = (root - along) / vd_max(square, tiny);
    vd share = vd_min(vd_select(vd_gt(along, zero), ahead, behind), one);
    return vd3_scale(vd_keep(vd_gt(square, tiny), share), w);
}

SCREE_FN tangential_out slip_drag(slip_law law, slip_in in, vd *h)
{
    const vd zero = vd_set(0.0), one = vd_set(1.0), tiny = vd_set(1e-300);
    vd energy = slip_energy(law.friction, h);
    slip_change c = slip_compare(law, in, h);
    vd3 old = law_carry(in.turn, vd3_make(h[0], h[1], h[2]));
    vd3 moved = law_carry_on(in.turn, vd3_zero(), vd3_scale(-in.dt, in.slip));
    vd keep = c.keep * (1.0 - in.rolled_off), q;
    vd3 t = slip_direction(vd3_scale(keep, old), moved, &q);
    vd d = vd3_dot(t, moved);

    vd turned_at = keep * h[3];
    if (!law.transitions) turned_at = turned_at * (c.limit / vd_max(c.limit_before, tiny));

    // the story, forgotten where there is no force; a change of way is a turning point, but on the curve not turned it
    // leads on along that
    vd story = vd_keep(vd_gt(q, zero), h[4]), size = vd_abs(story);
    vd before = vd_select(vd_gt(zero, story), -one, one);
    vd s = vd_select(vd_gt(d, zero), one, vd_select(vd_gt(zero, d), -one, before));
    vm reverses = vd_gt(zero, (s * before) * size);
    vd turned = vd_select(reverses, one, vd_keep(vd_gt(size, vd_set(1.5)), one));
    turned = vd_select(reverses, vd_select(vd_gt(size, vd_set(2.5)), zero, turned), turned);
    vd turn = s * vd_select(reverses, q, turned_at);
    if (!law.latch) turned = vd_keep(vd_gt(-turn, s * q), turned); // beyond the turning point it is as if not turned
    slip_state state = {s * q, vd_keep(slip_is(turned), turn), turned, zero};

    slip_state o = slip_step(law, c, state, s * d);
    vd3 across = vd3_sub(moved, vd3_scale(d, t));
    vd3 force = slip_close(c, o, s, t, q, across, moved, h);
    vd work = 0.5 * vd3_dot(vd3_add(old, force), moved);
    tangential_out out = {force, vd3_zero(), work - (slip_energy(law.friction, h) - energy)};
    if (in.damped) {
        out.damper = slip_damper(c.limit, force, vd3_scale(-in.dashpot, in.rate));
        out.force = vd3_add(force, out.damper);
    }
    return out;
}

#endif
