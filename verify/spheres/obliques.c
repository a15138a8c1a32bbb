// obliques.c - oblique impacts where the contact slides from the first touch to the last, and where it has no
// cause to slide.
//
// While it slides, friction is mu times the push, so its impulse is mu (1 + e) m* Vn and all that follows is exact
// (Maw, Barber and Fawcett 1976; Chung and Ooi 2011): the velocity of the contact patch falls by (7/2) mu (1 + e) Vn,
// the spin of a ball on a wall grows by (5/2) mu (1 + e) Vn / R. These forms take the arm of the contact force for R,
// hence `arm: full`.
#include "law/yield.h"
#include "verify/strike.h"

#include "base/constants.h"

#include <stdio.h>

static double hertz_duration(const scene_material *material, double radius, double speed)
{
    const double mass = material->density * 4.0 / 3.0 * PI * radius * radius * radius;
    const double e_star = material->young / (1 - material->poisson * material->poisson);
    return hertz_peak_of(radius, e_star, mass, speed).duration;
}

// Between two alike balls mass, radius and modulus are half of those of a ball on a rigid wall, and so d^(5/2) is
// 2^(1/2) times as large.
static double pair_duration(const scene_material *material, double radius, double speed)
{
    return hertz_duration(material, radius, speed) * pow(2, 0.2);
}

// Smallest Vst / (mu Vn) that slides throughout with e = 1. A spring that keeps its force while the stiffness falls
// sticks at the end where psi2 < -1 (Maw); one that loses it with the stiffness (law/spring.h) where psi2 < -2/3: there
// mu P falls by 3/2 V / d, the spring by 1/2 V / d of itself and 8 G* a |u|, so it sticks when kappa |u| > 2/3 mu V.
static double sliding_from(double poisson)
{
    return 7 - 2.0 / 3.0 * (2 - poisson) / (2 * (1 - poisson));
}

static void chung_ooi_sliding(verify *verify)
{
    static const struct {
        const char *name;
        scene_material material;
    } ball[] = {{"steel", {7850, 2.08e11, 0.30}}, {"polyethylene", {1400, 1.0e9, 0.40}}};
    static const double xs[] = {6, 6.5, 7, 8, 10, 14};
    const double radius = 1e-5;
    const double normal = 5;
    const double mu = 0.3;
    claim claim;
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof xs / sizeof *xs; k++) {
            const double duration = hertz_duration(&ball[i].material, radius, normal);
            const strike_job job = {
                .laws = "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}",
                .ball = ball[i].material,
                .other = rigid_floor,
                .radius = radius,
                .normal = normal,
                .tangential = xs[k] * mu * normal,
                .step = duration / 1000,
                .longest = 3 * duration};
            strike got;
            if (!claim_begin(&claim, verify, "Chung & Ooi 2011", "Chung-Ooi 5 %s x=%g",
                             ball[i].name, xs[k]))
                continue;
            if (!strike_measure(&claim, &job, &got))
                continue;
            double patch = got.patch / (mu * normal);
            double spin = radius * got.spin / (mu * normal);
            if (xs[k] >= sliding_from(ball[i].material.poisson)) {
                claim_absolute(&claim, "patch speed / (mu Vn)", patch, xs[k] - 7, 5e-3);
                claim_absolute(&claim, "R spin / (mu Vn)", spin, 5, 5e-3);
            } else {
                claim_noted(&claim, "patch speed / (mu Vn)", patch, xs[k] - 7);
                claim_noted(&claim, "R spin / (mu Vn)", spin, 5);
            }
        }
}

