// cone.h - one contact with Coulomb friction: projection on its cone, the natural map, and the exact answer of a contact
// alone.
//
// A contact has a reaction r = (r_N, r_T) and a velocity u = (u_N, u_T), normal first. With the change of variable of De
// Saxce (1992), u^ = u + mu |u_T| n, the law of Signorini and Coulomb is
//   K* contains u^,  K contains r,  u^ . r = 0,   K = {|r_T| <= mu r_N}
// (Acary, Bremond, Huber 2018, "On solving contact problems with Coulomb friction: formulations and numerical
// comparisons", section 2). Its natural map is r - P_K(r - u^/rho): zero where the law holds.
#ifndef SCREE_FRICTION_CONE_H
#define SCREE_FRICTION_CONE_H

// The point of the cone nearest to `at`, in its place.
void cone_project(double at[3], double mu);

// The natural map of a contact, times rho: a velocity where rho is 1/kg.
void cone_natural_map(const double r[3], const double u[3], double mu, double rho, double out[3]);

// The reaction of a contact with u = W r + q and nothing else: W is 3 x 3, row by row, with W_NN > 0 and a tangential
// part that is positive semidefinite once the normal is eliminated.
void cone_solve(const double w[9], const double q[3], double mu, double r[3]);

#endif
