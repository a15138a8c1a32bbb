// test_probes.c - probes of slices, planes and regions, and means; each by a frame that is filled by hand.
#include "probe_fixture.h"

TEST(a_cut_ball_has_its_volume)
{
    const double volume = 4.0 / 3 * pi;
    CHECK_REL(slab_ball(0.3, 1, -5, 5), volume, 1e-15);
    CHECK_REL(slab_ball(0, 1, 0, 7), 0.5 * volume, 1e-15);
    CHECK_REL(slab_ball(0, 1, 0.5, 2), pi * 0.25 / 3 * 2.5,
              1e-14); // cap of height h: pi h^2 (3 R - h)/3
    CHECK_NEAR(slab_ball(0, 1, 1, 2), 0, 0);
    CHECK_NEAR(slab_ball(0, 1, -3, -1), 0, 0);
    double sum = 0;
    for (int i = -12; i < 12; i++)
        sum += slab_ball(0.037, 1, 0.1 * i, 0.1 * (i + 1));
    CHECK_REL(sum, volume, 1e-14);
}

TEST(a_cut_disk_has_its_area)
{
    CHECK_REL(slab_disk(0, 2, -5, 5), 4 * pi, 1e-15);
    CHECK_REL(slab_disk(0, 2, 0, 5), 2 * pi, 1e-15);
    CHECK_REL(slab_disk(0, 1, 0.5, 1), pi / 3 - sqrt(3.0) / 4,
              1e-14); // circular segment of 120 degrees
}

TEST(disks_have_a_lens_in_common)
{
    CHECK_NEAR(slab_lens(1, 2, 3), 0, 0);
    CHECK_REL(slab_lens(1, 2, 1), pi, 1e-15);
    CHECK_REL(slab_lens(2, 1, 0.3), pi, 1e-15);
    CHECK_REL(slab_lens(1, 1, 1), 2 * pi / 3 - sqrt(3.0) / 2, 1e-14);
    // a disk whose centre is on the border of another that is sqrt 2 times as large, and half of it outside of the chord
    CHECK_REL(slab_lens(1, sqrt(2.0), 1), pi - 1, 1e-14);
}

TEST(a_tube_cuts_a_ball)
{
    const double ball = 4.0 / 3 * pi;
    CHECK_REL(slab_tube(1, 5, 0, -2, 2), ball, 1e-7);
    CHECK_NEAR(slab_tube(1, 0.5, 2, -2, 2), 0, 0);
    // around its own axis what is left is the bead of a sphere: 4/3 pi (R^2 - a^2)^(3/2)
    for (double a = 0.1; a < 1; a += 0.2)
        CHECK_NEAR(slab_tube(1, a, 0, -2, 2) / ball, 1 - pow(1 - a * a, 1.5), 2e-4);
    CHECK_NEAR(slab_tube(1, 1000, 1000, -2, 2) / ball, 0.5, 1e-3);
    CHECK_REL(slab_tube(1, 5, 0, 0, 2), 0.5 * ball, 1e-7);
}

// A solid body that turns about a line through (0.5, 0.5) moves around alone, and each ball is in the rings as a whole.
TEST(rings_around_an_axis)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("radial-profile");
    set(&r, "point", 0.5, 0.5, 7);
    set(&r, "radius", 0.4, 0, 0);
    set(&r, "bins", 4, 0, 0);
    set(&r, "fixed", 1, 0, 0);
    b.position[0] = v3_make(0.5, 0.72, 0.25);
    b.position[1] = v3_make(0.35, 0.5, 0.75);
    b.velocity[0] = v3_make(-0.22 * 3, 0.5, 0.1); // outwards by 0.5, along the axis by 0.1
    b.velocity[1] = v3_make(0, -0.15 * 3, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    for (int k = 0; k < 10; k++) {
        b.f.time = k;
        REQUIRE(sample(&r, &b) == SCREE_OK);
    }
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "radius"), 0.15, 1e-15);
    CHECK_NEAR(cell(&r, 2, "velocity_around"), 0.22 * 3, 1e-14);
    CHECK_NEAR(cell(&r, 2, "velocity_out"), 0.5, 1e-14);
    CHECK_NEAR(cell(&r, 2, "velocity_along"), 0.1, 1e-14);
    CHECK_NEAR(cell(&r, 1, "velocity_around"), 0.15 * 3, 1e-14);
    CHECK_NEAR(cell(&r, 1, "velocity_around_error"), 0, 1e-14);
    double volume = 0, mass = 0;
    for (int row = 0; row < 4; row++) {
        const double ring = pi * 0.01 * (2 * row + 1) * 2;
        volume += ring * cell(&r, row, "solid_fraction");
        mass += ring * cell(&r, row, "density");
    }
    CHECK_REL(volume, 3 * 4.0 / 3 * pi * 1e-3,
              1e-3); // the fixed one sits on the axis, over the border of z
    CHECK_REL(mass, 4, 1e-3);
    CHECK_NEAR(cell(&r, 0, "solid_fraction"), 1e-3 * 4.0 / 3 * pi / (pi * 0.01 * 2), 2e-2);
    rig_clear(&r);
}

