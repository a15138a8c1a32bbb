// picture_solid.c - see picture_solid.h.
//
// Triangles are filled pixel by pixel with a depth for each; the canvas is twice as fine as the picture and averaged in
// the end, which smooths the edges. Marks and words are drawn on the picture itself.
#include "draw/picture_solid.h"

#include "draw/picture_parts.h"
#include "draw/sheet.h"

#include <stdio.h>
#include <stdlib.h>

enum { FINE = 2 };

static const rgb ink = {0.16f, 0.18f, 0.22f}, top = {0.99f, 0.99f, 1.00f},
                 bottom = {0.88f, 0.90f, 0.93f};
static const rgb outer = {0.60f, 0.70f, 0.80f}, inner = {0.93f, 0.56f, 0.24f},
                 red = {0.83f, 0.10f, 0.12f};

// ---- view

static view view_of(const picture_solid *p, const canvas *c, float unit)
{
    view w = {.forward = v3_unit(v3_norm(p->view) > 0 ? p->view : v3_make(1, 2, -0.8))};
    const v3 up = fabs(w.forward.z) < 0.999 ? v3_make(0, 0, 1) : v3_make(0, 1, 0);
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};
    w.right = v3_unit(v3_cross(w.forward, up));
    w.up = v3_cross(w.right, w.forward);
    for (int64_t i = 0; i < 3 * p->triangles; i++) {
        const double at[2] = {v3_dot(w.right, p->corner[i]), v3_dot(w.up, p->corner[i])};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], at[k]);
            high[k] = fmax(high[k], at[k]);
        }
    }
    const float left = 40 * unit;
    const float right = (float)c->width - 40 * unit;
    const float above = (70 + 22 * (float)p->lines) * unit;
    const float below = (float)c->height - 70 * unit;
    const double x = fmax(high[0] - low[0], 1e-300);
    const double y = fmax(high[1] - low[1], 1e-300);
    w.scale = fmin((right - left) / x, fmax(below - above, 16) / y);
    w.x = 0.5 * (left + right) - w.scale * 0.5 * (low[0] + high[0]);
    w.y = 0.5 * (above + below) + w.scale * 0.5 * (low[1] + high[1]);
    return w;
}

// ---- triangles

static rgb shade(v3 normal, const view *w)
{
    const double facing = -v3_dot(normal, w->forward);
    const v3 n = facing < 0 ? v3_scale(-1, normal) : normal;
    const v3 light = v3_unit(v3_add(v3_add(v3_scale(-0.45, w->right), v3_scale(0.75, w->up)),
                                    v3_scale(-0.8, w->forward)));
    const float bright = (float)(0.38 + 0.62 * fmax(0, v3_dot(n, light)));
    const rgb base = facing < 0 ? inner : outer;
    return (rgb){base.r * bright, base.g * bright, base.b * bright};
}

typedef struct span {
    float x, depth;
} span;

// Where the side a b crosses the height y; its upper end first, so that neighbours agree to the last bit.
static span crossing(canvas_point a, canvas_point b, float y)
{
    const canvas_point p = b.y < a.y ? b : a;
    const canvas_point q = b.y < a.y ? a : b;
    const float t = (y - p.y) / (q.y - p.y);
    return (span){p.x + t * (q.x - p.x), p.depth + t * (q.depth - p.depth)};
}

static int limit(float value, int high)
{
    return value < 0 ? 0 : value > (float)high ? high : (int)value;
}

static void fill(canvas *c, const canvas_point p[3], float *nearest, rgb colour)
{
    const float low = fminf(p[0].y, fminf(p[1].y, p[2].y));
    const float high = fmaxf(p[0].y, fmaxf(p[1].y, p[2].y));
    const int last = limit(ceilf(high - 0.5f), c->height);
    for (int y = limit(ceilf(low - 0.5f), c->height); y < last; y++) {
        const float at = (float)y + 0.5f;
        span end[2];
        int ends = 0;
        for (int k = 0; k < 3 && ends < 2; k++) {
            const canvas_point a = p[k];
            const canvas_point b = p[(k + 1) % 3];
            if ((a.y <= at) != (b.y <= at))
                end[ends++] = crossing(a, b, at);
        }
        if (ends < 2)
            continue;
        const span l = end[end[0].x > end[1].x];
        const span r = end[end[0].x <= end[1].x];
        const float slope = r.x > l.x ? (r.depth - l.depth) / (r.x - l.x) : 0;
        const int to = limit(ceilf(r.x - 0.5f), c->width);
        for (int x = limit(ceilf(l.x - 0.5f), c->width); x < to; x++) {
            const size_t i = (size_t)y * (size_t)c->width + (size_t)x;
            const float depth = l.depth + slope * ((float)x + 0.5f - l.x);
            if (depth >= nearest[i])
                continue;
            nearest[i] = depth;
            c->pixel[i] = colour;
        }
    }
}

static void draw_surface(canvas *c, const view *w, const picture_solid *p, float *nearest)
{
    for (int64_t t = 0; t < p->triangles; t++) {
        const v3 *corner = p->corner + 3 * t;
        canvas_point at[3];
        for (int k = 0; k < 3; k++)
            at[k] = view_point(w, corner[k]);
        const v3 normal =
            v3_unit(v3_cross(v3_sub(corner[1], corner[0]), v3_sub(corner[2], corner[0])));
        fill(c, at, nearest, shade(normal, w));
    }
}

// An edge lies in the surface that could hide it, so it is drawn a little nearer to the eye.
static void draw_edges(canvas *c, const view *w, const picture_solid *p, const float *nearest,
                       float unit)
{
    for (int64_t i = 0; i < p->edges; i++) {
        canvas_point a = view_point(w, p->edge[i][0]);
        canvas_point b = view_point(w, p->edge[i][1]);
        a.depth -= 2;
        b.depth -= 2;
        canvas_line(c, a, b, 0.8f * unit, ink, 0.75f, nearest);
    }
}

