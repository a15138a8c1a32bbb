// picture_lamp.c - see picture_lamp.h.
#include "draw/picture_lamp.h"

#include <math.h>
#include <stdlib.h>

enum { SHADOW_SIZE = 1400 };

bool lamp_make(lamp *lamp, const grain_picture *picture)
{
    const int64_t count = picture->count;
    float low_x = INFINITY;
    float low_y = INFINITY;
    float high_x = -INFINITY;
    float high_y = -INFINITY;
    disc *list = malloc(((size_t)count + 1) * sizeof *list);
    if (!list)
        return false;
    lamp->to = vec_unit(vec_make(-0.36f, -0.72f, -0.60f)); // over the left shoulder of the onlooker
    lamp->eye.right = vec_unit(vec_make(-lamp->to.y, lamp->to.x, 0));
    lamp->eye.down = vec_cross(lamp->to, lamp->eye.right);
    lamp->eye.away = vec_scale(-1, lamp->to);
    lamp->half = vec_unit(vec_make(lamp->to.x, lamp->to.y, lamp->to.z - 1));
    for (int64_t i = 0; i < count; i++) {
        const disc *own = &picture->disc[i];
        const vec centre = vec_make(own->x, own->y, own->depth);
        const vec p = seen_by(&lamp->eye, centre);
        list[i] = (disc){
            .x = p.x,
            .y = p.y,
            .depth = p.z,
            .radius = own->radius,
        };
        const float radius = own->radius;
        low_x = fminf(low_x, p.x - radius);
        high_x = fmaxf(high_x, p.x + radius);
        low_y = fminf(low_y, p.y - radius);
        high_y = fmaxf(high_y, p.y + radius);
    }
    const float wide = high_x - low_x;
    const float deep = high_y - low_y;
    const float extent = fmaxf(fmaxf(wide, deep), 1);
    const float per_unit = fminf(SHADOW_SIZE / extent, 2);
    lamp->x = low_x;
    lamp->y = low_y;
    lamp->bias = 1.2f / per_unit;
    for (int64_t i = 0; i < count; i++) {
        list[i].x -= low_x;
        list[i].y -= low_y;
    }
    const int width = (int)(wide * per_unit) + 2;
    const int height = (int)(deep * per_unit) + 2;
    const bool good = buffer_make(&lamp->buffer, width, height, per_unit, false, false) &&
                      draw_grains(&lamp->buffer, picture, &lamp->eye, list);
    free(list);
    return good;
}

static float mix(float first, float second, float share)
{
    return first * (1 - share) + second * share;
}

// The four samples around, weighted by nearness, so that shadows have soft borders.
float lamp_lights(const lamp *lamp, vec point, vec normal)
{
    const depth_buffer *buffer = &lamp->buffer;
    const vec raised = vec_fma(point, lamp->bias, normal);
    const vec at_lamp = seen_by(&lamp->eye, raised);
    float x = (at_lamp.x - lamp->x) * buffer->per_unit - 0.5f;
    float y = (at_lamp.y - lamp->y) * buffer->per_unit - 0.5f;
    const float depth = at_lamp.z - lamp->bias;
    const int i = (int)floorf(x);
    const int j = (int)floorf(y);
    if (!buffer_has(buffer, i, j) || !buffer_has(buffer, i + 1, j + 1))
        return 1;
    x -= (float)i;
    y -= (float)j;
    const float *upper = buffer->depth + buffer_at(buffer, i, j);
    const float *lower = upper + buffer->width;
    const float upper_left = upper[0] >= depth;
    const float upper_right = upper[1] >= depth;
    const float lower_left = lower[0] >= depth;
    const float lower_right = lower[1] >= depth;
    const float above = mix(upper_left, upper_right, x);
    const float below = mix(lower_left, lower_right, x);
    return mix(above, below, y);
}
