// picture_grains.c - shaded spheres for picture.h.
//
// Spheres are drawn into a buffer of depth and owner with 2 x 2 samples per pixel, and from the light into a second
// one, which tells what lies in shadow. Then each pixel is lit: once where all its samples see the same grain, else
// once per grain seen. The gaps between grains are darkened by how far the surfaces around a point rise above its
// tangent plane.
#include "store/picture_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 2, SHADOW_SIZE = 1400, TAPS = 10, LAYERS = 512 };

typedef struct depth_buffer {
    int width, height;
    float per_unit; // samples per unit of the view
    float *depth;
    int32_t *owner; // -1: nothing there
} depth_buffer;

typedef struct vec {
    float x, y, z;
} vec; // in view coordinates

// The light's own view: two axes across the light and one along it, and the corner of its buffer.
typedef struct lamp {
    vec to, half;     // towards the light, and between light and eye
    vec across, down; // axes of the buffer
    float x, y, bias;
    depth_buffer buffer;
} lamp;

typedef struct shading {
    const grain_picture *g;
    depth_buffer seen;
    lamp lamp;
    rgb *linear;                           // colours of the grains in light, not display, values
    rgb ground;                            // the same of the ground
    float tap_x[TAPS], tap_y[TAPS], reach; // where surfaces around are looked at
    float front, back;                     // range of depth
} shading;

