// picture.c - see picture.h. Here: the view, colours, the colour bar and the title; grains and walls have files of
// their own.
#include "draw/picture.h"

#include "draw/picture_parts.h"
#include "draw/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHADES = 6, KINDS = 8 };

typedef struct area {
    float left, top, right, bottom;
} area;

typedef struct style {
    rgb top, bottom, ink, glass; // ground above and below, text, walls
    float unit;                  // size of everything: 1 at a height of 900 pixels
} style;

typedef struct range {
    double low, high;
} range;

// From dark blue to pale yellow, each step lighter than the one before, so that the order survives printing in grey.
static const rgb shades[SHADES] = {{0.19f, 0.16f, 0.46f}, {0.15f, 0.37f, 0.63f}, {0.13f, 0.58f, 0.62f},
                                   {0.36f, 0.75f, 0.47f}, {0.78f, 0.84f, 0.32f}, {0.99f, 0.92f, 0.52f}};
static const rgb kinds[KINDS] = {{0.24f, 0.52f, 0.78f}, {0.92f, 0.60f, 0.26f}, {0.42f, 0.71f, 0.40f},
                                 {0.80f, 0.36f, 0.38f}, {0.58f, 0.47f, 0.75f}, {0.56f, 0.42f, 0.34f},
                                 {0.87f, 0.57f, 0.76f}, {0.55f, 0.58f, 0.60f}};

static rgb shade_at(double share)
{
    float at = (float)(share > 0 ? share < 1 ? share : 1 : 0) * (SHADES - 1); // NaN is dark
    int k = at >= SHADES - 1 ? SHADES - 2 : (int)at;
    return rgb_mix(shades[k], shades[k + 1], at - (float)k);
}

static range range_of(const frame *f, const picture_options *o)
{
    range r;
    picture_range(f, o, &r.low, &r.high);
    return r;
}

static style style_of(const picture_options *o)
{
    style s = {.unit = (float)o->height / 900};
    if (s.unit < 0.6f) s.unit = 0.6f;
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
        if (!isfinite(at[k]) || !isfinite(r)) continue;
        e->low[k] = fmin(e->low[k], at[k] - r);
        e->high[k] = fmax(e->high[k], at[k] + r);
    }
}

// Walls may be far larger than what happens between them: they widen the view by at most a part of its size.
static void cover_walls(extent *e, const view *w, const wall_surface *walls)
{
    extent all = *e, widest = *e;
    const bool empty = !(e->low[0] <= e->high[0]);
    for (int64_t i = 0; i < walls->points; i++) cover(&all, w, walls->point[i], 0);
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
    if (v3_norm(across) < 1e-6) across = v3_cross(w.forward, fabs(up.y) < 0.9 ? v3_make(0, 1, 0) : v3_make(0, 0, 1));
    w.right = v3_unit(across);
    w.up = v3_cross(w.right, w.forward);
    extent e = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int64_t i = 0; i < f->body.count; i++) cover(&e, &w, f->body.position[i], f->body.radius[i]);
    for (int k = 0; (o->box || o->fit) && k < 8; k++)
        cover(&e, &w,
              v3_make(k & 1 ? o->box_high.x : o->box_low.x, k & 2 ? o->box_high.y : o->box_low.y,
                      k & 4 ? o->box_high.z : o->box_low.z),
              0);
    if (walls) cover_walls(&e, &w, walls);
    double size[2];
    for (int k = 0; k < 2; k++) {
        if (!(e.low[k] <= e.high[k])) e.low[k] = 0, e.high[k] = 1; // nothing to see
        size[k] = fmax(e.high[k] - e.low[k], 1e-300);
    }
    // the smallest pictures have hardly any space beside the legend
    w.scale = fmin(fmaxf(space.right - space.left, 8) / size[0], fmaxf(space.bottom - space.top, 8) / size[1]);
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
    return vec_make((float)v3_dot(w->right, a), -(float)v3_dot(w->up, a), (float)v3_dot(w->forward, a));
}

