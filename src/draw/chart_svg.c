// chart_svg.c - a chart as an <svg> element for a page: words are text that can be read aloud and searched, and colours
// come from the style sheet of the page.
//
// Classes: grid, frame, mark (lines), curve and band with c0 to c7 for the colour and d0 to d3 for the dashes, dot and
// whisker with c0 to c7, strong (the title). Curves have the number of their curve in data-curve.
#include "draw/chart_parts.h"
#include "store/number.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

static const char *const ink_class[] = {
    [CHART_GRID] = "grid",   [CHART_FRAME] = "frame", [CHART_MARK] = "mark",
    [CHART_CURVE] = "curve", [CHART_BAND] = "band",   [CHART_BAR] = "whisker"};

// With two digits behind the point, whatever the locale.
static void put_place(text_buffer *out, float place)
{
    const float most = 1e6f;
    const float within = place > most ? most : place < -most ? -most : place;
    const int hundredths = (int)(within * 100 + (within < 0 ? -0.5f : 0.5f));
    const int size = hundredths < 0 ? -hundredths : hundredths;
    text_append_format(out, "%s%d", hundredths < 0 ? "-" : "", size / 100);
    if (size % 100)
        text_append_format(out, ".%02d", size % 100);
}

static void put_points(text_buffer *out, const chart_place *place, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        text_append(out, k ? " " : "");
        put_place(out, place[k].x);
        text_append(out, ",");
        put_place(out, place[k].y);
    }
}

static void put_class(text_buffer *out, chart_stroke stroke)
{
    text_append_format(out, " class=\"%s", ink_class[stroke.ink]);
    if (stroke.ink == CHART_BAR)
        text_append_format(out, " c%d", stroke.curve % CHART_COLOURS);
    else if (chart_has_curve(stroke))
        text_append_format(out, " c%d d%d\" data-curve=\"%d", stroke.curve % CHART_COLOURS,
                           chart_dashes(stroke.curve), stroke.curve);
    text_append(out, "\"");
}

static void put_attribute(text_buffer *out, const char *name, float place)
{
    text_append_format(out, " %s=\"", name);
    put_place(out, place);
    text_append(out, "\"");
}

static void put_dots(text_buffer *out, const chart_place *place, int64_t count, chart_stroke stroke)
{
    for (int64_t k = 0; k < count; k++) {
        text_append_format(out, "<circle class=\"dot c%d\" data-curve=\"%d\"",
                           stroke.curve % CHART_COLOURS, stroke.curve);
        put_attribute(out, "cx", place[k].x);
        put_attribute(out, "cy", place[k].y);
        put_attribute(out, "r", 1.6f * stroke.width);
        text_append(out, "/>");
    }
}

static void svg_pen_line(void *to, const chart_place *place, int64_t count, chart_stroke stroke)
{
    text_buffer *out = to;
    if (stroke.round) {
        put_dots(out, place, count, stroke);
        return;
    }
    text_append(out, "<polyline");
    put_class(out, stroke);
    text_append(out, " points=\"");
    put_points(out, place, count);
    text_append(out, "\"/>");
}

static void svg_pen_area(void *to, const chart_place *place, int64_t count, chart_stroke stroke)
{
    text_buffer *out = to;
    text_append(out, "<polygon");
    put_class(out, stroke);
    text_append(out, " points=\"");
    put_points(out, place, count);
    text_append(out, "\"/>");
}

// Which font a page has is not known: signs are taken to be as wide as they are in wide ones.
static float svg_pen_width(void *to, float size, const char *text)
{
    const float wide = 0.62f;
    int64_t signs = 0;
    (void)to;
    for (const char *at = text; *at; at++)
        signs += ((unsigned char)*at >> 6) != 2;
    return wide * size * (float)signs;
}

static void svg_pen_text(void *to, chart_place place, chart_words how, const char *text)
{
    static const char *const anchors[] = {
        [CHART_LEFT] = "start", [CHART_MIDDLE] = "middle", [CHART_RIGHT] = "end"};
    text_buffer *out = to;
    text_append(out, how.strong ? "<text class=\"strong\"" : "<text");
    put_attribute(out, "x", place.x);
    put_attribute(out, "y", place.y);
    put_attribute(out, "font-size", how.size);
    text_append_format(out, " text-anchor=\"%s\">", anchors[how.side]);
    utf8_append_markup(out, text);
    text_append(out, "</text>");
}

static void put_number(text_buffer *out, const char *name, double value)
{
    char text[NUMBER_ROOM];
    number_text(text, value);
    text_append_format(out, " data-%s=\"%s\"", name, text);
}

void chart_append_svg(text_buffer *out, const chart *chart)
{
    const chart_pen pen = {out, svg_pen_line, svg_pen_area, svg_pen_text, svg_pen_width};
    const chart_layout layout = chart_lay_out(chart, &pen);
    text_append(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ");
    put_place(out, layout.width);
    text_append(out, " ");
    put_place(out, layout.height);
    text_append(out, "\"");
    put_attribute(out, "data-left", layout.left);
    put_attribute(out, "data-right", layout.right);
    put_attribute(out, "data-top", layout.top);
    put_attribute(out, "data-bottom", layout.bottom);
    put_number(out, "x0", layout.x.low);
    put_number(out, "x1", layout.x.high);
    put_number(out, "y0", layout.y.low);
    put_number(out, "y1", layout.y.high);
    text_append(out, " aria-label=\"");
    utf8_append_markup(out, chart->y_name ? chart->y_name : "curves");
    text_append(out, " over ");
    utf8_append_markup(out, chart->x_name ? chart->x_name : "the axis");
    text_append(out, "\">");
    out->failed = !chart_draw(chart, &layout, &pen) || out->failed;
    text_append(out, "</svg>");
}
