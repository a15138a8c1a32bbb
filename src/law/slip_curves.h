// slip_curves.h - the force of partial slip along one direction, under any history of push and slip: a step along the
// curves that the laws of Mindlin and Deresiewicz, of Vu-Quoc and Zhang, and of Walton and Braun share.
//
// The spring force Q lies in the contact plane. Along t it follows a scalar law with one turning point Q*, across it
// grows by K_T0 (Zhang 1998, 4.2.3). Until a contact turns, t is the direction of Q; then t is that which Q had as it
// turned, and stays in the contact plane: Q on the way back goes past zero with a small part across, turns round to the
// other side, and must not take Q* with it. In the mirrored frame the slip of the step counts as growing: with its sign s,
// q = s Q.t, q* = s Q*, d = s D.t >= 0. At constant push the stiffness is K_T0 x (Zhang 1998, (3.24), (4.7)),
//   x^3 = g / S,   g: what is left to the end of the branch, S: its length
//   not turned yet, or beyond the turning point:   g = mu P - q,               S = mu P
//   on the way back, q < -q*:                      g = 2 mu P - (q - q*),      S = 2 mu P
//   on the way back after Walton and Braun:        g = mu P - q,               S = mu P - q*
// When the push changes by dP the state moves to the curve of the new push: q + mu dP, q* - mu dP, at the cost of the
// slip mu dP / K_T0; the rest r = K_T0 dd - mu dP is spent on that curve. Onwards and on the way back, growing and
// shrinking push, are one formula then (Zhang 1998, (3.26)-(3.53), cases 1 to 4 (a)),
//   dg = -x r
// and with y = 1 - x^2 and dS = (1 + c) mu dP, c = 0 not turned and 1 on the way back,
//   d[(y - c/2) S^{2/3}] = (2/3) K_T0 S^{-1/3} dd
// which is how a step is taken (slip_walk), with K_T0 S^{-1/3} the mean over the step: exact at constant push, and on
// the curve not turned of a Hertzian contact at any push, as K_T0 is like P^{1/3} there; of second order else. With
// much friction it leaves Q/K_T0 as it is: a contact that never slips is Mindlin's whose force is rescaled.
//   r < 0 (push grows faster than slip follows):       no slip, q + K_T0 d                              (3.30), (3.45)
//   shrinking push erases the reverse slip, y = 0:     on the curve not turned, of the force q*         case 4 (b), (c)
//   beyond the turning point, q > -q*:                 as if not turned (not after Walton and Braun)
// The last two are found within a step, and what is left of it goes along the new curve. Where the push shrinks, a
// contact slips onwards until it is moved back faster than that, -K_T0 dd > mu |dP|; only then it turns, as on the
// curve not turned, (3.59)-(3.64). So the rate of Q is continuous in that of slip and push, and slip of the size of
// rounding turns nothing.
//
// Two things are not as printed, as they would give energy:
//   r < 0 on the way back: the turning point moves on by mu dP (3.45) only as far as the energy of the state is paid by
//     the work of the step, and never farther than ten times as far as Q does (slip_held_turn). As printed it would
//     become the whole of mu P at slip of the size of rounding, too, with nothing slipped.
//   K_T0 that falls although the push does not, or faster than P^{1/3} as Hertz's does, where a part of the push is a
//     dashpot's or an attraction's: Q and Q* fall with it, as Thornton's rescaled force does, by half before and by
//     half after the step.
//
// Where the push moves nothing (`transitions` false) and Q* is scaled with it, the step is taken on the curve of the
// push in its middle. When within a step such a contact turned tells the slip of the step before.
//
// State, 10 numbers: Q (3), Q* along t, the story (sign: the way of the last slip along t; size 1: not turned, 2:
// turned), P and K_T0 of the step before, t (3) of what has turned, else 0; without transitions the last slip along its
// way, too.
//
// Elastic energy, exact where the push is constant or sticks: the traction is a sum of Hertz's, mu (p(P) - p(P')) with
// P' = P - Q/mu, and the mutual work of two of them, the lesser primed, is P' (alpha - alpha'/5). So
//   E = 3 (mu P)^2 / (2 K_T0) (2/5 - x^3 + 3/5 x^5)                                        not turned, x^3 = P'/P
//   E = 3 (mu P)^2 / (2 K_T0) (2/5 - y^3 + 3/5 y^5 - 2 (1 - x^2) (x^3 - y^3))              on the way back, y: x at Q*
// which is Q^2 / 2 K_T0 for small Q; what Q has across t on the way back adds its square over 2 K_T0. Friction of a step is the work put in less the change of E.
#ifndef SCREE_LAW_SLIP_CURVES_H
#define SCREE_LAW_SLIP_CURVES_H

