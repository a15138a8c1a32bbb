// canvas.c - see canvas.h.
//
// A line covers a pixel by how far its centre lies inside the line's edge, cut to 0..1: enough to look smooth.
#include "draw/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool canvas_make(canvas *c, int width, int height)
{
    c->width = width;
    c->height = height;
    c->pixel = calloc((size_t)width * (size_t)height, sizeof *c->pixel);
    return c->pixel != NULL;
}

void canvas_clear(canvas *c)
{
    free(c->pixel);
    memset(c, 0, sizeof *c);
}

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static void blend(canvas *c, int x, int y, rgb colour, float share)
{
    rgb *p = &c->pixel[(size_t)y * (size_t)c->width + (size_t)x];
    *p = rgb_mix(*p, colour, share);
}

// The pixels of row y that a band of that half width about the line can touch: from *first to *last.
static void band(canvas_point a, canvas_point b, float half, float y, float *first, float *last)
{
    float dy = b.y - a.y;
    float s = 0;
    float t = 1;
    if (fabsf(dy) > 1e-6f) {
        s = clamp((y - half - a.y) / dy, 0, 1);
        t = clamp((y + half - a.y) / dy, 0, 1);
    }
    float p = a.x + s * (b.x - a.x);
    float q = a.x + t * (b.x - a.x);
    *first = fminf(p, q) - half;
    *last = fmaxf(p, q) + half;
}

void canvas_line(canvas *c, canvas_point a, canvas_point b, float half_width, rgb colour,
                 float strength, const float *nearest)
{
    const float half = half_width + 1;
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float length2 = dx * dx + dy * dy;
    const int top = (int)clamp(fminf(a.y, b.y) - half, 0, (float)c->height);
    const int bottom = (int)clamp(fmaxf(a.y, b.y) + half + 1, 0, (float)c->height);
    for (int y = top; y < bottom; y++) {
        float first;
        float last;
        band(a, b, half, (float)y + 0.5f, &first, &last);
        const int from = (int)clamp(first, 0, (float)c->width);
        const int to = (int)clamp(last + 1, 0, (float)c->width);
        for (int x = from; x < to; x++) {
            float px = (float)x + 0.5f - a.x;
            float py = (float)y + 0.5f - a.y;
            float t = length2 > 0 ? clamp((px * dx + py * dy) / length2, 0, 1) : 0;
            float off = hypotf(px - t * dx, py - t * dy);
            float cover = clamp(half_width + 0.5f - off, 0, 1);
            float depth = a.depth + t * (b.depth - a.depth);
            bool seen = depth <= nearest[(size_t)y * (size_t)c->width + (size_t)x];
            if (cover > 0 && seen)
                blend(c, x, y, colour, cover * strength);
        }
    }
}

void canvas_ground(canvas *c, rgb top, rgb bottom)
{
    for (int y = 0; y < c->height; y++) {
        const rgb colour = rgb_mix(top, bottom, ((float)y + 0.5f) / (float)c->height);
        rgb *row = c->pixel + (size_t)y * (size_t)c->width;
        for (int x = 0; x < c->width; x++)
            row[x] = colour;
    }
}
