// normal_vu_quoc_zhang.h - elasto-plastic spheres after Vu-Quoc and Zhang: contact radius = elastic + plastic part, and
// a surface that gets flatter. Seed 004 (6.1)-(6.36), written in R* and E*.
//
//   a_e(P) = (3 P R* / (4 E*))^(1/3)     a_p(P) = C_a <P - P_Y>     C_R(P) = 1 + K_c <P - P_Y>
//   loading      sqrt(C_R R* d) = a_e + a_p         (Hertz's law until P_Y)
//   back, again  a_e = sqrt(C_R R* (d - d_res)), P = 4 E* a_e^3 / (3 R*), with C_R, a_p and d_res = d_max - a_e^2 /
//   (C_R R*)
//                as they were at P_max, until d > d_max
// The unknown of the loading branch is a_e: no root but one square root in an iteration. The contact radius is a_e +
// a_p, and the tangential stiffness is that of an elastic contact of this radius with the modulus E_ep (Zhang 1998,
// (8.3), (8.6)):
//   loading E_ep = E* C_R (a_e / (a_e + a_p))^3,  else E_ep = E* C_R.
// With `restart` a contact that is loaded again begins the virgin curve anew at the force it has (Zhang 1998, (6.16),
// shifted so that the force does not jump). That law gains energy where the restart takes C_R back; it is there to
// repeat the seed.
#ifndef SCREE_LAW_NORMAL_VU_QUOC_ZHANG_H
#define SCREE_LAW_NORMAL_VU_QUOC_ZHANG_H

#include "base/constants.h"
#include "base/wide_math.h"
#include "law/law.h"
#include "law/yield_pair.h"

SCREE_TEXT normal_vu_quoc_zhang_doc[] =
    "elasto-plastic spheres with additive contact radius, after Vu-Quoc and Zhang";
SCREE_TEXT normal_vu_quoc_zhang_example[] =
    "plastic_radius: 2.33e-7 m/N, flattening: 2.69e-4 1/N, yield_load: 36.45 N";
SCREE_ROWS normal_vu_quoc_zhang_rows[] = {
    {"plastic_radius", ROW_REAL, "m/N", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "C_a: growth of the plastic contact radius with force beyond P_Y"},
    {"flattening", ROW_REAL, "1/N", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "K_c: growth of the radius of curvature with force beyond P_Y"},
    {"yield_load", ROW_REAL, "N", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "push P_Y at which yielding begins; default from the yield stress of the weaker material"},
    {"restart", ROW_FLAG, "1", 0.0, 0.0, 1.0,
     "begin the virgin curve anew whenever a contact is loaded again"},
};
enum {
    normal_vu_quoc_zhang_row_count = 4,
    normal_vu_quoc_zhang_history = 6,
    normal_vu_quoc_zhang_traits = LAW_MODULI | LAW_HARDENS | LAW_APART | LAW_YIELDS
};
#define normal_vu_quoc_zhang_onset 0.0
#define normal_vu_quoc_zhang_softening 0.4
#define normal_vu_quoc_zhang_exponent LAW_NO_ROW
#define normal_vu_quoc_zhang_restitution law_no_restitution
#define normal_vu_quoc_zhang_reach law_no_reach

// k: 4/3 E*, 2 E*, P_Y or 0, P_Y / R*^2 or 0, C_a, K_c, restart
SCREE_FN const char *normal_vu_quoc_zhang_mix(const law_pair *pair, const double *value, double *k)
{
    k[0] = pair->e_star * (4.0 / 3.0);
    k[1] = pair->e_star * 2.0;
    k[2] = value[2];
    k[3] = 0;
    k[4] = value[0];
    k[5] = value[1];
    k[6] = value[3];
    if (k[5] > 0 && !(k[4] > 0))
        return "needs plastic_radius above 0, as flattening alone would make energy";
    if (isfinite(value[2]))
        return NULL;
    double pressure = yield_pressure_of_pair(pair);
    if (!isfinite(pressure))
        return "needs the yield stress (`yield`) of both materials, or yield_load";
    double strain = pressure / pair->e_star;
    k[2] = 0;
    k[3] = PI * PI * PI / 6 * strain * strain * pressure;
    return NULL;
}

