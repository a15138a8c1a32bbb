// design.h - points spread evenly over a unit cube, for sweeps, surrogates and sensitivities.
//
// Latin hypercube: McKay, Beckman and Conover 1979. Along each axis every one of n equal strata holds one point, at a
// place in it that is drawn.
//
// Sobol's sequence: Sobol 1967, with the direction numbers of Joe and Kuo 2008, in the order of Gray's code (Antonov and
// Saleev 1979), shifted by the exclusive or with a number drawn for each axis (Lemieux 2009, section 6.2.2), so that no
// point is a corner and other seeds give other points as evenly spread.
#ifndef SCREE_FIT_DESIGN_H
#define SCREE_FIT_DESIGN_H

#include <stdbool.h>
#include <stdint.h>

enum { DESIGN_SOBOL_AXES = 21 };

// points * axes values, those of a point together. False: out of memory.
bool design_latin(double *out, int64_t points, int axes, uint64_t seed);
// At most DESIGN_SOBOL_AXES axes and 2^32 points.
void design_sobol(double *out, int64_t points, int axes, uint64_t seed);

#endif
