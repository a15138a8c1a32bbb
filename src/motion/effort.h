// effort.h - what an iterative solver has to do, and how near it comes to what it is asked for.
#ifndef SCREE_MOTION_EFFORT_H
#define SCREE_MOTION_EFFORT_H

#include "base/exact_sum.h"

#include <stdint.h>

// In the steps since the last reset.
typedef struct solver_effort {
    int64_t steps, sweeps, impact_sweeps;
    double contact_sweeps; // sum over the steps of contacts times sweeps
    int64_t contacts;      // of the last step
    int depth;             // most: contacts from something still to the farthest body
    double residual;       // worst: what the last sweep of a step still changed, m/s
    double overlap;        // largest, in diameters
    // Steps in which overlaps were compared with those that the laws want: one in eight.
    int64_t looked;
    int64_t beyond; // those of them in which more than the tolerance was left over
    double error;   // most that was left over, in diameters
    // Steps that took all of nonsmooth.most_iterations and lacked more than was asked for.
    int64_t capped;
    // The contact that lacked the most at the end of any of these: ids, the first -1 where that is a wall, and how many
    // times the one weighs what the other does; 0 where one is still.
    int64_t worst_a, worst_b;
    double worst_lacks, worst_ratio;
    int64_t struck; // steps with impacts
    // Energy with which impacts closed, and that of what they lacked where rounds were not enough, J. Exact: sums of the steps
    // between two looks are added up, and nobody is to see how often somebody looked.
    exact_sum impact_energy, impact_lacked;
    // Energy that restitution would have kept of contacts that touched and were no impacts only because steps are so short, J.
    exact_sum unkept;
    double threshold; // of an impact of the largest grains, of the last step, m/s
    // Steps that took all rounds of impacts that are allowed and left what would be an impact again.
    int64_t unsettled;
    double impact_residual; // most that they lacked, m/s; of a cascade what still approached
    double warm;            // share of old impulses, of the last step
    double sweeping;        // time in sweeps, s
} solver_effort;

// Of the energy with which impacts closed, the share that they lacked.
static inline double effort_lacked_by_impacts(const solver_effort *effort)
{
    const double energy = exact_sum_value(&effort->impact_energy);
    return energy > 0 ? exact_sum_value(&effort->impact_lacked) / energy : 0;
}

// Of the energy of all blows, the share of what restitution would have kept of those that were too slow.
static inline double effort_unkept(const solver_effort *effort)
{
    const double unkept = exact_sum_value(&effort->unkept);
    return unkept > 0 ? unkept / (unkept + exact_sum_value(&effort->impact_energy)) : 0;
}

#endif