typedef struct vqz_bodies {
    vd r_eff, stiff, yield; // R*; P / a_e^3; P_Y
} vqz_bodies;

SCREE_FN vqz_bodies vqz_bodies_of(const double *k, vd r_eff)
{
    vd square = r_eff * r_eff;
    return (vqz_bodies){
        .r_eff = r_eff,
        .stiff = k[0] / r_eff,
        .yield = k[2] + k[3] * square,
    };
}

typedef struct vqz_point {
    vd push, over;            // P, <P - P_Y>
    vd plastic, ratio, round; // a_p, C_R, C_R R*
} vqz_point;

// The state at a_e on the virgin curve.
SCREE_FN vqz_point vqz_point_at(const double *k, vqz_bodies b, vd a)
{
    vqz_point p;
    p.push = b.stiff * (a * a * a);
    p.over = vd_max(p.push - b.yield, vd_set(0.0));
    p.plastic = k[4] * p.over;
    p.ratio = 1.0 + k[5] * p.over;
    p.round = p.ratio * b.r_eff;
    return p;
}

// a_e of the virgin curve at an overlap, where `wanted` > 0; elsewhere `a`, from which it starts. Halley's method on
// f = a_e + a_p - sqrt(C_R R* d), kept between a lower and an upper bound; a step of 1e-5 is the last, as the error
// after it is of the order of its cube. A lane that has arrived stays, so that its bits do not depend on its
// neighbours.
SCREE_FN vd vqz_solve(const double *k, vqz_bodies b, vd overlap, vd a, vd wanted)
{
    const vd zero = vd_set(0.0);
    const double plastic = k[4];
    const double flattening = k[5];
    vd low = zero;
    vd high = vd_set(1e300);
    vm open = vd_gt(wanted, zero);
    for (int i = 0; i < 64 && vm_bits(open); i++) {
        vqz_point p = vqz_point_at(k, b, a);
        vd root = vd_sqrt(p.round * vd_keep(open, overlap));
        vd f = (a + p.plastic) - root;
        // d(root)/dP = c root and d(c root)/dP = -c^2 root with c = K_c / (2 C_R); dP/da = 3 P/a; f' and f''
        vm yields = vd_gt(p.over, zero);
        vd c = (0.5 * flattening) / p.ratio;
        vd bend = plastic - c * root;
        vd rise = (3.0 * b.stiff) * (a * a);
        vd plastic_slope = vd_keep(yields, rise * bend);
        vd slope = vd_max(1.0 + plastic_slope, vd_set(1e-3));
        vd square = slope * slope;
        vd by_rise = (6.0 * b.stiff) * a * bend;
        vd by_bend = (rise * rise) * (c * c * root);
        vd turn = vd_keep(yields, by_rise + by_bend);
        vm above = vd_gt(f, zero);
        high = vd_select(above, a, high);
        low = vd_select(above, low, a);
        vd below = vd_max(square - 0.5 * f * turn, 0.25 * square);
        vd next = a - f * slope / below;
        vd between = 0.5 * (low + vd_min(high, 3.0 * low));
        vm too_low = vd_gt(low, next);
        vm too_high = vd_gt(next, high);
        vd not_high = vd_select(too_high, between, next);
        next = vd_select(too_low, between, not_high);
        vd step = vd_keep(open, vd_abs(next - a));
        a = vd_select(open, next, a);
        open = vd_gt(step, 1e-5 * a);
    }
    return a;
}

