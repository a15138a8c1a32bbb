// report_inference.h - what chi squared tells, in words and as JSON: intervals that may be open, where the errors come
// from, whether the model fits. Parts of fit_report and fit_report_json.
#ifndef SCREE_FIT_REPORT_INFERENCE_H
#define SCREE_FIT_REPORT_INFERENCE_H

#include "base/text.h"
#include "fit/inference.h"
#include "store/json.h"

// "1.2 to 1.4 Pa", "below 0.4 N, ..." or why there is none, with the standard error in front.
void inference_put_interval(const fit_inference *is, const fit_profile *profile, const char *unit,
                            text_buffer *text);
// Errors, method, convergence, and the verdict on the model; lines of their own.
void inference_put(const fit_problem *problem, const fit_inference *is, int free,
                   text_buffer *text);
// The verdict alone, one line.
void inference_put_verdict(const fit_problem *problem, const fit_inference *is, text_buffer *text);

// Members of an object that is open: of a parameter or derived quantity, and of the whole.
void inference_json_profile(const fit_profile *profile, json *json);
void inference_json(const fit_problem *problem, const fit_inference *is, json *json);

#endif
