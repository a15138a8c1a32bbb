// test_hub.c - one grain with thousands of partners: each is one contact, however often lists are built and bodies
// reordered. Grains of sizes up to 1:100 at once: contacts are those of all pairs, whatever the skin and the threads.
#include "harness.h"
#include "support/scenes.h"

#include "base/random.h"

#include <math.h>
#include <stdio.h>

enum { SMALL = 6000 };

static const char hub_text[] =
    "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: "
    "0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.5}, tangential: "
    "{law: cundall-strack, "
    "friction: 0.5}}}\n"
    "shapes: {any: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-2 m, -2 m, -2 m], high: [2 m, 2 m, 2 m]}\n"
    "grains: [{name: all, shape: any, material: soft, packing: {law: csv, file: hub.csv}}]\n"
    "run: {duration: 1 s, step: 1e-5 s}\n";

// Small grains all over a big one, a hundred times their size and fixed, on a spiral from pole to pole, sliding east.
static bool write_hub(void)
{
    FILE *f = fopen("hub.csv", "w");
    if (!f)
        return false;
    fprintf(f, "x,y,z,radius,vx,vy,vz,mass\n0,0,0,1,0,0,0,inf\n");
    for (int i = 0; i < SMALL; i++) {
        double z = 1 - (2 * i + 1.0) / SMALL, r = sqrt(1 - z * z), angle = 2.399963229728653 * i,
               at = 1.0098;
        fprintf(f, "%.17g,%.17g,%.17g,0.01,%.17g,%.17g,0,1e-3\n", at * r * cos(angle),
                at * r * sin(angle), at * z, -r * sin(angle), r * cos(angle));
    }
    return fclose(f) == 0;
}

static uint64_t life(world_options o)
{
    sim s;
    uint64_t hash = 0;
    if (!CHECK(sim_open(&s, hub_text, NULL, 0, &o)))
        return 0;
    for (int k = 0; k < 4; k++) {
        CHECK(sim_step(&s, 5));
        frame f = sim_frame(&s);
        int64_t twice = 0;
        for (int64_t i = 1; i < f.contact.count; i++)
            twice += f.contact.a[i] == f.contact.a[i - 1] && f.contact.b[i] == f.contact.b[i - 1];
        CHECK_MSG(twice == 0, "%lld contacts are there twice", (long long)twice);
        CHECK_MSG(f.contact.count == SMALL && f.ball.contacts[0] == SMALL,
                  "%lld contacts, %d of the hub, instead of %d", (long long)f.contact.count,
                  f.ball.contacts[0], SMALL);
        frame_clear(&f);
    }
    hash = sim_hash(&s);
    sim_close(&s);
    return hash;
}

TEST(thousands_of_partners)
{
    REQUIRE(write_hub());
    uint64_t rare = life(options_of(1, 0, 4e-3)), often = life(options_of(2, 0, 2e-5));
    CHECK(rare != 0 && rare == often);
}

enum { WIDE = 2500 };
static const double side = 0.2;

static const char wide_text[] =
    "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 40 MPa, poisson: "
    "0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: 0.5}}}\n"
    "shapes: {any: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.2 m, 0.2 m, 0.2 m], boundary: {x: periodic, y: "
    "periodic, z: periodic}}\n"
    "grains: [{name: all, shape: any, material: soft, packing: {law: csv, file: wide.csv}}]\n"
    "run: {duration: 1 s, step: 1e-6 s}\n";

static double image_distance(const double *p, const double *q)
{
    double d2 = 0;
    for (int d = 0; d < 3; d++) {
        double x = q[d] - p[d];
        x -= side * floor(x / side + 0.5);
        d2 += x * x;
    }
    return sqrt(d2);
}

// Radii from 0.4 to 40 mm, log-uniform, the largest first; each grain may press a little into those before it, and
// shrinks where it would press more.
static bool write_wide(void)
{
    static double x[WIDE][4];
    FILE *f = fopen("wide.csv", "w");
    if (!f)
        return false;
    rng r = rng_make(4, 0);
    fprintf(f, "x,y,z,radius,vx,vy,vz\n");
    for (int i = 0; i < WIDE;) {
        double radius = 0.04 * exp2(-6.64 * i / WIDE), *at = x[i];
        for (int d = 0; d < 3; d++)
            at[d] = rng_range(&r, 0, side);
        for (int j = 0; j < i; j++) {
            double room = 1.03 * (image_distance(at, x[j]) - x[j][3]);
            radius = room < radius ? room : radius;
        }
        if (radius < 0.4e-3)
            continue;
        at[3] = radius;
        fprintf(f, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", at[0], at[1], at[2], radius,
                rng_range(&r, -1, 1), rng_range(&r, -1, 1), rng_range(&r, -1, 1));
        i++;
    }
    return fclose(f) == 0;
}

static void check_all_pairs(const frame *f)
{
    int64_t at = 0;
    for (int64_t i = 0; i < f->ball.count; i++)
        for (int64_t j = i + 1; j < f->ball.count; j++) {
            const v3 *p = &f->ball.position[i], *q = &f->ball.position[j];
            double gap =
                image_distance((double[]){p->x, p->y, p->z}, (double[]){q->x, q->y, q->z}) -
                f->ball.radius[i] - f->ball.radius[j];
            if (fabs(gap) < 1e-12)
                continue; // either way
            while (at < f->contact.count &&
                   (f->contact.a[at] < f->ball.id[i] ||
                    (f->contact.a[at] == f->ball.id[i] && f->contact.b[at] < f->ball.id[j])))
                at++;
            bool there = at < f->contact.count && f->contact.a[at] == f->ball.id[i] &&
                         f->contact.b[at] == f->ball.id[j];
            if (!CHECK_MSG(there == (gap < 0), "pair %lld %lld with gap %g", (long long)i,
                           (long long)j, gap))
                return;
        }
}

static uint64_t wide_life(world_options o)
{
    sim s;
    if (!CHECK(sim_open(&s, wide_text, NULL, 0, &o)))
        return 0;
    for (int k = 0; k < 3; k++) {
        frame f = sim_frame(&s);
        CHECK_MSG(f.contact.count > WIDE / 20, "%lld contacts", (long long)f.contact.count);
        check_all_pairs(&f);
        frame_clear(&f);
        CHECK(sim_step(&s, 200));
    }
    uint64_t hash = sim_hash(&s);
    sim_close(&s);
    return hash;
}

TEST(wide_sizes_meet_as_all_pairs_do)
{
    REQUIRE(write_wide());
    uint64_t rare = wide_life(options_of(1, 0, 1e-3)), often = wide_life(options_of(2, 1, 5e-5));
    CHECK(rare != 0 && rare == often);
}

TEST_MAIN
