// picture_grains.c - shaded grains for picture.h: balls, and cores of corners, edges and faces with a radius.
//
// Grains are drawn into a buffer of depth and owner with 2 x 2 samples per pixel, and from the light into a second
// one, which tells what lies in shadow. Then each pixel is lit: once where all its samples see the same grain, else
// once per grain seen. The gaps between grains are darkened by how far the surfaces around a point rise above its
// tangent plane.
#include "draw/picture_floor.h"
#include "draw/picture_lamp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = PICTURE_SAMPLES, TAPS = 10 };

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
static rgb to_light(rgb colour)
{
    return (rgb){colour.r * colour.r, colour.g * colour.g, colour.b * colour.b};
}
static rgb to_display(rgb colour)
{
    return (rgb){sqrtf(colour.r), sqrtf(colour.g), sqrtf(colour.b)};
}

// How open the surroundings of p are, 0 to 1.
static float openness(const shading *shading, vec point, vec normal)
{
    const depth_buffer *buffer = &shading->seen;
    const float per_unit = buffer->per_unit;
    const float to_sample = 1 / per_unit;
    const float fade = 1 / (6 * shading->reach * shading->reach);
    float shut = 0;
    for (int k = 0; k < TAPS; k++) {
        const float tap_x = point.x + shading->tap_x[k];
        const float tap_y = point.y + shading->tap_y[k];
        const int x = (int)(tap_x * per_unit);
        const int y = (int)(tap_y * per_unit);
        if (!buffer_has(buffer, x, y))
            continue;
        const float depth = buffer->depth[buffer_at(buffer, x, y)];
        if (depth > point.z + 4 * shading->reach)
            continue;
        const float away_x = ((float)x + 0.5f) * to_sample - point.x;
        const float away_y = ((float)y + 0.5f) * to_sample - point.y;
        const vec away = vec_make(away_x, away_y, depth - point.z);
        const float length2 = vec_dot(away, away);
        const float rise = vec_dot(normal, away);
        if (rise > 0)
            shut += rise / sqrtf(length2) / (1 + length2 * fade);
    }
    const float open = 1 - 1.35f * shut / TAPS;
    return open > 0.15f ? open : 0.15f;
}

// What the sky alone lights has half of its colour, and a little of the blue of the sky: less light of the same colour would make
// yellow olive and orange brown.
static rgb in_shadow(rgb own)
{
    static const float part = 0.5f;
    static const rgb sky = {0.90f, 0.98f, 1.14f};
    const float grey = 0.30f * own.r + 0.59f * own.g + 0.11f * own.b;
    const rgb tinted = {grey * sky.r, grey * sky.g, grey * sky.b};
    return rgb_mix(own, tinted, part);
}

// Light from the point p of grain `i`, where the normal is n; `dim` 1, or less where something takes light from it.
static rgb shade(const shading *shading, int32_t i, vec p, vec normal, float dim)
{
    const lamp *lamp = &shading->lamp;
    const float open = openness(shading, p, normal);
    const float facing = vec_dot(normal, lamp->to);
    const float deep = shading->g->numbers ? 0.45f : 1;
    const float lit = facing > 0 ? 1 - deep * (1 - lamp_lights(lamp, p, normal)) : 0;
    const float light = facing > 0 ? facing * lit : 0;
    float shine = vec_dot(normal, lamp->half);
    shine = shine > 0 ? shine * shine : 0;
    for (int k = 0; k < 4; k++)
        shine *= shine;
    const float from_sky = dim * open * (0.36f - 0.12f * normal.y);
    const float from_lamp = dim * 0.86f * light;
    const float gloss = 0.16f * shine * light;
    const float behind = shading->g->disc[i].depth - shading->front;
    const float fog = 0.16f * behind / (shading->back - shading->front);
    const rgb own = shading->linear[i];
    const rgb pale = in_shadow(own);
    const rgb out = {
        .r = pale.r * from_sky + own.r * from_lamp + gloss,
        .g = pale.g * from_sky + own.g * from_lamp + gloss,
        .b = pale.b * from_sky + own.b * from_lamp + gloss,
    };
    return rgb_mix(out, shading->ground, fog < 0 ? 0 : fog);
}

