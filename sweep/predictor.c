// predictor.c - see predictor.h.
#include "sweep/predictor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The model is the first member of an experiment, and its plug-in the first of the model.
static const experiment *experiment_of(const choice *constants)
{
    return (const experiment *)(const void *)constants->what;
}

void predictor_use(experiments *all, const predictor *predictor)
{
    for (int i = 0; i < all->count; i++)
        all->experiment[i]->from = predictor;
}

scree_status predictor_parameters(const choice *constants, fit_wanted *list, int *count,
                                  scree_error *error)
{
    const experiments *all = experiment_of(constants)->all;
    const fit_problem *problem = &all->job.problem;
    (void)error;
    *count = problem->parameters;
    for (int i = 0; i < problem->parameters; i++) {
        const char *unit = all->range[i].unit;
        list[i].is = (row){.name = problem->parameter[i].name,
                           .type = ROW_REAL,
                           .unit = *unit ? unit : "1",
                           .fallback = ROW_REQUIRED,
                           .low = -INFINITY,
                           .high = INFINITY,
                           .doc = all->range[i].name};
        snprintf(list[i].name, sizeof list[i].name, "%s", problem->parameter[i].name);
    }
    return SCREE_OK;
}

scree_status predictor_predict(const choice *constants, const double *parameter,
                               const double *input, double *output, scree_error *error)
{
    const experiment *is = experiment_of(constants);
    double end[2] = {NAN, NAN};
    int last = 0;
    while (last < is->knots - 1 && is->knot[last] < input[0])
        last++;
    const bool alone = !last || is->knot[last] <= input[0];
    const int first = alone ? last : last - 1;
    const predictor_question asked = {is, parameter, first, alone ? 1 : 2};
    const scree_status status = is->from->numbers(is->from, &asked, end, error);
    if (alone) {
        output[0] = end[0];
    } else {
        const double from = is->knot[first];
        const double share = (input[0] - from) / (is->knot[last] - from);
        output[0] = end[0] + share * (end[1] - end[0]);
    }
    return status;
}
