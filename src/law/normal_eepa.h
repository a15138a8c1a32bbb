// normal_eepa.h - Edinburgh elasto-plastic adhesive contact (Morrissey 2013; Thakur et al. 2014, Granular Matter 16,
// 383).
//
//   P + F_0 = k_1 d^n                      loading beyond the deepest overlap d_m
//           = k_2 (d^n - d_p^n)            below it, d_p^n = lambda d_m^n, k_2 = k_1/(1 - lambda)
//           = -k_adh d^n                   where that is higher
// F_0 is a constant pull, k_1 = 4/3 E* R*^{2-n} or stiffness R*^{1-n}. With x = d/R* and z = x^n it is Luding's law in
// z, piecewise linear, in units of S = k_1 R*^n; n = 1 is the bilinear law. On the adhesive branch d_m falls, such that
// the present point is where the branch of that d_m begins. State: x_m, z_m, and the grip one step ago. Energy: what
// the k_2 line gives back, S R*/(1 - lambda) {[z x - z_p x_p]/(n + 1) - z_p (x - x_p)}, less F_0 d. Every loss is a
// constant times S R* z_m x_m (below). Friction goes by P + F_0 + k_adh d^n. Grip R* x^{n-1} (Hertz's contact radius at
// n = 3/2), so that normal and tangential stiffness keep their ratio.
#ifndef SCREE_LAW_NORMAL_EEPA_H
#define SCREE_LAW_NORMAL_EEPA_H

#include "base/mathlib.h"
#include "base/wide_math.h"
#include "law/law.h"

