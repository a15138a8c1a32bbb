// rows.h - what the nonsmooth solver makes of the laws of a pair: rows of a regularised constraint (seed
// 002, 35.3, 35.8).
//
// A normal law P(d) without a history that grows as d^(2e - 1) is the constraint d^e with compliance eps = e / k and
// damping; divided by its Jacobian it is a row of the plain normal with
//   gap = -d / e (<= 0),   stiffness = P / -gap,   time = dashpot / stiffness
// so that a body at rest has the force P of the law. Hertz: e = 5/4; a linear spring: e = 1. Tangential, rolling and
// twisting laws give what limits them. A law says in its file that it has rows (SLOT_NAME_row...); a set with one that
// has none is refused by name when a nonsmooth case is read.
#ifndef SCREE_LAW_ROWS_H
#define SCREE_LAW_ROWS_H

#include "law/registry.h"

typedef struct normal_row {
    double gap;       // g', m
    double stiffness; // K, N/m; 0 without overlap
    double time;      // of the damping, s
} normal_row;

// Of an overlap beyond which the law acts; m* is that of the pair.
normal_row law_set_normal_row(const law_set *set, double overlap, double r_eff, double m_eff);

// Coefficient of restitution of an impact at that speed.
double law_set_restitution(const law_set *set, double r_eff, double m_eff, double speed);

typedef struct law_limits {
    double friction;               // |t| <= friction |push|
    double creep;                  // slip velocity per tangential force, m/(N s); 0: it sticks
    double rolling, rolling_creep; // |M| <= rolling |push|, m; relative spin per moment, rad/(N m s)
    double twisting, twisting_creep;
    double pull, pull_overlap; // adhesion: largest attraction, N, inside this overlap, m; 0: none
    bool rich;                 // anything but friction
} law_limits;

law_limits law_set_limits(const law_set *set, double r_eff);

// NULL where all of these laws (NULL: none) have rows; else which has none, in `why`.
const char *law_rowless(const plugin *const law[LAW_SLOTS], char *why, size_t room);

#endif
