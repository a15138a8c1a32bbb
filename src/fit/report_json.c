// report_json.c - the result of a fit as JSON; see report.h.
#include "fit/report.h"

#include "fit/report_inference.h"

#include <string.h>

static void json_interval(json *json, const char *unit, const fit_interval *is)
{
    json_text(json, "unit", unit);
    json_number(json, "value", is->value);
    json_flag(json, "identified", is->identified);
    json_number(json, "low", is->low);
    json_number(json, "high", is->high);
    json_number(json, "standard_error_z", is->error);
}

// What the parameters were at a point of a search, and what follows from them.
static void json_point(const fit_problem *problem, const fit_point *point, const char *name,
                       json *json)
{
    double value[FIT_PARAMETERS_MOST];
    fit_follows derived[FIT_DERIVED_MOST];
    const int count = fit_derived_of(problem, derived, FIT_DERIVED_MOST);
    fit_point_values(problem, point, value);
    json_object(json, name);
    json_integer(json, "iteration", point->iteration);
    json_number(json, "objective", point->value);
    for (int k = 0; k < problem->parameters; k++)
        json_number(json, problem->parameter[k].name, value[k]);
    for (int k = 0; k < count; k++)
        json_number(json, derived[k].is->name, fit_derived_value(derived[k], value));
    json_close(json);
}

static void json_runs(const fit_result *result, json *json)
{
    const fit_problem *problem = &result->job->problem;
    json_list(json, "searches");
    for (int i = 0; i < result->outcome->runs; i++) {
        const fit_run *run = &result->outcome->run[i];
        const fit_search *search = &result->job->search[run->search];
        const fit_trace *trace = &run->trace;
        const fit_point *end = &trace->point[trace->count - 1];
        json_object(json, NULL);
        json_text(json, "name", search->name);
        json_text(json, "method", search->is->what.name);
        json_integer(json, "start", run->start + 1);
        json_number(json, "objective", end->value);
        json_integer(json, "evaluations", trace->evaluations);
        json_integer(json, "unanswered", trace->unanswered);
        json_text(json, "ended", trace->why);
        if (run->at_target >= 0)
            json_point(problem, &trace->point[run->at_target], "at_target", json);
        json_point(problem, end, "end", json);
        json_close(json);
    }
    json_close(json);
}

static void json_directions(const fit_result *result, json *json)
{
    const fit_analysis *analysis = result->analysis;
    json_number(json, "condition_number", analysis->condition);
    json_list(json, "directions");
    for (int i = 0; i < analysis->free; i++) {
        json_object(json, NULL);
        json_number(json, "singular_value", analysis->direction[i].sigma);
        json_flag(json, "held", analysis->direction[i].held);
        for (int k = 0; k < analysis->free; k++) {
            json_number(json, fit_report_parameter(result, k)->name,
                        analysis->direction[i].part[k]);
        }
        json_close(json);
    }
    json_close(json);
    json_object(json, "correlations");
    for (int i = 0; i < analysis->free; i++) {
        json_object(json, fit_report_parameter(result, i)->name);
        for (int k = 0; k < analysis->free; k++)
            json_number(json, fit_report_parameter(result, k)->name, analysis->correlation[i][k]);
        json_close(json);
    }
    json_close(json);
}

static void json_parts(const fit_problem *problem, const double *part, json *json)
{
    json_list(json, "parts");
    for (int i = 0; i < problem->parts; i++) {
        json_object(json, NULL);
        json_text(json, "data", problem->set[problem->part[i].set].name);
        json_text(json, "column", fit_report_part(problem, &problem->part[i]));
        if (problem->objective == OBJECTIVE_START) {
            json_number(json, "weight", problem->part[i].weight);
            json_number(json, "of_start", part[i]);
        } else
            json_number(json, "chi_squared", part[i]);
        json_close(json);
    }
    json_close(json);
}

static void json_sentences(const fit_result *result, json *json)
{
    text_buffer text = {0};
    fit_report_unknown(result, &text);
    json_list(json, "unknown");
    for (char *line = text.data, *end; line && *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = 0;
        json_text(json, NULL, line);
    }
    json_close(json);
    json->failed = json->failed || text.failed;
    text_buffer_clear(&text);
}

scree_status fit_report_json(const fit_result *result, json *json, scree_error *error)
{
    const fit_problem *problem = &result->job->problem;
    const fit_analysis *analysis = result->analysis;
    double part[FIT_PARTS_MOST];
    double total;
    json_text(json, "title", problem->title);
    json_text(json, "objective_is", result->inference ? "chi-squared" : "normalized-least-squares");
    json_number(json, "objective", result->outcome->objective);
    if (result->inference)
        inference_json(problem, result->inference, json);
    else
        json_text(json, "intervals", "linear theory");
    scree_status status = fit_objective(problem, result->outcome->value, part, &total, error);
    if (status)
        return status;
    json_parts(problem, part, json);
    json_integer(json, "measurements", analysis->residuals);
    json_integer(json, "directions_held", analysis->held);
    json_integer(json, "freedom", analysis->freedom);
    json_number(json, "residual_variance", analysis->variance);
    json_number(json, "level", analysis->level);
    json_number(json, "student_t", analysis->quantile);
    json_object(json, "parameters");
    for (int k = 0; k < analysis->free; k++) {
        const fit_estimate *estimate = &analysis->estimate[k];
        const fit_parameter *parameter = fit_report_parameter(result, k);
        json_object(json, parameter->name);
        json_interval(json, parameter->unit, &estimate->is);
        if (result->inference)
            inference_json_profile(&result->inference->profiles.parameter[k], json);
        json_text(json, "bound", estimate->at_low ? "low" : estimate->at_high ? "high" : NULL);
        json_number(json, "alone", estimate->alone);
        json_close(json);
    }
    json_close(json);
    json_object(json, "derived");
    for (int i = 0; i < analysis->deriveds; i++) {
        json_object(json, analysis->derived[i].what.is->name);
        json_interval(json, analysis->derived[i].what.is->unit, &analysis->derived[i].is);
        if (result->inference)
            inference_json_profile(&result->inference->profiles.derived[i], json);
        json_close(json);
    }
    json_close(json);
    json_directions(result, json);
    json_runs(result, json);
    json_sentences(result, json);
    return SCREE_OK;
}
