// report_summary.h - summary.json of a run, or result.json of a fit, read back by the names of docs/program.md and docs/fit.md.
#ifndef SCREE_CLI_REPORT_SUMMARY_H
#define SCREE_CLI_REPORT_SUMMARY_H

#include "base/fail.h"
#include "case/tree.h"

typedef struct report_summary {
    char *text; // owned; what the tree was read from
    node *root; // NULL: there is no summary, as of a run that has not ended
} report_summary;

// A folder without a summary is fine; one that cannot be read is SCREE_BAD_INPUT.
scree_status report_summary_read(report_summary *summary, const char *folder, scree_error *error);
// The same of result.json, which every fit leaves, and of fit.json, which tells the file of a fit of runs.
scree_status report_result_read(report_summary *result, const char *folder, scree_error *error);
scree_status report_fit_file_read(report_summary *file, const char *folder, scree_error *error);
void report_summary_clear(report_summary *summary);

// Values by their way, "speed.seconds". NULL: not there; what is null, a list or an object has no text.
const node *report_summary_at(const report_summary *summary, const char *way);
const char *report_summary_text(const report_summary *summary, const char *way);
double report_summary_real(const report_summary *summary, const char *way); // NAN: not there
bool report_summary_says(const report_summary *summary, const char *way, const char *word);

#endif
