// moment.h - a moment that is to be shown: grains, contacts and walls, of a world or of a frame that a run has written.
#ifndef SCREE_SHOW_MOMENT_H
#define SCREE_SHOW_MOMENT_H

#include "show/surfaces.h"

// All is owned; start with all zero and use it again and again.
typedef struct record_moment {
    frame frame;
    bool has_contacts, has_walls; // whether the run wrote them
    surfaces surface;             // of the walls, in space; borrowed by surface.drawn
    wall_value *map;              // wall maps; surface.drawn borrows them
    double *map_number;
    char *names; // of the walls, which frame.wall points to
} record_moment;

// The walls of the frame that the moment has, taken of that world, as the frames of a run have them. `maps` may be NULL, and else
// must outlive the moment.
scree_status moment_walls(record_moment *moment, const world *world, wall_maps *maps,
                          scree_error *error);
void record_moment_clear(record_moment *moment);

#endif
