// normal_luding.h - hysteretic cohesive contact, piecewise linear (Luding 2008, Granular Matter 10, 235).
//
//   P = k_1 d                        loading beyond the deepest overlap d_m
//     = k_2 (d - d_0)                below it, d_0 = (1 - k_1/k_2) d_m
//     = -k_c d                       where that is higher: the adhesive branch, from d_min = (k_2 - k_1)/(k_2 + k_c)
//     d_m
// k_2 = k_p, or with plastic_depth phi it grows with d_m, k_1 + (k_p - k_1) d_m/d*, to k_p at d* = k_p/(k_p - k_1) phi
// 2 R*; there plastic flow ends and loading goes on along k_p. State: d_m. On the adhesive branch d_m falls, such that
// the present point is its d_min; from there loading follows the k_2 of that d_m. Energy P^2/(2 k_2). Lost, exactly: on
// loading the growth of k_1 d_m^2/2 (1 - k_1/k_2), on the adhesive branch the fall of k_c d_min^2/2 (1 + k_c/k_2).
// Friction goes by P + k_c d.
#ifndef SCREE_LAW_NORMAL_LUDING_H
#define SCREE_LAW_NORMAL_LUDING_H

#include "law/law.h"
#include "base/constants.h"

SCREE_TEXT normal_luding_doc[] =
    "piecewise linear, hysteretic, with adhesion that grows with the deepest overlap (Luding)";
SCREE_TEXT normal_luding_example[] = "stiffness: 1e8 N/m, unloading_stiffness: 3e8 N/m, "
                                     "cohesion_stiffness: 1e8 N/m, plastic_depth: 1e-4";
SCREE_ROWS normal_luding_rows[] = {
    {"stiffness", ROW_REAL, "N/m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "loading stiffness k_1"},
    {"unloading_stiffness", ROW_REAL, "N/m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "(largest) stiffness of unloading k_p, at least k_1"},
    {"cohesion_stiffness", ROW_REAL, "N/m", 0.0, 0.0, ROW_ANY_HIGH,
     "slope k_c of the adhesive branch"},
    {"plastic_depth", ROW_REAL, "1", ROW_OPTIONAL, ROW_POSITIVE, 1.0,
     "phi: residual overlap / 2 R* where plastic flow ends; without it k_2 = k_p at every depth"},
    {"damping", ROW_REAL, "N s/m", 0.0, 0.0, ROW_ANY_HIGH, "constant dashpot"},
};
enum {
    normal_luding_row_count = 5,
    normal_luding_history = 1,
    normal_luding_traits = LAW_COHESIVE | LAW_STIFFNESS | LAW_YIELDS | LAW_STRAIGHT
};
#define normal_luding_onset 0.0
#define normal_luding_softening 0.5
#define normal_luding_exponent LAW_NO_ROW
#define normal_luding_restitution law_no_restitution
#define normal_luding_reach law_no_reach

// k: k_1, k_2 = min(k[1] + k[2] d_m/R*, k[3]), k_p, k_c, d* / R*, d_m on the adhesive branch = k[6] d + sqrt(k[7] d^2 +
// k[8] R* d), dashpot
SCREE_FN const char *normal_luding_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    const double k1 = value[0];
    const double kp = value[1];
    const double kc = value[2];
    if (kp < k1)
        return "needs an unloading_stiffness that is at least the stiffness";
    bool grows = isfinite(value[3]) && kp > k1;
    k[0] = k1;
    k[3] = kp;
    k[4] = kc;
    k[9] = value[4];
    if (grows) {
        k[1] = k1;
        k[5] = kp / (kp - k1) * 2 * value[3];
        k[2] = (kp - k1) / k[5];
        k[6] = 0.5;
        k[7] = 0.25;
        k[8] = (k1 + kc) / k[2];
    } else {
        k[1] = kp;
        k[5] = 1e100;
        k[2] = 0;
        k[6] = (kp + kc) / real_max(kp - k1, 1e-100);
        k[7] = 0;
        k[8] = 0;
    }
    return NULL;
}

SCREE_FN vd normal_luding_k2(const double *k, vd r_eff, vd deepest)
{
    vd radius = vd_max(r_eff, vd_set(1e-100));
    vd risen = k[1] + k[2] * (deepest / radius);
    return vd_min(risen, vd_set(k[3]));
}

// What has been lost on the way to a deepest overlap, and what an adhesive branch that begins there can still lose.
SCREE_FN vd normal_luding_spent(const double *k, vd k2, vd deepest)
{
    vd work = (0.5 * k[0]) * (deepest * deepest);
    return work * (1.0 - k[0] / k2);
}
SCREE_FN vd normal_luding_ahead(const double *k, vd k2, vd deepest)
{
    vd edge = (k2 - k[0]) / (k2 + k[4]) * deepest;
    vd work = (0.5 * k[4]) * (edge * edge);
    return work * (1.0 + k[4] / k2);
}

// h: d_m
SCREE_FN normal_out normal_luding_push(const double *k, normal_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const double kc = k[4];
    vd d = vd_max(in.overlap, zero);
    vd before = h[0];
    vd cap = k[5] * in.r_eff;
    vd deepest = vd_max(vd_min(d, cap), before);
    vd k2 = normal_luding_k2(k, in.r_eff, deepest);
    vd line = k2 * (d - deepest) + k[0] * deepest;
    vd floor = -kc * d;
    vm slides = vd_gt(floor, line);
    vd under_root = (k[7] * d + k[8] * in.r_eff) * d;
    vd fallen = k[6] * d + vd_sqrt(under_root);
    vd on_floor = vd_min(fallen, deepest);
    vm touch = vd_gt(in.overlap, zero);
    h[0] = vd_keep(touch, vd_select(slides, on_floor, deepest));
    normal_out o;
    o.radius = vd_sqrt(in.r_eff * d);
    o.stiffness = vd_set(k[3]);
    o.elastic = vd_max(line, floor);
    o.dashpot = vd_set(k[9]);
    o.damping = o.dashpot * in.closing;
    o.fade = one;
    o.change = one;
    o.mean = one;
    o = normal_plain(o, in.overlap);
    o.load = vd_max(o.load + kc * d, zero);
    vd k2_before = normal_luding_k2(k, in.r_eff, before);
    vd k2_now = normal_luding_k2(k, in.r_eff, h[0]);
    vd spent_now = normal_luding_spent(k, k2_now, h[0]);
    vd spent_before = normal_luding_spent(k, k2_before, before);
    vd ahead_before = normal_luding_ahead(k, k2_before, before);
    vd ahead_now = normal_luding_ahead(k, k2_now, h[0]);
    vd grown = spent_now - spent_before;
    vd fell = ahead_before - ahead_now;
    o.plastic = vd_select(slides, fell, grown);
    return o;
}

SCREE_FN vd normal_luding_energy(const double *k, normal_in in, const vd *h)
{
    vd d = vd_max(in.overlap, vd_set(0.0));
    vd k2 = normal_luding_k2(k, in.r_eff, h[0]);
    vd line = k2 * (d - h[0]) + k[0] * h[0];
    return 0.5 * (line * line) / k2;
}

// That of the stiffest branch, pi sqrt(m*/k_p)
SCREE_FN double normal_luding_duration(const double *k, double r_eff, double m_eff, double speed,
                                       double (*power)(double, double))
{
    (void)r_eff;
    (void)speed;
    (void)power;
    return PI * sqrt(m_eff / k[3]);
}

#endif
