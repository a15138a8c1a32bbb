// cohesion_dmt.h - constant attraction while the bodies touch (Derjaguin, Muller and Toporov 1975).
//
//   F = 2 pi w R*  for d > 0, w the work of adhesion (of two surfaces of surface energy g1, g2: w = g1 + g2 - g12)
// The contact itself stays that of the normal law. Conservative: energy -F d.
#ifndef SCREE_LAW_COHESION_DMT_H
#define SCREE_LAW_COHESION_DMT_H

#include "base/constants.h"
#include "law/law.h"

SCREE_TEXT cohesion_dmt_doc[] =
    "constant attraction while the bodies touch (Derjaguin, Muller and Toporov)";
SCREE_TEXT cohesion_dmt_example[] = "work_of_adhesion: 500 J/m^2";
SCREE_ROWS cohesion_dmt_rows[] = {
    {"work_of_adhesion", ROW_REAL, "J/m^2", ROW_REQUIRED, 0.0, ROW_ANY_HIGH,
     "work w to part unit area of the two surfaces: 2 x surface energy for like surfaces"},
};
enum { cohesion_dmt_row_count = 1, cohesion_dmt_history = 0, cohesion_dmt_traits = LAW_JUMPS };
#define cohesion_dmt_reach law_no_reach
#define cohesion_dmt_shift law_no_shift
#define cohesion_dmt_bound law_no_bound
#define cohesion_dmt_rise law_no_rise

SCREE_FN const char *cohesion_dmt_mix(const law_pair *pair, const double *value, double *k)
{
    (void)pair;
    k[0] = 2 * PI * value[0];
    return NULL;
}

SCREE_FN cohesion_out cohesion_dmt_pull(const double *k, cohesion_in in, vd *h)
{
    (void)h;
    vm touch = vd_gt(in.overlap, vd_set(0.0));
    vd pull = (k[0] * in.r_eff) * law_edge(in.overlap, in.step);
    cohesion_out o = {
        .pull = vd_keep(touch, pull),
        .load = vd_keep(touch, in.push),
        .loss = vd_set(0.0),
        .live = in.overlap,
    };
    return o;
}

SCREE_FN vd cohesion_dmt_energy(const double *k, cohesion_in in, const vd *h)
{
    (void)h;
    return -(k[0] * in.r_eff) * vd_max(in.overlap, vd_set(0.0));
}

#endif
