// beat.h - which steps of a run something falls on that is wanted every so often.
//
// Beat k of a period falls on the first step that is not before k times the period, by the rule that tells where a run
// ends; so beats do not drift, have the same step whatever the threads and wherever a run was stopped, and a run whose
// duration is a multiple of a period ends on a beat. `step: auto` divides what it can (world/periods.c), and then
// nothing is rounded. Where a branch has changed the length of the step, beats keep their times and numbers.
#ifndef SCREE_CLI_BEAT_H
#define SCREE_CLI_BEAT_H

#include "world/world.h"

#include <stdbool.h>

typedef struct beat {
    int64_t every; // steps, of a period about so many; 0: never
    double period; // s; 0: it is counted in steps
    double since;  // s; beat number `base` falls here
    int64_t base;
    const world *world; // borrowed
} beat;

beat beat_of_period(const world *world, double seconds); // 0: never
// The same where stages of the run may have other periods: where one changes the period, beats are counted on from its
// beginning. `period` gives that of a case, s; 0: never.
typedef double beat_period(const model *model, const void *context);
beat beat_of_stages(const world *world, beat_period *period, const void *context);
beat beat_of_steps(int64_t every); // at all multiples of a number of steps

// Refuses a period of the case that is none beside the step, such as 1e-300 s; `where` names it.
scree_status beat_check(const world *world, double seconds, const char *where, scree_error *error);

bool beat_due(const beat *beat, int64_t step);
// Of the last beat up to `step`, of earlier stages where this one has none; -1: the run has none.
int64_t beat_number(const beat *beat, int64_t step);
// The first one after `step`, at most `end`.
int64_t beat_next(const beat *beat, int64_t step, int64_t end);

#endif
