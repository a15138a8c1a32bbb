// spring.h - a stored force (or moment) with a limit: the slider that Mindlin's, the linear and the rolling spring
// share.
//
// State: the spring force Q on b, a vector in the contact plane. Per step, with the velocity u at its end,
//   Q <- fade Q - K s, carried into the new plane (law_carry_on);  s the displacement, K the mean over the step
//   force = Q - c u; beyond the limit it slides: force <- mu_d P along it and Q <- force + c u  (return mapping after
//   Brendel and Dippel, Muth et al. 2005, (4-6)). Where u goes with the force Q is then beyond mu_d P: cut back to that, the
//   spring would jump as the contact begins to slide, and the force with it from step to step.
// The limit is mu_s P of a contact that sticks. One that slides goes on sliding as long as the force would be beyond
// mu_d P; where it is not, the contact sticks (Luding, Granular Matter 10 (2008) 235). So the mean force while sliding
// is mu_d P at any step. Whether it slides is a number of the state, kept only where the two coefficients differ.
// Elastic energy Q^2/(2K). Where K changes there are two forms:
//   rescale  Q is kept while K grows and scaled with K while it falls (Thornton): either loses a little. While K grows
//            the displacement of a step counts with the mean of K; while it falls Q = K s, and K at the end is exact.
//   total    the displacement is kept, Q = -K times all of it, the state is Q/K. As K grows by dK it gains the energy
//            dK (Q/K)^2/2 that nobody put in, and loses it as K falls.
// Where the dashpot alone is beyond mu_d P, as in most oblique impacts that begin with a sudden drag, the spring is
// empty and the force is mu_d P. It fills from when the dashpot falls below that, somewhere in a step: the share of the
// step follows from by how much it was beyond one step ago and is below now. So in place of Q an empty spring keeps
// that excess, SPRING_EMPTY times as large; so large a trial takes the branch of those that slide, and others pay nothing.
// SPRING_EMPTY leaves room for the least excess that grains of any size may have: that of rolling grains of a micrometre
// is 1e-21 N m and less. Both together are the most that a kept number may be: books multiply its square. Losses of a
// step: what the cut-back and the change of K release (exact differences of the elastic energy and of the work; with the
// form total they may be negative), and the power of the dashpot.
#ifndef SCREE_LAW_SPRING_H
#define SCREE_LAW_SPRING_H

#include "law/law.h"

#define SPRING_EMPTY 0x1p180
#define SPRING_FULL 0x1p66 // beyond all forces

// The square of what is kept.
static inline __attribute__((always_inline)) vd spring_kept_square(const vd *h)
{
    return (h[0] * h[0] + h[1] * h[1]) + h[2] * h[2];
}

// Where a kept state is that of a spring, and not an excess.
static inline __attribute__((always_inline)) vm spring_empty(const vd *h)
{
    const vd full_square = vd_set(SPRING_FULL * SPRING_FULL);
    return vd_gt(spring_kept_square(h), full_square);
}

// The square of a kept spring.
static inline __attribute__((always_inline)) vd spring_square(const vd *h)
{
    const vd full_square = vd_set(SPRING_FULL * SPRING_FULL);
    vd square = spring_kept_square(h);
    vm is_spring = vd_gt(full_square, square);
    return vd_keep(is_spring, square);
}

typedef struct spring_in {
    // K now, and its mean over the step as a share of that (1 where it does not grow).
    vd stiffness, mean;
    vd dashpot;
    vd limit, cap; // mu_s P, where sliding begins, and mu_d P, the force while sliding
    vd fade;       // what Q keeps: K now / K one step ago where K falls, else 1 (never more)
    vd change;     // K now / K one step ago
    law_turn turn; // of the contact plane
    vd3 slip;      // rate of the displacement over the step
    vd dt;
    vd3 rate;      // velocity that the dashpot sees
    bool two;      // mu_s and mu_d differ: h[3] tells whether it slides
    bool total;    // the form
    bool unbooked; // nobody asks for `slid`
} spring_in;

typedef struct spring_out {
    vd3 force;
    vd slid;    // J, lost in this step by sliding and change of stiffness
    vd3 damper; // force - Q
    vd slides;  // 1 where the limit holds the force, else 0
} spring_out;

// Q with the displacement of the step.
static inline __attribute__((always_inline)) vd3 spring_try(spring_in s, const vd *h)
{
    vd3 kept = vd3_make(h[0], h[1], h[2]);
    if (s.total) {
        vd3 moved = vd3_scale(-s.dt, s.slip);
        vd3 stretched = law_carry_on(s.turn, kept, moved);
        return vd3_scale(s.stiffness, stretched);
    }
    vd3 faded = vd3_scale(s.fade, kept);
    vd3 added = vd3_scale(-(s.stiffness * s.mean) * s.dt, s.slip);
    return law_carry_on(s.turn, faded, added);
}

