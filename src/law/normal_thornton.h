// normal_thornton.h - elastic, perfectly plastic spheres: Hertz's pressure cut off at the yield pressure p_y.
//
//   loading      P = 4/3 E* sqrt(R*) d^{3/2} until d_Y, then P = P_Y + pi p_y R* (d - d_Y)
//                a_Y = pi p_y R* / (2 E*), d_Y = a_Y^2 / R*, P_Y = 4/3 E* a_Y^3 / R*
//   back, again  P = 4/3 E* sqrt(R_p) (d - d_p)^{3/2}, zero below d_p, until d > d_max       (Thornton 1997; Zhang 1998
//   (4.22))
// Loading has the contact radius a^2 = R* d, yielded or not, so 2 P_max + P_Y = 2 pi p_y a_max^2 and his radius of the
// flattened contact, (4 E* / 3 P_max) ((2 P_max + P_Y) / (2 pi p_y))^{3/2}, is R_p = 4 E* a_max^3 / (3 P_max), and d_p
// = d_max - a_max^2 / R_p. On the way back a^2 = R_p (d - d_p). p_y = A_Y(nu) sigma_Y of the body that yields first
// (yield.h), or given, or from a given P_Y.
#ifndef SCREE_LAW_NORMAL_THORNTON_H
#define SCREE_LAW_NORMAL_THORNTON_H

#include "base/constants.h"
#include "base/mathlib.h"
#include "base/wide_math.h"
#include "law/law.h"
#include "law/yield_pair.h"

SCREE_TEXT normal_thornton_doc[] = "Thornton's elastic, perfectly plastic spheres";
SCREE_TEXT normal_thornton_example[] = "yield_pressure: 161 MPa";
SCREE_ROWS normal_thornton_rows[] = {
    {"yield_pressure", ROW_REAL, "Pa", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "largest contact pressure p_y; default from the yield stress of the weaker material"},
    {"yield_load", ROW_REAL, "N", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "push P_Y at which yielding begins, instead of yield_pressure"},
};
enum {
    normal_thornton_row_count = 2,
    normal_thornton_history = 2,
    normal_thornton_traits = LAW_MODULI | LAW_YIELDS
};
#define normal_thornton_onset 0.0
#define normal_thornton_softening 0.4
#define normal_thornton_exponent LAW_NO_ROW
#define normal_thornton_restitution law_no_restitution
#define normal_thornton_reach law_no_reach

// k: 4/3 E*, p_y or 0, 3/4 P_Y / E* or 0, E*
SCREE_FN const char *normal_thornton_mix(const law_pair *pair, const double *value, double *k)
{
    k[0] = pair->e_star * (4.0 / 3.0);
    k[1] = value[0];
    k[2] = 0;
    k[3] = pair->e_star;
    if (isfinite(value[0]) && isfinite(value[1]))
        return "needs one of yield_pressure and yield_load, not both";
    if (isfinite(value[0]))
        return NULL;
    if (isfinite(value[1])) {
        k[1] = 0;
        k[2] = 0.75 * value[1] / pair->e_star;
        return NULL;
    }
    k[1] = yield_pressure_of_pair(pair);
    return isfinite(k[1]) ? NULL
                          : "needs the yield stress (`yield`) of both materials, or yield_pressure "
                            "or yield_load";
}

typedef struct thornton_point {
    vd radius_2; // R_p
    vd rest;     // d_p
} thornton_point;

typedef struct thornton_yield {
    vd overlap, push, rise; // d_Y, P_Y, pi p_y R*
} thornton_yield;

SCREE_FN thornton_yield thornton_yield_at(const double *k, vd r_eff)
{
    const double e_star = k[3];
    thornton_yield y;
    vd radius = (0.5 * PI * k[1] / e_star) * r_eff;
    if (k[2] != 0)
        radius = vd_cbrt(k[2] * r_eff);
    y.overlap = radius * radius / r_eff;
    y.push = k[0] * radius * y.overlap;
    y.rise = (2.0 * e_star) * radius; // p_y = 2 E* a_Y / (pi R*)
    return y;
}

// P at an overlap on the way in.
SCREE_FN vd thornton_virgin(const double *k, thornton_yield y, vd r_eff, vd overlap)
{
    vd hertz = k[0] * vd_sqrt(r_eff * overlap) * overlap;
    vd beyond = overlap - y.overlap;
    vd plastic = y.push + y.rise * beyond;
    vm yields = vd_gt(beyond, vd_set(0.0));
    return vd_select(yields, plastic, hertz);
}

