// normal_jkr.h - adhesive elastic spheres of Johnson, Kendall and Roberts 1971, with hysteresis.
//
//   d = a^2/R* - sqrt(2 pi w a/E*),   P = 4 E* a^3/(3 R*) - sqrt(8 pi w E* a^3),   w the work of adhesion
// The contact is made at d = 0 and lives until d = -d_c, where a = a_s = (pi w R*^2/(8 E*))^{1/3}, d_c = 3 a_s^2/R*. In
// s = sqrt(a/a_s) the law has no parameters: with y = d R*/a_s^2
//   s^4 - 4 s = y, y >= -3, s >= 1 (the stable branch),   P = pi w R* s^3 (s^3/6 - 1),   P_c = 3/2 pi w R* at s^3 = 3
// Ferrari: s is the larger root of s^2 - q s + p - 2/q with q^2 = 2 p and p the positive root of p^3 + y p = 2. That
// cubic is well conditioned even where the quartic has its double root, so Newton's method finds p to the last bits.
// Energy (zero at touch) int P dd = pi w R* a_s^2/R* [s^10/15 - 2/3 s^7 + s^4]; at separation
// W = pi w a_s^2 (0.4 + 0.6 4^{4/3}), that is 7.09 (w^5 R*^4/E*^2)^{1/3}, is lost (Thornton and Ning 1998).
// Damping as normal_hertz.h, with the JKR radius; it may pull. Friction goes by P + 2 P_c (Thornton 1991).
#ifndef SCREE_LAW_NORMAL_JKR_H
#define SCREE_LAW_NORMAL_JKR_H

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/wide_math.h"
#include "law/law.h"

SCREE_TEXT normal_jkr_doc[] =
    "adhesive elastic spheres with pull-off hysteresis (Johnson, Kendall and Roberts)";
SCREE_TEXT normal_jkr_example[] = "work_of_adhesion: 500 J/m^2";
SCREE_ROWS normal_jkr_rows[] = {
    {"work_of_adhesion", ROW_REAL, "J/m^2", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "work w to part unit area of the two surfaces: 2 x surface energy for like surfaces"},
    {"restitution", ROW_REAL, "1", 1.0, 0.01, 1.0,
     "restitution that the dashpot alone gives, as without adhesion"},
};
enum {
    normal_jkr_row_count = 2,
    normal_jkr_history = 1,
    normal_jkr_traits = LAW_FAR | LAW_MODULI | LAW_COHESIVE | LAW_JUMPS | LAW_TEARS
};
#define normal_jkr_onset 0.0
#define normal_jkr_parting 6.3496042078727978 // 4^(4/3)
#define normal_jkr_softening 0.4
#define normal_jkr_exponent LAW_NO_ROW
#define normal_jkr_restitution law_no_restitution

// k: E*, a_s/R*^{2/3}, pi w, dashpot: c = k3 sqrt(m* 2 E* a)
SCREE_FN const char *normal_jkr_mix(const law_pair *pair, const double *value, double *k)
{
    if (!isfinite(pair->e_star))
        return "needs Young's modulus of at least one of the two materials";
    k[0] = pair->e_star;
    k[1] = real_cbrt(PI * value[0] / (8 * pair->e_star));
    k[2] = PI * value[0];
    k[3] = SQRT_5 * law_damping_ratio(value[1], true) * sqrt(2.0 / 3.0);
    return NULL;
}

SCREE_FN double normal_jkr_reach(const double *k, double r_eff)
{
    return 3 * (k[1] * k[1]) * real_cbrt(r_eff);
}

// s of y >= -3. The guess is within 5 %; each step doubles the digits, always from above.
SCREE_FN vd normal_jkr_root(vd y)
{
    vd t = y + 3.0;
    vd shape = 1.0 + t * ((2.0 / 9.0) + 0.0948 * t);
    vd p = 2.0 / (y + 4.0 / shape);
    for (int i = 0; i < 4; i++) {
        vd square = p * p;
        vd above = 2.0 * (p * square + 1.0);
        vd below = 3.0 * square + y;
        p = above / below;
    }
    vd q = vd_sqrt(p + p);
    vd inside = vd_max(8.0 / q - q * q, vd_set(0.0));
    return 0.5 * (q + vd_sqrt(inside));
}

