// slides.c - friction, rolling and twisting of one body on a plane: T5, T5b, T5c, T5d, T6, T6b; a shot of billiards;
// the rod of Painleve.
//
// The scheme gives a body that slides from rest x(n h) = a h^2 n (n + 1)/2: half a step ahead of the parabola, so times
// and ways differ from closed forms by terms of the first order in h that are known, and their rows ask for that order.
//
// Bodies are as stiff as 1e12 Pa: a ball rolls on what its overlap leaves of its radius, and a box begins to slide by
// rocking on its corners, both of which closed forms of rigid bodies do not have and which vanish as E^(-2/3).
#include "verify/nonsmooth/nonsmooth.h"

#include "base/constants.h"

#include <stdio.h>

static const double pi = PI, radius = 0.005, half = 0.05, g = 9.81;

typedef struct slider {
    bool box;     // 10 cm; else a ball
    double young; // Pa; 0: 1e12
    const char *laws;
    double step, angle; // angle: of the incline
    v3 gravity;
    v3 velocity, spin;
} slider;

// One body on the plane z = 0, as deep as it rests.
static bool open_slider(trial *trial, const claim *claim, const slider *slider)
{
    const double young = slider->young > 0 ? slider->young : 1e12;
    const impulse_case given = {.settings = "iterations: 200",
                                .laws = slider->laws,
                                .young = young,
                                .gravity = slider->gravity,
                                .step = slider->step,
                                .reach = 100};
    double mass = slider->box ? 2000 * 8 * half * half * half : impulse_ball_mass();
    double high = slider->box ? half : radius;
    v3 at = {0, 0, high - impulse_overlap(young, 2 * high, -mass * slider->gravity.z)};
    text_buffer text = {0};
    impulse_head(&given, &text);
    text_append(
        &text,
        "shapes: {ball: {ball: {radius: 5 mm}}, box: {polyhedron: {builder: {box: [10 cm, 10 cm, "
        "10 cm]}, "
        "contact_radius: 5 cm}}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n");
    impulse_grain(&text, "it", slider->box ? "box, turn: [0, 0, 0]" : "ball", at, slider->velocity,
                  slider->spin);
    return impulse_open(trial, claim, &text);
}

static v3 incline(double angle)
{
    return v3_make(g * sin(angle), 0, -g * cos(angle));
}

// Accelerations along x and of the spin about y between two steps.
static bool accelerations(trial *trial, int64_t from, int64_t to, double *along, double *turning)
{
    if (!trial_step(trial, from) || !trial_look(trial))
        return false;
    double v = trial->frame.ball.velocity[0].x;
    double w = trial->frame.ball.spin[0].y;
    double time = trial->frame.time;
    if (!trial_step(trial, to - from) || !trial_look(trial))
        return false;
    *along = (trial->frame.ball.velocity[0].x - v) / (trial->frame.time - time);
    *turning = (trial->frame.ball.spin[0].y - w) / (trial->frame.time - time);
    return true;
}

static void friction_laws(char *out, size_t size, double mu)
{
    snprintf(out, size, "normal: {law: hertz}, tangential: {law: mindlin, friction: %.17g}", mu);
}

// --- T5 -------------------------------------------------------------------------------------------------------------

static void box_on_incline(verify *verify)
{
    static const double friction[] = {0.1, 0.3, 0.5, 0.577, 0.578, 0.6, 0.8};
    claim claim;
    for (int i = 0; i < 7; i++) {
        char laws[120];
        double mu = friction[i];
        double a;
        double turning;
        double slides = g * (sin(pi / 6) - mu * cos(pi / 6));
        trial trial;
        friction_laws(laws, sizeof laws, mu);
        if (!claim_begin(&claim, verify, "Coulomb, incline of 30 deg", "T5 box mu=%g", mu) ||
            !open_slider(
                &trial, &claim,
                &(slider){.box = true, .laws = laws, .step = 1e-3, .gravity = incline(pi / 6)}))
            continue;
        if (accelerations(&trial, 300, 2000, &a, &turning)) {
            claim_absolute(&claim, "acceleration, m/s^2", a, fmax(slides, 0), 1e-6);
            if (slides < 0)
                claim_at_most(&claim, "speed after 2 s, m/s", fabs(trial.frame.ball.velocity[0].x),
                              1e-12);
            claim_at_most(&claim, "R spin after 2 s, m/s", half * fabs(trial.frame.ball.spin[0].y),
                          1e-9);
        }
        trial_close(&trial);
    }
}

