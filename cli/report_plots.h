// report_plots.h - which columns of a probe share a plot, and these plots as charts.
//
// Columns of one unit stand together, those without a unit where their names differ in the last part alone. What is the
// same throughout, or missing, is left out and named.
#ifndef SCREE_CLI_REPORT_PLOTS_H
#define SCREE_CLI_REPORT_PLOTS_H

#include "cli/report_run.h"
#include "draw/chart.h"

typedef struct plot_level { // the mean over the time, with its error
    double x[2], mean[2], low[2], high[2];
} plot_level;

typedef struct report_plot {
    int column[CHART_COLOURS];
    int columns;
    chart_curve curve[2 * CHART_COLOURS]; // first those of the columns, then means
    plot_level level[CHART_COLOURS];
    char *y_name; // owned
    chart chart;
} report_plot;

typedef struct report_plots {
    double *value; // of the probe, column by column
    chart_mark *mark;
    report_plot *plot;
    int plots;
    int *flat; // columns that are the same throughout, or missing
    int flats;
} report_plots;

// False: out of memory. The run stays where it is as long as the plots.
bool report_plots_make(report_plots *plots, const report_run *run, const report_probe *probe);
void report_plots_clear(report_plots *plots);

#endif