// Length a_s^2/R* and s at an overlap.
typedef struct normal_jkr_point {
    vd length, y, s;
} normal_jkr_point;

SCREE_FN normal_jkr_point normal_jkr_at(const double *k, vd r_eff, vd overlap)
{
    normal_jkr_point o;
    o.length = (k[1] * k[1]) * vd_cbrt(r_eff);
    o.y = overlap / vd_max(o.length, vd_set(1e-300));
    vd finite = vd_min(o.y, vd_set(1e60));
    vd on_curve = vd_max(finite, vd_set(-3.0));
    o.s = normal_jkr_root(on_curve);
    return o;
}

// h: contact radius, 0 where the bodies are apart
SCREE_FN normal_out normal_jkr_push(const double *k, normal_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    vd before = h[0];
    vd inside = vd_max(in.overlap, zero);
    normal_jkr_point at = normal_jkr_at(k, in.r_eff, in.overlap);
    vm was = vd_gt(before, zero);
    vm met = vd_gt(before + inside, zero);
    vd unit = k[2] * in.r_eff;
    vd square = at.s * at.s;
    vd cube = square * at.s;
    normal_out o;
    vd to_parting = in.overlap + 3.0 * at.length;
    o.live = vd_select(met, to_parting, in.overlap);
    vm holds = vd_gt(o.live, zero);
    vd a = vd_sqrt(in.r_eff * at.length) * square; // a_s = sqrt(R* length)
    o.radius = vd_keep(holds, a);
    // as it tears that of before: springs give back over it
    vd torn = vd_select(was, before, a);
    o.grip = vd_select(holds, a, torn);
    // Hertz's; the slope of the curve itself has a pole at separation
    o.stiffness = (2.0 * k[0]) * a;
    vd rise = vd_select(was, zero, in.step);
    vd fall = vd_min(in.step, zero);
    vd begins = law_edge(inside, rise);
    vd ends = law_edge(vd_max(o.live, zero), fall);
    vd shape = cube * (cube * (1.0 / 6.0) - 1.0);
    vd elastic = (unit * (begins * ends)) * shape;
    vd dashpot = k[3] * vd_sqrt(in.m_eff * o.stiffness);
    o.elastic = vd_keep(holds, elastic);
    o.dashpot = vd_keep(holds, dashpot);
    o.damping = o.dashpot * in.closing;
    vd load = (o.elastic + o.damping) + 3.0 * unit;
    o.load = vd_keep(holds, load);
    o.change = vd_select(was, law_grip_change(o.grip, before), one);
    o.fade = vd_min(o.change, one);
    o.mean = law_grip_mean(o.fade, o.change);
    vd lost = (unit * at.length) * (0.4 + 0.6 * normal_jkr_parting);
    vd kept = vd_select(holds, before, zero);
    vm parts = vd_gt(before, kept);
    o.plastic = vd_keep(parts, lost);
    h[0] = o.radius;
    return o;
}

SCREE_FN vd normal_jkr_energy(const double *k, normal_in in, const vd *h)
{
    normal_jkr_point at = normal_jkr_at(k, in.r_eff, in.overlap);
    vd cube = (at.s * at.s) * at.s;
    vd four = cube * at.s;
    vd inner = cube * (1.0 / 15.0) - 2.0 / 3.0;
    vd sum = four * (1.0 + cube * inner) + 0.6 * normal_jkr_parting;
    vd unit = (k[2] * in.r_eff) * at.length;
    vm touches = vd_gt(h[0], vd_set(0.0));
    return vd_keep(touches, unit * sum);
}

// The shorter of a Hertzian impact at this speed and half an oscillation about zero load, where the slope is 1.2 E* a_0
// with a_0^3 = 36 a_s^3: slow grains stick and oscillate.
SCREE_FN double normal_jkr_duration(const double *k, double r_eff, double m_eff, double speed,
                                    double (*power)(double, double))
{
    double stiff = (4.0 / 3.0) * k[0] * sqrt(r_eff);
    double deepest = power(1.25 * m_eff * speed * speed / stiff, 0.4);
    double radius = 3.3019272488946263 * k[1] * power(r_eff, 2.0 / 3.0);
    double slope = 1.2 * k[0] * radius;
    double impact = HERTZ_DURATION * deepest / speed;
    double wobble = PI * sqrt(m_eff / slope);
    return real_min(impact, wobble);
}

#endif
