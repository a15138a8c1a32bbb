// picture_bar.c - a colour bar with its name, its unit and its numbers. See picture_words.h.
#include "draw/picture_numbers.h"
#include "draw/picture_words.h"

#include <math.h>
#include <stdio.h>

static const float thick = 22; // of the bar, in the unit of the style

// Numbers end at one place, as in a table; where they are too long, they are smaller.
static void draw_numbers(sheet *sheet, const picture_style *style, const picture_ticks *ticks,
                         float x, const float y[])
{
    char text[PICTURE_NUMBER];
    const float room = sheet->width - PICTURE_MARGIN * style->unit - x;
    float widest = 0;
    sheet_words how = picture_words(style);
    for (int k = 0; k < ticks->count; k++) {
        picture_write_tick(text, ticks, k);
        widest = fmaxf(widest, sheet_text_width(sheet, how.size, text));
    }
    const float shrink = widest > room ? room / widest : 1;
    how.size *= shrink;
    for (int k = 0; k < ticks->count; k++) {
        picture_write_tick(text, ticks, k);
        const float begin = x + shrink * widest - sheet_text_width(sheet, how.size, text);
        sheet_text(sheet, begin, y[k] + how.size / 2, how, text);
    }
}

static void draw_ramp(sheet *sheet, const picture_style *style, const picture_bar *bar,
                      const picture_unit *unit)
{
    const picture_scale *scale = bar->scale;
    const float u = style->unit;
    const float left = sheet->width - PICTURE_COLUMN_WIDTH * u;
    const float right = left + thick * u;
    const float top = bar->top;
    const float bottom = bar->bottom;
    const double range = scale->high - scale->low;
    rgb colour[PICTURE_SHADES];
    for (int k = 0; k < PICTURE_SHADES; k++)
        colour[k] = bar->shade(scale, scale->low + range * k / (PICTURE_SHADES - 1));
    const float upper_left[2] = {left, top};
    const float lower_right[2] = {right, bottom};
    sheet_ramp(sheet, upper_left, lower_right, colour, PICTURE_SHADES);
    const float height = bottom - top;
    const float room = height / (2.5f * PICTURE_LETTERS * u);
    const double low = scale->low / unit->size;
    const double high = scale->high / unit->size;
    const int steps = room < 2 ? 2 : room < PICTURE_TICKS ? (int)room : PICTURE_TICKS;
    const picture_ticks ticks = picture_ticks_of(low, high, steps);
    float y[PICTURE_TICKS + 1];
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

// Where all have one colour.
static void draw_value(sheet *sheet, const picture_style *style, const picture_bar *bar,
                       const picture_unit *unit)
{
    const float u = style->unit;
    const float left = sheet->width - PICTURE_COLUMN_WIDTH * u;
    const float top = bar->top;
    const float side = thick * u;
    const double value = bar->scale->value;
    char text[PICTURE_NUMBER];
    snprintf(text, sizeof text, "%.4g", value / unit->size);
    sheet_fill(sheet, left, top, left + side, top + side, bar->shade(bar->scale, value));
    const float middle = top + (side + PICTURE_LETTERS * u) / 2;
    picture_label(sheet, style, left + 1.5f * side, middle, text);
}

// "J/m^2" as it is printed: its power raised.
static void print_unit(const char *unit, char *out, size_t room)
{
    static const char *const raised[] = {"\xc2\xb2", "\xc2\xb3"};
    size_t at = 0;
    out[0] = 0;
    while (*unit && at + 3 < room) {
        const bool power = unit[0] == '^' && (unit[1] == '2' || unit[1] == '3');
        const int length = power ? snprintf(out + at, room - at, "%s", raised[unit[1] - '2'])
                                 : snprintf(out + at, room - at, "%c", *unit);
        at += (size_t)length;
        unit += power ? 2 : 1;
    }
}

void picture_draw_bar(sheet *sheet, const picture_style *style, const picture_bar *bar)
{
    const picture_scale *scale = bar->scale;
    const double end = fmax(fabs(scale->low), fabs(scale->high));
    const picture_unit *unit =
        picture_unit_of(bar->unit, scale->uniform ? fabs(scale->value) : end);
    const float u = style->unit;
    char printed[32];
    char label[96];
    print_unit(bar->unit, printed, sizeof printed);
    snprintf(label, sizeof label, *printed ? "%.40s [%s%s]" : "%.40s", bar->name, unit->prefix,
             printed);
    const float left = sheet->width - PICTURE_COLUMN_WIDTH * u;
    picture_label(sheet, style, left, bar->top - 18 * u, label);
    if (scale->uniform)
        draw_value(sheet, style, bar, unit);
    else
        draw_ramp(sheet, style, bar, unit);
}