// A ball at x, y of the picture; the ends of its x axis are dark.
static rgb shade_ball(const shading *shading, int32_t i, float x, float y)
{
    const disc disc = shading->g->disc[i];
    const float r = fmaxf(disc.radius, 0.4f);
    const float dx = (x - disc.x) / r;
    const float dy = (y - disc.y) / r;
    const float rest = 1 - dx * dx - dy * dy;
    const float towards = sqrtf(rest > 0 ? rest : 0);
    const vec normal = vec_make(dx, dy, -towards);
    const float depth = disc.depth + r * normal.z;
    const vec p = vec_make(x, y, depth);
    float pole = 0;
    if (shading->g->mark) {
        const v3 mark = shading->g->mark[i];
        const vec axis = vec_make((float)mark.x, (float)mark.y, (float)mark.z);
        pole = fabsf(vec_dot(axis, normal));
    }
    return shade(shading, i, p, normal, pole > 0.94f ? 0.35f : 1);
}

// ---- pixels

// The samples of a pixel: left above, right above, left below, right below.
typedef struct pixel {
    size_t at[SAMPLES * SAMPLES];
    int32_t owner[SAMPLES * SAMPLES];
    float x, y; // its left upper corner
} pixel;

static pixel pixel_of(const depth_buffer *buffer, int x, int y)
{
    const size_t at = buffer_at(buffer, SAMPLES * x, SAMPLES * y);
    const size_t below = at + (size_t)buffer->width;
    pixel pixel = {
        .at = {at, at + 1, below, below + 1},
        .x = (float)x,
        .y = (float)y,
    };
    for (int k = 0; k < SAMPLES * SAMPLES; k++)
        pixel.owner[k] = buffer->owner[pixel.at[k]];
    return pixel;
}

static bool is_shaped(const shading *shading, int32_t owner)
{
    return owner >= 0 && shading->g->shaped && shading->g->shaped[owner].core;
}

static vec place_of_sample(const pixel *pixel, int k, const depth_buffer *buffer)
{
    const float x = pixel->x + 0.25f + 0.5f * (float)(k & 1);
    const float y = pixel->y + 0.25f + 0.5f * (float)(k >> 1);
    return vec_make(x, y, buffer->depth[pixel->at[k]]);
}

// Grains with corners often lie face to face and look alike: their rims, against what is no nearer, are darker.
static float rim(const depth_buffer *buffer, const pixel *pixel, int32_t owner)
{
    // the samples above and below the pixel, then those left and right of it
    static const int off_x[8] = {0, 1, 0, 1, -1, -1, 2, 2};
    static const int off_y[8] = {-1, -1, 2, 2, 0, 1, 0, 1};
    const int x = SAMPLES * (int)pixel->x;
    const int y = SAMPLES * (int)pixel->y;
    const float before = buffer->depth[pixel->at[0]] - 1;
    int outside = 0;
    for (int k = 0; k < 8; k++) {
        const int near_x = x + off_x[k];
        const int near_y = y + off_y[k];
        if (!buffer_has(buffer, near_x, near_y))
            continue;
        const size_t at = buffer_at(buffer, near_x, near_y);
        const bool other = buffer->owner[at] != owner;
        outside += other && buffer->depth[at] > before;
    }
    return outside < 4 ? 1 - 0.14f * (float)outside : 0.44f;
}

// Where a pixel sees one grain with corners, of nearly one normal, its middle is lit.
static bool shade_shaped(const shading *shading, const pixel *pixel, rgb *out)
{
    const depth_buffer *buffer = &shading->seen;
    vec normal = {0, 0, 0};
    vec at = {0, 0, 0};
    for (int k = 0; k < 4; k++) {
        const normal16 stored = buffer->normal[pixel->at[k]];
        const vec place = place_of_sample(pixel, k, buffer);
        normal = vec_fma(normal, 0.25f, normal_of_sample(stored));
        at = vec_fma(at, 0.25f, place);
    }
    if (vec_dot(normal, normal) < 0.97f)
        return false; // mean of unit vectors
    const int32_t owner = pixel->owner[0];
    const float dim = rim(buffer, pixel, owner);
    *out = shade(shading, owner, at, vec_unit(normal), dim);
    return true;
}

static rgb shade_sample(const shading *shading, const pixel *pixel, int k)
{
    const depth_buffer *buffer = &shading->seen;
    const int32_t owner = pixel->owner[k];
    const vec at = place_of_sample(pixel, k, buffer);
    if (!is_shaped(shading, owner))
        return shade_ball(shading, owner, at.x, at.y);
    const vec normal = normal_of_sample(buffer->normal[pixel->at[k]]);
    return shade(shading, owner, at, normal, rim(buffer, pixel, owner));
}

// A sample of a pixel; those of one ball are alike, so the first of them serves for all.
static rgb light_of_sample(const shading *shading, const pixel *pixel, int k, const rgb *part,
                           rgb behind)
{
    const int32_t *owner = pixel->owner;
    int same = 0;
    if (owner[k] < 0)
        return behind;
    while (owner[same] != owner[k])
        same++;
    if (same < k && !is_shaped(shading, owner[k]))
        return part[same];
    return shade_sample(shading, pixel, k);
}

