// fit_coverage.c - see fit_coverage.h. The grain is the soybean of Zhang 1998, with noise as experiments have it.
#include "support/fit_coverage.h"

#include "base/random.h"
#include "fit/inference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 24 };

// --- the set-ups ----------------------------------------------------------------------------------------------------

// A table: `levels` inputs from `low` to `high`, equally far apart, each measured `repeats` times, with errors of
// `noise` plus `share` of the true value; `told`: the data give these errors.
typedef struct table_plan {
    const char *model;
    int levels, repeats;
    double low, high, noise, share;
    bool told;
} table_plan;

typedef struct setup {
    const char *name;
    table_plan table[2]; // model NULL: one table only
    bool young_is_free;
} setup;

static const setup setups[COVERAGE_SETUPS] = {
    {"compression, errors given",
     {{"compression", 12, 1, 0.1, 1.5, 0.3e-6, 0, true}, {.model = NULL}},
     true},
    {"drops, errors given", {{"drop", 8, 1, 0.6, 4, 0.01, 0, true}, {.model = NULL}}, false},
    {"both, drops without errors",
     {{"compression", 10, 1, 0.1, 1.5, 0, 0.02, true}, {"drop", 8, 1, 0.6, 4, 0.01, 0, false}},
     true},
    {"both repeated, no errors",
     {{"compression", 5, 3, 0.1, 1.5, 0.3e-6, 0, false}, {"drop", 4, 3, 0.6, 4, 0.01, 0, false}},
     true},
};

static const char *const names[] = {"young", "poisson", "yield_load", "plastic_radius",
                                    "flattening"};
static const double true_young = 1.3e8, true_load = 0.12, true_radius = 2.2e-5;

// --- making data ----------------------------------------------------------------------------------------------------

static void make_set(fit_set *s, const table_plan *plan)
{
    int count;
    const plugin *const *list = fit_model_plugins(&count);
    const plugin *what = plugin_find(list, count, plan->model);
    *s = (fit_set){.is = fit_model_find(what), .weight = 1, .count = plan->levels * plan->repeats};
    snprintf(s->name, sizeof s->name, "%s", plan->model);
    s->constants = (choice){what, calloc((size_t)what->count, sizeof(row_value))};
    s->constants.value[0].number[0] = 4.05e-3;
    if (what->count > 1)
        s->constants.value[1].number[0] = 1.49e-4;
    s->input = calloc(LINES_MOST, sizeof *s->input);
    s->value = calloc(LINES_MOST, sizeof *s->value);
    s->error = calloc(LINES_MOST, sizeof *s->error);
    for (int i = 0; i < s->count; i++) {
        int level = i / plan->repeats;
        s->input[i] = plan->low + (plan->high - plan->low) * level / (plan->levels - 1);
    }
}

// young, poisson, yield_load, plastic_radius, flattening.
static void make_parameters(fit_problem *p, bool young_is_free)
{
    const fit_parameter all[] = {
        {.name = "young",
         .start = true_young,
         .low = 2e7,
         .high = 8e8,
         .log = true,
         .fixed = !young_is_free},
        {.name = "poisson", .start = 0.4, .fixed = true},
        {.name = "yield_load", .start = true_load, .low = 1e-3, .high = 3, .log = true},
        {.name = "plastic_radius", .start = true_radius, .low = 1e-6, .high = 2e-4, .log = true},
        {.name = "flattening", .start = 3e-6, .fixed = true},
    };
    p->parameters = sizeof all / sizeof *all;
    memcpy(p->parameter, all, sizeof all);
}

static scree_status add_noise(fit_problem *p, const setup *s, int replicate, scree_error *error)
{
    double truth[FIT_PARAMETERS_MOST];
    scree_status status = SCREE_OK;
    for (int i = 0; i < p->parameters; i++)
        truth[i] = p->parameter[i].start;
    for (int k = 0; k < p->sets; k++) {
        rng random = rng_make(1000 + (uint64_t)k, (uint64_t)replicate);
        for (int i = 0; i < p->set[k].count && !status; i++) {
            double exact;
            status = fit_predict(&p->set[k], truth, &p->set[k].input[i], &exact, error);
            double deviation = s->table[k].noise + s->table[k].share * exact;
            p->set[k].value[i] = exact + deviation * rng_normal(&random);
            p->set[k].error[i] = s->table[k].told ? deviation : NAN;
        }
    }
    return status;
}

// --- one fit --------------------------------------------------------------------------------------------------------

