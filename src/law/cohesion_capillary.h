// cohesion_capillary.h - pendular liquid bridge of given volume (Willett, Adams, Johnson and Seville 2000).
//
//   F = 2 pi R g cos(theta) / (1 + 1.05 x + 2.5 x^2),  x = S sqrt(R / V)      S >= 0 the gap, R = 2 R* (Derjaguin)
// (their closed form (12), written with the full gap instead of half of it; for V < 1e-3 R^3). While the bodies touch
// the pull is that of S = 0. The bridge forms at touch and ruptures at S = (1 + theta/2) V^{1/3} (Lian et al. 1993).
// Energy, zero at touch: -F(0) d in overlap, the integral of F in a gap; what it holds at rupture is lost. State: 1
// while there is a bridge.
#ifndef SCREE_LAW_COHESION_CAPILLARY_H
#define SCREE_LAW_COHESION_CAPILLARY_H

#include "base/constants.h"
#include "base/mathlib.h"
#include "law/law.h"

SCREE_TEXT cohesion_capillary_doc[] = "liquid bridge from touch to rupture (Willett et al.)";
SCREE_TEXT cohesion_capillary_example[] = "surface_tension: 0.072 N/m, relative_volume: 1e-6";
SCREE_ROWS cohesion_capillary_rows[] = {
    {"surface_tension", ROW_REAL, "N/m", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "surface tension g of the liquid"},
    {"contact_angle", ROW_REAL, "rad", 0.0, 0.0, PI / 2, "contact angle theta of liquid and solid"},
    {"volume", ROW_REAL, "m^3", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH, "volume V of a bridge"},
    {"relative_volume", ROW_REAL, "1", ROW_OPTIONAL, ROW_POSITIVE, 0.1,
     "V / R^3 with R = 2 R*, the radius of equal balls; instead of volume"},
};
enum {
    cohesion_capillary_row_count = 4,
    cohesion_capillary_history = 1,
    cohesion_capillary_traits = LAW_FAR
};
#define cohesion_capillary_shift law_no_shift
#define cohesion_capillary_bound law_no_bound
#define cohesion_capillary_rise law_no_rise

// k: F(0)/R*, V and V/R*^3 (one of them 0), rupture gap and the same per R*
SCREE_FN const char *cohesion_capillary_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    const double angle = value[1];
    const double volume = value[2];
    const double relative_volume = value[3];
    if (isfinite(volume) == isfinite(relative_volume))
        return "needs either volume or relative_volume";
    bool given = isfinite(volume);
    double stretch = 1 + 0.5 * angle;
    k[0] = 4 * PI * value[0] * real_cos(angle);
    k[1] = given ? volume : 0;
    k[2] = given ? 0 : 8 * relative_volume;
    k[3] = given ? stretch * real_cbrt(volume) : 0;
    k[4] = given ? 0 : 2 * stretch * real_cbrt(relative_volume);
    return NULL;
}

SCREE_FN double cohesion_capillary_reach(const double *k, double r_eff)
{
    return k[3] + k[4] * r_eff;
}

// sqrt(V/R), the length that makes the gap dimensionless
SCREE_FN vd cohesion_capillary_length(const double *k, vd r)
{
    const vd tiny = vd_set(1e-100);
    vd cube = (r * r) * r;
    vd volume = k[1] + k[2] * cube;
    vd square = volume / vd_max(r + r, tiny);
    return vd_sqrt(vd_max(square, tiny));
}

// atan of t >= 0: halved four times, then its series.
SCREE_FN vd cohesion_capillary_angle(vd t)
{
    for (int i = 0; i < 4; i++)
        t = t / (1.0 + vd_sqrt(1.0 + t * t));
    vd z = t * t;
    vd sum = vd_set(1.0 / 13);
    for (int i = 11; i > 0; i -= 2)
        sum = 1.0 / i - z * sum;
    return (16.0 * t) * sum;
}

// Integral of F over the gap from 0: F(0) L int dx / (1 + 1.05 x + 2.5 x^2), with D^2 = 4 * 2.5 - 1.05^2
SCREE_FN vd cohesion_capillary_work(const double *k, vd r, vd gap)
{
    const double root = 2.982867747654931;
    vd length = cohesion_capillary_length(k, r);
    vd x = vd_min(gap / length, vd_set(1e100));
    vd tangent = (5.0 * root) * x / (10.0 + 5.25 * x);
    vd angle = cohesion_capillary_angle(tangent);
    vd unit = (k[0] * r) * length;
    return unit * ((2.0 / root) * angle);
}

// h: 1 where there is a bridge
SCREE_FN cohesion_out cohesion_capillary_pull(const double *k, cohesion_in in, vd *h)
{
    vd zero = vd_set(0.0);
    vd inside = vd_max(in.overlap, zero);
    vd gap = vd_max(-in.overlap, zero);
    vd rupture = k[3] + k[4] * in.r_eff;
    vd left = rupture - gap;
    vm wet = vd_gt(h[0] + inside, zero);
    vd length = cohesion_capillary_length(k, in.r_eff);
    vd x = vd_min(gap / length, vd_set(1e100));
    cohesion_out o;
    o.live = vd_select(wet, left, in.overlap);
    vm holds = vd_gt(o.live, zero);
    vm new = vd_gt(vd_set(0.5), h[0]);
    vd rise = vd_keep(new, in.step);
    vd fall = vd_min(in.step, zero);
    vd begins = law_edge(inside, rise);
    vd ends = law_edge(vd_max(left, zero), fall);
    vd at_touch = (k[0] * in.r_eff) * (begins * ends);
    vd pull = at_touch / (1.0 + x * (1.05 + 2.5 * x));
    vm touch = vd_gt(in.overlap, zero);
    o.pull = vd_keep(holds, pull);
    o.load = vd_keep(touch, in.push);
    vd now = vd_keep(holds, vd_set(1.0));
    o.loss = zero;
    vm ruptures = vd_gt(h[0], now);
    if (vm_bits(ruptures)) {
        vd work = cohesion_capillary_work(k, in.r_eff, rupture);
        o.loss = vd_keep(ruptures, work);
    }
    h[0] = now;
    return o;
}

SCREE_FN vd cohesion_capillary_energy(const double *k, cohesion_in in, const vd *h)
{
    vd zero = vd_set(0.0);
    vd gap = vd_max(-in.overlap, zero);
    vd inside = vd_max(in.overlap, zero);
    vd stretched = cohesion_capillary_work(k, in.r_eff, gap);
    vd pressed = (k[0] * in.r_eff) * inside;
    vm wet = vd_gt(h[0], zero);
    return vd_keep(wet, stretched - pressed);
}

#endif
