// picture.c - see picture.h. Here: grains as they lie in the view, and the whole; the view, colours, walls and the legend have files of their own.
#include "draw/picture.h"

#include "base/constants.h"
#include "draw/picture_parts.h"
#include "draw/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static picture_style style_of(const picture_options *options)
{
    picture_style style = {.unit = (float)options->height / 900};
    if (style.unit < 0.6f)
        style.unit = 0.6f;
    if (options->dark) {
        style.top = (rgb){0.10f, 0.11f, 0.14f};
        style.bottom = (rgb){0.19f, 0.21f, 0.25f};
        style.ink = (rgb){0.90f, 0.91f, 0.93f};
        style.glass = (rgb){0.62f, 0.72f, 0.85f};
    } else {
        style.top = (rgb){0.99f, 0.99f, 1.00f};
        style.bottom = (rgb){0.88f, 0.90f, 0.93f};
        style.ink = (rgb){0.16f, 0.18f, 0.22f};
        style.glass = (rgb){0.32f, 0.42f, 0.56f};
    }
    return style;
}

// ---- grains

static bool is_somewhere(const frame_balls *balls, int64_t i)
{
    const v3 at = balls->position[i];
    const bool placed = isfinite(at.x) && isfinite(at.y) && isfinite(at.z);
    return placed && isfinite(balls->radius[i]);
}

static vec in_view(const view *view, v3 a)
{
    const float x = (float)v3_dot(view->right, a);
    const float y = -(float)v3_dot(view->up, a);
    const float depth = (float)v3_dot(view->forward, a);
    return vec_make(x, y, depth);
}

// The core of grain i as the view shows it. Where hardly a pixel would be left of it, it becomes a ball of its volume.
static shaped_grain shaped_of(const frame *frame, const view *view, int64_t i, disc *disc)
{
    static const v3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const frame_balls *balls = &frame->ball;
    const model_core *core = frame_core(frame, i);
    const bool flat = frame->model && frame->model->dimensions == 2;
    const shaped_grain round = {.core = NULL};
    if (!core)
        return round;
    if (disc->radius < 1) {
        const model_shape *shape = &frame->model->shape[balls->shape[i]];
        const double volume = shape->clump.volume;
        const double radius = flat ? sqrt(volume / PI) : cbrt(0.75 * volume / PI);
        disc->radius = fminf(disc->radius, view_length(view->scale * radius));
        return round;
    }
    const bool closed = core->vertices >= 3 && core->edges == core->vertices; // else a line
    const q4 turn = balls->orientation ? balls->orientation[i] : q4_identity();
    shaped_grain grain = {
        .core = core,
        .radius = view_length(view->scale * core->radius),
        .filled = flat && closed,
    };
    for (int k = 0; k < 3; k++) {
        const v3 axis = q4_rotate(turn, axes[k]);
        grain.axis[k] = in_view(view, v3_scale(view->scale, axis));
    }
    return grain;
}

// Grains whose place is no number, as a diverging run may have, are left out.
static bool grains_make(grain_picture *picture, const frame *frame, bool marked)
{
    const size_t count = (size_t)frame->ball.count + 1;
    const bool shaped = frame_has_cores(frame);
    picture->disc = malloc(count * sizeof *picture->disc);
    picture->colour = malloc(count * sizeof *picture->colour);
    picture->mark = marked ? malloc(count * sizeof *picture->mark) : NULL;
    picture->shaped = shaped ? malloc(count * sizeof *picture->shaped) : NULL;
    if (shaped && !picture->shaped)
        return false;
    if (marked && !picture->mark)
        return false;
    return picture->disc && picture->colour;
}

static rgb colour_of(const frame *frame, const picture_options *options, const picture_scale *scale,
                     int64_t i)
{
    const frame_balls *balls = &frame->ball;
    const bool fixed = !isfinite(balls->mass[i]);
    const rgb grey = {0.45f, 0.46f, 0.48f};
    const rgb pale = {0.86f, 0.87f, 0.89f};
    rgb colour = picture_shade(scale, picture_value(frame, options, i));
    if (options->colour >= PICTURE_MATERIAL)
        colour = picture_kind(picture_kind_of(frame, options, i));
    if (options->chains)
        colour = pale;
    return fixed ? rgb_mix(colour, grey, 0.85f) : colour;
}

