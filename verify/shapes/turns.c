// turns.c - a body that turns freely and flips over, and the superbean of Zhang 1998.
#include "verify/shapes/shapes.h"

#include "base/constants.h"
#include "state/rotation.h"

#include <stdio.h>

// --- flips ----------------------------------------------------------------------------------------------------------

// A body with moments 1, 2, 3 that turns about its middle axis, 0.01 rad/s off it: it flips over again and again.
static const v3 moment = {1, 2, 3}, spin = {0.01, 1, 0.01};
static const double step_of = 0.002;
enum { STEPS = 1000000, WATCHED = 5 }; // the body is looked at in every fifth step

static double complete_elliptic(double m) // by the arithmetic-geometric mean
{
    double a = 1;
    double b = sqrt(1 - m);
    for (int k = 0; k < 40 && fabs(a - b) > 1e-17 * a; k++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 0.5 * PI / a;
}

// Time from one passage of the middle component through zero to the next: 2 K(m)/p (Landau and Lifshitz, Mechanics,
// section 37; L^2 > 2 E I_2 or below).
static double flip_time(void)
{
    double x = moment.x;
    double y = moment.y;
    double z = moment.z;
    const double e2 = x * spin.x * spin.x + y * spin.y * spin.y + z * spin.z * spin.z;
    const double l2 = x * x * spin.x * spin.x + y * y * spin.y * spin.y + z * z * spin.z * spin.z;
    double up = (z - y) * (l2 - e2 * x);
    double down = (y - x) * (e2 * z - l2);
    double most = fmax(up, down);
    double least = fmin(up, down);
    return 2 * complete_elliptic(least / most) / sqrt(most / (x * y * z));
}

typedef struct watch {
    double start_energy;
    v3 start;                // angular momentum
    double momentum, energy; // largest relative deviations
    double last, first_flip, last_flip;
    int flips;
} watch;

// As an observer sees it: momentum and energy from orientation and angular velocity (space axes).
static void watch_body(watch *seen, double time, double since, q4 turn, v3 omega)
{
    v3 body = q4_unrotate(turn, omega);
    v3 l = q4_rotate(turn, v3_times(moment, body));
    double energy = 0.5 * v3_dot(body, v3_times(moment, body));
    if (time == 0) {
        *seen = (watch){.start = l, .start_energy = energy, .last = body.y};
        return;
    }
    const double off = v3_norm(v3_sub(l, seen->start));
    seen->momentum = fmax(seen->momentum, off / v3_norm(seen->start));
    seen->energy = fmax(seen->energy, fabs(energy / seen->start_energy - 1));
    if ((body.y > 0) != (seen->last > 0)) {
        seen->last_flip = time - since * body.y / (body.y - seen->last);
        if (++seen->flips == 1)
            seen->first_flip = seen->last_flip;
    }
    seen->last = body.y;
}

// A clump with given moments in free flight; `scheme` as keys of `run`. kept: what its angular momentum may deviate by;
// 0: shown without a limit, of schemes that do not keep it by construction.
static void flip(verify *verify, const char *name, const char *scheme, double kept)
{
    char text[1200];
    trial trial;
    watch watch;
    claim claim;
    if (!claim_begin(&claim, verify, "elliptic integral, 10^6 steps", "flips, %s", name))
        return;
    snprintf(text, sizeof text,
             "scree: 1\ngravity: 0\ndomain: {low: [-9 m, -9 m, -9 m], high: [9 m, 9 m, 9 m]}\n"
             "materials: {m: {density: 1 kg/m^3}}\npairs: {default: {normal: {law: linear, "
             "stiffness: 1 N/m, "
             "restitution: 1}, tangential: none}}\nshapes: {s: {clump: {volume: 1 m^3, inertia: "
             "[%g m^5, %g m^5, %g "
             "m^5], balls: [{at: [1 m, 0, 0], radius: 1 m}, {at: [-1 m, 0, 0], radius: 1 m}]}}}\n"
             "grains: {g: {shape: s, material: m, turn: [0, 0, 0], spin: [%.17g rad/s, %.17g "
             "rad/s, %.17g rad/s], "
             "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, "
             "0]}}}\n"
             "run: {steps: 1, step: %.17g s, orientation: true, %s}\n",
             moment.x, moment.y, moment.z, spin.x, spin.y, spin.z, step_of, scheme);
    bool good = trial_open_text(&trial, &claim, text) && trial_look(&trial);
    if (good)
        watch_body(&watch, 0, 0, trial.frame.ball.orientation[0], trial.frame.ball.spin[0]);
    for (int n = WATCHED; good && n <= STEPS; n += WATCHED) {
        good = trial_step(&trial, WATCHED) && trial_look(&trial);
        if (good)
            watch_body(&watch, n * step_of, WATCHED * step_of, trial.frame.ball.orientation[0],
                       trial.frame.ball.spin[0]);
    }
    if (!good)
        return;
    claim_relative(&claim, "time of a flip, s",
                   (watch.last_flip - watch.first_flip) / (watch.flips - 1), flip_time(), 1e-6);
    if (kept > 0)
        claim_at_most(&claim, "angular momentum, deviation", watch.momentum, kept);
    else
        claim_noted(&claim, "angular momentum, deviation", watch.momentum, 1e-10);
    claim_at_most(&claim, "energy, deviation", watch.energy, 1e-6);
    trial_close(&trial);
}

// --- superbean ------------------------------------------------------------------------------------------------------

static const double length = 6.33e-3, width = 5.25e-3, height = 4e-3, fall_of = 9.8,
                    density = 1000; // m, m/s^2, kg/m^3

typedef struct bean {
    v3 place, turn, velocity, spin; // of the centre; turn: rotation vector
} bean;

static v3 rotation_vector(q4 turn)
{
    v3 u = v3_make(turn.x, turn.y, turn.z);
    double s = v3_norm(u);
    return s > 0 ? v3_scale(2 * atan2(s, turn.w) / s, u) : u;
}

static void write_bean(const bean *bean, double stiffness, double step, char *text, size_t size)
{
    const double a = 0.5 * length;
    const double gyration = (length * length + width * width) / 20;
    snprintf(
        text, size,
        "scree: 1\ngravity: [0, 0, %.17g m/s^2]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 "
        "m, 1 m]}\n"
        "materials: {bean: {density: %.17g kg/m^3}, floor: {density: 1000 kg/m^3}}\n"
        "pairs: {default: {normal: {law: linear, stiffness: %.17g N/m, restitution: 1}, "
        "tangential: {law: "
        "cundall-strack, friction: 1000, stiffness_ratio: %.17g}}}\n"
        "shapes: {s: {clump: {ellipsoid: {length: %.17g m, width: %.17g m, height: %.17g m}}}}\n"
        "walls: {floor: {material: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "grains: {g: {shape: s, material: bean, turn: [%.17g rad, %.17g rad, %.17g rad], velocity: "
        "[%.17g m/s, "
        "%.17g m/s, %.17g m/s], spin: [%.17g rad/s, %.17g rad/s, %.17g rad/s], packing: {law: "
        "lattice, spacing: "
        "[1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [%.17g m, %.17g m, %.17g m]}}}\n"
        "run: {steps: 1, step: %.17g s, arm: full, deepest_overlap: none, orientation: true}\n",
        -fall_of, density, stiffness, gyration / (gyration + a * a), length, width, height,
        bean->turn.x, bean->turn.y, bean->turn.z, bean->velocity.x, bean->velocity.y,
        bean->velocity.z, bean->spin.x, bean->spin.y, bean->spin.z, bean->place.x, bean->place.y,
        bean->place.z, step);
}

// Goes on from where the bean is, in a world of its own.
static bool bean_leg(const claim *claim, bean *body, double stiffness, double step, double time)
{
    char text[2000];
    trial trial;
    write_bean(body, stiffness, step, text, sizeof text);
    if (!trial_open_text(&trial, claim, text) || !trial_step(&trial, (int64_t)(time / step)) ||
        !trial_look(&trial))
        return false;
    const frame_balls *balls = &trial.frame.ball;
    *body = (bean){.turn = rotation_vector(balls->orientation[0]), .spin = balls->spin[0]};
    // pairs of balls opposite each other: the mean is that of the centre
    const double share = 1.0 / (double)balls->count;
    for (int64_t k = 0; k < balls->count; k++) {
        body->place = v3_fma(body->place, share, balls->position[k]);
        body->velocity = v3_fma(body->velocity, share, balls->velocity[k]);
    }
    trial_close(&trial);
    return true;
}

// V18: a bean of four balls that turns about its shortest axis falls from lying to standing, 33 quarter turns on. With
// the tangential stiffness of V17 it would retrace its way on a rigid floor; here it stands at its deepest overlap.
static void superbean(verify *verify)
{
    static const struct {
        double stiffness, speed, spin;
    } row[] = {{4e6, -.39908, -374.67}, {4e8, -.39991, -374.42}};
    const double a = 0.5 * length;
    const double gyration = (length * length + width * width) / 20;
    const double omega = 0.4 * a / gyration;
    const double mass = density * PI / 6 * length * width * height;
    const double fall = 33 * PI / (2 * omega);
    for (int n = 0; n < 2; n++) {
        claim claim;
        const double stiff = row[n].stiffness;
        const double touch = PI * sqrt(mass / stiff);
        const double high = a + 0.5 * fall_of * pow(fall - 0.5 * touch, 2);
        bean bean = {.place = {0.1, 0, high},
                     .turn = {0.5 * PI, 0, 0},
                     .velocity = {0.4, 0, 0},
                     .spin = {0, -omega, 0}};
        if (!claim_begin(&claim, verify, "V18, Zhang 1998, B.3", "V18 superbean K_1=%g", stiff))
            continue;
        // nothing touches in the first leg, and a soft floor lets its steps be long
        if (!bean_leg(&claim, &bean, 4e6, 2e-6, fall - touch - 1e-5) ||
            !bean_leg(&claim, &bean, stiff, touch / 400, 2 * touch + 2e-5))
            continue;
        const double speed = bean.velocity.x;
        claim_relative(&claim, "v_x after the first bounce, m/s", speed, row[n].speed, 3e-3);
        claim_relative(&claim, "spin after it, rad/s", -bean.spin.y, row[n].spin, 3e-3);
    }
}

void verify_shape_turns(verify *verify)
{
    flip(verify, "split", "rotation: split", 1e-10);
    flip(verify, "axes", "rotation: axes", 1e-10);
    flip(verify, "leapfrog", "rotation: leapfrog", 0);
    flip(verify, "gear", "integrator: gear", 1e-10);
    verify_superball(verify);
    superbean(verify);
}
