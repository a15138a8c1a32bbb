// canvas.h - a picture in memory before its words: a ground, and smooth lines that what lies before them hides. Lengths
// are in pixels, y points down, the centre of the first pixel is at (0.5, 0.5); colours are display values in 0..1.
#ifndef SCREE_DRAW_CANVAS_H
#define SCREE_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rgb {
    float r, g, b;
} rgb;

typedef struct canvas {
    int width, height;
    rgb *pixel; // rows, the topmost first; owned
} canvas;

// Which of the pixels it is that stands at x, y.
static inline size_t canvas_at(const canvas *canvas, int x, int y)
{
    return (size_t)y * (size_t)canvas->width + (size_t)x;
}

// A point of a line; depth counts away from the eye.
typedef struct canvas_point {
    float x, y, depth;
} canvas_point;

bool canvas_make(canvas *canvas, int width, int height); // false: out of memory
void canvas_clear(canvas *canvas);

// All of it, from the colour of the upper edge to that of the lower one.
void canvas_ground(canvas *canvas, rgb top, rgb bottom);
typedef struct canvas_pen {
    float half_width;
    rgb colour;
    float strength; // of the colour over what is below: 0..1
} canvas_pen;

// A line with round ends. `nearest` holds the depth of what covers each pixel; NULL: nothing does.
void canvas_line(canvas *canvas, canvas_point start, canvas_point end, canvas_pen pen,
                 const float *nearest);

static inline rgb rgb_mix(rgb first, rgb second, float share)
{
    rgb colour = {
        .r = first.r + share * (second.r - first.r),
        .g = first.g + share * (second.g - first.g),
        .b = first.b + share * (second.b - first.b),
    };
    return colour;
}

#endif
