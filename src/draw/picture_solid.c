// picture_solid.c - see picture_solid.h.
//
// Triangles are filled pixel by pixel with a depth for each; the canvas is twice as fine as the picture and averaged in
// the end, which smooths the edges. Marks and words are drawn on the picture itself.
#include "draw/picture_solid.h"

#include "draw/picture_parts.h"
#include "draw/sheet.h"
#include "draw/triangle.h"

#include <stdio.h>
#include <stdlib.h>

enum { FINE = 2 };

static const rgb ink = {0.16f, 0.18f, 0.22f}, top = {0.99f, 0.99f, 1.00f},
                 bottom = {0.88f, 0.90f, 0.93f};
static const rgb outer = {0.60f, 0.70f, 0.80f}, inner = {0.93f, 0.56f, 0.24f},
                 red = {0.83f, 0.10f, 0.12f};

// ---- view

static view view_of(const picture_solid *solid, const canvas *canvas, float unit)
{
    const bool given = v3_norm(solid->view) > 0;
    view view = {.forward = v3_unit(given ? solid->view : v3_make(1, 2, -0.8))};
    const bool from_side = fabs(view.forward.z) < 0.999;
    const v3 up = from_side ? v3_make(0, 0, 1) : v3_make(0, 1, 0);
    view.right = v3_unit(v3_cross(view.forward, up));
    view.up = v3_cross(view.right, view.forward);
    double low_x = INFINITY;
    double low_y = INFINITY;
    double high_x = -INFINITY;
    double high_y = -INFINITY;
    for (int64_t i = 0; i < 3 * solid->triangles; i++) {
        const v3 corner = solid->corner[i];
        const double across = v3_dot(view.right, corner);
        const double upwards = v3_dot(view.up, corner);
        low_x = fmin(low_x, across);
        low_y = fmin(low_y, upwards);
        high_x = fmax(high_x, across);
        high_y = fmax(high_y, upwards);
    }
    const float left = 40 * unit;
    const float right = (float)canvas->width - 40 * unit;
    const float above = (70 + 22 * (float)solid->lines) * unit;
    const float below = (float)canvas->height - 70 * unit;
    const double width = fmax(high_x - low_x, 1e-300);
    const double height = fmax(high_y - low_y, 1e-300);
    const double scale_x = (right - left) / width;
    const double scale_y = fmax(below - above, 16) / height;
    view.scale = fmin(scale_x, scale_y);
    const double half = view.scale * 0.5;
    view.x = 0.5 * (left + right) - half * (low_x + high_x);
    view.y = 0.5 * (above + below) + half * (low_y + high_y);
    return view;
}

// ---- triangles

static rgb shade(v3 normal, const view *view)
{
    const double facing = -v3_dot(normal, view->forward);
    const bool from_inside = facing < 0;
    const v3 n = from_inside ? v3_scale(-1, normal) : normal;
    const v3 left = v3_scale(-0.45, view->right);
    const v3 above = v3_scale(0.75, view->up);
    const v3 before = v3_scale(-0.8, view->forward);
    const v3 light = v3_unit(v3_add(v3_add(left, above), before));
    const double lit = fmax(0, v3_dot(n, light));
    const float bright = (float)(0.38 + 0.62 * lit);
    const rgb base = from_inside ? inner : outer;
    return (rgb){base.r * bright, base.g * bright, base.b * bright};
}

static void fill(canvas *canvas, const canvas_point corner[3], float *nearest, rgb colour)
{
    const triangle_rows rows = triangle_rows_of(canvas, corner);
    triangle_row row;
    for (int y = rows.top; y < rows.bottom; y++) {
        if (!triangle_row_of(canvas, corner, y, &row))
            continue;
        for (int x = row.from; x < row.to; x++) {
            const size_t at = canvas_at(canvas, x, y);
            const float depth = triangle_depth(&row, x);
            if (depth >= nearest[at])
                continue;
            nearest[at] = depth;
            canvas->pixel[at] = colour;
        }
    }
}

static void draw_surface(canvas *canvas, const view *view, const picture_solid *solid,
                         float *nearest)
{
    for (int64_t t = 0; t < solid->triangles; t++) {
        const v3 *corner = solid->corner + 3 * t;
        canvas_point at[3];
        for (int k = 0; k < 3; k++)
            at[k] = view_point(view, corner[k]);
        const v3 first = v3_sub(corner[1], corner[0]);
        const v3 second = v3_sub(corner[2], corner[0]);
        const v3 normal = v3_unit(v3_cross(first, second));
        fill(canvas, at, nearest, shade(normal, view));
    }
}

// An edge lies in the surface that could hide it, so it is drawn a little nearer to the eye.
static void draw_edges(canvas *canvas, const view *view, const picture_solid *solid,
                       const float *nearest, float unit)
{
    const canvas_pen pen = {.half_width = 0.8f * unit, .colour = ink, .strength = 0.75f};
    for (int64_t i = 0; i < solid->edges; i++) {
        canvas_point from = view_point(view, solid->edge[i][0]);
        canvas_point to = view_point(view, solid->edge[i][1]);
        from.depth -= 2;
        to.depth -= 2;
        canvas_line(canvas, from, to, pen, nearest);
    }
}

