// law.h - what a contact law is: rows that describe it, coefficients mixed once per pair of materials, and small pure
// functions on SCREE_WIDTH contacts at a time.
//
// A law file law/SLOT_NAME.h (slots: normal, tangential, rolling) holds everything about one law and is found by the
// build:
//   SLOT_NAME_doc, SLOT_NAME_rows[], SLOT_NAME_row_count     its parameters (see base/row.h)
//   SLOT_NAME_history                                         how many numbers a contact keeps for it
//   SLOT_NAME_mix(pair, value, k)                             coefficients k[] from parameter values, once per pair
//   SLOT_NAME_onset (normal laws)                             its damping force begins as time^onset in an impact
//   the force function, and SLOT_NAME_energy: the elastic energy stored now, a function of the state alone
//
// Convention: a has the lower permanent id, n points from a to b, u is the velocity of b relative to a at the contact.
// A normal law returns a push P >= 0 (+P n acts on b); tangential and rolling laws return what acts on b. The elastic
// part and the loss are separate, so that the energy ledger sums losses from the forces that make them.
#ifndef SCREE_LAW_LAW_H
#define SCREE_LAW_LAW_H

#include "base/row.h"
#include "base/simd.h"

#define SCREE_FN static inline __attribute__((unused, always_inline))
#define SCREE_ROWS static const row __attribute__((unused))
#define SCREE_TEXT static const char __attribute__((unused))

enum { LAW_COEFFICIENTS = 8, LAW_HISTORY_MOST = 8 };

// Elastic constants of a pair of materials (PHYSICS: Hertz pair constants); a rigid partner contributes nothing.
typedef struct law_pair {
    double e_star; // 1/E* = (1-nu_a^2)/E_a + (1-nu_b^2)/E_b, Pa
    double g_star; // 1/G* = (2-nu_a)/G_a + (2-nu_b)/G_b, Pa
} law_pair;

typedef struct normal_in {
    vd overlap;        // > 0 where the contact is
    vd overlap_before; // one step ago; > 0 where overlap is
    vd shrunk;         // (overlap_before - overlap) / overlap_before, at least 0: by what share it has fallen
    vd closing;        // -n.u at the time of the positions, m/s
    vd r_eff, m_eff;   // R*, m*
} normal_in;

typedef struct normal_out {
    vd elastic, damping; // parts of the push, N; their sum is >= 0 unless the law allows tension
    vd stiffness;        // d(elastic)/d(overlap), N/m
    vd dashpot;          // c of the damping part, N s/m
    vd radius;           // contact radius a, m
    vd fade;             // what a stored spring force keeps: stiffness now / one step ago where it falls, else 1
    vd change;           // stiffness now / stiffness one step ago (for the books only)
} normal_out;

typedef struct tangential_in {
    vd push;                                     // P, N
    vd stiffness, dashpot, radius, fade, change; // of the normal law
    vd3 normal;
    vd3 slip; // tangential part of u over the step that led here (times dt: the displacement), m/s
    vd dt;
} tangential_in;

typedef struct tangential_out {
    vd3 force;   // on b, N
    vd3 damper;  // the part of it that is no spring force: its power is lost, N
    vd friction; // work lost to sliding in this step, J
} tangential_out;

typedef struct rolling_in {
    vd push, stiffness, fade, change, r_eff, m_eff;
    vd3 normal;
    vd3 turn; // relative spin of b and a, part in the contact plane, over the step that led here, rad/s
    vd dt;
} rolling_in;

typedef struct rolling_out {
    vd3 torque; // on b, N m
    vd3 damper; // the part of it that is no spring moment, N m
    vd rolled;  // work lost to rolling beyond the limit in this step, J
} rolling_out;

// Restitution -> damping ratio zeta of the oscillator m* y'' + 2 zeta w m* y' + w^2 m* y = 0 whose push is cut off at
// zero, or (tension) which may pull until it separates. Exact; see docs/laws.md.
double law_damping_ratio(double restitution, bool tension);

#endif
