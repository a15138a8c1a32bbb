// scenes_nonsmooth.h - texts of the scenes of the nonsmooth solver; scenes.c lists them.
#ifndef SCREE_TESTS_SCENES_NONSMOOTH_H
#define SCREE_TESTS_SCENES_NONSMOOTH_H

#include <stdbool.h>

extern const char nonsmooth_bed_text[], nonsmooth_sticky_text[], nonsmooth_stirred_text[],
    nonsmooth_mesh_text[], nonsmooth_hubs_text[], nonsmooth_stream_text[], nonsmooth_solids_text[],
    nonsmooth_outlines_text[];

bool nonsmooth_write_hubs(const char *path); // the table that the scene of hubs reads

#endif
