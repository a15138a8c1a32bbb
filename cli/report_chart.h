// report_chart.h - a chart on the page of a sweep or a fit: the drawing, and its points as data for the program that lets plots
// be zoomed (assets/report.js). Each curve has places of its own.
#ifndef SCREE_CLI_REPORT_CHART_H
#define SCREE_CLI_REPORT_CHART_H

#include "base/text.h"
#include "draw/chart.h"
#include "store/json.h"

// A page in the making: its text, and an object with the list `plots` that is open.
typedef struct report_charts {
    text_buffer *out;
    json data;
    int count; // of charts so far
} report_charts;

void report_charts_begin(report_charts *charts, text_buffer *out);
// The end of the page, with data and program; `script` NULL: there is none.
void report_charts_end(report_charts *charts, const char *script);
// One more, sized for the page.
void report_chart_put(report_charts *charts, const chart *drawn, const char *caption);
// A word on how to zoom, where there is a program.
void report_charts_explain(text_buffer *out, const char *script);

#endif
