// picture_legend.c - the words of a picture: title, time, the colour bar with its numbers, materials, the direction of
// gravity.
#include "draw/picture_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_ROOM = 24, TICKS_MOST = 10 };

static const float margin = 14,
                   column = 128; // to the right edge: of all words, and where the legend begins
static const float letters = 12; // height of capital letters

static sheet_words ordinary(const picture_style *style)
{
    return (sheet_words){.size = letters * style->unit, .colour = style->ink};
}

// ---- numbers of the colour bar

typedef struct unit_of_bar {
    double size, from; // in SI; the greatest number of a bar is at least this, in SI
    const char *prefix;
} unit_of_bar;

static const unit_of_bar units[] = {
    {1e3, 1e4, "k"}, {1, 0.1, ""}, {1e-3, 1e-4, "m"}, {1e-6, 1e-7, "\xc2\xb5"}, {1e-9, 0, "n"}};

// The unit in SI.
static const char *base_unit(const picture_options *options)
{
    if (options->colour == PICTURE_COLUMN)
        return options->column.unit;
    return options->colour == PICTURE_SPEED ? "m/s" : "m";
}

// That of nothing has no prefix, nor has one that is made of several.
static const unit_of_bar *unit_of(const picture_scale *scale, const picture_options *options)
{
    static const char *const plain[] = {"m", "m/s", "N", "J", "W", "Pa"};
    bool takes_prefix = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        takes_prefix = takes_prefix || !strcmp(base_unit(options), plain[i]);
    if (!takes_prefix)
        return &units[1];
    const double end = fmax(fabs(scale->low), fabs(scale->high));
    const double most = scale->uniform ? fabs(scale->value) : end;
    const unit_of_bar *unit = units;
    if (!(most > 0))
        return &units[1];
    while (most < unit->from)
        unit++;
    return unit;
}

typedef struct ticks {
    double first, step;
    int count, decimals;
} ticks;

// The least of 1, 2, 5 times a power of ten that makes no more steps than there is room for.
static ticks ticks_of(double low, double high, int steps)
{
    static const double multiple[3] = {2, 5, 10};
    const double least = (high - low) / steps;
    const double power = pow(10, floor(log10(least)));
    double step = power;
    for (int k = 0; k < 3 && step < 0.999999 * least; k++)
        step = multiple[k] * power;
    const double first = ceil(low / step - 1e-6) * step;
    const double count = floor((high - first) / step + 1e-6) + 1;
    const double digits = -floor(log10(step) + 1e-6);
    ticks ticks = {.first = first, .step = step};
    if (isfinite(count) && count > 0 && count <= steps + 1)
        ticks.count = (int)count;
    ticks.decimals = (int)fmax(0, digits);
    return ticks;
}

// All numbers of a bar have the same decimals.
static void write_number(char out[NUMBER_ROOM], const ticks *ticks, int k)
{
    double value = ticks->first + k * ticks->step;
    if (fabs(value) < 1e-6 * ticks->step)
        value = 0;
    if (ticks->decimals > 6 || fabs(value) >= 1e7)
        snprintf(out, NUMBER_ROOM, "%.6g", value);
    else
        snprintf(out, NUMBER_ROOM, "%.*f", ticks->decimals, value);
}

// ---- the legend

// Words that begin at x, or so much to the left of it that they end before the margin.
static void draw_label(sheet *sheet, const picture_style *style, float x, float y, const char *text)
{
    const float u = style->unit;
    const float width = sheet_text_width(sheet, letters * u, text);
    sheet_text(sheet, fminf(x, sheet->width - margin * u - width), y, ordinary(style), text);
}

// Numbers end at one place, as in a table; where they are too long, they are smaller.
static void draw_numbers(sheet *sheet, const picture_style *style, const ticks *ticks, float x,
                         const float y[])
{
    char text[NUMBER_ROOM];
    const float room = sheet->width - margin * style->unit - x;
    float widest = 0;
    sheet_words how = ordinary(style);
    for (int k = 0; k < ticks->count; k++) {
        write_number(text, ticks, k);
        widest = fmaxf(widest, sheet_text_width(sheet, how.size, text));
    }
    const float shrink = widest > room ? room / widest : 1;
    how.size *= shrink;
    for (int k = 0; k < ticks->count; k++) {
        write_number(text, ticks, k);
        const float begin = x + shrink * widest - sheet_text_width(sheet, how.size, text);
        sheet_text(sheet, begin, y[k] + how.size / 2, how, text);
    }
}

