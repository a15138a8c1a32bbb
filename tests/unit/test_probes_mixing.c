// test_probes_mixing.c - how grains are mixed, scattered and placed: mixing, mean-square-displacement, radial-distribution.
#include "swarm_fixture.h"

// ---- mixing

// n^3 balls on a lattice in the middles of cells of 1/n.
static void put_lattice(swarm *s, int n)
{
    for (int i = 0; i < n * n * n; i++) {
        const int x = i % n, y = i / n % n, z = i / (n * n);
        s->position[i] = v3_make((x + 0.5) / n, (y + 0.5) / n, (z + 0.5) / n);
    }
}

TEST(sets_apart_have_index_0_and_a_checkerboard_more_than_1)
{
    swarm *s = swarm_make(64);
    rig r = rig_make("mixing");
    put_lattice(s, 4);
    set_text(&r, "of", "red");
    set(&r, "cell", 0.5, 0, 0);
    for (int i = 0; i < 64; i++)
        s->set[i] = s->position[i].x > 0.5;
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "lacey"), 0, 1e-15);
    CHECK_NEAR(cell(&r, 0, "intensity"), 1, 1e-15);
    CHECK_NEAR(cell(&r, 0, "cells"), 8, 0);
    CHECK_NEAR(cell(&r, 0, "share"), 0.5, 0);
    CHECK_NEAR(cell(&r, 0, "of_segregated"), 0.25, 0);
    CHECK_REL(cell(&r, 0, "of_random"), 0.25 * 7 / 63, 1e-14);
    // each cell has four of each: no variance at all, which is better than random
    for (int i = 0; i < 64; i++)
        s->set[i] = (i % 4 + i / 4 % 4 + i / 16) % 2;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "variance"), 0, 1e-30);
    CHECK_REL(cell(&r, 1, "lacey"), 1 / (1 - 7.0 / 63), 1e-14);
    rig_clear(&r);
    free(s);
}

