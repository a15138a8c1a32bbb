// mixing.h - sweeps that begin from a mix of those before (mixing.c), as mixed_sweeps.c asks for them.
#ifndef SCREE_NONSMOOTH_MIXING_H
#define SCREE_NONSMOOTH_MIXING_H

#include "nonsmooth/stages.h"

void solver_begin_mixing(ns_solver *solver, ns_stage stage);
// The impulses as they are before the sweep that is looked at.
void solver_keep_swept(ns_solver *solver);
// The largest change of a row in that sweep as a speed, m/s, those of rolling and twisting as speeds of a surface.
double solver_lacked(ns_solver *solver);
// Impulses and velocities from which the next sweep begins.
void solver_mix(ns_solver *solver);

#endif
