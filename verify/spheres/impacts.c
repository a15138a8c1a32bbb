// impacts.c - normal impacts: peak force, overlap and duration after Hertz, restitution over its whole range, a
// chain.
//
// Closed forms (Hertz 1882; Timoshenko and Goodier 1970, section 139): K = 4/3 E* sqrt(R*), deepest overlap
// d = (5 m* v^2 / 4 K)^(2/5), peak force K d^(3/2), duration 2.94328 d / v. Times are taken from the free flights
// before and after, which are straight lines, so they are not bound to the grid of steps.
#include "verify/verify.h"

#include "base/constants.h"

#include <stdio.h>

typedef struct hertz_form {
    double force, overlap, duration;
} hertz_form;

static hertz_form hertz_of(double e_star, double r_eff, double m_eff, double speed)
{
    hertz_form form;
    double k = 4.0 / 3.0 * e_star * sqrt(r_eff);
    form.overlap = pow(1.25 * m_eff * speed * speed / k, 0.4);
    form.force = k * pow(form.overlap, 1.5);
    form.duration = 2.9432750 * form.overlap / speed;
    return form;
}

// Two balls, or a ball and the floor where radius_b is zero, meet head on.
typedef struct hit_job {
    const char *laws;
    scene_material a, b;
    double radius_a, radius_b, speed, step;
    double longest; // s after which they are apart
} hit_job;

typedef struct hit {
    double force, overlap, duration, rebound; // largest force and overlap; duration; rebound speed
} hit;

static const v3 slanted = {0.48, 0.6, 0.64}; // a unit vector along no axis

static scene hit_scene(const hit_job *job, scene_ball ball[2], double gap)
{
    scene scene = {.laws = job->laws,
                   .material = {job->a, job->b},
                   .materials = 2,
                   .ball = ball,
                   .balls = 1,
                   .step = job->step};
    if (job->radius_b > 0) {
        double v = 0.5 * job->speed;
        ball[0] = (scene_ball){.radius = job->radius_a, .velocity = v3_scale(v, slanted)};
        ball[1] = (scene_ball){.radius = job->radius_b,
                               .position = v3_scale(job->radius_a + job->radius_b + gap, slanted),
                               .velocity = v3_scale(-v, slanted),
                               .material = 1};
        scene.balls = 2;
    } else {
        ball[0] = (scene_ball){.radius = job->radius_a,
                               .position = {0, 0, job->radius_a + gap},
                               .velocity = {0, 0, -job->speed}};
        scene.floor = true;
        scene.floor_material = 1;
    }
    scene.reach = 10 * (job->radius_a + job->radius_b) + 10 * job->speed * job->longest;
    scene.run = "deepest_overlap: none";
    return scene;
}

// Gap between the surfaces and its rate.
static void apart(const hit_job *job, const frame *frame, double *gap, double *rate)
{
    const v3 *x = frame->body.position;
    const v3 *v = frame->body.velocity;
    if (job->radius_b > 0) {
        v3 d = v3_sub(x[1], x[0]);
        double r = v3_norm(d);
        *gap = r - job->radius_a - job->radius_b;
        *rate = v3_dot(d, v3_sub(v[1], v[0])) / r;
    } else {
        *gap = x[0].z - job->radius_a;
        *rate = v[0].z;
    }
}

static bool measure_hit(const claim *claim, const hit_job *job, hit *out)
{
    scene_ball ball[2];
    trial trial;
    double gap = 1.37 * job->speed * job->step;
    double rate = 0;
    double before = gap / job->speed; // first touch between two steps
    scene scene = hit_scene(job, ball, gap);
    bool touched = false, over = false;
    *out = (hit){0, 0, NAN, NAN};
    if (!trial_open(&trial, claim, &scene))
        return false;
    while (!over && trial_step(&trial, 1) && trial_look(&trial)) {
        bool touching = trial.frame.contact.count > 0;
        if (touching) {
            touched = true;
            out->force = fmax(out->force, trial.frame.contact.normal_force[0]);
            out->overlap = fmax(out->overlap, trial.frame.contact.overlap[0]);
        }
        over = (touched && !touching) || trial.frame.time > job->longest;
    }
    bool good = trial.world != NULL;
    if (good) {
        apart(job, &trial.frame, &gap, &rate);
        out->duration = trial.frame.time - gap / rate - before;
        out->rebound = rate;
    }
    trial_close(&trial);
    return good;
}