static bool grains_of(grain_picture *picture, const frame *frame, const view *view,
                      const picture_options *options, const picture_scale *scale)
{
    const frame_balls *balls = &frame->ball;
    // Marks that turn with the grain help where there are few grains, and are noise where there are many.
    const bool marked = balls->orientation && balls->count <= 5000;
    if (!grains_make(picture, frame, marked))
        return false;
    for (int64_t i = 0; i < balls->count; i++) {
        if (!is_somewhere(balls, i) || (options->hidden && options->hidden[i]))
            continue;
        const int64_t at = picture->count++;
        const canvas_point p = view_point(view, balls->position[i]);
        picture->disc[at] = (disc){
            .x = p.x,
            .y = p.y,
            .depth = p.depth,
            .radius = view_length(view->scale * balls->radius[i]),
        };
        if (picture->shaped)
            picture->shaped[at] = shaped_of(frame, view, i, &picture->disc[at]);
        picture->colour[at] = colour_of(frame, options, scale, i);
        if (!marked)
            continue;
        const v3 axis = q4_rotate(balls->orientation[i], v3_make(1, 0, 0));
        picture->mark[at] = (v3){
            .x = v3_dot(view->right, axis),
            .y = -v3_dot(view->up, axis),
            .z = v3_dot(view->forward, axis),
        };
    }
    return true;
}

// ---- the whole

static v3 corner_of_box(v3 low, v3 high, int k)
{
    return (v3){
        .x = k & 1 ? high.x : low.x,
        .y = k & 2 ? high.y : low.y,
        .z = k & 4 ? high.z : low.z,
    };
}

static void draw_box(canvas *canvas, const view *view, v3 low, v3 high, canvas_pen pen,
                     const float *nearest)
{
    for (int k = 0; k < 8; k++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (k & axis)
                continue;
            const canvas_point from = view_point(view, corner_of_box(low, high, k));
            const canvas_point to = view_point(view, corner_of_box(low, high, k | axis));
            canvas_line(canvas, from, to, pen, nearest);
        }
    }
}

// A line with two barbs, in the plane of the picture.
static void draw_arrow(canvas *canvas, const view *view, v3 from, v3 way, canvas_pen pen,
                       const float *nearest)
{
    const double barb = 0.25;
    const v3 to = v3_add(from, way);
    const v3 across = v3_scale(v3_norm(way), v3_unit(v3_cross(view->forward, way)));
    canvas_line(canvas, view_point(view, from), view_point(view, to), pen, nearest);
    for (int side = -1; side <= 1; side += 2) {
        const v3 back = v3_fma(v3_scale(-barb, way), side * barb, across);
        canvas_line(canvas, view_point(view, to), view_point(view, v3_add(to, back)), pen, nearest);
    }
}

static void draw_outlines(canvas *canvas, const view *view, const picture_options *options,
                          const float *nearest)
{
    const canvas_pen pen = {.half_width = 0.8f, .colour = {0.80f, 0.25f, 0.10f}, .strength = 0.9f};
    for (int i = 0; i < options->outlines; i++) {
        const picture_frame *is = &options->outline[i];
        draw_box(canvas, view, is->low, is->high, pen, nearest);
        if (v3_norm(is->arrow) > 0)
            draw_arrow(canvas, view, v3_scale(0.5, v3_add(is->low, is->high)), is->arrow, pen,
                       nearest);
    }
}

