// test_fit_methods.c - the searches of a fit on functions whose minimum is known, and the numerics of error estimates.
#include "fit/method.h"
#include "fit/nlopt_search.h"
#include "fit/distribution.h"
#include "fit/statistics.h"
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static scree_status rosenbrock(const void *context, const double *x, double *out,
                               scree_error *error)
{
    double a = 1 - x[0], b = x[1] - x[0] * x[0];
    (void)context;
    (void)error;
    *out = a * a + 100 * b * b;
    return SCREE_OK;
}

// Sum of (x_i - c_i)^2 (i + 1), c in the context.
static scree_status quadratic(const void *context, const double *x, double *out, scree_error *error)
{
    const double *centre = context;
    (void)error;
    *out = 0;
    for (int i = 0; i < 3; i++)
        *out += (i + 1) * (x[i] - centre[i]) * (x[i] - centre[i]);
    return SCREE_OK;
}

// ln(x/x0)^2 of numbers of very different size; there is no answer above 50 times x0.
static scree_status sizes(const void *context, const double *x, double *out, scree_error *error)
{
    const double *best = context;
    (void)error;
    *out = 1e-3;
    for (int i = 0; i < 2; i++)
        *out += log(x[i] / best[i]) * log(x[i] / best[i]);
    if (x[0] > 50 * best[0])
        *out = INFINITY;
    return SCREE_OK;
}

static scree_status failing(const void *context, const double *x, double *out, scree_error *error)
{
    (void)context;
    (void)x;
    (void)out;
    return fail(error, SCREE_NO_MEMORY, "here", "", "cannot go on");
}

static choice defaults(const fit_method *m)
{
    choice c = {&m->what, calloc((size_t)m->what.count, sizeof(row_value))};
    for (int i = 0; i < m->what.count; i++)
        c.value[i].number[0] = m->what.rows[i].fallback;
    return c;
}

static void set(choice *c, const char *name, double value)
{
    for (int i = 0; i < c->what->count; i++)
        if (!strcmp(c->what->rows[i].name, name))
            c->value[i].number[0] = value;
}

static const fit_method *method(const char *name)
{
    int count;
    const plugin *const *list = fit_method_plugins(&count);
    return fit_method_find(plugin_find(list, count, name));
}

static fit_trace search(const char *name, const fit_goal *goal, const double *start,
                        double evaluations)
{
    fit_trace t = {0};
    const fit_method *m = method(name);
    choice c = defaults(m);
    scree_error error;
    set(&c, "evaluations", evaluations);
    set(&c, "tolerance", 1e-14);
    CHECK(m->run(goal, &c, start, &t, &error) == SCREE_OK);
    choice_clear(&c);
    return t;
}

static const char *const names[] = {"bobyqa", "subplex", "nelder-mead", "direct"};
enum { NAMES = sizeof names / sizeof *names };

TEST(rosenbrock_valley)
{
    const double low[] = {-3, -3}, high[] = {4, 4}, start[] = {-1.2, 1};
    const bool log[] = {false, false};
    fit_goal goal = {2, low, high, log, rosenbrock, NULL};
    for (int i = 0; i < NAMES; i++) {
        fit_trace t = search(names[i], &goal, start, 20000);
        REQUIRE(t.count > 1);
        const fit_point *end = &t.point[t.count - 1];
        CHECK_MSG(end->value < 1e-8, "%s: %g", names[i], end->value);
        CHECK_NEAR(end->x[0], 1, 1e-3);
        CHECK_NEAR(end->x[1], 1, 2e-3);
        CHECK(t.evaluations <= 20002 && *t.why);
        for (int64_t k = 1; k < t.count; k++)
            CHECK(t.point[k].value < t.point[k - 1].value);
        fit_trace_clear(&t);
    }
}

// The free minimum is outside in two of three numbers: the constrained one is its nearest corner.
TEST(quadratic_with_the_minimum_beyond_the_bounds)
{
    const double low[] = {0.5, 0.5, 0.5}, high[] = {2, 2, 2}, start[] = {0.7, 1.9, 1.5},
                 centre[] = {3, 0.1, 1.25};
    const bool log[] = {false, true, true};
    fit_goal goal = {3, low, high, log, quadratic, centre};
    for (int i = 0; i < NAMES; i++) {
        fit_trace t = search(names[i], &goal, start, 20000);
        REQUIRE(t.count > 1);
        const double *x = t.point[t.count - 1].x;
        CHECK_NEAR(x[0], 2, 1e-6);
        CHECK_NEAR(x[1], 0.5, 1e-6);
        CHECK_NEAR(x[2], 1.25, 1e-4);
        for (int64_t k = 0; k < t.count; k++)
            for (int j = 0; j < 3; j++)
                CHECK(t.point[k].x[j] >= low[j] && t.point[k].x[j] <= high[j]);
        fit_trace_clear(&t);
    }
}

