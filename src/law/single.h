// single.h - one contact moved by hand: the laws of a pair of materials along a path of overlaps and displacements.
//
// The same inline functions that the step runs on batches, on one contact, with a fixed contact plane (n = z). Used by
// `scree law`, by fits, and by tests that prescribe forces, which no world does.
#ifndef SCREE_LAW_SINGLE_H
#define SCREE_LAW_SINGLE_H

#include "law/registry.h"

typedef struct law_single {
    law_set set;
    double r_eff, m_eff; // R*, m*
    double overlap;      // now, m; negative: a gap
    double history[LAW_SLOTS][LAW_HISTORY_MOST];
    bool alive; // the contact is there
} law_single;

// Where the contact goes in one step.
typedef struct law_motion {
    double overlap; // at the end of the step, m
    double slip[2]; // displacement of b relative to a in the contact plane, m
    double roll[2]; // turn of b relative to a about axes in the plane, rad
    double twist;   // about n, rad
    double dt;      // s; dashpots see the displacements divided by it
} law_motion;

// What it answers at the end of the step; forces and moments on b.
typedef struct law_answer {
    double push;                         // net normal force, N; negative: attraction
    double elastic, damping, pull, load; // its parts; load: what limits friction
    double drag[2];                      // tangential force, N
    double rolling[2], twisting;         // moments, N m
    double radius, grip; // contact radius; that of the tangential stiffness 8 G* grip, m
    double energy;       // elastic, J
    double lost;         // by plastic flow, sliding and rolling in this step (not by dashpots), J
    bool alive;
} law_answer;

void law_single_begin(law_single *c, const law_set *set, double r_eff, double m_eff);

// One step; the contact's state moves on.
law_answer law_single_step(law_single *c, law_motion m);

// The dashpots of a contact at an overlap that closes at a speed, as a step of dt has them: force over velocity, N s/m,
// and moment over spin, N m s. Without limits of friction, with which a dashpot that is too strong for the step still
// shakes.
typedef struct law_dashpots {
    double normal, tangential, rolling, twisting;
} law_dashpots;
law_dashpots law_single_dashpots(const law_set *set, double r_eff, double m_eff, double overlap,
                                 double speed, double dt);

// The overlap (from low to high, on which the push must rise) at which the push would be `force`, the largest where
// there are many (no push: where the surfaces part); the contact stays as it is. NaN where there is none.
double law_single_overlap_at(const law_single *c, law_motion m, double force, double low,
                             double high);

// The displacement along the first axis, between low and high, at which the drag on b along it would be `force`.
double law_single_slip_at(const law_single *c, law_motion m, double force, double low, double high);

#endif
