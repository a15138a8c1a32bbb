// test_fit_inference.c - distributions against closed forms and tables; intervals against the textbook where it is
// exact and against what must be said where there is none; lack of fit, found where it is and not where it is not.
#include "base/random.h"
#include "fit/distribution.h"
#include "fit/inference.h"
#include "fit/report_inference.h"
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(tails_of_the_distributions)
{
    CHECK_REL(chi_square_above(3.841458820694124, 1), 0.05, 1e-10);
    CHECK_REL(chi_square_above(18.307038053275146, 10), 0.05, 1e-10);
    CHECK_REL(chi_square_above(124.3421134040041, 100), 0.05, 1e-9);
    for (double x = 0.01; x < 200; x *= 1.7) {
        CHECK_REL(chi_square_above(x, 2), exp(-x / 2), 1e-11);
        CHECK_REL(chi_square_above(x, 4), exp(-x / 2) * (1 + x / 2), 1e-11);
        CHECK_REL(fisher_above(x, 2, 7), pow(1 + 2 * x / 7, -3.5), 1e-11);
        CHECK_REL(fisher_above(x, 5, 2), 1 - pow(5 * x / (5 * x + 2), 2.5), 1e-9);
        CHECK_REL(chi_square_above(x, 1), erfc(sqrt(x / 2)), 1e-11);
        CHECK_REL(fisher_above(x, 3, 1e9), chi_square_above(3 * x, 3), 1e-4);
    }
    CHECK_REL(fisher_above(4.964602743730711, 1, 10), 0.05, 1e-9);
    CHECK_REL(log_gamma(0.5), 0.5 * log(3.14159265358979323846), 1e-13);
    CHECK_REL(log_gamma(171), lgamma(171), 1e-14);
    CHECK_NEAR(log_gamma(1), 0, 1e-14);
    CHECK_REL(student_quantile(0.95, INFINITY), 1.959963984540054, 1e-10);
    CHECK(student_quantile(0.95, 2.5) < 4.3026 &&
          student_quantile(0.95, 2.5) > 3.1825); // those of 2 and 3
    CHECK(chi_square_above(0, 3) == 1 && fisher_above(0, 1, 1) == 1 &&
          chi_square_above(INFINITY, 3) == 0);
}

// --- a straight line, and a constant --------------------------------------------------------------------------------

static const fit_column input[] = {{"x", "1", "place"}};
static const fit_column output[] = {{"y", "1", "height"}};
static const char *const names[] = {"height", "slope", "idle"};

static scree_status parameters(int wanted, fit_wanted *list, int *count)
{
    for (int i = 0; i < wanted; i++) {
        strcpy(list[i].name, names[i]);
        list[i].is = (row){list[i].name, ROW_REAL,     "1",          ROW_REQUIRED,
                           ROW_ANY_LOW,  ROW_ANY_HIGH, "of the line"};
    }
    *count = wanted;
    return SCREE_OK;
}

static scree_status line_parameters(const choice *c, fit_wanted *list, int *count,
                                    scree_error *error)
{
    (void)c;
    (void)error;
    return parameters(3, list, count);
}

static scree_status constant_parameters(const choice *c, fit_wanted *list, int *count,
                                        scree_error *error)
{
    (void)c;
    (void)error;
    return parameters(1, list, count);
}

// `idle` has no effect at all.
static scree_status line_predict(const choice *c, const double *p, const double *in, double *out,
                                 scree_error *error)
{
    (void)c;
    (void)error;
    out[0] = p[0] + p[1] * in[0];
    return SCREE_OK;
}

static scree_status constant_predict(const choice *c, const double *p, const double *in,
                                     double *out, scree_error *error)
{
    (void)c;
    (void)error;
    (void)in;
    out[0] = p[0];
    return SCREE_OK;
}

static const fit_model line = {{"line", "y = height + slope x", NULL, 0},
                               input,
                               output,
                               1,
                               1,
                               1e-14,
                               line_parameters,
                               line_predict,
                               NULL,
                               0};
