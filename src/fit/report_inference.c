// report_inference.c - see report_inference.h.
#include "fit/report_inference.h"

#include "fit/noise.h"

#include <inttypes.h>
#include <string.h>

static const char *unit_of(const char *unit)
{
    return !unit || !strcmp(unit, "1") ? "" : unit;
}

static void put_value(text_buffer *b, double value, const char *unit)
{
    text_append_format(b, "%.4g%s%s", value, *unit_of(unit) ? " " : "", unit_of(unit));
}

static void put_part_name(const fit_problem *p, int part, text_buffer *b)
{
    const fit_set *s = &p->set[p->part[part].set];
    text_append_format(b, "%s.%s", s->name, s->is->output[p->part[part].output].name);
}

// --- intervals ------------------------------------------------------------------------------------------------------

void inference_put_interval(const fit_inference *is, const fit_profile *p, const char *unit,
                            text_buffer *b)
{
    if (isfinite(p->error))
        text_append_format(b, " +- %.2g", p->error);
    text_append(b, "   ");
    if (is->profiles.none)
        text_append(b, "no interval");
    else if (p->open_low && p->open_high)
        text_append(b, "not identified by these data");
    else if (p->open_low) {
        text_append(b, "below ");
        put_value(b, p->high, unit);
        text_append(b, "; how small, within its bounds, the data do not say");
    } else if (p->open_high) {
        text_append(b, "above ");
        put_value(b, p->low, unit);
        text_append(b, "; how large, within its bounds, the data do not say");
    } else {
        put_value(b, p->low, "1");
        text_append(b, " to ");
        put_value(b, p->high, unit);
    }
    if (p->at_low || p->at_high)
        text_append_format(b, "; the best value is at its %s bound", p->at_low ? "lower" : "upper");
}

// --- errors ---------------------------------------------------------------------------------------------------------

static bool shares_its_group(const fit_problem *p, int part)
{
    for (int i = 0; i < p->parts; i++)
        if (i != part && p->part[i].group == p->part[part].group)
            return true;
    return false;
}

static void put_errors(const fit_problem *p, text_buffer *b)
{
    for (int i = 0; i < p->parts; i++) {
        const fit_part *part = &p->part[i];
        const char *unit = p->set[part->set].is->output[part->output].unit;
        put_part_name(p, i, b);
        if (part->known) {
            text_append(b, ": standard errors of the data.\n");
            continue;
        }
        double freedom = fit_noise_freedom(p, part->group);
        if (!(freedom > 0)) {
            text_append(b, ": no standard errors, and too few values to estimate them from.\n");
            continue;
        }
        text_append(b, ": no standard errors; estimated from the residuals, ");
        put_value(b, part->sigma, unit);
        text_append_format(b, " for every value (%.3g degrees of freedom%s).\n", freedom,
                           shares_its_group(p, i) ? ", together with other columns of few values"
                                                  : "");
    }
}

static void put_method(const fit_inference *is, const fit_problem *p, text_buffer *b)
{
    const fit_profiles *all = &is->profiles;
    double least = INFINITY;
    if (all->none) {
        text_append(b, "No intervals: nothing tells how far the measurements may be out. Give "
                       "standard errors.\n");
        return;
    }
    for (int k = 0; k < all->count; k++)
        if (all->parameter[k].freedom < least)
            least = all->parameter[k].freedom;
    text_append(b, "Intervals by profiles of chi squared: all other parameters are fitted anew at "
                   "each value. ");
    if (isinf(least))
        text_append_format(b, "An end is where chi squared has risen by %.4g.\n",
                           all->parameter[0].quantile * all->parameter[0].quantile);
    else
        text_append_format(b,
                           "Since errors are estimated, ends follow Student's t of %.3g degrees of "
                           "freedom or more.\n",
                           least);
    text_append_format(
        b,
        "%" PRId64
        " evaluations of all residuals after the searches; %d of %d descents of the last "
        "round ended at the same minimum.\n",
        is->evaluations, is->best.alike, is->best.descents);
    if (!is->best.converged)
        text_append(b, "The fit has NOT converged: minimum and errors still change, and nothing "
                       "below or above is firm.\n");
    (void)p;
}

// --- the verdict ----------------------------------------------------------------------------------------------------

static void put_test(const fit_problem *p, const misfit_test *t, text_buffer *b)
{
    if (t->kind == MISFIT_CHI_SQUARE)
        text_append_format(b, "chi squared is %.4g with %.3g degrees of freedom, p = %.2g",
                           t->statistic, t->up, t->p);
    else {
        put_part_name(p, t->part, b);
        text_append(b, t->kind == MISFIT_REPLICATES
                           ? ": compared with the scatter of repeated measurements, "
                           : ": residuals that follow the inputs against the rest, ");
        text_append_format(b, "F = %.4g with %.3g and %.3g degrees of freedom, p = %.2g",
                           t->statistic, t->up, t->down, t->p);
    }
}

