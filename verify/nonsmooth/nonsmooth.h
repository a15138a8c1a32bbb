// nonsmooth.h - what the files of `scree verify nonsmooth` share: cases of the nonsmooth solver as text.
//
// Balls and boxes are of density 2000 kg/m^3 and Poisson's ratio 0.3, balls 1 cm across unless a row says otherwise.
// Ids T1 to T14 are those of the table by which the solver was specified. T1, T2, T4 to T7, T11 and what stands are cases
// with expected values, in verify/cases.
#ifndef SCREE_CLI_VERIFY_NONSMOOTH_H
#define SCREE_CLI_VERIFY_NONSMOOTH_H

#include "verify/verify.h"

// What comes before walls and grains in a case.
typedef struct impulse_case {
    bool smooth;          // the other solver
    const char *settings; // of the nonsmooth one, NULL: none
    const char *laws;     // of all pairs
    // Laws of m with a second material `plate`, which is the same; NULL: there is none.
    const char *plate;
    double young; // Pa
    v3 gravity;
    double step, reach;   // s; half the edge of the domain, m
    const char *run;      // more keys of `run`, NULL: none
    const char *boundary; // of the domain, NULL: open
} impulse_case;

// The case but for shapes, walls and grains.
void impulse_head(const impulse_case *given, text_buffer *text);
// A line of `grains`; more keys may stand behind the name of the shape.
void impulse_grain(text_buffer *text, const char *name, const char *shape, v3 position, v3 velocity,
                   v3 spin);
// As trial_open_text, from a buffer that it clears.
bool impulse_open(trial *trial, const claim *claim, text_buffer *text);

// The ball of a shape of 1 cm: 2000 kg/m^3.
double impulse_ball_mass(void);
// The overlap that carries a force, with d = 2 R*.
double impulse_overlap(double young, double twice_r_eff, double force);

extern const v3 impulse_still; // 0

// --- the experiments ------------------------------------------------------------------------------------------------

void verify_nonsmooth_impacts(verify *verify); // T3, spin in an impact
void verify_nonsmooth_sweeps(verify *verify);  // T8, T9, T10: number of sweeps, pressure, bits
void verify_nonsmooth_energy(verify *verify);  // T12, eccentric impacts
void verify_nonsmooth_rocking(verify *verify); // blocks that rock, facets that roll
void verify_nonsmooth_piles(verify *verify);   // T13, T14
void verify_nonsmooth_flows(
    verify *verify); // a pile on a rough base, a drum, a silo, with both solvers

#endif