// Over everything, so that they are seen wherever they lie.
static void draw_marks(sheet *s, const view *w, const picture_solid *p, float unit)
{
    for (int64_t i = 0; i < p->marks; i++) {
        const canvas_point a = view_point(w, p->mark[i][0]);
        const canvas_point b = view_point(w, p->mark[i][1]);
        const bool dot = a.x == b.x && a.y == b.y;
        const float from[2] = {a.x / FINE, a.y / FINE};
        const float to[2] = {b.x / FINE, b.y / FINE};
        sheet_line(s, from, to, (dot ? 14.0f : 5.2f) * unit, red);
    }
}

// ---- the picture

static void average(const canvas *fine, canvas *c)
{
    for (int y = 0; y < c->height; y++) {
        for (int x = 0; x < c->width; x++) {
            rgb sum = {0, 0, 0};
            for (int k = 0; k < FINE * FINE; k++) {
                const size_t row = (size_t)(FINE * y + k / FINE) * (size_t)fine->width;
                const rgb q = fine->pixel[row + (size_t)(FINE * x + k % FINE)];
                sum = (rgb){sum.r + q.r, sum.g + q.g, sum.b + q.b};
            }
            const float share = 1.0f / (FINE * FINE);
            c->pixel[(size_t)y * (size_t)c->width + (size_t)x] =
                (rgb){share * sum.r, share * sum.g, share * sum.b};
        }
    }
}

static void draw_text(sheet *s, const picture_solid *p, float unit)
{
    const float left = 30 * unit;
    const float room = s->width - 2 * left;
    const sheet_words large = {.size = 18 * unit, .colour = ink, .room = room};
    const sheet_words small = {.size = 12 * unit, .colour = rgb_mix(ink, top, 0.25f), .room = room};
    if (p->title)
        sheet_text(s, left, 42 * unit, large, p->title);
    for (int i = 0; i < p->lines; i++)
        sheet_text(s, left, (70 + 22 * (float)i) * unit, small, p->words[i]);
}

// A bar whose length is 1, 2 or 5 times a power of ten, at most a quarter of the width.
static void draw_scale(sheet *s, double pixels_per_metre, float unit)
{
    static const struct {
        double metres;
        const char *name;
    } units[] = {{1e3, "km"},         {1, "m"},    {1e-2, "cm"}, {1e-3, "mm"},
                 {1e-6, "\xc2\xb5m"}, {1e-9, "nm"}};
    const double most = 0.25 * s->width / pixels_per_metre;
    double length = pow(10, floor(log10(most)));
    length *= 5 * length <= most ? 5 : 2 * length <= most ? 2 : 1;
    int k = 0;
    while (k < 5 && length < 0.999 * units[k].metres)
        k++;
    char text[32];
    snprintf(text, sizeof text, "%g %s", floor(1e6 * length / units[k].metres + 0.5) / 1e6,
             units[k].name);
    const float x = 30 * unit;
    const float y = s->height - 30 * unit;
    const float end = x + (float)(length * pixels_per_metre);
    sheet_line(s, (float[2]){x, y}, (float[2]){end, y}, 2.2f * unit, ink);
    for (int side = 0; side < 2; side++) {
        const float at = side ? end : x;
        sheet_line(s, (float[2]){at, y - 5 * unit}, (float[2]){at, y + 5 * unit}, 1.4f * unit, ink);
    }
    sheet_text(s, x, y - 12 * unit, (sheet_words){.size = 12 * unit, .colour = ink}, text);
}

static void draw(canvas *fine, canvas *c, sheet *s, const picture_solid *p, float *nearest)
{
    const float small = (float)c->height / 900 < 0.6f ? 0.6f : (float)c->height / 900;
    const float unit = FINE * small;
    canvas_ground(fine, top, bottom);
    for (size_t i = 0; i < (size_t)fine->width * (size_t)fine->height; i++)
        nearest[i] = INFINITY;
    const view w = view_of(p, fine, unit);
    draw_surface(fine, &w, p, nearest);
    draw_edges(fine, &w, p, nearest, unit);
    average(fine, c);
    sheet_make(s, c);
    draw_marks(s, &w, p, small);
    draw_text(s, p, small);
    draw_scale(s, w.scale / FINE, small);
}

scree_status picture_solid_png(const char *path, const picture_solid *p, scree_error *error)
{
    const int width = p->width ? p->width : 1200;
    const int height = p->height ? p->height : 900;
    if (width < 64 || height < 64 || width > 4096 || height > 4096)
        return fail(error, SCREE_BAD_INPUT, path,
                    "choose a width and a height from 64 to 4096 pixels",
                    "a picture of %d x %d pixels cannot be drawn", width, height);
    if (p->triangles < 1)
        return fail(error, SCREE_BAD_INPUT, path, "give a surface", "there is nothing to draw");
    canvas fine = {0};
    canvas c = {0};
    const size_t pixels = (size_t)width * (size_t)height;
    float *nearest = malloc(FINE * FINE * pixels * sizeof *nearest);
    sheet words = {0};
    scree_status status = SCREE_OK;
    if (nearest && canvas_make(&fine, FINE * width, FINE * height) &&
        canvas_make(&c, width, height)) {
        draw(&fine, &c, &words, p, nearest);
        status = sheet_write(&words, path, error);
    } else
        status = fail_memory(error, path);
    free(nearest);
    sheet_clear(&words);
    canvas_clear(&fine);
    canvas_clear(&c);
    return status;
}