TEST(the_profile_averages_over_slices_and_samples)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("velocity-profile");
    set(&r, "bins", 4, 0, 0);
    set(&r, "from", 1, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(r.is->averages);
    b.f.time = 0.5; // too early: does not count
    CHECK(sample(&r, &b) == SCREE_OK);
    b.f.time = 1;
    CHECK(sample(&r, &b) == SCREE_OK);
    b.velocity[0] = v3_make(4, 0, 0);
    b.position[1].z = 0.3; // both in the first slice now
    b.f.time = 2;
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    REQUIRE(r.table.rows == 4);
    CHECK_NEAR(cell(&r, 0, "position"), 0.25, 0);
    CHECK_NEAR(cell(&r, 0, "grains"), 1.5, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_x"), (2 + 4 - 1) / 3.0, 1e-15);
    // the second sample has 4 and -1 about 1.5, and 0 and 0.5 about 0.25: one degree of freedom in each of 3
    // dimensions; the first has a grain alone, which has no temperature
    CHECK_NEAR(cell(&r, 0, "temperature"), (2 * 2.5 * 2.5 + 2 * 0.25 * 0.25) / 3, 1e-14);
    CHECK(isnan(cell(&r, 1, "temperature")));
    CHECK_NEAR(cell(&r, 1, "velocity_z"), 0.5, 0);
    CHECK(isnan(cell(&r, 3, "velocity_x")));
    double ball = 4.0 / 3 * pi * 1e-3;
    CHECK_REL(cell(&r, 0, "solid_fraction"), (ball + 2 * ball) / 2 / 0.5, 1e-13);
    CHECK_REL(cell(&r, 0, "density"), (1 + 4) / 2.0 / 0.5, 1e-13);
    CHECK(isnan(cell(&r, 0, "velocity_x_error"))); // two samples tell none
    rig_clear(&r);
}

TEST(the_profile_cuts_balls_at_slices_and_borders)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("velocity_profile"); // '_' and '-' are the same
    set(&r, "bins", 2, 0, 0);
    set(&r, "fixed", 1, 0, 0);
    set_text(&r, "set", "bottom");
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    // The fixed ball at z = 1.95 reaches 0.05 over the periodic border at 2.
    double cap = pi * 0.05 * 0.05 * (0.3 - 0.05) / 3, ball = 4.0 / 3 * pi * 1e-3;
    CHECK_REL(cell(&r, 0, "solid_fraction"), cap, 1e-12);
    CHECK_REL(cell(&r, 1, "solid_fraction"), ball - cap, 1e-12);
    CHECK_NEAR(cell(&r, 1, "grains"), 1, 0);
    rig_clear(&r);
}

// Corners in the plane say nothing of z.
TEST(a_profile_within_corners)
{
    bench b;
    bench_make(&b);
    b.m.dimensions = 2;
    for (int i = 0; i < GRAINS; i++) {
        b.position[i].y = 0.2 + 0.25 * i;
        b.position[i].z = 0;
    }
    rig r = rig_make("velocity-profile");
    set_text(&r, "axis", "x");
    set(&r, "bins", 1, 0, 0);
    set(&r, "corner_low", 0, 0.3, 0);
    set(&r, "corner_high", 1, 0.8, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    REQUIRE(r.is->finish(&r.c, &b.m, r.state, &r.table, &r.error) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 1, 0); // the second: the first is below, the third is fixed
    CHECK_NEAR(cell(&r, 0, "velocity_x"), -1, 0);
    CHECK_REL(cell(&r, 0, "solid_fraction"), pi * 0.01 / 0.5, 1e-12);
    rig_clear(&r);
}

TEST(the_profile_goes_on_after_an_interruption)
{
    bench b;
    bench_make(&b);
    rig whole = rig_make("velocity-profile"), first = rig_make("velocity-profile"),
        second = rig_make("velocity-profile");
    probe_memory memory = {0};
    REQUIRE(begin(&whole, &b) == SCREE_OK && begin(&first, &b) == SCREE_OK &&
            begin(&second, &b) == SCREE_OK);
    CHECK(sample(&whole, &b) == SCREE_OK && sample(&first, &b) == SCREE_OK);
    CHECK(first.is->save(first.state, &memory));
    CHECK(second.is->load(second.state, memory.value, memory.count));
    CHECK(!second.is->load(second.state, memory.value, memory.count - 1));
    b.velocity[0].x = 5;
    CHECK(sample(&whole, &b) == SCREE_OK && sample(&second, &b) == SCREE_OK);
    CHECK(whole.is->finish(&whole.c, &b.m, whole.state, &whole.table, &whole.error) == SCREE_OK);
    CHECK(second.is->finish(&second.c, &b.m, second.state, &second.table, &second.error) ==
          SCREE_OK);
    REQUIRE(whole.table.rows == 20 && second.table.rows == 20);
    CHECK(!memcmp(whole.table.value, second.table.value,
                  (size_t)(20 * whole.table.columns) * sizeof(double)));
    free(memory.value);
    rig_clear(&whole);
    rig_clear(&first);
    rig_clear(&second);
}

TEST(a_profile_of_nothing_is_refused)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("velocity-profile");
    set(&r, "low", 3, 0, 0);
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "from 3 m to 2 m is empty");
    set(&r, "low", 0, 0, 0);
    set_text(&r, "axis", "w");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.hint, "x, y or z");
    set_text(&r, "axis", "y");
    set_text(&r, "set", "flov");
    CHECK(begin(&r, &b) == SCREE_BAD_INPUT);
    CHECK_HAS(r.error.what, "flov");
    rig_clear(&r);
}

