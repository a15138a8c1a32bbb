// faceted.c - spheres of more and more flat facets move on a plane as balls do: they bounce off it, roll down it, and
// slide on it until they roll.
#include "verify/facets.h"
#include "verify/shapes/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRAINS = 8, LEVELS = 4 };
static const double radius = 0.005;

typedef struct motion {
    v3 velocity, spin;
} motion;

// Soft spheres overlap the plane by 7 micrometres, more than facets of 5120 stand back from the ball (2.7): those roll as
// it does. Stiff ones, 0.3 micrometres, rock from facet to facet, which takes energy at each.
//
// What eight grains in eight turns, far from each other, do on a plane z = 0, and what velocities, and spins times the
// radius, may be off those of the ball by: root of the mean square, over `speed`.
typedef struct passage {
    const char *name, *what;
    const char *solver;                                              // NULL: smooth
    const char *gravity, *young, *restitution, *friction, *velocity; // of the case
    double height; // of the centres, over the radius
    double duration, speed;
    double most[LEVELS], order;
    bool full; // with --full alone
} passage;

static const passage passages[] = {
    {
        .name = "spheres of facets hit a plane",
        .what = "m/s",
        .gravity = "0",
        .young = "1 GPa",
        .restitution = "0.8",
        .friction = "0.2",
        .velocity = "[0.4 m/s, 0 m/s, -1 m/s]",
        .height = 1.02,
        .duration = 1.5e-3,
        .speed = 1,
        .most = {0.7, 0.25, 0.1, 0.02},
        .order = 1.5,
    },
    {
        .name = "spheres of facets hit a plane, nonsmooth",
        .what = "m/s",
        .solver = "nonsmooth",
        .gravity = "0",
        .young = "1 GPa",
        .restitution = "0.8",
        .friction = "0.2",
        .velocity = "[0.4 m/s, 0 m/s, -1 m/s]",
        .height = 1.02,
        .duration = 1.5e-3,
        .speed = 1,
        .most = {0.55, 0.22, 0.13, 0.05},
        .order = 1,
    },
    {
        .name = "spheres of facets roll down a slope",
        .what = "of its speed",
        .gravity = "[3.3552176 m/s^2, 0 m/s^2, -9.2183847 m/s^2]", // 20 degrees
        .young = "10 MPa",
        .restitution = "0.5",
        .friction = "0.5",
        .velocity = "[0 m/s, 0 m/s, 0 m/s]",
        .height = 1,
        .duration = 0.1,
        .speed = 0.23966, // 5/7 g sin 20 degrees in that time
        .most = {0.7, 0.25, 0.12, 0.02},
        .order = 1.5,
    },
    {
        .name = "spheres of facets slide until they roll",
        .what = "of its speed",
        .gravity = "[0 m/s^2, 0 m/s^2, -9.81 m/s^2]",
        .young = "10 MPa",
        .restitution = "0.5",
        .friction = "0.2",
        .velocity = "[0.4 m/s, 0 m/s, 0 m/s]",
        .height = 1,
        .duration = 0.08, // the ball rolls from 2 v/(7 mu g) = 0.058 s on
        .speed = 0.285714,
        .most = {0.8, 0.2, 0.1, 0.025},
        .order = 1.5,
    },
    {
        .name = "spheres of facets roll down a slope, stiff",
        .what = "of its speed",
        .gravity = "[3.3552176 m/s^2, 0 m/s^2, -9.2183847 m/s^2]", // 20 degrees
        .young = "1 GPa",
        .restitution = "0.5",
        .friction = "0.5",
        .velocity = "[0 m/s, 0 m/s, 0 m/s]",
        .height = 1,
        .duration = 0.1,
        .speed = 0.23966, // 5/7 g sin 20 degrees in that time
        .most = {0.7, 0.25, 0.15, 0.06},
        .order = 1,
        .full = true,
    },
    {
        .name = "spheres of facets slide until they roll, stiff",
        .what = "of its speed",
        .gravity = "[0 m/s^2, 0 m/s^2, -9.81 m/s^2]",
        .young = "1 GPa",
        .restitution = "0.5",
        .friction = "0.2",
        .velocity = "[0.4 m/s, 0 m/s, 0 m/s]",
        .height = 1,
        .duration = 0.08, // the ball rolls from 2 v/(7 mu g) = 0.058 s on
        .speed = 0.285714,
        .most = {0.8, 0.2, 0.15, 0.06},
        .order = 1,
        .full = true,
    },
};

