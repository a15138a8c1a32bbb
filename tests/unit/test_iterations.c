// test_iterations.c - the rules for sweeps, warm starts and steps of the nonsmooth solver against the numbers of the AGX
// manual and of the prototype from which the rules were measured. label: sanitize
#include "harness.h"
#include "nonsmooth/iterations.h"

#include <math.h>

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
    return iterations_choose(&s, (iteration_load){sag, layers, 0, 0, 0}).sweeps;
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
    CHECK(labs(sweeps(0.01, 0, 0.004, 64) - once / 4) <= 1 &&
          labs(sweeps(0.01, 0, 0.016, 128) - 2 * once) <= 1);
    CHECK(labs(sweeps(0.005, 0, 0.016, 64) - 2 * once) <= 1);
    model_nonsmooth s = usual(0.01, 0);
    const iteration_load load = {0.016, 64, 0, 0, 0}, damped = {0.016, 64, 0, 4.5, 0},
                         more = {0.016, 64, 0, 9.25, 0};
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

// e s ((1 - f) + c) >= 1 with c = 0.4 N / n^2.
static void check_stable(const model_nonsmooth *s, double n, iteration_choice c)
{
    double carried = fmin(0.4 * (double)c.sweeps / (n * n), 1);
    CHECK_MSG(1.25 * c.settling * (1 - c.warm + carried) >= 1 - 1e-9,
              "%g layers, %lld sweeps, f = %g, s = %g", n, (long long)c.sweeps, c.warm, c.settling);
    CHECK(isnan(s->settling) ? c.settling >= 4.5 : c.settling == s->settling);
}

TEST(warm_starts)
{
    model_nonsmooth s = usual(0.01, NAN);
    const iteration_load load = {0.01, 50, 0, 0, 0};
    CHECK(iterations_warm(&s, load, 8) == 1);
    s.settling = 4.5; // by hand: what it leaves room for
    CHECK_NEAR(iterations_warm(&s, load, 50), 1 + 0.4 / 50 - 1 / (1.25 * 4.5), 1e-12);
    CHECK(iterations_warm(&s, load, 1200) == 1);
    s.settling = 1;
    CHECK(iterations_warm(&s, load, 8) == 0.7);
    s.warm = 0.3;
    CHECK(iterations_warm(&s, load, 80) == 0.3);
    // what is left over of a step that begins with f of the last one: 1 - f of what it would be
    CHECK_REL(iterations_error(&s, load, 0.85, 20), 0.15 * iterations_error(&s, load, 0, 20),
              1e-12);
}

// Whole impulses with a settling time that keeps them stable, however few sweeps there may be.
TEST(what_is_chosen)
{
    for (double n = 1; n < 2000; n *= 1.3)
        for (double sag = 1e-5; sag < 1; sag *= 8) {
            model_nonsmooth s = usual(0.01, NAN);
            iteration_choice c = iterations_choose(&s, (iteration_load){sag, n, 0, 0, 0});
            CHECK(c.warm == 1 && c.error == 0 && c.least == 0);
            CHECK(c.sweeps == (int64_t)fmax(8, ceil(1.25 * n)));
            check_stable(&s, n, c);
            s.most = 30;
            c = iterations_choose(&s, (iteration_load){sag, n, 0, 0, 0});
            CHECK(c.sweeps <= 30 && c.warm == 1);
            check_stable(&s, n, c);
            s.iterations = 12;
            c = iterations_choose(&s, (iteration_load){sag, n, 0, 0, 0});
            CHECK(c.sweeps == 12);
            check_stable(&s, n, c);
        }
    CHECK(sweeps(0.0025, NAN, 0.001, 40) == 100 && sweeps(0.01, 1, 0.001, 40) == 50);
    CHECK(sweeps(0.01, 0.7, 1e-9, 40) == 8);
}

// By hand, the settling time asks for sweeps, if f is to be above what it leaves room for.
TEST(settling_by_hand)
{
    model_nonsmooth s = usual(0.01, 1);
    s.settling = 20; // 1/(e s) = 0.04
    iteration_choice c = iterations_choose(&s, (iteration_load){1e-3, 40, 0, 0, 0});
    CHECK(c.sweeps == 160 && c.least >= 159);
    check_stable(&s, 40, c);
    s.warm = NAN;
    c = iterations_choose(&s, (iteration_load){1e-6, 40, 0, 0, 0});
    CHECK(c.sweeps == 8 && c.warm < 1);
    check_stable(&s, 40, c);
}

// A body of 12 times the mass of those below it, on four of them, is 6 layers more. A heavier one has its sweeps mixed,
// as many as it takes, with the settling time of what is carried at once: but not in single precision or without
// weight, which is carried as by hand.
TEST(heavy_bodies)
{
    model_nonsmooth s = usual(0.01, NAN);
    const iteration_load heavy = {1e-3, 10, 25, 0, 0}, weightless = {0, 10, 25, 0, 0};
    iteration_choice c = iterations_choose(&s, (iteration_load){1e-3, 10, 3, 0, 0});
    CHECK(!c.mixed && c.sweeps == (int64_t)ceil(1.25 * sqrt(10 * 16.0)));
    check_stable(&s, sqrt(10 * 16.0), c);
    c = iterations_choose(&s, heavy);
    CHECK(c.mixed && c.sweeps == 13 && c.warm == 1 && c.settling == 4.5);
    CHECK(!iterations_choose(&s, weightless).mixed);
    s.single = true;
    c = iterations_choose(&s, heavy);
    CHECK(!c.mixed && c.sweeps == (int64_t)ceil(1.25 * sqrt(10 * 60.0)));
    check_stable(&s, sqrt(10 * 60.0), c);
    s.single = false;
    s.iterations = 100;
    CHECK(!iterations_choose(&s, heavy).mixed);
}

// Stacks take more, the harder they are, with whole impulses, and are not stopped before those are stable: columns of 4
// and 10 cubes of 10 GPa and 10 cm in steps of 1.5, 3 and 6 ms were found to stand from so many sweeps a layer on. Those
// of single precision do; others are mixed, and expected to be as many.
TEST(stacks)
{
    static const struct {
        double n, hardness, found;
    } column[] = {{4, 66, 3},  {4, 264, 8},  {4, 1060, 16},
                  {10, 90, 3}, {10, 357, 6}, {10, 1430, 28}};
    model_nonsmooth s = usual(0.01, NAN);
    for (int i = 0; i < 6; i++) {
        const iteration_load load = {1e-3, column[i].n, 0, 0, column[i].hardness};
        s.single = false;
        const iteration_choice mixed = iterations_choose(&s, load);
        s.single = true;
        iteration_choice c = iterations_choose(&s, load);
        CHECK(mixed.mixed && mixed.settling == 4.5 && llabs(mixed.sweeps - c.sweeps) <= 1);
        CHECK(c.warm == 1 && (double)c.sweeps >= column[i].found * column[i].n);
        CHECK_REL((double)c.least / (double)c.sweeps, 0.8, 0.06);
    }
    CHECK(iterations_choose(&s, (iteration_load){1e-3, 10, 0, 0, 1}).sweeps ==
          25);    // soft ones: as chains
    s.most = 100; // too few for whole impulses of ten hard layers: no more than are stable
    iteration_choice c = iterations_choose(&s, (iteration_load){1e-3, 10, 0, 0, 1600});
    CHECK(c.sweeps == 100 && c.settling == 4.5);
    CHECK_NEAR(c.warm, 1 - (1 - 100.0 / 320) / (1.25 * 4.5), 1e-12);
}

TEST_MAIN
