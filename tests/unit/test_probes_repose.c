// test_probes_repose.c - the angle of a free surface: heaps and slopes of known angle, filled with grains at random.
#include "swarm_fixture.h"

static swarm *make_heap(int dimensions, v3 gravity)
{
    swarm *s = swarm_make(SWARM_MOST);
    s->m.dimensions = dimensions;
    s->m.gravity = gravity;
    for (int i = 0; i < SWARM_MOST; i++) {
        s->radius[i] = 0.01;
        s->contacts[i] = 2;
    }
    return s;
}

// Grains fill a cone of height 0.5 and radius 1 around (2, 3), or a wedge: 26.565 degrees.
static void check_pile(int dimensions, bool given)
{
    swarm *s = make_heap(dimensions, dimensions == 3 ? v3_make(0, 0, -9) : v3_make(0, -9, 0));
    rig r = rig_make("angle-of-repose");
    rng random = rng_make(4, 0);
    for (int i = 0; i < SWARM_MOST;) {
        const double x = rng_range(&random, -1, 1), y = rng_range(&random, -1, 1);
        const double h = rng_range(&random, 0, 0.5);
        const double from = dimensions == 3 ? sqrt(x * x + y * y) : fabs(x);
        if (h > 0.5 * (1 - from))
            continue;
        s->position[i++] = dimensions == 3 ? v3_make(2 + x, 3 + y, h) : v3_make(2 + x, h, 0);
    }
    if (given)
        set(&r, "point", 2, dimensions == 3 ? 3 : -7, 5);
    set(&r, "cell", dimensions == 3 ? 0.12 : 0.02, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    const double error = cell(&r, 0, "error");
    CHECK_NEAR(cell(&r, 0, "angle"), atan(0.5), 0.03);
    CHECK_NEAR(cell(&r, 0, "angle"), atan(0.5), 4 * error);
    CHECK(error > 0 && error < 0.02);
    CHECK_NEAR(cell(&r, 0, "high"), 0.8, 0.03);
    CHECK_NEAR(cell(&r, 0, "low"), 0.2, 0.01);
    CHECK_NEAR(cell(&r, 0, "height"), 0.51, 0.03);
    // what is in flight does not count
    s->position[0] = dimensions == 3 ? v3_make(2, 3.5, 7) : v3_make(2.5, 7, 0);
    s->contacts[0] = 0;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "angle"), atan(0.5), 0.03);
    rig_clear(&r);
    free(s);
}

TEST(piles_have_their_angle)
{
    check_pile(3, true);
    check_pile(3, false);
    check_pile(2, true);
    check_pile(2, false);
}

// A bed that rises by 30 degrees along (1, 1, 0), with gravity along -z; the exact line where each column has one grain.
TEST(a_slope_has_its_angle)
{
    swarm *s = make_heap(3, v3_make(0, 0, -1));
    rig r = rig_make("angle-of-repose");
    for (int i = 0; i < 400; i++) {
        const double x = 0.1 * (i % 20), y = 0.1 * (i / 20), along = (x + y) / sqrt(2.0);
        s->position[i] = v3_make(x, y, along * tan(pi / 6));
    }
    s->f.ball.count = 400;
    set(&r, "of", 1, 0, 0);
    set(&r, "along", 2, 2, 1); // only what is level of it counts
    set(&r, "cell", 0.1, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "angle"), pi / 6, 1e-12);
    CHECK_NEAR(cell(&r, 0, "scatter"), 0, 1e-12);
    CHECK(cell(&r, 0, "columns") > 150);
    // gravity that is tilted by 10 degrees towards (1, 1, 0) takes as much off
    rig_clear(&r);
    const double tilt = pi / 18;
    s->m.gravity = v3_make(sin(tilt) / sqrt(2.0), sin(tilt) / sqrt(2.0), -cos(tilt));
    r = rig_make("angle-of-repose");
    set(&r, "of", 1, 0, 0);
    set(&r, "along", 1, 1, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "angle"), pi / 6 - tilt, 1e-12);
    s->f.ball.count = 0;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK(isnan(cell(&r, 1, "angle")));
    s->m.gravity = v3_make(0, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "gravity");
    s->m.gravity = v3_make(-1, -1, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "upwards");
    rig_clear(&r);
    free(s);
}
// A rod of 10 cm and radius 1 cm that stands upright is 12 cm high, and one that lies 2 cm.
TEST(a_grain_with_corners_has_its_own_top)
{
    swarm *s = make_heap(3, v3_make(0, 0, -1));
    rig r = rig_make("angle-of-repose");
    v3 ends[2] = {{-0.05, 0, 0}, {0.05, 0, 0}};
    int32_t shape[1] = {0};
    q4 turn[1] = {{sqrt(0.5), 0, sqrt(0.5), 0}};
    s->shape[0].core = (model_core){.vertices = 2, .vertex = ends, .radius = 0.01};
    s->shape[0].clump.volume = 1;
    s->radius[0] = 0.06;
    s->f.ball.shape = shape;
    s->f.ball.orientation = turn;
    s->f.ball.count = 1;
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "height"), 0.12, 1e-14);
    turn[0] = q4_identity();
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "height"), 0.02, 1e-14);
    rig_clear(&r);
    free(s);
}
TEST_MAIN
