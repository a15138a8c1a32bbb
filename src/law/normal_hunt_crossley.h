// normal_hunt_crossley.h - a power law with damping in proportion to its push.
//
//   P = K d^n (1 + h d'/v0),  P >= 0,  v0 the speed of approach         (Hunt and Crossley 1975; Muth et al. 2005, (3))
// Of an impact from any speed, for any K, n and mass, the restitution e' is the root of
//   h - ln(1 + h) = -h e' - ln(1 - h e').
// Solved for h it gives the restitution asked for (`exact`). Lankarani and Nikravesh (1990) take h = 3/4 (1 - e^2),
// which is right for e near 1 only: 0.5 becomes 0.7252. v0 is the largest speed the contact has had: in an impact the
// speed of its first step, and for a contact born at rest what keeps h d'/v0 from growing beyond h. A contact that has
// never gained or lost more than 1e-12 of its overlap in a step is at rest, and v0 is what that would be: tangential
// dashpots and those of rolling go by this one, and without end they would be no numbers.
#ifndef SCREE_LAW_NORMAL_HUNT_CROSSLEY_H
#define SCREE_LAW_NORMAL_HUNT_CROSSLEY_H

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/wide_math.h"
#include "law/law.h"
#include "law/yield.h"

SCREE_TEXT normal_hunt_crossley_doc[] =
    "power law with Hunt-Crossley or Lankarani-Nikravesh damping";
SCREE_TEXT normal_hunt_crossley_example[] = "restitution: 0.7";
SCREE_ROWS normal_hunt_crossley_rows[] = {
    {"restitution", ROW_REAL, "1", ROW_OPTIONAL, 0.01, 1.0,
     "coefficient of restitution, the same at every speed"},
    {"exact", ROW_FLAG, "1", 1.0, 0.0, 1.0,
     "damping that gives this restitution; off: Lankarani and Nikravesh's"},
    {"hysteresis", ROW_REAL, "1", ROW_OPTIONAL, 0.0, 1e3,
     "h itself; leave out when restitution is given"},
    {"exponent", ROW_REAL, "1", 1.5, 1.0, 5.0, "n"},
    {"reference_force", ROW_REAL, "N", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "push at reference_overlap; left out: from the moduli, for exponent 1.5"},
    {"reference_overlap", ROW_REAL, "m", 1.0, ROW_POSITIVE, ROW_ANY_HIGH,
     "K = reference_force / reference_overlap^n"},
};
enum {
    normal_hunt_crossley_row_count = 6,
    normal_hunt_crossley_history = 1,
    normal_hunt_crossley_traits = LAW_MODULI | LAW_APART
};
#define normal_hunt_crossley_onset 1.5
#define normal_hunt_crossley_softening 0.4
#define normal_hunt_crossley_exponent LAW_NO_ROW
#define normal_hunt_crossley_restitution law_no_restitution
#define normal_hunt_crossley_reach law_no_reach

// h of a restitution below 1: a root of f(h) = h - ln(1+h) + h e + ln(1-h e), which rises from 0, then falls without
// end as h goes to 1/e. Near e = 1 the logarithms cancel, and the series of f / h^2 is solved instead.
// The same close to 1.
SCREE_FN double hunt_crossley_near_one(double e)
{
    double e2 = e * e;
    double e3 = e2 * e;
    double first = (1 - e2) / 2;
    double second = (1 - e2 * e2) / 4;
    double third = (1 + e2 * e3) / 5;
    double h = 0;
    for (int i = 0; i < 8; i++) {
        double fourth = h * (1 - e3 * e3) / 6;
        double sum = first + h * h * (second + h * (fourth - third));
        h = 3 / (1 + e3) * sum;
    }
    return h;
}

SCREE_FN double hunt_crossley_hysteresis(double e)
{
    if (e > 0.999)
        return hunt_crossley_near_one(e);
    double low = 0.75 * (1 - e * e);
    double high = 1 / e; // Lankarani and Nikravesh's h is too small
    for (int i = 0; i < 100; i++) {
        double h = 0.5 * (low + high);
        double left = real_max(1 - h * e, 1e-300);
        double f = h - real_log(1 + h) + h * e + real_log(left);
        if (f > 0)
            low = h;
        else
            high = h;
    }
    return low;
}

