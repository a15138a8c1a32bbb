// picture_lamp.c - see picture_lamp.h.
#include "draw/picture_lamp.h"

#include <math.h>
#include <stdlib.h>

enum { SHADOW_SIZE = 1400 };

static disc disc_at_lamp(const lamp *lamp, const disc *own)
{
    const vec p = seen_by(&lamp->eye, vec_make(own->x, own->y, own->depth));
    return (disc){
        .x = p.x - lamp->x,
        .y = p.y - lamp->y,
        .depth = p.z,
        .radius = own->radius,
    };
}

disc *lamp_discs(const lamp *lamp, const grain_picture *picture)
{
    const int64_t count = picture->count;
    disc *list = malloc(((size_t)count + 1) * sizeof *list);
    for (int64_t i = 0; list && i < count; i++)
        list[i] = disc_at_lamp(lamp, &picture->disc[i]);
    return list;
}

bool lamp_draw(lamp *lamp, const grain_picture *picture, const disc *list)
{
    const int width = (int)(lamp->wide * lamp->per_unit) + 2;
    const int height = (int)(lamp->deep * lamp->per_unit) + 2;
    return buffer_make(&lamp->buffer, width, height, lamp->per_unit, false, false) &&
           draw_grains(&lamp->buffer, picture, &lamp->eye, list);
}

bool lamp_make(lamp *lamp, const grain_picture *picture)
{
    const int64_t count = picture->count;
    float low_x = INFINITY;
    float low_y = INFINITY;
    float high_x = -INFINITY;
    float high_y = -INFINITY;
    *lamp = (struct lamp){.mean_radius = 0};
    lamp->to = vec_unit(vec_make(-0.36f, -0.72f, -0.60f)); // over the left shoulder of the onlooker
    lamp->eye.right = vec_unit(vec_make(-lamp->to.y, lamp->to.x, 0));
    lamp->eye.down = vec_cross(lamp->to, lamp->eye.right);
    lamp->eye.away = vec_scale(-1, lamp->to);
    lamp->half = vec_unit(vec_make(lamp->to.x, lamp->to.y, lamp->to.z - 1));
    for (int64_t i = 0; i < count; i++) {
        const disc at = disc_at_lamp(lamp, &picture->disc[i]);
        lamp->mean_radius += at.radius / (float)count;
        low_x = fminf(low_x, at.x - at.radius);
        high_x = fmaxf(high_x, at.x + at.radius);
        low_y = fminf(low_y, at.y - at.radius);
        high_y = fmaxf(high_y, at.y + at.radius);
    }
    lamp->wide = high_x - low_x;
    lamp->deep = high_y - low_y;
    const float extent = fmaxf(fmaxf(lamp->wide, lamp->deep), 1);
    lamp->per_unit = fminf(SHADOW_SIZE / extent, 2);
    lamp->bias = 1.2f / lamp->per_unit;
    lamp->x = low_x;
    lamp->y = low_y;
    disc *list = lamp_discs(lamp, picture);
    const bool good = list && lamp_draw(lamp, picture, list);
    free(list);
    return good;
}

static float mix(float first, float second, float share)
{
    return first * (1 - share) + second * share;
}

// Does the light of a sample come as far as that depth? What lies deeper than `behind` does not count as shadowed.
static float reaches(const lamp *lamp, size_t at, float depth, const float *behind, float slack)
{
    const bool free = lamp->buffer.depth[at] >= depth;
    const bool deeper = behind && depth > behind[at] + slack;
    return free || deeper;
}

vec lamp_sample(const lamp *lamp, vec point)
{
    const vec at = seen_by(&lamp->eye, point);
    const float per_unit = lamp->buffer.per_unit;
    return vec_make((at.x - lamp->x) * per_unit, (at.y - lamp->y) * per_unit, at.z);
}

// The four samples around, weighted by nearness, so that shadows have soft borders.
float lamp_lights_sample(const lamp *lamp, vec sample, const float *behind, float slack)
{
    const depth_buffer *buffer = &lamp->buffer;
    float x = sample.x - 0.5f;
    float y = sample.y - 0.5f;
    const float depth = sample.z - lamp->bias;
    const int i = (int)floorf(x);
    const int j = (int)floorf(y);
    if (!buffer_has(buffer, i, j) || !buffer_has(buffer, i + 1, j + 1))
        return 1;
    x -= (float)i;
    y -= (float)j;
    const size_t upper = buffer_at(buffer, i, j);
    const size_t lower = upper + (size_t)buffer->width;
    const float upper_left = reaches(lamp, upper, depth, behind, slack);
    const float upper_right = reaches(lamp, upper + 1, depth, behind, slack);
    const float lower_left = reaches(lamp, lower, depth, behind, slack);
    const float lower_right = reaches(lamp, lower + 1, depth, behind, slack);
    const float above = mix(upper_left, upper_right, x);
    const float below = mix(lower_left, lower_right, x);
    return mix(above, below, y);
}

float lamp_lights(const lamp *lamp, vec point, vec normal)
{
    const vec raised = vec_fma(point, lamp->bias, normal);
    return lamp_lights_sample(lamp, lamp_sample(lamp, raised), NULL, 0);
}
