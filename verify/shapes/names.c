// names.c - the same grain under other names: balls, and clumps of one ball, collide with the same bits.
#include "verify/shapes/shapes.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 300 };

static const char *const forms[] = {
    "ball: {radius: %g mm}", "clump: {balls: [{at: [1 mm, -2 mm, 0 mm], radius: %g mm}]}",
    "spheropolyhedron: {vertices: [[1 mm, 2 mm, -3 mm]], radius: %g mm}"};
static const char *const names[] = {"ball", "clump of one", "sphero-point"};
enum { FORMS = sizeof forms / sizeof *forms };
static const double large = 5; // mm

// Two grains of these forms that meet at an angle, spinning, under Hertz and Mindlin with losses; and the floor.
static bool meet(const claim *claim, const char *first, const char *second, double radius,
                 trial *trial)
{
    char a[120];
    char b[120];
    char text[1600];
    snprintf(a, sizeof a, first, large);
    snprintf(b, sizeof b, second, radius);
    snprintf(
        text, sizeof text,
        "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 "
        "m, 1 m]}\n"
        "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.25}}\n"
        "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, "
        "friction: 0.4}, "
        "rolling: {law: elastic-plastic, friction: 0.1}}}\n"
        "shapes: {a: {%s}, b: {%s}}\n"
        "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
        "grains:\n"
        "  one: {shape: a, material: m, velocity: [1 m/s, 0.2 m/s, -0.3 m/s], spin: [20 rad/s, 5 "
        "rad/s, 90 "
        "rad/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, "
        "0, 5.2 mm]}}\n"
        "  two: {shape: b, material: m, velocity: [-1 m/s, 0, 0], spin: [0, 0, -40 rad/s], "
        "packing: {law: "
        "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [9.3 mm, 4.1 mm, 5.6 mm]}}\n"
        "run: {steps: 1, step: 5 us}\n",
        a, b);
    return trial_open_text(trial, claim, text);
}

static bool same_vectors(const v3 *first, const v3 *second, int64_t count)
{
    return count == 0 || !memcmp(first, second, (size_t)count * sizeof *first);
}

static bool same_balls(const frame_balls *first, const frame_balls *second)
{
    const int64_t count = first->count;
    return count == second->count && same_vectors(first->position, second->position, count) &&
           same_vectors(first->velocity, second->velocity, count) &&
           same_vectors(first->spin, second->spin, count);
}

static bool same_contacts(const frame_contacts *first, const frame_contacts *second)
{
    const int64_t count = first->count;
    return count == second->count && same_vectors(first->force, second->force, count) &&
           same_vectors(first->point, second->point, count);
}

static bool same(const frame *first, const frame *second)
{
    return same_balls(&first->ball, &second->ball) &&
           same_contacts(&first->contact, &second->contact);
}

static void meeting(verify *verify, int i, int k, double radius)
{
    trial test;
    trial other_test;
    claim claim;
    int differ = 0;
    int touching = 0;
    if (!claim_begin(&claim, verify, "two balls, bits", "%s meets %s, %g mm", names[i], names[k],
                     radius))
        return;
    if (!meet(&claim, forms[0], forms[0], radius, &test))
        return;
    if (!meet(&claim, forms[i], forms[k], radius, &other_test)) {
        trial_close(&test);
        return;
    }
    bool good = true;
    for (int n = 0; good && n < STEPS; n++) {
        good = trial_step(&test, 1) && trial_look(&test) && trial_step(&other_test, 1) &&
               trial_look(&other_test);
        differ += good && !same(&test.frame, &other_test.frame);
        touching += good && test.frame.contact.count > 0;
    }
    if (good)
        claim_at_least(&claim, "steps in contact", touching, STEPS / 10);
    if (good)
        claim_at_most(&claim, "steps that differ", differ, 0);
    trial_close(&test);
    trial_close(&other_test);
}

// A rod of a billionth of its thickness is no ball to the engine: its force acts in the middle of the overlap, that of
// balls where their radii divide it. Motions then differ by the overlap over the radius.
static void thin_rod(verify *verify)
{
    static const char rod[] =
        "spheropolyhedron: {vertices: [[0, 0, 0], [5e-9 mm, 0, 0]], radius: %g mm}";
    trial test;
    trial other_test;
    claim claim;
    double deepest = 0;
    double fastest = 0;
    double off = 0;
    if (!claim_begin(&claim, verify, "two balls, contact point", "sphero-rod meets ball of 3 mm"))
        return;
    if (!meet(&claim, forms[0], forms[0], 3, &test))
        return;
    if (!meet(&claim, rod, forms[0], 3, &other_test)) {
        trial_close(&test);
        return;
    }
    bool good = true;
    for (int n = 0; good && n < STEPS; n++) {
        good = trial_step(&test, 1) && trial_look(&test) && trial_step(&other_test, 1) &&
               trial_look(&other_test);
        for (int64_t k = 0; good && k < test.frame.contact.count; k++)
            deepest = fmax(deepest, test.frame.contact.overlap[k]);
        for (int k = 0; good && k < 2; k++) {
            v3 x = test.frame.ball.velocity[k];
            v3 y = other_test.frame.ball.velocity[k];
            v3 w = v3_scale(test.frame.ball.radius[k],
                            v3_sub(test.frame.ball.spin[k], other_test.frame.ball.spin[k]));
            fastest = fmax(fastest, v3_norm(x));
            off = fmax(off, fmax(v3_norm(v3_sub(x, y)), v3_norm(w)));
        }
    }
    if (good)
        claim_at_most(&claim, "deviation over overlap / radius", off / fastest / (deepest / 3e-3),
                      1);
    if (good)
        claim_at_least(&claim, "the same, not nothing", off / fastest, 1e-9);
    trial_close(&test);
    trial_close(&other_test);
}

void verify_shape_names(verify *verify)
{
    for (int i = 0; i < FORMS; i++)
        for (int k = i ? 0 : 1; k < FORMS; k++)
            meeting(verify, i, k, large);
    meeting(verify, 1, 1, 3);
    meeting(verify, 2, 2, 3);
    thin_rod(verify);
}
