// warmth.h - random velocities of grains at the start and of those that streams bring: a granular temperature.
//
// The temperature is the mean square of a component of the velocity about the mean, m^2/s^2, whatever the masses are:
// that of the probe `region`. Components are normal: Maxwell's distribution.
#ifndef SCREE_SCENE_WARMTH_H
#define SCREE_SCENE_WARMTH_H

#include "scene/packing.h"

// Gives the grains of a set from `first` on their temperature. The mean of all that was drawn is taken off, and the
// rest scaled, so that mean and temperature of two grains or more are those of the case.
void warm_set(const packing_job *job, grain_list *list, int64_t first);
// What is added to the velocity of that grain of a stream.
v3 warm_stream(const model *model, int stream, int64_t number);
// A speed that few velocities of that temperature exceed, m/s.
double warm_speed(double temperature);

#endif