void inference_put_verdict(const fit_problem *p, const fit_inference *is, text_buffer *b)
{
    const fit_misfit *m = &is->misfit;
    switch (m->verdict) {
    case VERDICT_DOES_NOT_FIT:
        text_append(b, "The model does not fit these data");
        break;
    case VERDICT_DOUBTFUL:
        text_append(b, "It is doubtful whether the model fits these data");
        break;
    case VERDICT_FITS:
        text_append(b, "Nothing speaks against the model");
        break;
    case VERDICT_UNTESTED:
        text_append(b, "Nothing tells whether the model fits: give standard errors, repeat "
                       "measurements, or measure at "
                       "more places.\n");
        return;
    }
    if (m->worst < 0)
        text_append(b, ": what is left is as small as the rounding of the predictions");
    else {
        text_append(b, ": ");
        put_test(p, &m->test[m->worst], b);
    }
    if (m->tests > 1)
        text_append_format(b, "; for the smallest p of %d tests %.2g", m->tests, m->p);
    text_append(b, ".\n");
    if (m->verdict == VERDICT_DOES_NOT_FIT)
        text_append(b, "Values and intervals are those of the nearest model of this kind, not of "
                       "the grain.\n");
    if (m->too_good)
        text_append(
            b, "The residuals are smaller than the standard errors allow: are these too large?\n");
}

void inference_put(const fit_problem *p, const fit_inference *is, int free, text_buffer *b)
{
    text_append(b, "\nHow far this can be trusted\n");
    text_append_format(b, "chi squared %.6g, %d measurements less %d parameters.\n",
                       is->best.square, p->residuals, free);
    put_errors(p, b);
    put_method(is, p, b);
    inference_put_verdict(p, is, b);
}

// --- JSON -----------------------------------------------------------------------------------------------------------

void inference_json_profile(const fit_profile *p, json *j)
{
    json_number(j, "standard_error", p->error);
    json_text(j, "open",
              p->open_low    ? p->open_high ? "both" : "low"
              : p->open_high ? "high"
                             : NULL);
    json_number(j, "freedom", p->freedom);
    json_number(j, "t", p->quantile);
}

static void json_errors(const fit_problem *p, json *j)
{
    json_list(j, "errors");
    for (int i = 0; i < p->parts; i++) {
        const fit_part *part = &p->part[i];
        const fit_set *s = &p->set[part->set];
        json_object(j, NULL);
        json_text(j, "data", s->name);
        json_text(j, "column", s->is->output[part->output].name);
        json_flag(j, "given", part->known);
        json_number(j, "estimated",
                    part->known || !(fit_noise_freedom(p, part->group) > 0) ? NAN : part->sigma);
        json_number(j, "freedom", part->known ? part->freedom : fit_noise_freedom(p, part->group));
        json_close(j);
    }
    json_close(j);
}

static void json_tests(const fit_problem *p, const fit_misfit *m, json *j)
{
    static const char *const kinds[] = {"none", "chi-squared", "replicates", "trend"};
    json_list(j, "tests");
    for (int i = 0; i < m->tests; i++) {
        const misfit_test *t = &m->test[i];
        json_object(j, NULL);
        json_text(j, "kind", kinds[t->kind]);
        json_text(j, "data", t->part < 0 ? NULL : p->set[p->part[t->part].set].name);
        json_number(j, "statistic", t->statistic);
        json_number(j, "freedom", t->up);
        json_number(j, "freedom_below", t->kind == MISFIT_CHI_SQUARE ? NAN : t->down);
        json_number(j, "p", t->p);
        json_close(j);
    }
    json_close(j);
}

void inference_json(const fit_problem *p, const fit_inference *is, json *j)
{
    static const char *const verdicts[] = {"untested", "fits", "doubtful", "does not fit"};
    text_buffer words = {0};
    inference_put_verdict(p, is, &words);
    size_t length = words.data ? strcspn(words.data, "\n") : 0;
    if (words.data)
        words.data[length] = 0;
    double freedom = 0;
    for (int i = 0; i < p->parts; i++)
        freedom += p->part[i].freedom;
    json_text(j, "intervals", is->profiles.none ? "none" : "profiles of chi squared");
    json_flag(j, "converged", is->best.converged);
    json_integer(j, "evaluations", is->evaluations);
    json_number(j, "chi_squared", is->best.square);
    json_number(j, "degrees_of_freedom", freedom);
    json_number(j, "p_value", is->misfit.p);
    json_text(j, "verdict", verdicts[is->misfit.verdict]);
    json_text(j, "verdict_words", words.data);
    json_tests(p, &is->misfit, j);
    json_errors(p, j);
    j->failed = j->failed || words.failed;
    text_buffer_clear(&words);
}
