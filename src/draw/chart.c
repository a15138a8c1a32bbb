// chart.c - where the parts of a chart stand, and in which order they are drawn; see chart.h.
#include "draw/chart_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The number that decides the colour of a curve.
static int colour_number(const chart *chart, int k)
{
    const int like = chart->curve[k].like;
    return like > 0 ? like - 1 : k;
}

static bool is_number(double value)
{
    const double largest = 1e300;
    return fabs(value) < largest;
}

// ---- the range of the numbers

typedef struct span {
    double least, greatest;
} span;

static void include(span *span, double value)
{
    span->least = fmin(span->least, value);
    span->greatest = fmax(span->greatest, value);
}

static void find_spans(const chart *chart, span *x, span *y)
{
    *x = *y = (span){INFINITY, -INFINITY};
    for (int k = 0; k < chart->curves; k++) {
        const chart_curve *curve = &chart->curve[k];
        for (int64_t i = 0; i < curve->count; i++) {
            if (!is_number(curve->x[i]) || !is_number(curve->y[i]))
                continue;
            include(x, curve->x[i]);
            include(y, curve->y[i]);
            if (curve->low && is_number(curve->low[i]))
                include(y, curve->low[i]);
            if (curve->high && is_number(curve->high[i]))
                include(y, curve->high[i]);
        }
    }
}

// Zero belongs to the picture where it is near; else a small margin, so that no curve lies on the frame.
static void widen(span *span)
{
    const double near = 0.4;
    const double margin = 0.04;
    if (span->least > 0 && span->least < near * span->greatest)
        span->least = 0;
    if (span->greatest < 0 && span->greatest > near * span->least)
        span->greatest = 0;
    const double more = margin * (span->greatest - span->least);
    if (span->least != 0)
        span->least -= more;
    if (span->greatest != 0)
        span->greatest += more;
}

// ---- the legend: rows of a piece of the curve and its name

enum { LEGEND_SIGN = 3, LEGEND_GAP = 2 }; // in widths of a line's height, halved for the gap

static float entry_width(const chart *chart, const chart_layout *layout, const chart_pen *pen,
                         int k)
{
    return layout->size * (LEGEND_SIGN + 0.5f * LEGEND_GAP) +
           pen->width(pen->to, layout->size, chart->curve[k].name);
}

// Draws where `of` says how many rows there will be, else counts them.
static int legend(const chart *chart, const chart_layout *layout, const chart_pen *pen, int of)
{
    int rows = 0;
    const float first = layout->left;
    float x = INFINITY;
    for (int k = 0; k < chart->curves; k++) {
        if (!chart->curve[k].name)
            continue;
        const float width = entry_width(chart, layout, pen, k);
        if (x + width > layout->width) {
            x = first;
            rows++;
        }
        const float base = layout->height - layout->size * (0.5f + 1.5f * (float)(of - rows));
        if (of > 0) {
            const chart_place sign[] = {{x, base - 0.35f * layout->size},
                                        {x + 2.2f * layout->size, base - 0.35f * layout->size}};
            const bool dot = chart->curve[k].points;
            const chart_stroke stroke = {CHART_CURVE, colour_number(chart, k), 0.14f * layout->size,
                                         dot};
            const chart_place at = {x + (LEGEND_SIGN - 0.3f) * layout->size, base};
            pen->line(pen->to, sign + dot, dot ? 1 : 2, stroke);
            pen->text(pen->to, at, (chart_words){.size = layout->size}, chart->curve[k].name);
        }
        x += width;
    }
    return rows;
}

// ---- the layout

static float widest_label(const chart_layout *layout, const chart_pen *pen)
{
    float widest = 0;
    for (int k = 0; k < layout->y.ticks; k++) {
        char label[TICK_ROOM];
        chart_axis_label(&layout->y, k, label);
        widest = fmaxf(widest, pen->width(pen->to, layout->size, label));
    }
    return widest;
}

chart_layout chart_lay_out(const chart *chart, const chart_pen *pen)
{
    span x;
    span y;
    chart_layout layout = {.width = (float)(chart->width > 0 ? chart->width : 1280),
                           .height = (float)(chart->height > 0 ? chart->height : 720)};
    const float share = 40; // of the mean of the sides
    layout.size = sqrtf(layout.width * layout.height) / share;
    find_spans(chart, &x, &y);
    layout.empty = !(x.least <= x.greatest);
    if (layout.empty)
        x = y = (span){0, 1};
    widen(&y);
    layout.y = chart_axis_of(y.least, y.greatest, 5);
    layout.x = chart_axis_of(x.least, x.greatest, 7);
    layout.left = layout.size + widest_label(&layout, pen);
    layout.right = layout.width - 1.5f * layout.size;
    layout.top = layout.size * (chart->title ? 4.1f : 2.1f);
    layout.legend_rows = legend(chart, &layout, pen, 0);
    layout.bottom = layout.height - layout.size * (3.6f + 1.5f * (float)layout.legend_rows);
    return layout;
}

static float across(const chart_layout *layout, double x)
{
    const double share = (x - layout->x.low) / (layout->x.high - layout->x.low);
    return layout->left + (float)share * (layout->right - layout->left);
}

