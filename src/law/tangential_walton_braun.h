// tangential_walton_braun.h - the tangential law of Walton and Braun (1986).
//
//   K_T = K_T0 (1 - (Q - Q*)/(mu P - Q*))^{1/3} while Q grows, K_T0 (1 - (Q* - Q)/(mu P + Q*))^{1/3} while it falls
// with the turning force Q*, scaled with the push P (Zhang 1998, (4.6)-(4.8), (4.17)-(4.21)). The push counts as
// constant during a step. Where K_T0 falls, Q and Q* fall with it (form rescale): the authors have one K_T0, with that
// of Hertz their force would be kept (form printed), and shear of a contact whose push swings would give energy. K_T0 =
// 8 G* grip, or a share of the normal stiffness: 2 (1 - nu)/(2 - nu) for solids of one material.
#ifndef SCREE_LAW_TANGENTIAL_WALTON_BRAUN_H
#define SCREE_LAW_TANGENTIAL_WALTON_BRAUN_H

#include "law/mindlin_deresiewicz.h"

SCREE_TEXT tangential_walton_braun_doc[] = "tangential law of Walton and Braun (1986)";
SCREE_TEXT tangential_walton_braun_example[] = "friction: 0.2";
SCREE_ROWS tangential_walton_braun_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "coefficient of friction mu"},
    {"stiffness_ratio", ROW_REAL, "1", ROW_OPTIONAL, ROW_POSITIVE, 10.0,
     "K_T0 as a fraction of the normal stiffness; default 8 G* a from the elastic constants"},
    {"damping", ROW_REAL, "1", 0.0, 0.0, 10.0,
     "tangential dashpot as a fraction of the normal one"},
    {"form", ROW_WORD, "rescale|printed", 0.0, 0.0, 1.0,
     "where K_T0 falls: the force is rescaled with it, or kept as the authors do, which can give "
     "energy"},
};
enum {
    tangential_walton_braun_row_count = 4,
    tangential_walton_braun_history = SLIP_HISTORY_PLAIN,
    tangential_walton_braun_traits = LAW_PLAIN
};
#define tangential_walton_braun_kept law_keeps_all
#define tangential_walton_braun_bound law_no_bound

// k: 8 G*, share of the normal stiffness, mu, share of the normal dashpot, 1 for the form printed
SCREE_FN const char *tangential_walton_braun_mix(const law_pair *pair, const double *value,
                                                 double *k)
{
    bool share = isfinite(value[1]);
    if (!share && !isfinite(pair->g_star))
        return "needs a finite young of one of the two, or stiffness_ratio";
    k[0] = share ? 0 : 8 * pair->g_star;
    k[1] = share ? value[1] : 0;
    k[2] = value[0];
    k[3] = value[2];
    k[4] = value[3];
    return NULL;
}

SCREE_FN law_end tangential_walton_braun_end(const double *k, law_onset beside)
{
    return (law_end){k[1] > 0 ? law_share_power(beside) : LAW_GRIP_POWER, k[2], k[2], 0};
}

SCREE_FN double tangential_walton_braun_onset(const double *k, law_onset beside)
{
    return k[3] > 0 ? beside.dashpot : LAW_NO_DASHPOT;
}

SCREE_FN tangential_out tangential_walton_braun_drag(const double *k, tangential_in in, vd *h)
{
    slip_law law = {
        .friction = k[2],
        .transitions = false,
        .latch = true,
        .printed = k[4] > 0,
    };
    slip_in s = {
        .push = in.load,
        .stiffness = k[0] * in.grip + k[1] * in.stiffness,
        .mean = k[1] > 0 ? in.spring_mean : in.mean,
        .rolled_off = vd_set(0.0),
        .dashpot = k[3] * in.dashpot,
        .damped = k[3] > 0,
        .turn = in.turn,
        .slip = in.slip,
        .dt = in.dt,
        .rate = in.rate,
    };
    return slip_drag(law, s, h);
}

SCREE_FN vd tangential_walton_braun_energy(const double *k, tangential_in in, const vd *h)
{
    (void)in;
    return slip_energy(k[2], h);
}

#endif