static const fit_model constant = {{"constant", "y = height", NULL, 0},
                                   input,
                                   output,
                                   1,
                                   1,
                                   1e-14,
                                   constant_parameters,
                                   constant_predict,
                                   NULL,
                                   0};

typedef struct points {
    int count;
    const double *x, *y;
    double error; // 0: not known
} points;

static fit_set set_of(const fit_model *is, const points *from)
{
    fit_set s = {.is = is, .weight = 1, .count = from->count, .name = "table"};
    const size_t size = (size_t)from->count * sizeof(double);
    s.input = malloc(size);
    s.value = malloc(size);
    s.error = malloc(size);
    if (!s.input || !s.value || !s.error)
        abort();
    memcpy(s.input, from->x, size);
    memcpy(s.value, from->y, size);
    for (int i = 0; i < from->count; i++)
        s.error[i] = from->error > 0 ? from->error : NAN;
    return s;
}

static fit_problem problem_of(const fit_model *is, const points *from)
{
    fit_problem p = {
        .parameters = is == &line ? 3 : 1, .sets = 1, .level = 0.95, .objective = OBJECTIVE_ERRORS};
    p.parameter[0] = (fit_parameter){.name = "height", .start = 0, .low = -10, .high = 10};
    p.parameter[1] = (fit_parameter){.name = "slope", .start = 1, .low = -10, .high = 10};
    p.parameter[2] =
        (fit_parameter){.name = "idle", .start = 1, .low = 0, .high = 2, .fixed = true};
    p.set = calloc(1, sizeof *p.set);
    if (!p.set)
        abort();
    p.set[0] = set_of(is, from);
    return p;
}

static bool infer(fit_problem *p, fit_inference *f)
{
    double start[1][FIT_PARAMETERS_MOST];
    scree_error error;
    for (int i = 0; i < p->parameters; i++)
        start[0][i] = p->parameter[i].start;
    bool good = fit_prepare(p, &error) == SCREE_OK &&
                fit_infer(p, (const double(*)[FIT_PARAMETERS_MOST])start, 1, f, &error) == SCREE_OK;
    if (!good)
        printf("%s: %s\n", error.where, error.what);
    return good;
}

static fit_inference f; // large

enum { POINTS = 7 };
static const double xs[POINTS] = {0, 1, 2, 3, 4, 5, 6},
                    ys[POINTS] = {1.1, 2.9, 5.2, 6.8, 9.1, 10.9, 13.3};

// --- intervals ------------------------------------------------------------------------------------------------------

// Of a linear model the profile is a parabola, and its interval that of the textbook.
TEST(a_straight_line_has_the_intervals_of_the_textbook)
{
    const double slope = 56.5 / 28; // sum of (x - 3) y over sum of (x - 3)^2
    for (int known = 0; known < 2; known++) {
        const points from = {POINTS, xs, ys, known ? 0.25 : 0};
        fit_problem p = problem_of(&line, &from);
        REQUIRE(infer(&p, &f));
        double height = 49.3 / 7 - 3 * slope, squares = 0;
        for (int i = 0; i < POINTS; i++)
            squares += pow(ys[i] - height - slope * xs[i], 2);
        double sigma = known ? 0.25 : sqrt(squares / 5), t = known ? 1.959964 : 2.570582;
        const fit_profile *is = &f.profiles.parameter[1];
        CHECK_NEAR(is->value, slope, 1e-7);
        CHECK_REL(is->error, sigma / sqrt(28), 1e-6);
        CHECK_REL(is->high - is->value, t * sigma / sqrt(28), 2e-3);
        CHECK_REL(is->value - is->low, t * sigma / sqrt(28), 2e-3);
        CHECK(known ? isinf(is->freedom) : fabs(is->freedom - 5) < 1e-6);
        if (!known)
            CHECK_REL(p.part[0].sigma, sigma, 1e-6);
        if (known)
            CHECK_REL(f.best.square, squares / (0.25 * 0.25), 1e-9);
        CHECK(f.best.converged && f.misfit.verdict == VERDICT_FITS);
        fit_problem_clear(&p);
    }
}

