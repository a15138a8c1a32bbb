// test_diameter.c - the characteristic diameter of a nonsmooth run is that of the grains at its start, also where
// others have come meanwhile and the run goes on from a snapshot, with or without the diameter in its case; and the largest
// radius is that of the bodies, where a table rounds it. label: sanitize
#include "harness.h"
#include "support/scenes.h"

static const char rain[] =
    "scree: 1\nsolver: nonsmooth\ngravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [6 cm, 6 cm, 20 cm], boundary: {x: wall, y: wall, z: "
    "wall}, material: "
    "glass}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 70 GPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.5}, tangential: {law: mindlin, "
    "friction: 0.3}}}\n"
    "shapes: {large: {ball: {radius: 5 mm}}, small: {ball: {radius: 2 mm}}}\n"
    "grains: [{name: bed, shape: large, material: glass, packing: {law: lattice, counts: [5, 5, "
    "3], spacing: [11 mm, "
    "11 "
    "mm, 11 mm], origin: [6 mm, 6 mm, 6 mm]}}]\n"
    "streams: [{name: rain, shape: small, material: glass, low: [0 m, 0 m, 5 cm], high: [6 cm, 6 "
    "cm, 15 cm], rate: "
    "2000/s, seed: 3}]\n"
    "run: {duration: 1 s, step: 0.4 ms, on_loss: remove, deepest_overlap: none}\n";

TEST(the_diameter_of_the_start_stays)
{
    const world_options with = options_of(1, 0, -1);
    sim whole, half;
    image im = {0};
    scree_error error;
    REQUIRE(sim_open(&whole, rain, NULL, 0, &with));
    CHECK_REL(world_step_choice(whole.w)->diameter, 0.01, 1e-12);
    REQUIRE(sim_step(&whole, 150));
    CHECK(world_grains(whole.w) > 75 + 50);
    REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_step(&whole, 150));
    char exact[40];
    snprintf(exact, sizeof exact, "%.17g m", world_step_choice(whole.w)->diameter);
    const case_override told = {"nonsmooth.diameter", exact};
    for (int k = 0; k < 2; k++) {
        REQUIRE(sim_read(&half, rain, &told, k));
        REQUIRE(sim_restore(&half, &im, &with));
        CHECK(world_step_choice(half.w)->diameter == world_step_choice(whole.w)->diameter);
        REQUIRE(sim_step(&half, 150));
        CHECK(sim_hash(&half) == sim_hash(&whole));
        sim_close(&half);
    }
    image_clear(&im);
    sim_close(&whole);
}

// A table that says 5 mm of a shape whose radius is the next double is no other grain: what is saved of it as the largest is
// that of its body, before and after.
static const char rounded[] =
    "scree: 1\ndimensions: 2\ngravity: 0\n"
    "domain: {low: [-3 cm, -3 cm, -3 cm], high: [3 cm, 3 cm, 3 cm], boundary: {x: open, y: open}}\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.6}, cohesion: {law: dmt, "
    "work_of_adhesion: 2 J/m^2}, tangential: none}}\n"
    "shapes: {peanut: {scale: 1.6479026402905455, spheropolygon: {vertices: [[-2 mm, 0 mm], [0 mm, "
    "1 mm], [2 mm, 0 mm]], closed: false, radius: 1 mm}}}\n"
    "grains: [{name: bed, shape: peanut, material: soft, packing: {law: csv, file: rounded.csv, "
    "scale: 0.001}}]\n"
    "run: {steps: 20}\n";

TEST(a_radius_that_a_table_rounds)
{
    const world_options with = options_of(1, 0, 0);
    sim whole;
    sim again;
    image im = {0};
    scree_error error;
    FILE *table = fopen("rounded.csv", "w");
    REQUIRE(table != NULL);
    fprintf(table, "x y z radius\n-6 0 0 5\n6 0 0 5\n");
    fclose(table);
    REQUIRE(sim_open(&whole, rounded, NULL, 0, &with) && sim_step(&whole, 10));
    REQUIRE(world_image(whole.w, &im, &error) == SCREE_OK);
    REQUIRE(sim_read(&again, rounded, NULL, 0) && sim_restore(&again, &im, &with));
    CHECK(sim_step(&whole, 10) && sim_step(&again, 10));
    CHECK(sim_hash(&whole) == sim_hash(&again));
    image_clear(&im);
    sim_close(&again);
    sim_close(&whole);
}

TEST_MAIN
