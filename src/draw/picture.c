// picture.c - see picture.h. Here: the view, and colours; grains, walls and the legend have files of their own.
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

// From dark blue to pale yellow, each step lighter than the one before, so that the order survives printing in grey.
static const rgb shades[PICTURE_SHADES] = {{0.19f, 0.16f, 0.46f}, {0.15f, 0.37f, 0.63f},
                                           {0.13f, 0.58f, 0.62f}, {0.36f, 0.75f, 0.47f},
                                           {0.78f, 0.84f, 0.32f}, {0.99f, 0.92f, 0.52f}};
const rgb picture_kind[PICTURE_KINDS] = {
    {0.24f, 0.52f, 0.78f}, {0.92f, 0.60f, 0.26f}, {0.42f, 0.71f, 0.40f}, {0.80f, 0.36f, 0.38f},
    {0.58f, 0.47f, 0.75f}, {0.56f, 0.42f, 0.34f}, {0.87f, 0.57f, 0.76f}, {0.55f, 0.58f, 0.60f}};

rgb picture_shade(const picture_scale *scale, double value)
{
    const double share =
        ((scale->uniform ? scale->value : value) - scale->low) / (scale->high - scale->low);
    const float at =
        (float)(share > 0 ? share < 1 ? share : 1 : 0) * (PICTURE_SHADES - 1); // NaN is dark
    const int k = at >= PICTURE_SHADES - 1 ? PICTURE_SHADES - 2 : (int)at;
    return rgb_mix(shades[k], shades[k + 1], at - (float)k);
}

static picture_style style_of(const picture_options *o)
{
    picture_style s = {.unit = (float)o->height / 900};
    if (s.unit < 0.6f)
        s.unit = 0.6f;
    if (o->dark) {
        s.top = (rgb){0.10f, 0.11f, 0.14f};
        s.bottom = (rgb){0.19f, 0.21f, 0.25f};
        s.ink = (rgb){0.90f, 0.91f, 0.93f};
        s.glass = (rgb){0.62f, 0.72f, 0.85f};
    } else {
        s.top = (rgb){0.99f, 0.99f, 1.00f};
        s.bottom = (rgb){0.88f, 0.90f, 0.93f};
        s.ink = (rgb){0.16f, 0.18f, 0.22f};
        s.glass = (rgb){0.32f, 0.42f, 0.56f};
    }
    return s;
}

// ---- view

typedef struct extent {
    double low[2], high[2];
} extent;

static void cover(extent *e, const view *w, v3 p, double r)
{
    const double at[2] = {v3_dot(w->right, p), v3_dot(w->up, p)};
    for (int k = 0; k < 2; k++) {
        if (!isfinite(at[k]) || !isfinite(r))
            continue;
        e->low[k] = fmin(e->low[k], at[k] - r);
        e->high[k] = fmax(e->high[k], at[k] + r);
    }
}

// Walls may be far larger than what happens between them: they widen the view by at most a part of its size.
static void cover_walls(extent *e, const view *w, const wall_surface *walls)
{
    extent all = *e;
    extent widest = *e;
    const bool empty = !(e->low[0] <= e->high[0]);
    for (int64_t i = 0; i < walls->points; i++)
        cover(&all, w, walls->point[i], 0);
    const double more = 0.6 * fmax(e->high[0] - e->low[0], e->high[1] - e->low[1]);
    for (int k = 0; k < 2; k++) {
        widest.low[k] -= more;
        widest.high[k] += more;
        e->low[k] = empty ? all.low[k] : fmax(all.low[k], widest.low[k]);
        e->high[k] = empty ? all.high[k] : fmin(all.high[k], widest.high[k]);
    }
}

