// picture.c - see picture.h. Here: the view; grains, colours, walls and the legend have files of their own.
#include "draw/picture.h"

#include "base/constants.h"
#include "draw/picture_parts.h"
#include "draw/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct area {
    float left, top, right, bottom;
} area;

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

// ---- view

typedef struct extent {
    double low[2], high[2];
} extent;

static void cover(extent *extent, const view *view, v3 p, double r)
{
    const double at[2] = {v3_dot(view->right, p), v3_dot(view->up, p)};
    for (int k = 0; k < 2; k++) {
        if (!isfinite(at[k]) || !isfinite(r))
            continue;
        extent->low[k] = fmin(extent->low[k], at[k] - r);
        extent->high[k] = fmax(extent->high[k], at[k] + r);
    }
}

static void cover_box(extent *extent, const view *view, v3 low, v3 high)
{
    for (int k = 0; k < 8; k++) {
        const double x = k & 1 ? high.x : low.x;
        const double y = k & 2 ? high.y : low.y;
        const double z = k & 4 ? high.z : low.z;
        cover(extent, view, v3_make(x, y, z), 0);
    }
}

// Walls may be far larger than what happens between them: they widen the view by at most a part of its size.
static void cover_walls(extent *bounds, const view *view, const wall_surface *walls)
{
    extent all = *bounds;
    extent widest = *bounds;
    const bool empty = !(bounds->low[0] <= bounds->high[0]);
    for (int64_t i = 0; i < walls->points; i++)
        cover(&all, view, walls->point[i], 0);
    const double width = bounds->high[0] - bounds->low[0];
    const double height = bounds->high[1] - bounds->low[1];
    const double more = 0.6 * fmax(width, height);
    for (int k = 0; k < 2; k++) {
        widest.low[k] -= more;
        widest.high[k] += more;
        bounds->low[k] = empty ? all.low[k] : fmax(all.low[k], widest.low[k]);
        bounds->high[k] = empty ? all.high[k] : fmin(all.high[k], widest.high[k]);
    }
}

static view view_of(const frame *frame, const wall_surface *walls, const picture_options *options,
                    area space)
{
    const bool along_given = v3_norm(options->view) > 0;
    const bool up_given = v3_norm(options->up) > 0;
    const v3 up = v3_unit(up_given ? options->up : v3_make(0, 0, 1));
    view view = {.forward = v3_unit(along_given ? options->view : v3_make(1, 2, -0.8))};
    v3 across = v3_cross(view.forward, up);
    // Looking straight along the upward direction, y (or what is next best) becomes the picture's upward direction.
    if (v3_norm(across) < 1e-6)
        across = v3_cross(view.forward, fabs(up.y) < 0.9 ? v3_make(0, 1, 0) : v3_make(0, 0, 1));
    view.right = v3_unit(across);
    view.up = v3_cross(view.right, view.forward);
    extent extent = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int64_t i = 0; i < frame->ball.count; i++)
        cover(&extent, &view, frame->ball.position[i], frame->ball.radius[i]);
    if (options->box || options->fit)
        cover_box(&extent, &view, options->box_low, options->box_high);
    if (walls)
        cover_walls(&extent, &view, walls);
    double size[2];
    for (int k = 0; k < 2; k++) {
        if (!(extent.low[k] <= extent.high[k])) {
            extent.low[k] = 0;
            extent.high[k] = 1;
        } // nothing to see
        size[k] = fmax(extent.high[k] - extent.low[k], 1e-300);
    }
    // the smallest pictures have hardly any space beside the legend
    const float width = fmaxf(space.right - space.left, 8);
    const float height = fmaxf(space.bottom - space.top, 8);
    view.scale = fmin(width / size[0], height / size[1]);
    view.x = 0.5 * (space.left + space.right) - view.scale * 0.5 * (extent.low[0] + extent.high[0]);
    view.y = 0.5 * (space.top + space.bottom) + view.scale * 0.5 * (extent.low[1] + extent.high[1]);
    return view;
}

// ---- grains

static bool is_somewhere(const frame_balls *balls, int64_t i)
{
    return isfinite(balls->position[i].x) && isfinite(balls->position[i].y) &&
           isfinite(balls->position[i].z) && isfinite(balls->radius[i]);
}

static vec in_view(const view *view, v3 a)
{
    return vec_make((float)v3_dot(view->right, a), -(float)v3_dot(view->up, a),
                    (float)v3_dot(view->forward, a));
}

// The core of grain i as the view shows it. Where hardly a pixel would be left of it, it becomes a ball of its volume.
static shaped_grain shaped_of(const frame *frame, const view *view, int64_t i, disc *disc)
{
    const model_core *core = frame_core(frame, i);
    const bool flat = frame->model && frame->model->dimensions == 2;
    if (!core)
        return (shaped_grain){.core = NULL};
    if (disc->radius < 1) {
        const double volume = frame->model->shape[frame->ball.shape[i]].clump.volume;
        const double radius = flat ? sqrt(volume / PI) : cbrt(0.75 * volume / PI);
        disc->radius = fminf(disc->radius, view_length(view->scale * radius));
        return (shaped_grain){.core = NULL};
    }
    const q4 turn = frame->ball.orientation ? frame->ball.orientation[i] : q4_identity();
    shaped_grain grain = {.core = core, .radius = view_length(view->scale * core->radius)};
    grain.filled = flat && core->vertices >= 3 && core->edges == core->vertices; // else a line
    static const v3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++)
        grain.axis[k] = in_view(view, v3_scale(view->scale, q4_rotate(turn, axes[k])));
    return grain;
}

