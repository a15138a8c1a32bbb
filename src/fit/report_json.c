// report_json.c - the result of a fit as JSON; see report.h.
#include "fit/report.h"

#include "fit/report_inference.h"

#include <string.h>

static void json_interval(json *j, const char *unit, const fit_interval *is)
{
    json_text(j, "unit", unit);
    json_number(j, "value", is->value);
    json_flag(j, "identified", is->identified);
    json_number(j, "low", is->low);
    json_number(j, "high", is->high);
    json_number(j, "standard_error_z", is->error);
}

static void json_runs(const fit_result *r, json *j)
{
    const fit_problem *p = &r->job->problem;
    json_list(j, "searches");
    for (int i = 0; i < r->outcome->runs; i++) {
        const fit_run *run = &r->outcome->run[i];
        const fit_search *s = &r->job->search[run->search];
        const fit_point *end = &run->trace.point[run->trace.count - 1];
        double value[FIT_PARAMETERS_MOST];
        json_object(j, NULL);
        json_text(j, "name", s->name);
        json_text(j, "method", s->is->what.name);
        json_integer(j, "start", run->start + 1);
        json_number(j, "objective", end->value);
        json_integer(j, "evaluations", run->trace.evaluations);
        json_integer(j, "unanswered", run->trace.unanswered);
        json_text(j, "ended", run->trace.why);
        for (int at = 0; at < 2; at++) {
            if (!at && run->at_target < 0)
                continue;
            const fit_point *point = at ? end : &run->trace.point[run->at_target];
            fit_follows derived[FIT_DERIVED_MOST];
            int count = fit_derived_of(p, derived, FIT_DERIVED_MOST);
            fit_point_values(p, point, value);
            json_object(j, at ? "end" : "at_target");
            json_integer(j, "iteration", point->iteration);
            json_number(j, "objective", point->value);
            for (int k = 0; k < p->parameters; k++)
                json_number(j, p->parameter[k].name, value[k]);
            for (int k = 0; k < count; k++)
                json_number(j, derived[k].is->name, fit_derived_value(derived[k], value));
            json_close(j);
        }
        json_close(j);
    }
    json_close(j);
}

static void json_directions(const fit_result *r, json *j)
{
    const fit_analysis *a = r->analysis;
    json_number(j, "condition_number", a->condition);
    json_list(j, "directions");
    for (int i = 0; i < a->free; i++) {
        json_object(j, NULL);
        json_number(j, "singular_value", a->direction[i].sigma);
        json_flag(j, "held", a->direction[i].held);
        for (int k = 0; k < a->free; k++)
            json_number(j, fit_report_parameter(r, k)->name, a->direction[i].part[k]);
        json_close(j);
    }
    json_close(j);
    json_object(j, "correlations");
    for (int i = 0; i < a->free; i++) {
        json_object(j, fit_report_parameter(r, i)->name);
        for (int k = 0; k < a->free; k++)
            json_number(j, fit_report_parameter(r, k)->name, a->correlation[i][k]);
        json_close(j);
    }
    json_close(j);
}

static void json_parts(const fit_problem *p, const double *part, json *j)
{
    json_list(j, "parts");
    for (int i = 0; i < p->parts; i++) {
        json_object(j, NULL);
        json_text(j, "data", p->set[p->part[i].set].name);
        json_text(j, "column", fit_report_part(p, &p->part[i]));
        if (p->objective == OBJECTIVE_START) {
            json_number(j, "weight", p->part[i].weight);
            json_number(j, "of_start", part[i]);
        } else
            json_number(j, "chi_squared", part[i]);
        json_close(j);
    }
    json_close(j);
}

static void json_sentences(const fit_result *r, json *j)
{
    text_buffer text = {0};
    fit_report_unknown(r, &text);
    json_list(j, "unknown");
    for (char *line = text.data, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = 0;
        json_text(j, NULL, line);
    }
    json_close(j);
    j->failed = j->failed || text.failed;
    text_buffer_clear(&text);
}

scree_status fit_report_json(const fit_result *r, json *j, scree_error *error)
{
    const fit_problem *p = &r->job->problem;
    const fit_analysis *a = r->analysis;
    double part[FIT_PARTS_MOST];
    double total;
    json_text(j, "title", p->title);
    json_text(j, "objective_is", r->inference ? "chi-squared" : "normalized-least-squares");
    json_number(j, "objective", r->outcome->objective);
    if (r->inference)
        inference_json(p, r->inference, j);
    else
        json_text(j, "intervals", "linear theory");
    scree_status status = fit_objective(p, r->outcome->value, part, &total, error);
    if (status)
        return status;
    json_parts(p, part, j);
    json_integer(j, "measurements", a->residuals);
    json_integer(j, "directions_held", a->held);
    json_integer(j, "freedom", a->freedom);
    json_number(j, "residual_variance", a->variance);
    json_number(j, "level", a->level);
    json_number(j, "student_t", a->quantile);
    json_object(j, "parameters");
    for (int k = 0; k < a->free; k++) {
        const fit_estimate *e = &a->estimate[k];
        json_object(j, fit_report_parameter(r, k)->name);
        json_interval(j, fit_report_parameter(r, k)->unit, &e->is);
        if (r->inference)
            inference_json_profile(&r->inference->profiles.parameter[k], j);
        json_text(j, "bound", e->at_low ? "low" : e->at_high ? "high" : NULL);
        json_number(j, "alone", e->alone);
        json_close(j);
    }
    json_close(j);
    json_object(j, "derived");
    for (int i = 0; i < a->deriveds; i++) {
        json_object(j, a->derived[i].what.is->name);
        json_interval(j, a->derived[i].what.is->unit, &a->derived[i].is);
        if (r->inference)
            inference_json_profile(&r->inference->profiles.derived[i], j);
        json_close(j);
    }
    json_close(j);
    json_directions(r, j);
    json_runs(r, j);
    json_sentences(r, j);
    return SCREE_OK;
}
