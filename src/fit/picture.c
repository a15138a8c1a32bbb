// picture.c - data and model of a fit as charts, one for each measured column; see output.h.
#include "fit/output.h"

#include "base/mathlib.h"
#include "draw/overlay.h"

#include <stdlib.h>
#include <string.h>

enum { MODEL_POINTS = 120 };

static const char *unit_of(const fit_column *column)
{
    return strcmp(column->unit, "1") ? column->unit : "";
}

// Dots, with bars where the data give standard errors.
static bool add_data(overlay *overlay, const fit_result *result, const fit_part *part)
{
    const fit_problem *problem = &result->job->problem;
    const fit_set *set = &problem->set[part->set];
    overlay_line line;
    if (!overlay_add(overlay, "measured", set->count, part->known, &line))
        return false;
    for (int i = 0; i < set->count; i++) {
        const double measured = set->value[i * set->is->outputs + part->output];
        const double error = 1 / fit_residual_scale(problem, part, i);
        line.x[i] = set->input[i * set->is->inputs];
        line.y[i] = measured;
        line.low[i] = measured - error;
        line.high[i] = measured + error;
    }
    overlay_settle(overlay, set->count, true, 2);
    return true;
}

typedef struct input_span {
    double low, high;
} input_span;

static input_span span_of(const fit_set *set)
{
    input_span span = {INFINITY, -INFINITY};
    for (int i = 0; i < set->count; i++) {
        const double x = set->input[i * set->is->inputs];
        span.low = real_min(span.low, x);
        span.high = real_max(span.high, x);
    }
    return span;
}

// A line over the range of the data; dots at their places where the model has several inputs, or all data have one.
static scree_status add_model(overlay *overlay, const fit_result *result, const fit_part *part,
                              scree_error *error)
{
    const fit_set *set = &result->job->problem.set[part->set];
    const input_span span = span_of(set);
    const bool curve = set->is->inputs == 1 && span.low < span.high;
    const int points = curve ? MODEL_POINTS : set->count;
    overlay_line line;
    scree_status status = SCREE_OK;
    if (!overlay_add(overlay, "model", points, false, &line))
        return fail_memory(error, set->name);
    for (int i = 0; i < points && !status; i++) {
        double predicted[FIT_COLUMNS_MOST];
        const double x = span.low + (span.high - span.low) * i / (MODEL_POINTS - 1);
        const double *input = curve ? &x : &set->input[i * set->is->inputs];
        status = fit_predict(set, result->outcome->value, input, predicted, error);
        line.x[i] = input[0];
        line.y[i] = status ? NAN : predicted[part->output];
    }
    overlay_settle(overlay, points, !curve, 1);
    return status;
}

static scree_status draw_part(overlay *overlay, const fit_result *result, const fit_part *part,
                              chart *out, scree_error *error)
{
    enum { WIDTH = 640, HEIGHT = 480 };
    const fit_set *set = &result->job->problem.set[part->set];
    const fit_column *across = &set->is->input[0];
    const fit_column *upward = &set->is->output[part->output];
    scree_status status = add_model(overlay, result, part, error);
    if (!status && !add_data(overlay, result, part))
        status = fail_memory(error, set->name);
    *out = (chart){.title = set->name,
                   .x_name = across->name,
                   .x_unit = unit_of(across),
                   .y_name = upward->name,
                   .y_unit = unit_of(upward),
                   .curve = overlay->curve,
                   .curves = overlay->curves,
                   .width = WIDTH,
                   .height = HEIGHT};
    return status;
}

scree_status fit_write_picture(const fit_result *result, const char *path, scree_error *error)
{
    enum { FEW = 8, FEW_ACROSS = 2, ACROSS = 4 };
    const fit_problem *problem = &result->job->problem;
    const int parts = problem->parts;
    overlay *overlays = calloc((size_t)parts + 1, sizeof *overlays);
    chart *charts = calloc((size_t)parts + 1, sizeof *charts);
    scree_status status = overlays && charts ? SCREE_OK : fail_memory(error, path);
    for (int i = 0; i < parts && !status; i++)
        status = draw_part(&overlays[i], result, &problem->part[i], &charts[i], error);
    const chart_sheet sheet = {charts, parts, parts > FEW ? ACROSS : FEW_ACROSS};
    if (!status)
        status = chart_write_sheet(path, &sheet, error);
    for (int i = 0; overlays && i < parts; i++)
        overlay_clear(&overlays[i]);
    free(overlays);
    free(charts);
    return status;
}
