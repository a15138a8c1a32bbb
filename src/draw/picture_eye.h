// picture_eye.h - grains as an eye sees them, that of the onlooker or that of the light: depth and owner in a buffer.
#ifndef SCREE_DRAW_PICTURE_EYE_H
#define SCREE_DRAW_PICTURE_EYE_H

#include "draw/picture_parts.h"

// Axes of a buffer in view coordinates: to the right, down, away from its eye.
typedef struct eye {
    vec right, down, away;
} eye;

static inline vec seen_by(const eye *eye, vec p)
{
    const float x = vec_dot(eye->right, p);
    const float y = vec_dot(eye->down, p);
    const float depth = vec_dot(eye->away, p);
    return vec_make(x, y, depth);
}

// Draws all grains at the places in `list`, roughly those in front first, because what is hidden costs less then.
// False: out of memory.
bool draw_grains(depth_buffer *buffer, const grain_picture *picture, const eye *eye,
                 const disc *list);

#endif