// The tangential restitution of a ball that slides throughout, for several restitutions, angles and laws.
static void sliding_ratio(verify *verify)
{
    static const char *const law[] = {"law: hertz", "law: linear, stiffness: 1e6 N/m"};
    static const char *const name[] = {"hertz", "linear"};
    // a dashpot pushes at once, before a spring could have slipped: the linear law goes with a drag that slips at once
    // too
    static const char *const drag[] = {"law: mindlin, friction: 0.2",
                                       "law: viscous-coulomb, friction: 0.2, damping: 1e4 N s/m"};
    const scene_material glass = {2500, 5e9, 0.25};
    const double radius = 0.005;
    const double mu = 0.2;
    claim claim;
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 2; k++) {
                double e = 0.4 + 0.3 * i;
                double angle = (60 + 20 * k) * PI / 180;
                double tau;
                char laws[160];
                strike got;
                if (!claim_begin(&claim, verify, "gross sliding, section B",
                                 "sliding %s e=%.1f angle=%d", name[l], e, 60 + 20 * k))
                    continue;
                snprintf(laws, sizeof laws, "normal: {%s, restitution: %.1f}, tangential: {%s}",
                         law[l], e, drag[l]);
                tau = l ? PI * sqrt(2500 * 4.0 / 3.0 * PI * radius * radius * radius / 1e6)
                        : hertz_duration(&glass, radius, cos(angle));
                const strike_job job = {.laws = laws,
                                        .ball = glass,
                                        .other = rigid_floor,
                                        .radius = radius,
                                        .normal = cos(angle),
                                        .tangential = sin(angle),
                                        .step = tau / 1000,
                                        .longest = 3 * tau};
                if (!strike_measure(&claim, &job, &got))
                    continue;
                claim_absolute(&claim, "tangential restitution",
                               (got.patch + radius * got.spin) / sin(angle),
                               1 - mu * (1 + e) / tan(angle), 1e-3);
                claim_relative(&claim, "spin, rad/s", got.spin,
                               2.5 * mu * (1 + e) * cos(angle) / radius, 1e-3);
            }
}

// --- two alike balls ------------------------------------------------------------------------------------------------

// psi = kappa Vst / (mu Vn), chi = 7 kappa / 4, kappa = 2 (1 - nu) / (2 - nu); sliding throughout: psi2 = psi1 - 4 chi.
static void maw_sliding(verify *verify)
{
    static const struct {
        double psi, printed; // psi2 of Mindlin and Deresiewicz; NAN: not printed
    } row[] = {{1, 0.079},    {2, -0.809}, {3, -1.379}, {4, -1.436},
               {4.76471, -1}, {5.2, NAN},  {6, 0.235},  {8, NAN}};
    const scene_material material = {2700, 7e10, 0.3};
    const double mu = 0.3;
    const double kappa = 1.4 / 1.7;
    const double speed = 1e-4;
    const double radius = 0.01;
    const double duration = pair_duration(&material, radius, speed);
    strike_job job = {.laws = "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}",
                      .ball = material,
                      .other = material,
                      .radius = radius,
                      .pair = true,
                      .normal = speed,
                      .step = duration / 4000,
                      .longest = 3 * duration};
    claim claim;
    strike got;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double psi = row[i].psi;
        bool slides = psi * mu / kappa >= mu * sliding_from(material.poisson);
        job.tangential = psi * mu * speed / kappa;
        if (!claim_begin(&claim, verify, "V24, D2 Maw et al. 1976", "V24 psi1=%.4g", psi) ||
            !strike_measure(&claim, &job, &got))
            continue;
        double psi2 = kappa * got.patch / (mu * speed);
        if (slides)
            claim_absolute(&claim, "psi2", psi2,
                           isfinite(row[i].printed) ? row[i].printed : psi - 7 * kappa, 5e-3);
        else // the no-slip spring is not the law of Mindlin and Deresiewicz that the table is made with
            claim_noted(&claim, "psi2 of no-slip Mindlin", psi2, row[i].printed);
    }
}

void verify_sliding_forms(verify *verify)
{
    chung_ooi_sliding(verify);
}

void verify_obliques(verify *verify)
{
    chung_ooi_sliding(verify);
    sliding_ratio(verify);
    maw_sliding(verify);
}