#include "base/wide_math.h"
#include "law/law.h"

enum { SLIP_AXIS = 7, SLIP_HISTORY = 10, SLIP_SHORT = 10, SLIP_HISTORY_PLAIN = 11 };

typedef struct slip_law {
    double friction;  // mu
    bool transitions; // false: the push does not move the force, and Q* is scaled with it
    bool latch;       // the way back after Walton and Braun
    // Q is kept where K_T0 falls, as without transitions it is printed; that gives energy.
    bool printed;
} slip_law;

// A contact along t, in the frame mirrored so that the way of its last slip counts as growing; flags are 0 or 1.
typedef struct slip_state {
    vd q, turn; // force and turning force
    vd turned;  // flag: on the way back
} slip_state;

// What a step brings besides slip: from one push to another.
typedef struct slip_change {
    vd push;                    // P now
    vd limit, limit_before;     // mu P now and one step ago
    vd stiffness, before, mean; // K_T0 now, one step ago, and over the step
    vd jump;                    // mu dP
    vd fade;  // what half of the step leaves of the forces where K_T0 falls by itself
    vd began; // flag: there was no push one step ago
} slip_change;

SCREE_FN vm slip_is(vd flag)
{
    return vd_gt(flag, vd_set(0.5));
}
SCREE_FN vd slip_flag(vm mask)
{
    return vd_keep(mask, vd_set(1.0));
}
SCREE_FN vd slip_within(vd low, vd x, vd high)
{
    return vd_max(low, vd_min(x, high));
}

// y = 1 - x^2 of z = 1 - x^3, 0 <= z <= 1, without cancellation.
SCREE_FN vd slip_softened(vd z)
{
    vd x = vd_cbrt(1.0 - z);
    vd v = z / (1.0 + x * (1.0 + x));
    return v * (1.0 + x);
}

// z of y, odd in y.
SCREE_FN vd slip_strained(vd y)
{
    vd size = vd_min(vd_abs(y), vd_set(1.0));
    vd x = vd_sqrt(1.0 - size);
    vd v = size / (1.0 + x);
    vd z = v * (1.0 + x * (1.0 + x));
    vm negative = vd_gt(vd_set(0.0), y);
    return vd_select(negative, -z, z);
}

// y after a step by the slip d on a curve whose length goes from `from` to `to`; back: the flag c of the head. That a
// contact begins with a push from nothing and with r = 0 just on the limit says the mean stiffness.
SCREE_FN vd slip_walk(slip_change c, vd from, vd to, vd y, vd back, vd d)
{
    const vd tiny = vd_set(1e-300);
    vd to_divide = vd_max(to, tiny);
    vd from_divide = vd_max(from, tiny);
    vd before = from / to_divide;
    vd root = vd_cbrt(before);
    vd ratio = root * root;
    vd of_head = (1.0 - before) * (1.0 + root) / (1.0 + root * (1.0 + root));
    vd shift = 0.5 * vd_keep(slip_is(back), of_head);
    vd soft_now = c.stiffness / to_divide;
    vd soft_before = ratio * (c.before / from_divide);
    vd soft = (1.0 / 3) * (soft_now + soft_before);
    vd first = c.mean / to_divide;
    vd per_slip = vd_select(slip_is(c.began), first, soft);
    return shift + ratio * y + per_slip * d;
}

// 2/5 - x^3 + 3/5 x^5 without cancellation, from z = 1 - x^3; v = 1 - x.
SCREE_FN vd slip_stored(vd z, vd *one_less)
{
    vd x = vd_cbrt(1.0 - z);
    vd v = z / (1.0 + x * (1.0 + x));
    vd inner = 3.0 - 0.6 * v;
    vd middle = 5.0 - v * inner;
    vd outer = 3.0 - v * middle;
    *one_less = v;
    return (v * v) * outer;
}

