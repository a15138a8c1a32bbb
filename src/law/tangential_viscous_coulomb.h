// tangential_viscous_coulomb.h - a tangential dashpot capped by Coulomb's limit; DEM assignment, section 2.
//
//   Q = -min(k_dt |u_t|, mu max(P, 0)) u_t/|u_t|. No history: it cannot hold a static slope.
#ifndef SCREE_LAW_TANGENTIAL_VISCOUS_COULOMB_H
#define SCREE_LAW_TANGENTIAL_VISCOUS_COULOMB_H

#include "law/law.h"

SCREE_TEXT tangential_viscous_coulomb_doc[] =
    "viscous drag capped by Coulomb friction (course form, no history)";
SCREE_TEXT tangential_viscous_coulomb_example[] = "friction: 0.3, damping: 1e4 N s/m";
SCREE_ROWS tangential_viscous_coulomb_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "coefficient of friction k_f"},
    {"damping", ROW_REAL, "N s/m", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "tangential dashpot k_dt"},
};
enum {
    tangential_viscous_coulomb_row_count = 2,
    tangential_viscous_coulomb_history = 0,
    tangential_viscous_coulomb_traits = LAW_PLAIN
};
#define tangential_viscous_coulomb_kept law_keeps_all

SCREE_FN const char *tangential_viscous_coulomb_mix(const law_pair *pair, const double *value,
                                                    double *k)
{
    (void)pair;
    k[0] = value[0];
    k[1] = value[1];
    return NULL;
}

SCREE_FN law_end tangential_viscous_coulomb_end(const double *k, law_onset beside)
{
    (void)beside;
    return (law_end){0, k[0], k[0], 0};
}

SCREE_FN double tangential_viscous_coulomb_onset(const double *k, law_onset beside)
{
    (void)beside;
    return k[1] > 0 ? 0 : LAW_NO_DASHPOT;
}

// Creeps as the dashpot does; without one nothing acts.
SCREE_FN const char *tangential_viscous_coulomb_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[1] > 0 ? k[0] : 0, .creep = k[1] > 0 ? 1 / k[1] : 0};
    return NULL;
}

SCREE_FN tangential_out tangential_viscous_coulomb_drag(const double *k, tangential_in in, vd *h)
{
    (void)h;
    vd speed = vd_sqrt(vd3_dot(in.rate, in.rate));
    vd cap = k[0] * vd_max(in.load, vd_set(0.0));
    vd3 force = vd3_scale(-law_capped(vd_set(k[1]), cap, speed), in.rate);
    tangential_out o = {
        .force = force,
        .damper = force,
        .slides = vd_keep(vd_gt(k[1] * speed, cap), vd_set(1.0)),
        .friction = vd_set(0.0),
    };
    return o;
}

SCREE_FN vd tangential_viscous_coulomb_energy(const double *k, tangential_in in, const vd *h)
{
    (void)k;
    (void)in;
    (void)h;
    return vd_set(0.0);
}

#endif