static void time_to_slide(verify *verify)
{
    static const double step[] = {1e-2, 1e-3, 1e-4};
    char laws[120];
    claim claim;
    friction_laws(laws, sizeof laws, 0.3);
    for (int i = 0; i < 3; i++) {
        double x = 0;
        double before = 0;
        double exact = sqrt(2 / (g * (sin(pi / 6) - 0.3 * cos(pi / 6))));
        trial trial;
        if (!claim_begin(&claim, verify, "Coulomb, sqrt(2 L/a)", "T5b box h=%g", step[i]) ||
            !open_slider(
                &trial, &claim,
                &(slider){.box = true, .laws = laws, .step = step[i], .gravity = incline(pi / 6)}))
            continue;
        while (x < 1 && trial_step(&trial, 1) && trial_look(&trial)) {
            before = x;
            x = trial.frame.ball.position[0].x;
        }
        if (trial.world) {
            double time = trial.frame.time - step[i] * (x - 1) / (x - before);
            claim_relative(&claim, "time to slide 1 m, s", time, exact, 0.6 * step[i]);
        }
        trial_close(&trial);
    }
}

static void ball_on_incline(verify *verify)
{
    static const double friction[] = {0.05, 0.16, 0.17, 0.5};
    claim claim;
    for (int i = 0; i < 4; i++) {
        char laws[120];
        double mu = friction[i];
        double a;
        double turning;
        double down = g * sin(pi / 6);
        bool rolls = mu >= 2.0 / 7 * tan(pi / 6);
        trial trial;
        friction_laws(laws, sizeof laws, mu);
        if (!claim_begin(&claim, verify, "rolls from mu=2/7 tan on", "T5c ball mu=%g", mu) ||
            !open_slider(&trial, &claim,
                         &(slider){.laws = laws, .step = 1e-3, .gravity = incline(pi / 6)}))
            continue;
        if (accelerations(&trial, 200, 1000, &a, &turning)) {
            claim_relative(&claim, "acceleration, m/s^2", a,
                           rolls ? 5.0 / 7 * down : down - mu * g * cos(pi / 6), 1e-6);
            claim_relative(&claim, "R spin rate, m/s^2", radius * turning,
                           rolls ? 5.0 / 7 * down : 2.5 * mu * g * cos(pi / 6), 1e-6);
        }
        trial_close(&trial);
    }
}

// A soft ball rolls on what is left of its radius.
static void soft_ball(verify *verify)
{
    const double young = 1e8;
    const double down = g * sin(pi / 6);
    double a;
    double turning;
    claim claim;
    trial trial;
    if (!claim_begin(&claim, verify, "rolls, arm R - overlap", "T5c ball mu=0.5, E=%g", young) ||
        !open_slider(
            &trial, &claim,
            &(slider){.young = young,
                      .laws = "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.5}",
                      .step = 1e-3,
                      .gravity = incline(pi / 6)}))
        return;
    if (accelerations(&trial, 200, 1000, &a, &turning)) {
        double arm = trial.frame.ball.position[0].z;
        claim_relative(&claim, "acceleration, m/s^2", a,
                       down / (1 + 0.4 * radius * radius / (arm * arm)), 1e-6);
        claim_relative(&claim, "arm times spin rate, m/s^2", arm * turning, a, 1e-6);
    }
    trial_close(&trial);
}

// Pulled along four directions in the plane so strongly that it slides: friction on the whole body.
static void direction_of_friction(verify *verify, bool box)
{
    char laws[120];
    claim claim;
    friction_laws(laws, sizeof laws, 0.5);
    for (int i = 0; i < 4; i++) {
        double angle = i * pi / 12;
        trial trial;
        if (!claim_begin(&claim, verify, "cone, no pyramid", "T5d %s pulled at %d deg",
                         box ? "box" : "ball", 15 * i) ||
            !open_slider(&trial, &claim,
                         &(slider){.box = box,
                                   .laws = laws,
                                   .step = 1e-3,
                                   .gravity = {2 * g * cos(angle), 2 * g * sin(angle), -g}}))
            continue;
        if (trial_step(&trial, 400) && trial_look(&trial)) {
            v3 f = trial.frame.ball.force[0];
            double along = -(f.x * cos(angle) + f.y * sin(angle));
            double across = f.x * sin(angle) - f.y * cos(angle);
            claim_relative(&claim, "friction / (mu push)",
                           sqrt(f.x * f.x + f.y * f.y) / (0.5 * f.z), 1, 1e-6);
            claim_absolute(&claim, "angle to the motion, rad", across / along, 0, 1e-6);
        }
        trial_close(&trial);
    }
}

// --- T6 -------------------------------------------------------------------------------------------------------------

