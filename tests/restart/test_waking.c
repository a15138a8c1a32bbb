// test_waking.c - balls of large clumps that nothing could meet for a while, beside the borders of a cell that is sheared:
// they are brought up when a near pair wakes, into the image that is inside of the cell as it is then. When pairs wake
// depends on when lists were built, and a world that goes on from a snapshot builds them anew.
#include "harness.h"
#include "support/scenes.h"

static const char text[] =
    "scree: 1\n"
    "dimensions: 2\n"
    "gravity: 0\n"
    "domain: {low: [-30 mm, -30 mm, -30 mm], high: [30 mm, 30 mm, 30 mm], "
    "boundary: {x: periodic, y: periodic}}\n"
    "cell: {rate: {xy: 8/s}, motion: borders}\n"
    "materials: {soft: {density: 2500 kg/m^3, young: 20 MPa, poisson: 0.25, yield: 0.2 MPa}}\n"
    "pairs: {default: {normal: {law: vu_quoc_zhang, plastic_radius: 0.0002 m/N, flattening: "
    "0.05 1/N}, tangential: none}}\n"
    "shapes:\n"
    "  leaf: {scale: 3.273936329402817, classes: 1, clump: {fill: {vertices: [[0 mm, 0 mm], [3 mm, "
    "0 "
    "mm], [0 mm, 2 mm]], radius: 0.2 mm, spacing: 0.3 mm}}}\n"
    "grains:\n"
    "  - {name: bed, shape: leaf, material: soft, velocity: [0.4 m/s, -1.5 m/s], temperature: 1.5 "
    "m^2/s^2, packing: {law: csv, file: bed.csv, scale: 0.001}}\n"
    "run: {steps: 360, ledger: true, deepest_overlap: none, on_loss: remove, mass_scaling: 16}\n";

static bool write_bed(void)
{
    FILE *file = fopen("bed.csv", "w");
    if (!file)
        return false;
    fputs("x y z radius vx vy vz\n", file);
    for (int i = 0; i < 12; i++) {
        const int row = i / 4;
        const int column = i % 4;
        const int across[] = {-300, 0, 300};
        const int turn = row == 0 ? column : row == 1 ? column + 1 : column + 2;
        fprintf(file, "%d %d 0 5 %d %d 0\n", 12 * column - 18, 11 * row - 8, across[turn % 3],
                -1500 + 50 * i);
    }
    return !fclose(file);
}

TEST(balls_wake_where_the_cell_is)
{
    enum { STEPS = 360 };
    scree_error error = {0};
    uint64_t whole = 0;
    REQUIRE(write_bed());
    for (int cut = 0; cut < 40; cut++) {
        sim s;
        sim again = {0};
        image im = {0};
        const world_options options = options_of(1, 0, 0);
        REQUIRE(sim_open(&s, text, NULL, 0, NULL));
        CHECK(sim_step(&s, 100 + cut));
        CHECK(world_image(s.w, &im, &error) == SCREE_OK);
        REQUIRE(sim_read(&again, text, NULL, 0));
        CHECK(sim_restore(&again, &im, &options));
        CHECK(sim_step(&again, STEPS - 100 - cut) && sim_step(&s, STEPS - 100 - cut));
        if (!cut)
            whole = sim_hash(&s);
        CHECK_MSG(sim_hash(&s) == whole, "cut at step %d: another state", 100 + cut);
        CHECK_MSG(sim_hash(&again) == whole, "gone on from step %d: another state", 100 + cut);
        image_clear(&im);
        sim_close(&s);
        sim_close(&again);
    }
}

TEST_MAIN
