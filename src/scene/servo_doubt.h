// servo_doubt.h - what a case can know of a servo before it goes.
#ifndef SCREE_SCENE_SERVO_DOUBT_H
#define SCREE_SCENE_SERVO_DOUBT_H

#include "scene/drive.h"

// It does not come to its grains in time, its way ends before them, or it is to pull at what it cannot hold; `target` is what
// it is to hold. Where grains fall towards it, nothing is known of its way.
bool servo_doubt(const choice *choice, const formula *target, const drive_outlook *outlook,
                 char *out, size_t size);

#endif
