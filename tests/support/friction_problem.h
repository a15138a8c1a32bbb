// friction_problem.h - the last step of a nonsmooth world as the problem that it stands for, for others to solve.
//
// Unknown are impulses p. With the velocities v0 that bodies would have without contacts, mass M, rows G (velocity of b
// relative to a at a contact, along n, t1, t2), compliances Sigma and biases b of the rows (docs/nonsmooth.md),
//   A p + q = w,   A = G M^-1 G^T + Sigma,   q = G v0 - b,
//   0 <= p_n _|_ w_n >= 0,   |p_t| <= mu p_n,   p_t = -mu p_n w_t / |w_t| where w_t is not 0
// which is Coulomb's law with Signorini's condition. With rolling there are two more rows along t1 and t2, the relative
// spin times R*, whose impulses are torques over R* and are limited by mu_r p_n in the same way.
//
// The matrix is dense and is put together from masses, tensors of inertia and arms as mechanics has them, without the
// shortcuts of the sweeps; v0 are the velocities before the step with the weight of a step, not what the sweeps left.
#ifndef SCREE_TESTS_FRICTION_PROBLEM_H
#define SCREE_TESTS_FRICTION_PROBLEM_H

#include "support/scenes.h"

typedef struct friction_row {
    int32_t a, b; // movers; a < 0: nothing that answers
    v3 way;       // moves along it count,
    v3 turn_a;
    v3 turn_b;
    double given; // velocity along the row of an a that moves as it must
} friction_row;

typedef struct friction_problem {
    int contacts, each, size; // rows of a contact, 3 or 5; rows in all
    double *matrix;           // A, size x size, symmetric; 1/kg
    double *offset;           // q, m/s
    double *friction;
    double *rolling;
    double *ours; // the impulses of the world, N s
    friction_row *row;
    int32_t movers;
    v3 *velocity, *rim;  // v0: of the centre, and R times spin; m/s
    v3 *solved, *turned; // of the world after the step
    double *inverse_mass;
    double *inverse_rho;
    m3 *inverse_inertia; // in space axes, about the centre
} friction_problem;

// Of the step just made, which must have had no impacts, and no walls that answer to forces, adhesion or twisting;
// false (and a message) otherwise.
bool friction_problem_make(const sim *s, friction_problem *p);
void friction_problem_clear(friction_problem *p);

// How far impulses are from a solution, as a velocity, m/s: over all rows how far each impulse is from what its row
// makes of it, times the diagonal of A.
double friction_problem_residual(const friction_problem *p, const double *impulse);

// Velocities of all movers with these impulses: the largest difference to those of the world; and the largest of all,
// those without contacts among them, so that for what rests it is that of falling for a step.
typedef struct friction_gap {
    double off, most; // m/s
} friction_gap;
friction_gap friction_problem_compare(const friction_problem *p, const double *impulse);

// Is A positive definite? Then no other impulses have the same w.
bool friction_problem_definite(const friction_problem *p);

// Contacts of these impulses that push; those of them that slide.
typedef struct friction_state {
    int pushing;
    int sliding;
    int rolling;
} friction_state;
friction_state friction_problem_state(const friction_problem *p, const double *impulse);

// Small worlds whose last step makes such a problem; that step is made with `sweeps` sweeps from no impulses. `theirs`
// are enough for another solver of that kind.
typedef struct friction_scene {
    const char *name;
    const char *text;
    int steps;
    int sweeps;
    int theirs;
} friction_scene;
extern const friction_scene friction_scenes[];
extern const int friction_scene_count;
bool friction_scene_open(const friction_scene *scene, sim *s, friction_problem *p);

#endif
