// picture_lamp.h - the light of a picture, and what lies in shadow: a second view of the grains, from the lamp.
#ifndef SCREE_DRAW_PICTURE_LAMP_H
#define SCREE_DRAW_PICTURE_LAMP_H

#include "draw/picture_eye.h"

// The light's own view, the corner and the size of its buffer; lengths in pixels of the picture.
typedef struct lamp {
    vec to, half; // towards the light, and between light and eye
    eye eye;
    float x, y, wide, deep, per_unit, bias;
    float mean_radius; // of the grains
    depth_buffer buffer;
} lamp;

// Fits the lamp's buffer to the grains and draws them as the lamp sees them. False: out of memory.
bool lamp_make(lamp *lamp, const grain_picture *picture);
// All grains as they lie in the view of the lamp, from the corner of its buffer on; to be freed. NULL: out of memory.
disc *lamp_discs(const lamp *lamp, const grain_picture *picture);
// A new buffer for a lamp that was made, with the grains where the list has them. False: out of memory.
bool lamp_draw(lamp *lamp, const grain_picture *picture, const disc *list);
// Share of the light that reaches the point.
float lamp_lights(const lamp *lamp, vec point, vec normal);
// A point in the buffer of the lamp: x and y in samples, and its depth.
vec lamp_sample(const lamp *lamp, vec point);
// The share at such a point. Where `behind` is given, it tells for each sample how deep the first floor behind the grain lies:
// only down to there, and `slack` deeper, the grain takes light.
float lamp_lights_sample(const lamp *lamp, vec sample, const float *behind, float slack);

#endif
