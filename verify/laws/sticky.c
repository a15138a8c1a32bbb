// sticky.c - laws that attract: how hard they pull off, as the least push of a single contact that is drawn apart slowly
// (law/single.h). Whether an impact sticks, and what it gives back, are cases with expected values.
#include "verify/laws/laws.h"

#include "base/constants.h"

#include <stdio.h>

static const scene_material soft[2] = {{2500, 1e7, 0.3}, {1000, INFINITY, 0}};

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

void verify_laws_sticky(verify *verify)
{
    pulling(verify);
}
