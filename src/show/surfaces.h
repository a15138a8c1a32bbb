// surfaces.h - the walls of a world as triangles, for pictures, views and files: as they stand in a frame, infinite planes cut to a box.
#ifndef SCREE_SHOW_SURFACES_H
#define SCREE_SHOW_SURFACES_H

#include "show/wall_maps.h"
#include "store/vtp.h"
#include "world/world.h"

typedef struct surfaces { // triangles of all walls; owns what `drawn` borrows
    wall_surface drawn;
    v3 *point;
    int64_t (*corner)[3];
    int32_t *wall;
    int64_t point_room, corner_room, wall_room;
} surfaces;

typedef struct surfaces_wish {
    v3 low, high;    // the box, m
    bool only_walls; // without the borders of the domain
    wall_maps *
        maps; // which walls are drawn by the triangles of; their places in it are noted. NULL: none
} surfaces_wish;

// Room for that many; false: out of memory.
bool surfaces_reserve(surfaces *surfaces, int64_t points, int64_t triangles);
void surfaces_clear(surfaces *surfaces);
// The triangles of all walls that are there.
scree_status surfaces_make(surfaces *surfaces, const world *world, const frame *seen,
                           const surfaces_wish *wish, scree_error *error);
// The same with the borders of the domain and without maps.
scree_status surfaces_of_walls(surfaces *surfaces, const world *world, const frame *seen, v3 low,
                               v3 high, scree_error *error);
// What the maps know of the triangles that were made with them, which `drawn` then borrows.
scree_status surfaces_value(surfaces *surfaces, wall_maps *maps, scree_error *error);

#endif
