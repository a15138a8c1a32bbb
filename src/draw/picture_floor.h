// picture_floor.h - the shadows that grains throw on floors: on those walls that carry what lies above them.
#ifndef SCREE_DRAW_PICTURE_FLOOR_H
#define SCREE_DRAW_PICTURE_FLOOR_H

#include "draw/picture_lamp.h"

// Darkens those pixels of the canvas at which a sample sees a floor in shadow; `seen` holds the depth of all grains and of solid
// walls. To be called before grains are drawn over the canvas. False: out of memory.
bool picture_shade_floors(canvas *canvas, const grain_picture *picture, const lamp *lamp,
                          const depth_buffer *seen);

#endif
