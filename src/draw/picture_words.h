// picture_words.h - how words are written beside the grains of a picture.
#ifndef SCREE_DRAW_PICTURE_WORDS_H
#define SCREE_DRAW_PICTURE_WORDS_H

#include "draw/picture_parts.h"

// In the unit of the style: to the edges of the picture, from where the legend begins to the right edge, height of capital letters.
enum { PICTURE_MARGIN = 14, PICTURE_COLUMN_WIDTH = 128, PICTURE_LETTERS = 12 };

static inline sheet_words picture_words(const picture_style *style)
{
    return (sheet_words){.size = PICTURE_LETTERS * style->unit, .colour = style->ink};
}

// Words that begin at x, or so much to the left of it that they end before the margin.
static inline void picture_label(sheet *sheet, const picture_style *style, float x, float y,
                                 const char *text)
{
    const float unit = style->unit;
    const float width = sheet_text_width(sheet, PICTURE_LETTERS * unit, text);
    const float last = sheet->width - PICTURE_MARGIN * unit - width;
    sheet_text(sheet, x < last ? x : last, y, picture_words(style), text);
}

// A colour bar in the legend, between two heights.
typedef struct picture_bar {
    const char *name, *unit; // in SI; "": it has none
    const picture_scale *scale;
    rgb (*shade)(const picture_scale *scale, double value);
    float top, bottom; // pixels
} picture_bar;

// With its name above it; where all values are one, a square of its colour with the number (picture_bar.c).
void picture_draw_bar(sheet *sheet, const picture_style *style, const picture_bar *bar);

#endif
