// gnuplot.h - texts and names of files in scripts for gnuplot, so that whatever they hold they are no commands.
//
// In single quotes nothing is special to gnuplot but the quote, which is doubled: no backquotes, no macros. Only a line
// break would end the text and begin a command, so it becomes a blank, as do all signs that cannot be printed. Names of
// files that begin with a bar or a smaller sign are commands to gnuplot also in quotes; behind ./ they are names.
#ifndef SCREE_BASE_GNUPLOT_H
#define SCREE_BASE_GNUPLOT_H

#include "base/text.h"

void gnuplot_text(text_buffer *script, const char *text);
void gnuplot_file(text_buffer *script, const char *path);

#endif
