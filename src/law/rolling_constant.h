// rolling_constant.h - a moment of constant size against rolling, type A of Ai et al. 2011.
//
//   M = -mu_r R* P w/|w|, with the relative rolling w (the part of the relative spin in the contact plane)
// As written the moment jumps as the motion turns, and a body at rest would be shaken; here it never does more in one
// step than stop the motion: |M| <= 0.4 m* R*^2 |w| / dt, which is below what would turn it back for any pair of balls
// or a ball on a wall. For that it goes by the spin over the step that led here: brought forward, it would overshoot.
// Since it cannot hold a slope (a spring is missing), use elastic_plastic for static piles.
#ifndef SCREE_LAW_ROLLING_CONSTANT_H
#define SCREE_LAW_ROLLING_CONSTANT_H

#include "law/law.h"

SCREE_TEXT rolling_constant_doc[] = "constant moment against rolling (Ai et al. type A)";
SCREE_TEXT rolling_constant_example[] = "friction: 0.01";
SCREE_ROWS rolling_constant_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "coefficient mu_r; moment mu_r R* P"},
};
enum {
    rolling_constant_row_count = 1,
    rolling_constant_history = 0,
    rolling_constant_traits = LAW_PLAIN
};
#define rolling_constant_onset law_no_onset

SCREE_FN const char *rolling_constant_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    k[0] = value[0];
    return NULL;
}

// A row of that limit holds a body at rest without shaking it.
SCREE_FN const char *rolling_constant_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[0]};
    return NULL;
}

SCREE_FN rolling_out rolling_constant_resist(const double *k, rolling_in in, vd *h)
{
    (void)h;
    vd speed = vd_sqrt(vd3_dot(in.rolled, in.rolled));
    vd cap = k[0] * in.r_eff * vd_max(in.load, vd_set(0.0));
    vd most = (0.4 * in.m_eff) * (in.r_eff * in.r_eff) / in.whole;
    vd3 moment = vd3_scale(-law_capped(most, cap, speed), in.rolled);
    rolling_out o = {
        .torque = moment,
        .damper = moment,
        .lost = vd_set(0.0),
    };
    return o;
}

SCREE_FN vd rolling_constant_energy(const double *k, rolling_in in, const vd *h)
{
    (void)k;
    (void)in;
    (void)h;
    return vd_set(0.0);
}

#endif