static void rolls_out(verify *verify)
{
    static const double friction[] = {0.01, 0.05, 0.1};
    static const double step[] = {1e-2, 1e-3, 1e-4};
    const double v0 = 0.5;
    claim claim;
    for (int i = 0; i < 9; i++) {
        char laws[200];
        double mu = friction[i / 3];
        double h = step[i % 3];
        double slowed = 5.0 / 7 * mu * g;
        double speed = v0;
        trial trial;
        snprintf(laws, sizeof laws,
                 "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.8}, rolling: {law: "
                 "constant, friction: %g}",
                 mu);
        if (!claim_begin(&claim, verify, "7 v0^2/(10 mu_r g)", "T6 mu_r=%g h=%g", mu, h) ||
            !open_slider(&trial, &claim,
                         &(slider){.laws = laws,
                                   .step = h,
                                   .gravity = {0, 0, -g},
                                   .velocity = {v0, 0, 0},
                                   .spin = {0, v0 / radius, 0}}))
            continue;
        while (speed > 1e-9 && trial_step(&trial, 1) && trial_look(&trial) && trial.frame.time < 20)
            speed = trial.frame.ball.velocity[0].x;
        if (trial.world)
            claim_relative(&claim, "way, m", trial.frame.ball.position[0].x, v0 * v0 / (2 * slowed),
                           1.2 * slowed * h / v0 + 1e-6);
        if (trial.world && trial_step(&trial, 100) && trial_look(&trial))
            claim_at_most(&claim, "speed 100 steps later, m/s",
                          v3_norm(trial.frame.ball.velocity[0]), 1e-14);
        trial_close(&trial);
    }
}

static void spins_down(verify *verify)
{
    static const double step[] = {1e-2, 1e-3, 1e-4};
    const double w0 = 100;
    const double mu = 0.05;
    claim claim;
    for (int i = 0; i < 3; i++) {
        double spin = w0;
        trial trial;
        if (!claim_begin(&claim, verify, "2/5 R w0/(mu_w g)", "T6b h=%g", step[i]) ||
            !open_slider(&trial, &claim,
                         &(slider){.laws = "normal: {law: hertz}, tangential: {law: mindlin, "
                                           "friction: 0.5}, twisting: "
                                           "{law: constant, friction: 0.05}",
                                   .step = step[i],
                                   .gravity = {0, 0, -g},
                                   .spin = {0, 0, w0}}))
            continue;
        while (spin > 1e-9 && trial_step(&trial, 1) && trial_look(&trial) && trial.frame.time < 10)
            spin = trial.frame.ball.spin[0].z;
        if (trial.world)
            claim_absolute(&claim, "time, s", trial.frame.time, 0.4 * radius * w0 / (mu * g),
                           step[i]);
        trial_close(&trial);
    }
}

// --- billiards ------------------------------------------------------------------------------------------------------

// A cue ball on cloth is struck without spin, rolls with 5/7 of its speed from some way on, meets a ball at rest off
// its centre, with no loss and no friction between the two, and slides and curves until it rolls again. What is hit
// goes along the line of centres, at an angle phi to the way of the cue ball, which in the end is turned by
//   tan(theta) = sin(phi) cos(phi) / (sin(phi)^2 + 2/5)
// (R. Evan Wallace and M. C. Schroeder, Am. J. Phys. 56 (1988) 815): 33.67 degrees for half a ball. Both lie on the
// cloth all along.
static bool open_table(trial *trial, const claim *claim, double step, double offset)
{
    const impulse_case k = {.settings = "iterations: 50",
                            .laws = "normal: {law: hertz, restitution: 1}, tangential: none",
                            .plate =
                                "normal: {law: hertz}, tangential: {law: mindlin, friction: 0.2}",
                            .young = 1e12,
                            .gravity = {0, 0, -g},
                            .step = step,
                            .reach = 10};
    const double high = radius - impulse_overlap(1e12, 2 * radius, impulse_ball_mass() * g);
    text_buffer b = {0};
    impulse_head(&k, &b);
    text_append(&b, "shapes: {ball: {ball: {radius: 5 mm}}}\nwalls: {cloth: {material: plate, "
                    "plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\ngrains:\n");
    impulse_grain(&b, "cue", "ball", v3_make(-0.3, 0, high), v3_make(1, 0, 0), impulse_still);
    impulse_grain(&b, "object", "ball", v3_make(0, offset, high), impulse_still, impulse_still);
    return impulse_open(trial, claim, &b);
}