// The start says nothing, and neither does the size of numbers that have no errors.
TEST(the_start_and_units_do_not_matter)
{
    const points from = {POINTS, xs, ys, 0};
    double value[2], low[2];
    for (int k = 0; k < 2; k++) {
        fit_problem p = problem_of(&line, &from);
        p.parameter[0].start = k ? 9 : -9;
        p.parameter[1].start = k ? -9.9 : 9;
        REQUIRE(infer(&p, &f));
        value[k] = f.profiles.parameter[1].value;
        low[k] = f.profiles.parameter[1].low;
        fit_problem_clear(&p);
    }
    CHECK_NEAR(value[0], value[1], 1e-8);
    CHECK_NEAR(low[0], low[1], 1e-4);
}

TEST(a_parameter_without_effect_is_open_on_both_sides)
{
    const points from = {POINTS, xs, ys, 0.25};
    fit_problem p = problem_of(&line, &from);
    text_buffer text = {0};
    p.parameter[2].fixed = false;
    REQUIRE(infer(&p, &f));
    CHECK(f.profiles.parameter[2].open_low && f.profiles.parameter[2].open_high);
    CHECK(isnan(f.profiles.parameter[2].low) && isnan(f.profiles.parameter[2].high));
    CHECK(!f.profiles.parameter[1].open_low && !f.profiles.parameter[1].open_high);
    inference_put_interval(&f, &f.profiles.parameter[2], "1", &text);
    CHECK_HAS(text.data, "not identified by these data");
    text_buffer_clear(&text);
    fit_problem_clear(&p);
}

// The slope would be 2.02; it may not be more than 1.9.
TEST(at_a_bound_the_interval_is_open_towards_it)
{
    const points from = {POINTS, xs, ys, 0.25};
    fit_problem p = problem_of(&line, &from);
    text_buffer text = {0};
    p.parameter[1].high = 1.9;
    REQUIRE(infer(&p, &f));
    const fit_profile *is = &f.profiles.parameter[1];
    CHECK(is->at_high && is->open_high && !is->open_low && isnan(is->high));
    CHECK(is->value == 1.9 && is->low > 1.7 && is->low < 1.9 && isnan(is->error));
    inference_put_interval(&f, is, "1", &text);
    CHECK_HAS(text.data, "above 1.8");
    CHECK_HAS(text.data, "how large, within its bounds, the data do not say");
    CHECK_HAS(text.data, "the best value is at its upper bound");
    text_buffer_clear(&text);
    fit_problem_clear(&p);
}

// Two points, two parameters: without errors nothing tells how far they may be out; with errors they do.
TEST(as_many_parameters_as_data)
{
    const points bare = {2, xs, ys, 0}, known = {2, xs, ys, 0.1};
    text_buffer text = {0};
    fit_problem p = problem_of(&line, &bare);
    REQUIRE(infer(&p, &f));
    CHECK(f.profiles.none && f.profiles.parameter[1].open_low &&
          f.misfit.verdict != VERDICT_DOES_NOT_FIT);
    inference_put(&p, &f, 2, &text);
    CHECK_HAS(text.data, "no standard errors, and too few values to estimate them from");
    CHECK_HAS(text.data, "Give standard errors");
    fit_problem_clear(&p);
    p = problem_of(&line, &known);
    REQUIRE(infer(&p, &f));
    CHECK(!f.profiles.none);
    CHECK_REL(f.profiles.parameter[1].high - f.profiles.parameter[1].value,
              1.959964 * 0.1 * sqrt(2), 2e-3);
    CHECK(f.misfit.verdict == VERDICT_UNTESTED);
    fit_problem_clear(&p);
    text_buffer_clear(&text);
}

// --- lack of fit ----------------------------------------------------------------------------------------------------