// --- Chung and Ooi 1, 2; Hertz durations ----------------------------------------------------------------------------

static const char elastic[] =
    "normal: {law: hertz, restitution: 1}, tangential: {law: mindlin, friction: 0.35}";
static const char smooth[] = "normal: {law: hertz, restitution: 1}, tangential: none";
static const scene_material rigid = {1000, INFINITY, 0};

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
    hit_job job = {.laws = printed->wall ? smooth : elastic,
                   .a = printed->material,
                   .b = printed->wall ? rigid : printed->material,
                   .radius_a = printed->radius,
                   .radius_b = printed->wall ? 0 : printed->radius,
                   .speed = printed->wall ? printed->speed : 2 * printed->speed,
                   .step = printed->duration / fraction,
                   .longest = 3 * printed->duration};
    hit hit;
    if (!measure_hit(claim, &job, &hit))
        return;
    claim_relative(claim, "peak force, N", hit.force, printed->force, tolerance);
    claim_relative(claim, "peak overlap, m", hit.overlap, printed->overlap, tolerance);
    claim_relative(claim, "duration, s", hit.duration, printed->duration, tolerance);
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
    const scene_material aluminium = {2699, 7e10, 0.3};
    double tau[4] = {NAN, NAN, NAN, NAN};
    claim claim;
    for (int i = 0; i < 4; i++) {
        if (!claim_begin(&claim, verify, "V6, Zhang 1998 (3.22)", "V6 v=%g", row[i].speed))
            continue;
        hit_job job = {smooth,
                       aluminium,
                       rigid,
                       0.1,
                       0,
                       row[i].speed,
                       row[i].duration / 2000,
                       3 * row[i].duration};
        hit hit;
        if (!measure_hit(&claim, &job, &hit))
            continue;
        tau[i] = hit.duration;
        claim_relative(&claim, "duration, s", hit.duration, row[i].duration, 1e-4);
        if (row[i].force > 0)
            claim_relative(&claim, "peak force, N", hit.force, row[i].force, 1e-3);
        if (row[i].radius > 0)
            claim_relative(&claim, "contact radius, m", sqrt(0.1 * hit.overlap), row[i].radius,
                           1e-3);
        if (i > 0 && isfinite(tau[0]))
            claim_absolute(&claim, "exponent of speed",
                           log(tau[i] / tau[0]) / log(row[i].speed / row[0].speed), -0.2, 1e-4);
    }
}

// --- restitution ----------------------------------------------------------------------------------------------------

static void chung_ooi_restitution(verify *verify)
{
    static const struct {
        const char *name;
        scene_material material;
    } ball[] = {{"Al oxide", {4000, 3.8e11, 0.23}}, {"cast iron", {7000, 1.0e11, 0.25}}};
    claim claim;
    for (int i = 0; i < 2; i++)
        for (int k = 1; k <= 5; k++) {
            double e = 0.2 * k;
            char laws[96];
            hit hit;
            if (!claim_begin(&claim, verify, "Chung & Ooi 2011", "Chung-Ooi 3 %s, e=%.1f",
                             ball[i].name, e))
                continue;
            snprintf(laws, sizeof laws, "normal: {law: hertz, restitution: %.1f}, tangential: none",
                     e);
            hit_job job = {laws, ball[i].material, rigid, 0.0025, 0, 3.9, 8.1e-9, 1e-4};
            if (measure_hit(&claim, &job, &hit))
                claim_absolute(&claim, "restitution", hit.rebound / 3.9, e, 0.005);
        }
}

