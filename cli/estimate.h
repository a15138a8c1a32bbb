// estimate.h - what a case will cost, from its world and from steps that this machine takes of it.
#ifndef SCREE_CLI_ESTIMATE_H
#define SCREE_CLI_ESTIMATE_H

#include "cli/costs.h"
#include "cli/depths.h"
#include "cli/forecast.h"
#include "cli/gaps.h"
#include "cli/rank_costs.h"
#include "cli/servos.h"
#include "console/session.h"
#include "run/amounts.h"

typedef struct estimate {
    int64_t grains, fixed, steps;
    amounts writes;
    double expected; // grains, once all streams have run
    double step;     // s
    step_cost cost;
    int threads, parts;
    forecast takes;
    depth_forecast depths;
    gaps gaps;
    rank_costs ranks; // of as many as there are parts
} estimate;

// Everything that a run would refuse at its start is refused here.
scree_status estimate_make(const session *session, world *world, int threads, estimate *estimate,
                           scree_error *error);

// Prints it, with the case and the choice of its step, as one JSON object.
void estimate_json(const session *session, const world *world, const estimate *estimate,
                   const servo_warnings *servos);

#endif