static void look(const fit_problem *p, const fit_inference *f, const double *truth, bool first,
                 coverage *out)
{
    int k = 0;
    for (int i = 0; i < p->parameters; i++) {
        if (p->parameter[i].fixed)
            continue;
        const fit_profile *is = &f->profiles.parameter[k];
        bool above = is->open_low || is->low <= truth[i];
        bool below = is->open_high || is->high >= truth[i];
        out->parameter[k] = names[i];
        if (first)
            out->held[k] += above && below;
        if (first)
            out->open[k] += is->open_low || is->open_high;
        k++;
    }
    out->parameters = k;
    if (first)
        out->alarms += f->misfit.verdict != VERDICT_FITS;
    if (first)
        out->evaluations += (double)f->evaluations;
    out->failed += !f->best.converged;
}

static bool same(double a, double b, double width)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 0.01 * width;
}

// Same values and intervals, to a hundredth of the width of the interval.
static bool agree(const fit_profiles *a, const fit_profiles *b)
{
    for (int k = 0; k < a->count; k++) {
        const fit_profile *x = &a->parameter[k];
        const fit_profile *y = &b->parameter[k];
        double width = isnan(x->high - x->low) ? x->value : x->high - x->low;
        if (!same(x->value, y->value, width) || !same(x->low, y->low, width) ||
            !same(x->high, y->high, width))
            return false;
    }
    return true;
}

// Corners and sides of the box between the bounds.
static void make_start(const fit_problem *p, int which, double *start)
{
    static const double place[COVERAGE_STARTS][5] = {
        {0.5, 0, 0.5, 0.5, 0}, {0.05, 0, 0.9, 0.1, 0}, {0.9, 0, 0.2, 0.95, 0}};
    for (int i = 0; i < p->parameters; i++) {
        const fit_parameter *q = &p->parameter[i];
        start[i] = q->fixed ? q->start : q->low * pow(q->high / q->low, place[which][i]);
    }
}

// From the start that is this replicate's turn; the first replicates from all, which must agree.
static scree_status fit_from_starts(fit_problem *p, const double *truth, int replicate,
                                    int compared, coverage *out, scree_error *error)
{
    fit_inference *found = calloc(COVERAGE_STARTS, sizeof *found);
    const int starts = replicate < compared ? COVERAGE_STARTS : 1;
    scree_status status = found ? SCREE_OK : fail_memory(error, "coverage");
    bool alike = true;
    for (int i = 0; i < starts && !status; i++) {
        double start[1][FIT_PARAMETERS_MOST];
        make_start(p, (replicate + i) % COVERAGE_STARTS, start[0]);
        status = fit_prepare(p, error);
        if (!status)
            status = fit_infer(p, (const double(*)[FIT_PARAMETERS_MOST])start, 1, &found[i], error);
        if (status)
            break;
        look(p, &found[i], truth, i == 0, out);
        alike = alike && agree(&found[0].profiles, &found[i].profiles);
    }
    out->apart += !alike;
    free(found);
    return status;
}

bool coverage_measure(int which, int count, int compared, coverage *out)
{
    const setup *s = &setups[which];
    scree_error error;
    scree_status status = SCREE_OK;
    *out = (coverage){.name = s->name, .replicates = count, .compared = compared};
    for (int i = 0; i < count && !status; i++) {
        double truth[FIT_PARAMETERS_MOST];
        fit_problem p = {.level = 0.95, .objective = OBJECTIVE_ERRORS};
        p.sets = s->table[1].model ? 2 : 1;
        p.set = calloc((size_t)p.sets, sizeof *p.set);
        for (int k = 0; k < p.sets; k++)
            make_set(&p.set[k], &s->table[k]);
        make_parameters(&p, s->young_is_free);
        for (int k = 0; k < p.parameters; k++)
            truth[k] = p.parameter[k].start;
        status = fit_prepare(&p, &error); // so that models know their parameters
        if (!status)
            status = add_noise(&p, s, i, &error);
        if (!status)
            status = fit_from_starts(&p, truth, i, compared, out, &error);
        fit_problem_clear(&p);
    }
    if (status)
        printf("%s: %s\n", error.where, error.what);
    out->evaluations /= count;
    return !status;
}

void coverage_print(const coverage *c)
{
    for (int k = 0; k < c->parameters; k++) {
        printf("| %s | %s | %.1f %% | %.1f %% |", c->name, c->parameter[k],
               100.0 * c->held[k] / c->replicates, 100.0 * c->open[k] / c->replicates);
        printf(k ? " | | |\n" : " %.1f %% | %d | %.0f |\n", 100.0 * c->alarms / c->replicates,
               c->apart, c->evaluations);
    }
}
