// mpi.h - ranks that mpirun has started, on whatever machines (motion/transport.h), where Scree was built with MPI.
#ifndef SCREE_RANKS_MPI_H
#define SCREE_RANKS_MPI_H

#include "base/fail.h"
#include "motion/transport.h"

#include <stdbool.h>

// Is this one of several processes that were started together?
bool mpi_launched(void);
// Refused where Scree was built without MPI. Ranks but 0 write nothing from here on.
scree_status mpi_begin(const transport **out, scree_error *error);
// On which machines they are, in words (ranks/hosts.h); NULL where mpirun has started none.
const char *mpi_hosts(const transport *ranks);
// All of them have made their world and end together, by the word of rank 0.
void mpi_meet(const transport *ranks);
// The end of this one. Where they have not met, that of all, with that code: the others may wait where this one does not come.
// NULL: there were none.
void mpi_end(const transport *ranks, int code);

#endif