// Q of one step ago, the same in the new plane, and what is left of it under the new stiffness. Only books and contacts
// that slide want to know. over: 1/mean.
typedef struct spring_before {
    vd3 old, carried, faded;
    vd over;
} spring_before;

static inline __attribute__((always_inline)) spring_before spring_turned(spring_in s, const vd *h)
{
    spring_before t;
    vd3 kept = vd3_make(h[0], h[1], h[2]);
    vd3 carried = law_carry(s.turn, kept);
    if (s.total) {
        vd before = s.stiffness / s.change;
        t.old = vd3_scale(before, kept);
        t.carried = vd3_scale(before, carried);
        t.faded = vd3_scale(s.stiffness, carried);
        t.over = vd_set(1.0);
    } else {
        t.old = kept;
        t.carried = carried;
        t.faded = vd3_scale(s.fade, carried);
        t.over = 1.0 / s.mean;
    }
    return t;
}

// What a step makes of a spring before the limit: Q, the force, and for the losses times K what the change of K and the
// cut-back release, and what the step takes from Q other than by displacement.
typedef struct spring_step {
    vd3 q, force, jump;
    vd loss;
} spring_step;

// Of springs that were empty one step ago: they take the displacement of that share of the step in which the dashpot
// was below the cap.
static inline __attribute__((always_inline)) spring_step
spring_fill(spring_in s, const vd *h, vd over, vm empty, spring_step o)
{
    const vd zero = vd_set(0.0);
    const vd tiny = vd_set(1e-300);
    vd3 drag = vd3_scale(s.dashpot, s.rate);
    vd3 added = vd3_scale(-(s.stiffness * s.mean) * s.dt, s.slip);
    vd3 most = law_carry_on(s.turn, vd3_zero(), added);
    vd excess = vd_sqrt(spring_kept_square(h)) * (1 / SPRING_EMPTY);
    vd drag_size = vd_sqrt(vd3_dot(drag, drag));
    vd left = vd_max(s.cap - drag_size, zero);
    vd share = left / vd_max(left + excess, tiny);
    vd3 taken = vd3_scale(share, most);
    vd most_square = vd3_dot(most, most);
    vd taken_square = vd3_dot(taken, taken);
    vd lost = 0.5 * (most_square * over - taken_square);
    o.q = vd3_select(empty, taken, o.q);
    o.force = vd3_select(empty, vd3_sub(taken, drag), o.force);
    o.jump = vd3_select(empty, vd3_sub(most, taken), o.jump);
    o.loss = vd_select(empty, lost, o.loss);
    return o;
}

// A vector along the force of a contact that slides. Displacement and dashpot would change the force F of one step ago by
// the vector d, and the limit takes from that what is along F: dF/dt = d/dt - (d.F) F/(|F|^2 dt), but for its size. With
// a = d.F/|F|^2 the sum F + d has the direction of that to first order in the step, F + (1 + a/2) d to second order. F
// counts with the size that the cap had in the middle of the step. By how much the dashpot has changed the velocities
// tell: 2 c (rate - slip). Where d goes far against F the contact has not slid for the whole of the step, and F + d is
// what is left.
static inline __attribute__((always_inline)) vd3 spring_slide(spring_in s, vd3 faded, vd3 q)
{
    const vd tiny = vd_set(1e-300);
    const vd3 drag = vd3_scale(s.dashpot, s.rate);
    const vd3 straight = vd3_sub(q, drag);
    const vd3 dragged = vd3_scale(2.0 * s.dashpot, vd3_sub(s.rate, s.slip));
    const vd3 before = vd3_add(vd3_sub(faded, drag), dragged);
    const vd3 driven = vd3_sub(straight, before);
    const vd size = vd_sqrt(vd3_dot(before, before));
    const vd middle = vd_max(0.5 * (size + s.cap), tiny);
    const vd least = vd_max(size, 1e-10 * middle); // a new spring has no force before
    const vd along = vd3_dot(driven, before) / vd_max(least * middle, tiny);
    const vd3 kept = vd3_scale(middle, before);
    const vd3 added = vd3_scale(least * (1.0 + 0.5 * along), driven);
    const vm slides = vd_gt(along, vd_set(-0.5));
    return vd3_select(slides, vd3_add(kept, added), straight);
}

