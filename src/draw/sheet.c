// sheet.c - see sheet.h.
#include "draw/sheet.h"

#include "draw/font.h"
#include "draw/png.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_ROOM = 512 };

static const char ellipsis[] = "\xe2\x80\xa6", unreadable[] = "\xef\xbf\xbd"; // U+2026, U+FFFD

static uint32_t level(float value)
{
    return (uint32_t)(255 * (value > 0 ? value < 1 ? value : 1 : 0) + 0.5f);
}

static void copy(const sheet *sheet, const canvas *canvas)
{
    unsigned char *bytes = cairo_image_surface_get_data(sheet->surface);
    const int stride = cairo_image_surface_get_stride(sheet->surface);
    for (int y = 0; bytes && y < canvas->height; y++) {
        const size_t begin = (size_t)y * (size_t)stride;
        uint32_t *row = (uint32_t *)(void *)(bytes + begin);
        for (int x = 0; x < canvas->width; x++) {
            const rgb colour = canvas->pixel[canvas_at(canvas, x, y)];
            const uint32_t red = level(colour.r);
            const uint32_t green = level(colour.g);
            const uint32_t blue = level(colour.b);
            row[x] = red << 16 | green << 8 | blue;
        }
    }
    cairo_surface_mark_dirty(sheet->surface);
}

void sheet_make(sheet *page, const canvas *canvas)
{
    *page = (sheet){.width = (float)canvas->width, .height = (float)canvas->height};
    page->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, canvas->width, canvas->height);
    copy(page, canvas);
    page->cairo = cairo_create(page->surface);
    cairo_font_face_t *letters = font_take();
    cairo_set_font_face(page->cairo, letters);
    cairo_font_face_destroy(letters);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_set_font_options(page->cairo, options);
    cairo_font_options_destroy(options);
    cairo_set_line_cap(page->cairo, CAIRO_LINE_CAP_ROUND);
    cairo_text_extents_t capital;
    cairo_set_font_size(page->cairo, 100);
    cairo_text_extents(page->cairo, "H", &capital);
    page->capital = capital.height > 0 ? capital.height / 100 : 0.7;
}

void sheet_clear(sheet *sheet)
{
    if (sheet->cairo)
        cairo_destroy(sheet->cairo);
    if (sheet->surface)
        cairo_surface_destroy(sheet->surface);
    memset(sheet, 0, sizeof *sheet);
}

static void set_colour(sheet *sheet, rgb colour)
{
    cairo_set_source_rgb(sheet->cairo, colour.r, colour.g, colour.b);
}

// ---- text

// The number of bytes of the sign at p; 0: it is no UTF-8, or cannot be printed.
// Of a sign of UTF-8, by its first byte; 0: none begins with it.
static int length_by_first(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >> 5 == 6)
        return 2;
    if (first >> 4 == 14)
        return 3;
    return first >> 3 == 30 ? 4 : 0;
}

static int length_of_sign(const unsigned char *p)
{
    static const uint32_t least[] = {0, 0x20, 0xa0, 0x800, 0x10000};
    const int length = length_by_first(*p);
    uint32_t sign = length > 1 ? *p & (0x7fu >> length) : *p;
    for (int k = 1; k < length; k++) {
        if (p[k] >> 6 != 2)
            return 0;
        sign = sign << 6 | (p[k] & 0x3fu);
    }
    const bool surrogate = sign >> 11 == 0x1b;
    const bool in_range = sign >= least[length] && sign <= 0x10ffff;
    if (!in_range || surrogate || sign == 0x7f)
        return 0;
    return length;
}

// The beginning of a text, as Cairo takes it, with room for an ellipsis behind it.
static size_t make_readable(char out[TEXT_ROOM], const char *text)
{
    size_t size = 0;
    for (const char *at = text; *at;) {
        const int length = length_of_sign((const unsigned char *)at);
        const char *sign = length ? at : unreadable;
        const size_t bytes = length ? (size_t)length : strlen(unreadable);
        if (size + bytes + sizeof ellipsis > TEXT_ROOM)
            break;
        memcpy(out + size, sign, bytes);
        size += bytes;
        at += length ? length : 1;
    }
    out[size] = 0;
    return size;
}

static float width_of(sheet *sheet, float size, const char *readable)
{
    cairo_text_extents_t extents = {0};
    cairo_set_font_size(sheet->cairo, size / sheet->capital);
    cairo_text_extents(sheet->cairo, readable, &extents);
    return (float)extents.x_advance;
}

