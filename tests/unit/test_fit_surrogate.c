// Gaussian processes: closed forms, what they say of places between, noise; and the search that uses them.
// label: sanitize
#include "fit/design.h"
#include "fit/gaussian_process.h"
#include "fit/method.h"

#include "harness.h"

static scree_error error;

enum { POINTS = 30, CHECKS = 200 };

static double smooth(const double *z)
{
    return sin(3 * z[0]) + 0.5 * z[0] * z[1] + 2 * z[1];
}

static double steep(const double *z)
{
    return 1e6 * exp(-3 * z[0]) + 1e5 * z[1] * z[1];
}

static void take(const double *place, int points, double noise, double *value)
{
    for (int i = 0; i < points; i++) {
        // a number that looks like chance and has the variance 1
        const double chance = sqrt(12) * (fmod(i * 0.618033988749895 + 0.1, 1) - 0.5);
        value[2 * i] = smooth(place + (size_t)2 * i) + noise * chance;
        value[2 * i + 1] = steep(place + (size_t)2 * i);
    }
}

TEST(process_goes_through_its_points_and_guesses_between_them)
{
    double place[POINTS * 2];
    double value[POINTS * 2];
    double kernel[2 * POINTS];
    double other[CHECKS * 2];
    gaussian_process process = {0};
    gaussian_view view;
    REQUIRE(design_latin(place, POINTS, 2, 4));
    take(place, POINTS, 0, value);
    const gaussian_data data = {POINTS, 2, 2, place, value};
    REQUIRE(!gaussian_process_learn(&process, &data, &error));
    for (int i = 0; i < POINTS; i++) {
        gaussian_process_look(&process, place + (size_t)2 * i, kernel, true, &view);
        CHECK_NEAR(gaussian_process_mean(&process, &view, 0), value[2 * i], 1e-3);
        CHECK_NEAR(gaussian_process_mean(&process, &view, 1), value[2 * i + 1], 1e3);
        CHECK(view.share * process.variance[0] < 1e-5);
    }
    design_sobol(other, CHECKS, 2, 9);
    int outside = 0;
    for (int i = 0; i < CHECKS; i++) {
        const double *z = other + (size_t)2 * i;
        gaussian_process_look(&process, z, kernel, true, &view);
        const double off = gaussian_process_mean(&process, &view, 0) - smooth(z);
        const double deviation = sqrt(view.share * process.variance[0]);
        CHECK_NEAR(off, 0, 0.06);
        outside += fabs(off) > 3 * deviation + 1e-6;
        CHECK_NEAR(gaussian_process_mean(&process, &view, 1), steep(z), 2e4);
    }
    CHECK(outside < CHECKS / 10);
    gaussian_process_clear(&process);
}

// A line is its own trend: without noise no guess is off, and far away only the slopes speak.
TEST(process_of_a_line_is_the_line)
{
    double place[10] = {0, 0.1, 0.25, 0.4, 0.5, 0.55, 0.7, 0.8, 0.9, 1};
    double value[10];
    double kernel[20];
    gaussian_process process = {.length = {0.5}, .noise = 1e-8};
    gaussian_view view;
    for (int i = 0; i < 10; i++)
        value[i] = 3 - 7 * place[i];
    const gaussian_data data = {10, 1, 1, place, value};
    REQUIRE(!gaussian_process_condition(&process, &data, &error));
    for (double z = -0.5; z < 1.5; z += 0.1) {
        gaussian_process_look(&process, &z, kernel, true, &view);
        CHECK_NEAR(gaussian_process_mean(&process, &view, 0), 3 - 7 * z, 1e-9);
    }
    gaussian_process_clear(&process);
}

