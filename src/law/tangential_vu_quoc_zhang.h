// tangential_vu_quoc_zhang.h - the improved tangential law of Vu-Quoc and Zhang, elastic and elasto-plastic.
//
//   K_T0 = 8 G* grip, or a share of the normal stiffness; mindlin_deresiewicz.h does the rest
//                                                                        (Zhang 1998, chapter 5 and Algorithm 8.1)
// `walton_braun` takes the curves of Walton and Braun for constant push, as chapter 5 has it, in place of those of
// Mindlin and Deresiewicz, as Algorithm 8.1 has it. `rolling_correction`: while both surfaces roll on through the
// contact by ds, the crescent that is left behind takes its traction along (Zhang 1998, (5.1)-(5.5)): Q, Q* lose the
// share 2 ds / (pi a).
#ifndef SCREE_LAW_TANGENTIAL_VU_QUOC_ZHANG_H
#define SCREE_LAW_TANGENTIAL_VU_QUOC_ZHANG_H

#include "law/mindlin_deresiewicz.h"

SCREE_TEXT tangential_vu_quoc_zhang_doc[] =
    "improved tangential law of Vu-Quoc and Zhang, elastic and elasto-plastic";
SCREE_TEXT tangential_vu_quoc_zhang_example[] = "friction: 0.2";
SCREE_ROWS tangential_vu_quoc_zhang_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "coefficient of friction mu"},
    {"stiffness_ratio", ROW_REAL, "1", ROW_OPTIONAL, ROW_POSITIVE, 10.0,
     "K_T0 as a fraction of the normal stiffness; default 8 G* a from the elastic constants"},
    {"walton_braun", ROW_FLAG, "1", 0.0, 0.0, 1.0, "curves of Walton and Braun for constant push"},
    {"rolling_correction", ROW_FLAG, "1", 0.0, 0.0, 1.0,
     "traction leaves with the surface that rolls off"},
    {"damping", ROW_REAL, "1", 0.0, 0.0, 10.0,
     "tangential dashpot as a fraction of the normal one"},
};
enum {
    tangential_vu_quoc_zhang_row_count = 5,
    tangential_vu_quoc_zhang_history = SLIP_HISTORY,
    tangential_vu_quoc_zhang_traits = LAW_ROLLS
};
#define tangential_vu_quoc_zhang_kept law_keeps_all
#define tangential_vu_quoc_zhang_bound law_no_bound

// k: 8 G*, share of the normal stiffness, mu, 2/pi or 0, curves of Walton and Braun, share of the normal dashpot
SCREE_FN const char *tangential_vu_quoc_zhang_mix(const law_pair *pair, const double *value,
                                                  double *k)
{
    bool share = isfinite(value[1]);
    if (!share && !isfinite(pair->g_star))
        return "needs a finite young of one of the two, or stiffness_ratio";
    k[0] = share ? 0 : 8 * pair->g_star;
    k[1] = share ? value[1] : 0;
    k[2] = value[0];
    k[3] = value[3] != 0 ? 0.63661977236758134308 : 0;
    k[4] = value[2];
    k[5] = value[4];
    return NULL;
}

SCREE_FN law_end tangential_vu_quoc_zhang_end(const double *k, law_onset beside)
{
    return (law_end){k[1] > 0 ? law_share_power(beside) : LAW_GRIP_POWER, k[2], k[2],
                     LAW_PUSH_POWER};
}

SCREE_FN double tangential_vu_quoc_zhang_onset(const double *k, law_onset beside)
{
    return k[5] > 0 ? beside.dashpot : LAW_NO_DASHPOT;
}

SCREE_FN tangential_out tangential_vu_quoc_zhang_drag(const double *k, tangential_in in, vd *h)
{
    slip_law law = {
        .friction = k[2],
        .transitions = true,
        .latch = k[4] != 0,
        .printed = false,
    };
    vd off = vd_set(0.0);
    if (k[3] > 0)
        off = vd_min(k[3] * in.rolled / vd_max(in.radius, vd_set(1e-300)), vd_set(1.0));
    slip_in s = {
        .push = in.load,
        .stiffness = k[0] * in.grip + k[1] * in.stiffness,
        .mean = k[1] > 0 ? in.spring_mean : in.mean,
        .rolled_off = off,
        .dashpot = k[5] * in.dashpot,
        .damped = k[5] > 0,
        .turn = in.turn,
        .slip = in.slip,
        .dt = in.dt,
        .rate = in.rate,
    };
    return slip_drag(law, s, h);
}

SCREE_FN vd tangential_vu_quoc_zhang_energy(const double *k, tangential_in in, const vd *h)
{
    (void)in;
    return slip_energy(k[2], h);
}

#endif