// Derivative by P of what does not come back but by d_res: with s = d - d_res at P_max, the loss grows by
// P d(d_res) - 3/5 P s d(C_R)/C_R, and d_res = (2 a_e + a_p) a_p / (C_R R*).
SCREE_FN vd vqz_rest(vqz_point p, vd a)
{
    return (2.0 * a + p.plastic) * p.plastic / p.round;
}
SCREE_FN vd vqz_loss_slope(const double *k, vqz_bodies b, vd a)
{
    vqz_point p = vqz_point_at(k, b, a);
    vd square = a * a;
    vd s = square / p.round;
    vd by_flattening = (0.6 * k[5]) * p.push * s / p.ratio;
    vd per_push = vqz_rest(p, a) + by_flattening;
    vd rise = 3.0 * b.stiff * square;
    return per_push * rise;
}

// Work lost from a_e = `from` to `to` >= `from` on the virgin curve, by Simpson's rule in a_e beyond the yield point.
SCREE_FN vd vqz_lost(const double *k, vqz_bodies b, vd from, vd to)
{
    vd yield_point = vd_cbrt(b.yield / b.stiff);
    from = vd_max(from, vd_min(yield_point, to));
    vqz_point p = vqz_point_at(k, b, from);
    vqz_point q = vqz_point_at(k, b, to);
    vd ends = vqz_loss_slope(k, b, from) + vqz_loss_slope(k, b, to);
    vd middle = vqz_loss_slope(k, b, 0.5 * (from + to));
    vd at_ends = q.push * vqz_rest(q, to) - p.push * vqz_rest(p, from);
    vd between = (to - from) * (1.0 / 6.0) * (ends + 4.0 * middle);
    return at_ends - between;
}

// The way back: d - d_res, not below zero. What has not yielded has no d_res, unless it has been restarted.
SCREE_FN vd vqz_raised(const double *k, vqz_point p, vd a, vd deepest, vd overlap)
{
    const vd zero = vd_set(0.0);
    bool restarts = k[6] != 0;
    vd rest = deepest - a * a / p.round;
    if (!restarts) {
        vm yielded = vd_gt(p.over, zero);
        rest = vd_keep(yielded, rest);
    }
    return vd_max(overlap - rest, zero);
}

// `restart`: where the overlap grows again, the largest overlap and its a_e become those of the turning point. Returns
// the elastic energy that this takes from the contact.
SCREE_FN vd vqz_restart(const double *k, vqz_bodies b, vd overlap, vd *h)
{
    vd deepest = h[0];
    vd radius = h[1];
    vd before = h[4];
    vm again = vd_gt(vd_min(overlap, deepest), before);
    vqz_point p = vqz_point_at(k, b, radius);
    vd raised = vqz_raised(k, p, radius, deepest, before);
    vd square = p.round * raised;
    vd a = vd_sqrt(square);
    vqz_point q = vqz_point_at(k, b, a);
    vd left = raised - square / q.round;
    vd taken = 0.4 * q.push * left;
    vm pushes = vd_gt(raised, vd_set(0.0));
    vd rest = deepest - radius * radius / p.round;
    vd turn = vd_select(pushes, before, rest); // without push: at d_res
    h[0] = vd_select(again, turn, deepest);
    h[1] = vd_select(again, a, radius);
    return vd_keep(again, taken);
}