static void write_rest(const passage *passage, text_buffer *text)
{
    text_append(text, "grains:\n");
    for (int i = 0; i < GRAINS; i++)
        text_append_format(text,
                           "  - {name: g%d, shape: s, material: m, turn: [%.3f rad, %.3f rad, %.3f "
                           "rad], velocity: %s, packing: {law: lattice, "
                           "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [%d cm, 0 cm, "
                           "%.17g m]}}\n",
                           i, 0.7 * i, 1.1 * i, 1.9 * i, passage->velocity, 10 * i,
                           passage->height * radius);
    text_append(text, "run: {steps: 1, step: auto, orientation: true}\n");
}

static void write_head(const passage *passage, text_buffer *text)
{
    text_append_format(
        text,
        "scree: 1\nsolver: %s\ngravity: %s\ndomain: {low: [-1 m, -1 m, -1 m], high: [2 m, 1 m, 1 "
        "m]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: %s, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: %s}, tangential: {law: mindlin, "
        "friction: %s}}}\nwalls: {floor: {material: m, plane: {point: [0 m, 0 m, 0 m], "
        "normal: [0, 0, 1]}}}\n",
        passage->solver ? passage->solver : "smooth", passage->gravity, passage->young,
        passage->restitution, passage->friction);
}

static bool follow(const claim *claim, const char *text, double duration, motion out[GRAINS])
{
    trial trial;
    bool good = trial_open_text(&trial, claim, text);
    while (good && world_time(trial.world) < duration)
        good = trial_step(&trial, 50);
    good = good && trial_look(&trial);
    for (int i = 0; good && i < GRAINS; i++) {
        out[i].velocity = trial.frame.ball.velocity[i];
        out[i].spin = trial.frame.ball.spin[i];
    }
    trial_close(&trial);
    return good;
}

static double off_by(const motion *faceted, const motion *ball)
{
    double sum = 0;
    for (int i = 0; i < GRAINS; i++) {
        const v3 velocity = v3_sub(faceted[i].velocity, ball[i].velocity);
        const v3 spin = v3_scale(radius, v3_sub(faceted[i].spin, ball[i].spin));
        sum += v3_dot(velocity, velocity) + v3_dot(spin, spin);
    }
    return sqrt(sum / GRAINS);
}

static bool follow_facets(const claim *claim, const passage *passage, int halvings,
                          motion out[GRAINS])
{
    facets sphere;
    text_buffer text = {0};
    bool good = facets_make(halvings, &sphere);
    if (good) {
        write_head(passage, &text);
        facets_write(&sphere, radius, &text);
        write_rest(passage, &text);
        good = follow(claim, text.data, passage->duration, out);
    }
    free(sphere.point);
    free(sphere.face);
    text_buffer_clear(&text);
    return good;
}

static bool follow_ball(const claim *claim, const passage *passage, motion out[GRAINS])
{
    text_buffer text = {0};
    write_head(passage, &text);
    text_append_format(&text, "shapes: {s: {ball: {radius: %.17g m}}}\n", radius);
    write_rest(passage, &text);
    const bool good = follow(claim, text.data, passage->duration, out);
    text_buffer_clear(&text);
    return good;
}

static void verify_passage(verify *verify, const passage *passage)
{
    claim claim;
    motion ball[GRAINS];
    motion faceted[GRAINS];
    double off[LEVELS];
    if (passage->full && !verify->full)
        return;
    if (!claim_begin(&claim, verify, "convergence", "%s", passage->name))
        return;
    if (!follow_ball(&claim, passage, ball))
        return;
    for (int level = 0; level < LEVELS; level++) {
        char words[80];
        if (!follow_facets(&claim, passage, level + 1, faceted))
            return;
        off[level] = off_by(faceted, ball) / passage->speed;
        snprintf(words, sizeof words, "off the ball with %d facets, %s", 20 << 2 * (level + 1),
                 passage->what);
        claim_at_most(&claim, words, off[level], passage->most[level]);
    }
    const double order = log2(off[0] / off[LEVELS - 1]) / (LEVELS - 1);
    claim_at_least(&claim, "order in the edges of facets", order, passage->order);
}

void verify_shape_faceted(verify *verify)
{
    for (size_t i = 0; i < sizeof passages / sizeof *passages; i++)
        verify_passage(verify, &passages[i]);
}
