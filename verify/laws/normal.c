// normal.c - head-on impacts under the normal laws: the collision series of Zhang 1998 for the elasto-plastic
// laws of Vu-Quoc and Zhang and of Thornton, and restitution where there is a closed form.
//
// Where a table has a converged number and one that was printed, a row claims the first and a second row, "printed",
// the other, to the tolerance that the table gives it.
#include "verify/laws/laws.h"

#include "base/constants.h"

#include <stdio.h>

// A number of a table, NAN where it has none, and what was printed.
typedef struct cell {
    double value, printed;
} cell;
#define SAME(x)                                                                                    \
    {                                                                                              \
        x, NAN                                                                                     \
    }
#define NONE                                                                                       \
    {                                                                                              \
        NAN, NAN                                                                                   \
    }

enum { E, FORCE, OVERLAP, RESIDUAL, DURATION, CELLS };
static const char *const quantities[CELLS] = {"restitution", "peak force, N", "peak overlap, m",
                                              "residual overlap, m", "duration, s"};

static void claim_cells(const claim *claim, const strike *got, const cell *cells, double tolerance,
                        double printed)
{
    const double value[CELLS] = {got->restitution, got->force, got->overlap, got->residual,
                                 got->duration};
    for (int i = 0; i < CELLS; i++) {
        char name[64];
        if (isfinite(cells[i].value))
            claim_relative(claim, quantities[i], value[i], cells[i].value, tolerance);
        snprintf(name, sizeof name, "%s, printed", quantities[i]);
        if (isfinite(cells[i].printed))
            claim_bracket(claim, name, value[i], cells[i].value, cells[i].printed, printed);
    }
}

static const char vqz_aluminium[] = "normal: {law: vu-quoc-zhang, plastic_radius: 2.33e-7 m/N, "
                                    "flattening: 2.69e-4 1/N, yield_load: 36.45 N}, "
                                    "tangential: none";
static const char vqz_soybean[] = "normal: {law: vu-quoc-zhang, plastic_radius: 2.202e-5 m/N, "
                                  "flattening: 2.97e-6 1/N, yield_load: 0.3952 N}, "
                                  "tangential: none";

// V2: an aluminium ball of 0.1 m on a rigid plane; step 1 us.
static void aluminium_impacts(verify *verify)
{
    static const struct {
        double speed, printed; // tolerance of what was printed
        cell cells[CELLS];
    } row[] = {
        {0.02,
         2e-3,
         {{.8383, .8382},
          {634.9, 635.7},
          {8.471e-6, 8.48e-6},
          {2.215e-6, 2.22e-6},
          {1.1815e-3, 1.18e-3}}},
        {0.04, 5e-3, {SAME(.7589), {1433.2, 1435}, NONE, NONE, {1.0045e-3, 1.00e-3}}},
        {0.06,
         2e-3,
         {SAME(.7010),
          {2337.3, 2341},
          {2.119e-5, 2.12e-5},
          {1.049e-5, 1.05e-5},
          {8.986e-4, 8.99e-4}}},
        {0.10,
         3e-3,
         {{.6146, .6143},
          {4395.7, 4404},
          {3.208e-5, 3.21e-5},
          {1.994e-5, 2.00e-5},
          {7.641e-4, 7.64e-4}}},
        {0.20,
         2e-3,
         {{.4777, .4773},
          {10431, 10450},
          {5.546e-5, 5.55e-5},
          {4.310e-5, 4.31e-5},
          {5.965e-4, 5.97e-4}}},
    };
    claim claim;
    strike got;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        strike_job job = {.laws = vqz_aluminium,
                          .ball = law_aluminium,
                          .other = rigid_floor,
                          .radius = 0.1,
                          .normal = row[i].speed,
                          .step = 1e-6,
                          .longest = 5e-3};
        if (claim_begin(&claim, verify, "V2, Zhang 1998, tables 7.5, 7.6", "V2 Vu-Quoc-Zhang v=%g",
                        row[i].speed) &&
            strike_measure(&claim, &job, &got))
            claim_cells(&claim, &got, row[i].cells, 1e-3, row[i].printed);
    }
}

