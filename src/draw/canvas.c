// canvas.c - see canvas.h.
//
// A line covers a pixel by how far its centre lies inside the line's edge, cut to 0..1: enough to look smooth.
#include "draw/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool canvas_make(canvas *canvas, int width, int height)
{
    canvas->width = width;
    canvas->height = height;
    canvas->pixel = calloc((size_t)width * (size_t)height, sizeof *canvas->pixel);
    return canvas->pixel != NULL;
}

void canvas_clear(canvas *canvas)
{
    free(canvas->pixel);
    memset(canvas, 0, sizeof *canvas);
}

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static void blend(canvas *canvas, int x, int y, rgb colour, float share)
{
    rgb *p = &canvas->pixel[canvas_at(canvas, x, y)];
    *p = rgb_mix(*p, colour, share);
}

// The pixels of row y that a band of that half width about the line can touch: from *first to *last.
static void band(canvas_point from, canvas_point to, float half, float y, float *first, float *last)
{
    float dy = to.y - from.y;
    float s = 0;
    float t = 1;
    if (fabsf(dy) > 1e-6f) {
        s = clamp((y - half - from.y) / dy, 0, 1);
        t = clamp((y + half - from.y) / dy, 0, 1);
    }
    const float upper = from.x + s * (to.x - from.x);
    const float lower = from.x + t * (to.x - from.x);
    *first = fminf(upper, lower) - half;
    *last = fmaxf(upper, lower) + half;
}

void canvas_line(canvas *canvas, canvas_point start, canvas_point end, canvas_pen pen,
                 const float *nearest)
{
    const float width = (float)canvas->width;
    const float height = (float)canvas->height;
    const float half = pen.half_width + 1;
    const float dx = end.x - start.x;
    const float dy = end.y - start.y;
    const float deeper = end.depth - start.depth;
    const float length2 = dx * dx + dy * dy;
    const float upper = fminf(start.y, end.y) - half;
    const float lower = fmaxf(start.y, end.y) + half + 1;
    const int top = (int)clamp(upper, 0, height);
    const int bottom = (int)clamp(lower, 0, height);
    for (int y = top; y < bottom; y++) {
        const float middle = (float)y + 0.5f;
        float first;
        float last;
        band(start, end, half, middle, &first, &last);
        const int from = (int)clamp(first, 0, width);
        const int to = (int)clamp(last + 1, 0, width);
        for (int x = from; x < to; x++) {
            const float px = (float)x + 0.5f - start.x;
            const float py = middle - start.y;
            const float along = px * dx + py * dy;
            const float t = length2 > 0 ? clamp(along / length2, 0, 1) : 0;
            const float off_x = px - t * dx;
            const float off_y = py - t * dy;
            const float off = hypotf(off_x, off_y);
            const float cover = clamp(pen.half_width + 0.5f - off, 0, 1);
            const float depth = start.depth + t * deeper;
            const size_t at = canvas_at(canvas, x, y);
            const bool seen = !nearest || depth <= nearest[at];
            if (cover > 0 && seen)
                blend(canvas, x, y, pen.colour, cover * pen.strength);
        }
    }
}

void canvas_ground(canvas *canvas, rgb top, rgb bottom)
{
    const float height = (float)canvas->height;
    for (int y = 0; y < canvas->height; y++) {
        const float middle = (float)y + 0.5f;
        const rgb colour = rgb_mix(top, bottom, middle / height);
        rgb *row = canvas->pixel + canvas_at(canvas, 0, y);
        for (int x = 0; x < canvas->width; x++)
            row[x] = colour;
    }
}
