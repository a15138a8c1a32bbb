// tangential_mindlin_deresiewicz.h - partial slip after Mindlin and Deresiewicz (1953) under varying push.
//
//   K_T0 = 8 G* grip, and beside it a dashpot; loading, unloading, reloading, growing and shrinking push:
//   mindlin_deresiewicz.h
//                                                                                        (Zhang 1998, (3.23)-(3.64))
// With an elasto-plastic normal law grip is a E_ep/E*, which makes it the elasto-plastic law of Zhang 1998,
// (8.1)-(8.6).
#ifndef SCREE_LAW_TANGENTIAL_MINDLIN_DERESIEWICZ_H
#define SCREE_LAW_TANGENTIAL_MINDLIN_DERESIEWICZ_H

#include "law/mindlin_deresiewicz.h"

SCREE_TEXT tangential_mindlin_deresiewicz_doc[] =
    "partial slip after Mindlin and Deresiewicz, for any history of push";
SCREE_TEXT tangential_mindlin_deresiewicz_example[] = "friction: 0.2";
SCREE_ROWS tangential_mindlin_deresiewicz_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "coefficient of friction mu"},
    {"damping", ROW_REAL, "1", 0.0, 0.0, 10.0,
     "tangential dashpot as a fraction of the normal one"},
};
enum {
    tangential_mindlin_deresiewicz_row_count = 2,
    tangential_mindlin_deresiewicz_history = SLIP_HISTORY,
    tangential_mindlin_deresiewicz_traits = LAW_MODULI
};
#define tangential_mindlin_deresiewicz_kept law_keeps_all
#define tangential_mindlin_deresiewicz_bound law_no_bound

// k: 8 G*, mu, share of the normal dashpot
SCREE_FN const char *tangential_mindlin_deresiewicz_mix(const law_pair *pair, const double *value,
                                                        double *k)
{
    k[0] = 8 * pair->g_star;
    k[1] = value[0];
    k[2] = value[1];
    return NULL;
}

SCREE_FN law_end tangential_mindlin_deresiewicz_end(const double *k, law_onset beside)
{
    (void)beside;
    return (law_end){LAW_GRIP_POWER, k[1], k[1], LAW_PUSH_POWER};
}

SCREE_FN double tangential_mindlin_deresiewicz_onset(const double *k, law_onset beside)
{
    return k[2] > 0 ? beside.dashpot : LAW_NO_DASHPOT;
}

SCREE_FN tangential_out tangential_mindlin_deresiewicz_drag(const double *k, tangential_in in,
                                                            vd *h)
{
    slip_law law = {
        .friction = k[1],
        .transitions = true,
        .latch = false,
        .printed = false,
    };
    slip_in s = {
        .push = in.load,
        .stiffness = k[0] * in.grip,
        .mean = in.mean,
        .rolled_off = vd_set(0.0),
        .dashpot = k[2] * in.dashpot,
        .damped = k[2] > 0,
        .turn = in.turn,
        .slip = in.slip,
        .dt = in.dt,
        .rate = in.rate,
    };
    return slip_drag(law, s, h);
}

SCREE_FN vd tangential_mindlin_deresiewicz_energy(const double *k, tangential_in in, const vd *h)
{
    (void)in;
    return slip_energy(k[1], h);
}

#endif