TEST(flow_counts_crossings_of_the_plane)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate");
    set_text(&r, "axis", "z");
    set(&r, "at", 0.5, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 0, 0);
    b.f.time = 0.5;
    b.position[0].z = 0.6; // 1 kg upwards
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "grains"), 1, 0);
    CHECK_NEAR(cell(&r, 1, "mass_rate"), 2, 1e-15);
    b.f.time = 1;
    b.position[1].z = 0.1; // 3 kg downwards
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 2, "mass"), -3, 0);
    CHECK_NEAR(cell(&r, 2, "mass_total"), -2, 0);
    b.position[1].z = 1.9; // over the periodic border: not through the plane
    b.image[1].z = -1;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 3, "grains"), 0, 0);
    rig_clear(&r);
}

TEST(flow_sees_the_plane_at_the_border)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate");
    set_text(&r, "axis", "z");
    set(&r, "at", 0, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    b.position[0].z = 1.9; // downwards over the border
    b.image[0].z = -1;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "grains"), -1, 0);
    rig_clear(&r);
}

// Further than half of the domain between two samples, and round it several times.
TEST(flow_counts_what_goes_far_between_two_samples)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate");
    set_text(&r, "axis", "z");
    set(&r, "at", 0.5, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    b.position[0].z = 1.75; // 1.5 of 2 m upwards, not 0.5 m downwards
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "mass"), 1, 0);
    b.image[0].z = 3; // thrice round, to where it was
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 2, "mass"), 3, 0);
    b.position[1].z = 0.25; // 3 kg downwards, and twice round
    b.image[1].z = -2;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 3, "mass"), -9, 0);
    rig_clear(&r);
}

// States of versions that did not keep how often borders were crossed: the nearest way, once.
TEST(flow_takes_older_states)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate");
    const double saved[] = {0, 7, 8, 0, 0, 0, 2, 0.25, 3, 0.75};
    set_text(&r, "axis", "z");
    set(&r, "at", 0.5, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    REQUIRE(r.is->load(r.state, saved, 10));
    b.f.time = 1;
    b.image[0].z = 40;
    b.position[0].z = 0.6;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains_total"), 8, 0);
    b.image[0].z = 42;
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 1, "grains_total"), 10, 0);
    CHECK(!r.is->load(r.state, saved, 9));
    rig_clear(&r);
}