// V4: drops of a soybean.
static void soybean_drops(verify *verify)
{
    static const struct {
        double speed, coarse;
        cell cells[CELLS];
    } row[] = {
        {1.705,
         .7462,
         {{.7466, .7457}, SAME(5.443), SAME(8.452e-5), SAME(2.906e-5), SAME(1.404e-4)}},
        {2.381,
         .7015,
         {{.7020, .7009}, SAME(7.547), SAME(1.162e-4), SAME(4.722e-5), SAME(1.363e-4)}},
        {3.156,
         .6623,
         {{.6626, .6615}, SAME(9.875), SAME(1.528e-4), SAME(7.034e-5), SAME(1.335e-4)}},
    };
    claim claim;
    strike got;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        strike_job job = {.laws = vqz_soybean,
                          .ball = law_soybean,
                          .other = rigid_floor,
                          .radius = 4.05e-3,
                          .normal = row[i].speed,
                          .step = 1e-7,
                          .longest = 1e-3};
        if (claim_begin(&claim, verify, "V4, Zhang 1998, figure E.10", "V4 soybean v=%g",
                        row[i].speed) &&
            strike_measure(&claim, &job, &got))
            claim_cells(&claim, &got, row[i].cells, 1e-3, 2e-3);
        job.step = 7.6e-6;
        if (claim_begin(&claim, verify, "V4, Zhang 1998, figures 8.8-10",
                        "V4 soybean v=%g, 20 steps", row[i].speed) &&
            strike_measure(&claim, &job, &got))
            claim_relative(&claim, "restitution", got.restitution, row[i].coarse, 2e-3);
    }
}

static strike_job thornton_job(const char *laws, double speed)
{
    return (strike_job){.laws = laws,
                        .ball = law_aluminium,
                        .other = rigid_floor,
                        .radius = 0.1,
                        .normal = speed,
                        .step = 1e-6,
                        .longest = 5e-3};
}

// V5: Thornton's law.
static void thornton_impacts(verify *verify)
{
    static const struct {
        double speed, force, printed_force, duration, printed_duration;
    } row[] = {{.02, 478.42, 478.4, 1.310e-3, 1.29e-3},
               {.04, 957.3, 957, 1.216e-3, 1.20e-3},
               {.10, 2393.5, 2393, 1.116e-3, 1.10e-3}};
    claim claim;
    strike got;
    for (int i = 0; i < 3; i++) {
        const strike_job job = thornton_job(
            "normal: {law: thornton, yield_pressure: 161.3 MPa}, tangential: none", row[i].speed);
        if (!claim_begin(&claim, verify, "V5, Zhang 1998, figures 6.18-20",
                         "V5 Thornton p_y=1.613 v=%g", row[i].speed) ||
            !strike_measure(&claim, &job, &got))
            continue;
        claim_relative(&claim, "peak force, N", got.force, row[i].force, 5e-4);
        claim_relative(&claim, "peak force, N, printed", got.force, row[i].printed_force, 5e-4);
        claim_relative(&claim, "duration, s", got.duration, row[i].duration, 5e-3);
        claim_relative(&claim, "duration, s, printed", got.duration, row[i].printed_duration, 2e-2);
    }
}

// His closed form, with q the yield speed over that of the impact.
static double thornton_restitution(double q)
{
    const double loaded = sqrt(1.2 * sqrt(3) * (1 - q * q / 6));
    return loaded * pow(q / (q + 2 * sqrt(1.2 - 0.2 * q * q)), 0.25);
}

// V5, E3: its restitution.
static void thornton_rebounds(verify *verify)
{
    static const struct {
        double speed, restitution, printed;
    } row[] = {{.02, .6308, .6308}, {.04, .5330, .5331}, {.10, .4251, .4252}};
    claim claim;
    strike got;
    for (int i = 0; i < 3; i++) {
        const double speed = row[i].speed;
        const strike_job job = thornton_job(
            "normal: {law: thornton, yield_pressure: 161 MPa}, tangential: none", speed);
        if (!claim_begin(&claim, verify, "V5, Zhang 1998 (4.22)", "V5 Thornton p_y=1.61 v=%g",
                         speed) ||
            !strike_measure(&claim, &job, &got))
            continue;
        claim_relative(&claim, "restitution", got.restitution, row[i].restitution, 5e-4);
        claim_relative(&claim, "restitution, printed", got.restitution, row[i].printed, 5e-4);
        claim_relative(&claim, "restitution, closed form", got.restitution,
                       thornton_restitution(1.6697e-3 / speed), 5e-4);
    }
}

