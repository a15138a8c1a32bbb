// predictor.h - the model of an experiment whose numbers come from runs: from the runs themselves, or from a surrogate.
#ifndef SCREE_SWEEP_PREDICTOR_H
#define SCREE_SWEEP_PREDICTOR_H

#include "sweep/experiments.h"

// The numbers `first` ... `first + count - 1` of an experiment, counted from its own first one.
typedef struct predictor_question {
    const experiment *of;
    const double *parameter;
    int first, count;
} predictor_question;

typedef struct predictor {
    scree_status (*numbers)(const struct predictor *predictor, const predictor_question *asked,
                            double *out, scree_error *error);
    void *context;
} predictor;

// All experiments are predicted by this from now on.
void predictor_use(experiments *all, const predictor *predictor);

// The functions of the models of experiments (fit/model.h): the constants say which one. A curve is straight between its
// places, and goes on as it ends.
scree_status predictor_parameters(const choice *constants, fit_wanted *list, int *count,
                                  scree_error *error);
scree_status predictor_predict(const choice *constants, const double *parameter,
                               const double *input, double *output, scree_error *error);

#endif
