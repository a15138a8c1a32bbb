// obliques.c - oblique impacts where the contact slides from the first touch to the last, and where it has no
// cause to slide.
//
// While it slides, friction is mu times the push, so its impulse is mu (1 + e) m* Vn and all that follows is exact
// (Maw, Barber and Fawcett 1976; Chung and Ooi 2011): the velocity of the contact patch falls by (7/2) mu (1 + e) Vn,
// the spin of a ball on a wall grows by (5/2) mu (1 + e) Vn / R. These forms take the arm of the contact force for R,
// hence `arm: full`.
#include "verify/verify.h"

#include "base/constants.h"

#include <stdio.h>

static const scene_material rigid = {1000, INFINITY, 0};

// A ball meets the floor with the velocity (normal, tangential); all of it seen after they parted.
typedef struct skid_job {
    const char *laws;
    scene_material material;
    double radius, normal, tangential, duration, parts;
} skid_job;

typedef struct skid {
    // Speeds of the centre; spin; tangential speed of the patch.
    double normal, tangential, spin, patch;
} skid;

static bool measure_skid(const claim *claim, const skid_job *job, skid *out)
{
    const v3 along = {0.6, 0.8, 0};
    const v3 across = {0.8, -0.6,
                       0}; // across: along x (0, 0, 1), the axis of a ball that is rolled backwards
    double step = job->duration / job->parts;
    scene_ball ball = {.radius = job->radius,
                       .position = {0, 0, job->radius + 1.37 * job->normal * step}};
    ball.velocity = v3_sub(v3_scale(job->tangential, along), v3_make(0, 0, job->normal));
    scene scene = {.laws = job->laws,
                   .material = {job->material, rigid},
                   .materials = 2,
                   .ball = &ball,
                   .balls = 1,
                   .floor = true,
                   .floor_material = 1,
                   .step = step,
                   .run = "arm: full, deepest_overlap: none"};
    scene.reach = 10 * job->radius + 10 * (job->normal + job->tangential) * job->duration;
    trial trial;
    if (!trial_open(&trial, claim, &scene))
        return false;
    bool good = trial_step(&trial, (int64_t)(3 * job->parts)) && trial_look(&trial);
    if (good) {
        v3 u = trial.frame.ball.velocity[0];
        v3 w = trial.frame.ball.spin[0];
        out->normal = u.z;
        out->tangential = v3_dot(u, along);
        out->spin = -v3_dot(w, across);
        out->patch = out->tangential - job->radius * out->spin;
    }
    trial_close(&trial);
    return good;
}

static double hertz_duration(const scene_material *material, double radius, double speed)
{
    double k =
        4.0 / 3.0 * material->young / (1 - material->poisson * material->poisson) * sqrt(radius);
    double mass = material->density * 4.0 / 3.0 * PI * radius * radius * radius;
    return HERTZ_DURATION * pow(1.25 * mass * speed * speed / k, 0.4) / speed;
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
            skid_job job = {"normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}",
                            ball[i].material,
                            radius,
                            normal,
                            xs[k] * mu * normal,
                            hertz_duration(&ball[i].material, radius, normal),
                            1000};
            skid got;
            if (!claim_begin(&claim, verify, "Chung & Ooi 2011", "Chung-Ooi 5 %s x=%g",
                             ball[i].name, xs[k]))
                continue;
            if (!measure_skid(&claim, &job, &got))
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
                skid got;
                if (!claim_begin(&claim, verify, "gross sliding, section B",
                                 "sliding %s e=%.1f angle=%d", name[l], e, 60 + 20 * k))
                    continue;
                snprintf(laws, sizeof laws, "normal: {%s, restitution: %.1f}, tangential: {%s}",
                         law[l], e, drag[l]);
                tau = l ? PI * sqrt(2500 * 4.0 / 3.0 * PI * radius * radius * radius / 1e6)
                        : hertz_duration(&glass, radius, cos(angle));
                skid_job job = {laws, glass, radius, cos(angle), sin(angle), tau, 1000};
                if (!measure_skid(&claim, &job, &got))
                    continue;
                claim_absolute(&claim, "tangential restitution", got.tangential / sin(angle),
                               1 - mu * (1 + e) / tan(angle), 1e-3);
                claim_relative(&claim, "spin, rad/s", got.spin,
                               2.5 * mu * (1 + e) * cos(angle) / radius, 1e-3);
            }
}

// --- two alike balls ------------------------------------------------------------------------------------------------

typedef struct pair_job {
    const char *laws;
    scene_material material;
    // Relative speeds at the contact; spins +- spin.
    double radius, normal, tangential, spin, duration, parts;
} pair_job;

typedef struct pair_seen {
    double tangential; // relative, of the centres
    double patch;      // relative, of the patches
    double spin[2];
} pair_seen;

