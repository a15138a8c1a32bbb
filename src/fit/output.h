// output.h - the tables of a fit, and what draws its picture.
#ifndef SCREE_FIT_OUTPUT_H
#define SCREE_FIT_OUTPUT_H

#include "fit/report.h"

// One line per measurement: data against model, SI.
scree_status fit_write_data(const fit_result *result, const char *path, scree_error *error);
// One line per accepted step or new best of every search.
scree_status fit_write_history(const fit_result *result, const char *path, scree_error *error);
// A gnuplot script with its data in it that writes the picture to the file `png`: a panel per measured column, with a
// line for the model where it has one input.
scree_status fit_plot_script(const fit_result *result, const char *png, text_buffer *text,
                             scree_error *error);

#endif
