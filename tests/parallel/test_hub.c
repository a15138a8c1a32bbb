// test_hub.c - one grain with thousands of partners: each is one contact, however often lists are built and bodies
// reordered.
#include "harness.h"
#include "support/scenes.h"

#include <stdio.h>

enum { SMALL = 6000 };

static const char hub_text[] =
    "scree: 1\ngravity: 0\nmaterials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: linear, stiffness: 10 kN/m, restitution: 0.5}, tangential: {law: cundall-strack, "
    "friction: 0.5}}}\n"
    "shapes: {any: {ball: {radius: 1 cm}}}\n"
    "domain: {low: [-2 m, -2 m, -2 m], high: [2 m, 2 m, 2 m]}\n"
    "grains: [{name: all, shape: any, material: soft, packing: {law: csv, file: hub.csv}}]\n"
    "run: {duration: 1 s, step: 1e-5 s}\n";

// Small grains all over a big one, a hundred times their size and fixed, on a spiral from pole to pole, sliding east.
static bool write_hub(void)
{
    FILE *f = fopen("hub.csv", "w");
    if (!f) return false;
    fprintf(f, "x,y,z,radius,vx,vy,vz,mass\n0,0,0,1,0,0,0,inf\n");
    for (int i = 0; i < SMALL; i++) {
        double z = 1 - (2 * i + 1.0) / SMALL, r = sqrt(1 - z * z), angle = 2.399963229728653 * i, at = 1.0098;
        fprintf(f, "%.17g,%.17g,%.17g,0.01,%.17g,%.17g,0,1e-3\n", at * r * cos(angle), at * r * sin(angle), at * z,
                -r * sin(angle), r * cos(angle));
    }
    return fclose(f) == 0;
}

static uint64_t life(world_options o)
{
    sim s;
    uint64_t hash = 0;
    if (!CHECK(sim_open(&s, hub_text, NULL, 0, &o))) return 0;
    for (int k = 0; k < 4; k++) {
        CHECK(sim_step(&s, 5));
        frame f = sim_frame(&s);
        int64_t twice = 0;
        for (int64_t i = 1; i < f.contact.count; i++)
            twice += f.contact.a[i] == f.contact.a[i - 1] && f.contact.b[i] == f.contact.b[i - 1];
        CHECK_MSG(twice == 0, "%lld contacts are there twice", (long long)twice);
        CHECK_MSG(f.contact.count == SMALL && f.body.contacts[0] == SMALL,
                  "%lld contacts, %d of the hub, instead of %d", (long long)f.contact.count, f.body.contacts[0], SMALL);
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

TEST_MAIN
