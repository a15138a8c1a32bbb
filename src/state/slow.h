// slow.h - what a case for slow flows makes of its grains: local damping, and inertia that is not that of their masses.
#ifndef SCREE_STATE_SLOW_H
#define SCREE_STATE_SLOW_H

#include "state/model.h"

// What the inertia of grains is times: masses as steps see them, over those that have weight.
static inline double model_mass_scaling(const model *model)
{
    return model->mass_scaling > 0 ? model->mass_scaling : 1;
}

// The acceleration of a grain that falls freely, m/s^2.
static inline v3 model_fall(const model *model)
{
    return v3_scale(1 / model_mass_scaling(model), model->gravity);
}

// Does local damping leave the grains of a set alone?
static inline bool model_set_undamped(const model *model, int set)
{
    return set < model->grain_sets ? model->grains[set].undamped
                                   : model->stream[set - model->grain_sets].undamped;
}

// The local damping of the grains of a set.
static inline double model_set_damping(const model *model, int set)
{
    return model_set_undamped(model, set) ? 0 : model->damping;
}

#endif
