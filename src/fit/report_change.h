// report_change.h - how much the objective of a fit changes with one parameter alone, in words. A part of fit_report.
#ifndef SCREE_FIT_REPORT_CHANGE_H
#define SCREE_FIT_REPORT_CHANGE_H

#include "fit/report.h"

// What follows "changes the objective ".
void fit_report_change(const fit_result *result, const fit_estimate *estimate, text_buffer *text);

#endif
