// session_ranks.h - the other processes of a world that is opened on several ranks.
#ifndef SCREE_CONSOLE_SESSION_RANKS_H
#define SCREE_CONSOLE_SESSION_RANKS_H

#include "console/session.h"

// Begins those that the machine asks for, `made`, or takes those that were given: the options say so to the world.
scree_status ranks_make(const machine *with, world_options *options, local_ranks **made,
                        scree_error *error);
// On the other ranks what takes the place of all that follows: does not return. On rank 0 nothing.
void ranks_obey(const machine *with, const world_options *options, scree_status status,
                world *world);

#endif