enum { SPEEDS = 4 };
static const double speeds[SPEEDS] = {0.01, 0.1, 1, 5};

// One world with four impacts between balls (different in size and material) and four on the floor, at four speeds.
static scene restitution_scene(const char *laws, scene_ball *ball, double step)
{
    scene scene = {.laws = laws,
                   .material = {{2500, 5e9, 0.25}, {4000, 2e10, 0.3}},
                   .materials = 2,
                   .ball = ball};
    scene.balls = 3 * SPEEDS;
    scene.floor = true;
    scene.floor_material = 1;
    scene.step = step;
    scene.reach = 4;
    scene.run = "deepest_overlap: none";
    for (int i = 0; i < SPEEDS; i++) {
        double gap = 1.37 * speeds[i] * step;
        double ra = 0.005;
        double rb = 0.003;
        v3 at = {0.1 * i, 0.5, 1};
        v3 to = v3_scale(ra + rb + gap, slanted);
        ball[3 * i] = (scene_ball){
            .radius = ra, .position = at, .velocity = v3_scale(0.5 * speeds[i], slanted)};
        ball[3 * i + 1] = (scene_ball){.radius = rb,
                                       .position = v3_add(at, to),
                                       .velocity = v3_scale(-0.5 * speeds[i], slanted),
                                       .material = 1};
        ball[3 * i + 2] = (scene_ball){
            .radius = ra, .position = {0.1 * i, -0.5, ra + gap}, .velocity = {0, 0, -speeds[i]}};
    }
    return scene;
}

// The rebound furthest from e, over all speeds.
static void claim_restitution(const claim *claim, const scene *scene, double e, double slowest,
                              bool wall)
{
    trial trial;
    double worst = e;
    if (!trial_open(&trial, claim, scene))
        return;
    bool good = trial_step(&trial, (int64_t)(8 * slowest / scene->step)) && trial_look(&trial);
    for (int i = 0; good && i < SPEEDS; i++) {
        const v3 *x = trial.frame.body.position;
        const v3 *u = trial.frame.body.velocity;
        int a = 3 * i;
        double got =
            wall ? u[a + 2].z / speeds[i]
                 : v3_dot(v3_unit(v3_sub(x[a + 1], x[a])), v3_sub(u[a + 1], u[a])) / speeds[i];
        if (!(fabs(got - e) <= fabs(worst - e)))
            worst = got;
    }
    if (good)
        claim_absolute(claim, wall ? "restitution on a wall, worst" : "restitution of balls, worst",
                       worst, e, 1e-3);
    trial_close(&trial);
}

static void restitution_range(verify *verify)
{
    static const double range[] = {0.02, 0.05, 0.1, 0.2, 0.3,  0.4, 0.5,
                                   0.6,  0.7,  0.8, 0.9, 0.95, 1};
    static const char *const law[] = {"law: hertz", "law: linear, stiffness: 1e6 N/m",
                                      "law: linear, stiffness: 1e6 N/m, tension: true"};
    static const char *const name[] = {"hertz", "linear", "linear with tension"};
    static const double parts[] = {
        200, 200, 2000}; // a pull that ends suddenly makes it first order in the step
    scene_ball ball[3 * SPEEDS];
    claim claim;
    for (int l = 0; l < 3; l++)
        for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
            char laws[160];
            if (!claim_begin(&claim, verify, "V14, definition of e",
                             "restitution %s e=%g dt=tau/%g", name[l], range[i], parts[l]))
                continue;
            scene scene = restitution_scene("", ball, 1);
            double m0 = ball_mass(&scene, 0);
            double m1 = ball_mass(&scene, 1);
            double fastest = PI * sqrt(m0 * m1 / (m0 + m1) / 1e6);
            double slowest = PI * sqrt(m0 / 1e6);
            if (l == 0) {
                double e = 1 / ((1 - 0.0625) / 5e9 + (1 - 0.09) / 2e10);
                fastest =
                    hertz_of(e, 0.005 * 0.003 / 0.008, m0 * m1 / (m0 + m1), speeds[SPEEDS - 1])
                        .duration;
                slowest = hertz_of(e, 0.005, m0, speeds[0]).duration;
            }
            snprintf(laws, sizeof laws, "normal: {%s, restitution: %g}, tangential: none", law[l],
                     range[i]);
            scene = restitution_scene(laws, ball, fastest / parts[l]);
            claim_restitution(&claim, &scene, range[i], slowest, false);
            claim_restitution(&claim, &scene, range[i], slowest, true);
        }
}

