// forecast.h - what a run will take: processor time and memory, as far as can be known before it.
//
// Both are measured: the world is built as for the run and takes steps for half a second, in processor time, so that
// whatever else the machine does meanwhile does not count. What a run does besides is added: a bed in which all grains
// touch, frames, and the picture and the snapshot at its end. What streams bring is measured with a trial (trial.h), and
// counts for the time in which it is there.
#ifndef SCREE_CLI_FORECAST_H
#define SCREE_CLI_FORECAST_H

#include "cli/costs.h"
#include "cli/population.h"
#include "world/world.h"

typedef struct forecast {
    int64_t measured; // steps
    double rate;      // steps in a second of processor time of each thread; 0: none could be taken
    double steps_least; // processor time of each thread for all steps, s: as those at the start,
    double steps_most;  // and where all grains touch; NAN: unknown
    double besides;     // s, frames and what comes at the end
    double least, most; // s, of the whole run; NAN: unknown
    int64_t tried;      // grains of the trial; 0: none
    double memory;      // bytes, the most at one time
    double memory_now, memory_bed, memory_picture; // of it: by now; contacts to come; to draw
} forecast;

// What is known of the run already.
typedef struct forecast_run {
    int64_t steps, frames;
    // At the start, fixed ones of them, and once all streams have run.
    double grains, fixed, expected;
    int threads;
    step_cost cost;
    population streams;
    world *trial; // steps are taken of it; NULL: none
} forecast_run;

// Takes steps of the world.
forecast forecast_make(const model *model, world *world, const forecast_run *run);

#endif