// Over everything, so that they are seen wherever they lie.
static void draw_marks(sheet *sheet, const view *view, const picture_solid *solid, float unit)
{
    for (int64_t i = 0; i < solid->marks; i++) {
        const canvas_point start = view_point(view, solid->mark[i][0]);
        const canvas_point end = view_point(view, solid->mark[i][1]);
        const bool dot = start.x == end.x && start.y == end.y;
        const float width = dot ? 14.0f : 5.2f;
        const float from[2] = {start.x / FINE, start.y / FINE};
        const float to[2] = {end.x / FINE, end.y / FINE};
        sheet_line(sheet, from, to, width * unit, red);
    }
}

// ---- the picture

static rgb mean_of_square(const canvas *fine, int x, int y)
{
    const float share = 1.0f / (FINE * FINE);
    rgb sum = {0, 0, 0};
    for (int k = 0; k < FINE * FINE; k++) {
        const int fine_x = FINE * x + k % FINE;
        const int fine_y = FINE * y + k / FINE;
        const rgb colour = fine->pixel[canvas_at(fine, fine_x, fine_y)];
        sum.r += colour.r;
        sum.g += colour.g;
        sum.b += colour.b;
    }
    return (rgb){share * sum.r, share * sum.g, share * sum.b};
}

static void average(const canvas *fine, canvas *canvas)
{
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++)
            canvas->pixel[canvas_at(canvas, x, y)] = mean_of_square(fine, x, y);
    }
}

static void draw_text(sheet *sheet, const picture_solid *solid, float unit)
{
    const float left = 30 * unit;
    const float room = sheet->width - 2 * left;
    const sheet_words large = {.size = 18 * unit, .colour = ink, .room = room};
    const rgb pale = rgb_mix(ink, top, 0.25f);
    const sheet_words small = {.size = 12 * unit, .colour = pale, .room = room};
    if (solid->title)
        sheet_text(sheet, left, 42 * unit, large, solid->title);
    for (int i = 0; i < solid->lines; i++) {
        const float y = (70 + 22 * (float)i) * unit;
        sheet_text(sheet, left, y, small, solid->words[i]);
    }
}

// A bar whose length is 1, 2 or 5 times a power of ten, at most a quarter of the width.
static void draw_scale(sheet *sheet, double pixels_per_metre, float unit)
{
    static const struct {
        double metres;
        const char *name;
    } units[] = {{1e3, "km"},         {1, "m"},    {1e-2, "cm"}, {1e-3, "mm"},
                 {1e-6, "\xc2\xb5m"}, {1e-9, "nm"}};
    const double most = 0.25 * sheet->width / pixels_per_metre;
    double length = pow(10, floor(log10(most)));
    if (5 * length <= most)
        length *= 5;
    else if (2 * length <= most)
        length *= 2;
    int k = 0;
    while (k < 5 && length < 0.999 * units[k].metres)
        k++;
    const double millionths = floor(1e6 * length / units[k].metres + 0.5);
    char text[32];
    snprintf(text, sizeof text, "%g %s", millionths / 1e6, units[k].name);
    const float x = 30 * unit;
    const float y = sheet->height - 30 * unit;
    const float end = x + (float)(length * pixels_per_metre);
    const float from[2] = {x, y};
    const float to[2] = {end, y};
    const sheet_words words = {.size = 12 * unit, .colour = ink};
    sheet_line(sheet, from, to, 2.2f * unit, ink);
    for (int side = 0; side < 2; side++) {
        const float at = side ? end : x;
        const float above[2] = {at, y - 5 * unit};
        const float below[2] = {at, y + 5 * unit};
        sheet_line(sheet, above, below, 1.4f * unit, ink);
    }
    sheet_text(sheet, x, y - 12 * unit, words, text);
}

static void draw(canvas *fine, canvas *canvas, sheet *sheet, const picture_solid *solid,
                 float *nearest)
{
    const float scale = (float)canvas->height / 900;
    const float small = scale < 0.6f ? 0.6f : scale;
    const float unit = FINE * small;
    canvas_ground(fine, top, bottom);
    for (size_t i = 0; i < (size_t)fine->width * (size_t)fine->height; i++)
        nearest[i] = INFINITY;
    const view view = view_of(solid, fine, unit);
    draw_surface(fine, &view, solid, nearest);
    draw_edges(fine, &view, solid, nearest, unit);
    average(fine, canvas);
    sheet_make(sheet, canvas);
    draw_marks(sheet, &view, solid, small);
    draw_text(sheet, solid, small);
    draw_scale(sheet, view.scale / FINE, small);
}

scree_status picture_solid_png(const char *path, const picture_solid *solid, scree_error *error)
{
    const int width = solid->width ? solid->width : 1200;
    const int height = solid->height ? solid->height : 900;
    if (width < 64 || height < 64 || width > 4096 || height > 4096) {
        return fail(error, SCREE_BAD_INPUT, path,
                    "choose a width and a height from 64 to 4096 pixels",
                    "a picture of %d x %d pixels cannot be drawn", width, height);
    }
    if (solid->triangles < 1)
        return fail(error, SCREE_BAD_INPUT, path, "give a surface", "there is nothing to draw");
    canvas fine = {0};
    canvas canvas = {0};
    const size_t pixels = (size_t)width * (size_t)height;
    float *nearest = malloc(FINE * FINE * pixels * sizeof *nearest);
    sheet words = {0};
    scree_status status = SCREE_OK;
    if (nearest && canvas_make(&fine, FINE * width, FINE * height) &&
        canvas_make(&canvas, width, height)) {
        draw(&fine, &canvas, &words, solid, nearest);
        status = sheet_write(&words, path, error);
    } else
        status = fail_memory(error, path);
    free(nearest);
    sheet_clear(&words);
    canvas_clear(&fine);
    canvas_clear(&canvas);
    return status;
}
