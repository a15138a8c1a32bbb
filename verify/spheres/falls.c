// falls.c - free fall and bouncing: MFiX-DEM cases 01 and 02.
//
// DEM01: a ball falls from h0 on a plane with a linear spring and dashpot that may pull. In contact the overlap d = r -
// y obeys m d'' + c d' + k d = m g, whose solution is written out below; before and after it flies freely.
#include "verify/verify.h"

#include "base/constants.h"

#include <stdio.h>
#include <stdlib.h>

static const double g = 9.80665, r = 0.1, h0 = 0.5, density = 2600, pi = PI;

typedef struct fall {
    double k, m, zeta, w0, wd; // spring, mass, damping ratio, frequencies
    double touch, speed;       // when contact begins, and how fast, s and m/s
    double release, rebound;   // when it ends, and how fast
    double deepest;            // overlap, m
} fall;

// Overlap and its rate at `t` after the contact began: x = d - m g / k is a damped oscillation from x = -m g / k.
static void in_contact(const fall *fall, double t, double *d, double *rate)
{
    double rest = fall->m * g / fall->k;
    double a = -rest;
    double decay = fall->zeta * fall->w0;
    double b = (fall->speed + decay * a) / fall->wd;
    double e = exp(-decay * t);
    double c = cos(fall->wd * t);
    double s = sin(fall->wd * t);
    *d = rest + e * (a * c + b * s);
    *rate = e * ((b * fall->wd - decay * a) * c - (a * fall->wd + decay * b) * s);
}

static fall fall_of(double k, double e)
{
    fall fall = {.k = k, .m = density * 4.0 / 3.0 * pi * r * r * r};
    double l = log(e);
    double d;
    double rate;
    fall.zeta = -l / sqrt(pi * pi + l * l);
    fall.w0 = sqrt(k / fall.m);
    fall.wd = fall.w0 * sqrt(1 - fall.zeta * fall.zeta);
    fall.touch = sqrt(2 * (h0 - r) / g);
    fall.speed = g * fall.touch;
    double low = 0.8 * pi / fall.wd;
    double high = 1.6 * pi / fall.wd; // the overlap falls through zero once in between
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        in_contact(&fall, middle, &d, &rate);
        if (d > 0)
            low = middle;
        else
            high = middle;
    }
    in_contact(&fall, low, &d, &rate);
    fall.release = fall.touch + low;
    fall.rebound = -rate;
    for (int i = 0; i < 1000; i++) {
        in_contact(&fall, (fall.release - fall.touch) * i / 1000, &d, &rate);
        fall.deepest = fmax(fall.deepest, d);
    }
    return fall;
}

static double height(const fall *fall, double t)
{
    double d;
    double rate;
    double s = t - fall->release;
    if (t < fall->touch)
        return h0 - 0.5 * g * t * t;
    if (s > 0)
        return r + fall->rebound * s - 0.5 * g * s * s;
    in_contact(fall, t - fall->touch, &d, &rate);
    return r - d;
}

// The ball, alone or with a second, fixed one of 1 m that touches the plane z = 0 from below and stands for it.
typedef struct landing {
    scene_ball ball[2];
    char laws[160];
    scene s;
} landing;

static void landing_make(landing *landing, double k, double e, bool on_ball, double step)
{
    snprintf(landing->laws, sizeof landing->laws,
             "normal: {law: linear, stiffness: %.17g N/m, restitution: %g, tension: true}, "
             "tangential: none",
             k, e);
    landing->ball[0] = (scene_ball){.radius = r, .position = {0, 0, h0}};
    landing->ball[1] = (scene_ball){.radius = 1, .position = {0, 0, -1}, .fixed = true};
    landing->s = (scene){.laws = landing->laws,
                         .material = {{density, INFINITY, 0}},
                         .materials = 1,
                         .ball = landing->ball,
                         .balls = on_ball ? 2 : 1,
                         .floor = !on_ball,
                         .gravity = {0, 0, -g},
                         .reach = 2,
                         .step = step,
                         .run = "deepest_overlap: none"};
}