// --- restitution ----------------------------------------------------------------------------------------------------

static const scene_material glass = {2500, 1e7, 0.3};

static strike_job glass_job(const char *laws, double speed)
{
    strike_job job = {.laws = laws,
                      .ball = glass,
                      .other = rigid_floor,
                      .radius = 0.01,
                      .normal = speed,
                      .step = 1e-6,
                      .longest = 0.3};
    return job;
}

static double glass_mass(void)
{
    return 2500 * 4.0 / 3.0 * PI * 1e-6;
}

// E2: K_2 = K_1 / e^2, the same restitution at every speed, tau = pi/2 sqrt(m/K_1) (1 + e); and K_2 that grows with
// the deepest overlap, whose restitution falls with speed.
static void walton_braun(verify *verify)
{
    const double k1 = 1e5;
    const double root = sqrt(glass_mass() / k1);
    const double hardening = 300;
    claim claim;
    strike got;
    char laws[160];
    for (int i = 1; i <= 9; i += 2)
        for (int fast = 0; fast < 2; fast++) {
            double e = 0.1 * i;
            double speed = fast ? 2 : 0.02;
            snprintf(
                laws, sizeof laws,
                "normal: {law: walton-braun, stiffness: %g N/m, restitution: %g}, tangential: none",
                k1, e);
            strike_job job = glass_job(laws, speed);
            job.exponent = 1;
            if (!claim_begin(&claim, verify, "E2, sqrt(K_1/K_2)", "E2 Walton-Braun e=%g v=%g", e,
                             speed) ||
                !strike_measure(&claim, &job, &got))
                continue;
            claim_absolute(&claim, "restitution", got.restitution, e, 1e-3);
            claim_relative(&claim, "duration, s", got.duration, 1.5707963267948966 * root * (1 + e),
                           1e-3);
            claim_relative(&claim, "residual overlap, m", got.residual, speed * root * (1 - e * e),
                           1e-3);
        }
    for (int i = 0; i < 3; i++) {
        double speed = 0.1 * (1 << 2 * i);
        snprintf(
            laws, sizeof laws,
            "normal: {law: walton-braun, stiffness: %g N/m, hardening: %g 1/m}, tangential: none",
            k1, hardening);
        strike_job job = glass_job(laws, speed);
        job.exponent = 1;
        if (claim_begin(&claim, verify, "energy of the two branches", "Walton-Braun hardening v=%g",
                        speed) &&
            strike_measure(&claim, &job, &got))
            claim_absolute(&claim, "restitution", got.restitution,
                           1 / sqrt(1 + hardening * speed * root), 1e-3);
    }
}

// The pair test of Dosta et al. 2024: a ball of M1 meets a steel wall at 1 m/s; without loss, and with e = 0.4.
static void dosta_pair(verify *verify)
{
    const scene_material m1 = {2500, 1e9, 0.2};
    const scene_material steel = {7200, 2.1e11, 0.2};
    strike_job job = {.laws = "normal: {law: hertz}, tangential: none",
                      .ball = m1,
                      .other = steel,
                      .radius = 1e-3,
                      .normal = 1,
                      .step = 1e-8,
                      .longest = 1e-4};
    claim claim;
    strike got;
    if (!claim_begin(&claim, verify, "Dosta et al. 2024, Hertz", "Dosta M1 on steel") ||
        !strike_measure(&claim, &job, &got))
        return;
    claim_relative(&claim, "peak force, N", got.force, 1.3378, 1e-3);
    claim_relative(&claim, "peak overlap, m", got.overlap, 9.784e-6, 1e-3);
    claim_relative(&claim, "duration, s", got.duration, 2.880e-5, 1e-3);
    job.laws = "normal: {law: hertz, restitution: 0.4}, tangential: none";
    if (strike_measure(&claim, &job, &got))
        claim_absolute(&claim, "rebound, m/s", got.restitution, 0.4, 1e-3);
}

void verify_laws_normal(verify *verify)
{
    aluminium_impacts(verify);
    soybean_drops(verify);
    thornton_impacts(verify);
    thornton_rebounds(verify);
    walton_braun(verify);
    dosta_pair(verify);
}
