// picture_map.c - walls in the colours of a number of each triangle, for picture.h.
//
// They are drawn before the grains, into a buffer of depth and owner with the samples of the grains, and lie under those. The
// light changes their colours little, and grains throw no shadows on them, so that numbers can be read.
#include "draw/picture_eye.h"

#include <math.h>
#include <stdlib.h>

static const double most_share = 0.985, beyond = 1.15; // of the values; of their greatest

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

bool picture_map_range(const double *value, int64_t triangles, double *low, double *high)
{
    double *list = malloc(((size_t)triangles + 1) * sizeof *list);
    int64_t count = 0;
    bool any = false;
    *low = 0;
    *high = 0;
    for (int64_t t = 0; t < triangles; t++) {
        if (!isfinite(value[t]))
            continue;
        any = true;
        *low = fmin(*low, value[t]);
        *high = fmax(*high, value[t]);
        if (list && value[t] != 0)
            list[count++] = value[t];
    }
    if (count > 0) { // without room for the list all values have their colours
        qsort(list, (size_t)count, sizeof *list, by_value);
        const double nearly = list[(int64_t)ceil(most_share * (double)(count - 1))];
        if (nearly > 0)
            *high = fmin(*high, beyond * nearly);
    }
    free(list);
    return any;
}

picture_scale picture_map_scale(const picture_map *map, int64_t triangles)
{
    picture_scale scale = {.low = map->low, .high = map->high};
    if (map->low != map->high)
        return scale;
    picture_map_range(map->value, triangles, &scale.low, &scale.high);
    if (scale.high > scale.low)
        return scale;
    scale.uniform = true; // nothing has met the walls yet
    scale.value = scale.low;
    scale.high = scale.low + 1;
    return scale;
}

static vec corner_of(const view *view, v3 place)
{
    const canvas_point seen = view_point(view, place);
    return vec_make(seen.x, seen.y, seen.depth);
}

static void draw_triangles(depth_buffer *solid, const view *view, const wall_surface *surface,
                           const picture_map *map)
{
    static const int32_t around[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    float crossing[3];
    for (int64_t t = 0; t < surface->triangles; t++) {
        vec corner[3];
        if (!isfinite(map->value[t]))
            continue;
        for (int k = 0; k < 3; k++)
            corner[k] = corner_of(view, surface->point[surface->corner[t][k]]);
        const vec first = vec_sub(corner[1], corner[0]);
        const vec second = vec_sub(corner[2], corner[0]);
        const flat_face face = {
            .corner = corner,
            .edge = around,
            .edges = 3,
            .normal = vec_unit(vec_cross(first, second)),
        };
        buffer_face(solid, &face, (int32_t)t, crossing);
    }
}

// A little darker where the surface is seen from its side, so that it looks round.
static rgb colour_of(const view *view, const wall_surface *surface, const picture_map *map,
                     const picture_scale *scale, int64_t t)
{
    const int64_t *corner = surface->corner[t];
    const v3 at = surface->point[corner[0]];
    const v3 first = v3_sub(surface->point[corner[1]], at);
    const v3 second = v3_sub(surface->point[corner[2]], at);
    const v3 normal = v3_unit(v3_cross(first, second));
    const float facing = (float)fabs(v3_dot(normal, view->forward));
    const rgb own = picture_map_shade(scale, map->value[t]);
    const float light = 0.86f + 0.14f * facing;
    return (rgb){own.r * light, own.g * light, own.b * light};
}

static void colour_pixels(canvas *canvas, const depth_buffer *solid, const rgb *colour)
{
    for (int y = 0; y < canvas->height; y++) {
        for (int x = 0; x < canvas->width; x++) {
            rgb *pixel = &canvas->pixel[canvas_at(canvas, x, y)];
            rgb sum = {0, 0, 0};
            int seen = 0;
            for (int k = 0; k < PICTURE_SAMPLES * PICTURE_SAMPLES; k++) {
                const int across = PICTURE_SAMPLES * x + k % PICTURE_SAMPLES;
                const int down = PICTURE_SAMPLES * y + k / PICTURE_SAMPLES;
                const int32_t owner = solid->owner[buffer_at(solid, across, down)];
                if (owner < 0)
                    continue;
                seen++;
                sum.r += colour[owner].r;
                sum.g += colour[owner].g;
                sum.b += colour[owner].b;
            }
            if (!seen)
                continue;
            const float part = (float)seen;
            const rgb mean = {sum.r / part, sum.g / part, sum.b / part};
            *pixel = rgb_mix(*pixel, mean, part / (PICTURE_SAMPLES * PICTURE_SAMPLES));
        }
    }
}

bool picture_draw_map(canvas *canvas, const view *view, const wall_surface *surface,
                      const picture_map *map, const picture_scale *scale, depth_buffer *solid)
{
    rgb *colour = malloc(((size_t)surface->triangles + 1) * sizeof *colour);
    const bool good = buffer_make(solid, PICTURE_SAMPLES * canvas->width,
                                  PICTURE_SAMPLES * canvas->height, PICTURE_SAMPLES, true, false) &&
                      colour;
    if (good) {
        for (int64_t t = 0; t < surface->triangles; t++)
            colour[t] = colour_of(view, surface, map, scale, t);
        draw_triangles(solid, view, surface, map);
        colour_pixels(canvas, solid, colour);
    }
    free(colour);
    return good;
}