// A linear spring with a dashpot of damping ratio zeta whose push is cut off at zero.
static void clamped_linear(verify *verify)
{
    static const struct {
        double zeta, e;
    } row[] = {{0.1, 0.7441}, {0.3, 0.4510}, {0.5, 0.2984}};
    const double k = 1e5;
    const double radius = 0.01;
    const double density = 2000;
    double m = density * 4.0 / 3.0 * PI * radius * radius * radius;
    double tau = PI * sqrt(m / k);
    claim claim;
    for (int i = 0; i < 3; i++) {
        char laws[128];
        hit hit;
        if (!claim_begin(&claim, verify, "V15", "V15 zeta=%.1f", row[i].zeta))
            continue;
        snprintf(
            laws, sizeof laws,
            "normal: {law: linear, stiffness: %.17g N/m, damping: %.17g N s/m}, tangential: none",
            k, 2 * row[i].zeta * sqrt(k * m));
        hit_job job = {laws, {density, INFINITY, 0}, rigid, radius, 0, 0.5, tau / 1000, 20 * tau};
        if (measure_hit(&claim, &job, &hit))
            claim_absolute(&claim, "restitution", hit.rebound / 0.5, row[i].e, 1e-3);
    }
}

// --- a chain --------------------------------------------------------------------------------------------------------

// Three equal balls in a row that just touch; the first comes with speed 1.
static void hertz_chain(verify *verify)
{
    static const double expected[3] = {-0.070952, 0.076403, 0.994549};
    const double r = 0.01;
    scene_ball ball[3];
    claim claim;
    trial trial;
    if (!claim_begin(&claim, verify, "section G4, RK4", "G4 chain of 3 balls"))
        return;
    scene scene = {.laws = smooth,
                   .material = {{2500, 1e10, 0.25}},
                   .materials = 1,
                   .ball = ball,
                   .balls = 3,
                   .reach = 1};
    double m;
    double tau;
    for (int i = 0; i < 3; i++)
        ball[i] = (scene_ball){.radius = r, .position = {2 * r * i, 0, 0}};
    ball[0].velocity = v3_make(1, 0, 0);
    m = ball_mass(&scene, 0);
    tau = hertz_of(0.5 * 1e10 / (1 - 0.0625), 0.5 * r, 0.5 * m, 1).duration;
    scene.step = tau / 500;
    if (!trial_open(&trial, &claim, &scene))
        return;
    if (trial_step(&trial, 500 * 40) && trial_look(&trial))
        for (int i = 0; i < 3; i++) {
            char quantity[32];
            snprintf(quantity, sizeof quantity, "final speed of ball %d, m/s", i + 1);
            claim_absolute(&claim, quantity, trial.frame.body.velocity[i].x, expected[i], 1e-3);
        }
    trial_close(&trial);
}

void verify_impact_forms(verify *verify)
{
    hertz_durations(verify);
    clamped_linear(verify);
}

void verify_impacts(verify *verify)
{
    chung_ooi_elastic(verify);
    chung_ooi_restitution(verify);
    hertz_durations(verify);
    restitution_range(verify);
    clamped_linear(verify);
    hertz_chain(verify);
}
