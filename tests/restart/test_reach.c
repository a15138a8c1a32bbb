// label: sanitize
// test_reach.c - contacts across a gap reach as far after a restart as before: the reach follows from the largest grain
// that there has been, which may be a clump, or gone.
#include "harness.h"
#include "support/scenes.h"
#include "world/internal.h"

#include <math.h>

// A large ball that is taken out in the first step, and a clump, whose balls are smaller than the whole.
static const char text[] =
    "scree: 1\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "domain: {low: [-2 cm, -2 cm, -2 cm], high: [4 cm, 2 cm, 2 cm]}\n"
    "materials: {m: {density: 1000 kg/m^3, young: 20 MPa, poisson: 0.3}}\n"
    "pairs: {default: {normal: {law: jkr, work_of_adhesion: 0.1 J/m^2, restitution: 0.3}, "
    "tangential: {law: mindlin, friction: 0.3}}}\n"
    "shapes:\n"
    "  large: {ball: {radius: 3 mm}}\n"
    "  bean: {clump: {ellipsoid: {length: 4 mm, width: 3 mm, height: 2.6 mm}}}\n"
    "walls: {floor: {material: m, plane: {point: [0, 0, -3 mm], normal: [0, 0, 1]}}}\n"
    "grains:\n"
    "  - {name: gone, shape: large, material: m, packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [1 cm, 1 cm, 1 cm], origin: [2 cm, 0, 1 cm]}}\n"
    "  - {name: stays, shape: bean, material: m, packing: {law: lattice, counts: [1, 1, 1], "
    "spacing: [1 cm, 1 cm, 1 cm], origin: [0, 0, 0]}}\n"
    "removals: {out: {low: [1 cm, -2 cm, -2 cm], high: [4 cm, 2 cm, 2 cm], every: 1 us}}\n"
    "run: {duration: 1 s, step: 1 us}\n";

static void check_same(const world *one, const world *other)
{
    CHECK(one->shared->sets == other->shared->sets);
    for (int i = 0; i < one->shared->sets; i++) {
        const double before = one->shared->reach[i];
        const double after = other->shared->reach[i];
        CHECK_MSG(before > 0 && !(fabs(after - before) > 0), "reach %g m, and %g m after a restart",
                  before, after);
    }
}

TEST(contacts_reach_as_far_after_a_restart)
{
    sim before;
    sim after;
    image state = {0};
    scree_error error;
    REQUIRE(sim_open(&before, text, NULL, 0, NULL) && sim_step(&before, 10));
    CHECK(world_grains(before.w) == 1);
    REQUIRE(world_image(before.w, &state, &error) == SCREE_OK);
    REQUIRE(sim_read(&after, text, NULL, 0) && sim_restore(&after, &state, NULL));
    check_same(before.w, after.w);
    image_clear(&state);
    CHECK(sim_step(&before, 10) && sim_step(&after, 10));
    CHECK(sim_hash(&before) == sim_hash(&after));
    sim_close(&before);
    sim_close(&after);
}

TEST_MAIN