// The restitution falls from 0.85 to 0.71 with the speed; one number cannot be it. Said with errors, with repeated
// measurements, and with neither.
TEST(a_constant_restitution_against_one_that_falls)
{
    const double v[] = {0.5, 1, 1.5, 2, 3, 4}, e[] = {0.85, 0.81, 0.785, 0.76, 0.735, 0.71};
    const double twice[] = {0.5, 0.5, 1.5, 1.5, 4, 4},
                 pairs[] = {0.853, 0.847, 0.782, 0.788, 0.712, 0.708};
    const points from[] = {{6, v, e, 0.01}, {6, twice, pairs, 0}, {6, v, e, 0}};
    const misfit_kind kinds[] = {MISFIT_CHI_SQUARE, MISFIT_REPLICATES, MISFIT_TREND};
    for (int i = 0; i < 3; i++) {
        fit_problem p = problem_of(&constant, &from[i]);
        text_buffer text = {0};
        REQUIRE(infer(&p, &f));
        CHECK_MSG(f.misfit.verdict == VERDICT_DOES_NOT_FIT, "case %d: p = %g", i, f.misfit.p);
        REQUIRE(f.misfit.tests == 1);
        CHECK(f.misfit.test[0].kind == kinds[i]);
        inference_put_verdict(&p, &f, &text);
        CHECK_HAS(text.data, "The model does not fit these data");
        text_buffer_clear(&text);
        fit_problem_clear(&p);
    }
}

// F of repeated measurements by hand: three pairs about their means, three means about the mean of all.
TEST(pure_error_by_hand)
{
    const double x[] = {1, 1, 2, 2, 3, 3}, y[] = {1, 3, 2, 4, 6, 8};
    const points from = {6, x, y, 0};
    fit_problem p = problem_of(&constant, &from);
    REQUIRE(infer(&p, &f));
    // means 2, 3, 7, of all 4: beyond 2 (4 + 1 + 9) = 28 with 2 degrees, pure 3 * 2 = 6 with 3
    CHECK_REL(f.misfit.test[0].statistic, (28.0 / 2) / (6.0 / 3), 1e-6);
    CHECK_NEAR(f.misfit.test[0].up, 2, 1e-6);
    CHECK_NEAR(f.misfit.test[0].down, 3, 0);
    fit_problem_clear(&p);
}

// A constant that is true is doubted in 5 of 100, and refused in 1, by each of the tests.
TEST(false_alarms_are_as_rare_as_they_say)
{
    enum { FITS = 600 };
    const double v[] = {1, 2, 3, 4, 5, 6, 7, 8}, twice[] = {1, 1, 2, 2, 3, 3, 4, 4};
    for (int kind = 0; kind < 3; kind++) {
        int doubted = 0, refused = 0;
        for (int i = 0; i < FITS; i++) {
            double e[8];
            rng random = rng_make(5, (uint64_t)i);
            for (int k = 0; k < 8; k++)
                e[k] = 0.8 + 0.02 * rng_normal(&random);
            const points from = {8, kind == 1 ? twice : v, e, kind ? 0 : 0.02};
            fit_problem p = problem_of(&constant, &from);
            REQUIRE(infer(&p, &f));
            doubted += f.misfit.verdict != VERDICT_FITS;
            refused += f.misfit.verdict == VERDICT_DOES_NOT_FIT;
            fit_problem_clear(&p);
        }
        // within 3.3 deviations of the binomial distribution
        CHECK_MSG(doubted > 12 && doubted < 48, "test %d: %d of %d doubted", kind, doubted, FITS);
        CHECK_MSG(refused < 15, "test %d: %d of %d refused", kind, refused, FITS);
    }
}

TEST(errors_that_are_too_large_are_told)
{
    const points from = {POINTS, xs, ys, 25};
    fit_problem p = problem_of(&line, &from);
    text_buffer text = {0};
    REQUIRE(infer(&p, &f));
    CHECK(f.misfit.too_good && f.misfit.verdict == VERDICT_FITS);
    inference_put_verdict(&p, &f, &text);
    CHECK_HAS(text.data, "are these too large?");
    text_buffer_clear(&text);
    fit_problem_clear(&p);
}

TEST_MAIN
