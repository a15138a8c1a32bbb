// costs.h - what a run costs with either solver, in words, and how its steps grow more expensive as grains come to lie.
#ifndef SCREE_CLI_COSTS_H
#define SCREE_CLI_COSTS_H

#include "world/world.h"

#include <stdbool.h>
#include <stddef.h>

enum { COSTS_ROOM = 600 };

// Why the nonsmooth solver cannot take the case; NULL where it can. Returns `why`.
const char *costs_hindrance(const model *model, char *why, size_t room);
// What both would have to do: steps, work of each, and the quotient. False where nothing is to be told.
bool costs_words(char out[COSTS_ROOM], const model *model, const step_choice *choice);
// Where the other solver has less than half to do.
bool costs_advice(char out[COSTS_ROOM], const model *model, const step_choice *choice);

// What a run begins with: the warning of the step; else the advice, where the case has chosen the nonsmooth solver.
bool costs_warning(char out[COSTS_ROOM], const model *model, const step_choice *choice);

// Steps that were measured: contacts in their mean, of that many grains that move, and what the nonsmooth solver did.
typedef struct cost_sample {
    double grains, contacts;
    solver_effort did;
} cost_sample;
// By how much a step in a bed costs more than those, at least 1.
double costs_growth(const model *model, const step_cost *cost, const cost_sample *seen);

#endif