// Elastic energy of a force q >= 0 or, where the contact has turned, of any q on the way back from `turn`; on that way
// it is the energy of the turning point, z there, less 2 (1 - x^2) (x^3 - y^3).
SCREE_FN vd slip_energy_at(vd limit, vd stiffness, vd q, vd turn, vm turned)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vd per = 1.0 / vd_max(limit, tiny);
    turn = vd_keep(turned, turn);
    vm inner = vd_gt(-turn, vd_keep(turned, q));
    vd largest = vd_select(inner, -turn, vd_abs(q));
    vd most = vd_min(one, largest * per);
    vd way_back = (q - turn) * (0.5 * per);
    vd back = vd_keep(inner, vd_max(zero, vd_min(most, way_back)));
    vd v;
    vd u;
    vd stored = slip_stored(most, &v);
    slip_stored(back, &u);
    vd returned = (2.0 * (most - back)) * (u * (2.0 - u));
    vd scale = (1.5 * limit) * (limit / vd_max(stiffness, tiny));
    return scale * (stored - returned);
}

// Elastic energy of a kept state.
SCREE_FN vd slip_energy(double friction, const vd *h)
{
    const vd zero = vd_set(0.0);
    const vd tiny = vd_set(1e-300);
    vm onwards = vd_gt(h[4], zero);
    vm turned = vd_gt(vd_abs(h[4]), vd_set(1.5));
    vd3 force = vd3_make(h[0], h[1], h[2]);
    vd3 axis = vd3_make(h[SLIP_AXIS], h[SLIP_AXIS + 1], h[SLIP_AXIS + 2]);
    vd square = vd3_dot(force, force);
    vd q = vd3_dot(force, axis);
    vd rest = vd_max(square - q * q, zero);
    vd across = vd_keep(turned, rest);
    q = vd_select(turned, q, vd_sqrt(square));
    vd along = vd_select(onwards, q, -q);
    vd turn = vd_select(onwards, h[3], -h[3]);
    vd on_curve = slip_energy_at(friction * h[5], h[6], along, turn, turned);
    vd aside = 0.5 * across / vd_max(h[6], tiny);
    return on_curve + aside;
}

// A contact on the curve not turned; its force may change sign, q, as d, counts along `way`.
SCREE_FN vd slip_virgin(slip_change c, vd q, vd d)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vd share = q / vd_max(c.limit_before, tiny);
    vd z = slip_within(zero, share, one);
    vd y = slip_walk(c, c.limit_before, c.limit, slip_softened(z), zero, d);
    return c.limit * slip_strained(y);
}

// A force as a share of the limit, on the softened scale.
SCREE_FN vd slip_softened_share(vd force, vd limit)
{
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vd share = force / vd_max(limit, tiny);
    return slip_softened(slip_within(-one, share, one));
}

// A contact that slips onwards on the way back. Where the push shrinks faster than the contact slips, the reverse slip
// is erased, q = q*; and beyond the turning point, q = -q*, the contact forgets it. Either happens at some share of the
// step, and the rest is that of a contact that has not turned.
SCREE_FN slip_state slip_return(slip_law law, slip_change c, slip_state s, vd d)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    slip_state o = {
        .q = zero,
        .turn = s.turn - c.jump,
        .turned = one,
    };
    vd from = 2.0 * c.limit_before;
    vd to = 2.0 * c.limit;
    if (law.latch) {
        from = c.limit_before - s.turn;
        to = c.limit - o.turn;
    }
    vd share_0 = (s.q - s.turn) / vd_max(from, tiny);
    vd y0 = slip_softened(vd_min(share_0, one));
    vd y = slip_walk(c, from, to, y0, one, d);
    o.q = o.turn + to * slip_strained(y);
    // the turning point has come to the limit, where the contact slides
    vd gone = vd_keep(vd_gt(tiny, to), one);
    vd bound = vd_max(gone * 2.0, zero);
    vm erased = vd_gt(bound, y);
    vm beyond = erased;
    if (!law.latch)
        beyond = vd_gt(o.q, -o.turn);
    vd event = slip_flag(erased) + slip_flag(beyond);
    if (!vm_bits(slip_is(event)))
        return o;
    vd till_gone = from / vd_max(from - to, tiny);
    vd till_erased = y0 / vd_max(y0 - y, tiny);
    vd share = vd_select(slip_is(gone), till_gone, till_erased);
    if (!law.latch) {
        vd near = slip_softened_share(-s.turn, c.limit_before);
        vd far = slip_softened_share(-o.turn, c.limit);
        vd left = vd_max(near - y0, zero);
        vd over = vd_max(y - far, zero);
        vd met = left / vd_max(left + over, tiny);
        vd met_first = vd_select(vd_gt(share, met), one, zero);
        vd erasure = slip_flag(erased) * 2.0 - vd_keep(beyond, one);
        erased = vd_gt(erasure, vd_keep(beyond, met_first));
        share = vd_select(erased, share, met);
    }
    share = slip_within(zero, share, one);
    vd at = s.turn - share * c.jump;
    at = vd_select(erased, at, -at);
    vm negative = vd_gt(zero, at);
    vd sign = vd_select(negative, vd_set(-1.0), one);
    slip_change rest = c;
    rest.limit_before = c.limit_before + share * c.jump;
    rest.before = c.before + share * (c.stiffness - c.before);
    vd d_left = (1.0 - share) * d;
    vd q = sign * slip_virgin(rest, sign * at, sign * d_left);
    vm some = slip_is(event);
    o.q = vd_select(some, q, o.q);
    o.turned = vd_select(some, zero, one);
    return o;
}