// Cells of 1, 2, 3 and 6 grains: over all ways to name 4 of the 12 red, the mean of the index is 1 to rounding.
TEST(the_mean_index_of_all_ways_to_mix_is_1)
{
    swarm *s = swarm_make(12);
    rig r = rig_make("mixing");
    const int in[12] = {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3};
    for (int i = 0; i < 12; i++)
        s->position[i] = v3_make(0.25 * in[i] + 0.1, 0.5, 0.5);
    set_text(&r, "of", "red");
    set(&r, "cells", 4, 1, 1);
    set(&r, "least", 1, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    double sum = 0, ways = 0;
    for (int bits = 0; bits < 1 << 12; bits++) {
        if (__builtin_popcount((unsigned)bits) != 4)
            continue;
        for (int i = 0; i < 12; i++)
            s->set[i] = !(bits >> i & 1);
        table_empty(&r.table);
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        sum += cell(&r, 0, "lacey");
        ways += 1;
    }
    CHECK_NEAR(ways, 495, 0);
    CHECK_REL(sum / ways, 1, 1e-12);
    rig_clear(&r);
    free(s);
}

// By volume a red ball of twice the radius is worth 8 blue ones; and the random variance is Stange's.
TEST(shares_by_volume_follow_stange)
{
    swarm *s = swarm_make(64);
    rig r = rig_make("mixing");
    put_lattice(s, 4);
    for (int i = 0; i < 64; i++) {
        s->set[i] = i % 2;
        s->radius[i] = i % 2 ? 0.01 : 0.02;
    }
    set_text(&r, "of", "red");
    set_text(&r, "with", "blue");
    set(&r, "by", 1, 0, 0);
    set(&r, "cell", 0.5, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    const double p = 8.0 / 9, red = 8, blue = 1; // in volumes of a blue one
    const double grain = (1 - p) * red + p * blue, all = 32 * 9;
    CHECK_REL(cell(&r, 0, "share"), p, 1e-14);
    CHECK_REL(cell(&r, 0, "of_random"), p * (1 - p) * grain * 7 / (all - grain), 1e-12);
    rig_clear(&r);
    free(s);
}

TEST(cells_with_few_grains_are_left_out_and_told)
{
    swarm *s = swarm_make(5);
    rig r = rig_make("mixing");
    const double x[5] = {0.1, 0.2, 0.3, 0.7, 1.3}; // the last is outside of the box
    for (int i = 0; i < 5; i++)
        s->position[i] = v3_make(x[i], 0.5, 0.5);
    s->set[1] = 1;
    set_text(&r, "of", "red");
    set(&r, "cells", 2, 1, 1);
    set(&r, "least", 2, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 3, 0);
    CHECK_NEAR(cell(&r, 0, "left_out"), 1, 0);
    CHECK_NEAR(cell(&r, 0, "cells"), 1, 0);
    s->f.ball.count = 0;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK(isnan(cell(&r, 1, "lacey")) && isnan(cell(&r, 1, "share")));
    rig_clear(&r);
    free(s);
}

TEST(what_mixing_refuses)
{
    swarm *s = swarm_make(1);
    rig r = rig_make("mixing");
    set_text(&r, "of", "green");
    set(&r, "cell", 0.5, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "'green'");
    set_text(&r, "of", "red");
    set(&r, "cells", 2, 2, 2);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "both");
    value_of(&r, "cells")->given = false;
    set(&r, "cell", 1e-4, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "1e+12 cells");
    set(&r, "cell", 0.5, 0, 0);
    set_text(&r, "with", "red");
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    s->m.grain_sets = 1; // of the only set, which nothing mixes with
    value_of(&r, "with")->given = false;
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "all grains are those of 'red'");
    s->m.grain_sets = 2;
    set_text(&r, "with", "blue");
    s->m.high.z = INFINITY;
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "no end along z");
    set(&r, "high", 1, 1, -1);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "empty");
    s->m.high.z = 1;
    s->m.boundary[2] = BOUNDARY_PERIODIC;
    set(&r, "high", 1, 1, 2);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "periodic border");
    set(&r, "high", 1, 1, 1);
    CHECK(swarm_begin(&r, s) == SCREE_OK);
    s->m.cell.given = true;
    rig_clear(&r);
    r = rig_make("mixing");
    set_text(&r, "of", "red");
    set(&r, "cell", 0.5, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_OK);
    set(&r, "low", 0, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "the whole cell");
    rig_clear(&r);
    r = rig_make("mixing");
    set_text(&r, "of", "red");
    set(&r, "cell", 0.5, 0, 0);
    s->shape[0].clump.balls = 2;
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "several balls");
    rig_clear(&r);
    free(s);
}

// ---- mean-square-displacement

TEST(displacements_go_on_across_periodic_borders)
{
    swarm *s = swarm_make(3);
    rig r = rig_make("mean-square-displacement");
    s->m.boundary[0] = BOUNDARY_PERIODIC;
    for (int i = 0; i < 3; i++)
        s->position[i] = v3_make(0.9, 0.5, 0.5);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "square"), 0, 0);
    CHECK(isnan(cell(&r, 0, "diffusivity")));
    // by 1.2, 0.2 and -0.8 along x, and 0.3 along z of the last
    s->f.time = 2;
    s->position[0].x = s->position[1].x = s->position[2].x = 0.1;
    s->image[0].x = 2;
    s->image[1].x = 1;
    s->position[2].z = 0.8;
    REQUIRE(swarm_interrupt(&r, s));
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "lag"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "mean_x"), 0.2, 1e-15);
    CHECK_NEAR(cell(&r, 0, "mean_z"), 0.1, 1e-15);
    CHECK_NEAR(cell(&r, 0, "square_x"), (1.44 + 0.04 + 0.64) / 3, 1e-15);
    CHECK_NEAR(cell(&r, 0, "square"), (1.44 + 0.04 + 0.73) / 3, 1e-15);
    const double scatter = (1 + 0 + 1 + 0.01 + 0.01 + 0.04) / 2;
    CHECK_NEAR(cell(&r, 0, "scatter"), scatter, 1e-15);
    CHECK_NEAR(cell(&r, 0, "diffusivity"), scatter / 12, 1e-15);
    const double m = 2.21 / 3;
    const double about = pow(1.44 - m, 2) + pow(0.04 - m, 2) + pow(0.73 - m, 2);
    CHECK_REL(cell(&r, 0, "error"), sqrt(about / 6), 1e-14);
    // one goes, and another comes that nobody follows
    s->id[1] = s->body[1] = 4;
    s->id[2] = s->body[2] = 9;
    REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "grains"), 2, 0);
    CHECK_NEAR(cell(&r, 1, "square"), 0.74, 1e-15);
    rig_clear(&r);
    free(s);
}

