// early_sends.h - ghosts go to other ranks while a step is at work; of exchange_ranks.c and lists.c alone.
#ifndef SCREE_WORLD_EARLY_SENDS_H
#define SCREE_WORLD_EARLY_SENDS_H

#include "world/internal.h"

// Once lists are built and links are made: in which order blocks are worked on, and which of them has what to send. False without
// memory.
bool early_sends_plan(world *world);
// Before the step of the solver, where nothing else changes bodies before they are sent.
void early_sends_begin(world *world);
// Once it is done. False: blocks have written nothing into the rooms of the transport.
bool early_sends_end(world *world);
void early_sends_free(world *world);

#endif