// A contact that has turned and sticks, because the push grows faster than slip follows, moves from q to `to` at the
// slip d. With the push its turning point moves on by mu dP (3.45), but no further than the work of the slip allows: a
// contact that sticks has no other energy to take. Less than K_T0 d it never moves, as at the border to slipping,
// and ten times that at most: what hardly moves has hardly turned.
SCREE_FN vd slip_held_turn(slip_change c, slip_state s, vd d, vd to)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vm turned = slip_is(s.turned);
    vd rise = c.mean * d;
    vd before = slip_energy_at(c.limit_before, c.before, s.q, s.turn, turned);
    vd work = (0.5 * d) * (s.q + to);
    vd had = before + work;
    vd least = s.turn - vd_min(c.jump, rise);
    vd most = s.turn - vd_min(c.jump, 10.0 * rise);
    vd of_least = slip_energy_at(c.limit, c.stiffness, to, least, turned);
    vd of_most = slip_energy_at(c.limit, c.stiffness, to, most, turned);
    vd left = vd_max(zero, had - of_least);
    vd lack = vd_max(zero, of_most - had);
    vd affordable = left / vd_max(left + lack, tiny);
    vm lacks = vd_gt(lack, zero);
    vd share = vd_select(lacks, affordable, one);
    return least + share * (most - least);
}

// The way of a contact as it goes into a step: onwards as before, or the other way, which is a turning point.
SCREE_FN slip_state slip_mirror(slip_law law, slip_state s, vm turns, vd *d)
{
    slip_state o = {
        .q = vd_select(turns, -s.q, s.q),
        .turn = vd_select(turns, -s.q, s.turn),
        .turned = vd_select(turns, vd_set(1.0), s.turned),
    };
    *d = vd_select(turns, -*d, *d);
    if (!law.latch) {
        vm behind = vd_gt(-o.turn, o.q);
        o.turned = vd_keep(behind, o.turned);
    }
    return o;
}

// When a contact turned, counted from the start of the step in steps: `ahead` is by how much the step before was short
// of that, `over` by how much this one is beyond, both means of a step. A contact of which that is not known, 0.
SCREE_FN vd slip_instant(vd ahead, vd over)
{
    vd sum = ahead + over;
    vm known = vd_gt(ahead, vd_set(0.0));
    vd instant = ahead / vd_max(sum, vd_set(1e-300)) - 0.5;
    return vd_keep(known, instant);
}