static void draw_bar(sheet *sheet, const picture_style *style, const picture_scale *scale,
                     const unit_of_bar *unit)
{
    const float u = style->unit;
    const float left = sheet->width - column * u;
    const float right = left + 22 * u;
    const float top = 0.20f * sheet->height;
    const float bottom = 0.80f * sheet->height;
    const double range = scale->high - scale->low;
    rgb colour[PICTURE_SHADES];
    for (int k = 0; k < PICTURE_SHADES; k++) {
        const double value = scale->low + range * k / (PICTURE_SHADES - 1);
        colour[k] = picture_shade(scale, value);
    }
    const float upper_left[2] = {left, top};
    const float lower_right[2] = {right, bottom};
    sheet_ramp(sheet, upper_left, lower_right, colour, PICTURE_SHADES);
    const float height = bottom - top;
    const float room = height / (2.5f * letters * u);
    const double low = scale->low / unit->size;
    const double high = scale->high / unit->size;
    int steps = room < TICKS_MOST ? (int)room : TICKS_MOST;
    if (room < 1)
        steps = 1;
    const ticks ticks = ticks_of(low, high, steps);
    float y[TICKS_MOST + 1];
    for (int k = 0; k < ticks.count; k++) {
        const double value = ticks.first + k * ticks.step;
        const float share = (float)((value - low) / (high - low));
        y[k] = bottom - share * height;
        const float from[2] = {right, y[k]};
        const float to[2] = {right + 6 * u, y[k]};
        sheet_line(sheet, from, to, u, style->ink);
    }
    draw_numbers(sheet, style, &ticks, right + 11 * u, y);
}

// Where all grains have one colour.
static void draw_value(sheet *sheet, const picture_style *style, const picture_scale *scale,
                       const unit_of_bar *unit)
{
    const float u = style->unit;
    const float left = sheet->width - column * u;
    const float top = 0.20f * sheet->height;
    const float side = 22 * u;
    const rgb shade = picture_shade(scale, scale->value);
    char text[NUMBER_ROOM];
    snprintf(text, sizeof text, "%.4g", scale->value / unit->size);
    sheet_fill(sheet, left, top, left + side, top + side, shade);
    draw_label(sheet, style, left + 33 * u, top + (11 + letters / 2) * u, text);
}

static void draw_scale(sheet *sheet, const picture_style *style, const picture_scale *scale,
                       const picture_options *options)
{
    static const char *const names[] = {"speed", "radius", "height"};
    const bool given = options->colour == PICTURE_COLUMN;
    const char *name = given ? options->column.name : names[options->colour];
    const unit_of_bar *unit = unit_of(scale, options);
    const char *base = base_unit(options);
    const float u = style->unit;
    char label[64];
    snprintf(label, sizeof label, *base ? "%.30s [%s%.20s]" : "%.30s", name, unit->prefix, base);
    draw_label(sheet, style, sheet->width - column * u, 0.20f * sheet->height - 18 * u, label);
    if (scale->uniform)
        draw_value(sheet, style, scale, unit);
    else
        draw_bar(sheet, style, scale, unit);
}

// The greatest of 1, 2 and 5 times a power of ten that is no more.
static double round_below(double value)
{
    const double power = pow(10, floor(log10(value)));
    const double share = value / power;
    if (share >= 5)
        return 5 * power;
    return share >= 2 ? 2 * power : power;
}

// The line of a contact of a round force, nearly the strongest; width and colour are those of picture_chains.c.
static void draw_widest(sheet *sheet, const picture_style *style, double force)
{
    const float u = style->unit;
    const float left = sheet->width - column * u;
    const float y = 0.20f * sheet->height;
    const float from[2] = {left, y};
    const float to[2] = {left + 30 * u, y};
    const rgb weak = {0.35f, 0.42f, 0.55f};
    const rgb strong = {0.72f, 0.12f, 0.10f};
    const unit_of_bar *unit = units;
    const double told = force > 0 ? round_below(force) : 0;
    const float share = force > 0 ? (float)(told / force) : 1;
    char text[NUMBER_ROOM + 8];
    while (unit->from > told)
        unit++;
    snprintf(text, sizeof text, "%.3g %sN", told / unit->size, unit->prefix);
    draw_label(sheet, style, left, y - 26 * u, "normal force");
    sheet_line(sheet, from, to, 2 * share * picture_widest(style),
               rgb_mix(weak, strong, sqrtf(share)));
    draw_label(sheet, style, left + 48 * u, y + letters / 2 * u, text);
}

