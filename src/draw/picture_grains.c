// picture_grains.c - shaded grains for picture.h: balls, and cores of corners, edges and faces with a radius.
//
// Grains are drawn into a buffer of depth and owner with 2 x 2 samples per pixel, and from the light into a second
// one, which tells what lies in shadow. Then each pixel is lit: once where all its samples see the same grain, else
// once per grain seen. The gaps between grains are darkened by how far the surfaces around a point rise above its
// tangent plane.
#include "draw/picture_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 2, SHADOW_SIZE = 1400, TAPS = 10, LAYERS = 512 };

// Axes of a buffer in view coordinates: to the right, down, away from its eye.
typedef struct eye {
    vec right, down, away;
} eye;

// The light's own view, and the corner of its buffer.
typedef struct lamp {
    vec to, half; // towards the light, and between light and eye
    eye eye;
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

// Display values are about the square root of light.
static rgb to_light(rgb c)
{
    return (rgb){c.r * c.r, c.g * c.g, c.b * c.b};
}
static rgb to_display(rgb c)
{
    return (rgb){sqrtf(c.r), sqrtf(c.g), sqrtf(c.b)};
}

// ---- drawing

static vec seen_by(const eye *e, vec p)
{
    return vec_make(vec_dot(e->right, p), vec_dot(e->down, p), vec_dot(e->away, p));
}

// What is needed to draw grains with corners, as large as the largest of them asks for.
typedef struct workspace {
    vec *corner;
    float *crossing;
} workspace;

static bool workspace_make(workspace *w, const grain_picture *g)
{
    int32_t corners = 0;
    int32_t edges = 3;
    for (int64_t i = 0; g->shaped && i < g->count; i++) {
        const model_core *core = g->shaped[i].core;
        if (core && core->vertices > corners)
            corners = core->vertices;
        if (core && core->edges > edges)
            edges = core->edges;
    }
    *w = (workspace){malloc(((size_t)corners + 1) * sizeof *w->corner),
                     malloc((size_t)edges * sizeof *w->crossing)};
    return w->corner && w->crossing;
}

static void workspace_clear(workspace *w)
{
    free(w->corner);
    free(w->crossing);
}

// Faces on the side of the eye, raised by the radius, rods along the edges, balls at the vertices: together, seen from
// here, the surface of the thickened core.
static void draw_shaped(depth_buffer *b, const workspace *w, const shaped_grain *s, const eye *e,
                        disc d, int32_t owner)
{
    static const int32_t round_triangle[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    const model_core *core = s->core;
    const vec x = seen_by(e, s->axis[0]);
    const vec y = seen_by(e, s->axis[1]);
    const vec z = seen_by(e, s->axis[2]);
    for (int32_t i = 0; i < core->vertices; i++) {
        const v3 v = core->vertex[i];
        const vec at = vec_fma(vec_fma(vec_make(d.x, d.y, d.depth), (float)v.x, x), (float)v.y, y);
        w->corner[i] = vec_fma(at, (float)v.z, z);
    }
    const int32_t(*edge)[2] = (const int32_t(*)[2])core->edge;
    if (s->filled)
        buffer_face(b, w->corner, edge, core->edges, vec_unit(z), s->radius, owner, w->crossing);
    for (int32_t t = 0; t < core->triangles; t++) {
        const int32_t *k = core->triangle[t];
        const vec p[3] = {w->corner[k[0]], w->corner[k[1]], w->corner[k[2]]};
        const vec normal = vec_cross(vec_sub(p[1], p[0]), vec_sub(p[2], p[0]));
        buffer_face(b, p, round_triangle, 3, vec_unit(normal), s->radius, owner, w->crossing);
    }
    if ((s->filled || core->triangles) && s->radius * b->per_unit < 0.3f)
        return; // too thin to be seen
    for (int32_t k = 0; k < core->edges; k++)
        buffer_rod(b, w->corner[edge[k][0]], w->corner[edge[k][1]], s->radius, owner);
    for (int32_t i = 0; i < core->vertices; i++)
        buffer_ball(b, (disc){w->corner[i].x, w->corner[i].y, w->corner[i].z, s->radius}, owner,
                    true);
}

static void draw_grain(depth_buffer *b, const workspace *w, const grain_picture *g, const eye *e,
                       disc d, int32_t i)
{
    if (!g->shaped || !g->shaped[i].core)
        buffer_ball(b, d, i, false);
    else if (!buffer_hides(b, d))
        draw_shaped(b, w, &g->shaped[i], e, d, i);
}

// Draws all grains at the places in `list`, roughly those in front first, because what is hidden costs less then.
// False: out of memory.
static bool draw_grains(depth_buffer *b, const grain_picture *g, const eye *e, const disc *list)
{
    const int64_t count = g->count;
    int64_t start[LAYERS + 1] = {0};
    int32_t *order = malloc(((size_t)count + 1) * sizeof *order);
    workspace w;
    const bool good = workspace_make(&w, g) && order;
    float front = INFINITY;
    float back = -INFINITY;
    for (int64_t i = 0; i < count; i++) {
        front = fminf(front, list[i].depth);
        back = fmaxf(back, list[i].depth);
    }
    const float scale = back > front ? (LAYERS - 1) / (back - front) : 0;
    for (int64_t i = 0; good && i < count; i++)
        start[1 + (int)(scale * (list[i].depth - front))]++;
    for (int k = 0; k < LAYERS; k++)
        start[k + 1] += start[k];
    for (int64_t i = 0; good && i < count; i++)
        order[start[(int)(scale * (list[i].depth - front))]++] = (int32_t)i;
    for (int64_t i = 0; good && i < count; i++)
        draw_grain(b, &w, g, e, list[order[i]], order[i]);
    free(order);
    workspace_clear(&w);
    return good;
}

// ---- light

// Fits the lamp's buffer to the grains and draws them as the lamp sees them.
static bool lamp_make(lamp *l, const grain_picture *g)
{
    float low_x = INFINITY;
    float low_y = INFINITY;
    float high_x = -INFINITY;
    float high_y = -INFINITY;
    disc *list = malloc(((size_t)g->count + 1) * sizeof *list);
    if (!list)
        return false;
    l->to = vec_unit(vec_make(-0.36f, -0.72f, -0.60f)); // over the left shoulder of the onlooker
    l->eye.right = vec_unit(vec_make(-l->to.y, l->to.x, 0));
    l->eye.down = vec_cross(l->to, l->eye.right);
    l->eye.away = vec_scale(-1, l->to);
    l->half = vec_unit(vec_make(l->to.x, l->to.y, l->to.z - 1));
    for (int64_t i = 0; i < g->count; i++) {
        const vec p = seen_by(&l->eye, vec_make(g->disc[i].x, g->disc[i].y, g->disc[i].depth));
        const disc d = {p.x, p.y, p.z, g->disc[i].radius};
        list[i] = d;
        low_x = fminf(low_x, d.x - d.radius);
        high_x = fmaxf(high_x, d.x + d.radius);
        low_y = fminf(low_y, d.y - d.radius);
        high_y = fmaxf(high_y, d.y + d.radius);
    }
    const float extent = fmaxf(fmaxf(high_x - low_x, high_y - low_y), 1);
    const float per_unit = fminf(SHADOW_SIZE / extent, 2);
    l->x = low_x;
    l->y = low_y;
    l->bias = 1.2f / per_unit;
    for (int64_t i = 0; i < g->count; i++) {
        list[i].x -= low_x;
        list[i].y -= low_y;
    }
    const int width = (int)((high_x - low_x) * per_unit) + 2;
    const int height = (int)((high_y - low_y) * per_unit) + 2;
    bool good = buffer_make(&l->buffer, width, height, per_unit, false, false) &&
                draw_grains(&l->buffer, g, &l->eye, list);
    free(list);
    return good;
}

// Share of the light that reaches p: the four samples around, weighted by nearness, so that shadows have soft borders.
static float lit(const lamp *l, vec p, vec n)
{
    const depth_buffer *b = &l->buffer;
    p = vec_make(p.x + l->bias * n.x, p.y + l->bias * n.y, p.z + l->bias * n.z);
    const vec at_lamp = seen_by(&l->eye, p);
    float x = (at_lamp.x - l->x) * b->per_unit - 0.5f;
    float y = (at_lamp.y - l->y) * b->per_unit - 0.5f;
    const float depth = at_lamp.z - l->bias;
    const int i = (int)floorf(x);
    const int j = (int)floorf(y);
    if (i < 0 || j < 0 || i + 1 >= b->width || j + 1 >= b->height)
        return 1;
    x -= (float)i;
    y -= (float)j;
    const float *at = b->depth + (size_t)j * (size_t)b->width + (size_t)i;
    const float a = at[0] >= depth;
    const float c = at[1] >= depth;
    const float d = at[b->width] >= depth;
    const float e = at[b->width + 1] >= depth;
    return (a * (1 - x) + c * x) * (1 - y) + (d * (1 - x) + e * x) * y;
}

// How open the surroundings of p are, 0 to 1.
static float openness(const shading *s, vec p, vec n)
{
    const depth_buffer *b = &s->seen;
    const float fade = 1 / (6 * s->reach * s->reach);
    float shut = 0;
    for (int k = 0; k < TAPS; k++) {
        int x = (int)((p.x + s->tap_x[k]) * b->per_unit);
        int y = (int)((p.y + s->tap_y[k]) * b->per_unit);
        if (x < 0 || y < 0 || x >= b->width || y >= b->height)
            continue;
        float depth = b->depth[(size_t)y * (size_t)b->width + (size_t)x];
        if (depth > p.z + 4 * s->reach)
            continue;
        const float to_sample = 1 / b->per_unit;
        const vec v = vec_make(((float)x + 0.5f) * to_sample - p.x,
                               ((float)y + 0.5f) * to_sample - p.y, depth - p.z);
        float length2 = vec_dot(v, v);
        float rise = vec_dot(n, v);
        if (rise > 0)
            shut += rise / sqrtf(length2) / (1 + length2 * fade);
    }
    float open = 1 - 1.35f * shut / TAPS;
    return open > 0.15f ? open : 0.15f;
}

// Light from the point p of grain `i`, where the normal is n; `dim` 1, or less where something takes light from it.
static rgb shade(const shading *s, int32_t i, vec p, vec n, float dim)
{
    const float open = openness(s, p, n);
    const float facing = vec_dot(n, s->lamp.to);
    const float light = facing > 0 ? facing * lit(&s->lamp, p, n) : 0;
    float shine = vec_dot(n, s->lamp.half);
    shine = shine > 0 ? shine * shine : 0;
    for (int k = 0; k < 4; k++)
        shine *= shine;
    const float strength = dim * (open * (0.36f - 0.12f * n.y) + 0.86f * light);
    rgb c = s->linear[i];
    const float gloss = 0.16f * shine * light;
    const float fog = 0.16f * (s->g->disc[i].depth - s->front) / (s->back - s->front);
    rgb out = {c.r * strength + gloss, c.g * strength + gloss, c.b * strength + gloss};
    return rgb_mix(out, s->ground, fog < 0 ? 0 : fog);
}

// A ball at x, y of the picture; the ends of its x axis are dark.
static rgb shade_ball(const shading *s, int32_t i, float x, float y)
{
    const disc d = s->g->disc[i];
    const float r = fmaxf(d.radius, 0.4f);
    const float dx = (x - d.x) / r;
    const float dy = (y - d.y) / r;
    const float rest = 1 - dx * dx - dy * dy;
    const vec n = vec_make(dx, dy, -sqrtf(rest > 0 ? rest : 0));
    const vec p = vec_make(x, y, d.depth + r * n.z);
    float pole = 0;
    if (s->g->mark) {
        const v3 m = s->g->mark[i];
        pole = fabsf((float)m.x * n.x + (float)m.y * n.y + (float)m.z * n.z);
    }
    return shade(s, i, p, n, pole > 0.94f ? 0.35f : 1);
}

// ---- pixels

// The samples of a pixel: left above, right above, left below, right below.
typedef struct pixel {
    size_t at[SAMPLES * SAMPLES];
    int32_t owner[SAMPLES * SAMPLES];
    float x, y; // its left upper corner
} pixel;

static pixel pixel_of(const depth_buffer *b, int x, int y)
{
    const size_t at = (size_t)(SAMPLES * y) * (size_t)b->width + (size_t)(SAMPLES * x);
    const size_t below = at + (size_t)b->width;
    return (pixel){{at, at + 1, below, below + 1},
                   {b->owner[at], b->owner[at + 1], b->owner[below], b->owner[below + 1]},
                   (float)x,
                   (float)y};
}

static bool is_shaped(const shading *s, int32_t owner)
{
    return owner >= 0 && s->g->shaped && s->g->shaped[owner].core;
}

static vec place_of_sample(const pixel *p, int k, const depth_buffer *b)
{
    return vec_make(p->x + 0.25f + 0.5f * (float)(k & 1), p->y + 0.25f + 0.5f * (float)(k >> 1),
                    b->depth[p->at[k]]);
}

// Grains with corners often lie face to face and look alike: their rims, against what is no nearer, are darker.
static float rim(const depth_buffer *b, const pixel *p, int32_t owner)
{
    const int x = SAMPLES * (int)p->x;
    const int y = SAMPLES * (int)p->y;
    int outside = 0;
    for (int k = 0; k < 8; k++) {
        const int near_x = x + (k < 4 ? k & 1 : k < 6 ? -1 : 2);
        const int near_y = y + (k >= 4 ? k & 1 : k < 2 ? -1 : 2);
        if (near_x < 0 || near_y < 0 || near_x >= b->width || near_y >= b->height)
            continue;
        const size_t at = (size_t)near_y * (size_t)b->width + (size_t)near_x;
        outside += b->owner[at] != owner && b->depth[at] > b->depth[p->at[0]] - 1;
    }
    return outside < 4 ? 1 - 0.14f * (float)outside : 0.44f;
}

// Where a pixel sees one grain with corners, of nearly one normal, its middle is lit.
static bool shade_shaped(const shading *s, const pixel *p, rgb *out)
{
    const depth_buffer *b = &s->seen;
    vec n = {0, 0, 0};
    vec at = {0, 0, 0};
    for (int k = 0; k < 4; k++) {
        n = vec_fma(n, 0.25f, normal_of_sample(b->normal[p->at[k]]));
        at = vec_fma(at, 0.25f, place_of_sample(p, k, b));
    }
    if (vec_dot(n, n) < 0.97f)
        return false; // mean of unit vectors
    *out = shade(s, p->owner[0], at, vec_unit(n), rim(b, p, p->owner[0]));
    return true;
}

static rgb shade_sample(const shading *s, const pixel *p, int k)
{
    const vec at = place_of_sample(p, k, &s->seen);
    if (!is_shaped(s, p->owner[k]))
        return shade_ball(s, p->owner[k], at.x, at.y);
    return shade(s, p->owner[k], at, normal_of_sample(s->seen.normal[p->at[k]]),
                 rim(&s->seen, p, p->owner[k]));
}

// The light of one pixel: of the grain that fills it, or mixed from what its samples see.
static rgb pixel_light(const shading *s, int x, int y, rgb behind)
{
    const pixel p = pixel_of(&s->seen, x, y);
    const int32_t *owner = p.owner;
    const bool one = owner[0] == owner[1] && owner[0] == owner[2] && owner[0] == owner[3];
    const bool ball = one && !is_shaped(s, owner[0]);
    if (ball)
        return owner[0] < 0 ? behind : shade_ball(s, owner[0], p.x + 0.5f, p.y + 0.5f);
    rgb part[4];
    rgb sum = {0, 0, 0};
    if (one && shade_shaped(s, &p, &sum))
        return sum;
    for (int k = 0; k < 4; k++) {
        int same = 0;
        while (owner[same] != owner[k])
            same++;
        if (owner[k] < 0)
            part[k] = behind;
        else
            part[k] = same < k && !is_shaped(s, owner[k]) ? part[same] : shade_sample(s, &p, k);
        sum = (rgb){sum.r + part[k].r / 4, sum.g + part[k].g / 4, sum.b + part[k].b / 4};
    }
    return sum;
}

static float pixel_depth(const depth_buffer *b, int x, int y)
{
    const float *at = b->depth + (size_t)(SAMPLES * y) * (size_t)b->width + (size_t)(SAMPLES * x);
    const float upper = at[0] < at[1] ? at[0] : at[1];
    const float *below = at + b->width;
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
    if (!(s->back > s->front))
        s->back = s->front + 1;
    s->reach = fminf(fmaxf(1.3f * mean, 2), 60);
    for (int k = 0; k < TAPS; k++) { // a spiral by the golden angle covers a disc evenly
        float angle = 2.39996f * (float)k;
        float far = s->reach * sqrtf(((float)k + 0.7f) / TAPS);
        s->tap_x[k] = far * cosf(angle);
        s->tap_y[k] = far * sinf(angle);
    }
}

bool picture_draw_grains(canvas *c, grain_picture *g)
{
    const eye onlooker = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    shading s = {.g = g, .ground = to_light(g->ground)};
    g->nearest = malloc((size_t)c->width * (size_t)c->height * sizeof *g->nearest);
    s.linear = malloc(((size_t)g->count + 1) * sizeof *s.linear);
    bool good = g->nearest && s.linear &&
                buffer_make(&s.seen, SAMPLES * c->width, SAMPLES * c->height, SAMPLES, true,
                            g->shaped != NULL);
    if (good && g->count)
        good = lamp_make(&s.lamp, g);
    if (good) {
        place_taps(&s);
        for (int64_t i = 0; i < g->count; i++)
            s.linear[i] = to_light(g->colour[i]);
        good = draw_grains(&s.seen, g, &onlooker, g->disc);
        for (int y = 0; y < c->height; y++)
            for (int x = 0; x < c->width; x++) {
                const size_t at = (size_t)y * (size_t)c->width + (size_t)x;
                g->nearest[at] = pixel_depth(&s.seen, x, y);
                if (g->nearest[at] < INFINITY)
                    c->pixel[at] = to_display(pixel_light(&s, x, y, to_light(c->pixel[at])));
            }
    }
    buffer_clear(&s.seen);
    buffer_clear(&s.lamp.buffer);
    free(s.linear);
    return good;
}
