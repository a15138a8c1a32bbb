// normal_linear.h - linear spring and dashpot, P = k d + c d'; DEM assignment, (A, B), Zhang 1998, (4.1).
//
// The stiffness is given, or by a modulus E in proportion to the radius: k = 2 E R*, which is E r of two equal balls and
// two springs of 2 E r in series of any two, as in Yade (Ip2_FrictMat_FrictMat_FrictPhys); of a wall R* is the radius.
//
// The contact radius is Hertz's for the same overlap, so laws that go by moduli may stand beside it. P >= 0 unless
// `tension` is on (the course form of the DEM assignment does not cut). The dashpot is given, or follows from the
// restitution coefficient: w0^2 = k/m*, c = 2 zeta sqrt(k m*).
//
// A pull ends suddenly where the surfaces part. Its last step stands for the time from half a step before now until
// then, which is overlap/speed after now, and so its force counts with that share of a step: this keeps second order.
#ifndef SCREE_LAW_NORMAL_LINEAR_H
#define SCREE_LAW_NORMAL_LINEAR_H

#include "law/law.h"
#include "base/constants.h"

SCREE_TEXT normal_linear_doc[] =
    "linear spring and dashpot; the dashpot constant, or from the restitution coefficient";
SCREE_TEXT normal_linear_example[] = "stiffness: 1e8 N/m, restitution: 0.8";
SCREE_ROWS normal_linear_rows[] = {
    {"stiffness", ROW_REAL, "N/m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "spring stiffness k; leave out when modulus is given"},
    {"restitution", ROW_REAL, "1", ROW_OPTIONAL, 0.0, 1.0,
     "coefficient of restitution, at least 0.01 with the smooth solver; leave out when damping is "
     "given"},
    {"damping", ROW_REAL, "N s/m", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH, "constant dashpot c"},
    {"damping_rate", ROW_REAL, "1/s", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "dashpot per effective mass: c = m* rate"},
    {"tension", ROW_FLAG, "1", 0.0, 0.0, 1.0, "let the dashpot pull before separation"},
    {"modulus", ROW_REAL, "Pa", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,
     "stiffness in proportion to the radius: k = 2 modulus R*"},
};
enum {
    normal_linear_row_count = 6,
    normal_linear_history = 0,
    normal_linear_traits = LAW_STIFFNESS | LAW_MODULI | LAW_COMMON | LAW_APART
};
#define normal_linear_onset 0.0
#define normal_linear_softening 0.5
#define normal_linear_exponent 1.0
#define normal_linear_reach law_no_reach

// k: stiffness, constant dashpot, dashpot per sqrt(m*), dashpot per m*, smallest push / elastic part (-1e300: none),
// 1 where nothing comes back; and what the stiffness is times: a constant, and what is times R*
SCREE_FN const char *normal_linear_mix(const law_pair *pair, const double *value, double *k)
{
    const bool still = value[1] < LAW_LEAST_RESTITUTION;
    const bool tension = value[4] != 0;
    const bool by_radius = isfinite(value[5]);
    if (by_radius == isfinite(value[0]))
        return "needs one of `stiffness` and `modulus`";
    if (still && !pair->impulses)
        return LAW_TOO_DAMPED;
    k[0] = by_radius ? 2 * value[5] : value[0];
    k[1] = isfinite(value[2]) ? value[2] : 0;
    k[2] = 0;
    if (isfinite(value[1])) {
        double ratio = law_damping_ratio(value[1], tension);
        k[2] = 2 * ratio * sqrt(k[0]);
    }
    k[3] = isfinite(value[3]) ? value[3] : 0;
    k[4] = tension ? 1e300 : 1;
    k[5] = value[1] > 0 || !still ? 0 : 1;
    k[6] = by_radius ? 0 : 1;
    k[7] = by_radius ? 1 : 0;
    return NULL;
}

SCREE_FN double normal_linear_stiffness(const double *k, double r_eff)
{
    return k[0] * (k[6] + k[7] * r_eff);
}

SCREE_FN normal_out normal_linear_push(const double *k, normal_in in, vd *h)
{
    (void)h;
    const vd one = vd_set(1.0);
    normal_out o;
    const vd times = k[6] + k[7] * in.r_eff;
    o.radius = vd_sqrt(in.r_eff * in.overlap);
    o.stiffness = k[0] * times;
    o.elastic = o.stiffness * in.overlap;
    o.dashpot = (k[1] + k[2] * vd_sqrt(times * in.m_eff)) + k[3] * in.m_eff;
    o.damping = o.dashpot * in.closing;
    // a pull ends suddenly, see the head
    vd part = vd_max(-in.closing, vd_set(1e-300)) * in.dt;
    vm may_pull = vd_gt(vd_set(k[4]), one);
    vm last = vd_gt(vd_keep(may_pull, part), in.overlap);
    vd share = 0.5 + in.overlap / part;
    o.damping = o.damping * vd_select(last, share, one);
    o.damping = vd_max(o.damping, -k[4] * o.elastic);
    o.fade = law_root_after(in.shrunk);
    o.mean = law_root_mean(in.grown);
    o.change = vd_sqrt(in.overlap / in.overlap_before);
    return normal_plain(o, in.overlap);
}

SCREE_FN vd normal_linear_energy(const double *k, normal_in in, const vd *h)
{
    (void)h;
    const vd times = k[6] + k[7] * in.r_eff;
    return ((0.5 * k[0]) * times) * (in.overlap * in.overlap);
}

// That of the damping ratio c / (2 sqrt(k m*)).
SCREE_FN double normal_linear_restitution(const double *k, double r_eff, double m_eff, double speed)
{
    (void)speed;
    if (k[5] > 0)
        return 0;
    bool tension = k[4] > 1;
    double times = k[6] + k[7] * r_eff;
    double dashpot = (k[1] + k[2] * sqrt(times * m_eff)) + k[3] * m_eff;
    double critical = 2 * sqrt(normal_linear_stiffness(k, r_eff) * m_eff);
    return law_restitution(dashpot / critical, tension);
}

// tau = pi sqrt(m*/k)
SCREE_FN double normal_linear_duration(const double *k, double r_eff, double m_eff, double speed,
                                       double (*power)(double, double))
{
    (void)speed;
    (void)power;
    return PI * sqrt(m_eff / normal_linear_stiffness(k, r_eff));
}

#endif
