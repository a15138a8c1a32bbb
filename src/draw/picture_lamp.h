// picture_lamp.h - the light of a picture, and what lies in shadow: a second view of the grains, from the lamp.
#ifndef SCREE_DRAW_PICTURE_LAMP_H
#define SCREE_DRAW_PICTURE_LAMP_H

#include "draw/picture_eye.h"

// The light's own view, and the corner of its buffer.
typedef struct lamp {
    vec to, half; // towards the light, and between light and eye
    eye eye;
    float x, y, bias;
    depth_buffer buffer;
} lamp;

// Fits the lamp's buffer to the grains and draws them as the lamp sees them. False: out of memory.
bool lamp_make(lamp *lamp, const grain_picture *picture);
// Share of the light that reaches the point.
float lamp_lights(const lamp *lamp, vec point, vec normal);

#endif
