// sticky.c - laws that attract: how hard they pull off, whether an impact sticks, and the rebound of
// Luding's law and of the Edinburgh law.
//
// Pull-off forces are the least push of a single contact that is drawn apart slowly (law/single.h); impacts are worlds.
#include "verify/laws/laws.h"

#include "base/constants.h"

#include <stdio.h>

static const scene_material soft[2] = {{2500, 1e7, 0.3}, {1000, INFINITY, 0}};

// --- pull-off
// ---------------------------------------------------------------------------------------------------------

typedef struct pull_off {
    double least, at; // least push, and the overlap there
    // Push at the last overlap above 0; the largest gap at which the contact lived.
    double touch, reach;
} pull_off;

static pull_off draw_apart(const law_set *set, double radius, double deepest, double farthest)
{
    enum { PARTS = 40000 };
    law_single single;
    pull_off found = {0, 0, 0, 0};
    law_single_begin(&single, set, radius, 1e-3);
    for (int i = 0; i <= PARTS; i++) {
        law_motion motion = {.overlap = deepest - (deepest + farthest) * i / PARTS, .dt = 1};
        law_answer answer = law_single_step(&single, motion);
        if (i > 0 && answer.push < found.least) {
            found.least = answer.push;
            found.at = motion.overlap;
        }
        if (motion.overlap > 0)
            found.touch = answer.push;
        if (answer.alive)
            found.reach = -motion.overlap;
    }
    return found;
}

static void pulling(verify *verify)
{
    const double r = 1e-3;
    const double w = 0.1;
    const double e_star = 1e7 / 0.91;
    const double surface = 0.072;
    const double angle = 0.3;
    const double volume = 1e-4 * 8e-9;
    const double jkr_reach = 3 * pow(PI * w * r * r / (8 * e_star), 2.0 / 3) / r;
    const double hertz = 4.0 / 3 * e_star * sqrt(r);
    claim claim;
    law_set set;
    if (claim_begin(&claim, verify, "E4, single contact", "E4 JKR pull-off") &&
        single_laws(&claim, "normal: {law: jkr, work_of_adhesion: 0.1 J/m^2}, tangential: none",
                    soft, &set)) {
        pull_off found = draw_apart(&set, r, 1e-6, 2 * jkr_reach);
        claim_relative(&claim, "3/2 pi w R*, N", -found.least, 1.5 * PI * w * r, 1e-4);
        claim_relative(&claim, "gap of separation, m", found.reach, jkr_reach, 1e-3);
    }
    if (claim_begin(&claim, verify, "E4, single contact", "E4 DMT pull-off") &&
        single_laws(&claim,
                    "normal: {law: hertz}, tangential: none, cohesion: {law: dmt, "
                    "work_of_adhesion: 0.1 J/m^2}",
                    soft, &set)) {
        pull_off found = draw_apart(&set, r, 1e-7, 1e-8);
        claim_relative(&claim, "2 pi w R*, N", -found.least, 2 * PI * w * r, 1e-3);
    }
    if (claim_begin(&claim, verify, "Willett et al. 2000, single c.", "capillary bridge") &&
        single_laws(&claim,
                    "normal: {law: hertz}, tangential: none, cohesion: {law: capillary, "
                    "surface_tension: 0.072 N/m, "
                    "contact_angle: 0.3 rad, relative_volume: 1e-4}",
                    soft, &set)) {
        // equal balls of 2 R*
        double far = (1 + 0.5 * angle) * cbrt(volume);
        pull_off found = draw_apart(&set, r, 1e-8, 2 * far);
        claim_relative(&claim, "2 pi R g cos(theta) at touch, N", -found.touch,
                       2 * PI * 2 * r * surface * cos(angle), 1e-3);
        claim_relative(&claim, "rupture at (1+theta/2) V^(1/3), m", found.reach, far, 1e-3);
    }
    if (claim_begin(&claim, verify, "definition, single contact", "SJKR pull-off") &&
        single_laws(
            &claim,
            "normal: {law: hertz}, tangential: none, cohesion: {law: sjkr, energy_density: 1e5 Pa}",
            soft, &set)) {
        // K d^(3/2) - k pi R d is least at d = (2 k pi R / 3 K)^2
        double least = pow(2 * 1e5 * PI * r / (3 * hertz), 2);
        pull_off found = draw_apart(&set, r, 3 * least, 0.1 * least);
        claim_relative(&claim, "least push, N", found.least,
                       hertz * pow(least, 1.5) - 1e5 * PI * r * least, 1e-4);
    }
    if (claim_begin(&claim, verify, "AGX manual, (35.4.6), single c.", "adhesion pull-off") &&
        single_laws(&claim,
                    "normal: {law: hertz}, tangential: none, cohesion: {law: adhesion, force: "
                    "0.0002 N, overlap: 1 um}",
                    soft, &set)) {
        pull_off found = draw_apart(&set, r, 3e-6, 1e-8);
        claim_relative(&claim, "bound of the attraction, N", -found.least, 2e-4, 1e-4);
    }
}

