// verify_names.c - the same grain under other names: balls, and clumps of one ball, collide with the same bits.
#include "cli/verify_shapes.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 300 };

static const char *const forms[] = {"ball: {radius: 5 mm}", "clump: {balls: [{at: [1 mm, -2 mm, 0 mm], radius: 5 mm}]}",
                                    "spheropolyhedron: {vertices: [[1 mm, 2 mm, -3 mm]], radius: 5 mm}"};
static const char *const names[] = {"ball", "one-ball clump", "sphero-point"};
enum { FORMS = sizeof forms / sizeof *forms };

// Two grains of these forms that meet at an angle, spinning, under Hertz and Mindlin with losses; and the floor.
static bool meet(const claim *c, const char *first, const char *second, trial *t)
{
    char text[1600];
    snprintf(text, sizeof text,
             "scree: 1\ngravity: [0, 0, -9.81 m/s^2]\ndomain: {low: [-1 m, -1 m, -1 m], high: [1 m, 1 m, 1 m]}\n"
             "materials: {m: {density: 2500 kg/m^3, young: 100 MPa, poisson: 0.25}}\n"
             "pairs: {default: {normal: {law: hertz, restitution: 0.8}, tangential: {law: mindlin, friction: 0.4}, "
             "rolling: {law: elastic-plastic, friction: 0.1}}}\n"
             "shapes: {a: {%s}, b: {%s}}\n"
             "walls: {floor: {material: m, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}}\n"
             "grains:\n"
             "  one: {shape: a, material: m, velocity: [1 m/s, 0.2 m/s, -0.3 m/s], spin: [20 rad/s, 5 rad/s, 90 "
             "rad/s], packing: {law: lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [0, 0, 5.2 mm]}}\n"
             "  two: {shape: b, material: m, velocity: [-1 m/s, 0, 0], spin: [0, 0, -40 rad/s], packing: {law: "
             "lattice, spacing: [1 m, 1 m, 1 m], counts: [1, 1, 1], origin: [9.3 mm, 4.1 mm, 5.6 mm]}}\n"
             "run: {steps: 1, step: 5 us}\n",
             first, second);
    return trial_open_text(t, c, text);
}

static bool same(const frame *f, const frame *g)
{
    if (f->body.count != g->body.count || f->contact.count != g->contact.count) return false;
    size_t bodies = (size_t)f->body.count, contacts = (size_t)f->contact.count;
    return !memcmp(f->body.position, g->body.position, bodies * sizeof(v3)) &&
           !memcmp(f->body.velocity, g->body.velocity, bodies * sizeof(v3)) &&
           !memcmp(f->body.spin, g->body.spin, bodies * sizeof(v3)) &&
           (!contacts || (!memcmp(f->contact.force, g->contact.force, contacts * sizeof(v3)) &&
                          !memcmp(f->contact.point, g->contact.point, contacts * sizeof(v3))));
}

void verify_shape_names(verify *v)
{
    for (int i = 0; i < FORMS; i++)
        for (int k = i ? 0 : 1; k < FORMS; k++) {
            trial t, u;
            claim c;
            int differ = 0, touching = 0;
            if (!claim_begin(&c, v, "two balls, bits", "%s meets %s", names[i], names[k])) continue;
            if (!meet(&c, forms[0], forms[0], &t)) continue;
            if (!meet(&c, forms[i], forms[k], &u)) {
                trial_close(&t);
                continue;
            }
            bool good = true;
            for (int n = 0; good && n < STEPS; n++) {
                good = trial_step(&t, 1) && trial_look(&t) && trial_step(&u, 1) && trial_look(&u);
                differ += good && !same(&t.f, &u.f);
                touching += good && t.f.contact.count > 0;
            }
            if (good) claim_at_least(&c, "steps in contact", touching, STEPS / 10);
            if (good) claim_at_most(&c, "steps that differ", differ, 0);
            trial_close(&t);
            trial_close(&u);
        }
}