// Grains that flow with a sheared cell have gone nowhere, also where its tilt has lost a whole edge and they have crossed
// borders; and what they go beside the flow is told.
TEST(the_flow_of_a_cell_is_taken_off)
{
    swarm *s = swarm_make(200);
    rig r = rig_make("mean-square-displacement");
    v3 in[200];
    rng random = rng_make(7, 0);
    const cell_matrix rate = {{0, 0.3, -0.2, 2, 0.7, 1.1}};
    cell_matrix edges = {{1, 1.5, 1.2, 0.2, -0.1, 0.3}};
    s->m.cell.given = true;
    s->f.cell.deforms = true;
    for (int i = 0; i < 200; i++)
        in[i] = draw_place(&random, v3_make(1, 1, 1));
    set(&r, "from", 0, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    const double dt = 1e-3;
    cell_matrix still = {{0}};
    for (int step = 0; step <= 2000; step++) {
        s->f.time = step * dt;
        s->f.cell.edges = edges;
        for (int i = 0; i < 200; i++) {
            // coordinates of the edges that are reduced now; the place in the brick
            v3 x = cell_times(&edges, in[i]);
            const double third = floor(x.z / edges.of[CELL_ZZ]);
            x = v3_sub(x, cell_times(&edges, v3_make(0, 0, third)));
            const double second = floor(x.y / edges.of[CELL_YY]);
            x = v3_sub(x, cell_times(&edges, v3_make(0, second, 0)));
            x.x -= floor(x.x / edges.of[CELL_XX]) * edges.of[CELL_XX];
            if (i == 0)
                x.x += 0.1 * step / 2000;
            s->position[i] = x;
        }
        if (step % 100 == 0)
            REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        if (step == 1000)
            REQUIRE(swarm_interrupt(&r, s));
        const cell_matrix flow = cell_flow(&edges, &rate, dt);
        edges = cell_add(&edges, dt, &flow);
        s->f.cell.passed = cell_add(&s->f.cell.passed, dt, &rate);
        cell_matrix before = edges;
        cell_reduce(&edges, &still);
        // the same points in the reduced edges
        const cell_matrix change = cell_divide(&edges, &before);
        for (int i = 0; i < 200; i++)
            in[i] = cell_times(&change, in[i]);
    }
    const int64_t last = r.table.rows - 1;
    CHECK(s->f.cell.passed.of[CELL_XY] > 3.9); // the tilt has lost several edges
    CHECK_NEAR(cell(&r, last, "mean_x"), 0.1 / 200, 1e-12);
    CHECK_NEAR(cell(&r, last, "square_x"), 0.01 / 200, 1e-12);
    CHECK_NEAR(cell(&r, last, "square_y"), 0, 1e-20);
    CHECK_NEAR(cell(&r, last, "square_z"), 0, 1e-20);
    rig_clear(&r);
    free(s);
}

// ---- radial-distribution

// A cubic lattice that is periodic: 6 neighbours at 1, 12 at sqrt 2, 8 at sqrt 3 and 6 at 2 of its spacing.
TEST(a_lattice_has_its_shells)
{
    swarm *s = swarm_make(512);
    rig r = rig_make("radial-distribution");
    put_lattice(s, 8);
    for (int axis = 0; axis < 3; axis++)
        s->m.boundary[axis] = BOUNDARY_PERIODIC;
    set(&r, "reach", 2.1 / 8, 0, 0);
    set(&r, "bins", 21, 0, 0);
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int i = 0; i < 512; i++) // not in the middle of a bin's border
        s->position[i] =
            v3_make(fmod(s->position[i].x + 0.3, 1), s->position[i].y, s->position[i].z);
    for (int i = 0; i < 512; i++)
        s->position[i].x *= 1 + 1e-12;
    for (int k = 0; k < 9; k++) {
        s->f.time = k;
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
        if (k == 4)
            REQUIRE(swarm_interrupt(&r, s));
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    const double up_to[] = {0.99, 6, 1.39, 6, 1.49, 18, 1.69, 18, 1.79, 26, 2.09, 32};
    for (int k = 2; k < 12; k += 2) {
        const int bin = (int)floor(up_to[k] * 10);
        CHECK_NEAR(cell(&r, bin, "neighbours"), up_to[k + 1], 1e-9);
    }
    CHECK_NEAR(cell(&r, 5, "g"), 0, 0);
    const double low = 1.4 / 8, high = 1.5 / 8; // the shell of sqrt 2
    const double shell = 4.0 / 3 * pi * (high * high * high - low * low * low);
    CHECK_REL(cell(&r, 14, "g"), 12 / (511 * shell), 1e-12);
    CHECK_NEAR(cell(&r, 14, "error"), 0, 1e-12);
    CHECK_NEAR(cell(&r, 14, "pairs"), 512 * 12, 0);
    rig_clear(&r);
    free(s);
}

// Points that are uniform and know nothing of each other have g = 1 in all bins, whatever ends the box has.
static void check_uniform(int dimensions, bool periodic_y)
{
    swarm *s = swarm_make(400);
    rig r = rig_make("radial-distribution");
    rng random = rng_make(11, (uint64_t)dimensions);
    double largest = 0, sum = 0;
    s->m.dimensions = dimensions;
    s->m.high = v3_make(1, 0.8, 0.6);
    if (periodic_y)
        s->m.boundary[1] = BOUNDARY_PERIODIC;
    set(&r, "reach", periodic_y ? 0.4 : 0.6, 0, 0);
    set(&r, "bins", 6, 0, 0);
    set_text(&r, "set", "red");
    set_text(&r, "with", periodic_y ? "blue" : "red");
    REQUIRE(swarm_begin(&r, s) == SCREE_OK);
    for (int k = 0; k < 64; k++) {
        s->f.time = k;
        for (int i = 0; i < 400; i++) {
            s->position[i] = draw_place(&random, v3_make(1, 0.8, dimensions == 3 ? 0.6 : 0));
            s->set[i] = i < 150;
        }
        REQUIRE(swarm_sample(&r, s) == SCREE_OK);
    }
    REQUIRE(swarm_finish(&r, s) == SCREE_OK);
    for (int bin = 0; bin < 6; bin++) {
        const double error = cell(&r, bin, "error");
        const double off = (cell(&r, bin, "g") - 1) / error;
        CHECK(error > 0 && error < 0.05);
        largest = fmax(largest, fabs(off));
        sum += off * off;
    }
    CHECK(largest < 4);
    CHECK(sum > 0.2 && sum < 24);
    rig_clear(&r);
    free(s);
}

TEST(uniform_points_have_no_structure)
{
    check_uniform(3, false);
    check_uniform(3, true);
    check_uniform(2, false);
    check_uniform(2, true);
}

TEST(what_a_radial_distribution_refuses)
{
    swarm *s = swarm_make(2);
    rig r = rig_make("radial-distribution");
    s->m.boundary[0] = BOUNDARY_PERIODIC;
    set(&r, "reach", 0.6, 0, 0);
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "0.5 m");
    set(&r, "reach", 0.5, 0, 0);
    set_text(&r, "with", "red");
    CHECK(swarm_begin(&r, s) == SCREE_BAD_INPUT); // `set` is all of them
    CHECK_HAS(r.error.what, "among those");
    set_text(&r, "set", "blue");
    CHECK(swarm_begin(&r, s) == SCREE_OK);
    rig_clear(&r);
    free(s);
}
TEST_MAIN
