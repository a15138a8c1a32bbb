// system.h - a friction-contact problem: u = W r + q, and the law of cone.h at each contact.
//
// W is kept as blocks of 3 x 3, in rows of blocks; q, reactions and velocities as 3 numbers a contact, normal first. A
// problem in the plane has a third row and column that belong to nobody: 1 on the diagonal, nothing beside it.
#ifndef SCREE_FRICTION_SYSTEM_H
#define SCREE_FRICTION_SYSTEM_H

#include "base/fail.h"

#include <stdint.h>

enum { FRICTION_CONTACTS_MOST = 10000000 };
#define FRICTION_MU_MOST 1e6
// Of numbers of W and q, so that no square of a velocity or a reaction overflows or becomes 0.
#define FRICTION_SIZE_LEAST 1e-50
#define FRICTION_SIZE_MOST 1e50

typedef struct friction_system {
    int dimension; // of a contact: 3, or 2 in the plane
    int32_t contacts;
    int64_t *first;     // contacts + 1: where the blocks of each row begin
    int32_t *column;    // of each block, rising in each row
    double (*block)[9]; // 3 x 3, row by row
    int64_t *diagonal;  // the block of each contact with itself
    double *offset;     // q, 3 a contact
    double *friction;   // mu, a contact
    double *guess;      // reactions to begin with, 3 a contact; NULL: none are known
} friction_system;

// A matrix as its entries, counted from 0, in any order; what stands twice adds up. Borrowed.
typedef struct friction_matrix {
    int32_t rows, columns;
    int64_t entries;
    const int32_t *row, *column;
    const double *value;
    const char *name; // in messages: "W"
} friction_matrix;

// What a problem is made of; vectors have `dimension` numbers a contact.
typedef struct friction_given {
    int dimension;
    int32_t contacts;
    const char *where; // in messages: the file, or the name of the function
    const double *friction;
    friction_matrix w; // of a local problem: u = W r + q
    const double *q;
    friction_matrix m, h; // of a global one, m.rows > 0: M v = H r + f, u = H^T v + w
    const double *f, *offset;
} friction_given;

// Refused: sizes that do not fit, numbers that are none or out of all proportion, coefficients below 0, contacts that do
// not answer to their own reactions; of M what is not symmetric and positive definite, or couples more unknowns than can be factored.
scree_status friction_system_make(const friction_given *given, friction_system *out,
                                  scree_error *error);
void friction_system_clear(friction_system *system);

// What the reactions of a contact add to velocities, by a block.
static inline void friction_block_add(const double block[9], const double r[3], double sum[3])
{
    for (int row = 0; row < 3; row++) {
        const double *of = block + 3 * row;
        double first = of[0] * r[0] + of[1] * r[1];
        sum[row] += first + of[2] * r[2];
    }
}

// u = W r + q.
void friction_velocity(const friction_system *system, const double *r, double *u);

// Of the sizes of what stands on the diagonal of W: the unit in which residuals are measured.
double friction_mean_diagonal(const friction_system *system);

// Of some reactions: how far they are from a solution.
typedef struct friction_residual {
    double natural; // |r - P_K(r - u^)| / |q|, as the collections of problems have it
    // The same where the unit of mass is such that the mean diagonal of W is 1, so that units do not matter; but of no
    // contact less than the speed at which it goes in. The natural map counts that speed by 1/sqrt(1 + mu^2) alone where
    // r is 0, which tends to nothing as mu grows.
    double scaled;
} friction_residual;
friction_residual friction_residual_of(const friction_system *system, const double *r,
                                       const double *u);

#endif
