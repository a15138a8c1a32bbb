// rolling_viscous.h - a viscous moment against rolling, type B of Ai et al. 2011, with an optional cap.
//
//   M = -min(c |w|, mu_r R* P) w/|w|, with the relative rolling w (the part of the relative spin in the contact plane)
// Without `friction` there is no cap. In one step it does no more than stop the motion (see the constant moment).
#ifndef SCREE_LAW_ROLLING_VISCOUS_H
#define SCREE_LAW_ROLLING_VISCOUS_H

#include "law/law.h"

SCREE_TEXT rolling_viscous_doc[] =
    "viscous moment against rolling, with an optional cap (Ai et al. type B)";
SCREE_TEXT rolling_viscous_example[] = "damping: 10 N m s";
SCREE_ROWS rolling_viscous_rows[] = {
    {"damping", ROW_REAL, "N m s", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "moment per relative spin, c"},
    {"friction", ROW_REAL, "1", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "coefficient mu_r of the cap mu_r R* P; default none"},
};
enum {
    rolling_viscous_row_count = 2,
    rolling_viscous_history = 0,
    rolling_viscous_traits = LAW_PLAIN
};

SCREE_FN const char *rolling_viscous_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    k[0] = value[0];
    k[1] = isfinite(value[1]) ? value[1] : 1e300;
    return NULL;
}

SCREE_FN double rolling_viscous_onset(const double *k, law_onset beside)
{
    (void)beside;
    return k[0] > 0 ? 0 : LAW_NO_DASHPOT;
}

// Creeps as the dashpot does; without one nothing acts, without a cap a limit beyond all use.
SCREE_FN const char *rolling_viscous_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[0] > 0 ? (k[1] < 1e9 ? k[1] : 1e9) : 0,
                       .creep = k[0] > 0 ? 1 / k[0] : 0};
    return NULL;
}

SCREE_FN rolling_out rolling_viscous_resist(const double *k, rolling_in in, vd *h)
{
    (void)h;
    vd speed = vd_sqrt(vd3_dot(in.rolling, in.rolling));
    vd most = (0.2 * in.m_eff) * (in.r_eff * in.r_eff) / in.whole;
    vd cap = k[1] * in.r_eff * vd_max(in.load, vd_set(0.0));
    vd3 moment = vd3_scale(-law_capped(vd_min(vd_set(k[0]), most), cap, speed), in.rolling);
    rolling_out o = {
        .torque = moment,
        .damper = moment,
        .lost = vd_set(0.0),
    };
    return o;
}

SCREE_FN vd rolling_viscous_energy(const double *k, rolling_in in, const vd *h)
{
    (void)k;
    (void)in;
    (void)h;
    return vd_set(0.0);
}

#endif
