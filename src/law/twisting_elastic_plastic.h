// twisting_elastic_plastic.h - elastic-plastic resistance to twisting about the normal, as rolling type C.
//
//   dM/dt = -k_t w_n (w_n = n . spin of b relative to a);  |M| <= mu_t R* P  (AGX manual, 35.4.5)
// State: the moment M of the spring. Default stiffness k_t = 2.25 k_n (mu_t R*)^2, as for rolling.
#ifndef SCREE_LAW_TWISTING_ELASTIC_PLASTIC_H
#define SCREE_LAW_TWISTING_ELASTIC_PLASTIC_H

#include "law/law.h"

SCREE_TEXT twisting_elastic_plastic_doc[] =
    "elastic-plastic resistance to twisting about the normal";
SCREE_TEXT twisting_elastic_plastic_example[] = "friction: 0.01";
SCREE_ROWS twisting_elastic_plastic_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "coefficient of twisting friction mu_t; limit mu_t R* P"},
    {"stiffness", ROW_REAL, "N m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "twisting stiffness per radian; default 2.25 k_n (mu_t R*)^2"},
};
enum {
    twisting_elastic_plastic_row_count = 2,
    twisting_elastic_plastic_history = 1,
    twisting_elastic_plastic_traits = LAW_PLAIN
};
#define twisting_elastic_plastic_onset law_no_onset

// k: mu_t, constant stiffness, 2.25 mu_t^2 or 0
SCREE_FN const char *twisting_elastic_plastic_mix(const law_pair *pair, const double *value,
                                                  double *k)
{
    (void)pair;
    bool given = isfinite(value[1]);
    k[0] = value[0];
    k[1] = given ? value[1] : 0;
    k[2] = given ? 0 : 2.25 * value[0] * value[0];
    return NULL;
}

SCREE_FN vd twisting_elastic_plastic_stiffness(const double *k, rolling_in in)
{
    return vd_max(k[1] + k[2] * in.stiffness * (in.r_eff * in.r_eff), vd_set(1e-300));
}

// A row sticks below the limit, whatever the stiffness; in an impact there is no time for that.
SCREE_FN const char *twisting_elastic_plastic_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[0], .spring = k[1], .share = k[2]};
    return NULL;
}

SCREE_FN twisting_out twisting_elastic_plastic_resist(const double *k, rolling_in in, vd *h)
{
    vd limit = k[0] * in.r_eff * vd_max(in.load, vd_set(0.0));
    vd stiff = twisting_elastic_plastic_stiffness(k, in);
    vm follows = vd_gt(vd_set(k[2]), vd_set(0.0)); // the stiffness of the normal law
    const vd one = vd_set(1.0);
    vd fade = vd_select(follows, in.fade, one);
    vd change = vd_select(follows, in.change, one);
    vd mean = vd_select(follows, in.mean, one);
    vd over = 1.0 / mean;
    vd old = h[0];
    vd carried = fade * old;
    vd trial = carried - (stiff * mean) * in.dt * in.twisted;
    vd kept = vd_min(vd_max(trial, -limit), limit);
    vd jump = (carried - old) + (trial - kept);
    twisting_out o;
    // as in spring.h: what the change of stiffness and the cut release, half of a jump seen in the middle of the step
    o.lost = 0.5 * (old * old * change + (trial * trial - carried * carried) * over - kept * kept) /
                 stiff +
             (0.5 * in.dt) * in.twisted * jump;
    o.torque = kept;
    o.damper = vd_set(0.0);
    h[0] = kept;
    return o;
}

SCREE_FN vd twisting_elastic_plastic_energy(const double *k, rolling_in in, const vd *h)
{
    return 0.5 * h[0] * h[0] / twisting_elastic_plastic_stiffness(k, in);
}

#endif