static void billiards(verify *verify)
{
    static const double step[] = {4e-3, 1e-3, 2.5e-4};
    const double phi = pi / 6;
    claim claim;
    for (int i = 0; i < 3; i++) {
        trial trial;
        if (!claim_begin(&claim, verify, "Wallace and Schroeder 1988", "billiards h=%g", step[i]) ||
            !open_table(&trial, &claim, step[i], 2 * radius * sin(phi)))
            continue;
        if (trial_step(&trial, (int64_t)(0.3 / step[i])) && trial_look(&trial))
            claim_relative(&claim, "speed that rolls over that of the stroke",
                           trial.frame.ball.velocity[0].x, 5.0 / 7, 1e-5);
        if (trial_step(&trial, (int64_t)(0.7 / step[i])) && trial_look(&trial)) {
            const v3 *u = trial.frame.ball.velocity;
            const double turned = atan(sin(phi) * cos(phi) / (sin(phi) * sin(phi) + 0.4));
            claim_absolute(&claim, "way of the ball that is hit, deg",
                           180 / pi * atan2(u[1].y, u[1].x), 180 / pi * phi, 0.01);
            claim_absolute(&claim, "the cue ball is turned by, deg",
                           180 / pi * atan2(-u[0].y, u[0].x), 180 / pi * turned, 0.01);
        }
        trial_close(&trial);
    }
}

// --- Painleve's rod -------------------------------------------------------------------------------------------------

// A rod of length 2 l that leans at the angle alpha from the floor slides on its lower end towards the side to which
// that end lies. It is pressed with m g/(1 + 3 cos(alpha) (cos(alpha) - mu sin(alpha))), which has no bound where mu
// comes near (1 + 3 cos^2)/(3 sin cos), and beyond there is no force with which it goes on: it jams, its end stops at
// once, and it turns about it with 3/4 v sin(alpha)/l, by the angular momentum about that end (F. Genot and
// B. Brogliato, Eur. J. Mech. A 18 (1999) 653). Gravity has some milliseconds to change that.
static bool open_rod(trial *trial, const claim *claim, double mu, double alpha, double speed)
{
    const double length = 0.5, thick = 1e-3;
    char text[1200];
    snprintf(text, sizeof text,
             "scree: 1\nsolver: nonsmooth\ndimensions: 2\ngravity: [0, -%g m/s^2]\n"
             "domain: {low: [-9 m, -9 m], high: [9 m, 9 m]}\n"
             "materials: {m: {density: 1000 kg/m^3, young: 100 GPa, poisson: 0.3}}\n"
             "pairs: {default: {normal: {law: hertz}, tangential: {law: mindlin, friction: %g}}}\n"
             "shapes: {rod: {spheropolygon: {vertices: [[%g m, 0 m], [%g m, 0 m]], radius: %g "
             "m}}}\n"
             "walls: {floor: {material: m, plane: {point: [0 m, 0 m], normal: [0, 1]}}}\n"
             "grains: [{name: rod, shape: rod, material: m, turn: [0 rad, 0 rad, %.17g rad], "
             "velocity: [%g m/s, 0 m/s, 0 m/s], packing: {law: lattice, counts: [1, 1, 1], "
             "spacing: [1 m, 1 m, 1 m], origin: [0 m, %.17g m, 0 m]}}]\n"
             "run: {duration: 1 s, step: 0.1 ms}\n",
             g, mu, -length, length, thick, alpha, -speed, length * sin(alpha) + thick);
    return trial_open_text(trial, claim, text);
}

static void rods(verify *verify)
{
    static const double friction[] = {0.3, 0.5, 1, 1.6, 2};
    const double alpha = pi / 3, speed = 2;
    claim claim;
    for (int i = 0; i < 5; i++) {
        const double mu = friction[i];
        const double feel = 1 + 3 * cos(alpha) * (cos(alpha) - mu * sin(alpha));
        trial trial;
        if (!claim_begin(&claim, verify, "Painleve 1895", "Painleve rod mu=%g", mu) ||
            !open_rod(&trial, &claim, mu, alpha, speed))
            continue;
        if (trial_step(&trial, 80) && trial_look(&trial)) {
            const frame_balls *b = &trial.frame.ball;
            if (feel > 0)
                claim_relative(&claim, "push / m g", b->force[0].y / (b->mass[0] * g), 1 / feel,
                               0.03);
            else
                claim_relative(&claim, "spin as it jams, rad/s", b->spin[0].z,
                               0.75 * speed * sin(alpha) / 0.5, 0.04);
        }
        trial_close(&trial);
    }
}

void verify_nonsmooth_slides(verify *verify)
{
    rods(verify);
    billiards(verify);
    box_on_incline(verify);
    time_to_slide(verify);
    ball_on_incline(verify);
    soft_ball(verify);
    direction_of_friction(verify, false);
    direction_of_friction(verify, true);
    rolls_out(verify);
    spins_down(verify);
}
