// falling.h - see falling.c.
#ifndef SCREE_NONSMOOTH_FALLING_H
#define SCREE_NONSMOOTH_FALLING_H

#include "nonsmooth/impulses.h"

// Adds to the velocities of the movers what gravity and forces without contact make of them in a step. False without memory.
bool impulses_fall(impulses *impulses);

#endif
