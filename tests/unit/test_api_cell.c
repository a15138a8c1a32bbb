// test_api_cell.c - grains that come into a periodic cell that deforms stand in the cell as it is now: a place of a cell that has grown
// is that place, balls of a body over a border are put at the image that is there now, with the velocity of that image.
#include "unit/api_box.h"

static const char shear[] =
    "scree: 1\n"
    "domain: {low: [0 m, 0 m, 0 m], high: [0.2 m, 0.2 m, 0.2 m], boundary: {x: periodic, y: "
    "periodic, z: periodic}}\n"
    "cell: {rate: {xy: 10/s, zz: 2/s}}\n"
    "materials: {glass: {density: 2500 kg/m^3, young: 10 MPa, poisson: 0.22}}\n"
    "pairs: {default: {normal: {law: hertz, restitution: 0.7}, tangential: none}}\n"
    "shapes:\n"
    "  bead: {ball: {radius: 5 mm}}\n"
    "  pair: {clump: {balls: [{at: [0 m, -6 mm, 0 m], radius: 5 mm}, {at: [0 m, 6 mm, 0 m], "
    "radius: 5 mm}]}}\n"
    "grains:\n"
    "  - {name: bed, shape: bead, material: glass, packing: {law: lattice, counts: [2, 1, 1], "
    "spacing: [2 cm, 2 cm, 2 cm], origin: [2 cm, 2 cm, 2 cm]}}\n"
    "  - {name: pairs, shape: pair, material: glass, packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [2 cm, 2 cm, 2 cm], origin: [2 cm, 15 cm, 2 cm]}}\n"
    "run: {duration: 1 s, step: 50 us, ledger: true}\n";

static opened open_cell(void)
{
    opened o = {0};
    scree_error e = {0};
    if (scree_case_parse(shear, "shear.yaml", NULL, &o.of, &e) ||
        scree_world_create(o.of, 1, &o.world, &e))
        tell(&e);
    CHECK(o.world != NULL);
    step(o.world, 600); // 30 ms: xy = 0.06 m, z to 0.2124 m
    return o;
}

TEST(a_place_of_a_cell_that_has_grown_is_that_place)
{
    const opened o = open_cell();
    const scree_grain high = {.set = "bed", .position = {0.1, 0.1, 0.205}};
    double at[3] = {0};
    const int64_t id = add(o.world, high);
    read_ball(o.world, id, "position", at);
    CHECK_NEAR(at[0], 0.1, 1e-12);
    CHECK_NEAR(at[1], 0.1, 1e-12);
    CHECK_NEAR(at[2], 0.205, 1e-12);
    close_box(o);
}

// The second ball of a body at rest stands at an image that moves with the cell: 0.06 m back along x and at -2 m/s. So it goes on.
TEST(a_body_over_a_border_is_at_the_images_of_now)
{
    const opened o = open_cell();
    const scree_grain over = {.set = "pairs", .position = {0.1, 0.199, 0.1}};
    double now[2][3] = {{0}};
    double then[2][3] = {{0}};
    const int64_t id = add(o.world, over);
    for (int k = 0; k < 2; k++)
        read_ball(o.world, id + k, "position", now[k]);
    CHECK_NEAR(now[0][0], 0.1, 1e-12);
    CHECK_NEAR(now[0][1], 0.193, 1e-12);
    CHECK_NEAR(now[1][0], 0.1 - 0.06, 1e-9);
    CHECK_NEAR(now[1][1], 0.005, 1e-12);
    step(o.world, 1);
    for (int k = 0; k < 2; k++) {
        read_ball(o.world, id + k, "position", then[k]);
        for (int axis = 0; axis < 3; axis++)
            CHECK_NEAR(then[k][axis] - now[k][axis], k == 1 && axis == 0 ? -2 * 50e-6 : 0, 1e-9);
    }
    close_box(o);
}

// A ball at rest, added just below the border, comes in below as any ball that crosses it.
TEST(a_ball_that_comes_crosses_the_border_as_others_do)
{
    const opened o = open_cell();
    const scree_grain rising = {
        .set = "bed", .position = {0.1, 0.1999, 0.1}, .velocity = {0, 1, 0}};
    const int64_t id = add(o.world, rising);
    double at[3] = {0};
    double velocity[3] = {0};
    step(o.world, 4); // 0.2 ms: 0.1 mm over the border
    read_ball(o.world, id, "position", at);
    read_ball(o.world, id, "velocity", velocity);
    CHECK_NEAR(at[1], 0.0001, 1e-9);
    CHECK_NEAR(at[0], 0.1 - 0.0604, 1e-4);
    CHECK_NEAR(velocity[0], -2, 1e-9);
    close_box(o);
}

TEST_MAIN
