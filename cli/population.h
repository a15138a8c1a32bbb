// population.h - how many grains streams will have brought, in the mean over a run.
#ifndef SCREE_CLI_POPULATION_H
#define SCREE_CLI_POPULATION_H

#include "state/model.h"

typedef struct population {
    double brought; // by all streams until the end
    double least,
        most; // of them there, in the mean over the run: as they may go soon, and all of them
} population;

// Of the streams of the case until `end`, s. What stages change of them is not looked at.
population population_of(const model *model, double end);

#endif
