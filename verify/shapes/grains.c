// grains.c - single grains with corners: two that meet without loss, and the block of Muth et al. 2005 on an incline.
#include "verify/shapes/shapes.h"

#include "base/constants.h"

#include <stdio.h>

// --- two that meet --------------------------------------------------------------------------------------------------

typedef struct meeting {
    double energy, momentum; // largest deviation over the energy; of the angular momentum
    int touching;            // looks with a contact
} meeting;

// Two grains of a shape of the plane, from left and right, spinning; stiffness 1e4, 4 s.
static bool grains_meet(const claim *claim, const char *form, double away, double step,
                        meeting *out)
{
    char text[1600];
    double energy = 0;
    double spin = 0;
    trial trial;
    snprintf(
        text, sizeof text,
        "scree: 1\ndimensions: 2\ngravity: 0\ndomain: {low: [-20 m, -20 m], high: [20 m, 20 m]}\n"
        "materials: {m: {density: 1 kg/m^3}}\npairs: {default: {normal: {law: linear, stiffness: "
        "1e4 N/m, "
        "restitution: 1}, tangential: none}}\nshapes: {s: {spheropolygon: {%s, weights: "
        "sum}}}\ngrains:\n"
        "  one: {shape: s, material: m, turn: [0, 0, 0.3 rad], velocity: [1 m/s, 0], spin: [0, 0, "
        "0.7 rad/s], "
        "packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [%g m, 0.1 "
        "m]}}\n"
        "  two: {shape: s, material: m, turn: [0, 0, 1.2 rad], velocity: [-1 m/s, 0.1 m/s], spin: "
        "[0, 0, -0.4 "
        "rad/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [%g "
        "m, -0.15 m]}}\n"
        "run: {steps: 1, step: %.17g s, orientation: true, deepest_overlap: none}\n",
        form, -away, away, step);
    bool good = trial_open_text(&trial, claim, text) && trial_look(&trial);
    *out = (meeting){0};
    for (int n = 0; good && n * step <= 4; n++) {
        double l = 0;
        double moment = trial.model.shape[0].clump.inertia.z;
        for (int64_t i = 0; i < trial.frame.ball.count; i++) {
            v3 x = trial.frame.ball.position[i];
            v3 v = trial.frame.ball.velocity[i];
            l += trial.frame.ball.mass[i] * (x.x * v.y - x.y * v.x) +
                 moment * trial.frame.ball.spin[i].z;
        }
        if (n == 0) {
            energy = trial.frame.ledger.kinetic;
            spin = l;
        }
        out->energy =
            fmax(out->energy,
                 fabs((trial.frame.ledger.kinetic + trial.frame.ledger.elastic) / energy - 1));
        out->momentum = fmax(out->momentum, fabs(l - spin));
        out->touching += trial.frame.contact.count > 0;
        good = trial_step(&trial, 1) && trial_look(&trial);
    }
    if (good)
        trial_close(&trial);
    return good;
}

// V10: the potential of the features keeps the energy to the order of the step, the common point of force the angular
// momentum to rounding.
static void two_grains(verify *verify)
{
    static const struct {
        const char *name, *form;
        double away, energy; // energy: largest deviation of the source's own run, dt = 5e-4
    } kind[] = {
        {"rice", "vertices: [[-0.5 m, 0], [0.5 m, 0]], radius: 0.3 m", 1.5, 1.32e-3},
        {"pebble", "vertices: [[-0.4 m, -0.3 m], [0.5 m, -0.2 m], [0, 0.5 m]], radius: 0.15 m", 1.5,
         3.37e-3},
        {"star", "vertices: [[0, 0], [2 m, 0], [2 m, 2 m], [1 m, 0.5 m], [0, 2 m]], radius: 0.1 m",
         2.2, 7.56e-4},
    };
    claim claim;
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++) {
        meeting first;
        meeting second;
        if (!claim_begin(&claim, verify, "V10, Alonso-Marroquín and Wang 2009 (10)-(11)",
                         "V10 two of %s", kind[i].name) ||
            !grains_meet(&claim, kind[i].form, kind[i].away, 5e-4, &first) ||
            !grains_meet(&claim, kind[i].form, kind[i].away, 6.25e-5, &second))
            continue;
        claim_at_least(&claim, "steps in contact", first.touching, 10);
        claim_at_most(&claim, "energy, dt=5e-4", first.energy, 5e-3);
        claim_relative(&claim, "energy, dt=5e-4, printed", first.energy, kind[i].energy, 0.02);
        claim_at_least(&claim, "order in the step", log(first.energy / second.energy) / log(8),
                       1.5);
        claim_at_most(&claim, "angular momentum", first.momentum, 1e-11);
    }
}

// --- the block ------------------------------------------------------------------------------------------------------

static const double steep = PI / 6, g = 9.81, first_speed = 5, block_step = 5e-6;