static bool draw(canvas *canvas, sheet *words, const frame *frame, const wall_surface *walls,
                 const picture_options *options)
{
    const picture_style style = style_of(options);
    const float unit = style.unit;
    const bool mapped = walls && walls->triangles && options->map.value;
    const picture_area space = {
        .left = 30 * unit,
        .top = 92 * unit,
        .right = (float)canvas->width - (mapped ? 190 : 165) * unit,
        .bottom = (float)canvas->height - 48 * unit,
    };
    const view view = picture_view(frame, walls, options, space);
    const picture_scale scale = picture_scale_of(frame, options);
    grain_picture picture = {
        .ground = rgb_mix(style.top, style.bottom, 0.6f),
        .numbers = options->colour < PICTURE_MATERIAL,
    };
    const bool falls = v3_norm(options->gravity) > 0;
    const floor_picture floor = {
        .view = &view,
        .surface = walls,
        .map = &options->map,
        .model = frame->model,
        .options = options,
        .up = falls ? v3_scale(-1, v3_unit(options->gravity)) : v3_make(0, 0, 0),
    };
    picture.floor = falls ? &floor : NULL;
    picture_scale map = {.uniform = false};
    depth_buffer solid = {0};
    bool good = true;
    canvas_ground(canvas, style.top, style.bottom);
    if (mapped) {
        map = picture_map_scale(&options->map, walls->triangles);
        good = picture_draw_map(canvas, &view, walls, &options->map, &map, &solid);
        picture.solid = &solid;
    }
    good = good && grains_of(&picture, frame, &view, options, &scale) &&
           picture_draw_grains(canvas, &picture);
    if (good && walls && walls->triangles)
        good =
            picture_draw_walls(canvas, &view, walls, &options->map, picture.nearest, style.glass);
    if (good && options->box) {
        const canvas_pen pen = {.half_width = 0.3f, .colour = style.ink, .strength = 0.45f};
        draw_box(canvas, &view, options->box_low, options->box_high, pen, picture.nearest);
    }
    if (good && options->chains)
        good = picture_draw_chains(canvas, &style, &view, frame, options);
    if (good)
        draw_outlines(canvas, &view, options, picture.nearest);
    free(picture.disc);
    free(picture.shaped);
    free(picture.colour);
    free(picture.mark);
    free(picture.nearest);
    buffer_clear(&solid);
    if (!good)
        return false;
    sheet_make(words, canvas);
    picture_draw_legend(words, &style, frame, options, &scale, mapped ? &map : NULL);
    picture_draw_length(words, &style, &view);
    picture_draw_gravity(words, &style, &view, options->gravity);
    return true;
}

static scree_status check(const char *path, const frame *frame, const wall_surface *walls,
                          picture_options *options, scree_error *error)
{
    if (!options->width && !options->height) {
        options->width = 1200;
        options->height = 900;
    }
    if (options->width < 64 || options->height < 64 || options->width > 8192 ||
        options->height > 8192) {
        return fail(error, SCREE_BAD_INPUT, path,
                    "choose a width and a height from 64 to 8192 pixels",
                    "a picture of %d x %d pixels cannot be drawn", options->width, options->height);
    }
    if (options->colour == PICTURE_COLUMN && !options->column.value) {
        return fail(error, SCREE_BAD_INPUT, path, "give the numbers, or choose another colour",
                    "there is no column to colour the grains by");
    }
    if (frame->ball.count > INT32_MAX) {
        return fail(error, SCREE_BAD_INPUT, path, "draw fewer grains",
                    "too many grains for a picture");
    }
    for (int64_t i = 0; walls && i < 3 * walls->triangles; i++) {
        const int64_t corner = walls->corner[i / 3][i % 3];
        if (corner < 0 || corner >= walls->points) {
            return fail(error, SCREE_BAD_INPUT, path, "give indices of points that exist",
                        "triangle %lld of the wall surface has a corner that does not exist",
                        (long long)(i / 3));
        }
    }
    return SCREE_OK;
}

// The picture with its words; the options that it was drawn with.
static scree_status make(const char *name, const frame *frame, const wall_surface *walls,
                         const picture_options *options, sheet *words, scree_error *error)
{
    picture_options chosen = {0};
    if (options)
        chosen = *options;
    scree_status status = check(name, frame, walls, &chosen, error);
    if (status)
        return status;
    canvas canvas;
    if (!canvas_make(&canvas, chosen.width, chosen.height) ||
        !draw(&canvas, words, frame, walls, &chosen))
        status = fail_memory(error, name);
    canvas_clear(&canvas);
    return status;
}

scree_status picture_draw(const char *name, const frame *frame, const wall_surface *walls,
                          const picture_options *options, uint32_t *pixel, scree_error *error)
{
    sheet words = {0};
    const uint32_t *drawn;
    scree_status status = make(name, frame, walls, options, &words, error);
    if (!status)
        status = sheet_pixels(&words, name, &drawn, error);
    if (!status)
        memcpy(pixel, drawn, (size_t)words.width * (size_t)words.height * sizeof *pixel);
    sheet_clear(&words);
    return status;
}

scree_status picture_write_png(const char *path, const frame *frame, const wall_surface *walls,
                               const picture_options *options, scree_error *error)
{
    sheet words = {0};
    scree_status status = make(path, frame, walls, options, &words, error);
    if (!status)
        status = sheet_write(&words, path, error);
    sheet_clear(&words);
    return status;
}