// --- sticking
// ---------------------------------------------------------------------------------------------------------

// E4: a ball on a plane; the work of separation takes m Vs^2 / 2.
static void jkr_sticking(verify *verify)
{
    static const double times[] = {0.99, 1.02, 1.2, 2, 5};
    const double r = 1e-3;
    const double w = 0.1;
    const double e_star = 1e7 / 0.91;
    const double speed = 1.84 * pow(pow(w / r, 5) / (pow(2500, 3) * e_star * e_star), 1.0 / 6);
    claim claim;
    strike got;
    for (int i = 0; i < 5; i++) {
        strike_job job = {.laws =
                              "normal: {law: jkr, work_of_adhesion: 0.1 J/m^2}, tangential: none",
                          .ball = soft[0],
                          .other = soft[1],
                          .radius = r,
                          .normal = times[i] * speed,
                          .step = 1e-7,
                          .longest = 6e-3};
        if (!claim_begin(&claim, verify, "E4, Thornton & Ning 1998", "E4 JKR v=%g Vs", times[i]) ||
            !strike_measure(&claim, &job, &got))
            continue;
        if (times[i] < 1)
            claim_absolute(&claim, "sticks (1: yes)", !got.apart, 1, 0);
        else
            claim_absolute(&claim, "restitution", got.restitution,
                           sqrt(1 - 1 / (times[i] * times[i])), i == 1 ? 1e-2 : 1e-3);
    }
}

// --- Luding, Edinburgh
// ------------------------------------------------------------------------------------------------

// E1: two balls of radius 1/2 and mass 1 at chi d* sqrt(2 k_1), d* = 0.03125.
static void luding(verify *verify)
{
    const double star = 0.03125;
    claim claim;
    strike got;
    for (int i = 1; i <= 11; i += 2) {
        double chi = 0.09 * i;
        double d = chi * star;
        double k2 = 100 + 400 * chi;
        double d0 = (1 - 100 / k2) * d;
        double least = (k2 - 100) / (k2 + 100) * d;
        double square =
            (k2 * (d - d0) * (d - d0) - k2 * (d0 - least) * (d0 - least) - 100 * least * least) /
            (100 * d * d);
        scene_material one = {6 / PI, INFINITY, 0};
        strike_job job = {
            .laws = "normal: {law: luding, stiffness: 100 N/m, unloading_stiffness: 500 N/m, "
                    "cohesion_stiffness: 100 N/m, plastic_depth: 0.05}, tangential: none",
            .ball = one,
            .other = one,
            .radius = 0.5,
            .pair = true,
            .normal = d * sqrt(200),
            .step = 1e-4,
            .longest = 2};
        if (!claim_begin(&claim, verify, "E1, MercuryDPM", "E1 Luding chi=%.2f", chi) ||
            !strike_measure(&claim, &job, &got))
            continue;
        claim_relative(&claim, "peak overlap, m", got.overlap, d, 1e-3);
        if (square > 0)
            claim_absolute(&claim, "restitution", got.restitution, sqrt(square), 1e-3);
        else
            claim_absolute(&claim, "sticks (1: yes)", !got.apart, 1, 0);
    }
}

// Without attraction: what the unloading branch gives back, e^2; with exponent 1 it is the bilinear law, e^2 = 1 -
// lambda.
static void edinburgh(verify *verify)
{
    static const double exponent[] = {1, 1.5, 2};
    static const double lambda[] = {0.36, 0.75};
    claim claim;
    strike got;
    for (int n = 0; n < 3; n++)
        for (int l = 0; l < 2; l++) {
            double x = exponent[n];
            double p = pow(lambda[l], 1 / x);
            double square =
                (x + 1) * ((1 - lambda[l] * p) / (x + 1) - lambda[l] * (1 - p)) / (1 - lambda[l]);
            char laws[200];
            snprintf(laws, sizeof laws,
                     "normal: {law: eepa, exponent: %g, plasticity: %g, stiffness: 1e5 N/m}, "
                     "tangential: none",
                     x, lambda[l]);
            strike_job job = {.laws = laws,
                              .ball = soft[0],
                              .other = soft[1],
                              .radius = 0.01,
                              .normal = 0.1,
                              .step = 1e-6,
                              .longest = 0.1,
                              .exponent = x};
            if (!claim_begin(&claim, verify, "energy of the branches", "EEPA n=%g lambda=%g", x,
                             lambda[l]) ||
                !strike_measure(&claim, &job, &got))
                continue;
            claim_absolute(&claim, "restitution", got.restitution, sqrt(square), 1e-3);
        }
}

void verify_laws_sticky(verify *verify)
{
    pulling(verify);
    jkr_sticking(verify);
    luding(verify);
    edinburgh(verify);
}