// The core of grain i as the view shows it. Where hardly a pixel would be left of it, it becomes a ball of its volume.
static shaped_grain shaped_of(const frame *f, const view *w, int64_t i, disc *d)
{
    const model_core *core = frame_core(f, i);
    const bool flat = f->model && f->model->dimensions == 2;
    if (!core) return (shaped_grain){.core = NULL};
    if (d->radius < 1) {
        const double volume = f->model->shape[f->body.shape[i]].clump.volume;
        const double radius = flat ? sqrt(volume / 3.14159265358979) : cbrt(0.75 * volume / 3.14159265358979);
        d->radius = fminf(d->radius, view_length(w->scale * radius));
        return (shaped_grain){.core = NULL};
    }
    const q4 turn = f->body.orientation ? f->body.orientation[i] : q4_identity();
    shaped_grain s = {.core = core, .radius = view_length(w->scale * core->radius)};
    s.filled = flat && core->vertices >= 3 && core->edges == core->vertices; // else a line
    static const v3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) s.axis[k] = in_view(w, v3_scale(w->scale, q4_rotate(turn, axes[k])));
    return s;
}

// Grains whose place is no number, as a diverging run may have, are left out.
static bool grains_of(grain_picture *g, const frame *f, const view *w, const picture_options *o, range r)
{
    const frame_bodies *b = &f->body;
    const size_t n = (size_t)b->count + 1;
    // Marks that turn with the grain help where there are few grains, and are noise where there are many.
    const bool marked = b->orientation && b->count <= 5000;
    g->disc = malloc(n * sizeof *g->disc);
    g->colour = malloc(n * sizeof *g->colour);
    g->mark = marked ? malloc(n * sizeof *g->mark) : NULL;
    g->shaped = frame_has_cores(f) ? malloc(n * sizeof *g->shaped) : NULL;
    if (frame_has_cores(f) && !g->shaped) return false;
    if (!g->disc || !g->colour || (marked && !g->mark)) return false;
    for (int64_t i = 0; i < b->count; i++) {
        if (!is_somewhere(b, i)) continue;
        const int64_t k = g->count++;
        const double share = (picture_value(f, o, i) - r.low) / (r.high - r.low);
        canvas_point p = view_point(w, b->position[i]);
        g->disc[k] = (disc){p.x, p.y, p.depth, view_length(w->scale * b->radius[i])};
        if (g->shaped) g->shaped[k] = shaped_of(f, w, i, &g->disc[k]);
        g->colour[k] = o->colour == PICTURE_MATERIAL ? kinds[b->material[i] & (KINDS - 1)] : shade_at(share);
        if (!isfinite(b->mass[i])) g->colour[k] = rgb_mix(g->colour[k], (rgb){0.45f, 0.46f, 0.48f}, 0.85f); // fixed
        if (!marked) continue;
        v3 axis = q4_rotate(b->orientation[i], v3_make(1, 0, 0));
        g->mark[k] = v3_make(v3_dot(w->right, axis), -v3_dot(w->up, axis), v3_dot(w->forward, axis));
    }
    return true;
}

// ---- legend

// The largest of 1, 2, 5 times a power of ten that divides the range into at least four steps.
static double tick_step(range r)
{
    double step = pow(10, floor(log10((r.high - r.low) / 4)));
    if (5 * step * 4 <= r.high - r.low) return 5 * step;
    return 2 * step * 4 <= r.high - r.low ? 2 * step : step;
}

