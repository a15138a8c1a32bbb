// reduce.h - a global friction-contact problem, M v = H r + f and u = H^T v + w, as a local one, u = W r + q.
//
// W = H^T M^-1 H and q = H^T M^-1 f + w. M couples few unknowns with each other where bodies are rigid: its groups of
// coupled unknowns are found, and each is factored on its own (Cholesky).
#ifndef SCREE_FRICTION_REDUCE_H
#define SCREE_FRICTION_REDUCE_H

#include "friction/system.h"

// Unknowns of one group, and groups times the contacts that touch them, are held densely.
enum { FRICTION_GROUP_MOST = 3000 };

typedef struct friction_reduced {
    friction_matrix w; // its arrays are owned by the three pointers below
    double *q;
    int32_t *row, *column;
    double *value;
    int64_t row_room, column_room, value_room;
} friction_reduced;

// Of a problem that has been checked.
scree_status friction_reduce(const friction_given *given, friction_reduced *out,
                             scree_error *error);
void friction_reduced_clear(friction_reduced *reduced);

#endif
