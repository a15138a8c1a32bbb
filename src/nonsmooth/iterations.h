// iterations.h - how many sweeps a step of the nonsmooth solver needs, how much of the last impulses it may begin with,
// and how long a step may be.
//
// In steady state N sweeps that begin with the share f of the last impulses have to bring up the rest of the weight of
// n layers, and a sweep moves each contact by no more than the speed with which it pushes an overlap out. Hence an
// overlap is left over beside that of the law, in diameters d:
//   error = kappa (1 - f) e (1 + 4 s)/4 (a h^2 / d) n / N
// a is the acceleration, h the step, s the damping time in steps, e = 5/4 (Hertz), kappa = 2 for sweeps in colours (1
// along the load). For s = 4.5, a h^2/d = 0.017 and f = 0 this is N = 0.1 n / error, the rule of seed 002 (35.7). It is
// an upper bound. Impulses kept whole (f = 1) need N of about 2 n to settle and are exact then; f = 0.85 needs n/3;
// f = 0.7 was stable with any.
//
// A stack of boxes bends, which settles the slower the harder its contacts are against what the bodies move in a step:
// f = 1 begins to be stable at N = n times 0.3 to 0.7 sqrt(H), H the inverse mass that a contact feels over its
// compliance in the step (columns of 4 and 10 cubes of 10 GPa, H from 70 to 1400). So n counts max(1, 0.4 sqrt(H))
// times. With less than whole impulses a stack creeps, so that it gets whole ones.
#ifndef SCREE_NONSMOOTH_ITERATIONS_H
#define SCREE_NONSMOOTH_ITERATIONS_H

#include "state/model.h"

typedef struct iteration_load {
    double sag;      // a h^2 / d
    double layers;   // n: the longest way from something fixed along contacts, or the depth of the filling in diameters
    double damping;  // time of the damping of contacts by their laws, in steps; the settings may ask for more
    double hardness; // H where most bodies lie on each other by faces, else 0
} iteration_load;

typedef struct iteration_choice {
    int64_t sweeps;
    double warm;   // f
    double error;  // what is left over at most, in diameters
    int64_t least; // sweeps that this share needs to be stable: not to be stopped before
} iteration_choice;

// Of the settings: what they give, else by the rules above.
iteration_choice iterations_choose(const model_nonsmooth *s, iteration_load load);

// f where so many sweeps go over so many layers.
double iterations_warm(const model_nonsmooth *s, double sweeps, double layers);
// The overlap that is left over, in diameters.
double iterations_error(const model_nonsmooth *s, iteration_load load, double warm, double sweeps);

// The longest step at which gravity alone makes an overlap of the tolerance, s; INFINITY without gravity.
double iterations_longest_step(const model_nonsmooth *s, double acceleration, double diameter);

#endif