// Without a trend's slope two points give the closed form of simple kriging with an unknown mean.
TEST(two_points_and_a_mean_are_the_closed_form)
{
    double place[3] = {0.2, 0.6, 0.9};
    double value[3] = {1, 2, 4};
    double kernel[6];
    gaussian_process process = {.length = {0.3}, .noise = 0};
    const gaussian_data data = {3, 1, 1, place, value};
    gaussian_view view;
    REQUIRE(!gaussian_process_condition(&process, &data, &error));
    CHECK(process.trend == 1);
    // the weights of ordinary kriging: K w = k + mu 1, sum w = 1, by elimination
    double matrix[4][5];
    const double at = 0.45;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const double r = sqrt(5) * fabs(place[i] - place[k]) / 0.3;
            matrix[i][k] = (1 + r + r * r / 3) * exp(-r);
        }
        const double r = sqrt(5) * fabs(place[i] - at) / 0.3;
        matrix[i][3] = matrix[3][i] = 1;
        matrix[i][4] = (1 + r + r * r / 3) * exp(-r);
    }
    matrix[3][3] = 0;
    matrix[3][4] = 1;
    double right[3];
    for (int i = 0; i < 3; i++)
        right[i] = matrix[i][4];
    for (int i = 0; i < 4; i++) {
        int pivot = i;
        for (int k = i; k < 4; k++)
            pivot = fabs(matrix[k][i]) > fabs(matrix[pivot][i]) ? k : pivot;
        for (int k = 0; k < 5; k++) {
            const double kept = matrix[i][k];
            matrix[i][k] = matrix[pivot][k];
            matrix[pivot][k] = kept;
        }
        for (int row = 0; row < 4; row++) {
            const double factor = row == i ? 0 : matrix[row][i] / matrix[i][i];
            for (int k = 0; k < 5; k++)
                matrix[row][k] -= factor * matrix[i][k];
        }
    }
    double mean = 0;
    double share = 1 - matrix[3][4] / matrix[3][3];
    for (int i = 0; i < 3; i++) {
        const double weight = matrix[i][4] / matrix[i][i];
        mean += weight * value[i];
        share -= weight * right[i];
    }
    gaussian_process_look(&process, &at, kernel, true, &view);
    CHECK_NEAR(gaussian_process_mean(&process, &view, 0), mean, 1e-12);
    CHECK_NEAR(view.share, share, 1e-12);
    gaussian_process_clear(&process);
}

TEST(noise_is_learnt_and_averaged)
{
    double place[POINTS * 2];
    double value[POINTS * 2];
    double kernel[2 * POINTS];
    double line[POINTS];
    gaussian_process process = {0};
    gaussian_view view;
    REQUIRE(design_latin(place, POINTS, 2, 4));
    take(place, POINTS, 0.2, value);
    for (int i = 0; i < POINTS; i++)
        line[i] = value[2 * i];
    const gaussian_data data = {POINTS, 2, 1, place, line};
    REQUIRE(!gaussian_process_learn(&process, &data, &error));
    double squares = 0;
    for (int i = 0; i < POINTS; i++) {
        gaussian_process_look(&process, place + (size_t)2 * i, kernel, false, &view);
        const double off =
            gaussian_process_mean(&process, &view, 0) - smooth(place + (size_t)2 * i);
        squares += off * off / POINTS;
    }
    CHECK(sqrt(squares) < 0.15); // below the 0.2 of a single number
    const double noise = sqrt(process.noise * process.variance[0]);
    CHECK(noise > 0.1 && noise < 0.3);
    gaussian_process_clear(&process);
}

TEST(points_that_say_nothing_are_refused)
{
    double place[2] = {0.5, 0.6};
    double value[2] = {1, 2};
    gaussian_process process = {0};
    const gaussian_data data = {2, 1, 1, place, value};
    CHECK(gaussian_process_learn(&process, &data, &error));
    gaussian_process_clear(&process);
    double same[4] = {0.5, 0.5, 0.5, 0.5};
    double four[4] = {1, 1, 1, 1};
    const gaussian_data alike = {4, 1, 1, same, four};
    CHECK(!gaussian_process_learn(&process, &alike, &error)); // noise makes it a mean
    gaussian_process_clear(&process);
}

// ---- the search

// Branin and Hoo 1972: three minima of 0.397887.
static scree_status branin(const void *context, const double *x, double *out, scree_error *wrong)
{
    const double pi = 3.14159265358979323846;
    const double b = x[1] - 5.1 / (4 * pi * pi) * x[0] * x[0] + 5 / pi * x[0] - 6;
    (void)wrong;
    ++*(int *)(size_t)context;
    *out = b * b + 10 * (1 - 1 / (8 * pi)) * cos(x[0]) + 10;
    return SCREE_OK;
}

TEST(surrogate_finds_a_global_minimum_in_few_evaluations)
{
    int count;
    int calls = 0;
    const plugin *const *list = fit_method_plugins(&count);
    const fit_method *method = fit_method_find(plugin_find(list, count, "surrogate"));
    REQUIRE(method != NULL);
    choice options = {&method->what, calloc((size_t)method->what.count, sizeof(row_value))};
    for (int i = 0; i < method->what.count; i++)
        options.value[i].number[0] = method->what.rows[i].fallback;
    const double low[2] = {-5, 0};
    const double high[2] = {10, 15};
    const double start[2] = {0, 1};
    const bool logarithmic[2] = {false, false};
    const fit_goal goal = {2, low, high, logarithmic, branin, &calls};
    fit_trace trace = {0};
    REQUIRE(!method->run(&goal, &options, start, &trace, &error));
    CHECK(calls <= 60);
    CHECK(trace.evaluations == calls);
    CHECK_NEAR(trace.point[trace.count - 1].value, 0.397887, 0.03);
    fit_trace_clear(&trace);
    choice_clear(&options);
}

TEST_MAIN
