// normal_hertz.h - Hertz contact of elastic spheres with a dashpot that gives one restitution at every speed.
//
//   P = K d^{3/2} + c d',  K = 4/3 E* sqrt(R*),  c = alpha sqrt(m* K) d^{1/4},  P >= 0        (Hertz 1882; Tsuji 1992)
// With y = d^{5/4} this is a linear oscillator of damping ratio zeta = alpha / sqrt(5) in the (y, speed) plane, so that
// the linear law's restitution formula, cut-off included, holds exactly and alpha needs no fitted polynomial
// (docs/laws/normal-hertz.md).
#ifndef SCREE_LAW_NORMAL_HERTZ_H
#define SCREE_LAW_NORMAL_HERTZ_H

#include "base/constants.h"
#include "law/law.h"

SCREE_TEXT normal_hertz_doc[] =
    "Hertz contact with Tsuji damping set from the restitution coefficient";
SCREE_TEXT normal_hertz_example[] = "restitution: 0.8";
SCREE_ROWS normal_hertz_rows[] = {
    {"restitution", ROW_REAL, "1", 1.0, 0.0, 1.0,
     "coefficient of normal restitution, the same at every speed; at least 0.01 with the smooth "
     "solver"},
};
enum {
    normal_hertz_row_count = 1,
    normal_hertz_history = 0,
    normal_hertz_traits = LAW_MODULI | LAW_COMMON
};
#define normal_hertz_onset 0.25
#define normal_hertz_softening 0.4
#define normal_hertz_exponent 1.25
#define normal_hertz_reach law_no_reach

// k: 4/3 E*, 2 E*, share of the dashpot, restitution
SCREE_FN const char *normal_hertz_mix(const law_pair *pair, const double *value, double *k)
{
    if (value[0] < LAW_LEAST_RESTITUTION && !pair->impulses)
        return LAW_TOO_DAMPED;
    k[0] = pair->e_star * (4.0 / 3.0);
    k[1] = pair->e_star * 2.0;
    k[2] = SQRT_5 * law_damping_ratio(value[0], false) *
           sqrt(2.0 / 3.0); // c = k2 sqrt(m* 2 E* a), as K sqrt(d) = 4/3 E* a
    k[3] = value[0];
    return NULL;
}

SCREE_FN double normal_hertz_restitution(const double *k, double r_eff, double m_eff, double speed)
{
    (void)r_eff;
    (void)m_eff;
    (void)speed;
    return k[3];
}

SCREE_FN normal_out normal_hertz_push(const double *k, normal_in in, vd *h)
{
    (void)h;
    normal_out o;
    o.radius = vd_sqrt(in.r_eff * in.overlap);
    o.stiffness = k[1] * o.radius;
    o.elastic = (k[0] * o.radius) * in.overlap;
    o.dashpot = k[2] * vd_sqrt(in.m_eff * o.stiffness);
    o.damping = vd_max(o.dashpot * in.closing, -o.elastic);
    o.fade = law_root_after(in.shrunk);
    o.mean = law_root_mean(in.grown);
    o.change = vd_sqrt(in.overlap / in.overlap_before);
    return normal_plain(o, in.overlap);
}

// 2/5 P d
SCREE_FN vd normal_hertz_energy(const double *k, normal_in in, const vd *h)
{
    (void)h;
    return (0.4 * k[0]) * vd_sqrt(in.r_eff * in.overlap) * (in.overlap * in.overlap);
}

// The spring that stands for the law in a stability estimate, at the overlap of an impact at `speed`: duration of the
// impact. tau = HERTZ_DURATION d_max / v, d_max = (5 m* v^2 / (4 K))^{2/5}
SCREE_FN double normal_hertz_duration(const double *k, double r_eff, double m_eff, double speed,
                                      double (*power)(double, double))
{
    double stiff = k[0] * sqrt(r_eff);
    double deepest = power(1.25 * m_eff * speed * speed / stiff, 0.4);
    return HERTZ_DURATION * deepest / speed;
}

#endif
