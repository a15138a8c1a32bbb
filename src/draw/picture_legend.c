// picture_legend.c - the words of a picture: title, time, what colours stand for, a scale of lengths, the direction of
// gravity.
#include "draw/picture_numbers.h"
#include "draw/picture_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// From where to where the legend goes, pixels: below the title, and above the arrow of gravity where there is room for that.
typedef struct legend {
    float top, bottom;
    float between[2]; // of two bars the first ends, and the second begins
    bool arrow;
} legend;

static legend legend_of(const sheet *sheet, const picture_style *style)
{
    const float u = style->unit;
    const float height = sheet->height;
    const bool arrow = height > 300 * u;
    const float lowest = height - (arrow ? 110 : 20) * u;
    legend legend = {
        .top = fmaxf(0.20f * height, 118 * u),
        .bottom = fminf(0.80f * height, lowest),
        .arrow = arrow,
    };
    const float span = legend.bottom - legend.top;
    const float half = 0.5f * span;
    const float gap = 0.09f * span;
    legend.between[0] = legend.top + half - fmaxf(gap, 14 * u);
    legend.between[1] = legend.top + half + fmaxf(gap, 30 * u);
    return legend;
}

static void draw_scale(sheet *sheet, const picture_style *style, const picture_scale *scale,
                       const picture_options *options)
{
    static const char *const names[] = {"speed", "radius", "height"};
    const bool given = options->colour == PICTURE_COLUMN;
    const legend legend = legend_of(sheet, style);
    const char *length = options->colour == PICTURE_SPEED ? "m/s" : "m";
    const picture_bar bar = {
        .name = given ? options->column.name : names[options->colour],
        .unit = given ? options->column.unit : length,
        .scale = scale,
        .shade = picture_shade,
        .top = legend.top,
        .bottom = options->map.value ? legend.between[0] : legend.bottom,
    };
    picture_draw_bar(sheet, style, &bar);
}

static void draw_map_scale(sheet *sheet, const picture_style *style, const picture_map *map,
                           const picture_scale *scale)
{
    const legend legend = legend_of(sheet, style);
    const picture_bar bar = {
        .name = map->name,
        .unit = map->unit,
        .scale = scale,
        .shade = picture_map_shade,
        .top = legend.between[1],
        .bottom = legend.bottom,
    };
    picture_draw_bar(sheet, style, &bar);
}

// The line of a contact of a round force, nearly the strongest; width and colour are those of picture_chains.c.
static void draw_widest(sheet *sheet, const picture_style *style, double force)
{
    const float u = style->unit;
    const float left = sheet->width - PICTURE_COLUMN_WIDTH * u;
    const float y = legend_of(sheet, style).top;
    const float from[2] = {left, y};
    const float to[2] = {left + 30 * u, y};
    const rgb weak = {0.35f, 0.42f, 0.55f};
    const rgb strong = {0.72f, 0.12f, 0.10f};
    const double told = force > 0 ? picture_round_below(force) : 0;
    const picture_unit *unit = picture_unit_of("N", told);
    const float share = force > 0 ? (float)(told / force) : 1;
    char text[PICTURE_NUMBER + 8];
    snprintf(text, sizeof text, "%.3g %sN", told / unit->size, unit->prefix);
    picture_label(sheet, style, left, y - 26 * u, "normal force");
    sheet_line(sheet, from, to, 2 * share * picture_widest(style),
               rgb_mix(weak, strong, sqrtf(share)));
    picture_label(sheet, style, left + 48 * u, y + PICTURE_LETTERS / 2 * u, text);
}

// Which kinds are there; how many. Those beyond KINDS_MOST are one.
enum { KINDS_MOST = 256 };
static int kinds_used(const frame *frame, const picture_options *options, bool used[KINDS_MOST])
{
    int count = 0;
    for (int64_t i = 0; i < frame->ball.count; i++) {
        const int kind = picture_kind_of(frame, options, i);
        const int k = kind < KINDS_MOST ? kind : KINDS_MOST - 1;
        count += !used[k];
        used[k] = true;
    }
    return count;
}

