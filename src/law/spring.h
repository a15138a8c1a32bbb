// spring.h - a stored force (or moment) with a limit: the slider that Mindlin's, the linear and the rolling spring
// share.
//
// State: the spring force Q on b, a vector in the contact plane. Per step, with displacement rate u,
//   Q is carried into the new plane (law_carry);  Q <- fade Q - K u dt
//   force = Q - c u; beyond the limit it slides: force <- cap along it and Q <- force + c u  (return mapping after
//   Brendel and Dippel, seed 000 (4-6)); the spring of a sliding contact stays within the cap.
// Elastic energy Q^2/(2K). Where K changes, Q is kept while K grows and scaled with K while it falls (Thornton): either
// loses a little, while the other choices can give back energy that nobody put in. Losses of a step: what the cut-back
// and the change of K release (exact differences of the elastic energy), and the power of the dashpot.
#ifndef SCREE_LAW_SPRING_H
#define SCREE_LAW_SPRING_H

#include "law/law.h"

typedef struct spring_in {
    vd stiffness, dashpot;
    vd limit, cap; // where sliding begins, and the force while sliding: mu_s P and mu_d P
    vd fade;       // what Q keeps: K now / K one step ago where K falls, else 1 (never more)
    vd change;     // K now / K one step ago
    law_turn turn; // of the contact plane
    vd3 rate;      // of displacement over the step
    vd dt;
} spring_in;

typedef struct spring_out {
    vd3 force;
    vd slid;    // J, lost in this step by sliding and change of stiffness
    vd3 damper; // force - Q
} spring_out;

static inline __attribute__((always_inline)) spring_out spring_pull(spring_in s, vd *h)
{
    spring_out o;
    vd3 old = vd3_make(h[0], h[1], h[2]), carried = law_carry(s.turn, old);
    vd3 q = vd3_sub(vd3_scale(s.fade, carried), vd3_scale(s.stiffness * s.dt, s.rate));
    o.force = vd3_sub(q, vd3_scale(s.dashpot, s.rate));
    // old^2/(2 K_old) minus (fade old)^2/(2 K), with K_old = K / change
    vd loss = (vd3_dot(old, old) * s.change - vd3_dot(carried, carried) * (s.fade * s.fade)) * 0.5;
    vd3 jump = vd3_scale(s.fade - 1.0, carried); // what the step takes from Q other than by displacement
    vd f2 = vd3_dot(o.force, o.force);
    vm slide = vd_gt(f2, s.limit * s.limit);
    if (vm_bits(slide)) { // rare enough in a bed that the branch pays
        vd cut = vd_select(slide, s.cap / vd_sqrt(vd_max(f2, vd_set(1e-300))), vd_set(1.0));
        o.force = vd3_scale(cut, o.force);
        vd3 kept = vd3_add(o.force, vd3_scale(s.dashpot, s.rate));
        vd k2 = vd3_dot(kept, kept);
        vd back = vd_select(vd_gt(k2, s.cap * s.cap), s.cap / vd_sqrt(vd_max(k2, vd_set(1e-300))), vd_set(1.0));
        // where the dashpot alone is beyond the cap the spring is empty: it never pulls along the slip
        back = vd_keep(vd_gt(vd3_dot(kept, o.force), vd_set(0.0)), back);
        kept = vd3_select(slide, vd3_scale(back, kept), q);
        loss = loss + 0.5 * (vd3_dot(q, q) - vd3_dot(kept, kept));
        jump = vd3_add(jump, vd3_sub(q, kept));
        q = kept;
    }
    // half of a jump has to be seen in the middle of the displacement, so that the sum is right to second order
    o.slid = loss / s.stiffness + (0.5 * s.dt) * vd3_dot(s.rate, jump);
    o.damper = vd3_sub(o.force, q);
    h[0] = q.x, h[1] = q.y, h[2] = q.z;
    return o;
}

#endif
