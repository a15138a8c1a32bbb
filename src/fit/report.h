// report.h - the result of a fit in words, and as JSON.
#ifndef SCREE_FIT_REPORT_H
#define SCREE_FIT_REPORT_H

#include "base/text.h"
#include "fit/analysis.h"
#include "fit/fit_file.h"
#include "fit/inference.h"
#include "store/json.h"

typedef struct fit_result {
    const fit_job *job;
    const fit_outcome *outcome;
    const fit_analysis *analysis;
    const fit_inference *inference; // NULL with the objective of Zhang 1998
} fit_result;

// The k-th free parameter, and the measured column of a part.
static inline const fit_parameter *fit_report_parameter(const fit_result *result, int k)
{
    return &result->job->problem.parameter[result->analysis->estimate[k].parameter];
}

static inline const char *fit_report_part(const fit_problem *problem, const fit_part *part)
{
    return problem->set[part->set].is->output[part->output].name;
}

// What was found, what the data say, and above all what they do not: directions that are not held, parameters at
// bounds, strong correlations. Check text->failed.
void fit_report(const fit_result *result, text_buffer *text);
// The sentences about what is not identified alone, one a line, with nothing in front.
void fit_report_unknown(const fit_result *result, text_buffer *text);
// All of it as the members of an object that is open.
scree_status fit_report_json(const fit_result *result, json *json, scree_error *error);

#endif
