// test_iterations.c - the rules for sweeps, warm starts and steps of the nonsmooth solver against the numbers of seed
// 002 and of the prototype from which the rules were measured. label: sanitize
#include "harness.h"
#include "nonsmooth/iterations.h"

static model_nonsmooth usual(double tolerance, double warm)
{
    model_nonsmooth s = model_nonsmooth_default;
    s.tolerance = tolerance;
    s.warm = warm;
    s.most = 1000000;
    return s;
}

static int64_t sweeps(double tolerance, double warm, double sag, double layers)
{
    model_nonsmooth s = usual(tolerance, warm);
    return iterations_choose(&s, (iteration_load){sag, layers, 0, 0}).sweeps;
}

// Seed 002 (35.7): 0.1 n / tolerance, which is right along the load for a h^2/d = 0.017; colours take twice that. Its
// example: 0.1 m of grains of 1 cm are ten layers, so 100 at a tolerance of 1 %.
TEST(the_rule_of_the_seed)
{
    for (double n = 10; n <= 1000; n *= 10)
        for (double tolerance = 0.001; tolerance < 0.1; tolerance *= 3)
            CHECK_REL((double)sweeps(tolerance, 0, 0.017, n), 2 * 0.1 * n / tolerance, 0.015);
    CHECK(sweeps(0.01, 0, 0.017, 10) == 202);
}

// Cold, half the step needs a quarter of the sweeps; twice the depth, or half the error, twice as many.
TEST(how_sweeps_grow)
{
    int64_t once = sweeps(0.01, 0, 0.016, 64);
    CHECK(labs(sweeps(0.01, 0, 0.004, 64) - once / 4) <= 1 && labs(sweeps(0.01, 0, 0.016, 128) - 2 * once) <= 1);
    CHECK(labs(sweeps(0.005, 0, 0.016, 64) - 2 * once) <= 1);
    model_nonsmooth s = usual(0.01, 0);
    const iteration_load load = {0.016, 64, 0, 0}, damped = {0.016, 64, 4.5, 0}, more = {0.016, 64, 9.25, 0};
    CHECK(iterations_choose(&s, damped).sweeps == once); // no more than the settings ask for anyhow
    CHECK(labs(iterations_choose(&s, more).sweeps - 2 * once) <= 1);
    s.settling = 0;
    CHECK_REL(19 * (double)iterations_choose(&s, load).sweeps, (double)once, 0.02);
}

// At the longest step, where gravity makes an overlap of the tolerance, sequential cold sweeps that were found to do:
// 5 n, 6.4 n, 7.5 n and 8.3 n of columns of 10, 20, 40 and 80, for any tolerance. The rule is a bound above that.
TEST(columns_at_the_longest_step)
{
    static const double n[] = {10, 20, 40, 80}, found[] = {5, 6.4, 7.5, 8.3};
    for (double tolerance = 0.005; tolerance < 0.03; tolerance *= 2) {
        model_nonsmooth s = usual(tolerance, 0);
        double h = iterations_longest_step(&s, 9.81, 0.01), sag = 9.81 * h * h / 0.01;
        CHECK_REL(sag, 2 * tolerance, 1e-12);
        for (int i = 0; i < 4; i++) {
            double sequential = 0.5 * (double)sweeps(tolerance, 0, sag, n[i]) / n[i];
            CHECK_REL(sequential, 11.875, 0.01);
            CHECK(sequential > found[i] && sequential < 2.5 * found[i]);
        }
    }
    model_nonsmooth s = usual(0.01, 0);
    CHECK(isinf(iterations_longest_step(&s, 0, 0.01)));
}

// Seed 002 (35.7), its example of a load: 78.5 m/s^2 on grains of 1 cm allow 1.6 ms, 7854 m/s^2 0.16 ms.
TEST(steps_under_a_load)
{
    model_nonsmooth s = usual(0.01, 0);
    CHECK_NEAR(iterations_longest_step(&s, 78.54, 0.01), 1.6e-3, 1e-5);
    CHECK_NEAR(iterations_longest_step(&s, 7854, 0.01), 0.16e-3, 1e-6);
}

