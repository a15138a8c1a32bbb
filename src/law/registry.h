// registry.h - the laws found by the build, by slot and by name, and the law set of a pair of materials.
#ifndef SCREE_LAW_REGISTRY_H
#define SCREE_LAW_REGISTRY_H

#include "base/fail.h"
#include "law/law.h"
#include "state/model.h"

// The plug-ins of one slot (LAW_NORMAL, LAW_TANGENTIAL, LAW_ROLLING); count in *n.
const plugin *const *law_plugins(int slot, int *n);

// The laws of one pair of materials with their coefficients; law -1 is none. The order of a slot's laws is that of the
// build's list, the same for the pass tables.
typedef struct law_set {
    int a, b; // materials, a <= b
    int law[LAW_SLOTS];
    double k[LAW_SLOTS][LAW_COEFFICIENTS];
    int history[LAW_SLOTS]; // how many numbers each law keeps
    double onset;           // the damping force of the normal law begins as time^onset
} law_set;

// Coefficients from materials and parameters. Fails where a law needs what the materials do not give (a Hertz law needs
// a finite Young's modulus on one side).
scree_status law_set_mix(const model *m, int a, int b, law_set *out, scree_error *error);

// Duration of an impact at `speed` by the normal law, s; the measure of the time step.
double law_set_duration(const law_set *set, double r_eff, double m_eff, double speed);

// Checks that the sums of all laws' tables agree (used by tests): number of laws of a slot.
int law_count(int slot);

#endif