// The way back from `deepest`.
SCREE_FN thornton_point thornton_back(const double *k, thornton_yield y, vd r_eff, vd deepest)
{
    thornton_point p;
    vm yields = vd_gt(deepest, y.overlap);
    vd square = r_eff * deepest;
    vd push = vd_max(thornton_virgin(k, y, r_eff, deepest), vd_set(1e-300));
    vd flattened = k[0] * square * vd_sqrt(square) / push;
    p.radius_2 = vd_select(yields, flattened, r_eff);
    vd rest = deepest - square / p.radius_2;
    p.rest = vd_keep(yields, rest);
    return p;
}

// Lost on the way in to `deepest`: the work, less what the way back returns, 2/5 P (d - d_p) = 3/10 P^2 / (E* a).
SCREE_FN vd thornton_lost(const double *k, thornton_yield y, vd r_eff, vd deepest)
{
    vd beyond = deepest - y.overlap;
    vd push = y.push + y.rise * beyond;
    vd plastic_work = beyond * (0.5 * (y.push + push));
    vd work = 0.4 * y.push * y.overlap + plastic_work;
    vd square = vd_max(r_eff * deepest, vd_set(1e-300));
    vd back = push * push * (0.3 / k[3]) / vd_sqrt(square);
    vm yields = vd_gt(beyond, vd_set(0.0));
    return vd_keep(yields, work - back);
}

// h[0]: d_max; h[1]: grip one step ago
SCREE_FN normal_out normal_thornton_push(const double *k, normal_in in, vd *h)
{
    normal_out o;
    vd zero = vd_set(0.0);
    vd one = vd_set(1.0);
    vd before = h[0];
    vd gripped = h[1];
    thornton_yield y = thornton_yield_at(k, in.r_eff);
    vd deepest = vd_max(before, in.overlap);
    thornton_point p = thornton_back(k, y, in.r_eff, deepest);
    vd raised = vd_max(in.overlap - p.rest, zero);
    o.radius = vd_sqrt(p.radius_2 * raised);
    o.elastic = (k[0] * o.radius) * raised;
    o.dashpot = zero;
    o.damping = zero;
    o = normal_plain(o, in.overlap);
    // where the surfaces have parted above their residual overlap a small grip is left, for what divides by it
    vd least = 1e-6 * vd_sqrt(in.r_eff * deepest);
    o.grip = vd_max(o.radius, least);
    o.stiffness = (2.0 * k[3]) * o.grip;
    vm went_on = vd_gt(gripped, zero);
    o.change = vd_select(went_on, law_grip_change(o.grip, gripped), one);
    o.fade = vd_min(o.change, one);
    o.mean = vd_select(went_on, law_grip_mean(o.fade, o.change), vd_set(2.0 / 3.0));
    vd lost_now = thornton_lost(k, y, in.r_eff, deepest);
    vd lost_before = thornton_lost(k, y, in.r_eff, before);
    o.plastic = lost_now - lost_before;
    h[0] = deepest;
    h[1] = o.grip;
    return o;
}

// 2/5 P (d - d_p)
SCREE_FN vd normal_thornton_energy(const double *k, normal_in in, const vd *h)
{
    thornton_yield y = thornton_yield_at(k, in.r_eff);
    thornton_point p = thornton_back(k, y, in.r_eff, h[0]);
    vd raised = vd_max(in.overlap - p.rest, vd_set(0.0));
    vd radius = vd_sqrt(p.radius_2 * raised);
    return (0.4 * k[0]) * radius * (raised * raised);
}

// That of an elastic impact with the speed and the stiffness of the way back, which is the faster. The depth follows
// from the energy: m* v^2 / 2 = 2/5 P_Y d_Y + P_Y b + pi p_y R* b^2 / 2 with b = d - d_Y.
SCREE_FN double normal_thornton_duration(const double *k, double r_eff, double m_eff, double speed,
                                         double (*power)(double, double))
{
    double e_star = k[3];
    double energy = 0.5 * m_eff * speed * speed;
    double stiff = k[0] * sqrt(r_eff);
    double deepest = power(1.25 * m_eff * speed * speed / stiff, 0.4);
    double a = 0.5 * PI * k[1] / e_star * r_eff;
    if (k[2] != 0)
        a = real_cbrt(k[2] * r_eff);
    double yield = a * a / r_eff;
    double push = k[0] * a * yield;
    double rise = 2 * e_star * a;
    if (deepest <= yield)
        return HERTZ_DURATION * deepest / speed;
    double left = energy - 0.4 * push * yield;
    double root = sqrt(push * push + 2 * rise * left);
    deepest = yield + 2 * left / (push + root);
    // with the way back P = 4/3 E* a s and 2/5 P s = m* w^2 / 2, s / w = sqrt(15 m* / (16 E* a))
    double radius = sqrt(r_eff * deepest);
    return HERTZ_DURATION * sqrt(0.9375 * m_eff / (e_star * radius));
}

#endif