TEST(warm_starts)
{
    model_nonsmooth s = usual(0.01, NAN);
    CHECK(iterations_warm(&s, 80, 40) == 1 && iterations_warm(&s, 79, 40) == 0.85);
    CHECK(iterations_warm(&s, 14, 40) == 0.85 && iterations_warm(&s, 13, 40) == 0.7);
    s.warm = 0.3;
    CHECK(iterations_warm(&s, 80, 40) == 0.3);
    // what is left over of a step that begins with f of the last one: 1 - f of what it would be
    const iteration_load load = {0.01, 50, 0, 0};
    CHECK_REL(iterations_error(&s, load, 0.85, 20), 0.15 * iterations_error(&s, load, 0, 20), 1e-12);
}

// What is chosen keeps the tolerance, is stable, and asks for no more than whole impulses need.
TEST(what_is_chosen)
{
    for (double n = 1; n < 2000; n *= 1.3)
        for (double sag = 1e-5; sag < 1; sag *= 2) {
            model_nonsmooth s = usual(0.01, NAN);
            iteration_choice c = iterations_choose(&s, (iteration_load){sag, n, 0, 0});
            double per_layer = (double)c.sweeps / n;
            CHECK(c.sweeps >= 8 && c.error <= s.tolerance);
            CHECK(per_layer >= 1.0 / 3 && (c.sweeps == 8 || per_layer <= 2.5 + 1 / n));
            CHECK(c.warm == (per_layer >= 2 ? 1 : 0.85));
            s.most = 30; // too few for much: what is left over is told
            c = iterations_choose(&s, (iteration_load){sag, n, 0, 0});
            CHECK(c.sweeps <= 30 && (c.sweeps < 30 || c.warm < 1 || n <= 15));
            s.iterations = 12;
            CHECK(iterations_choose(&s, (iteration_load){sag, n, 0, 0}).sweeps == 12);
        }
    CHECK(sweeps(0.01, 1, 0.001, 40) == 100); // whole impulses by hand: stable from there on
    CHECK(sweeps(0.01, 0.9, 0.001, 40) == 40 && sweeps(0.01, 0.85, 0.001, 40) == 14 &&
          sweeps(0.01, 0.7, 1e-9, 40) == 8);
}

// Stacks take more, the harder they are, with whole impulses, and are not stopped before those are stable: columns of 4
// and 10 cubes of 10 GPa and 10 cm in steps of 1.5, 3 and 6 ms were found to stand from so many sweeps a layer on.
TEST(stacks)
{
    static const struct {
        double n, hardness, found;
    } column[] = {{4, 66, 3}, {4, 264, 8}, {4, 1060, 16}, {10, 90, 3}, {10, 357, 6}, {10, 1430, 28}};
    model_nonsmooth s = usual(0.01, NAN);
    for (int i = 0; i < 6; i++) {
        iteration_choice c = iterations_choose(&s, (iteration_load){1e-3, column[i].n, 0, column[i].hardness});
        CHECK(c.warm == 1 && (double)c.sweeps >= column[i].found * column[i].n);
        CHECK_REL((double)c.least / (double)c.sweeps, 0.8, 0.06);
    }
    CHECK(iterations_choose(&s, (iteration_load){1e-3, 10, 0, 1}).sweeps == 25); // soft ones: as chains
    s.most = 100; // too few for whole impulses of ten hard layers: no more than are stable
    iteration_choice c = iterations_choose(&s, (iteration_load){1e-3, 10, 0, 1600});
    CHECK(c.sweeps == 100 && c.warm == 0.85 && c.least == 53);
    c = iterations_choose(&s, (iteration_load){1e-3, 10, 0, 0});
    CHECK(c.warm == 0.85 && c.least == 3);
}

TEST_MAIN
