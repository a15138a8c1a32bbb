// chart_cairo.c - a chart as a file: PNG, SVG or PDF, drawn by Cairo on a white ground. Words in SVG and PDF are outlines of
// the font of all pictures, so they look the same everywhere.
#include "draw/canvas.h"
#include "draw/chart_parts.h"
#include "draw/font.h"
#include "draw/png.h"
#include "store/file_out.h"

#include "draw/mark.h"
#include "base/utf8.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <math.h>
#include <string.h>

// Apart also to most eyes that see fewer colours, and in grey by their dashes.
static const rgb curve_colour[CHART_COLOURS] = {
    {0.04f, 0.38f, 0.70f}, {0.80f, 0.33f, 0.00f}, {0.05f, 0.50f, 0.32f}, {0.70f, 0.12f, 0.25f},
    {0.43f, 0.30f, 0.70f}, {0.48f, 0.32f, 0.19f}, {0.75f, 0.25f, 0.58f}, {0.35f, 0.38f, 0.42f}};
static const rgb words_colour = {0.13f, 0.14f, 0.16f};
static const rgb mark_colour = {0.45f, 0.45f, 0.48f};
static const rgb grid_colour = {0.87f, 0.88f, 0.89f};

static rgb colour_of(chart_stroke stroke)
{
    if (chart_has_curve(stroke))
        return curve_colour[stroke.curve % CHART_COLOURS];
    switch (stroke.ink) {
    case CHART_GRID:
        return grid_colour;
    case CHART_MARK:
        return mark_colour;
    default:
        return words_colour;
    }
}

// In widths of the line.
static void set_dashes(cairo_t *cairo, chart_stroke stroke)
{
    static const double pattern[4][4] = {{0}, {8, 3}, {2.5, 2.5}, {8, 3, 2, 3}};
    static const int parts[4] = {0, 2, 2, 4};
    const int which = stroke.ink == CHART_MARK    ? 2
                      : stroke.ink == CHART_CURVE ? chart_dashes(stroke.curve)
                                                  : 0;
    double dash[4];
    for (int k = 0; k < parts[which]; k++)
        dash[k] = pattern[which][k] * stroke.width;
    cairo_set_dash(cairo, dash, parts[which], 0);
}

static void set_ink(cairo_t *cairo, chart_stroke stroke, double strength)
{
    const rgb colour = colour_of(stroke);
    cairo_set_source_rgba(cairo, colour.r, colour.g, colour.b, strength);
}

static void draw_dots(cairo_t *cairo, const chart_place *place, int64_t count, chart_stroke stroke)
{
    const double turn = 6.283185307179586;
    for (int64_t k = 0; k < count; k++) {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, place[k].x, place[k].y, 1.6 * stroke.width, 0, turn);
    }
    cairo_fill(cairo);
}

static void cairo_pen_line(void *to, const chart_place *place, int64_t count, chart_stroke stroke)
{
    cairo_t *cairo = to;
    set_ink(cairo, stroke, 1);
    if (stroke.round) {
        draw_dots(cairo, place, count, stroke);
        return;
    }
    set_dashes(cairo, stroke);
    cairo_set_line_width(cairo, stroke.width);
    cairo_move_to(cairo, place[0].x, place[0].y);
    for (int64_t k = 1; k < count; k++)
        cairo_line_to(cairo, place[k].x, place[k].y);
    cairo_stroke(cairo);
}