TEST(numbers_of_different_size_and_points_without_an_answer)
{
    const double low[] = {1e6, 1e-8}, high[] = {1e12, 1e-2}, start[] = {3e6, 1e-3},
                 best[] = {1e8, 1e-6};
    const bool log[] = {true, true};
    fit_goal goal = {2, low, high, log, sizes, best};
    for (int i = 0; i < NAMES; i++) {
        fit_trace t = search(names[i], &goal, start, 5000);
        REQUIRE(t.count > 1);
        CHECK_REL(t.point[t.count - 1].x[0], 1e8, 1e-3);
        CHECK_REL(t.point[t.count - 1].x[1], 1e-6, 1e-3);
        if (!strcmp(names[i], "direct"))
            CHECK(t.unanswered > 0);
        fit_trace_clear(&t);
    }
}

TEST(steepest_descent_steps_have_the_length_they_are_given)
{
    const double low[] = {1e6, 1e-8}, high[] = {1e12, 1e-2}, start[] = {2e8, 1e-6},
                 best[] = {1e8, 1e-6};
    const bool log[] = {true, true};
    fit_goal goal = {2, low, high, log, sizes, best};
    const fit_method *m = method("steepest-descent");
    choice c = defaults(m);
    fit_trace t = {0};
    scree_error error;
    set(&c, "tolerance", 1e-9);
    REQUIRE(m->run(&goal, &c, start, &t, &error) == SCREE_OK);
    // Here the gradient points along the first number alone: each step takes 2 % off it, until the last ones.
    CHECK_REL(t.point[1].x[0], 2e8 * 0.98, 1e-6);
    CHECK_REL(t.point[10].x[0], 2e8 * pow(0.98, 10), 1e-6);
    CHECK_REL(t.point[t.count - 1].x[0], 1e8, 1e-4);
    CHECK(*t.why);
    for (int64_t k = 1; k < t.count; k++)
        CHECK(t.point[k].value <= t.point[k - 1].value);
    fit_trace_clear(&t);
    // A bound stops it.
    const double near[] = {1.5e8, 1e-8};
    fit_goal bounded = {2, near, high, log, sizes, best};
    REQUIRE(m->run(&bounded, &c, start, &t, &error) == SCREE_OK);
    CHECK(t.point[t.count - 1].x[0] == 1.5e8);
    fit_trace_clear(&t);
    choice_clear(&c);
}

TEST(failures_come_through)
{
    const double low[] = {0, 0}, high[] = {1, 1}, start[] = {0.5, 0.5};
    const bool log[] = {false, false};
    fit_goal goal = {2, low, high, log, failing, NULL};
    int count;
    const plugin *const *list = fit_method_plugins(&count);
    for (int i = 0; i < count; i++) {
        const fit_method *m = fit_method_find(list[i]);
        choice c = defaults(m);
        fit_trace t = {0};
        scree_error error;
        CHECK(m->run(&goal, &c, start, &t, &error) == SCREE_NO_MEMORY);
        CHECK_STR(error.what, "cannot go on");
        fit_trace_clear(&t);
        choice_clear(&c);
    }
    fit_goal one = {1, low, high, log, failing, NULL};
    const fit_method *m = method("bobyqa");
    choice c = defaults(m);
    fit_trace t = {0};
    scree_error error;
    CHECK(m->run(&one, &c, start, &t, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.hint, "subplex");
    fit_trace_clear(&t);
    choice_clear(&c);
}

TEST(student_quantiles_of_the_tables)
{
    static const struct {
        double level;
        int freedom;
        double t;
    } row[] = {{0.95, 1, 12.706205}, {0.95, 2, 4.302653},  {0.95, 3, 3.182446},
               {0.95, 10, 2.228139}, {0.95, 11, 2.200985}, {0.99, 5, 4.032143},
               {0.5, 4, 0.740697},   {0.95, 30, 2.042272}, {0.9, 120, 1.657651}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        CHECK_NEAR(student_quantile(row[i].level, row[i].freedom), row[i].t, 1e-6);
}

// A matrix made of known singular values and directions, from 3 to 1e-9: small ones keep their digits.
TEST(singular_values_far_apart)
{
    const double known[3] = {3, 2e-3, 1e-9}, s2 = sqrt(0.5);
    const double v[3][3] = {{0.6, 0.8, 0}, {0, 0, 1}, {0.8, -0.6, 0}};
    const double u[3][4] = {{0.5, 0.5, 0.5, 0.5}, {s2, -s2, 0, 0}, {0, 0, s2, -s2}};
    double columns[3][4], *a[3] = {columns[0], columns[1], columns[2]}, sigma[3],
                          found[SVD_MOST][SVD_MOST];
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 4; r++) {
            columns[c][r] = 0;
            for (int k = 0; k < 3; k++)
                columns[c][r] += u[k][r] * known[k] * v[k][c];
        }
    svd_of_columns(a, 4, 3, sigma, found);
    for (int k = 0; k < 3; k++) {
        double along = 0;
        for (int c = 0; c < 3; c++)
            along += found[k][c] * v[k][c];
        CHECK_REL(sigma[k], known[k], 1e-6);
        CHECK_NEAR(fabs(along), 1, 1e-6);
    }
}
TEST_MAIN
