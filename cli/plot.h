// plot.h - pictures by gnuplot, where it is installed.
#ifndef SCREE_CLI_PLOT_H
#define SCREE_CLI_PLOT_H

#include <stdbool.h>
#include <stddef.h>

// Pipes a script to gnuplot, which is to write `part`; a whole picture then takes the place of `png`. False: `why` says
// what is missing, and `png` is as it was.
bool plot_draw(const char *script, const char *part, const char *png, char *why, size_t size);

#endif