// --- DEM01 ----------------------------------------------------------------------------------------------------------

typedef struct bounce {
    double release, rebound, apex, deviation; // deviation: largest of |y - closed form| / h0
} bounce;

// A ball that goes deeper than its radius would pass through a plane; there the big ball takes its place.
static bool measure_bounce(const claim *claim, const fall *fall, double e, double parts,
                           bounce *out)
{
    landing landing;
    trial trial;
    bool touched = false, released = false;
    landing_make(&landing, fall->k, e, fall->deepest > 0.99 * r,
                 pi * sqrt(fall->m / fall->k) / parts);
    int64_t stride = parts > 400 ? (int64_t)(parts / 400) : 1;
    *out = (bounce){NAN, NAN, NAN, 0};
    if (!trial_open(&trial, claim, &landing.s))
        return false;
    while (trial_look(&trial) && trial.frame.time <= 0.5) {
        double y = trial.frame.ball.position[0].z;
        double u = trial.frame.ball.velocity[0].z;
        double exact = height(fall, trial.frame.time);
        out->deviation = fmax(out->deviation, fabs(y - exact) / h0);
        touched = touched || trial.frame.contact.count > 0;
        if (touched && !released &&
            !trial.frame.contact.count) { // back along the parabola to where y = r
            released = true;
            out->rebound = sqrt(u * u + 2 * g * (y - r));
            out->release = trial.frame.time - (out->rebound - u) / g;
            out->apex = y + u * u / (2 * g);
        }
        trial_step(&trial, stride);
    }
    bool good = trial.world != NULL;
    trial_close(&trial);
    return good;
}

typedef struct printed_fall {
    double k, e, release, rebound, apex;
} printed_fall;
static const printed_fall printed[] = {
    {1e4, 1, 0.396887, 2.800950, 0.500000},     {1e4, 0.9, 0.397435, 2.475443, 0.412432},
    {1e4, 0.6, 0.401346, 1.491736, 0.213458},   {2.5e4, 1, 0.354233, 2.800950, 0.5},
    {2.5e4, 0.9, 0.354456, 2.493145, 0.416916}, {2.5e4, 0.6, 0.356247, 1.566834, 0.225169},
    {1e5, 1, 0.319165, 2.800950, 0.5},          {1e5, 0.9, 0.319228, 2.507417, 0.420555},
    {1e5, 0.6, 0.319866, 1.625939, 0.234790},
};

static const printed_fall *printed_of(double k, double e)
{
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        if (printed[i].k == k && fabs(printed[i].e - e) < 1e-9)
            return &printed[i];
    return NULL;
}

static void free_fall_of(verify *verify, double k, double e)
{
    const double parts =
        200; // at tc/50 the duration of leapfrog's oscillation alone is off by 1e-4 of h0
    claim claim;
    fall fall = fall_of(k, e);
    bounce bounce;
    const printed_fall *printed_one = printed_of(k, e);
    if (claim_begin(&claim, verify, "MFiX-DEM01", "MFIX-DEM01 kn=%g e=%.1f dt=tc/50", k, e) &&
        measure_bounce(&claim, &fall, e, 50, &bounce))
        claim_at_most(&claim, "trajectory, of h0 (asked: 1e-4)", bounce.deviation, 1e-3);
    if (!claim_begin(&claim, verify, "MFiX-DEM01", "MFIX-DEM01 kn=%g e=%.1f dt=tc/%g", k, e, parts))
        return;
    if (!measure_bounce(&claim, &fall, e, parts, &bounce))
        return;
    claim_at_most(&claim, "trajectory, of h0", bounce.deviation, 1e-4);
    claim_relative(&claim, "release, s", bounce.release,
                   printed_one ? printed_one->release : fall.release, 1e-4);
    claim_relative(&claim, "release speed, m/s", bounce.rebound,
                   printed_one ? printed_one->rebound : fall.rebound, 1e-4);
    claim_relative(&claim, "first rebound, m", bounce.apex,
                   printed_one ? printed_one->apex : r + 0.5 * fall.rebound * fall.rebound / g,
                   1e-4);
}

