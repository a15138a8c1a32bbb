// cohesion_adhesion.h - bounded adhesion inside an adhesive overlap; AGX manual, (35.4.6).
//
//   0 < d < d_a:  P = -min(F_a, k_n (d_a - d)^{3/2});  d >= d_a: the normal law acts on d - d_a;  k_n = 4/3 E* sqrt(R*)
// `overlap` here is the geometric one, d; the normal law is given d - d_a (the shift). No state: the pull is the same
// on the way in and out, so nothing is lost.
#ifndef SCREE_LAW_COHESION_ADHESION_H
#define SCREE_LAW_COHESION_ADHESION_H

#include "base/wide_math.h"
#include "law/law.h"

SCREE_TEXT cohesion_adhesion_doc[] =
    "bounded attraction inside an adhesive overlap, beyond which the normal law acts";
SCREE_TEXT cohesion_adhesion_example[] = "force: 200 N, overlap: 5 um";
SCREE_ROWS cohesion_adhesion_rows[] = {
    {"force", ROW_REAL, "N", ROW_REQUIRED, 0.0, ROW_ANY_HIGH, "largest attraction F_a"},
    {"overlap", ROW_REAL, "m", ROW_REQUIRED, ROW_POSITIVE, ROW_ANY_HIGH,
     "adhesive overlap d_a: where attraction ends and the normal law begins"},
    {"friction_adds_force", ROW_FLAG, "1", 0.0, 0.0, 1.0,
     "friction goes by P + F_a instead of max(P, 0)"},
};
enum {
    cohesion_adhesion_row_count = 3,
    cohesion_adhesion_history = 0,
    cohesion_adhesion_traits = LAW_FAR
};
#define cohesion_adhesion_reach                                                                    \
    law_no_reach // far only for the normal law, whose own overlap is negative below d_a

// k: F_a, d_a, 4/3 E*, F_a in the load
SCREE_FN const char *cohesion_adhesion_mix(const law_pair *pair, const double *value, double *k)
{
    if (!isfinite(pair->e_star))
        return "needs Young's modulus of at least one of the two materials";
    k[0] = value[0];
    k[1] = value[1];
    k[2] = pair->e_star * (4.0 / 3.0);
    k[3] = value[2] != 0 ? value[0] : 0;
    return NULL;
}

SCREE_FN double cohesion_adhesion_shift(const double *k)
{
    return k[1];
}

// k_n left^{3/2}
SCREE_FN vd cohesion_adhesion_rise(const double *k, vd r_eff, vd left)
{
    return (k[2] * vd_sqrt(r_eff)) * (left * vd_sqrt(left));
}

// Friction of a row goes by its own push, without F_a.
SCREE_FN const char *cohesion_adhesion_bound(const double *k, law_bound *out)
{
    *out = (law_bound){.limit = k[0], .power = 1.25};
    return k[3] > 0 ? "friction_adds_force" : NULL;
}

SCREE_FN cohesion_out cohesion_adhesion_pull(const double *k, cohesion_in in, vd *h)
{
    (void)h;
    vd zero = vd_set(0.0);
    vd rest = k[1] - in.overlap;
    vm touch = vd_gt(in.overlap, zero);
    vm deep = vd_gt(zero, rest);
    vd rise = cohesion_adhesion_rise(k, in.r_eff, vd_max(rest, zero));
    vd pull = vd_min(vd_set(k[0]), rise);
    vd edge = law_edge(in.overlap, in.step);
    vd push = vd_keep(deep, in.push);
    vd load = vd_max((push - pull) + k[3], zero);
    cohesion_out o;
    o.pull = vd_keep(touch, pull * edge);
    o.load = vd_keep(touch, load);
    o.loss = zero;
    o.live = in.overlap;
    return o;
}

// Integral of the pull over d_a - d from 0 on: it is F_a beyond s_c = (F_a / k_n)^{2/3}.
SCREE_FN vd cohesion_adhesion_integral(const double *k, vd stiff, vd edge, vd left)
{
    vd inside = (0.4 * stiff) * ((left * left) * vd_sqrt(left));
    vd beyond = k[0] * (left - 0.6 * edge);
    return vd_select(vd_gt(left, edge), beyond, inside);
}

// Zero where the bodies do not touch.
SCREE_FN vd cohesion_adhesion_energy(const double *k, cohesion_in in, const vd *h)
{
    (void)h;
    vd zero = vd_set(0.0);
    vd whole = vd_set(k[1]);
    vd stiff = vd_max(k[2] * vd_sqrt(in.r_eff), vd_set(1e-300));
    vd ratio = vd_cbrt(k[0] / stiff);
    vd edge = ratio * ratio;
    vd left = vd_min(vd_max(k[1] - in.overlap, zero), whole);
    vd now = cohesion_adhesion_integral(k, stiff, edge, left);
    vd at_touch = cohesion_adhesion_integral(k, stiff, edge, whole);
    return now - at_touch;
}

#endif
