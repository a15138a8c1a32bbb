// normal_walton_braun.h - latching spring: stiffer on the way back than on the way in, so that a part of the overlap
// stays. Walton and Braun 1986; Zhang 1998, (4.3)-(4.5).
//
//   loading      P = K_1 d
//   back, again  P = K_2 (d - d_0) >= 0 until d > d_max;  d_0 = d_max (1 - K_1/K_2)
//   K_2 = K_1 / e^2            restitution e at every speed
//   K_2 = K_1 (1 + S d_max)    restitution falls with speed: e = 1 / sqrt(1 + S v / w), w = sqrt(K_1/m*)
// The second is theirs too, K_2 = K_1 + S P_max. Either way a loading to d_max gives back the share K_1/K_2 of its
// work.
#ifndef SCREE_LAW_NORMAL_WALTON_BRAUN_H
#define SCREE_LAW_NORMAL_WALTON_BRAUN_H

#include "law/law.h"
#include "base/constants.h"

SCREE_TEXT normal_walton_braun_doc[] =
    "latching spring: stiffer on the way back than on the way in";
SCREE_TEXT normal_walton_braun_example[] = "stiffness: 1e8 N/m, restitution: 0.8";
SCREE_ROWS normal_walton_braun_rows[] = {
    {"stiffness", ROW_REAL, "N/m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "loading stiffness K_1"},
    {"restitution", ROW_REAL, "1", ROW_OPTIONAL, 0.01, 1.0,
     "coefficient of restitution, the same at every speed; leave out when hardening is given"},
    {"hardening", ROW_REAL, "1/m", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "S: K_2 = K_1 + S P_max, and restitution falls with speed"},
};
enum {
    normal_walton_braun_row_count = 3,
    normal_walton_braun_history = 1,
    normal_walton_braun_traits = LAW_STIFFNESS | LAW_YIELDS | LAW_STRAIGHT
};
#define normal_walton_braun_onset 0.0
#define normal_walton_braun_softening 0.5
#define normal_walton_braun_exponent LAW_NO_ROW
#define normal_walton_braun_restitution law_no_restitution
#define normal_walton_braun_reach law_no_reach

// k: K_1, 1/e^2 or 1, S or 0
SCREE_FN const char *normal_walton_braun_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    if (isfinite(value[1]) == isfinite(value[2]))
        return "needs one of restitution and hardening";
    k[0] = value[0];
    k[1] = isfinite(value[1]) ? 1 / (value[1] * value[1]) : 1;
    k[2] = isfinite(value[2]) ? value[2] : 0;
    return NULL;
}

// K_2 / K_1 after a largest overlap
SCREE_FN vd walton_braun_ratio(const double *k, vd deepest)
{
    return k[1] + k[2] * deepest;
}

// The push at an overlap not above the deepest.
SCREE_FN vd walton_braun_back(const double *k, vd deepest, vd overlap)
{
    vd ratio = walton_braun_ratio(k, deepest);
    vd left = deepest - ratio * (deepest - overlap);
    return k[0] * vd_max(left, vd_set(0.0));
}

// What a loading to `deepest` has lost: K_1/2 d^2 (1 - K_1/K_2)
SCREE_FN vd walton_braun_lost(const double *k, vd deepest)
{
    vd ratio = walton_braun_ratio(k, deepest);
    vd work = (0.5 * k[0]) * (deepest * deepest);
    return work * (1.0 - 1.0 / ratio);
}

// h[0]: d_max
SCREE_FN normal_out normal_walton_braun_push(const double *k, normal_in in, vd *h)
{
    normal_out o;
    vd before = h[0];
    h[0] = vd_max(before, in.overlap);
    o.radius = vd_sqrt(in.r_eff * in.overlap);
    o.stiffness = vd_set(k[0]); // what tangential laws take a share of
    o.elastic = walton_braun_back(k, h[0], in.overlap);
    o.dashpot = vd_set(0.0);
    o.damping = vd_set(0.0);
    o.fade = vd_set(1.0);
    o.change = vd_set(1.0);
    o.mean = vd_set(1.0);
    o = normal_plain(o, in.overlap);
    vd lost_now = walton_braun_lost(k, h[0]);
    vd lost_before = walton_braun_lost(k, before);
    o.plastic = lost_now - lost_before;
    return o;
}

// P^2 / (2 K_2)
SCREE_FN vd normal_walton_braun_energy(const double *k, normal_in in, const vd *h)
{
    vd push = walton_braun_back(k, h[0], in.overlap);
    vd ratio = walton_braun_ratio(k, h[0]);
    vd stiffness_back = (2.0 * k[0]) * ratio;
    return push * push / stiffness_back;
}

// That of a spring as stiff as the way back after an elastic impact (pi e sqrt(m*/K_1)), so that the way back, which is
// the faster, has enough steps. The impact itself takes pi/2 (1 + e) sqrt(m*/K_1).
SCREE_FN double normal_walton_braun_duration(const double *k, double r_eff, double m_eff,
                                             double speed, double (*power)(double, double))
{
    (void)r_eff;
    (void)power;
    double root = sqrt(m_eff / k[0]);
    return PI * root / sqrt(k[1] + k[2] * speed * root);
}

#endif
