// stream.h - what a stream brings: which grains, in which order, and how fast.
//
// A stream is an endless row of grains, numbered from 0, whose radii are drawn from its seed. It brings an *amount* per
// second: a number of grains, or a mass. A grain is due when the amount of all grains before it has come.
#ifndef SCREE_SCENE_STREAM_H
#define SCREE_SCENE_STREAM_H

#include "scene/mixture.h"
#include "state/model.h"

#include <stdint.h>

typedef struct stream_grain {
    int set;       // of the model
    double radius; // m
    double amount; // what it counts: 1, or where the stream brings mass, its mass in kg
} stream_grain;

// A reader of the row of a stream, cleared at first. Of a mixture it goes on from where it is, and from the beginning to
// grains before that.
typedef struct stream_row {
    int64_t next;      // number of the grain that the mixture makes next
    stream_grain last; // the one before it
    mixture mixture;
} stream_row;
stream_grain stream_grain_at(stream_row *row, const model *model, int stream, int64_t number);

// Streams that are mixed, of which one stands for each part, have rates of their own.
bool stream_is_entry(const model *model, int stream); // it is the first part, or all
// Grains per second, those of that part alone; of a stream that brings mass a mean.
double stream_rate(const model *model, int stream);
double stream_rate_of_entry(const model *model, int stream); // of all parts
// How many grains of that part are due until `end`, s, counted from the start of the run.
double stream_expected(const model *model, int stream, double end);

#endif
