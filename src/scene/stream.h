// stream.h - what a stream brings: which grains, in which order, and how fast.
//
// A stream is an endless row of grains, numbered from 0, whose radii are drawn from its seed. It brings an *amount* per
// second: a number of grains, or a mass. A grain is due when the amount of all grains before it has come.
#ifndef SCREE_SCENE_STREAM_H
#define SCREE_SCENE_STREAM_H

#include "state/model.h"

#include <stdint.h>

double stream_radius(const model *model, int stream,
                     int64_t number); // m, of the grain of that number
// What the grain of that number counts: 1, or where the stream brings mass, its mass in kg.
double stream_amount(const model *model, int stream, int64_t number);
// Grains per second; of a stream that brings mass a mean, of its first grains.
double stream_rate(const model *model, int stream);
// How many grains are due until `end`, s, counted from the start of the run.
double stream_expected(const model *model, int stream, double end);

#endif
