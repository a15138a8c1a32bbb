// scaling.c - see scaling.h.
#include "run/scaling.h"

#include "state/slow.h"

#include <math.h>
#include <stdio.h>

bool scaling_words(char out[SCALING_ROOM], const model *model)
{
    const double times = model_mass_scaling(model);
    if (times == 1)
        return false;
    snprintf(out, SCALING_ROOM,
             "the inertia of grains is scaled by %.6g (run.mass_scaling), their weight is not: a "
             "contact with a given spring, and the step that follows it, last %.4g times as long; "
             "inertial numbers are %.4g times those of the true masses",
             times, sqrt(times), sqrt(times));
    return true;
}

void scaling_json(json *json, const model *model)
{
    if (model_mass_scaling(model) != 1)
        json_number(json, "mass_scaling", model_mass_scaling(model));
}