static void cairo_pen_area(void *to, const chart_place *place, int64_t count, chart_stroke stroke)
{
    cairo_t *cairo = to;
    set_ink(cairo, stroke, 0.2);
    cairo_move_to(cairo, place[0].x, place[0].y);
    for (int64_t k = 1; k < count; k++)
        cairo_line_to(cairo, place[k].x, place[k].y);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static float cairo_pen_width(void *to, float size, const char *text)
{
    cairo_text_extents_t extents = {0};
    text_buffer words = {0};
    utf8_append_printable(&words, text);
    cairo_set_font_size(to, size);
    if (words.data)
        cairo_text_extents(to, words.data, &extents);
    text_buffer_clear(&words);
    return (float)extents.x_advance;
}

static void cairo_pen_text(void *to, chart_place place, chart_words how, const char *text)
{
    const float width = cairo_pen_width(to, how.size, text);
    const float left = how.side == CHART_LEFT     ? place.x
                       : how.side == CHART_MIDDLE ? place.x - 0.5f * width
                                                  : place.x - width;
    text_buffer words = {0};
    utf8_append_printable(&words, text);
    cairo_set_source_rgb(to, words_colour.r, words_colour.g, words_colour.b);
    cairo_move_to(to, left, place.y);
    if (words.data)
        cairo_show_text(to, words.data);
    cairo_new_path(to);
    text_buffer_clear(&words);
}

static cairo_status_t to_file(void *closure, const unsigned char *data, unsigned int length)
{
    file_out_write(closure, data, length); // what fails is told by the commit
    return CAIRO_STATUS_SUCCESS;
}

static scree_status fault_of(const char *path, cairo_status_t status, scree_error *error)
{
    if (status == CAIRO_STATUS_NO_MEMORY)
        return fail_memory(error, path);
    return fail(error, SCREE_IO, path,
                "check the file of the font, or name another one in SCREE_FONT",
                "the chart cannot be drawn: %s", cairo_status_to_string(status));
}

static bool draw_chart(cairo_t *cairo, const chart *chart)
{
    const chart_pen pen = {cairo, cairo_pen_line, cairo_pen_area, cairo_pen_text, cairo_pen_width};
    const chart_layout layout = chart_lay_out(chart, &pen);
    return chart_draw(chart, &layout, &pen);
}

static int width_of(const chart *chart)
{
    return chart->width > 0 ? chart->width : 1280;
}

static int height_of(const chart *chart)
{
    return chart->height > 0 ? chart->height : 720;
}

static cairo_status_t draw_on(cairo_surface_t *surface, const chart_sheet *sheet)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_font_face_t *letters = font_take();
    bool drawn = true;
    cairo_set_font_face(cairo, letters);
    cairo_font_face_destroy(letters);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    for (int k = 0; k < sheet->charts && drawn; k++) {
        const chart *chart = &sheet->chart[k];
        const int row = k / sheet->across;
        const int column = k % sheet->across;
        cairo_save(cairo);
        cairo_translate(cairo, column * width_of(chart), row * height_of(chart));
        drawn = draw_chart(cairo, chart);
        cairo_restore(cairo);
    }
    const cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    return drawn ? status : CAIRO_STATUS_NO_MEMORY;
}

typedef struct sheet_size {
    int width, height;
} sheet_size;

static sheet_size size_of(const chart_sheet *sheet)
{
    const int rows = (sheet->charts + sheet->across - 1) / sheet->across;
    const int columns = sheet->charts < sheet->across ? sheet->charts : sheet->across;
    const sheet_size size = {columns * width_of(sheet->chart), rows * height_of(sheet->chart)};
    return size;
}

static scree_status write_png(const char *path, const chart_sheet *sheet, scree_error *error)
{
    const sheet_size size = size_of(sheet);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, size.width, size.height);
    const cairo_status_t drawn = draw_on(surface, sheet);
    cairo_surface_flush(surface);
    const uint32_t *pixel = (const void *)cairo_image_surface_get_data(surface);
    scree_status status = drawn ? fault_of(path, drawn, error)
                                : png_write(path, size.width, size.height, pixel, error);
    cairo_surface_destroy(surface);
    return status;
}

static scree_status write_drawing(const char *path, const chart_sheet *sheet, bool pdf,
                                  scree_error *error)
{
    const sheet_size size = size_of(sheet);
    file_out out;
    scree_status status = file_out_open(&out, path, error);
    if (status)
        return status;
    cairo_surface_t *surface =
        pdf ? cairo_pdf_surface_create_for_stream(to_file, &out, size.width, size.height)
            : cairo_svg_surface_create_for_stream(to_file, &out, size.width, size.height);
    if (pdf) // without the time of making: equal charts are equal files
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_status_t drawn = draw_on(surface, sheet);
    cairo_surface_finish(surface);
    if (!drawn)
        drawn = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    file_out_printf(&out, pdf ? "%%" DRAW_MARK "\n" : "<!-- " DRAW_MARK " -->\n");
    if (!drawn)
        return file_out_commit(&out, error);
    file_out_abort(&out);
    return fault_of(path, drawn, error);
}

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path);
    const size_t size = strlen(ending);
    return length > size && !strcmp(path + length - size, ending);
}

bool chart_knows(const char *path)
{
    return ends_with(path, ".png") || ends_with(path, ".svg") || ends_with(path, ".pdf");
}

scree_status chart_write_sheet(const char *path, const chart_sheet *sheet, scree_error *error)
{
    if (ends_with(path, ".png"))
        return write_png(path, sheet, error);
    if (ends_with(path, ".svg") || ends_with(path, ".pdf"))
        return write_drawing(path, sheet, ends_with(path, ".pdf"), error);
    return fail(error, SCREE_BAD_INPUT, path, "give a name that ends in .png, .svg or .pdf",
                "what kind of picture this is to be is not known");
}

scree_status chart_write(const char *path, const chart *chart, scree_error *error)
{
    const chart_sheet alone = {chart, 1, 1};
    return chart_write_sheet(path, &alone, error);
}
