// registry.h - the laws found by the build, by slot and by name, and the law set of a pair of materials.
#ifndef SCREE_LAW_REGISTRY_H
#define SCREE_LAW_REGISTRY_H

#include "base/fail.h"
#include "law/law.h"
#include "state/model.h"

// The plug-ins of one slot (LAW_NORMAL ... LAW_TWISTING); count in *n.
const plugin *const *law_plugins(int slot, int *n);
int law_count(int slot);
// How many numbers a law of that name keeps of a contact, at most; 0 where there is none of that name.
int law_keeps(int slot, const char *name);
// "normal", "cohesion", ...
const char *law_slot_word(int slot);
// Parameters for a first look at a law, as in a case: "friction: 0.3".
const char *law_example(int slot, const plugin *what);
// Its number among those of the slot, -1: none of them. A law that a program gives has that of `own`.
int law_number(int slot, const plugin *what);
// Whether it has all of these traits (law.h).
bool law_has(int slot, const plugin *what, unsigned traits);

// The laws of one pair of materials with their coefficients; law -1 is none. The order of a slot's laws is that of the
// build's list, the same for the pass tables.
typedef struct law_set {
    int a, b; // materials, a <= b
    int law[LAW_SLOTS];
    double k[LAW_SLOTS][LAW_COEFFICIENTS];
    int history[LAW_SLOTS];  // how many numbers each law keeps
    double onset[LAW_SLOTS]; // what a law damps by a dashpot begins as time^onset; LAW_NO_DASHPOT
    double rise;   // the elastic push is as the overlap, or what is left of it, to that power
    law_end end;   // of the tangential law
    double shift;  // of the overlap that the normal law sees (adhesion), m
    bool yields;   // an overlap stays when the push has fallen to zero
    bool attracts; // by any of its laws
    bool far;      // a contact may live beyond touch, or begins before the normal law does
    bool holds[LAW_SLOTS]; // the law keeps a contact across a gap, by what its history says
    bool couples;          // the moments on the two bodies differ (rolling, twisting)
    bool rolls;            // the tangential law wants to know how far the contact has rolled
    bool given;            // the tangential law is of a program, which sees all of a contact
    bool apart;            // the stiffness of the normal law changes otherwise than its grip
    // what the world says of the grains of the two materials
    bool fixed; // there are fixed balls
    // There may be two balls that move, of so different sizes that each has an arm of its own.
    bool unlike;
} law_set;

// Whether grains of the pair attract each other, by a cohesion law or by the normal one.
bool law_attracts(const choice law[LAW_SLOTS]);
// NULL where the laws (NULL: none) go together; else why not, naming both, in `why`.
const char *law_misfit(const plugin *const law[LAW_SLOTS], char *why, size_t room);

// Coefficients from materials and parameters. Fails where a law needs what the materials do not give (a Hertz law needs
// a finite Young's modulus on one side), and where laws do not go together.
scree_status law_set_mix(const model *m, int a, int b, law_set *out, scree_error *error);

// Duration of an impact at `speed` by the normal law, s; the measure of the time step.
double law_set_duration(const law_set *set, double r_eff, double m_eff, double speed);

// By what a ten times softer normal law would lengthen an impact.
double law_set_softening(const law_set *set);

// The largest gap at which a contact of bodies of up to this R* may live, m; 0 unless the set is far.
double law_set_reach(const law_set *set, double r_eff);
// The name of the law by which a set is far; of a set that is not, of its normal law.
const char *law_set_far_law(const law_set *set, const model *m);

#endif