TEST(flow_goes_on_after_an_interruption)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("flow-rate"), again = rig_make("flow-rate");
    probe_memory memory = {0};
    set(&r, "at", 0.55, 0, 0);
    set(&again, "at", 0.55, 0, 0);
    REQUIRE(begin(&r, &b) == SCREE_OK && begin(&again, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK(r.is->save(r.state, &memory));
    CHECK(again.is->load(again.state, memory.value, memory.count));
    b.position[1].x = 0.6;
    CHECK(sample(&again, &b) == SCREE_OK);
    CHECK_NEAR(cell(&again, 0, "mass"), 3, 0);
    free(memory.value);
    rig_clear(&r);
    rig_clear(&again);
}

TEST(a_region_knows_what_is_in_it)
{
    bench b;
    bench_make(&b);
    rig r = rig_make("region");
    set(&r, "low", 0, 0, 0);
    set(&r, "high", 1, 1, 1);
    REQUIRE(begin(&r, &b) == SCREE_OK);
    CHECK(sample(&r, &b) == SCREE_OK);
    CHECK_NEAR(cell(&r, 0, "grains"), 2, 0);
    CHECK_NEAR(cell(&r, 0, "mass"), 4, 0);
    CHECK_NEAR(cell(&r, 0, "velocity_x"), (2 - 3) / 4.0, 1e-15);
    CHECK_NEAR(cell(&r, 0, "temperature"), 2 * (1.5 * 1.5 + 0.25 * 0.25) / 3, 1e-15);
    CHECK_REL(cell(&r, 0, "solid_fraction"), 8.0 / 3 * pi * 1e-3, 1e-14);
    set(&r, "high", 1, 0, 1);
    rig empty = rig_make("region");
    set(&empty, "low", 0, 0, 0);
    set(&empty, "high", 1, 0, 1);
    CHECK(begin(&empty, &b) == SCREE_BAD_INPUT);
    rig_clear(&r);
    rig_clear(&empty);
}

// Grains whose velocity components are drawn with the variance 4 about a mean flow of 1e6 m/s: two and three of them in
// one slice or box at a time. The mean over many samples is the variance that was drawn, not (1 - 1/n) times it.
TEST(a_temperature_has_no_bias_however_few_grains_there_are)
{
    enum { SAMPLES = 20000 };
    for (int grains = 2; grains <= 3; grains++) {
        bench b;
        bench_make(&b);
        b.f.ball.count = grains;
        b.mass[2] = 7;
        b.position[2].z = 1;
        rng random = rng_make(11, (uint64_t)grains);
        rig profile = rig_make("velocity-profile"), box = rig_make("region");
        set(&profile, "bins", 1, 0, 0);
        set(&box, "low", 0, 0, 0);
        set(&box, "high", 1, 1, 2);
        REQUIRE(begin(&profile, &b) == SCREE_OK && begin(&box, &b) == SCREE_OK);
        double boxes = 0;
        for (int k = 0; k < SAMPLES; k++) {
            for (int i = 0; i < grains; i++) {
                const double spread = 2 * sqrt(12.0); // of a uniform number with the variance 4
                double x = spread * (rng_uniform(&random) - 0.5),
                       y = spread * (rng_uniform(&random) - 0.5),
                       z = spread * (rng_uniform(&random) - 0.5);
                b.velocity[i] = v3_make(1e6 + x, y, z);
            }
            b.f.time = k;
            REQUIRE(sample(&profile, &b) == SCREE_OK && sample(&box, &b) == SCREE_OK);
            boxes += cell(&box, k, "temperature") / SAMPLES;
        }
        REQUIRE(profile.is->finish(&profile.c, &b.m, profile.state, &profile.table,
                                   &profile.error) == SCREE_OK);
        CHECK_REL(boxes, 4, 0.03);
        CHECK_REL(cell(&profile, 0, "temperature"), 4, 0.03);
        rig_clear(&profile);
        rig_clear(&box);
    }
}

TEST(means_over_nothing_are_no_numbers)
{
    bench b;
    bench_make(&b);
    rig contacts = rig_make("contacts"), flow = rig_make("flow-rate"),
        profile = rig_make("velocity-profile"), box = rig_make("region");
    set(&flow, "at", 0.5, 0, 0);
    set(&box, "low", 0, 0, 0);
    set(&box, "high", 1, 1, 2);
    REQUIRE(begin(&contacts, &b) == SCREE_OK && begin(&flow, &b) == SCREE_OK);
    REQUIRE(begin(&profile, &b) == SCREE_OK && begin(&box, &b) == SCREE_OK);
    CHECK(sample(&contacts, &b) == SCREE_OK);
    CHECK_NEAR(cell(&contacts, 0, "contacts"), 0, 0); // counted, and there is none
    CHECK_NEAR(cell(&contacts, 0, "coordination"), 0, 0);
    CHECK(isnan(cell(&contacts, 0, "overlap_mean")) && isnan(cell(&contacts, 0, "overlap_max")));
    CHECK(isnan(cell(&contacts, 0, "force_mean")) && isnan(cell(&contacts, 0, "force_max")));
    CHECK(sample(&flow, &b) == SCREE_OK);
    CHECK(isnan(cell(&flow, 0, "mass_rate")) && cell(&flow, 0, "grains") == 0);
    b.f.ball.count = 0;
    CHECK(sample(&contacts, &b) == SCREE_OK && sample(&profile, &b) == SCREE_OK &&
          sample(&box, &b) == SCREE_OK);
    CHECK(isnan(cell(&contacts, 1, "coordination")) && isnan(cell(&contacts, 1, "floating")));
    CHECK(isnan(cell(&box, 0, "temperature")) && isnan(cell(&box, 0, "velocity_x")) &&
          cell(&box, 0, "grains") == 0);
    REQUIRE(profile.is->finish(&profile.c, &b.m, profile.state, &profile.table, &profile.error) ==
            SCREE_OK);
    CHECK(cell(&profile, 0, "grains") == 0 && isnan(cell(&profile, 0, "temperature")));
    rig_clear(&contacts);
    rig_clear(&flow);
    rig_clear(&profile);
    rig_clear(&box);
}

TEST_MAIN
