// sheet.h - words and lines over a picture, drawn by Cairo, and the whole as a PNG file.
//
// Lengths are in pixels, y points down, the centre of the first pixel is at (0.5, 0.5). What fails is remembered and
// told by sheet_write; the calls between may ignore it.
#ifndef SCREE_DRAW_SHEET_H
#define SCREE_DRAW_SHEET_H

#include "base/fail.h"
#include "draw/canvas.h"

#include <cairo.h>
#include <stdint.h>

typedef struct sheet {
    float width, height;
    cairo_surface_t *surface;
    cairo_t *cairo;
    double capital; // height of a capital letter of a font of size 1
} sheet;

typedef struct sheet_words {
    float size; // height of capital letters
    rgb colour;
    float room;  // what is longer is cut; 0: nothing is
    bool middle; // it is cut in the middle, for names that begin alike
} sheet_words;

// Begins with what is on the canvas.
void sheet_make(sheet *sheet, const canvas *canvas);
void sheet_clear(sheet *sheet);

// Text in UTF-8 that begins at x, with its baseline at y. What is no UTF-8 or cannot be printed becomes a sign that
// says so.
void sheet_text(sheet *sheet, float x, float y, sheet_words how, const char *text);
float sheet_text_width(sheet *sheet, float size, const char *text);
// Lines have round ends; one of no length is a dot.
void sheet_line(sheet *sheet, const float from[2], const float to[2], float width, rgb colour);
void sheet_fill(sheet *sheet, float left, float top, float right, float bottom, rgb colour);
// A rectangle that runs evenly through the colours, the first at the bottom.
void sheet_ramp(sheet *sheet, const float left_top[2], const float right_bottom[2],
                const rgb *colour, int colours);

// The whole as rows of numbers 0x00RRGGBB, borrowed until the sheet changes; `name` is what a fault names.
scree_status sheet_pixels(sheet *sheet, const char *name, const uint32_t **pixel,
                          scree_error *error);
scree_status sheet_write(sheet *sheet, const char *path, scree_error *error);

#endif