// k: K when given, 4/3 E* when not, n, h, whether n is 3/2
SCREE_FN const char *normal_hunt_crossley_mix(const law_pair *pair, const double *value, double *k)
{
    const double restitution = value[0];
    const double hysteresis = value[2];
    const double exponent = value[3];
    bool exact = value[1] != 0;
    bool given = isfinite(value[4]);
    k[0] = given ? value[4] / real_pow(value[5], exponent) : 0;
    k[1] = given ? 0 : pair->e_star * (4.0 / 3.0);
    k[2] = exponent;
    k[3] = hysteresis;
    k[4] = exponent == 1.5;
    if (!given && exponent != 1.5)
        return "needs reference_force, as the moduli give a stiffness for exponent 1.5 only";
    if (isfinite(restitution) == isfinite(hysteresis))
        return "needs one of restitution and hysteresis";
    if (!isfinite(restitution))
        return NULL;
    if (exact)
        k[3] = hunt_crossley_hysteresis(restitution);
    else
        k[3] = 0.75 * (1 - restitution * restitution);
    return NULL;
}

SCREE_FN vd normal_hunt_crossley_elastic(const double *k, normal_in in)
{
    vd power = in.overlap;
    if (k[4] != 0)
        power = power * vd_sqrt(power);
    else
        power = vd_pow(power, vd_set(k[2]));
    return (k[0] + k[1] * vd_sqrt(in.r_eff)) * power;
}

// h[0]: v0
SCREE_FN normal_out normal_hunt_crossley_push(const double *k, normal_in in, vd *h)
{
    normal_out o;
    h[0] = vd_max(h[0], vd_abs(in.approach));
    o.radius = vd_sqrt(in.r_eff * in.overlap);
    o.elastic = normal_hunt_crossley_elastic(k, in);
    o.stiffness = k[2] * o.elastic / in.overlap;
    const vd rest = in.overlap * (1e-12 / in.dt);
    o.dashpot = k[3] * o.elastic / vd_max(h[0], rest);
    o.damping = vd_max(o.dashpot * in.closing, -o.elastic);
    o.fade = law_root_after(in.shrunk);
    o.mean = law_root_mean(in.grown);
    o.change = vd_sqrt(in.overlap / in.overlap_before);
    o = normal_plain(o, in.overlap);
    o.spring_fade = o.fade;
    o.spring_change = o.change;
    o.spring_mean = o.mean;
    if (k[4] == 0) {
        const vd one = vd_set(1.0);
        const double n = k[2];
        vd ratio = in.overlap / in.overlap_before;
        o.spring_change = vd_pow(ratio, vd_set(n - 1));
        o.spring_fade = vd_min(o.spring_change, one);
        vd mean = law_grip_mean(o.spring_fade, o.spring_change);
        vm begins = vd_gt(in.grown, vd_set(0.9999));
        o.spring_mean = vd_select(begins, vd_set(1 / n), mean);
    }
    return o;
}

// P d / (n + 1)
SCREE_FN vd normal_hunt_crossley_energy(const double *k, normal_in in, const vd *h)
{
    (void)h;
    return normal_hunt_crossley_elastic(k, in) * in.overlap * (1 / (k[2] + 1));
}

// Of the elastic impact: 2 d_max / v times the integral of 1 / sqrt(1 - x^{n+1}) over [0, 1], which for 1 <= n <= 5
// lies within 2 % of 1 + 1.1416 / (n + 1), exact for n = 1.
SCREE_FN double normal_hunt_crossley_duration(const double *k, double r_eff, double m_eff,
                                              double speed, double (*power)(double, double))
{
    double stiff = k[0] + k[1] * sqrt(r_eff);
    double n1 = k[2] + 1;
    double energy = 0.5 * n1 * m_eff * speed * speed;
    double deepest = power(energy / stiff, 1 / n1);
    double factor = 2 * (1 + (PI - 2) / n1);
    return factor * deepest / speed;
}

#endif
