// scenes_sticky.h - texts of the scenes of grains with corners that attract; scenes.c lists them.
#ifndef SCREE_TESTS_SCENES_STICKY_H
#define SCREE_TESTS_SCENES_STICKY_H

extern const char sticky_solids_text[], sticky_outlines_text[], nonsmooth_sticky_solids_text[];

#endif
