// tangential_mindlin.h - Mindlin's no-slip spring with history, a dashpot, and Coulomb's limit.
//
//   dQ/dt = -K_T u_t,  K_T = 8 G* a;  |Q - c_t u_t| <= mu_s P, else mu_d P (spring.h)          (Zhang 1998, (3.25))
#ifndef SCREE_LAW_TANGENTIAL_MINDLIN_H
#define SCREE_LAW_TANGENTIAL_MINDLIN_H

#include "law/law.h"
#include "law/spring.h"

SCREE_TEXT tangential_mindlin_doc[] =
    "Mindlin's no-slip spring with history, dashpot and Coulomb limit";
SCREE_TEXT tangential_mindlin_example[] = "friction: 0.3";
SCREE_ROWS tangential_mindlin_rows[] = {
    {"friction", ROW_REAL, "1", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "coefficient of static friction mu_s"},
    {"damping", ROW_REAL, "1", 1.0, 0.0, 10.0,
     "tangential dashpot as a fraction of the normal one"},
    {"dynamic_friction", ROW_REAL, "1", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "coefficient of sliding friction mu_d; default mu_s"},
    {"form", ROW_WORD, "rescale|total", 0.0, 0.0, 1.0,
     "where K changes: the force is kept and rescaled, or the total displacement is kept"},
};
enum {
    tangential_mindlin_row_count = 4,
    tangential_mindlin_history = 4, // of the spring 3, and whether it slides
    tangential_mindlin_traits = LAW_MODULI | LAW_SPARES | LAW_COMMON
};

// k: 8 G*, mu_s, share of the normal dashpot, mu_d, 1 for the form total
SCREE_FN const char *tangential_mindlin_mix(const law_pair *pair, const double *value, double *k)
{
    k[0] = 8 * pair->g_star;
    k[1] = value[0];
    k[2] = value[1];
    k[3] = isfinite(value[2]) ? value[2] : value[0];
    k[4] = value[3];
    return NULL;
}

// K_T, N/m
SCREE_FN vd tangential_mindlin_stiffness(const double *k, vd grip)
{
    return k[0] * grip;
}

SCREE_FN law_end tangential_mindlin_end(const double *k, law_onset beside)
{
    (void)beside;
    return (law_end){LAW_GRIP_POWER, k[1], k[3], 0};
}

SCREE_FN double tangential_mindlin_onset(const double *k, law_onset beside)
{
    return k[2] > 0 ? beside.dashpot : LAW_NO_DASHPOT;
}

// Whether it slides is kept where that makes a difference.
SCREE_FN int tangential_mindlin_kept(const double *k, int most)
{
    return fabs(k[3] - k[1]) > 0 ? most : most - 1;
}

// A row sticks, whatever the stiffness and dashpot, and slides at the friction at which it sticks.
SCREE_FN const char *tangential_mindlin_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[1]};
    return fabs(k[3] - k[1]) > 0 ? "dynamic_friction" : NULL;
}

SCREE_FN tangential_out tangential_mindlin_drag(const double *k, tangential_in in, vd *h)
{
    vd push = vd_max(in.load, vd_set(0.0));
    spring_in s = {
        .stiffness = tangential_mindlin_stiffness(k, in.grip),
        .mean = in.mean,
        .dashpot = k[2] * in.dashpot,
        .limit = k[1] * push,
        .cap = k[3] * push,
        .fade = in.fade,
        .change = in.change,
        .turn = in.turn,
        .slip = in.slip,
        .dt = in.dt,
        .rate = in.rate,
        .two = fabs(k[3] - k[1]) > 0,
        .total = k[4] > 0,
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

SCREE_FN vd tangential_mindlin_energy(const double *k, tangential_in in, const vd *h)
{
    vd stiffness = tangential_mindlin_stiffness(k, in.grip);
    vd square = 0.5 * spring_square(h);
    return k[4] > 0 ? square * stiffness : square / stiffness;
}

#endif