static view view_of(const frame *f, const wall_surface *walls, const picture_options *o, area space)
{
    view w = {.forward = v3_unit(v3_norm(o->view) > 0 ? o->view : v3_make(1, 2, -0.8))};
    v3 up = v3_unit(v3_norm(o->up) > 0 ? o->up : v3_make(0, 0, 1));
    v3 across = v3_cross(w.forward, up);
    // Looking straight along the upward direction, y (or what is next best) becomes the picture's upward direction.
    if (v3_norm(across) < 1e-6)
        across = v3_cross(w.forward, fabs(up.y) < 0.9 ? v3_make(0, 1, 0) : v3_make(0, 0, 1));
    w.right = v3_unit(across);
    w.up = v3_cross(w.right, w.forward);
    extent e = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int64_t i = 0; i < f->body.count; i++)
        cover(&e, &w, f->body.position[i], f->body.radius[i]);
    for (int k = 0; (o->box || o->fit) && k < 8; k++)
        cover(&e, &w,
              v3_make(k & 1 ? o->box_high.x : o->box_low.x, k & 2 ? o->box_high.y : o->box_low.y,
                      k & 4 ? o->box_high.z : o->box_low.z),
              0);
    if (walls)
        cover_walls(&e, &w, walls);
    double size[2];
    for (int k = 0; k < 2; k++) {
        if (!(e.low[k] <= e.high[k])) {
            e.low[k] = 0;
            e.high[k] = 1;
        } // nothing to see
        size[k] = fmax(e.high[k] - e.low[k], 1e-300);
    }
    // the smallest pictures have hardly any space beside the legend
    w.scale = fmin(fmaxf(space.right - space.left, 8) / size[0],
                   fmaxf(space.bottom - space.top, 8) / size[1]);
    w.x = 0.5 * (space.left + space.right) - w.scale * 0.5 * (e.low[0] + e.high[0]);
    w.y = 0.5 * (space.top + space.bottom) + w.scale * 0.5 * (e.low[1] + e.high[1]);
    return w;
}

// ---- grains

static bool is_somewhere(const frame_bodies *b, int64_t i)
{
    return isfinite(b->position[i].x) && isfinite(b->position[i].y) && isfinite(b->position[i].z) &&
           isfinite(b->radius[i]);
}

static vec in_view(const view *w, v3 a)
{
    return vec_make((float)v3_dot(w->right, a), -(float)v3_dot(w->up, a),
                    (float)v3_dot(w->forward, a));
}

// The core of grain i as the view shows it. Where hardly a pixel would be left of it, it becomes a ball of its volume.
static shaped_grain shaped_of(const frame *f, const view *w, int64_t i, disc *d)
{
    const model_core *core = frame_core(f, i);
    const bool flat = f->model && f->model->dimensions == 2;
    if (!core)
        return (shaped_grain){.core = NULL};
    if (d->radius < 1) {
        const double volume = f->model->shape[f->body.shape[i]].clump.volume;
        const double radius = flat ? sqrt(volume / PI) : cbrt(0.75 * volume / PI);
        d->radius = fminf(d->radius, view_length(w->scale * radius));
        return (shaped_grain){.core = NULL};
    }
    const q4 turn = f->body.orientation ? f->body.orientation[i] : q4_identity();
    shaped_grain s = {.core = core, .radius = view_length(w->scale * core->radius)};
    s.filled = flat && core->vertices >= 3 && core->edges == core->vertices; // else a line
    static const v3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++)
        s.axis[k] = in_view(w, v3_scale(w->scale, q4_rotate(turn, axes[k])));
    return s;
}

// Grains whose place is no number, as a diverging run may have, are left out.
static bool grains_of(grain_picture *g, const frame *f, const view *w, const picture_options *o,
                      const picture_scale *scale)
{
    const frame_bodies *b = &f->body;
    const size_t n = (size_t)b->count + 1;
    // Marks that turn with the grain help where there are few grains, and are noise where there are many.
    const bool marked = b->orientation && b->count <= 5000;
    g->disc = malloc(n * sizeof *g->disc);
    g->colour = malloc(n * sizeof *g->colour);
    g->mark = marked ? malloc(n * sizeof *g->mark) : NULL;
    g->shaped = frame_has_cores(f) ? malloc(n * sizeof *g->shaped) : NULL;
    if (frame_has_cores(f) && !g->shaped)
        return false;
    if (!g->disc || !g->colour || (marked && !g->mark))
        return false;
    for (int64_t i = 0; i < b->count; i++) {
        if (!is_somewhere(b, i))
            continue;
        const int64_t k = g->count++;
        const rgb shade = picture_shade(scale, picture_value(f, o, i));
        canvas_point p = view_point(w, b->position[i]);
        g->disc[k] = (disc){p.x, p.y, p.depth, view_length(w->scale * b->radius[i])};
        if (g->shaped)
            g->shaped[k] = shaped_of(f, w, i, &g->disc[k]);
        g->colour[k] = o->colour == PICTURE_MATERIAL
                           ? picture_kind[b->material[i] & (PICTURE_KINDS - 1)]
                           : shade;
        if (!isfinite(b->mass[i]))
            g->colour[k] = rgb_mix(g->colour[k], (rgb){0.45f, 0.46f, 0.48f}, 0.85f); // fixed
        if (!marked)
            continue;
        v3 axis = q4_rotate(b->orientation[i], v3_make(1, 0, 0));
        g->mark[k] =
            v3_make(v3_dot(w->right, axis), -v3_dot(w->up, axis), v3_dot(w->forward, axis));
    }
    return true;
}

