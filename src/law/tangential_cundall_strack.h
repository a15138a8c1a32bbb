// tangential_cundall_strack.h - linear tangential spring and dashpot with the slider of Brendel and Dippel.
//
//   dQ/dt = -k_t u_t;  |Q - c_t u_t| <= mu_s P, else mu_d P (spring.h)                        (Muth et al. 2005, (4-6))
// The stiffness is given in N/m or as a ratio to the normal stiffness, the dashpot likewise.
#ifndef SCREE_LAW_TANGENTIAL_CUNDALL_STRACK_H
#define SCREE_LAW_TANGENTIAL_CUNDALL_STRACK_H

#include "law/law.h"
#include "law/spring.h"

SCREE_TEXT tangential_cundall_strack_doc[] =
    "linear tangential spring and dashpot with static and dynamic friction";
SCREE_TEXT tangential_cundall_strack_example[] = "friction: 0.3";
SCREE_ROWS tangential_cundall_strack_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "coefficient of static friction mu_s"},
    {"dynamic_friction", ROW_REAL, "1", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "coefficient of sliding friction mu_d; default mu_s"},
    {"stiffness", ROW_REAL, "N/m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "spring stiffness k_t; default by ratio"},
    {"stiffness_ratio", ROW_REAL, "1", 2.0 / 7.0, ROW_POSITIVE, 10.0,
     "k_t as a fraction of the normal stiffness"},
    {"damping", ROW_REAL, "N s/m", 0.0, 0.0, ROW_ANY_HIGH, "constant dashpot c_t"},
    {"damping_ratio", ROW_REAL, "1", 0.0, 0.0, 10.0,
     "c_t as a fraction of the normal dashpot, added to damping"},
};
enum {
    tangential_cundall_strack_row_count = 6,
    tangential_cundall_strack_history = 4, // of the spring 3, and whether it slides
    tangential_cundall_strack_traits = LAW_SPARES | LAW_COMMON
};

// k: mu_s, mu_d, constant stiffness, stiffness ratio, constant dashpot, dashpot ratio
SCREE_FN const char *tangential_cundall_strack_mix(const law_pair *pair, const double *value,
                                                   double *k)
{
    (void)pair;
    bool given = isfinite(value[2]);
    k[0] = value[0];
    k[1] = isfinite(value[1]) ? value[1] : value[0];
    k[2] = given ? value[2] : 0;
    k[3] = given ? 0 : value[3];
    k[4] = value[4];
    k[5] = value[5];
    return NULL;
}

SCREE_FN vd tangential_cundall_strack_stiffness(const double *k, vd stiffness)
{
    return k[2] + k[3] * stiffness;
}

SCREE_FN law_end tangential_cundall_strack_end(const double *k, law_onset beside)
{
    return (law_end){k[3] > 0 ? law_share_power(beside) : 0, k[0], k[1], 0};
}

SCREE_FN double tangential_cundall_strack_onset(const double *k, law_onset beside)
{
    if (k[4] > 0)
        return 0;
    return k[5] > 0 ? beside.dashpot : LAW_NO_DASHPOT;
}

// Whether it slides is kept where that makes a difference.
SCREE_FN int tangential_cundall_strack_kept(const double *k, int most)
{
    return fabs(k[1] - k[0]) > 0 ? most : most - 1;
}

// A row sticks, whatever the stiffness and dashpot, and slides at the friction at which it sticks.
SCREE_FN const char *tangential_cundall_strack_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[0]};
    return fabs(k[1] - k[0]) > 0 ? "dynamic_friction" : NULL;
}

SCREE_FN tangential_out tangential_cundall_strack_drag(const double *k, tangential_in in, vd *h)
{
    vd push = vd_max(in.load, vd_set(0.0));
    vm follows = vd_gt(vd_set(k[3]), vd_set(0.0)); // the stiffness of the normal law
    const vd one = vd_set(1.0);
    vd fade = vd_select(follows, in.spring_fade, one);
    vd change = vd_select(follows, in.spring_change, one);
    spring_in s = {
        .stiffness = tangential_cundall_strack_stiffness(k, in.stiffness),
        .mean = vd_select(follows, in.spring_mean, one),
        .dashpot = k[4] + k[5] * in.dashpot,
        .limit = k[0] * push,
        .cap = k[1] * push,
        .fade = fade,
        .change = change,
        .turn = in.turn,
        .slip = in.slip,
        .dt = in.dt,
        .rate = in.rate,
        .two = fabs(k[1] - k[0]) > 0,
        .total = false,
        .unbooked = in.unbooked,
    };
    spring_out p = spring_pull(s, h);
    tangential_out o = {
        .force = p.force,
        .damper = p.damper,
        .slides = p.slides,
        .friction = p.slid,
    };
    return o;
}

SCREE_FN vd tangential_cundall_strack_energy(const double *k, tangential_in in, const vd *h)
{
    // A share of the normal stiffness is nothing where plastic bodies have parted above their residual overlap.
    vd stiffness = vd_max(tangential_cundall_strack_stiffness(k, in.stiffness), vd_set(1e-300));
    return 0.5 * spring_square(h) / stiffness;
}

#endif