// The light of one pixel: of the grain that fills it, or mixed from what its samples see.
static rgb pixel_light(const shading *shading, int x, int y, rgb behind)
{
    const pixel pixel = pixel_of(&shading->seen, x, y);
    const int32_t *owner = pixel.owner;
    const bool one = owner[0] == owner[1] && owner[0] == owner[2] && owner[0] == owner[3];
    const bool ball = one && !is_shaped(shading, owner[0]);
    rgb part[4];
    rgb sum = {0, 0, 0};
    if (ball && owner[0] < 0)
        return behind;
    if (ball)
        return shade_ball(shading, owner[0], pixel.x + 0.5f, pixel.y + 0.5f);
    if (one && shade_shaped(shading, &pixel, &sum))
        return sum;
    for (int k = 0; k < 4; k++) {
        part[k] = light_of_sample(shading, &pixel, k, part, behind);
        sum.r += part[k].r / 4;
        sum.g += part[k].g / 4;
        sum.b += part[k].b / 4;
    }
    return sum;
}

static float pixel_depth(const depth_buffer *buffer, int x, int y)
{
    const float *at = buffer->depth + buffer_at(buffer, SAMPLES * x, SAMPLES * y);
    const float upper = at[0] < at[1] ? at[0] : at[1];
    const float *below = at + buffer->width;
    const float lower = below[0] < below[1] ? below[0] : below[1];
    return upper < lower ? upper : lower;
}

static void place_taps(shading *shading)
{
    const int64_t count = shading->g->count;
    float mean = 0;
    shading->front = INFINITY;
    shading->back = -INFINITY;
    for (int64_t i = 0; i < count; i++) {
        const disc *disc = &shading->g->disc[i];
        mean += disc->radius / (float)count;
        shading->front = fminf(shading->front, disc->depth);
        shading->back = fmaxf(shading->back, disc->depth);
    }
    if (!(shading->back > shading->front))
        shading->back = shading->front + 1;
    shading->reach = fminf(fmaxf(1.3f * mean, 2), 60);
    for (int k = 0; k < TAPS; k++) { // a spiral by the golden angle covers a disc evenly
        const float angle = 2.39996f * (float)k;
        const float share = ((float)k + 0.7f) / TAPS;
        const float far = shading->reach * sqrtf(share);
        shading->tap_x[k] = far * cosf(angle);
        shading->tap_y[k] = far * sinf(angle);
    }
}

bool picture_draw_grains(canvas *canvas, grain_picture *picture)
{
    const eye onlooker = {
        .right = {1, 0, 0},
        .down = {0, 1, 0},
        .away = {0, 0, 1},
    };
    shading shading = {.g = picture, .ground = to_light(picture->ground)};
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    const size_t samples = SAMPLES * SAMPLES * pixels;
    picture->nearest = malloc(pixels * sizeof *picture->nearest);
    shading.linear = malloc(((size_t)picture->count + 1) * sizeof *shading.linear);
    bool good = picture->nearest && shading.linear &&
                buffer_make(&shading.seen, SAMPLES * canvas->width, SAMPLES * canvas->height,
                            SAMPLES, true, picture->shaped != NULL);
    if (good && picture->solid)
        memcpy(shading.seen.depth, picture->solid->depth, samples * sizeof *shading.seen.depth);
    if (good && picture->count)
        good = lamp_make(&shading.lamp, picture);
    if (good) {
        place_taps(&shading);
        for (int64_t i = 0; i < picture->count; i++)
            shading.linear[i] = to_light(picture->colour[i]);
        good = draw_grains(&shading.seen, picture, &onlooker, picture->disc);
    }
    if (good && picture->floor && picture->count)
        good = picture_shade_floors(canvas, picture, &shading.lamp, &shading.seen);
    if (good) {
        for (int y = 0; y < canvas->height; y++) {
            for (int x = 0; x < canvas->width; x++) {
                const size_t at = canvas_at(canvas, x, y);
                picture->nearest[at] = pixel_depth(&shading.seen, x, y);
                if (picture->nearest[at] < INFINITY) {
                    canvas->pixel[at] =
                        to_display(pixel_light(&shading, x, y, to_light(canvas->pixel[at])));
                }
            }
        }
    }
    buffer_clear(&shading.seen);
    buffer_clear(&shading.lamp.buffer);
    free(shading.linear);
    return good;
}
