// report_inference.c - see report_inference.h.
#include "fit/report_inference.h"

#include "fit/noise.h"

#include <inttypes.h>
#include <string.h>

static const char *unit_of(const char *unit)
{
    return !unit || !strcmp(unit, "1") ? "" : unit;
}

static void put_value(text_buffer *text, double value, const char *unit)
{
    text_append_format(text, "%.4g%s%s", value, *unit_of(unit) ? " " : "", unit_of(unit));
}

static void put_part_name(const fit_problem *problem, int number, text_buffer *text)
{
    const fit_part *part = &problem->part[number];
    const fit_set *set = &problem->set[part->set];
    text_append_format(text, "%s.%s", set->name, set->is->output[part->output].name);
}

// --- intervals ------------------------------------------------------------------------------------------------------

void inference_put_interval(const fit_inference *is, const fit_profile *profile, const char *unit,
                            text_buffer *text)
{
    if (isfinite(profile->error))
        text_append_format(text, " +- %.2g", profile->error);
    text_append(text, "   ");
    if (is->profiles.none)
        text_append(text, "no interval");
    else if (profile->open_low && profile->open_high)
        text_append(text, "not identified by these data; its error has no bound");
    else if (profile->open_low) {
        text_append(text, "below ");
        put_value(text, profile->high, unit);
        text_append(text, "; how small, within its bounds, the data do not say");
    } else if (profile->open_high) {
        text_append(text, "above ");
        put_value(text, profile->low, unit);
        text_append(text, "; how large, within its bounds, the data do not say");
    } else {
        put_value(text, profile->low, "1");
        text_append(text, " to ");
        put_value(text, profile->high, unit);
    }
    if (profile->at_low || profile->at_high) {
        text_append_format(text, "; the best value is at its %s bound",
                           profile->at_low ? "lower" : "upper");
    }
}

// --- errors ---------------------------------------------------------------------------------------------------------

static bool shares_its_group(const fit_problem *problem, int part)
{
    for (int i = 0; i < problem->parts; i++) {
        if (i != part && problem->part[i].group == problem->part[part].group)
            return true;
    }
    return false;
}

static void put_errors(const fit_problem *problem, text_buffer *text)
{
    for (int i = 0; i < problem->parts; i++) {
        const fit_part *part = &problem->part[i];
        const char *unit = problem->set[part->set].is->output[part->output].unit;
        put_part_name(problem, i, text);
        if (part->known) {
            text_append(text, ": standard errors of the data.\n");
            continue;
        }
        double freedom = fit_noise_freedom(problem, part->group);
        if (!(freedom > 0)) {
            text_append(text, ": no standard errors, and too few values to estimate them from.\n");
            continue;
        }
        text_append(text, ": no standard errors; estimated from the residuals, ");
        put_value(text, part->sigma, unit);
        text_append_format(
            text, " for every value (%.3g degrees of freedom%s).\n", freedom,
            shares_its_group(problem, i) ? ", together with other columns of few values" : "");
    }
}

