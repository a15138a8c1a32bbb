// normal_kuwabara_kono.h - Hertz contact of viscoelastic spheres.
//
//   P = K (d^{3/2} + c sqrt(d) d'),  K = 4/3 E* sqrt(R*),  P >= 0      (Kuwabara and Kono 1987; AGX manual, (35.1))
//   c = 4 (1 - nu^2) (1 - 2 nu) eta / (15 E nu^2) of a material of viscosity eta
// Brilliantov's law (1996) is the same with c = 3/2 A. Two bodies deform in the ratio of their compliances
// (1 - nu^2)/E, and to first order in c what they lose adds up to c = sum of c_k weighted with those shares.
// Restitution falls with speed: e = 1 - 1.15344 x + 0.79826 x^2 - ..., x = c (K/m*)^{2/5} v^{1/5} (Ramirez et al.
// 1999).
#ifndef SCREE_LAW_NORMAL_KUWABARA_KONO_H
#define SCREE_LAW_NORMAL_KUWABARA_KONO_H

#include "base/constants.h"
#include "base/mathlib.h"
#include "law/law.h"
#include "law/yield.h"

SCREE_TEXT normal_kuwabara_kono_doc[] =
    "Hertz contact with viscoelastic damping: restitution falls with speed";
SCREE_TEXT normal_kuwabara_kono_example[] = "damping_time: 2e-6 s";
SCREE_ROWS normal_kuwabara_kono_rows[] = {
    {"damping_time", ROW_REAL, "s", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "c; Brilliantov's A times 3/2; leave out when viscosity is given"},
    {"viscosity", ROW_REAL, "Pa*s", ROW_OPTIONAL, 0.0, ROW_ANY_HIGH,
     "viscosity eta of the materials, from which c follows"},
};
enum {
    normal_kuwabara_kono_row_count = 2,
    normal_kuwabara_kono_history = 0,
    normal_kuwabara_kono_traits = LAW_MODULI
};
#define normal_kuwabara_kono_onset 0.5
#define normal_kuwabara_kono_softening 0.4
#define normal_kuwabara_kono_exponent 1.25
#define normal_kuwabara_kono_reach law_no_reach

// k: 4/3 E*, 2 E*, c
// What a material of this viscosity brings to c.
SCREE_FN double normal_kuwabara_kono_part(const law_pair *pair, int side, double viscosity)
{
    double nu = pair->poisson[side];
    double young = pair->young[side];
    double compliance = (1 - nu * nu) / young;
    double share = compliance * pair->e_star;
    return share * (4.0 / 15.0) * compliance * (1 - 2 * nu) * viscosity / (nu * nu);
}

SCREE_FN const char *normal_kuwabara_kono_mix(const law_pair *pair, const double *value, double *k)
{
    const double damping_time = value[0];
    const double viscosity = value[1];
    k[0] = pair->e_star * (4.0 / 3.0);
    k[1] = pair->e_star * 2.0;
    k[2] = damping_time;
    if (isfinite(damping_time) == isfinite(viscosity))
        return "needs one of damping_time and viscosity";
    if (isfinite(damping_time))
        return NULL;
    k[2] = 0;
    for (int i = 0; i < 2; i++) {
        if (!isfinite(pair->young[i]))
            continue; // a rigid body loses nothing
        if (!(pair->poisson[i] >= 0.01)) {
            return "needs Poisson's ratios of at least 0.01 for c to follow from a viscosity, or "
                   "damping_time";
        }
        k[2] += normal_kuwabara_kono_part(pair, i, viscosity);
    }
    return NULL;
}

SCREE_FN normal_out normal_kuwabara_kono_push(const double *k, normal_in in, vd *h)
{
    (void)h;
    normal_out o;
    o.radius = vd_sqrt(in.r_eff * in.overlap);
    o.stiffness = k[1] * o.radius;
    o.elastic = (k[0] * o.radius) * in.overlap;
    o.dashpot = (k[0] * k[2]) * o.radius;
    o.damping = vd_max(o.dashpot * in.closing, -o.elastic);
    o.fade = law_root_after(in.shrunk);
    o.mean = law_root_mean(in.grown);
    o.change = vd_sqrt(in.overlap / in.overlap_before);
    return normal_plain(o, in.overlap);
}

// 2/5 P d
SCREE_FN vd normal_kuwabara_kono_energy(const double *k, normal_in in, const vd *h)
{
    (void)h;
    return (0.4 * k[0]) * vd_sqrt(in.r_eff * in.overlap) * (in.overlap * in.overlap);
}

// In lengths of (m* v^2 / K)^{2/5} and times of that length over v the impact is y'' = -sqrt(y) (y + x y'), until the
// push is zero: e is a function of x alone. This quotient in sqrt(x), with the first terms of the series (there is none
// in x^{1/2}), was fitted to the integrated impact and is within 1e-6 of it for x up to 144, where e is 3e-4.
SCREE_FN double normal_kuwabara_kono_restitution(const double *k, double r_eff, double m_eff,
                                                 double speed)
{
    double ratio = k[0] * sqrt(r_eff) / m_eff;
    double x = k[2] * real_pow(ratio * ratio * speed, 0.2);
    double s = sqrt(x);
    double above = 1 + s * (0.72445098 + s * (0.91042654 + s * 0.22634205));
    double below = 0.40642373 + s * 0.00722378;
    below = 0.42783155 + s * below;
    below = 1.57029832 + s * below;
    below = 1.06314553 + s * below;
    below = 0.91042654 + 1.15344870 + s * below;
    below = 0.72445098 + s * below;
    below = 1 + s * below;
    return above / below;
}

// That of the elastic impact.
SCREE_FN double normal_kuwabara_kono_duration(const double *k, double r_eff, double m_eff,
                                              double speed, double (*power)(double, double))
{
    double stiff = k[0] * sqrt(r_eff);
    double deepest = power(1.25 * m_eff * speed * speed / stiff, 0.4);
    return HERTZ_DURATION * deepest / speed;
}

#endif
