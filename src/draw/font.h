// font.h - the letters of all words in pictures: DejaVu Sans, or what the file named in SCREE_FONT holds.
//
// Where that file is missing, Cairo's own strokes take its place: plain, but nothing of a picture is lost.
#ifndef SCREE_DRAW_FONT_H
#define SCREE_DRAW_FONT_H

#include <cairo.h>
#include <stdbool.h>

// A reference to the letters, which cairo_font_face_destroy gives back. Threads may ask at the same time.
cairo_font_face_t *font_take(void);
// A file of letters alone; NULL where it is missing, or is none.
cairo_font_face_t *font_open(const char *file);
// The file that is missing; NULL: it is there.
const char *font_missing(void);

#endif