// As many as have room above the arrow of gravity; the last line says how many more there are.
static void draw_kinds(sheet *sheet, const picture_style *style, const frame *frame,
                       const picture_options *options)
{
    const float unit = style->unit;
    const float left = sheet->width - 150 * unit;
    const legend legend = legend_of(sheet, style);
    static const char *const word[] = {"material", "shape", "set"};
    bool used[KINDS_MOST] = {false};
    const int kinds = kinds_used(frame, options, used);
    const float span = legend.bottom - legend.top;
    const float apart = fmaxf(fminf(28 * unit, span / (float)kinds), 19 * unit);
    const int room = kinds * apart <= span * 1.001f ? kinds : (int)(span / apart) - 1;
    float y = legend.top;
    sheet_words how = picture_words(style);
    how.room = (150 - 26 - PICTURE_MARGIN) * unit;
    how.middle = true;
    int shown = 0;
    for (int k = 0; k < PICTURE_KINDS && shown < room; k++) {
        char number[PICTURE_NUMBER];
        if (!used[k])
            continue;
        snprintf(number, sizeof number, "%s %d", word[options->colour - PICTURE_MATERIAL], k + 1);
        sheet_fill(sheet, left, y, left + 16 * unit, y + 16 * unit, picture_kind(k));
        sheet_text(sheet, left + 26 * unit, y + (8 + PICTURE_LETTERS / 2) * unit, how,
                   options->kind && k < options->kinds ? options->kind[k] : number);
        y += apart;
        shown++;
    }
    if (shown < kinds) {
        char more[PICTURE_NUMBER + 8];
        snprintf(more, sizeof more, "and %d more", kinds - shown);
        sheet_text(sheet, left, y + (8 + PICTURE_LETTERS / 2) * unit, how, more);
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
    const float middle[2] = {sheet->width - 117 * unit,
                             fminf(0.905f * sheet->height, sheet->height - 46 * unit)};
    if (!(v3_norm(gravity) > 0) || !legend_of(sheet, style).arrow)
        return;
    const v3 g = v3_unit(gravity);
    const float to_right = (float)v3_dot(view->right, g);
    const float upwards = (float)v3_dot(view->up, g);
    const float way[2] = {to_right, -upwards};
    const float label_x = middle[0] + 18 * unit;
    const float label_y = middle[1] + PICTURE_LETTERS / 2 * unit;
    draw_arrow(sheet, middle, way, style);
    picture_label(sheet, style, label_x, label_y, "gravity");
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
    const float room = sheet->width - left - PICTURE_MARGIN * unit;
    const sheet_words large = {.size = 18 * unit, .colour = style->ink, .room = room};
    const sheet_words small = {
        .size = PICTURE_LETTERS * unit,
        .colour = rgb_mix(style->ink, style->top, 0.25f),
        .room = room,
    };
    const long long grains = count_grains(frame, NULL);
    const long long seen = count_grains(frame, options->hidden);
    char time[40];
    char text[128];
    char part[32] = "";
    if (seen < grains)
        snprintf(part, sizeof part, "%lld of ", seen);
    picture_time(frame->time, options->pace, true, time, sizeof time);
    snprintf(text, sizeof text, "%s    %s%lld grain%s", time, part, grains, grains == 1 ? "" : "s");
    if (options->title)
        sheet_text(sheet, left, 42 * unit, large, options->title);
    sheet_text(sheet, left, (options->title ? 70 : 40) * unit, small,
               options->words ? options->words : text);
}

// At each end a stroke across it.
void picture_draw_length(sheet *sheet, const picture_style *style, const view *view)
{
    static const float share = 0.2f; // of the width of the picture, at most
    const double length = picture_round_below(share * sheet->width / view->scale);
    if (!isfinite(length) || !(length > 0))
        return;
    const float u = style->unit;
    const picture_unit *unit = picture_unit_of("m", length);
    const float y = sheet->height - 26 * u;
    const float ends[2] = {30 * u, 30 * u + (float)(length * view->scale)};
    const float from[2] = {ends[0], y};
    const float to[2] = {ends[1], y};
    char text[PICTURE_NUMBER + 4];
    sheet_line(sheet, from, to, 1.6f * u, style->ink);
    for (int k = 0; k < 2; k++) {
        const float upper[2] = {ends[k], y - 5 * u};
        const float lower[2] = {ends[k], y + 5 * u};
        sheet_line(sheet, upper, lower, 1.6f * u, style->ink);
    }
    snprintf(text, sizeof text, "%.3g %sm", length / unit->size, unit->prefix);
    sheet_text(sheet, ends[1] + 12 * u, y + PICTURE_LETTERS / 2 * u, picture_words(style), text);
}

void picture_draw_legend(sheet *sheet, const picture_style *style, const frame *frame,
                         const picture_options *options, const picture_scale *scale,
                         const picture_scale *map)
{
    draw_title(sheet, style, frame, options);
    if (options->chains)
        draw_widest(sheet, style, picture_strongest(frame, options));
    else if (options->colour >= PICTURE_MATERIAL)
        draw_kinds(sheet, style, frame, options);
    else if (frame->ball.count > 0 || options->low != options->high)
        draw_scale(sheet, style, scale, options);
    if (map)
        draw_map_scale(sheet, style, &options->map, map);
}