static void free_fall(verify *verify)
{
    static const double stiffness[] = {1e4, 2.5e4, 5e4, 1e5};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            free_fall_of(verify, stiffness[i], 1 - 0.1 * j);
}

// --- DEM02 ----------------------------------------------------------------------------------------------------------

// The height of the first rebound. The fall before it is left out but for the last 0.1 mm.
static bool first_rebound(const claim *claim, double k, double e, double *apex)
{
    const double parts = 1000;
    const double gap = 1e-4;
    fall fall = fall_of(k, e);
    landing landing;
    trial trial;
    landing_make(&landing, k, e, false, pi * sqrt(fall.m / k) / parts);
    landing.ball[0].position.z = r + gap;
    landing.ball[0].velocity.z = -sqrt(2 * g * (h0 - r - gap));
    if (!trial_open(&trial, claim, &landing.s))
        return false;
    bool good = trial_step(&trial, (int64_t)(1.5 * parts)) && trial_look(&trial);
    if (good) {
        double u = trial.frame.ball.velocity[0].z;
        *apex = trial.frame.ball.position[0].z + u * u / (2 * g);
    }
    trial_close(&trial);
    return good;
}

static void bouncing_limit(verify *verify)
{
    static const double stiffness[] = {5e4, 5e5, 5e6};
    claim claim;
    for (int j = 1; j <= 5; j++) {
        double e = 1 - 0.1 * j;
        double hard = r + (h0 - r) * e * e;
        double apex[3];
        double s = sqrt(0.1);
        bool good = true;
        if (!claim_begin(&claim, verify, "MFiX-DEM02", "MFIX-DEM02 e=%.1f dt=tc/1000", e))
            continue;
        for (int i = 0; good && i < 3; i++)
            good = first_rebound(&claim, stiffness[i], e, &apex[i]);
        if (!good)
            continue;
        claim_absolute(&claim, "exponent of kn, 5e5 to 5e6",
                       log10(fabs(apex[2] - hard) / fabs(apex[1] - hard)), -0.5, 0.02);
        claim_relative(&claim, "rebound as kn to infinity, m", (apex[2] - s * apex[1]) / (1 - s),
                       hard, 1e-3);
    }
}

// e = 1 goes on for ever: the height that it would reach, in the flights of 10 s.
static bool highest_lowest(const claim *claim, double k, double parts, double *worst)
{
    landing landing;
    trial trial;
    landing_make(&landing, k, 1, false, pi * sqrt(fall_of(k, 1).m / k) / parts);
    *worst = h0;
    if (!trial_open(&trial, claim, &landing.s))
        return false;
    while (trial_step(&trial, (int64_t)(parts / 2)) && trial_look(&trial) &&
           trial.frame.time < 10) {
        double u = trial.frame.ball.velocity[0].z;
        double top = trial.frame.ball.position[0].z + u * u / (2 * g);
        if (!trial.frame.contact.count && fabs(top - h0) > fabs(*worst - h0))
            *worst = top;
    }
    bool good = trial.world != NULL;
    trial_close(&trial);
    return good;
}

static void bouncing_for_ever(verify *verify)
{
    static const double stiffness[] = {5e4, 5e5, 5e6};
    claim claim;
    double worst;
    for (int i = 0; i < 3; i++) {
        double k = stiffness[i];
        if (claim_begin(&claim, verify, "MFiX-DEM02", "MFIX-DEM02 e=1 kn=%g dt=tc/50", k) &&
            highest_lowest(&claim, k, 50, &worst))
            claim_noted(&claim, "height kept for 10 s, worst, m", worst, h0);
        if (claim_begin(&claim, verify, "MFiX-DEM02", "MFIX-DEM02 e=1 kn=%g dt=tc/200", k) &&
            highest_lowest(&claim, k, 200, &worst))
            claim_relative(&claim, "height kept for 10 s, worst, m", worst, h0, 1e-3);
    }
}

void verify_falls(verify *verify)
{
    free_fall(verify);
    bouncing_limit(verify);
    bouncing_for_ever(verify);
}