// h: d_max; a_e there; grip and C_R (a_e + a_p) one step ago; overlap and stiffness one step ago
SCREE_FN normal_out normal_vu_quoc_zhang_push(const double *k, normal_in in, vd *h)
{
    const vd zero = vd_set(0.0);
    const vd one = vd_set(1.0);
    const vd least = vd_set(1e-300);
    const vd mean_at_first = vd_set(2.0 / 3.0);
    normal_out o;
    vqz_bodies b = vqz_bodies_of(k, in.r_eff);
    vd loss = zero;
    vd shift = zero;
    if (k[6] != 0) {
        loss = vqz_restart(k, b, in.overlap, h);
        vqz_point p = vqz_point_at(k, b, h[1]);
        vd radius = h[1] + p.plastic;
        shift = h[0] - radius * radius / p.round;
    }
    vd before = h[1];
    vd deeper = in.overlap - h[0];
    vd virgin = vd_max(in.overlap - shift, zero);
    vd hertz = vd_sqrt(in.r_eff * virgin);
    vd a = before;
    vd hertz_push = b.stiff * (hertz * hertz * hertz);
    vd yields = vd_min(deeper, hertz_push - b.yield);
    vm loads = vd_gt(yields, zero);
    vd push_before = b.stiff * (a * a * a);
    vm yielded = vd_gt(push_before, b.yield);
    a = vd_select(yielded, a, hertz);
    a = vqz_solve(k, b, virgin, a, yields);
    vd on_virgin = vd_select(loads, a, hertz);
    h[0] = vd_max(h[0], in.overlap);
    h[1] = vd_select(vd_gt(deeper, zero), on_virgin, before);
    h[4] = in.overlap;

    vqz_point p = vqz_point_at(k, b, h[1]);
    vd raised = vqz_raised(k, p, h[1], h[0], in.overlap);
    vd elastic = vd_sqrt(p.round * raised);
    vd radius = elastic + p.plastic;
    vd cube = elastic * elastic * elastic;
    vd soft = p.ratio * radius;
    vm pushes = vd_gt(elastic, zero);
    vd stiff_radius = vd_max(elastic, 1e-6 * radius); // of the way back; never nothing, as the grip
    o.radius = vd_keep(pushes, radius);
    o.stiffness = k[1] * p.ratio * stiff_radius;
    o.elastic = b.stiff * cube;
    o.dashpot = zero;
    o.damping = zero;
    o = normal_plain(o, in.overlap);
    vd on_loading = p.ratio * cube / vd_max(radius * radius, least);
    o.grip = vd_max(vd_select(loads, on_loading, soft), least);
    // A stored force fades with the size of the contact, not with the turn from loading to unloading.
    vm shrinks = vd_gt(h[3], soft);
    vd kept = soft / vd_max(h[3], least);
    o.fade = vd_select(shrinks, kept, one);
    vm gripped = vd_gt(h[2], zero);
    o.change = vd_select(gripped, law_grip_change(o.grip, h[2]), one);
    o.mean = vd_select(gripped, law_grip_mean(o.fade, o.change), mean_at_first);
    // On the way back the stiffness falls with a_e, and is nothing where the grip is still that of a_p.
    vm sprung = vd_gt(h[5], zero);
    vd stiffness_change = o.stiffness / vd_max(h[5], least);
    o.spring_change = vd_select(sprung, stiffness_change, one);
    o.spring_fade = vd_min(o.spring_change, one);
    vd spring_mean = law_grip_mean(o.spring_fade, o.spring_change);
    o.spring_mean = vd_select(sprung, spring_mean, mean_at_first);
    o.plastic = loss + vqz_lost(k, b, before, h[1]);
    h[2] = o.grip;
    h[5] = o.stiffness;
    h[3] = soft;
    return o;
}

// 2/5 P (d - d_res)
SCREE_FN vd normal_vu_quoc_zhang_energy(const double *k, normal_in in, const vd *h)
{
    vd deepest = h[0];
    vd radius = h[1];
    vqz_bodies b = vqz_bodies_of(k, in.r_eff);
    vqz_point p = vqz_point_at(k, b, radius);
    vd raised = vqz_raised(k, p, radius, deepest, in.overlap);
    vd square = p.round * raised;
    vd cube = square * vd_sqrt(square);
    return (0.4 * b.stiff) * cube * raised;
}

// That of an elastic impact as stiff as the way back from the peak of an elastic one: Hertz's duration / sqrt(C_R). The
// peak is a little too high, so this is a little too short.
SCREE_FN double normal_vu_quoc_zhang_duration(const double *k, double r_eff, double m_eff,
                                              double speed, double (*power)(double, double))
{
    double stiff = k[0] * sqrt(r_eff);
    double yield = k[2] + k[3] * r_eff * r_eff;
    double deepest = power(1.25 * m_eff * speed * speed / stiff, 0.4);
    double push = stiff * deepest * sqrt(deepest);
    double over = push > yield ? push - yield : 0;
    double ratio = 1 + k[5] * over;
    double hertz = HERTZ_DURATION * deepest / speed;
    return hertz / sqrt(ratio);
}

#endif
