// output.h - the tables of a fit, and its picture.
#ifndef SCREE_FIT_OUTPUT_H
#define SCREE_FIT_OUTPUT_H

#include "fit/report.h"

// One line per measurement: data against model, SI.
scree_status fit_write_data(const fit_result *result, const char *path, scree_error *error);
// One line per accepted step or new best of every search.
scree_status fit_write_history(const fit_result *result, const char *path, scree_error *error);
// Data and model as a picture (draw/chart.h): a chart per measured column, with a line for the model where it has one
// input, and dots where it has more.
scree_status fit_write_picture(const fit_result *result, const char *path, scree_error *error);

#endif
