// picture_solid.h - a picture of one surface of triangles: shaded, its edges drawn, places marked, with words and a
// scale.
//
// The view is orthographic and fitted to the surface. The side of a triangle that looks outwards is grey-blue, the
// other orange, so that holes and faces turned the wrong way are seen.
#ifndef SCREE_DRAW_PICTURE_SOLID_H
#define SCREE_DRAW_PICTURE_SOLID_H

#include "base/fail.h"
#include "base/vec.h"

#include <stdint.h>

typedef v3 picture_line[2];

typedef struct picture_solid {
    const v3 *corner; // three per triangle, m
    int64_t triangles;
    const picture_line *edge; // to be drawn where they are seen; m
    int64_t edges;
    const picture_line *mark; // drawn in red over everything; equal ends make a dot
    int64_t marks;
    const char *title;        // UTF-8
    const char *const *words; // lines below the title, UTF-8
    int lines;
    int width, height; // pixels, 64 to 4096; 0: 1200 x 900
    v3 view;           // direction of looking; zero: (1, 2, -0.8)
} picture_solid;

scree_status picture_solid_png(const char *path, const picture_solid *solid, scree_error *error);

#endif
