// canvas.h - a picture in memory: smooth lines, rectangles and text. Lengths are in pixels, y points down, the centre
// of the first pixel is at (0.5, 0.5); colours are display values in 0..1.
#ifndef SCREE_DRAW_CANVAS_H
#define SCREE_DRAW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rgb {
    float r, g, b;
} rgb;

typedef struct canvas {
    int width, height;
    rgb *pixel; // rows, the topmost first; owned
} canvas;

// A point of a line; depth counts away from the eye and is only looked at where hidden lines are to be left out.
typedef struct canvas_point {
    float x, y, depth;
} canvas_point;

bool canvas_make(canvas *c, int width, int height); // false: out of memory
void canvas_clear(canvas *c);

// A line with round ends. `nearest` holds the depth of what covers each pixel, or is NULL.
void canvas_line(canvas *c, canvas_point a, canvas_point b, float half_width, rgb colour, float strength,
                 const float *nearest);
void canvas_fill(canvas *c, float left, float top, float right, float bottom, rgb colour);

// Text in ASCII with its baseline at y; `size` is the height of capitals. Signs that are not known are drawn as a box.
void canvas_text(canvas *c, float x, float y, float size, rgb colour, const char *text);
float canvas_text_width(float size, const char *text);

// 3 * width * height bytes.
void canvas_bytes(const canvas *c, uint8_t *out);

static inline rgb rgb_mix(rgb a, rgb b, float share)
{
    rgb m = {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
    return m;
}

#endif
