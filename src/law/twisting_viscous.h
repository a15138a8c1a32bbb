// twisting_viscous.h - a viscous moment against twisting, as rolling type B of Ai et al. 2011, with an optional cap.
//
//   M = -min(c |w|, mu_t R* P) w/|w|, with the relative twist w (the part of the relative spin along the normal)
// Without `friction` there is no cap. In one step it does no more than stop the motion (see the constant moment).
#ifndef SCREE_LAW_TWISTING_VISCOUS_H
#define SCREE_LAW_TWISTING_VISCOUS_H

#include "law/law.h"

SCREE_TEXT twisting_viscous_doc[] = "viscous moment against twisting, with an optional cap";
SCREE_TEXT twisting_viscous_example[] = "damping: 10 N m s";
SCREE_ROWS twisting_viscous_rows[] = {
    {"damping", ROW_REAL, "N m s", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "moment per relative spin, c"},
    {"friction", ROW_REAL, "1", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "coefficient mu_t of the cap mu_t R* P; default none"},
};
enum {
    twisting_viscous_row_count = 2,
    twisting_viscous_history = 0,
    twisting_viscous_traits = LAW_PLAIN
};

SCREE_FN const char *twisting_viscous_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    k[0] = value[0];
    k[1] = isfinite(value[1]) ? value[1] : 1e300;
    return NULL;
}

// Creeps as the dashpot does; without one nothing acts, without a cap a limit beyond all use.
SCREE_FN double twisting_viscous_onset(const double *k, law_onset beside)
{
    (void)beside;
    return k[0] > 0 ? 0 : LAW_NO_DASHPOT;
}

SCREE_FN const char *twisting_viscous_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[0] > 0 ? (k[1] < 1e9 ? k[1] : 1e9) : 0,
                       .creep = k[0] > 0 ? 1 / k[0] : 0};
    return NULL;
}

SCREE_FN twisting_out twisting_viscous_resist(const double *k, rolling_in in, vd *h)
{
    (void)h;
    vd speed = vd_abs(in.twisting);
    vd most = (0.2 * in.m_eff) * (in.r_eff * in.r_eff) / in.whole;
    vd cap = k[1] * in.r_eff * vd_max(in.load, vd_set(0.0));
    vd moment = -law_capped(vd_min(vd_set(k[0]), most), cap, speed) * in.twisting;
    twisting_out o = {
        .torque = moment,
        .damper = moment,
        .lost = vd_set(0.0),
    };
    return o;
}

SCREE_FN vd twisting_viscous_energy(const double *k, rolling_in in, const vd *h)
{
    (void)k;
    (void)in;
    (void)h;
    return vd_set(0.0);
}

#endif
