// rows.h - what the nonsmooth solver makes of the laws of a pair: rows of a regularised constraint (AGX manual, 35.3,
// 35.8).
//
// A normal law without a history whose push P is as d^(2e - 1) is the constraint d^e with compliance eps = e / k and
// damping; divided by its Jacobian it is a row of the plain normal with
//   gap = -d / e,   stiffness = P / -gap,   time = dashpot / stiffness
// whose force is stiffness (-gap - time u_n): that of the law, at rest and, in small steps, in motion. Hertz: e = 5/4;
// a linear spring: e = 1. Tangential, rolling and twisting laws give what limits them. A law says in its file what it
// is here (see law.h); a set with one that is nothing is refused by name when a nonsmooth case is read.
#ifndef SCREE_LAW_ROWS_H
#define SCREE_LAW_ROWS_H

#include "law/registry.h"

typedef struct normal_row {
    double gap;       // g', m; above 0 where an adhesive contact attracts
    double stiffness; // K, N/m; above 0 where the bodies overlap, 0 where not
    double time;      // of the damping, s
} normal_row;

// Of the overlap of the bodies (negative: a gap); m* is that of the pair. Where the contact has a share of the
// stiffness of its pair, `stiffness` counts with it and the rest stays.
normal_row law_set_normal_row(const law_set *set, double overlap, double r_eff, double m_eff);

// Coefficient of restitution of an impact at that speed (without what cohesion does).
double law_set_restitution(const law_set *set, double r_eff, double m_eff, double speed);

typedef struct law_limits {
    double friction; // |t| <= friction |push|
    double creep;    // slip velocity per tangential force, m/(N s); 0: it sticks
    // |M| <= rolling |push|, m; relative spin per moment, rad/(N m s).
    double rolling, rolling_creep;
    double twisting, twisting_creep;
    // Adhesion: largest attraction, N, and the overlap up to which it attracts, m; 0: none.
    double pull, pull_overlap;
    bool rich; // anything but friction
} law_limits;

law_limits law_set_limits(const law_set *set, double r_eff);

// What the bodies of a contact do: velocity in its plane per impulse, 1/kg, and spin per torque impulse, 1/(kg m^2).
typedef struct law_feel {
    double tangential, rolling, twisting;
} law_feel;

// The limits of an impact at that speed, which lasts for T. Creep is per impulse there, such that of a free slip w
// below the limit the share 1 - exp(-c D T)/(1 + k D T^2/2) is taken: D is what the bodies feel, c a dashpot, k a
// spring that begins without load, where it goes with k_n as that does in a linear impact: k_n T^2 = pi^2 m*.
law_limits law_set_impact_limits(const law_set *set, double r_eff, double m_eff, double speed,
                                 law_feel feel);

// Does the law have rows at all? Some with them do not have them with all parameters.
bool law_has_rows(int slot, const plugin *what);

// NULL where the law of that slot (or none) has rows; else that it has none, and what to do, both of at most `room`
// characters.
const char *law_rowless(int slot, const choice *law, char *why, char *remedy, size_t room);

#endif