// With transitions.
SCREE_FN slip_state slip_step(slip_law law, slip_change c, slip_state s, vd d, vm *turns)
{
    const vd zero = vd_set(0.0);
    vd way = c.mean * d;
    vd border = vd_min(c.jump, zero);
    *turns = vd_gt(border, way);
    vm sticks = vd_gt(c.jump, vd_abs(way));
    s = slip_mirror(law, s, *turns, &d);
    vm turned = slip_is(s.turned);
    vd way_on = c.mean * d;
    slip_state o = {
        .q = slip_virgin(c, s.q, d),
        .turn = zero,
        .turned = zero,
    };
    if (vm_bits(turned)) {
        slip_state back = slip_return(law, c, s, d);
        o.q = vd_select(turned, back.q, o.q);
        o.turn = vd_keep(turned, back.turn);
        o.turned = vd_keep(turned, back.turned);
    }
    if (vm_bits(sticks)) {
        o.q = vd_select(sticks, s.q + way_on, o.q);
        o.turned = vd_select(sticks, s.turned, o.turned);
        vd turn = zero;
        if (vm_bits(turned))
            turn = vd_keep(turned, slip_held_turn(c, s, d, o.q));
        o.turn = vd_select(sticks, turn, o.turn);
    }
    o.q = vd_min(o.q, c.limit);
    if (!law.latch)
        o.turned = vd_keep(vd_gt(-o.turn, o.q), o.turned);
    return o;
}

// By how much the force stays behind a limit that grows while the contact slips, at the least. Where Q is to keep up with
// mu P, K_T0 x u = mu dP/dt: the softened spring follows with x = r = mu dP/(K_T0 d), which leaves r^3 of the length of
// the branch, and (1 - r^3)^3 of that where the length grows alike. A step that is longer than that spring needs does
// not see it, and would put the force on the limit.
SCREE_FN vd slip_lag(slip_change c, slip_state from, slip_state to, vd d)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    vd rise = vd_max(c.jump, zero);
    vd stretch = vd_max(c.mean * d, tiny);
    vd r = vd_min(rise / stretch, one);
    vd part = r * (one - r * r * r);
    vd turn = vd_keep(slip_is(to.turned), to.turn);
    vd length = c.limit - turn;
    vd room = vd_max(c.limit - from.q, zero);
    return vd_min((part * part * part) * length, room);
}

// Without: on the curve of the push in the middle of the step, to the limit at its end.
SCREE_FN slip_state slip_step_plain(slip_law law, slip_change c, slip_state s, vd d, vd short_of,
                                    vm *turns)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-300);
    *turns = vd_gt(zero, d);
    // at the limit the force goes with that until it turns; elsewhere it has hardly changed by then
    vd instant = slip_instant(short_of, -d);
    vd at = c.limit_before + instant * c.jump;
    vd faded_limit = c.fade * c.limit_before * (1.0 - 1e-12);
    vd at_limit = slip_flag(vd_gt(s.q, faded_limit));
    vd held = vd_keep(*turns, at_limit);
    vd growth = c.limit / vd_max(c.limit_before, tiny);
    vd grew = vd_select(slip_is(c.began), one, growth);
    vd since_held = c.limit / vd_max(at, tiny);
    vd since_instant = 1.0 + (1.0 - instant) * (grew - 1.0);
    vd since = vd_select(slip_is(held), since_held, since_instant);
    grew = vd_select(*turns, since, grew);
    vd fade_at = 1.0 + (1.0 - 2.0 * instant) * (c.fade - 1.0);
    s.q = vd_select(slip_is(held), at * fade_at, s.q);
    s = slip_mirror(law, s, *turns, &d);
    vm turned = slip_is(s.turned);
    vd limit = 0.5 * (c.limit + c.limit_before);
    vd middle = s.turn * (0.5 + 0.5 * grew);
    vd scale = vd_select(turned, limit - middle, limit);
    vd left = (limit - s.q) / vd_max(scale, tiny);
    vd x = vd_cbrt(slip_within(zero, left, one));
    vd room = vd_max(zero, c.limit - s.q);
    vd way = (c.mean * d) * x / vd_max(1.5 * room, tiny);
    vd w = vd_min(way, one);
    vd v = vd_sqrt(one - w);
    vd softening = (room * w) * (one + (one - w) / (one + v));
    vd straight = vd_min(c.mean * d, room);
    vm behind = vd_gt(left, one); // behind its turning point it does not soften
    vd step = vd_select(behind, straight, softening);
    slip_state o = {
        .q = s.q + step,
        .turn = s.turn * grew,
        .turned = s.turned,
    };
    vd lag = slip_lag(c, s, o, d);
    o.q = vd_min(o.q, c.limit - lag);
    return o;
}

#endif
