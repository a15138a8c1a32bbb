// network_of.h - the network of contacts of a world with the nonsmooth solver, for tests that look inside.
#ifndef SCREE_TESTS_NETWORK_OF_H
#define SCREE_TESTS_NETWORK_OF_H

#include "nonsmooth/impulses.h"
#include "nonsmooth/stages.h"
#include "world/internal.h"

static inline ns_solver *network_of(const world *w)
{
    return &((impulses *)w->solver)->solver;
}

#endif
