// impacts.c - normal impacts: peak force, overlap and duration after Hertz.
//
// Closed forms (Hertz 1882; Timoshenko and Goodier 1970, section 139): K = 4/3 E* sqrt(R*), deepest overlap
// d = (5 m* v^2 / 4 K)^(2/5), peak force K d^(3/2), duration 2.94328 d / v.
#include "verify/strike.h"

#include <stdio.h>

// --- Chung and Ooi 1, 2; Hertz durations ----------------------------------------------------------------------------

static const char smooth[] = "normal: {law: hertz, restitution: 1}, tangential: none";
static const char elastic[] =
    "normal: {law: hertz, restitution: 1}, tangential: {law: mindlin, friction: 0.35}";

typedef struct printed {
    const char *name;
    scene_material material;
    double radius;
    bool wall;
    double speed, force, overlap, duration;
} printed;

static void claim_printed(const claim *claim, const printed *printed, double fraction,
                          double tolerance)
{
    const strike_job job = {.laws = printed->wall ? smooth : elastic,
                            .ball = printed->material,
                            .other = printed->wall ? rigid_floor : printed->material,
                            .radius = printed->radius,
                            .pair = !printed->wall,
                            .normal = printed->wall ? printed->speed : 2 * printed->speed,
                            .step = printed->duration / fraction,
                            .longest = 3 * printed->duration};
    strike strike;
    if (!strike_measure(claim, &job, &strike))
        return;
    claim_relative(claim, "peak force, N", strike.force, printed->force, tolerance);
    claim_relative(claim, "peak overlap, m", strike.overlap, printed->overlap, tolerance);
    claim_relative(claim, "duration, s", strike.duration, printed->duration, tolerance);
}

static void chung_ooi_elastic(verify *verify)
{
    static const printed cases[] = {
        {"1 glass", {2800, 4.8e10, 0.20}, 0.010, false, 10, 10696.9, 2.74113e-4, 4.03384e-5},
        {"1 limestone", {2500, 2.0e10, 0.25}, 0.010, false, 10, 7108.24, 3.68304e-4, 5.41996e-5},
        {"2 Al alloy, rigid plane",
         {2699, 7.0e10, 0.30},
         0.10,
         true,
         0.2,
         11369.9,
         4.97172e-5,
         7.31638e-4},
        {"2 Mg alloy, rigid plane",
         {1800, 4.0e10, 0.35},
         0.10,
         true,
         0.2,
         7232.68,
         5.21233e-5,
         7.67046e-4},
        {"3 Al oxide, e=1",
         {4000, 3.8e11, 0.23},
         0.0025,
         true,
         3.9,
         615.352,
         8.08881e-6,
         6.10435e-6},
        {"3 cast iron, e=1",
         {7000, 1.0e11, 0.25},
         0.0025,
         true,
         3.9,
         506.76,
         1.71887e-5,
         1.29717e-5},
    };
    claim claim;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (claim_begin(&claim, verify, "Chung & Ooi 2011", "Chung-Ooi %s", cases[i].name))
            claim_printed(&claim, &cases[i], 2000, 1e-3);
        if (claim_begin(&claim, verify, "Chung & Ooi 2011", "Chung-Ooi %s, t/100", cases[i].name))
            claim_printed(&claim, &cases[i], 100, 5e-3);
    }
}

// An aluminium ball of 0.1 m on a rigid plane.
static void hertz_durations(verify *verify)
{
    static const struct {
        double speed, duration, force, radius; // force and contact radius 0: not printed
    } row[] = {{0.02, 1.1596e-3, 717.4, 0.8877e-3},
               {0.06, 9.3086e-4, 0, 0},
               {0.10, 8.4045e-4, 4949, 1.690e-3},
               {0.20, 7.3166e-4, 11370, 0}};
    double tau[4] = {NAN, NAN, NAN, NAN};
    claim claim;
    for (int i = 0; i < 4; i++) {
        if (!claim_begin(&claim, verify, "V6, Zhang 1998 (3.22)", "V6 v=%g", row[i].speed))
            continue;
        const strike_job job = {.laws = smooth,
                                .ball = {2699, 7e10, 0.3},
                                .other = rigid_floor,
                                .radius = 0.1,
                                .normal = row[i].speed,
                                .step = row[i].duration / 2000,
                                .longest = 3 * row[i].duration};
        strike strike;
        if (!strike_measure(&claim, &job, &strike))
            continue;
        tau[i] = strike.duration;
        claim_relative(&claim, "duration, s", strike.duration, row[i].duration, 1e-4);
        if (row[i].force > 0)
            claim_relative(&claim, "peak force, N", strike.force, row[i].force, 1e-3);
        const double radius = sqrt(0.1 * strike.overlap);
        if (row[i].radius > 0)
            claim_relative(&claim, "contact radius, m", radius, row[i].radius, 1e-3);
        const double slower = log(tau[i] / tau[0]);
        const double faster = log(row[i].speed / row[0].speed);
        if (i > 0 && isfinite(tau[0]))
            claim_absolute(&claim, "exponent of speed", slower / faster, -0.2, 1e-4);
    }
}

void verify_impact_forms(verify *verify)
{
    hertz_durations(verify);
}

void verify_impacts(verify *verify)
{
    chung_ooi_elastic(verify);
    hertz_durations(verify);
    verify_restitution(verify);
}
