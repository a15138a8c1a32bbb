// fit_results.h - what a fit leaves and prints, whatever its experiments are.
#ifndef SCREE_CLI_FIT_RESULTS_H
#define SCREE_CLI_FIT_RESULTS_H

#include "fit/report.h"
#include "store/owned.h"

// From the ends of the searches, the best first, to the minimum of chi squared, its intervals and the verdict.
scree_status fit_results_infer(fit_job *job, fit_outcome *outcome, fit_inference *out,
                               scree_error *error);
// result.json, fit.csv, history.csv, and fit.png where it can be drawn.
scree_status fit_results_write(const fit_result *result, owned *files, scree_error *error);
scree_status fit_results_show(const fit_result *result, bool as_json, const char *folder,
                              scree_error *error);

#endif
