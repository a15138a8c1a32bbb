// iterations.h - how many sweeps a step of the nonsmooth solver needs, how much of the last impulses it begins with, in
// how many steps an overlap is pushed out, and how long a step may be.
//
// Impulses are kept whole from step to step, f = 1, so that what rests is exact and does not creep. Overlap, velocity
// and kept impulse of a motion then make three coupled equations, which are stable while
//   (1 - f) + c > 1 / (e s),   e = 5/4 (Hertz)
// s is the settling time in steps, c the share of the slowest motion that the sweeps of one step bring up. Sweeps carry
// a load from body to body as heat is carried: c = 0.4 N / n^2 for N sweeps over n layers. So N may be chosen, and
//   s = 2 n^2 / N
// follows. N = 1.25 n brings beds of 20, 50 and 100 layers to rest; with s = 4.5 it would take 0.45 n^2 sweeps, and
// with any f below 1 beds creep. s h is how long a new load takes to be carried; N goes with the root of 1/tolerance as
// the number of steps does, so that this time goes with the tolerance. A body of the mass r per contact, in masses of
// those it touches, is carried like 2 r layers more. Where r is more than 4, and in stacks, sweeps are mixed instead
// (mixing.c): then the slowest motions are brought up as well as all others, and what it takes is seen by what is
// lacking.
//
// Where the settling time or f are set by hand, an overlap is left over beside that of the law, in diameters d:
//   error = kappa (1 - f) e (1 + 4 s)/4 (a h^2 / d) n / N
// a is the acceleration, h the step, kappa = 2 for sweeps in colours (1 along the load). For s = 4.5, a h^2/d = 0.017
// and f = 0 this is N = 0.1 n / error, the rule of the AGX manual, (35.7). It is an upper bound.
//
// A stack of boxes bends, which settles the slower the harder its contacts are against what the bodies move in a step:
// with s = 4.5 f = 1 begins to be stable at N = n times 0.3 to 0.7 sqrt(H), H the inverse mass that a contact feels
// over its compliance in the step (columns of 4 and 10 cubes of 10 GPa, H from 70 to 1400). So n counts max(1, 0.4
// sqrt(H)) times. With less than whole impulses a stack creeps, so that it gets whole ones. That is what sweeps that are
// not mixed need; mixed ones are expected to be as many, and are fewer in what rests.
#ifndef SCREE_NONSMOOTH_ITERATIONS_H
#define SCREE_NONSMOOTH_ITERATIONS_H

#include "state/model.h"

static const double ITERATIONS_SETTLING = 4.5; // the shortest that is chosen, steps (AGX manual)

typedef struct iteration_load {
    double sag; // a h^2 / d
    // N: the longest way from something fixed along contacts, or the depth of the filling in
    // diameters.
    double layers;
    double heavy; // r: the largest mass per contact over that of what it touches; 0: all alike
    // Time of the damping of contacts by their laws, in steps; the settings may ask for more.
    double damping;
    double hardness; // H where bodies lie on each other by faces, else 0
} iteration_load;

typedef struct iteration_choice {
    int64_t sweeps;
    double warm;     // f
    double settling; // s
    double error;    // what is left over at most, in diameters
    int64_t least;   // sweeps that this share needs to be stable: not to be stopped before
    bool mixed;      // sweeps are mixed, as many as it takes; `sweeps` is then what is expected
} iteration_choice;

// Of the settings: what they give, else by the rules above.
iteration_choice iterations_choose(const model_nonsmooth *settings, iteration_load load);

// f where so many sweeps go over that load.
double iterations_warm(const model_nonsmooth *settings, iteration_load load, double sweeps);
// The overlap that is left over, in diameters.
double iterations_error(const model_nonsmooth *settings, iteration_load load, double warm,
                        double sweeps);

// Rounds of the impacts of a step: as many as are given, else those that are usual.
int iterations_of_impacts(const model_nonsmooth *settings);

// The longest step at which gravity alone makes an overlap of the tolerance, s; INFINITY without gravity.
double iterations_longest_step(const model_nonsmooth *settings, double acceleration,
                               double diameter);

// The speed that what rests may have by falling for some steps of h, m/s; INFINITY where the threshold is given.
double iterations_resting_speed(const model_nonsmooth *settings, double acceleration, double h);
// The closing speed above which a contact of bodies of that diameter is an impact in steps of h, m/s.
double iterations_threshold(const model_nonsmooth *settings, double acceleration, double diameter,
                            double h);

#endif