// ---- the whole

static void draw_box(canvas *c, const view *w, const picture_options *o, const float *nearest,
                     rgb ink)
{
    for (int k = 0; k < 8; k++)
        for (int axis = 1; axis < 8; axis *= 2) {
            if (k & axis)
                continue;
            v3 end[2];
            for (int e = 0; e < 2; e++) {
                int at = e ? k | axis : k;
                end[e] = v3_make(at & 1 ? o->box_high.x : o->box_low.x,
                                 at & 2 ? o->box_high.y : o->box_low.y,
                                 at & 4 ? o->box_high.z : o->box_low.z);
            }
            canvas_line(c, view_point(w, end[0]), view_point(w, end[1]), 0.3f, ink, 0.45f, nearest);
        }
}

static bool draw(canvas *c, sheet *words, const frame *f, const wall_surface *walls,
                 const picture_options *o)
{
    const picture_style style = style_of(o);
    const float u = style.unit;
    const area space = {30 * u, 92 * u, (float)c->width - 165 * u, (float)c->height - 30 * u};
    const view w = view_of(f, walls, o, space);
    const picture_scale scale = picture_scale_of(f, o);
    grain_picture g = {.ground = rgb_mix(style.top, style.bottom, 0.6f)};
    canvas_ground(c, style.top, style.bottom);
    bool good = grains_of(&g, f, &w, o, &scale) && picture_draw_grains(c, &g);
    if (good && walls && walls->triangles)
        good = picture_draw_walls(c, &w, walls, g.nearest, style.glass);
    if (good && o->box)
        draw_box(c, &w, o, g.nearest, style.ink);
    free(g.disc);
    free(g.shaped);
    free(g.colour);
    free(g.mark);
    free(g.nearest);
    if (!good)
        return false;
    sheet_make(words, c);
    picture_draw_legend(words, &style, f, o, &scale);
    picture_draw_gravity(words, &style, &w, o->gravity);
    return true;
}

static scree_status check(const char *path, const frame *f, const wall_surface *walls,
                          picture_options *o, scree_error *error)
{
    if (!o->width && !o->height) {
        o->width = 1200;
        o->height = 900;
    }
    if (o->width < 64 || o->height < 64 || o->width > 8192 || o->height > 8192)
        return fail(error, SCREE_BAD_INPUT, path,
                    "choose a width and a height from 64 to 8192 pixels",
                    "a picture of %d x %d pixels cannot be drawn", o->width, o->height);
    if (f->body.count > INT32_MAX)
        return fail(error, SCREE_BAD_INPUT, path, "draw fewer grains",
                    "too many grains for a picture");
    for (int64_t i = 0; walls && i < 3 * walls->triangles; i++)
        if (walls->corner[i / 3][i % 3] < 0 || walls->corner[i / 3][i % 3] >= walls->points)
            return fail(error, SCREE_BAD_INPUT, path, "give indices of points that exist",
                        "triangle %lld of the wall surface has a corner that does not exist",
                        (long long)(i / 3));
    return SCREE_OK;
}

scree_status picture_write_png(const char *path, const frame *f, const wall_surface *walls,
                               const picture_options *o, scree_error *error)
{
    picture_options chosen = {0};
    if (o)
        chosen = *o;
    scree_status status = check(path, f, walls, &chosen, error);
    if (status)
        return status;
    canvas c;
    sheet words = {0};
    if (canvas_make(&c, chosen.width, chosen.height) && draw(&c, &words, f, walls, &chosen))
        status = sheet_write(&words, path, error);
    else
        status = fail_memory(error, path);
    sheet_clear(&words);
    canvas_clear(&c);
    return status;
}