static float upwards(const chart_layout *layout, double y)
{
    const double share = (y - layout->y.low) / (layout->y.high - layout->y.low);
    return layout->bottom - (float)share * (layout->bottom - layout->top);
}

// ---- axes

static void axis_words(const char *name, const char *unit, const chart_axis *axis, text_buffer *out)
{
    char power[TICK_ROOM];
    chart_axis_power(axis, power);
    text_append(out, name ? name : "");
    const bool has_unit = unit && *unit;
    if (!has_unit && !*power)
        return;
    text_append_format(out, "%s[%s%s%s]", name && *name ? " " : "", power,
                       *power && has_unit ? " " : "", has_unit ? unit : "");
}

static void draw_words(const chart *chart, const chart_layout *layout, const chart_pen *pen)
{
    text_buffer words = {0};
    const float size = layout->size;
    chart_words how = {.size = size, .side = CHART_LEFT};
    axis_words(chart->y_name, chart->y_unit, &layout->y, &words);
    const chart_place above = {0.3f * size, layout->top - 0.8f * size};
    if (words.data)
        pen->text(pen->to, above, how, words.data);
    text_buffer_clear(&words);
    words = (text_buffer){0};
    axis_words(chart->x_name, chart->x_unit, &layout->x, &words);
    const chart_place below = {0.5f * (layout->left + layout->right), layout->bottom + 2.9f * size};
    how.side = CHART_MIDDLE;
    if (words.data)
        pen->text(pen->to, below, how, words.data);
    text_buffer_clear(&words);
    const chart_place head = {0.3f * size, 1.6f * size};
    how = (chart_words){.size = 1.2f * size, .side = CHART_LEFT, .strong = true};
    if (chart->title)
        pen->text(pen->to, head, how, chart->title);
}

static void draw_line(const chart_pen *pen, chart_place from, chart_place to, chart_ink ink,
                      float width)
{
    const chart_place place[] = {from, to};
    pen->line(pen->to, place, 2, (chart_stroke){.ink = ink, .width = width});
}

static void draw_axes(const chart_layout *layout, const chart_pen *pen)
{
    char label[TICK_ROOM];
    const float thin = 0.06f * layout->size;
    chart_words how = {.size = layout->size, .side = CHART_MIDDLE};
    float free_from = -INFINITY; // labels do not lie over each other
    for (int k = 0; k < layout->x.ticks; k++) {
        const float x = across(layout, chart_axis_tick(&layout->x, k));
        const chart_place low = {x, layout->bottom};
        const chart_place high = {x, layout->top};
        const chart_place words = {x, layout->bottom + 1.4f * layout->size};
        chart_axis_label(&layout->x, k, label);
        const float half = 0.5f * pen->width(pen->to, layout->size, label);
        draw_line(pen, low, high, CHART_GRID, thin);
        if (x - half < free_from)
            continue;
        pen->text(pen->to, words, how, label);
        free_from = x + half + 0.5f * layout->size;
    }
    how.side = CHART_RIGHT;
    for (int k = 0; k < layout->y.ticks; k++) {
        const float y = upwards(layout, chart_axis_tick(&layout->y, k));
        const chart_place low = {layout->left, y};
        const chart_place high = {layout->right, y};
        const chart_place words = {layout->left - 0.5f * layout->size, y + 0.35f * layout->size};
        chart_axis_label(&layout->y, k, label);
        draw_line(pen, low, high, CHART_GRID, thin);
        pen->text(pen->to, words, how, label);
    }
    const chart_place corner = {layout->left, layout->bottom};
    draw_line(pen, (chart_place){layout->left, layout->top}, corner, CHART_FRAME, 1.5f * thin);
    draw_line(pen, corner, (chart_place){layout->right, layout->bottom}, CHART_FRAME, 1.5f * thin);
}

static void draw_marks(const chart *chart, const chart_layout *layout, const chart_pen *pen)
{
    float free_from = -INFINITY;
    for (int k = 0; k < chart->marks; k++) {
        const chart_mark *mark = &chart->mark[k];
        const bool inside = mark->x >= layout->x.low && mark->x <= layout->x.high;
        if (!inside)
            continue;
        const float x = across(layout, mark->x);
        const float size = 0.85f * layout->size;
        const float width = mark->name ? pen->width(pen->to, size, mark->name) : 0;
        const chart_place low = {x, layout->bottom};
        const chart_place high = {x, layout->top};
        draw_line(pen, low, high, CHART_MARK, 0.1f * layout->size);
        const float begin = x + 0.3f * layout->size;
        if (!mark->name || begin < free_from || begin + width > layout->width)
            continue;
        const chart_place at = {begin, layout->top + layout->size};
        pen->text(pen->to, at, (chart_words){.size = size}, mark->name);
        free_from = begin + width;
    }
}

// ---- curves

typedef struct trace {
    chart_place *place;
    int64_t count;
} trace;

// Are the places in order, so that the points of a pixel stand side by side?
static bool in_order(const chart_curve *curve)
{
    for (int64_t i = 1; i < curve->count; i++) {
        if (!(curve->x[i] >= curve->x[i - 1]))
            return false;
    }
    return true;
}

