// local.h - ranks as processes of this machine: one transport over memory that they share (motion/transport.h).
#ifndef SCREE_RANKS_LOCAL_H
#define SCREE_RANKS_LOCAL_H

#include "motion/transport.h"

#include <stdbool.h>

enum { LOCAL_RANKS_MOST = 64 };

typedef struct local_ranks local_ranks;

// Makes the other ranks, copies of this process, which has no threads yet: returns in all of them, with their number in the
// transport; NULL, in this process alone, where the system gives no more memory or processes. The others write nothing, ignore
// the signals that ask a program to end, and end with this one. `threads` is how many a rank is going to have: ranks that
// would share a core wait in their sleep.
local_ranks *local_begin(int ranks, int threads);
const transport *local_transport(const local_ranks *local);
// Rank 0 ends the others, if they have not ended.
void local_end(local_ranks *local);

// What rank 0 calls where another rank has ended or cannot go on, to say why on stderr and end; NULL: it only says so.
void local_last_words(local_ranks *local, void (*end)(void *context, const char *why),
                      void *context);

#endif
