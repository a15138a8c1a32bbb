// fit_plot.h - pictures by gnuplot, where it is installed.
#ifndef SCREE_CLI_FIT_PLOT_H
#define SCREE_CLI_FIT_PLOT_H

#include <stdbool.h>
#include <stddef.h>

// Pipes a script to gnuplot, which is to write `png`. False: `why` says what is missing.
bool fit_plot(const char *script, const char *png, char *why, size_t size);

#endif
