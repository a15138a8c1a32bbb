// beat.h - which steps of a run something falls on that is wanted every so often.
//
// A period is rounded once to whole steps, so that beat k falls on step k * every whatever the threads and wherever a
// run was stopped. Where a branch has changed the length of the step, beats go on being numbered by time: the first one
// is put on the step nearest to its time, and the others follow it in whole steps of the new length.
#ifndef SCREE_CLI_BEAT_H
#define SCREE_CLI_BEAT_H

#include "world/world.h"

#include <stdbool.h>

typedef struct beat {
    int64_t every;         // steps; 0: never
    int64_t first, number; // the step of the first beat from where time is counted, and its number
} beat;

beat beat_of_period(const world *w, double seconds); // 0: never
beat beat_of_steps(int64_t every);                   // at all multiples of a number of steps

bool beat_due(const beat *b, int64_t step);
int64_t beat_number(const beat *b, int64_t step);            // of the beat at `step`, or of the last one before it
int64_t beat_next(const beat *b, int64_t step, int64_t end); // the first one after `step`, at most `end`

#endif
