// wall_maps.h - what probes know of the triangles of walls, as cell arrays of the frames of walls.
//
// A wall that has such probes is drawn by the triangles of the first of them. Probes of one kind share arrays, LAW_COLUMN with
// `_` for `-`, of which each has the part of its wall. A second probe of the kind on a wall, and one that cuts the wall
// otherwise than the first, has its own file alone.
#ifndef SCREE_SHOW_WALL_MAPS_H
#define SCREE_SHOW_WALL_MAPS_H

#include "measure/probe.h"
#include "store/vtp.h"

typedef struct wall_map {
    const char *wall, *law;  // names, borrowed
    const struct mesh *mesh; // in the frame of the wall; borrowed
    probe_table table;       // rows are triangles
    int64_t first;           // of them among those of all walls; -1: not shown
} wall_map;

typedef struct wall_maps {
    wall_map *map;
    int count;
    // Of all triangles of walls; nan where the map is of another wall.
    wall_value *value;
    double *number;
    int values;
} wall_maps;

// How the frames of walls call that column of a probe: "wall_map_pressure".
void wall_map_name(const char *law, const char *column, char *out, size_t room);
// Is there such a column? Then its unit, "" where it has none.
bool wall_map_unit(const char *name, const char **unit);

// A probe that is at work.
typedef struct wall_probe {
    const probe *is;
    const choice *asked;
    probe_state *state;
} wall_probe;
// The maps of those of the probes that have one, as they stand. What was there is forgotten.
scree_status wall_maps_take(wall_maps *maps, const model *model, const wall_probe *probe, int count,
                            scree_error *error);
// The array to look at first, the pressure of the first map; NULL: there is none.
const char *wall_maps_shown(const wall_maps *maps);
void wall_maps_clear(wall_maps *maps);

// By whose triangles a wall is drawn; NULL: by its own.
const wall_map *wall_maps_of(const wall_maps *maps, const char *wall);
// Those of the wall begin at that one.
void wall_maps_place(wall_maps *maps, const char *wall, int64_t first);
// Once all walls are drawn, with so many triangles in all: the arrays.
scree_status wall_maps_fill(wall_maps *maps, int64_t triangles, scree_error *error);

#endif
