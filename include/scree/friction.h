// friction.h - problems of contact with Coulomb friction, solved for others: reactions and velocities of many contacts
// at once.
//
//     scree_friction *problem;
//     scree_friction_result result;
//     scree_error e;
//     if (scree_friction_read("problem.hdf5", &problem, &e)) ...
//     int64_t n = (int64_t)scree_friction_dimension(problem) * scree_friction_contacts(problem);
//     double *r = malloc(n * sizeof *r), *u = malloc(n * sizeof *u);
//     scree_friction_solve(problem, NULL, r, u, &result, &e);
//
// A problem has contacts of `dimension` rows each, 3 or in the plane 2: the first along the normal, the others across
// it. Wanted are reactions r and velocities u with
//   u = W r + q,   |r_T| <= mu r_N,   0 <= r_N _|_ u_N >= 0,   r_T = -mu r_N u_T / |u_T| where u_T is not 0
// at each contact: the laws of Signorini and Coulomb. With u^ = u + mu |u_T| n (De Saxce) that is K* contains u^, K
// contains r, u^ . r = 0, K the cone of friction. In global form M v = H r + f and u = H^T v + w stand for u = W r + q.
//
// How far reactions are from a solution is the natural map of that, |r - P_K(r - u^)| over all contacts, divided by |q|
// (Acary, Bremond, Huber 2018, "On solving contact problems with Coulomb friction: formulations and numerical
// comparisons"). A solution need not be the only one, and where contacts are more than bodies can tell apart, reactions
// never are. docs/friction-problems.md has the method and what it solves.
//
// Units are the caller's. Conventions are those of scree.h.
#ifndef SCREE_FRICTION_H
#define SCREE_FRICTION_H

#include "scree/scree.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef struct scree_friction scree_friction;

// A matrix as its entries, in any order; indices count from 0, and entries of one place add up. Copied where it is
// given.
typedef struct scree_matrix {
    int32_t rows, columns;
    int64_t entries; // below 2^32
    const int32_t *row, *column;
    const double *value;
} scree_matrix;

// A problem as the caller has it. In local form, u = W r + q: W is square with `dimension` rows a contact, positive
// semidefinite as a rule, and need not be symmetric; q has as many numbers. In global form (m.rows above 0; w and q are
// not looked at), M v = H r + f and u = H^T v + offset: M is square, H has its rows and `dimension` columns a contact; f
// and offset have their rows and columns.
typedef struct scree_friction_given {
    int dimension;    // rows of a contact: 3, or 2 in the plane
    int32_t contacts; // 1 to 10,000,000
    const double *mu; // one a contact, 0 to 1e6
    scree_matrix w;
    const double *q;
    scree_matrix m, h;
    const double *f, *offset;
} scree_friction_given;

// All that is given is copied. Refused: sizes that do not fit, numbers that are none, or W and q beyond 1e-50 to 1e50,
// contacts that do not answer to their own push (W_NN not above 0); an M that is not symmetric and positive definite, or that couples more than 3000
// unknowns with each other (that of rigid bodies couples six).
scree_status scree_friction_create(const scree_friction_given *given, scree_friction **out,
                                   scree_error *error);
// From a file of fclib (HDF5), or of Siconos (.dat). Refused: files that are neither, damaged ones, problems with other
// constraints beside the contacts, rolling friction.
scree_status scree_friction_read(const char *path, scree_friction **out, scree_error *error);
// The contacts of the last step of a world of the nonsmooth solver, in SI units: q holds all that happens in the step
// but the reactions, which are impulses in N s. Refused: before the first step, steps in which nothing touches, the
// smooth solver, relaxation, laws against rolling and twisting, attraction.
scree_status scree_world_friction(const scree_world *handle, scree_friction **out,
                                  scree_error *error);
void scree_friction_destroy(scree_friction *problem);

// Writes the problem in local form, as .hdf5 or .h5 (fclib) or .dat (Siconos), as the name ends. r and u, of
// scree_friction_solve, become the solution in an fclib file; both NULL: there is none. What stood at the path is
// replaced.
scree_status scree_friction_write(const scree_friction *problem, const char *path, const double *r,
                                  const double *u, scree_error *error);

int scree_friction_dimension(const scree_friction *problem);
int32_t scree_friction_contacts(const scree_friction *problem);
// Reactions that are known beforehand: of a problem of a world those that its step found; else 0. Fills
// dimension * contacts numbers; 1 where they are known, else 0.
int scree_friction_guess(const scree_friction *problem, double *r);

typedef struct scree_friction_options {
    double tolerance;    // of the residual (result.residual); 0: 1e-9
    int64_t iterations;  // sweeps over all contacts at most; 0: 100000
    const double *start; // reactions to begin with, dimension * contacts of them; NULL: 0
} scree_friction_options;

typedef struct scree_friction_result {
    int solved; // 1: the residual is no more than the tolerance
    // |r - P_K(r - u^)| / |q| where the unit of r is such that the mean diagonal of W is 1, so that units do not
    // matter, and where a contact counts no less than the speed at which it goes in (u_N below 0); and the natural map
    // with r and u as they stand, as it is published.
    double residual, natural_map;
    int64_t
        iterations; // sweeps that were made; steps that solve equations count for the sweeps that they cost
} scree_friction_result;

// Finds reactions r and velocities u, dimension * contacts numbers each, of the caller. Where the tolerance is not
// reached within the iterations, they are the best that were found, the call succeeds, and `result` says so. `options`
// NULL: all as by default. One thread works; the bits depend on the problem and the options alone. Refused: a
// tolerance or a number of iterations below 0.
scree_status scree_friction_solve(const scree_friction *problem,
                                  const scree_friction_options *options, double *r, double *u,
                                  scree_friction_result *result, scree_error *error);

// Velocities u (may be NULL) and residuals of reactions, whoever has found them; `solved` and `iterations` are 0.
scree_status scree_friction_residual(const scree_friction *problem, const double *r, double *u,
                                     scree_friction_result *result, scree_error *error);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