static void draw_bar(canvas *c, const style *s, const char *label, range r)
{
    const float u = s->unit, left = (float)c->width - 128 * u, right = left + 22 * u;
    const float top = 0.20f * (float)c->height, bottom = 0.80f * (float)c->height, size = 13 * u;
    for (float y = top; y < bottom; y += 1)
        canvas_fill(c, left, y, right, y + 1, shade_at((bottom - y) / (bottom - top)));
    canvas_text(c, left, top - 18 * u, size, s->ink, label);
    const double step = tick_step(r);
    if (!(step > 0)) return;
    const double first = ceil(r.low / step - 1e-9), last = floor(r.high / step + 1e-9);
    if (!(last - first < 100)) return;
    for (double k = first; k <= last; k += 1) {
        char text[24];
        double value = k * step;
        float y = bottom - (float)((value - r.low) / (r.high - r.low)) * (bottom - top);
        snprintf(text, sizeof text, "%.4g", fabs(value) < 1e-9 * step ? 0 : value);
        canvas_line(c, (canvas_point){right, y, 0}, (canvas_point){right + 6 * u, y, 0}, 0.5f * u, s->ink, 1, NULL);
        canvas_text(c, right + 11 * u, y + size / 2, size, s->ink, text);
    }
}

static void draw_kinds(canvas *c, const style *s, const frame *f, const picture_options *o)
{
    const float u = s->unit, left = (float)c->width - 150 * u;
    bool used[KINDS] = {false};
    for (int64_t i = 0; i < f->body.count; i++) used[f->body.material[i] & (KINDS - 1)] = true;
    float y = 0.20f * (float)c->height;
    for (int k = 0; k < KINDS; k++) {
        char text[32];
        if (!used[k]) continue;
        if (o->material && k < o->materials)
            snprintf(text, sizeof text, "%.12s", o->material[k]);
        else
            snprintf(text, sizeof text, "material %d", k + 1);
        canvas_fill(c, left, y, left + 16 * u, y + 16 * u, kinds[k]);
        canvas_text(c, left + 24 * u, y + 14 * u, 12 * u, s->ink, text);
        y += 28 * u;
    }
}

// Below the colour bar, as long as it is seen: gravity that points away from the eye is a short arrow.
static void draw_gravity(canvas *c, const style *s, const view *w, v3 gravity)
{
    const float u = s->unit, x = (float)c->width - 117 * u, y = 0.905f * (float)c->height, size = 13 * u;
    if (!(v3_norm(gravity) > 0)) return;
    const v3 g = v3_unit(gravity);
    const float dx = (float)v3_dot(w->right, g), dy = -(float)v3_dot(w->up, g), half = 30 * u, head = 11 * u;
    const float seen = sqrtf(dx * dx + dy * dy), wing = seen > 0.3f ? head : seen / 0.3f * head;
    const canvas_point tail = {x - half * dx, y - half * dy, 0}, tip = {x + half * dx, y + half * dy, 0};
    canvas_line(c, tail, tip, 1.4f * u, s->ink, 1, NULL);
    for (int side = -1; side <= 1 && seen > 0; side += 2) {
        const float ex = dx / seen, ey = dy / seen, across = (float)side * 0.5f;
        const canvas_point end = {tip.x - wing * (ex - across * ey), tip.y - wing * (ey + across * ex), 0};
        canvas_line(c, tip, end, 1.4f * u, s->ink, 1, NULL);
    }
    canvas_text(c, x + 18 * u, y + size / 2, size, s->ink, "gravity");
}

// Balls of a clump are one grain.
static long long count_grains(const frame *f)
{
    long long grains = 0;
    for (int64_t i = 0; i < f->body.count; i++) grains += f->body.body[i] == f->body.id[i];
    return grains;
}

static void draw_legend(canvas *c, const style *s, const frame *f, const picture_options *o, range r)
{
    static const char *const label[] = {"speed [m/s]", "radius [m]", "height [m]"};
    char text[96];
    const float u = s->unit;
    if (o->title) canvas_text(c, 30 * u, 42 * u, 19 * u, s->ink, o->title);
    const long long grains = count_grains(f);
    snprintf(text, sizeof text, "t = %.6g s    %lld grain%s", f->time, grains, grains == 1 ? "" : "s");
    canvas_text(c, 30 * u, (o->title ? 70 : 40) * u, 12.5f * u, rgb_mix(s->ink, s->top, 0.25f),
                o->words ? o->words : text);
    if (o->colour == PICTURE_MATERIAL)
        draw_kinds(c, s, f, o);
    else
        draw_bar(c, s, label[o->colour], r);
}

