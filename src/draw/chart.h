// chart.h - curves over an axis: as a PNG, SVG or PDF file by Cairo, or as the text of an SVG element for a page.
//
// Ticks are round numbers (chart_axis.h). A curve is broken where it has no number; where it has more points than the
// picture has pixels, each pixel shows the least and the greatest of its points, so no peak is lost.
#ifndef SCREE_DRAW_CHART_H
#define SCREE_DRAW_CHART_H

#include "base/fail.h"
#include "base/text.h"

// Texts are UTF-8 and may hold anything. Numbers that are no numbers, or beyond 1e300, are left out.
typedef struct chart_curve {
    const char *name; // NULL: not in the legend
    const double *x, *y;
    int64_t count;
    const double *low, *high; // the band of an error around it, of dots a bar at each; NULL: none
    bool points;              // a dot at each place, and no line between them
    int like;                 // it has the colour of that curve, counted from 1; 0: its own
} chart_curve;

typedef struct chart_mark { // a line across the plot, such as the beginning of a stage
    double x;
    const char *name;
} chart_mark;

typedef struct chart {
    const char *title;           // NULL: none
    const char *x_name, *x_unit; // unit "" or NULL: none
    const char *y_name, *y_unit;
    const chart_curve *curve;
    int curves;
    const chart_mark *mark;
    int marks;
    int width, height; // pixels, or points of a PDF; 0: 1280 x 720
} chart;

enum { CHART_COLOURS = 8 }; // curves beyond have the colours of the first ones again

// By the ending of the name: .png, .svg or .pdf; anything else is SCREE_BAD_INPUT.
bool chart_knows(const char *path);
scree_status chart_write(const char *path, const chart *chart, scree_error *error);

// Several of one size in rows of `across`, as one picture.
typedef struct chart_sheet {
    const chart *chart;
    int charts, across;
} chart_sheet;
scree_status chart_write_sheet(const char *path, const chart_sheet *sheet, scree_error *error);

// An <svg> element with words as text and colours by class (draw/chart_svg.c tells which), for a style sheet. Its
// attributes data-left, -right, -top, -bottom, -x0, -x1, -y0 and -y1 tell which numbers the edges of the plot stand for.
void chart_append_svg(text_buffer *out, const chart *chart);

#endif
