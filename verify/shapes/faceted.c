// faceted.c - spheres of more and more flat facets hit a plane as balls do: rebound, friction and spin.
#include "verify/facets.h"
#include "verify/shapes/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRAINS = 8, LEVELS = 4 };
static const double radius = 0.005;

typedef struct rebound {
    v3 velocity, spin;
} rebound;

// Eight grains in eight turns, far from each other, that fall on a floor and slide on it.
static void write_rest(text_buffer *text)
{
    text_append(text, "grains:\n");
    for (int i = 0; i < GRAINS; i++)
        text_append_format(text,
                           "  - {name: g%d, shape: s, material: m, turn: [%.3f rad, %.3f rad, %.3f "
                           "rad], velocity: [0.4 m/s, 0 m/s, -1 m/s], packing: {law: lattice, "
                           "counts: [1, 1, 1], spacing: [1 m, 1 m, 1 m], origin: [%d cm, 0 cm, "
                           "0.51 cm]}}\n",
                           i, 0.7 * i, 1.1 * i, 1.9 * i, 10 * i);
    text_append(text, "run: {steps: 1, step: auto, orientation: true}\n");
}

static void write_head(text_buffer *text)
{
    text_append(
        text,
        "scree: 1\ngravity: 0\ndomain: {low: [-1 m, -1 m, -1 m], high: [2 m, 1 m, 1 m]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 1 GPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, "
        "friction: 0.2}}}\nwalls: {floor: {material: m, plane: {point: [0 m, 0 m, 0 m], "
        "normal: [0, 0, 1]}}}\n");
}

static bool bounce(const claim *claim, const char *text, rebound out[GRAINS])
{
    trial trial;
    bool good = trial_open_text(&trial, claim, text);
    while (good && world_time(trial.world) < 1.5e-3)
        good = trial_step(&trial, 50);
    good = good && trial_look(&trial);
    for (int i = 0; good && i < GRAINS; i++) {
        out[i].velocity = trial.frame.ball.velocity[i];
        out[i].spin = trial.frame.ball.spin[i];
    }
    trial_close(&trial);
    return good;
}

// Root of the mean square of what velocities, and spins times the radius, differ by from those of the ball.
static double off_by(const rebound *faceted, const rebound *ball)
{
    double sum = 0;
    for (int i = 0; i < GRAINS; i++) {
        const v3 velocity = v3_sub(faceted[i].velocity, ball[i].velocity);
        const v3 spin = v3_scale(radius, v3_sub(faceted[i].spin, ball[i].spin));
        sum += v3_dot(velocity, velocity) + v3_dot(spin, spin);
    }
    return sqrt(sum / GRAINS);
}

static bool bounce_facets(const claim *claim, int halvings, rebound out[GRAINS])
{
    facets sphere;
    text_buffer text = {0};
    bool good = facets_make(halvings, &sphere);
    if (good) {
        write_head(&text);
        facets_write(&sphere, radius, &text);
        write_rest(&text);
        good = bounce(claim, text.data, out);
    }
    free(sphere.point);
    free(sphere.face);
    text_buffer_clear(&text);
    return good;
}

static bool bounce_ball(const claim *claim, rebound out[GRAINS])
{
    text_buffer text = {0};
    write_head(&text);
    text_append_format(&text, "shapes: {s: {ball: {radius: %.17g m}}}\n", radius);
    write_rest(&text);
    const bool good = bounce(claim, text.data, out);
    text_buffer_clear(&text);
    return good;
}

void verify_shape_faceted(verify *verify)
{
    claim claim;
    rebound ball[GRAINS];
    rebound faceted[GRAINS];
    static const double most[LEVELS] = {0.7, 0.25, 0.1, 0.02};
    double off[LEVELS];
    if (!claim_begin(&claim, verify, "convergence", "spheres of facets hit a plane"))
        return;
    if (!bounce_ball(&claim, ball))
        return;
    for (int level = 0; level < LEVELS; level++) {
        char words[80];
        if (!bounce_facets(&claim, level + 1, faceted))
            return;
        off[level] = off_by(faceted, ball);
        snprintf(words, sizeof words, "off the ball with %d facets, m/s", 20 << 2 * (level + 1));
        claim_at_most(&claim, words, off[level], most[level]);
    }
    const double order = log2(off[0] / off[LEVELS - 1]) / (LEVELS - 1);
    claim_at_least(&claim, "order in the edges of facets", order, 1.5);
}
