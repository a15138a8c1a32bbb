// space.h - the free parameters of a fit as coordinates z: the logarithm of a parameter, or on a linear scale its share
// of the range between its bounds. Steps of the same size in any of them matter about alike.
#ifndef SCREE_FIT_SPACE_H
#define SCREE_FIT_SPACE_H

#include "fit/problem.h"

typedef struct fit_space {
    const fit_problem *problem;
    int count;
    int parameter[FIT_PARAMETERS_MOST]; // which of the problem
    double low[FIT_PARAMETERS_MOST], high[FIT_PARAMETERS_MOST];
} fit_space;

fit_space fit_space_of(const fit_problem *problem);
// Between coordinates and the values of all parameters, those that are fixed included.
void fit_space_place(const fit_space *space, const double *value, double *z);
void fit_space_values(const fit_space *space, const double *z, double *value);
// One coordinate as a value of its parameter.
double fit_space_number(const fit_space *space, int k, double z);

#endif
