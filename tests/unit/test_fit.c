// test_fit.c - fits as a whole: against linear least squares, whose covariance is known; the published soybean; known
// parameters found again from the data they made; and what a fit must say of parameters that the data do not tell.
// label: threads
#include "fit/fit_file.h"
#include "fit/inference.h"
#include "fit/model.h"
#include "fit/report.h"
#include "fit/report_change.h"
#include "harness.h"
#include "law/vu_quoc_zhang.h"

#include <stdlib.h>
#include <string.h>

// --- a straight line ------------------------------------------------------------------------------------------------

static const fit_column line_input[] = {{"x", "1", "place"}},
                        line_output[] = {{"y", "1", "height"}};

static scree_status line_parameters(const choice *constants, fit_wanted *list, int *count,
                                    scree_error *error)
{
    (void)constants;
    (void)error;
    for (int i = 0; i < 2; i++) {
        strcpy(list[i].name, i ? "slope" : "height");
        list[i].is = (row){list[i].name, ROW_REAL,     "1",          ROW_REQUIRED,
                           ROW_ANY_LOW,  ROW_ANY_HIGH, "of the line"};
    }
    *count = 2;
    return SCREE_OK;
}

static scree_status line_predict(const choice *constants, const double *parameter, const double *in,
                                 double *out, scree_error *error)
{
    (void)constants;
    (void)error;
    out[0] = parameter[0] + parameter[1] * in[0];
    return SCREE_OK;
}

static const fit_model line = {{"line", "y = height + slope x", NULL, 0},
                               line_input,
                               line_output,
                               1,
                               1,
                               1e-14,
                               line_parameters,
                               line_predict,
                               NULL,
                               0};

enum { POINTS = 7 };
static const double xs[POINTS] = {0, 1, 2, 3, 4, 5, 6},
                    ys[POINTS] = {1.1, 2.9, 5.2, 6.8, 9.1, 10.9, 13.3};

// Values are copied so that fit_problem_clear may free them.
static fit_problem line_problem(void)
{
    fit_problem p = {.parameters = 2, .sets = 1, .level = 0.95};
    p.parameter[0] = (fit_parameter){.name = "height", .start = 0, .low = -10, .high = 10};
    p.parameter[1] = (fit_parameter){.name = "slope", .start = 1, .low = 0.1, .high = 10};
    p.set = calloc(1, sizeof *p.set);
    fit_set *s = p.set;
    *s = (fit_set){.name = "line", .is = &line, .weight = 1, .count = POINTS};
    s->input = malloc(sizeof xs);
    s->value = malloc(sizeof ys);
    memcpy(s->input, xs, sizeof xs);
    memcpy(s->value, ys, sizeof ys);
    return p;
}

static fit_search search_with(const char *name, int starts)
{
    int count;
    const plugin *const *list = fit_method_plugins(&count), *what = plugin_find(list, count, name);
    fit_search s = {.is = fit_method_find(what), .starts = starts, .seed = 3, .target = NAN};
    strcpy(s.name, name);
    s.options = (choice){what, calloc((size_t)what->count, sizeof(row_value))};
    for (int i = 0; i < what->count; i++)
        s.options.value[i].number[0] = what->rows[i].fallback;
    return s;
}

TEST(straight_line_with_its_known_covariance)
{
    fit_problem p = line_problem();
    fit_search s = search_with("bobyqa", 1);
    fit_outcome o;
    fit_analysis a;
    scree_error error;
    REQUIRE(fit_prepare(&p, &error) == SCREE_OK);
    REQUIRE(fit_search_all(&p, &s, 1, 1, &o, &error) == SCREE_OK);
    REQUIRE(fit_analyse(&p, o.value, &a, &error) == SCREE_OK);
    // The textbook: means, sums of squares, residual variance, errors of height and slope and their correlation.
    double mx = 0, my = 0, sxx = 0, sxy = 0, rss = 0, xx = 0;
    for (int i = 0; i < POINTS; i++) {
        mx += xs[i] / POINTS;
        my += ys[i] / POINTS;
    }
    for (int i = 0; i < POINTS; i++) {
        sxx += (xs[i] - mx) * (xs[i] - mx);
        sxy += (xs[i] - mx) * (ys[i] - my);
        xx += xs[i] * xs[i];
    }
    double slope = sxy / sxx, height = my - slope * mx;
    for (int i = 0; i < POINTS; i++)
        rss += pow(ys[i] - height - slope * xs[i], 2);
    double variance = rss / (POINTS - 2), t = 2.570582;
    double error_slope = sqrt(variance / sxx), error_height = sqrt(variance * xx / POINTS / sxx);
    CHECK_NEAR(o.value[0], height, 1e-5);
    CHECK_NEAR(o.value[1], slope, 1e-5);
    CHECK(a.freedom == POINTS - 2 && a.held == 2);
    CHECK_REL(a.quantile, t, 1e-6);
    CHECK_REL(a.estimate[0].is.high - a.estimate[0].is.low, 2 * t * error_height, 1e-5);
    CHECK_REL(a.estimate[1].is.high - a.estimate[1].is.low, 2 * t * error_slope, 1e-5);
    CHECK_REL(a.correlation[0][1], -mx * POINTS / sqrt(POINTS * xx), 1e-6);
    CHECK(a.estimate[0].is.identified && !a.estimate[0].at_low && !a.estimate[0].shared);
    fit_outcome_clear(&o);
    choice_clear(&s.options);
    fit_problem_clear(&p);
}