// A bridge on two feet, 20 x 10 x 6 cm less the arch: 0.001 m^3, 2.7 kg, not convex; up-slope is x.
static void write_block(const char *floor, double friction, double damping, char *text, size_t size)
{
    snprintf(text, size,
             "scree: 1\ngravity: [%.17g m/s^2, 0, %.17g m/s^2]\ndomain: {low: [-2 m, -1 m, -1 m], "
             "high: [4 m, 1 m, 1 m]}\n"
             "materials: {m: {density: 2700 kg/m^3}}\npairs: {default: {normal: {law: linear, "
             "stiffness: 1e6 N/m, "
             "restitution: 0.3}, tangential: {law: cundall-strack, friction: %g, stiffness_ratio: "
             "1, damping: %g N s/m}}}\n"
             "shapes: {s: {polyhedron: {meeting: solid, vertices: ["
             "[0, 0, 0], [5 cm, 0, 0], [5 cm, 0, 2 cm], [15 cm, 0, 2 cm], [15 cm, 0, 0], [20 cm, "
             "0, 0], [20 cm, 0, 6 cm], "
             "[0, 0, 6 cm], "
             "[0, 10 cm, 0], [5 cm, 10 cm, 0], [5 cm, 10 cm, 2 cm], [15 cm, 10 cm, 2 cm], [15 cm, "
             "10 cm, 0], [20 cm, 10 cm, "
             "0], [20 cm, 10 cm, 6 cm], [0, 10 cm, 6 cm]], faces: [[0, 1, 2, 3, 4, 5, 6, 7], [15, "
             "14, 13, 12, 11, 10, 9, "
             "8], [0, 8, 9, 1], [1, 9, 10, 2], [2, 10, 11, 3], [3, 11, 12, 4], [4, 12, 13, 5], [5, "
             "13, 14, 6], [6, 14, 15, "
             "7], [7, 15, 8, 0]]}}}\n"
             "walls: {floor: {material: m, %s}}\n"
             "grains: {block: {shape: s, material: m, turn: [0, 0, 0], velocity: [%g m/s, 0, 0], "
             "packing: {law: lattice, "
             "spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 0.034 m]}}}\n"
             "run: {steps: 1, step: %.17g s, orientation: true}\n",
             -g * sin(steep), -g * cos(steep), friction, damping, floor, first_speed, block_step);
}

typedef struct slide {
    double stop;      // when it first stands, s
    double back;      // most negative speed in the first tenth of a second after
    double mid, last; // speed after the first half of the time watched then, and after the second
    double sideways;  // largest speed across
    double mass;
} slide;

static bool block_slides(const claim *claim, const char *floor, double friction, double damping,
                         double after, slide *out)
{
    enum { STRIDE = 10 };
    char text[3000];
    double before = first_speed;
    trial trial;
    write_block(floor, friction, damping, text, sizeof text);
    bool good = trial_open_text(&trial, claim, text) && trial_look(&trial);
    *out = (slide){.stop = -1};
    if (good)
        out->mass = trial.frame.ball.mass[0];
    while (good && (out->stop < 0 || trial.frame.time < out->stop + after)) {
        good = trial_step(&trial, STRIDE) && trial_look(&trial) && trial.frame.time < 4;
        if (!good)
            break;
        v3 u = trial.frame.ball.velocity[0];
        if (out->stop < 0 && u.x <= 0)
            out->stop = trial.frame.time - STRIDE * block_step * u.x / (u.x - before);
        if (out->stop > 0 && trial.frame.time < out->stop + 0.1)
            out->back = fmin(out->back, u.x);
        if (trial.frame.time > 0.1)
            out->sideways = fmax(out->sideways, fabs(u.y)); // once it sits
        if (out->stop < 0 || trial.frame.time < out->stop + 0.5 * after)
            out->mid = u.x;
        out->last = u.x;
        before = u.x;
    }
    if (trial.world)
        trial_close(&trial);
    return good;
}

static const char on_plane[] = "plane: {point: [0, 0, 0], normal: [0, 0, 1]}";
// By its faces, which are triangles, with edges and corners of its own.
static const char on_slab[] =
    "box: {low: [-2 m, -1 m, -0.5 m], high: [4 m, 1 m, 0 m], side: outside}";

// Seed 000, section 6: v0/(g sin + mu g cos) is when it stands.
static void incline(verify *verify)
{
    static const double friction[] = {0.5, 0.58, 0.6};
    static const double printed[] = {.546, .508, .499};
    claim claim;
    for (int i = 0; i < 3; i++) {
        const double mu = friction[i];
        const double slowed = g * (sin(steep) + mu * cos(steep));
        slide slide;
        if (!claim_begin(&claim, verify, "V13, Muth et al. 2005, section 6", "V13 block mu=%g", mu))
            continue;
        if (!block_slides(&claim, on_plane, mu, i ? 300 : 0, i ? 1 : 0.5, &slide))
            continue;
        claim_relative(&claim, "mass, kg", slide.mass, 2.7, 1e-12);
        claim_relative(&claim, "stands after, s", slide.stop, first_speed / slowed, 5e-3);
        claim_relative(&claim, "stands after, s, printed", slide.stop, printed[i], 5e-3);
        if (i == 0) {
            claim_relative(&claim, "slides back, m/s^2", (slide.last - slide.mid) / 0.25,
                           -g * (sin(steep) - mu * cos(steep)), 1e-3);
            continue;
        }
        claim_at_most(&claim, "swings back, m/s", slide.back, -1e-3);
        claim_at_most(&claim, "speed a second later, m/s", fabs(slide.last), 1e-4);
        claim_at_most(&claim, "largest speed across, m/s", slide.sideways, 1e-6);
    }
}

// The same on a wall that grains with corners meet by its triangles.
static void incline_of_triangles(verify *verify)
{
    const double mu = 0.58;
    const double slowed = g * (sin(steep) + mu * cos(steep));
    claim claim;
    slide flat;
    slide slide;
    if (!claim_begin(&claim, verify, "V13, Muth et al. 2005, section 6", "V13 block on triangles"))
        return;
    if (!block_slides(&claim, on_plane, mu, 300, 0.1, &flat) ||
        !block_slides(&claim, on_slab, mu, 300, 0.1, &slide))
        return;
    claim_relative(&claim, "stands after, s", slide.stop, first_speed / slowed, 5e-3);
    claim_relative(&claim, "stands after, s, on a plane", slide.stop, flat.stop, 1e-9);
    claim_at_most(&claim, "largest speed across, m/s", slide.sideways, 1e-6);
}

void verify_shape_grains(verify *verify)
{
    two_grains(verify);
    incline(verify);
    incline_of_triangles(verify);
}