// Relative velocity of ball 1 to ball 0 along (0, 0, 1), tangential to the line of centres (0.6, 0.8, 0).
static bool measure_pair(const claim *claim, const pair_job *job, pair_seen *out)
{
    const v3 n = {0.6, 0.8, 0};
    const v3 t = {0, 0, 1};
    const v3 axis = {0.8, -0.6, 0}; // axis = n x t
    double step = job->duration / job->parts;
    double gap = 1.37 * job->normal * step;
    scene_ball ball[2] = {{.radius = job->radius}, {.radius = job->radius}};
    v3 half = v3_sub(v3_scale(0.5 * job->tangential, t), v3_scale(0.5 * job->normal, n));
    ball[0].velocity = v3_scale(-1, half);
    ball[1].velocity = half;
    ball[0].spin = v3_scale(job->spin, axis);
    ball[1].spin = v3_scale(-job->spin, axis);
    ball[1].position = v3_scale(2 * job->radius + gap, n);
    // in the time until they touch the centres shift by the tangential velocity; this puts them back
    v3 shift = v3_scale(0.5 * job->tangential * gap / job->normal, t);
    ball[0].position = v3_add(ball[0].position, shift);
    ball[1].position = v3_sub(ball[1].position, shift);
    scene scene = {.laws = job->laws,
                   .material = {job->material},
                   .materials = 1,
                   .ball = ball,
                   .balls = 2,
                   .step = step,
                   .run = "arm: full"};
    scene.reach = 10 * job->radius + 10 * (job->normal + job->tangential) * job->duration;
    trial test;
    if (!trial_open(&test, claim, &scene))
        return false;
    bool good = trial_step(&test, (int64_t)(3 * job->parts)) && trial_look(&test);
    if (good) {
        v3 u = v3_sub(test.frame.ball.velocity[1], test.frame.ball.velocity[0]);
        v3 w = v3_add(test.frame.ball.spin[1], test.frame.ball.spin[0]);
        out->tangential = v3_dot(u, t);
        out->patch = v3_dot(v3_sub(u, v3_scale(job->radius, v3_cross(w, n))), t);
        for (int i = 0; i < 2; i++)
            out->spin[i] = v3_dot(test.frame.ball.spin[i], axis);
    }
    trial_close(&test);
    return good;
}

static double pair_duration(const scene_material *material, double radius, double speed)
{
    // half the mass, half the radius, half the modulus of a ball on a rigid wall: d^(5/2) is 2^(1/2) times as large
    return hertz_duration(material, radius, speed) * pow(2, 0.2);
}

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
    pair_job job = {"normal: {law: hertz}, tangential: {law: mindlin, friction: 0.3}",
                    material,
                    radius,
                    speed,
                    0,
                    0,
                    pair_duration(&material, radius, speed),
                    4000};
    claim claim;
    pair_seen got;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        double psi = row[i].psi;
        bool slides = psi * mu / kappa >= mu * sliding_from(material.poisson);
        job.tangential = psi * mu * speed / kappa;
        if (!claim_begin(&claim, verify, "V24, D2 Maw et al. 1976", "V24 psi1=%.4g", psi) ||
            !measure_pair(&claim, &job, &got))
            continue;
        double psi2 = kappa * got.patch / (mu * speed);
        if (slides)
            claim_absolute(&claim, "psi2", psi2,
                           isfinite(row[i].printed) ? row[i].printed : psi - 7 * kappa, 5e-3);
        else // the no-slip spring is not the law of Mindlin and Deresiewicz that the table is made with
            claim_noted(&claim, "psi2 of no-slip Mindlin", psi2, row[i].printed);
    }
}

static void opposite_spins(verify *verify, const char *law)
{
    char laws[120];
    static const struct {
        const char *name;
        scene_material material;
    } ball[] = {{"Al alloy", {2700, 7.0e10, 0.33}}, {"copper", {8900, 1.2e11, 0.35}}};
    static const double spins[] = {2, 24};
    claim claim;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            snprintf(laws, sizeof laws,
                     "normal: {law: hertz, restitution: 0.5}, tangential: {law: %s, friction: 0.4}",
                     law);
            pair_job job = {laws,
                            ball[i].material,
                            0.1,
                            0.4,
                            0,
                            spins[k],
                            pair_duration(&ball[i].material, 0.1, 0.4),
                            500};
            pair_seen got;
            if (!claim_begin(&claim, verify, "Chung & Ooi 2011", "Chung-Ooi 7 %s %s spin=%g",
                             ball[i].name, law, spins[k]))
                continue;
            if (!measure_pair(&claim, &job, &got))
                continue;
            claim_absolute(&claim, "tangential speed, m/s", got.tangential, 0, 1e-10);
            claim_absolute(&claim, "spin of one, rad/s", got.spin[0], spins[k], 1e-10);
            claim_absolute(&claim, "spin of the other, rad/s", got.spin[1], -spins[k], 1e-10);
        }
}

void verify_sliding_forms(verify *verify)
{
    chung_ooi_sliding(verify);
    opposite_spins(verify, "mindlin-deresiewicz");
    opposite_spins(verify, "vu-quoc-zhang");
    opposite_spins(verify, "walton-braun");
}

void verify_obliques(verify *verify)
{
    chung_ooi_sliding(verify);
    opposite_spins(verify, "mindlin");
    sliding_ratio(verify);
    maw_sliding(verify);
}