// A run of numbers without a gap from `first` on; returns its end.
static int64_t run_end(const chart_curve *curve, int64_t first)
{
    int64_t end = first;
    while (end < curve->count && is_number(curve->x[end]) && is_number(curve->y[end]))
        end++;
    return end;
}

// Of the points that share a pixel the first, the lowest, the highest and the last stay, in their order.
static void thin_out(trace *trace)
{
    int64_t kept = 0;
    int64_t i = 0;
    chart_place *place = trace->place;
    while (i < trace->count) {
        int64_t end = i;
        int64_t low = i;
        int64_t high = i;
        while (end < trace->count && floorf(place[end].x) == floorf(place[i].x)) {
            low = place[end].y > place[low].y ? end : low;
            high = place[end].y < place[high].y ? end : high;
            end++;
        }
        for (int64_t k = i; k < end; k++) {
            if (k == i || k == low || k == high || k == end - 1)
                place[kept++] = place[k];
        }
        i = end;
    }
    trace->count = kept;
}

static void draw_band(const chart_curve *curve, const chart_layout *layout, const chart_pen *pen,
                      int number, chart_place *room)
{
    for (int64_t i = 0; i < curve->count;) {
        int64_t end = i;
        while (end < curve->count && is_number(curve->x[end]) && is_number(curve->low[end]) &&
               is_number(curve->high[end]))
            end++;
        const int64_t count = end - i;
        for (int64_t k = 0; k < count; k++) {
            const float x = across(layout, curve->x[i + k]);
            room[k] = (chart_place){x, upwards(layout, curve->high[i + k])};
            room[2 * count - 1 - k] = (chart_place){x, upwards(layout, curve->low[i + k])};
        }
        if (count > 1)
            pen->area(pen->to, room, 2 * count, (chart_stroke){CHART_BAND, number, 0, false});
        i = end > i ? end : i + 1;
    }
}

// A bar from end to end at each dot that has an error.
static void draw_bars(const chart_curve *curve, const chart_layout *layout, const chart_pen *pen,
                      int number)
{
    const chart_stroke stroke = {CHART_BAR, number, 0.09f * layout->size, false};
    for (int64_t i = 0; i < curve->count; i++) {
        const bool placed = is_number(curve->x[i]) && is_number(curve->y[i]);
        const bool known = is_number(curve->low[i]) && is_number(curve->high[i]);
        if (!placed || !known || !(curve->low[i] < curve->high[i]))
            continue;
        const float x = across(layout, curve->x[i]);
        const chart_place bar[] = {{x, upwards(layout, curve->low[i])},
                                   {x, upwards(layout, curve->high[i])}};
        pen->line(pen->to, bar, 2, stroke);
    }
}

static void draw_errors(const chart_curve *curve, const chart_layout *layout, const chart_pen *pen,
                        int number, chart_place *room)
{
    if (curve->points)
        draw_bars(curve, layout, pen, number);
    else
        draw_band(curve, layout, pen, number, room);
}

static void draw_curve(const chart_curve *curve, const chart_layout *layout, const chart_pen *pen,
                       int number, chart_place *room)
{
    const bool thins = in_order(curve) && !curve->points;
    chart_stroke stroke = {CHART_CURVE, number, 0.14f * layout->size, curve->points};
    for (int64_t i = 0; i < curve->count;) {
        const int64_t end = run_end(curve, i);
        trace trace = {room, end - i};
        for (int64_t k = 0; k < trace.count; k++) {
            room[k].x = across(layout, curve->x[i + k]);
            room[k].y = upwards(layout, curve->y[i + k]);
        }
        if (thins)
            thin_out(&trace);
        stroke.round = curve->points || trace.count == 1; // a point alone is seen, too
        if (trace.count > 0)
            pen->line(pen->to, room, trace.count, stroke);
        i = end > i ? end : i + 1;
    }
}

bool chart_draw(const chart *chart, const chart_layout *layout, const chart_pen *pen)
{
    int64_t most = 1;
    for (int k = 0; k < chart->curves; k++)
        most = chart->curve[k].count > most ? chart->curve[k].count : most;
    chart_place *room = malloc(2 * (size_t)most * sizeof *room);
    if (!room)
        return false;
    draw_axes(layout, pen);
    draw_words(chart, layout, pen);
    for (int k = 0; k < chart->curves; k++) {
        if (chart->curve[k].low && chart->curve[k].high)
            draw_errors(&chart->curve[k], layout, pen, colour_number(chart, k), room);
    }
    draw_marks(chart, layout, pen);
    for (int k = 0; k < chart->curves; k++)
        draw_curve(&chart->curve[k], layout, pen, colour_number(chart, k), room);
    legend(chart, layout, pen, layout->legend_rows);
    free(room);
    if (layout->empty) {
        const chart_place middle = {0.5f * (layout->left + layout->right),
                                    0.5f * (layout->top + layout->bottom)};
        const chart_words how = {.size = layout->size, .side = CHART_MIDDLE};
        pen->text(pen->to, middle, how, "no numbers");
    }
    return true;
}