static void put_method(const fit_inference *is, const fit_problem *problem, text_buffer *text)
{
    const fit_profiles *all = &is->profiles;
    double least = INFINITY;
    if (all->none) {
        text_append(text, "No intervals: nothing tells how far the measurements may be out. Give "
                          "standard errors.\n");
        return;
    }
    for (int k = 0; k < all->count; k++) {
        if (all->parameter[k].freedom < least)
            least = all->parameter[k].freedom;
    }
    text_append(text,
                "Intervals by profiles of chi squared: all other parameters are fitted anew at "
                "each value. ");
    if (isinf(least)) {
        text_append_format(text, "An end is where chi squared has risen by %.4g.\n",
                           all->parameter[0].quantile * all->parameter[0].quantile);
    } else {
        text_append_format(text,
                           "Since errors are estimated, ends follow Student's t of %.3g degrees of "
                           "freedom or more.\n",
                           least);
    }
    text_append_format(
        text,
        "%" PRId64
        " evaluations of all residuals after the searches; %d of %d descents of the last "
        "round ended at the same minimum.\n",
        is->evaluations, is->best.alike, is->best.descents);
    if (!is->best.converged) {
        text_append(text, "The fit has NOT converged: minimum and errors still change, and nothing "
                          "below or above is firm.\n");
    }
    (void)problem;
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static void put_test(const fit_problem *problem, const misfit_test *test, text_buffer *text)
{
    if (test->kind == MISFIT_CHI_SQUARE) {
        text_append_format(text, "chi squared is %.4g with %.3g degrees of freedom, p = %.2g",
                           test->statistic, test->up, test->p);
    } else {
        put_part_name(problem, test->part, text);
        text_append(text, test->kind == MISFIT_REPLICATES
                              ? ": compared with the scatter of repeated measurements, "
                              : ": residuals that follow the inputs against the rest, ");
        text_append_format(text, "F = %.4g with %.3g and %.3g degrees of freedom, p = %.2g",
                           test->statistic, test->up, test->down, test->p);
    }
}

void inference_put_verdict(const fit_problem *problem, const fit_inference *is, text_buffer *text)
{
    const fit_misfit *misfit = &is->misfit;
    switch (misfit->verdict) {
    case VERDICT_DOES_NOT_FIT:
        text_append(text, "The model does not fit these data");
        break;
    case VERDICT_DOUBTFUL:
        text_append(text, "It is doubtful whether the model fits these data");
        break;
    case VERDICT_FITS:
        text_append(text, "Nothing speaks against the model");
        break;
    case VERDICT_UNTESTED:
        text_append(text, "Nothing tells whether the model fits: give standard errors, repeat "
                          "measurements, or measure at "
                          "more places.\n");
        return;
    }
    if (misfit->worst < 0)
        text_append(text, ": what is left is as small as the rounding of the predictions");
    else {
        text_append(text, ": ");
        put_test(problem, &misfit->test[misfit->worst], text);
    }
    if (misfit->tests > 1)
        text_append_format(text, "; for the smallest p of %d tests %.2g", misfit->tests, misfit->p);
    text_append(text, ".\n");
    if (misfit->verdict == VERDICT_DOES_NOT_FIT) {
        text_append(text,
                    "Values and intervals are those of the nearest model of this kind, not of "
                    "the grain.\n");
    }
    if (misfit->too_good) {
        text_append(
            text,
            "The residuals are smaller than the standard errors allow: are these too large?\n");
    }
}

void inference_put(const fit_problem *problem, const fit_inference *is, int free, text_buffer *text)
{
    text_append(text, "\nHow far this can be trusted\n");
    text_append_format(text, "chi squared %.6g, %d measurements less %d parameters.\n",
                       is->best.square, problem->residuals, free);
    put_errors(problem, text);
    put_method(is, problem, text);
    inference_put_verdict(problem, is, text);
}

// --- JSON -----------------------------------------------------------------------------------------------------------

void inference_json_profile(const fit_profile *profile, json *json)
{
    json_number(json, "standard_error", profile->error);
    json_text(json, "open",
              profile->open_low    ? profile->open_high ? "both" : "low"
              : profile->open_high ? "high"
                                   : NULL);
    json_number(json, "freedom", profile->freedom);
    json_number(json, "t", profile->quantile);
}

static void json_errors(const fit_problem *problem, json *json)
{
    json_list(json, "errors");
    for (int i = 0; i < problem->parts; i++) {
        const fit_part *part = &problem->part[i];
        const fit_set *set = &problem->set[part->set];
        json_object(json, NULL);
        json_text(json, "data", set->name);
        json_text(json, "column", set->is->output[part->output].name);
        json_flag(json, "given", part->known);
        json_number(json, "estimated",
                    part->known || !(fit_noise_freedom(problem, part->group) > 0) ? NAN
                                                                                  : part->sigma);
        json_number(json, "freedom",
                    part->known ? part->freedom : fit_noise_freedom(problem, part->group));
        json_close(json);
    }
    json_close(json);
}

static void json_tests(const fit_problem *problem, const fit_misfit *misfit, json *json)
{
    static const char *const kinds[] = {"none", "chi-squared", "replicates", "trend"};
    json_list(json, "tests");
    for (int i = 0; i < misfit->tests; i++) {
        const misfit_test *test = &misfit->test[i];
        json_object(json, NULL);
        json_text(json, "kind", kinds[test->kind]);
        const fit_set *set = test->part < 0 ? NULL : &problem->set[problem->part[test->part].set];
        json_text(json, "data", set ? set->name : NULL);
        json_number(json, "statistic", test->statistic);
        json_number(json, "freedom", test->up);
        json_number(json, "freedom_below", test->kind == MISFIT_CHI_SQUARE ? NAN : test->down);
        json_number(json, "p", test->p);
        json_close(json);
    }
    json_close(json);
}

void inference_json(const fit_problem *problem, const fit_inference *is, json *json)
{
    static const char *const verdicts[] = {"untested", "fits", "doubtful", "does not fit"};
    text_buffer words = {0};
    inference_put_verdict(problem, is, &words);
    size_t length = words.data ? strcspn(words.data, "\n") : 0;
    if (words.data)
        words.data[length] = 0;
    double freedom = 0;
    for (int i = 0; i < problem->parts; i++)
        freedom += problem->part[i].freedom;
    json_text(json, "intervals", is->profiles.none ? "none" : "profiles of chi squared");
    json_flag(json, "converged", is->best.converged);
    json_integer(json, "evaluations", is->evaluations);
    json_number(json, "chi_squared", is->best.square);
    json_number(json, "degrees_of_freedom", freedom);
    json_number(json, "p_value", is->misfit.p);
    json_text(json, "verdict", verdicts[is->misfit.verdict]);
    json_text(json, "verdict_words", words.data);
    json_tests(problem, &is->misfit, json);
    json_errors(problem, json);
    json->failed = json->failed || words.failed;
    text_buffer_clear(&words);
}