// What the change of K takes from a spring, for the books.
static inline __attribute__((always_inline)) spring_step spring_release(spring_in s, const vd *h,
                                                                        vm empty, spring_step o)
{
    const spring_before t = spring_turned(s, h);
    const vd zero = vd_set(0.0);
    // times K: old^2/(2 K_old) with K_old = K / change, and the work (q^2 - (fade old)^2)/(2 K mean), less q^2/(2 K)
    vd stored = vd3_dot(t.old, t.old) * s.change;
    vd faded = vd3_dot(t.faded, t.faded) * t.over;
    vd added = vd3_dot(o.q, o.q) * (t.over - 1.0);
    vd loss = (stored - faded + added) * 0.5;
    vd3 jump = vd3_sub(t.faded, t.carried); // what the step takes from Q other than by displacement
    o.loss = vd_select(empty, zero, loss);
    o.jump = vd3_select(empty, vd3_zero(), jump); // it may fade at once
    return o;
}

// The excess that an empty spring keeps, in place of a force.
static inline __attribute__((always_inline)) vd3 spring_excess(spring_in s, vd beyond, vd3 force)
{
    // never so little that it would look like a force
    vd most = vd_max(s.cap, vd_set(1e-150));
    vd excess = SPRING_EMPTY * beyond / (most * most);
    vd least = (-2 * SPRING_FULL) / most;
    vd share = vd_min(excess, least);
    return vd3_scale(share, force);
}

static inline __attribute__((always_inline)) spring_out spring_pull(spring_in s, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd tiny = vd_set(1e-300);
    const vd3 trial = spring_try(s, h);
    const vd3 drag = vd3_scale(s.dashpot, s.rate);
    vd3 excess = vd3_zero();
    vm empties = vd_gt(zero, zero);
    spring_step step = {
        .q = trial,
        .force = vd3_sub(trial, drag),
        .jump = vd3_zero(),
        .loss = zero,
    };
    const vm empty = spring_empty(h);
    if (!s.unbooked)
        step = spring_release(s, h, empty, step);
    vd limit = s.limit;
    if (s.two) {
        vm slid = vd_gt(h[3], vd_set(0.5));
        limit = vd_select(slid, s.cap, s.limit);
    }
    vd f2 = vd3_dot(step.force, step.force);
    vm slide = vd_gt(f2, limit * limit);
    if (__builtin_expect(vm_bits(slide) != 0, 0)) { // rare enough in a bed that the branch pays
        const spring_before t = spring_turned(s, h);
        if (__builtin_expect(vm_bits(empty) != 0, 0)) {
            step = spring_fill(s, h, t.over, empty, step);
            f2 = vd3_dot(step.force, step.force);
            slide = vd_gt(f2, limit * limit);
        }
        vd3 sliding = spring_slide(s, t.faded, trial);
        // one that was empty has no direction of its own yet
        sliding = vd3_select(empty, step.force, sliding);
        vd square = vd3_dot(sliding, sliding);
        vd cut = s.cap / vd_sqrt(vd_max(square, tiny));
        step.force = vd3_select(slide, vd3_scale(cut, sliding), step.force);
        vd3 kept = vd3_add(step.force, drag);
        // where the dashpot alone is beyond the cap the spring is empty: it never pulls along the slip
        vd along = vd3_dot(kept, step.force);
        vd beyond = vd_keep(slide, vd_min(along, zero));
        vm resists = vd_gt(along, zero);
        vd3 left = vd3_keep(resists, kept);
        kept = vd3_select(slide, left, step.q);
        empties = vd_gt(zero, beyond);
        if (__builtin_expect(vm_bits(empties) != 0, 0))
            excess = spring_excess(s, beyond, step.force);
        vd released = vd3_dot(step.q, step.q) - vd3_dot(kept, kept);
        vd3 cut_back = vd3_sub(step.q, kept);
        step.loss = step.loss + 0.5 * released;
        step.jump = vd3_add(step.jump, cut_back);
        step.q = kept;
    }
    // half of a jump has to be seen in the middle of the displacement, so that the sum is right to second order
    vd3 way = law_carry_added(s.turn, s.slip);
    vd by_jump = (0.5 * s.dt) * vd3_dot(way, step.jump);
    spring_out o = {
        .force = step.force,
        .slid = step.loss / s.stiffness + by_jump,
        .damper = vd3_sub(step.force, step.q),
        .slides = vd_keep(slide, vd_set(1.0)),
    };
    vd3 q = step.q;
    if (s.total)
        q = vd3_scale(1.0 / vd_max(s.stiffness, tiny), q);
    if (__builtin_expect(vm_bits(empties) != 0, 0))
        q = vd3_select(empties, excess, q);
    h[0] = q.x;
    h[1] = q.y;
    h[2] = q.z;
    if (s.two)
        h[3] = o.slides;
    return o;
}

#endif
