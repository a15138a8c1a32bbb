// chart_parts.h - what a chart is made of: lines, areas and words, for whoever draws them (chart_cairo.c, chart_svg.c).
//
// Places are in pixels of the chart, y points down.
#ifndef SCREE_DRAW_CHART_PARTS_H
#define SCREE_DRAW_CHART_PARTS_H

#include "draw/chart.h"
#include "draw/chart_axis.h"

typedef struct chart_place {
    float x, y;
} chart_place;

// What a line or an area stands for; that decides its colour, width and dashes.
typedef enum chart_ink {
    CHART_GRID,
    CHART_FRAME,
    CHART_MARK,
    CHART_CURVE,
    CHART_BAND,
    CHART_BAR // of the error of a dot
} chart_ink;

typedef struct chart_stroke {
    chart_ink ink;
    int curve; // number of the curve, of those inks that have one
    float width;
    bool round; // dots in the place of a line
} chart_stroke;

// Does it belong to a curve, with its colour?
static inline bool chart_has_curve(chart_stroke stroke)
{
    return stroke.ink == CHART_CURVE || stroke.ink == CHART_BAND || stroke.ink == CHART_BAR;
}

// Which of the four kinds of dashes: where the colours begin again, other ones.
static inline int chart_dashes(int curve)
{
    return (curve + curve / CHART_COLOURS) % 4;
}

typedef enum chart_side { CHART_LEFT, CHART_MIDDLE, CHART_RIGHT } chart_side;

typedef struct chart_words {
    float size;      // height of a line, of which capital letters are 0.73
    chart_side side; // which part of the words is at their place
    bool strong;
} chart_words;

typedef struct chart_pen {
    void *to;
    void (*line)(void *to, const chart_place *place, int64_t count, chart_stroke stroke);
    void (*area)(void *to, const chart_place *place, int64_t count, chart_stroke stroke);
    void (*text)(void *to, chart_place place, chart_words words, const char *text);
    float (*width)(void *to, float size, const char *text);
} chart_pen;

typedef struct chart_layout {
    float width, height, size;      // of the whole, and of words
    float left, right, top, bottom; // of the plot
    chart_axis x, y;
    int legend_rows;
    bool empty; // there is no number to show
} chart_layout;

chart_layout chart_lay_out(const chart *chart, const chart_pen *pen);
// False: out of memory.
bool chart_draw(const chart *chart, const chart_layout *layout, const chart_pen *pen);

#endif