static void draw_ground(canvas *c, const style *s)
{
    for (int y = 0; y < c->height; y++)
        canvas_fill(c, 0, (float)y, (float)c->width, (float)y + 1,
                    rgb_mix(s->top, s->bottom, ((float)y + 0.5f) / (float)c->height));
}

static void draw_box(canvas *c, const view *w, const picture_options *o, const float *nearest, rgb ink)
{
    for (int k = 0; k < 8; k++)
        for (int axis = 1; axis < 8; axis *= 2) {
            if (k & axis) continue;
            v3 end[2];
            for (int e = 0; e < 2; e++) {
                int at = e ? k | axis : k;
                end[e] = v3_make(at & 1 ? o->box_high.x : o->box_low.x, at & 2 ? o->box_high.y : o->box_low.y,
                                 at & 4 ? o->box_high.z : o->box_low.z);
            }
            canvas_line(c, view_point(w, end[0]), view_point(w, end[1]), 0.3f, ink, 0.45f, nearest);
        }
}

// ---- the whole

static bool draw(canvas *c, const frame *f, const wall_surface *walls, const picture_options *o)
{
    const style s = style_of(o);
    const float u = s.unit;
    const area space = {30 * u, 92 * u, (float)c->width - 165 * u, (float)c->height - 30 * u};
    const view w = view_of(f, walls, o, space);
    const range r = range_of(f, o);
    grain_picture g = {.ground = rgb_mix(s.top, s.bottom, 0.6f)};
    draw_ground(c, &s);
    bool good = grains_of(&g, f, &w, o, r) && picture_draw_grains(c, &g);
    if (good && walls && walls->triangles) good = picture_draw_walls(c, &w, walls, g.nearest, s.glass);
    if (good && o->box) draw_box(c, &w, o, g.nearest, s.ink);
    if (good) draw_legend(c, &s, f, o, r);
    if (good) draw_gravity(c, &s, &w, o->gravity);
    free(g.disc);
    free(g.shaped);
    free(g.colour);
    free(g.mark);
    free(g.nearest);
    return good;
}

static scree_status check(const char *path, const frame *f, const wall_surface *walls, picture_options *o,
                          scree_error *error)
{
    if (!o->width && !o->height) o->width = 1200, o->height = 900;
    if (o->width < 64 || o->height < 64 || o->width > 8192 || o->height > 8192)
        return fail(error, SCREE_BAD_INPUT, path, "choose a width and a height from 64 to 8192 pixels",
                    "a picture of %d x %d pixels cannot be drawn", o->width, o->height);
    if (f->body.count > INT32_MAX)
        return fail(error, SCREE_BAD_INPUT, path, "draw fewer grains", "too many grains for a picture");
    for (int64_t i = 0; walls && i < 3 * walls->triangles; i++)
        if (walls->corner[i / 3][i % 3] < 0 || walls->corner[i / 3][i % 3] >= walls->points)
            return fail(error, SCREE_BAD_INPUT, path, "give indices of points that exist",
                        "triangle %lld of the wall surface has a corner that does not exist", (long long)(i / 3));
    return SCREE_OK;
}

scree_status picture_write_png(const char *path, const frame *f, const wall_surface *walls, const picture_options *o,
                               scree_error *error)
{
    picture_options chosen = {0};
    if (o) chosen = *o;
    scree_status status = check(path, f, walls, &chosen, error);
    if (status) return status;
    canvas c;
    bool good = canvas_make(&c, chosen.width, chosen.height);
    uint8_t *bytes = malloc(3 * (size_t)chosen.width * (size_t)chosen.height);
    if (good && bytes && draw(&c, f, walls, &chosen)) {
        canvas_bytes(&c, bytes);
        status = png_write(path, c.width, c.height, bytes, error);
    } else
        status = fail_memory(error, path);
    free(bytes);
    canvas_clear(&c);
    return status;
}
