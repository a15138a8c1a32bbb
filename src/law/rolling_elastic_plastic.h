// rolling_elastic_plastic.h - elastic-plastic rolling resistance, type C of Ai et al. 2011.
//
//   dM/dt = -k_r w_t (w = spin of b relative to a, part in the contact plane);  |M| <= mu_r R* P  (AGX manual, 35.4.4)
//   while below the limit a dashpot c_r = 2 eta sqrt(I_r k_r), I_r = m* R*^2 (7/5 for spheres), adds -c_r w_t
// Default stiffness k_r = 2.25 k_n (mu_r R*)^2 (Ai et al. 2011, eq. 22): full resistance at the angle where the contact
// patch has rolled by its own width.
#ifndef SCREE_LAW_ROLLING_ELASTIC_PLASTIC_H
#define SCREE_LAW_ROLLING_ELASTIC_PLASTIC_H

#include "law/law.h"
#include "law/spring.h"

SCREE_TEXT rolling_elastic_plastic_doc[] = "elastic-plastic rolling resistance (Ai et al. type C)";
SCREE_TEXT rolling_elastic_plastic_example[] = "friction: 0.01";
SCREE_ROWS rolling_elastic_plastic_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "coefficient of rolling friction mu_r; limit mu_r R* P"},
    {"stiffness", ROW_REAL, "N m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "rolling stiffness per radian; default after Ai et al."},
    {"damping", ROW_REAL, "1", 0.0, 0.0, 10.0, "damping ratio eta of the rolling oscillation"},
};
enum {
    rolling_elastic_plastic_row_count = 3,
    rolling_elastic_plastic_history = 3,
    rolling_elastic_plastic_traits = LAW_PLAIN
};

// k: mu_r, constant stiffness, 2.25 mu_r^2 or 0, 2 eta sqrt(7/5)
SCREE_FN const char *rolling_elastic_plastic_mix(const law_pair *pair, const double *value,
                                                 double *k)
{
    (void)pair;
    bool given = isfinite(value[1]);
    k[0] = value[0];
    k[1] = given ? value[1] : 0;
    k[2] = given ? 0 : 2.25 * value[0] * value[0];
    k[3] = 2 * value[2] * sqrt(1.4);
    return NULL;
}

SCREE_FN vd rolling_elastic_plastic_stiffness(const double *k, vd r_eff, vd stiffness)
{
    return vd_max(k[1] + k[2] * stiffness * (r_eff * r_eff), vd_set(1e-300));
}

SCREE_FN double rolling_elastic_plastic_onset(const double *k, law_onset beside)
{
    if (!(k[3] > 0))
        return LAW_NO_DASHPOT;
    return k[1] > 0 ? 0 : beside.root;
}

// A row sticks below the limit, whatever the stiffness and dashpot; in an impact there is no time for that.
SCREE_FN const char *rolling_elastic_plastic_bound(const double *k, law_bound *out)
{
    *out = (law_bound){
        .limit = k[0],
        .spring = k[1],
        .share = k[2],
        .damping = k[3],
    };
    return NULL;
}

SCREE_FN rolling_out rolling_elastic_plastic_resist(const double *k, rolling_in in, vd *h)
{
    vd limit = k[0] * in.r_eff * vd_max(in.load, vd_set(0.0));
    vd stiff = rolling_elastic_plastic_stiffness(k, in.r_eff, in.stiffness);
    vm follows = vd_gt(vd_set(k[2]), vd_set(0.0)); // the stiffness of the normal law
    const vd one = vd_set(1.0);
    vd fade = vd_select(follows, in.fade, one);
    vd change = vd_select(follows, in.change, one);
    spring_in s = {
        .stiffness = stiff,
        .mean = vd_select(follows, in.mean, one),
        .dashpot = k[3] * in.r_eff * vd_sqrt(in.m_eff * stiff),
        .limit = limit,
        .cap = limit,
        .fade = fade,
        .change = change,
        .turn = in.turn,
        .slip = in.rolled,
        .dt = in.dt,
        .rate = in.rolling,
        .two = false,
        .total = false,
        .unbooked = false,
    };
    spring_out p = spring_pull(s, h);
    rolling_out o = {
        .torque = p.force,
        .damper = p.damper,
        .lost = p.slid,
    };
    return o;
}

SCREE_FN vd rolling_elastic_plastic_energy(const double *k, rolling_in in, const vd *h)
{
    return 0.5 * spring_square(h) / rolling_elastic_plastic_stiffness(k, in.r_eff, in.stiffness);
}

#endif