SCREE_TEXT normal_eepa_doc[] = "hysteretic power law with plasticity and adhesion (EEPA)";
SCREE_TEXT normal_eepa_example[] = "adhesion_ratio: 0.5";
SCREE_ROWS normal_eepa_rows[] = {
    {"exponent", ROW_REAL, "1", 1.5, 1.0, 3.0, "exponent n: 1 is piecewise linear, 1.5 Hertzian"},
    {"plasticity", ROW_REAL, "1", 0.5, 0.0, 0.999, "lambda = 1 - k_1/k_2"},
    {"adhesion_ratio", ROW_REAL, "1", 0.0, 0.0, ROW_ANY_HIGH,
     "k_adh/k_1, slope of the adhesive branch"},
    {"pull", ROW_REAL, "N", 0.0, 0.0, ROW_ANY_HIGH, "constant pull F_0 while the bodies touch"},
    {"stiffness", ROW_REAL, "N/m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "k_1 R*^(n-1), for n = 1 k_1 itself; without it 4/3 E* R*"},
    {"restitution", ROW_REAL, "1", 1.0, 0.01, 1.0, "restitution that the dashpot alone gives"},
};
enum {
    normal_eepa_row_count = 6,
    normal_eepa_history = 3,
    normal_eepa_traits = LAW_MODULI | LAW_COHESIVE | LAW_YIELDS | LAW_STRAIGHT
};
#define normal_eepa_onset 0.25
#define normal_eepa_softening 0.4
#define normal_eepa_exponent LAW_NO_ROW
#define normal_eepa_restitution law_no_restitution
#define normal_eepa_reach law_no_reach

// What the k_2 line gives back on the way from x = r x_m to x_p = rest x_m, over S R* z_m x_m; r_power is r^n.
static inline double normal_eepa_recoverable(double n, double lambda, double r_power, double r,
                                             double rest)
{
    double by_power = (r_power * r - lambda * rest) / (n + 1);
    double by_rest = lambda * (r - rest);
    return (by_power - by_rest) / (1 - lambda);
}

// Lost on the adhesive branch over S R* z_m x_m, which begins at x_m / x and z_m / z.
static inline double normal_eepa_adhesive_loss(double n, double lambda, double ratio, double root,
                                               double z_ratio, double x_ratio)
{
    if (!(lambda > 0))
        return 0; // never entered
    double back = normal_eepa_recoverable(n, lambda, 1 / z_ratio, 1 / x_ratio, root);
    return ratio / (n + 1) / (z_ratio * x_ratio) + back;
}

// k: n, lambda, lambda^{1/n}, k_adh/k_1, F_0, S/R* = k[5] + k[6] R*, z_m / z and x_m / x on the adhesive branch, lost
// by loading and by the adhesive branch over S R* z_m x_m, dashpot: c = k[11] sqrt(m* dP/dd)
SCREE_FN const char *normal_eepa_mix(const law_pair *pair, const double *value, double *k)
{
    const double n = value[0];
    const double lambda = value[1];
    const double ratio = value[2];
    bool given = isfinite(value[4]);
    if (!given && !isfinite(pair->e_star))
        return "needs stiffness, or Young's modulus of one of the two materials";
    double root = lambda > 0 ? real_pow(lambda, 1 / n) : 0;
    double z_ratio = lambda > 0 ? (1 + ratio * (1 - lambda)) / lambda : 1;
    double x_ratio = real_pow(z_ratio, 1 / n);
    k[0] = n;
    k[1] = lambda;
    k[2] = root;
    k[3] = ratio;
    k[4] = value[3];
    k[5] = given ? value[4] : 0;
    k[6] = given ? 0 : pair->e_star * (4.0 / 3.0);
    k[7] = z_ratio;
    k[8] = x_ratio;
    k[9] = 1 / (n + 1) - normal_eepa_recoverable(n, lambda, 1, 1, root);
    k[10] = normal_eepa_adhesive_loss(n, lambda, ratio, root, z_ratio, x_ratio);
    k[11] = 2 * law_damping_ratio(value[5], true) * sqrt((n + 1) / (2 * n));
    return NULL;
}

// x^n
SCREE_FN vd normal_eepa_power(const double *k, vd x)
{
    if (k[0] == 1.0)
        return x;
    if (k[0] == 1.5)
        return x * vd_sqrt(x);
    return vd_pow(x, vd_set(k[0]));
}

// h: x_m, z_m, grip one step ago
SCREE_FN normal_out normal_eepa_push(const double *k, normal_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd tiny = vd_set(1e-100);
    const double n = k[0];
    const double lambda = k[1];
    const double ratio = k[3];
    const double pull = k[4];
    vd inside = vd_max(in.overlap, zero);
    vd r = vd_max(in.r_eff, tiny);
    vd scale = (k[5] + k[6] * r) * r;
    vd x = inside / r;
    vd z = normal_eepa_power(k, x);
    vm touch = vd_gt(in.overlap, zero);
    vm virgin = vd_gt(x, h[0]);
    vd xm = vd_select(virgin, x, h[0]);
    vd zm = vd_select(virgin, z, h[1]);
    vd line = (z - zm) / (1.0 - lambda) + zm;
    vd floor = -ratio * z;
    vm slides = vd_gt(floor, line);
    vd x_on_floor = vd_min(k[8] * x, xm);
    vd z_on_floor = vd_min(k[7] * z, zm);
    xm = vd_keep(touch, vd_select(slides, x_on_floor, xm));
    zm = vd_keep(touch, vd_select(slides, z_on_floor, zm));
    normal_out o;
    o.radius = vd_sqrt(r * inside);
    vd force = scale * vd_max(line, floor);
    vd shape = z / vd_max(x, tiny);
    vd slope = (n * scale) * shape / r;
    vd constant_pull = pull * law_edge(inside, in.step);
    o.stiffness = slope / (1.0 - lambda);
    o.elastic = vd_keep(touch, force - constant_pull);
    o.dashpot = k[11] * vd_sqrt(in.m_eff * slope);
    o.damping = vd_keep(touch, o.dashpot * in.closing);
    o = normal_plain(o, in.overlap);
    vd adhesion = (ratio * scale) * z;
    vd load = vd_max((o.load + pull) + adhesion, zero);
    o.load = vd_keep(touch, load);
    o.grip = r * shape;
    vm goes_on = vd_gt(vd_min(h[2], o.grip), zero);
    o.change = vd_select(goes_on, law_grip_change(o.grip, h[2]), one);
    o.fade = vd_min(o.change, one);
    vm gripped = vd_gt(h[2], zero);
    vd first_mean = vd_set(1 / n); // grip ~ time^(n-1)
    o.mean = vd_select(gripped, law_grip_mean(o.fade, o.change), first_mean);
    vd before = h[0] * h[1];
    vd now = xm * zm;
    vd by_loading = k[9] * (now - before);
    vd by_adhesion = k[10] * (before - now);
    o.plastic = (scale * r) * vd_select(virgin, by_loading, by_adhesion);
    h[0] = xm;
    h[1] = zm;
    h[2] = vd_keep(touch, o.grip);
    return o;
}

SCREE_FN vd normal_eepa_energy(const double *k, normal_in in, const vd *h)
{
    const double n = k[0];
    const double lambda = k[1];
    vd r = vd_max(in.r_eff, vd_set(1e-100));
    vd scale = (k[5] + k[6] * r) * r;
    vd d = vd_max(in.overlap, vd_set(0.0));
    vd x = d / r;
    vd z = normal_eepa_power(k, x);
    vd xp = k[2] * h[0];
    vd zp = lambda * h[1];
    vd by_power = (z * x - zp * xp) * (1.0 / (n + 1.0));
    vd by_rest = zp * (x - xp);
    vd sum = (by_power - by_rest) * (1.0 / (1.0 - lambda));
    return (scale * r) * sum - k[4] * d;
}

// Duration of an elastic impact along k_2; 2 sqrt(pi) Gamma(1+p)/Gamma(1/2+p), p = 1/(n+1), by a parabola within 0.1 %.
SCREE_FN double normal_eepa_duration(const double *k, double r_eff, double m_eff, double speed,
                                     double (*power)(double, double))
{
    double n1 = k[0] + 1;
    double p = 1 / n1;
    double scale = (k[5] + k[6] * r_eff) * r_eff / (1 - k[1]);
    double energy = 0.5 * n1 * m_eff * speed * speed;
    double deepest = r_eff * power(energy / (scale * r_eff), p);
    double factor = 2 + p * (2.6933 - 0.82024 * p);
    return factor * deepest / speed;
}

#endif