float sheet_text_width(sheet *sheet, float size, const char *text)
{
    char readable[TEXT_ROOM];
    make_readable(readable, text);
    return width_of(sheet, size, readable);
}

static bool is_inside_sign(char byte)
{
    return (unsigned char)byte >> 6 == 2;
}

// So much shorter that it has room: what is left of the beginning, an ellipsis, and what is left of the end.
static void cut_to_room(sheet *sheet, const sheet_words *how, char readable[TEXT_ROOM], size_t size)
{
    char whole[TEXT_ROOM];
    size_t head = how->middle ? size / 2 : size;
    size_t tail = head; // where the end begins
    if (!(how->room > 0) || width_of(sheet, how->size, readable) <= how->room)
        return;
    memcpy(whole, readable, size + 1);
    while (head && is_inside_sign(whole[head]))
        head--;
    tail = how->middle ? head : size;
    while (head && width_of(sheet, how->size, readable) > how->room) {
        const bool from_end = how->middle && size - tail > head;
        do
            from_end ? tail++ : head--;
        while (is_inside_sign(whole[from_end ? tail : head]));
        snprintf(readable, TEXT_ROOM, "%.*s%s%s", (int)head, whole, ellipsis, whole + tail);
    }
}

void sheet_text(sheet *sheet, float x, float y, sheet_words how, const char *text)
{
    char readable[TEXT_ROOM];
    const size_t size = make_readable(readable, text);
    cut_to_room(sheet, &how, readable, size);
    set_colour(sheet, how.colour);
    cairo_set_font_size(sheet->cairo, how.size / sheet->capital);
    cairo_move_to(sheet->cairo, x, y);
    cairo_show_text(sheet->cairo, readable);
    cairo_new_path(sheet->cairo);
}

// ---- figures

// Far-away places are drawn in: Cairo counts parts of a pixel in 32 bits.
static double near(float pixels)
{
    return fmin(fmax(pixels, -1e5), 1e5);
}

void sheet_line(sheet *sheet, const float from[2], const float to[2], float width, rgb colour)
{
    set_colour(sheet, colour);
    cairo_set_line_width(sheet->cairo, width);
    cairo_move_to(sheet->cairo, near(from[0]), near(from[1]));
    cairo_line_to(sheet->cairo, near(to[0]), near(to[1]));
    cairo_stroke(sheet->cairo);
}

void sheet_fill(sheet *sheet, float left, float top, float right, float bottom, rgb colour)
{
    set_colour(sheet, colour);
    const double width = near(right - left);
    const double height = near(bottom - top);
    cairo_rectangle(sheet->cairo, near(left), near(top), width, height);
    cairo_fill(sheet->cairo);
}

void sheet_ramp(sheet *sheet, const float left_top[2], const float right_bottom[2],
                const rgb *colour, int colours)
{
    cairo_pattern_t *ramp = cairo_pattern_create_linear(0, right_bottom[1], 0, left_top[1]);
    for (int k = 0; k < colours; k++) {
        cairo_pattern_add_color_stop_rgb(ramp, (double)k / (colours - 1), colour[k].r, colour[k].g,
                                         colour[k].b);
    }
    cairo_set_source(sheet->cairo, ramp);
    cairo_rectangle(sheet->cairo, left_top[0], left_top[1], right_bottom[0] - left_top[0],
                    right_bottom[1] - left_top[1]);
    cairo_fill(sheet->cairo);
    cairo_pattern_destroy(ramp);
}

scree_status sheet_pixels(sheet *sheet, const char *name, const uint32_t **pixel,
                          scree_error *error)
{
    cairo_surface_flush(sheet->surface);
    const cairo_status_t status = cairo_status(sheet->cairo);
    if (status == CAIRO_STATUS_NO_MEMORY)
        return fail_memory(error, name);
    if (status) {
        return fail(error, SCREE_IO, name,
                    "check the file of the font, or name another one in SCREE_FONT",
                    "the words of the picture cannot be drawn: %s", cairo_status_to_string(status));
    }
    *pixel = (const void *)cairo_image_surface_get_data(sheet->surface);
    return SCREE_OK;
}

scree_status sheet_write(sheet *sheet, const char *path, scree_error *error)
{
    const uint32_t *pixels;
    scree_status status = sheet_pixels(sheet, path, &pixels, error);
    if (status)
        return status;
    return png_write(path, cairo_image_surface_get_width(sheet->surface),
                     cairo_image_surface_get_height(sheet->surface), pixels, error);
}
