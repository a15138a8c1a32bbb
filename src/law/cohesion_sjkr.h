// cohesion_sjkr.h - attraction in proportion to the contact area, F = k pi a^2 ("simplified JKR"; no JKR theory in it).
//
// a is the contact radius that the normal law reports, so pi R* d for Hertzian contacts; an elasto-plastic law grows
// its area and keeps it, and then pulls harder on the way out. State: overlap and pull one step ago. With the energy
// -F d / 2 (exact while F ~ d) a step from (d0, F0) to (d1, F1) loses (F1 d0 - F0 d1)/2, zero unless a^2/d changes.
#ifndef SCREE_LAW_COHESION_SJKR_H
#define SCREE_LAW_COHESION_SJKR_H

#include "law/law.h"
#include "base/constants.h"

SCREE_TEXT cohesion_sjkr_doc[] =
    "attraction in proportion to the contact area (SJKR, linear cohesion)";
SCREE_TEXT cohesion_sjkr_example[] = "energy_density: 100 MPa";
SCREE_ROWS cohesion_sjkr_rows[] = {
    {"energy_density", ROW_REAL, "Pa", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "cohesion energy density k, J/m^3: attraction per contact area pi a^2"},
};
enum { cohesion_sjkr_row_count = 1, cohesion_sjkr_history = 2, cohesion_sjkr_traits = LAW_PLAIN };
#define cohesion_sjkr_reach law_no_reach
#define cohesion_sjkr_shift law_no_shift
#define cohesion_sjkr_bound law_no_bound
#define cohesion_sjkr_rise law_no_rise

SCREE_FN const char *cohesion_sjkr_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    k[0] = PI * value[0];
    return NULL;
}

// h: overlap, pull
SCREE_FN cohesion_out cohesion_sjkr_pull(const double *k, cohesion_in in, vd *h)
{
    vd zero = vd_set(0.0);
    vd overlap = vd_max(in.overlap, zero);
    vm touch = vd_gt(in.overlap, zero);
    cohesion_out o;
    o.pull = vd_keep(touch, k[0] * (in.radius * in.radius));
    o.load = vd_keep(touch, in.push);
    o.loss = 0.5 * (o.pull * h[0] - h[1] * overlap);
    o.live = in.overlap;
    h[0] = overlap;
    h[1] = o.pull;
    return o;
}

SCREE_FN vd cohesion_sjkr_energy(const double *k, cohesion_in in, const vd *h)
{
    (void)k;
    (void)in;
    return -0.5 * (h[0] * h[1]);
}

#endif