static vec vec_make(float x, float y, float z) { return (vec){x, y, z}; }
static float vec_dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec vec_cross(vec a, vec b)
{
    return vec_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static vec vec_unit(vec a)
{
    float s = 1 / sqrtf(vec_dot(a, a));
    return vec_make(s * a.x, s * a.y, s * a.z);
}

// Display values are about the square root of light.
static rgb to_light(rgb c) { return (rgb){c.r * c.r, c.g * c.g, c.b * c.b}; }
static rgb to_display(rgb c) { return (rgb){sqrtf(c.r), sqrtf(c.g), sqrtf(c.b)}; }

static bool buffer_make(depth_buffer *b, int width, int height, float per_unit, bool owners)
{
    const size_t count = (size_t)width * (size_t)height;
    *b = (depth_buffer){width, height, per_unit, malloc(count * sizeof *b->depth), NULL};
    if (owners) b->owner = malloc(count * sizeof *b->owner);
    if (!b->depth || (owners && !b->owner)) return false;
    for (size_t i = 0; i < count; i++) b->depth[i] = INFINITY;
    if (owners) memset(b->owner, 0xFF, count * sizeof *b->owner);
    return true;
}

static void buffer_clear(depth_buffer *b)
{
    free(b->depth);
    free(b->owner);
}

// The samples of an interval, cut to the buffer: first..last.
static void samples(float from, float to, float per_unit, int size, int *first, int *last)
{
    float a = from * per_unit - 0.5f, b = to * per_unit - 0.5f;
    a = a < 0 ? 0 : a > (float)size ? (float)size : a;
    b = b > (float)size ? (float)size : b;
    *first = (int)a + ((float)(int)a < a);
    *last = b < 0 ? -1 : (int)b < size ? (int)b : size - 1;
}

static void draw_sphere(depth_buffer *b, disc d, int32_t owner)
{
    const float step = 1 / b->per_unit, r = fmaxf(d.radius, 0.75f * step); // the smallest still hit a sample
    int top, bottom, left, right;
    samples(d.y - r, d.y + r, b->per_unit, b->height, &top, &bottom);
    for (int y = top; y <= bottom; y++) {
        const float dy = ((float)y + 0.5f) * step - d.y, half2 = r * r - dy * dy;
        if (half2 <= 0) continue;
        const float half = sqrtf(half2);
        samples(d.x - half, d.x + half, b->per_unit, b->width, &left, &right);
        const size_t row = (size_t)y * (size_t)b->width;
        for (int x = left; x <= right; x++) {
            if (b->depth[row + (size_t)x] <= d.depth - half) continue; // spares most square roots
            float dx = ((float)x + 0.5f) * step - d.x, rest = half2 - dx * dx;
            float depth = d.depth - sqrtf(rest > 0 ? rest : 0);
            if (depth >= b->depth[row + (size_t)x]) continue;
            b->depth[row + (size_t)x] = depth;
            if (b->owner) b->owner[row + (size_t)x] = owner;
        }
    }
}

// Draws all spheres, roughly those in front first, because what is hidden costs less then. False: out of memory.
static bool draw_spheres(depth_buffer *b, const disc *list, int64_t count)
{
    int64_t start[LAYERS + 1] = {0};
    int32_t *order = malloc(((size_t)count + 1) * sizeof *order);
    float front = INFINITY, back = -INFINITY;
    if (!order) return false;
    for (int64_t i = 0; i < count; i++) {
        front = fminf(front, list[i].depth);
        back = fmaxf(back, list[i].depth);
    }
    const float scale = back > front ? (LAYERS - 1) / (back - front) : 0;
    for (int64_t i = 0; i < count; i++) start[1 + (int)(scale * (list[i].depth - front))]++;
    for (int k = 0; k < LAYERS; k++) start[k + 1] += start[k];
    for (int64_t i = 0; i < count; i++) order[start[(int)(scale * (list[i].depth - front))]++] = (int32_t)i;
    for (int64_t i = 0; i < count; i++) draw_sphere(b, list[order[i]], order[i]);
    free(order);
    return true;
}

// ---- light

// Fits the lamp's buffer to the grains and draws them as the lamp sees them.
static bool lamp_make(lamp *l, const grain_picture *g)
{
    float low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    disc *list = malloc(((size_t)g->count + 1) * sizeof *list);
    if (!list) return false;
    l->to = vec_unit(vec_make(-0.36f, -0.72f, -0.60f)); // over the left shoulder of the onlooker
    l->across = vec_unit(vec_make(-l->to.y, l->to.x, 0));
    l->down = vec_cross(l->to, l->across);
    l->half = vec_unit(vec_make(l->to.x, l->to.y, l->to.z - 1));
    for (int64_t i = 0; i < g->count; i++) {
        const vec p = vec_make(g->disc[i].x, g->disc[i].y, g->disc[i].depth);
        const disc d = {vec_dot(l->across, p), vec_dot(l->down, p), -vec_dot(l->to, p), g->disc[i].radius};
        list[i] = d;
        low_x = fminf(low_x, d.x - d.radius), high_x = fmaxf(high_x, d.x + d.radius);
        low_y = fminf(low_y, d.y - d.radius), high_y = fmaxf(high_y, d.y + d.radius);
    }
    const float extent = fmaxf(fmaxf(high_x - low_x, high_y - low_y), 1), per_unit = fminf(SHADOW_SIZE / extent, 2);
    l->x = low_x;
    l->y = low_y;
    l->bias = 1.2f / per_unit;
    for (int64_t i = 0; i < g->count; i++) {
        list[i].x -= low_x;
        list[i].y -= low_y;
    }
    const int width = (int)((high_x - low_x) * per_unit) + 2, height = (int)((high_y - low_y) * per_unit) + 2;
    bool good = buffer_make(&l->buffer, width, height, per_unit, false) && draw_spheres(&l->buffer, list, g->count);
    free(list);
    return good;
}

// Share of the light that reaches p: the four samples around, weighted by nearness, so that shadows have soft borders.
static float lit(const lamp *l, vec p, vec n)
{
    const depth_buffer *b = &l->buffer;
    p = vec_make(p.x + l->bias * n.x, p.y + l->bias * n.y, p.z + l->bias * n.z);
    float x = (vec_dot(l->across, p) - l->x) * b->per_unit - 0.5f,
          y = (vec_dot(l->down, p) - l->y) * b->per_unit - 0.5f;
    const float depth = -vec_dot(l->to, p) - l->bias;
    const int i = (int)floorf(x), j = (int)floorf(y);
    if (i < 0 || j < 0 || i + 1 >= b->width || j + 1 >= b->height) return 1;
    x -= (float)i;
    y -= (float)j;
    const float *at = b->depth + (size_t)j * (size_t)b->width + (size_t)i;
    const float a = at[0] >= depth, c = at[1] >= depth, d = at[b->width] >= depth, e = at[b->width + 1] >= depth;
    return (a * (1 - x) + c * x) * (1 - y) + (d * (1 - x) + e * x) * y;
}

// How open the surroundings of p are, 0 to 1.
static float openness(const shading *s, vec p, vec n)
{
    const depth_buffer *b = &s->seen;
    const float fade = 1 / (6 * s->reach * s->reach);
    float shut = 0;
    for (int k = 0; k < TAPS; k++) {
        int x = (int)((p.x + s->tap_x[k]) * b->per_unit), y = (int)((p.y + s->tap_y[k]) * b->per_unit);
        if (x < 0 || y < 0 || x >= b->width || y >= b->height) continue;
        float depth = b->depth[(size_t)y * (size_t)b->width + (size_t)x];
        if (depth > p.z + 4 * s->reach) continue;
        vec v = vec_make(s->tap_x[k], s->tap_y[k], depth - p.z);
        float length2 = vec_dot(v, v), rise = vec_dot(n, v);
        if (rise > 0) shut += rise / sqrtf(length2) / (1 + length2 * fade);
    }
    float open = 1 - 1.35f * shut / TAPS;
    return open > 0.15f ? open : 0.15f;
}

// Light from the point of grain `i` at pixel x, y.
static rgb shade(const shading *s, int32_t i, float x, float y)
{
    const disc d = s->g->disc[i];
    const float r = fmaxf(d.radius, 0.4f), dx = (x - d.x) / r, dy = (y - d.y) / r, rest = 1 - dx * dx - dy * dy;
    const vec n = vec_make(dx, dy, -sqrtf(rest > 0 ? rest : 0)), p = vec_make(x, y, d.depth + r * n.z);
    const float open = openness(s, p, n), facing = vec_dot(n, s->lamp.to);
    const float light = facing > 0 ? facing * lit(&s->lamp, p, n) : 0;
    float shine = vec_dot(n, s->lamp.half);
    shine = shine > 0 ? shine * shine : 0;
    for (int k = 0; k < 4; k++) shine *= shine;
    float strength = open * (0.36f - 0.12f * n.y) + 0.86f * light;
    rgb c = s->linear[i];
    if (s->g->mark) {
        const v3 m = s->g->mark[i];
        float pole = fabsf((float)m.x * n.x + (float)m.y * n.y + (float)m.z * n.z);
        strength *= pole > 0.94f ? 0.35f : 1;
    }
    const float gloss = 0.16f * shine * light, fog = 0.16f * (d.depth - s->front) / (s->back - s->front);
    rgb out = {c.r * strength + gloss, c.g * strength + gloss, c.b * strength + gloss};
    return rgb_mix(out, s->ground, fog < 0 ? 0 : fog);
}

// ---- pixels

// The light of one pixel: of the grain that fills it, or mixed from what its samples see.
static rgb pixel_light(const shading *s, int x, int y, rgb behind)
{
    const size_t at = (size_t)(SAMPLES * y) * (size_t)s->seen.width + (size_t)(SAMPLES * x);
    const int32_t owner[4] = {s->seen.owner[at], s->seen.owner[at + 1], s->seen.owner[at + (size_t)s->seen.width],
                              s->seen.owner[at + (size_t)s->seen.width + 1]};
    if (owner[0] == owner[1] && owner[0] == owner[2] && owner[0] == owner[3])
        return owner[0] < 0 ? behind : shade(s, owner[0], (float)x + 0.5f, (float)y + 0.5f);
    rgb part[4], sum = {0, 0, 0};
    for (int k = 0; k < 4; k++) {
        int same = 0;
        while (owner[same] != owner[k]) same++;
        if (owner[k] < 0)
            part[k] = behind;
        else
            part[k] = same < k ? part[same]
                               : shade(s, owner[k], (float)x + 0.25f + 0.5f * (float)(k & 1),
                                       (float)y + 0.25f + 0.5f * (float)(k >> 1));
        sum = (rgb){sum.r + part[k].r / 4, sum.g + part[k].g / 4, sum.b + part[k].b / 4};
    }
    return sum;
}

static float pixel_depth(const depth_buffer *b, int x, int y)
{
    const float *at = b->depth + (size_t)(SAMPLES * y) * (size_t)b->width + (size_t)(SAMPLES * x);
    const float upper = at[0] < at[1] ? at[0] : at[1], *below = at + b->width;
    const float lower = below[0] < below[1] ? below[0] : below[1];
    return upper < lower ? upper : lower;
}

static void place_taps(shading *s)
{
    float mean = 0;
    s->front = INFINITY;
    s->back = -INFINITY;
    for (int64_t i = 0; i < s->g->count; i++) {
        mean += s->g->disc[i].radius / (float)s->g->count;
        s->front = fminf(s->front, s->g->disc[i].depth);
        s->back = fmaxf(s->back, s->g->disc[i].depth);
    }
    if (!(s->back > s->front)) s->back = s->front + 1;
    s->reach = fminf(fmaxf(1.3f * mean, 2), 60);
    for (int k = 0; k < TAPS; k++) { // a spiral by the golden angle covers a disc evenly
        float angle = 2.39996f * (float)k, far = s->reach * sqrtf(((float)k + 0.7f) / TAPS);
        s->tap_x[k] = far * cosf(angle);
        s->tap_y[k] = far * sinf(angle);
    }
}

bool picture_draw_grains(canvas *c, grain_picture *g)
{
    shading s = {.g = g, .ground = to_light(g->ground)};
    g->nearest = malloc((size_t)c->width * (size_t)c->height * sizeof *g->nearest);
    s.linear = malloc(((size_t)g->count + 1) * sizeof *s.linear);
    bool good = g->nearest && s.linear && buffer_make(&s.seen, SAMPLES * c->width, SAMPLES * c->height, SAMPLES, true);
    if (good && g->count) good = lamp_make(&s.lamp, g);
    if (good) {
        place_taps(&s);
        for (int64_t i = 0; i < g->count; i++) s.linear[i] = to_light(g->colour[i]);
        good = draw_spheres(&s.seen, g->disc, g->count);
        for (int y = 0; y < c->height; y++)
            for (int x = 0; x < c->width; x++) {
                const size_t at = (size_t)y * (size_t)c->width + (size_t)x;
                g->nearest[at] = pixel_depth(&s.seen, x, y);
                if (g->nearest[at] < INFINITY) c->pixel[at] = to_display(pixel_light(&s, x, y, to_light(c->pixel[at])));
            }
    }
    buffer_clear(&s.seen);
    buffer_clear(&s.lamp.buffer);
    free(s.linear);
    return good;
}