// Grains whose place is no number, as a diverging run may have, are left out.
static bool grains_of(grain_picture *picture, const frame *frame, const view *view,
                      const picture_options *options, const picture_scale *scale)
{
    const frame_balls *balls = &frame->ball;
    const size_t count = (size_t)balls->count + 1;
    // Marks that turn with the grain help where there are few grains, and are noise where there are many.
    const bool marked = balls->orientation && balls->count <= 5000;
    picture->disc = malloc(count * sizeof *picture->disc);
    picture->colour = malloc(count * sizeof *picture->colour);
    picture->mark = marked ? malloc(count * sizeof *picture->mark) : NULL;
    picture->shaped = frame_has_cores(frame) ? malloc(count * sizeof *picture->shaped) : NULL;
    if (frame_has_cores(frame) && !picture->shaped)
        return false;
    if (!picture->disc || !picture->colour || (marked && !picture->mark))
        return false;
    for (int64_t i = 0; i < balls->count; i++) {
        if (!is_somewhere(balls, i))
            continue;
        const int64_t at = picture->count++;
        const rgb shade = picture_shade(scale, picture_value(frame, options, i));
        canvas_point p = view_point(view, balls->position[i]);
        picture->disc[at] = (disc){
            .x = p.x,
            .y = p.y,
            .depth = p.depth,
            .radius = view_length(view->scale * balls->radius[i]),
        };
        if (picture->shaped)
            picture->shaped[at] = shaped_of(frame, view, i, &picture->disc[at]);
        picture->colour[at] = options->colour == PICTURE_MATERIAL
                                  ? picture_kind[balls->material[i] & (PICTURE_KINDS - 1)]
                                  : shade;
        if (!isfinite(balls->mass[i])) {
            picture->colour[at] =
                rgb_mix(picture->colour[at], (rgb){0.45f, 0.46f, 0.48f}, 0.85f); // fixed
        }
        if (!marked)
            continue;
        v3 axis = q4_rotate(balls->orientation[i], v3_make(1, 0, 0));
        picture->mark[at] = v3_make(v3_dot(view->right, axis), -v3_dot(view->up, axis),
                                    v3_dot(view->forward, axis));
    }
    return true;
}

// ---- the whole

static void draw_box(canvas *canvas, const view *view, const picture_options *options,
                     const float *nearest, rgb ink)
{
    const canvas_pen pen = {.half_width = 0.3f, .colour = ink, .strength = 0.45f};
    for (int k = 0; k < 8; k++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (k & axis)
                continue;
            v3 end[2];
            for (int e = 0; e < 2; e++) {
                int at = e ? k | axis : k;
                end[e] = v3_make(at & 1 ? options->box_high.x : options->box_low.x,
                                 at & 2 ? options->box_high.y : options->box_low.y,
                                 at & 4 ? options->box_high.z : options->box_low.z);
            }
            canvas_line(canvas, view_point(view, end[0]), view_point(view, end[1]), pen, nearest);
        }
    }
}

static bool draw(canvas *canvas, sheet *words, const frame *frame, const wall_surface *walls,
                 const picture_options *options)
{
    const picture_style style = style_of(options);
    const float unit = style.unit;
    const area space = {
        .left = 30 * unit,
        .top = 92 * unit,
        .right = (float)canvas->width - 165 * unit,
        .bottom = (float)canvas->height - 30 * unit,
    };
    const view view = view_of(frame, walls, options, space);
    const picture_scale scale = picture_scale_of(frame, options);
    grain_picture picture = {.ground = rgb_mix(style.top, style.bottom, 0.6f)};
    canvas_ground(canvas, style.top, style.bottom);
    bool good =
        grains_of(&picture, frame, &view, options, &scale) && picture_draw_grains(canvas, &picture);
    if (good && walls && walls->triangles)
        good = picture_draw_walls(canvas, &view, walls, picture.nearest, style.glass);
    if (good && options->box)
        draw_box(canvas, &view, options, picture.nearest, style.ink);
    free(picture.disc);
    free(picture.shaped);
    free(picture.colour);
    free(picture.mark);
    free(picture.nearest);
    if (!good)
        return false;
    sheet_make(words, canvas);
    picture_draw_legend(words, &style, frame, options, &scale);
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
    if (frame->ball.count > INT32_MAX) {
        return fail(error, SCREE_BAD_INPUT, path, "draw fewer grains",
                    "too many grains for a picture");
    }
    for (int64_t i = 0; walls && i < 3 * walls->triangles; i++) {
        if (walls->corner[i / 3][i % 3] < 0 || walls->corner[i / 3][i % 3] >= walls->points) {
            return fail(error, SCREE_BAD_INPUT, path, "give indices of points that exist",
                        "triangle %lld of the wall surface has a corner that does not exist",
                        (long long)(i / 3));
        }
    }
    return SCREE_OK;
}

scree_status picture_write_png(const char *path, const frame *frame, const wall_surface *walls,
                               const picture_options *options, scree_error *error)
{
    picture_options chosen = {0};
    if (options)
        chosen = *options;
    scree_status status = check(path, frame, walls, &chosen, error);
    if (status)
        return status;
    canvas canvas;
    sheet words = {0};
    if (canvas_make(&canvas, chosen.width, chosen.height) &&
        draw(&canvas, &words, frame, walls, &chosen))
        status = sheet_write(&words, path, error);
    else
        status = fail_memory(error, path);
    sheet_clear(&words);
    canvas_clear(&canvas);
    return status;
}