static void draw_kinds(sheet *sheet, const picture_style *style, const frame *frame,
                       const picture_options *options)
{
    const float unit = style->unit;
    const float left = sheet->width - 150 * unit;
    static const char *const word[] = {"material", "shape", "set"};
    bool used[PICTURE_KINDS] = {false};
    for (int64_t i = 0; i < frame->ball.count; i++)
        used[picture_kind_of(frame, options, i) & (PICTURE_KINDS - 1)] = true;
    float y = 0.20f * sheet->height;
    sheet_words how = ordinary(style);
    how.room = (150 - 26 - margin) * unit;
    for (int k = 0; k < PICTURE_KINDS; k++) {
        char number[NUMBER_ROOM];
        if (!used[k])
            continue;
        snprintf(number, sizeof number, "%s %d", word[options->colour - PICTURE_MATERIAL], k + 1);
        sheet_fill(sheet, left, y, left + 16 * unit, y + 16 * unit, picture_kind[k]);
        sheet_text(sheet, left + 26 * unit, y + (8 + letters / 2) * unit, how,
                   options->kind && k < options->kinds ? options->kind[k] : number);
        y += 28 * unit;
    }
}

// Below the colour bar, as long as it is seen: gravity that points away from the eye is a short arrow.
static void draw_arrow(sheet *sheet, const float middle[2], const float way[2],
                       const picture_style *style)
{
    const float unit = style->unit;
    const float width = 2.8f * unit;
    const float dx = way[0];
    const float dy = way[1];
    const float half = 30 * unit;
    const float head = 11 * unit;
    const float seen = sqrtf(dx * dx + dy * dy);
    const float wing = seen > 0.3f ? head : seen / 0.3f * head;
    const float tail[2] = {middle[0] - half * dx, middle[1] - half * dy};
    const float tip[2] = {middle[0] + half * dx, middle[1] + half * dy};
    sheet_line(sheet, tail, tip, width, style->ink);
    if (!(seen > 0))
        return;
    const float ex = dx / seen;
    const float ey = dy / seen;
    for (int side = -1; side <= 1; side += 2) {
        const float across = (float)side * 0.5f;
        const float back_x = ex - across * ey;
        const float back_y = ey + across * ex;
        const float end[2] = {tip[0] - wing * back_x, tip[1] - wing * back_y};
        sheet_line(sheet, tip, end, width, style->ink);
    }
}

void picture_draw_gravity(sheet *sheet, const picture_style *style, const view *view, v3 gravity)
{
    const float unit = style->unit;
    const float middle[2] = {sheet->width - 117 * unit, 0.905f * sheet->height};
    if (!(v3_norm(gravity) > 0))
        return;
    const v3 g = v3_unit(gravity);
    const float to_right = (float)v3_dot(view->right, g);
    const float upwards = (float)v3_dot(view->up, g);
    const float way[2] = {to_right, -upwards};
    const float label_x = middle[0] + 18 * unit;
    const float label_y = middle[1] + letters / 2 * unit;
    draw_arrow(sheet, middle, way, style);
    draw_label(sheet, style, label_x, label_y, "gravity");
}

// Balls of a clump are one grain. `hidden` are left out; NULL: none.
static long long count_grains(const frame *frame, const bool *hidden)
{
    long long grains = 0;
    for (int64_t i = 0; i < frame->ball.count; i++)
        grains += frame->ball.body[i] == frame->ball.id[i] && !(hidden && hidden[i]);
    return grains;
}

static void draw_title(sheet *sheet, const picture_style *style, const frame *frame,
                       const picture_options *options)
{
    const float unit = style->unit;
    const float left = 30 * unit;
    const float room = sheet->width - left - margin * unit;
    const sheet_words large = {.size = 18 * unit, .colour = style->ink, .room = room};
    const sheet_words small = {
        .size = letters * unit,
        .colour = rgb_mix(style->ink, style->top, 0.25f),
        .room = room,
    };
    const long long grains = count_grains(frame, NULL);
    const long long seen = count_grains(frame, options->hidden);
    char text[96];
    char part[32] = "";
    if (seen < grains)
        snprintf(part, sizeof part, "%lld of ", seen);
    snprintf(text, sizeof text, "t = %.6g s    %s%lld grain%s", frame->time, part, grains,
             grains == 1 ? "" : "s");
    if (options->title)
        sheet_text(sheet, left, 42 * unit, large, options->title);
    sheet_text(sheet, left, (options->title ? 70 : 40) * unit, small,
               options->words ? options->words : text);
}

void picture_draw_legend(sheet *sheet, const picture_style *style, const frame *frame,
                         const picture_options *options, const picture_scale *scale)
{
    draw_title(sheet, style, frame, options);
    if (options->chains)
        draw_widest(sheet, style, picture_strongest(frame, options));
    else if (options->colour >= PICTURE_MATERIAL)
        draw_kinds(sheet, style, frame, options);
    else if (frame->ball.count > 0 || options->low != options->high)
        draw_scale(sheet, style, scale, options);
}