TEST(a_bound_in_the_way_is_named)
{
    fit_problem p = line_problem();
    fit_search s = search_with("subplex", 1);
    fit_job job;
    fit_outcome o;
    fit_analysis a;
    scree_error error;
    text_buffer text = {0};
    p.parameter[1].high = 1.5;
    REQUIRE(fit_prepare(&p, &error) == SCREE_OK);
    REQUIRE(fit_search_all(&p, &s, 1, 1, &o, &error) == SCREE_OK);
    REQUIRE(fit_analyse(&p, o.value, &a, &error) == SCREE_OK);
    CHECK(a.estimate[1].at_high && isnan(a.estimate[1].is.low));
    CHECK_NEAR(o.value[0], 49.3 / 7 - 1.5 * 3, 1e-4); // of the mean, for the slope at its bound
    CHECK(a.estimate[0].is.identified);
    job = (fit_job){p, &s, 1};
    fit_result r = {&job, &o, &a, NULL};
    fit_report_unknown(&r, &text);
    CHECK_HAS(text.data, "slope ended at its upper bound, 1.5: the best value may lie beyond it");
    text_buffer_clear(&text);
    fit_outcome_clear(&o);
    choice_clear(&s.options);
    fit_problem_clear(&p);
}

TEST(problems_that_make_no_sense)
{
    fit_problem p = line_problem();
    scree_error error;
    p.parameters = 1;
    CHECK(fit_prepare(&p, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "data.line needs the parameter 'slope'");
    p.parameters = 3;
    p.parameter[2] = (fit_parameter){.name = "bend", .start = 1, .low = 0, .high = 2};
    CHECK(fit_prepare(&p, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "no model of the data takes the parameter 'bend'");
    p.parameters = 2;
    p.parameter[1].start = 20;
    CHECK(fit_prepare(&p, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "slope: start 20 is not between low 0.1 and high 10");
    p.parameter[1].start = 2;
    p.parameter[0].log = true;
    CHECK(fit_prepare(&p, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "height is searched on a logarithmic scale");
    p.parameter[0].log = false;
    for (int i = 0; i < POINTS; i++)
        p.set[0].value[i] = 2 * xs[i];
    CHECK(fit_prepare(&p, &error) == SCREE_BAD_INPUT);
    CHECK_HAS(error.what, "predicts y exactly");
    fit_problem_clear(&p);
}

// --- the soybean ----------------------------------------------------------------------------------------------------

static bool read_soybean(fit_job *job, const case_override *set, int sets)
{
    fault_list faults = {0};
    scree_status status =
        fit_read(SCREE_SOURCE_DIR "/examples/05-soybean-fit/fit.yaml", set, sets, job, &faults);
    for (int i = 0; i < faults.count; i++)
        printf("%s: %s\n", faults.item[i].where, faults.item[i].what);
    fault_list_clear(&faults);
    return status == SCREE_OK;
}

static double plane_modulus(const double *x)
{
    return x[0] / (1 - x[1] * x[1]);
}

TEST(objective_of_the_published_soybean)
{
    const double printed[] = {1.288e8, 0.4134, 0.3952, 2.202e-5, 2.97e-6};
    fit_job job;
    double value, part[2];
    scree_error error;
    REQUIRE(read_soybean(&job, NULL, 0));
    CHECK(fit_objective(&job.problem, printed, part, &value, &error) == SCREE_OK);
    CHECK_NEAR(value, 0.6005415, 2e-6); // forces in the table have six decimals
    CHECK_NEAR(part[0], 0.5558872, 1e-5);
    CHECK_NEAR(part[1], 0.6055031, 1e-6);
    fit_job_clear(&job);
}

TEST(soybean_descent_and_five_better_starts)
{
    fit_job job;
    fit_outcome o;
    scree_error error;
    REQUIRE(read_soybean(&job, NULL, 0));
    REQUIRE(fit_search_all(&job.problem, job.search, job.searches, 2, &o, &error) == SCREE_OK);
    REQUIRE(o.runs == 6);
    const fit_run *descent = &o.run[0];
    REQUIRE(descent->at_target > 0);
    const fit_point *at = &descent->trace.point[descent->at_target];
    CHECK(at->value <= 0.6005 && (at - 1)->value > 0.6005);
    CHECK_REL(plane_modulus(at->x), 1.55e8, 0.01);
    for (int i = 1; i < o.runs; i++) {
        const fit_trace *t = &o.run[i].trace;
        CHECK(t->point[t->count - 1].value < 0.6005);
        CHECK_NEAR(t->point[t->count - 1].value, 0.5201, 2e-4); // all to the same valley
        if (i > 1)
            CHECK(fabs(t->point[0].x[0] / o.run[1].trace.point[0].x[0] - 1) > 1e-3);
    }
    fit_outcome_clear(&o);
    fit_job_clear(&job);
}

TEST(soybean_says_what_it_cannot_tell)
{
    fit_job job;
    fit_outcome o;
    fit_analysis a;
    scree_error error;
    text_buffer text = {0};
    REQUIRE(read_soybean(&job, NULL, 0));
    REQUIRE(fit_search_all(&job.problem, job.search, job.searches, 2, &o, &error) == SCREE_OK);
    REQUIRE(fit_analyse(&job.problem, o.value, &a, &error) == SCREE_OK);
    fit_result r = {&job, &o, &a, NULL};
    CHECK(!a.estimate[0].is.identified && !a.estimate[1].is.identified &&
          !a.estimate[4].is.identified);
    CHECK(isnan(a.estimate[0].is.low));
    CHECK(a.estimate[3].is.identified && a.estimate[3].is.low < 2.202e-5 &&
          a.estimate[3].is.high > 2.202e-5);
    CHECK_NEAR(a.correlation[0][1], -1, 1e-6);
    CHECK(a.condition > 1e6);
    CHECK_STR(a.derived[0].what.is->name, "young/(1-poisson^2)");
    CHECK(a.derived[0].is.identified && a.derived[0].is.low < 1.55e8 &&
          a.derived[0].is.high > 1.55e8);
    fit_report(&r, &text);
    CHECK_HAS(text.data, "young and poisson are not separately identifiable");
    CHECK_HAS(text.data, "What the data do determine of them is young/(1-poisson^2) = 1.6");
    CHECK_HAS(text.data, "flattening (K_c, growth of the radius of curvature with the force beyond "
                         "P_Y) is not identifiable: the data");
    CHECK_HAS(text.data, "young and poisson are correlated by -1.0000");
    text_buffer_clear(&text);
    fit_outcome_clear(&o);
    fit_job_clear(&job);
}

// Given nu, the rest is determined; and with k_c given too nothing but the yield load stays open.
TEST(soybean_with_poisson_given)
{
    const case_override set[] = {{"parameters.poisson", "0.4134"},
                                 {"parameters.flattening", "2.97e-6 1/N"}};
    fit_job job;
    fit_outcome o;
    fit_analysis a;
    scree_error error;
    REQUIRE(read_soybean(&job, set, 2));
    REQUIRE(fit_search_all(&job.problem, job.search, job.searches, 2, &o, &error) == SCREE_OK);
    REQUIRE(fit_analyse(&job.problem, o.value, &a, &error) == SCREE_OK);
    CHECK(a.free == 3 && a.estimate[0].is.identified && !a.estimate[0].shared);
    CHECK(o.value[1] == 0.4134 && o.value[4] == 2.97e-6);
    fit_outcome_clear(&o);
    fit_job_clear(&job);
}

TEST(threads_do_not_matter)
{
    fit_job job;
    fit_outcome one, three;
    scree_error error;
    REQUIRE(read_soybean(&job, NULL, 0));
    REQUIRE(fit_search_all(&job.problem, job.search, job.searches, 1, &one, &error) == SCREE_OK);
    REQUIRE(fit_search_all(&job.problem, job.search, job.searches, 3, &three, &error) == SCREE_OK);
    CHECK(one.best == three.best && !memcmp(one.value, three.value, 5 * sizeof *one.value));
    for (int i = 0; i < one.runs; i++) {
        CHECK(one.run[i].trace.evaluations == three.run[i].trace.evaluations);
        CHECK(one.run[i].trace.count == three.run[i].trace.count &&
              !memcmp(one.run[i].trace.point, three.run[i].trace.point,
                      (size_t)one.run[i].trace.count * sizeof(fit_point)));
    }
    fit_outcome_clear(&one);
    fit_outcome_clear(&three);
    fit_job_clear(&job);
}

// --- known parameters -----------------------------------------------------------------------------------------------

// Data of a stiffer, earlier yielding grain with fast and slow drops, exact but for the last digit printed.
TEST(known_elasto_plastic_parameters_are_found_again)
{
    const double true_e = 2e8, true_load = 0.15, true_c_a = 3e-5;
    const vqz_pair known = {4.05e-3, true_e / (1 - 0.16), true_load, true_c_a, 3e-6};
    const case_override set[] = {{"parameters.poisson", "0.4"},
                                 {"parameters.flattening", "3e-6 1/N"}};
    fit_job job;
    fit_outcome o;
    fit_analysis a;
    scree_error error;
    REQUIRE(read_soybean(&job, set, 2));
    for (int i = 0; i < 10; i++)
        job.problem.set[0].value[i] = vqz_overlap(&known, job.problem.set[0].input[i]);
    for (int i = 0; i < 3; i++)
        job.problem.set[1].value[i] =
            vqz_impact_of(&known, 1.49e-4, job.problem.set[1].input[i]).restitution;
    REQUIRE(fit_prepare(&job.problem, &error) == SCREE_OK);
    REQUIRE(fit_search_all(&job.problem, job.search, job.searches, 2, &o, &error) == SCREE_OK);
    REQUIRE(fit_analyse(&job.problem, o.value, &a, &error) == SCREE_OK);
    CHECK(o.objective < 1e-6);
    CHECK_REL(o.value[0], true_e, 1e-3);
    CHECK_REL(o.value[2], true_load, 1e-2);
    CHECK_REL(o.value[3], true_c_a, 1e-3);
    for (int k = 0; k < a.free; k++)
        CHECK(a.estimate[k].is.identified);
    fit_outcome_clear(&o);
    fit_job_clear(&job);
}

// Friction and restitution from impacts that slide throughout, where v_t'/v_t = 1 - mu (1 + e) / tan(angle) whatever
// the normal law; every prediction is a world that is stepped.
TEST(simulated_oblique_impacts_give_friction_and_restitution)
{
    static const char text[] =
        "scree_fit: 1\n"
        "data: {slide: {model: oblique-impact, file: slide.csv, radius: 5 mm, density: 2500 "
        "kg/m^3, normal: hertz, tangential: mindlin}}\n"
        "parameters:\n  young: 5 GPa\n  poisson: 0.25\n"
        "  restitution: {start: 0.5, low: 0.1, high: 1, scale: linear}\n"
        "  friction: {start: 0.6, low: 0.05, high: 1}\n"
        "searches: {best: {law: bobyqa}}\n";
    const double mu = 0.3, e = 0.8, degree = 3.14159265358979323846 / 180;
    FILE *fit = fopen("slide.yaml", "w"), *csv = fopen("slide.csv", "w");
    REQUIRE(fit && csv);
    fputs(text, fit);
    fputs("speed [m/s],angle [deg],restitution,tangential_restitution\n", csv);
    for (int angle = 70; angle <= 80; angle += 5)
        fprintf(csv, "1,%d,%.17g,%.17g\n", angle, e, 1 - mu * (1 + e) / tan(angle * degree));
    fclose(fit);
    fclose(csv);
    static fit_inference f;
    fit_job job;
    fault_list faults = {0};
    fit_outcome o;
    fit_analysis a;
    scree_error error;
    REQUIRE(fit_read("slide.yaml", NULL, 0, &job, &faults) == SCREE_OK);
    CHECK(job.problem.parts == 2);
    REQUIRE(fit_search_all(&job.problem, job.search, 1, 1, &o, &error) == SCREE_OK);
    double start[1][FIT_PARAMETERS_MOST];
    memcpy(start[0], o.value, sizeof start[0]);
    REQUIRE(fit_infer(&job.problem, (const double(*)[FIT_PARAMETERS_MOST])start, 1, &f, &error) ==
            SCREE_OK);
    REQUIRE(fit_analyse(&job.problem, f.best.value, &a, &error) == SCREE_OK);
    fit_infer_into(&f, &a);
    CHECK_NEAR(f.best.value[2], e, 1e-3);
    CHECK_NEAR(f.best.value[3], mu, 1e-3);
    CHECK(a.estimate[0].is.identified && a.estimate[1].is.identified);
    CHECK(f.misfit.verdict == VERDICT_FITS && f.best.converged);
    fit_outcome_clear(&o);
    fit_job_clear(&job);
    fault_list_clear(&faults);
}
// The law of the engine, stepped, and the closed forms give the same restitution of the same grain: two ways to it that
// share no line.
TEST(simulated_and_closed_form_drops_agree)
{
    int count, wanted;
    const plugin *const *list = fit_model_plugins(&count),
                        *what = plugin_find(list, count, "oblique-impact");
    const fit_model *m = fit_model_find(what);
    const double radius = 4.05e-3, mass = 1.49e-4, pi = 3.14159265358979323846;
    const vqz_pair grain = {radius, 1.288e8 / (1 - 0.4134 * 0.4134), 0.3952, 2.202e-5, 2.97e-6};
    choice c = {what, calloc((size_t)what->count, sizeof(row_value))};
    fit_wanted want[FIT_PARAMETERS_MOST];
    double value[FIT_PARAMETERS_MOST];
    scree_error error;
    for (int i = 0; i < what->count; i++) {
        const char *name = what->rows[i].name;
        if (!strcmp(name, "radius"))
            c.value[i].number[0] = radius;
        if (!strcmp(name, "density"))
            c.value[i].number[0] = mass / (4.0 / 3.0 * pi * radius * radius * radius);
        if (!strcmp(name, "normal"))
            c.value[i].text = text_copy("vu-quoc-zhang");
        if (!strcmp(name, "tangential"))
            c.value[i].text = text_copy("mindlin");
    }
    REQUIRE(m->parameters(&c, want, &wanted, &error) == SCREE_OK);
    for (int i = 0; i < wanted; i++) {
        static const struct {
            const char *name;
            double value;
        } known[] = {{"young", 1.288e8},           {"poisson", 0.4134},     {"yield_load", 0.3952},
                     {"plastic_radius", 2.202e-5}, {"flattening", 2.97e-6}, {"friction", 0.3}};
        value[i] = isfinite(want[i].is.fallback) ? want[i].is.fallback : NAN;
        for (int k = 0; k < 6; k++)
            if (!strcmp(want[i].name, known[k].name))
                value[i] = known[k].value;
    }
    for (double speed = 0.5; speed < 4; speed *= 1.7) {
        double in[2] = {speed, 0}, out[FIT_COLUMNS_MOST];
        if (!CHECK(m->predict(&c, value, in, out, &error) == SCREE_OK))
            printf("%s: %s\n", error.where, error.what);
        CHECK_REL(out[0], vqz_impact_of(&grain, mass, speed).restitution, 2e-4);
    }
    choice_clear(&c);
}
// A share of an objective that is all but 0 tells nothing; chi squared has a scale of its own.
static void check_change(double objective, double moved, bool tested, const char *expected)
{
    static fit_inference inference;
    static fit_analysis analysis;
    text_buffer text = {0};
    const double alone = moved != objective ? fabs(moved - objective) / objective : 0;
    const fit_estimate estimate = {.alone = alone, .alone_objective = moved};
    analysis.objective = objective;
    const fit_result result = {NULL, NULL, &analysis, tested ? &inference : NULL};
    fit_report_change(&result, &estimate, &text);
    CHECK_STR(text.data, expected);
    text_buffer_clear(&text);
}

TEST(changes_of_an_objective_near_0_are_told_by_both_values)
{
    const char *nothing = "by nothing that could be measured";
    check_change(0, 1, true, "from 0 to 1");
    check_change(0, 0, true, nothing);
    check_change(2.6e-25, 2.2e-8, true, nothing);
    check_change(2.6e-25, 17, true, "from 2.6e-25 to 17");
    check_change(2.6e-25, 2.2e-8, false, "from 2.6e-25 to 2.2e-08");
    check_change(2, 2.1, true, "by at most 5 %");
    check_change(2, 14, true, "up to 7 times");
    check_change(1, 1, false, nothing);
}

TEST_MAIN
