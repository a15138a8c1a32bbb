// report_fit.h - one page on a fit: parameters with their intervals, what the data do not say, data against the model,
// whether the model fits, correlations, searches.
//
// It is made of result.json and fit.csv in the folder of the fit.
#ifndef SCREE_CLI_REPORT_FIT_H
#define SCREE_CLI_REPORT_FIT_H

#include "base/text.h"
#include "cli/report_chart.h"
#include "cli/report_summary.h"

// Does the folder hold the results of a fit?
bool report_fit_is(const char *folder);
// To `out`, or where that is NULL to report.html in the folder; `plain`: plots stay drawings. Faults are told; returns an exit code.
int report_fit_folder(const char *folder, const char *out, bool plain);
// Prints what the fit found, its result.json, on one line; returns an exit code.
int report_fit_json(const char *folder);

// ---- parts of it (report_fit_parts.c, report_fit_data.c)

void report_fit_head(text_buffer *out, const report_summary *result, const char *folder);
void report_fit_parameters(text_buffer *out, const report_summary *result);
void report_fit_verdict(text_buffer *out, const report_summary *result);
void report_fit_correlations(text_buffer *out, const report_summary *result);
void report_fit_searches(text_buffer *out, const report_summary *result);
void report_fit_again(text_buffer *out, const char *folder);
scree_status report_fit_data(report_charts *charts, const report_summary *result,
                             const char *folder, scree_error *error);

#endif
