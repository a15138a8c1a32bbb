// wall_mesh.h - the surface of a wall as triangles in its own frame, no longer than asked for, and which of them a point is in.
#ifndef SCREE_MEASURE_WALL_MESH_H
#define SCREE_MEASURE_WALL_MESH_H

#include "measure/probe.h"
#include "shape/mesh.h"

typedef struct wall_mesh {
    mesh *mesh;    // owned, in the frame of the wall
    v3 reference;  // where that stands when the case begins, m
    v3 *point;     // of its vertices then
    double *area;  // of each triangle, m^2
    double finest; // distance at which looking for a triangle begins, m
} wall_mesh;

enum { WALL_MESH_MOST = 100000 }; // triangles

#define WALL_MESH_ROWS                                                                             \
    {"wall",                                                                                       \
     ROW_TEXT,                                                                                     \
     "1",                                                                                          \
     ROW_REQUIRED,                                                                                 \
     0,                                                                                            \
     0,                                                                                            \
     "name of the wall; a boundary of the domain is domain-x-low, domain-x-high, ..."},            \
    {                                                                                              \
        "cell", ROW_REAL, "m", ROW_OPTIONAL, ROW_POSITIVE, ROW_ANY_HIGH,                           \
            "triangles with longer edges are cut in two; default: as they are"                     \
    }

// By these rows. Refused: walls that are not there, and 2D.
scree_status wall_mesh_read(const choice *choice, const model *model, const char *law,
                            wall_mesh *out, scree_error *error);
// Of the wall of that name, or of a boundary of the domain. `longest`: edges are cut in two until none is longer, m;
// INFINITY: they stay as they are. An infinite plane is cut to the domain.
scree_status wall_mesh_make(const model *model, const char *name, double longest, const char *law,
                            wall_mesh *out, scree_error *error);
void wall_mesh_clear(wall_mesh *is);
// The triangle nearest to a point in the frame of the wall; -1: it has none.
int32_t wall_mesh_find(const wall_mesh *is, v3 point);

// What is known around a place. Its triangle stays the nearest as long as a point has moved less than half of what the second
// is farther away. All triangles nearer than `clear` are listed: as long as a point is nearer to one of them than the border
// of that ball, the nearest of all is among them.
enum { WALL_AROUND_MOST = 8 };
typedef struct wall_around {
    v3 found_at;     // m
    double own;      // that far around it, m, the nearest triangle is...
    int32_t nearest; // ...this one
    v3 place;        // m
    double clear;    // m; 0: nothing is known
    int32_t triangle[WALL_AROUND_MOST];
    int count;
} wall_around;
// The same triangle as wall_mesh_find, sooner where `around` still tells; else that is looked for anew.
int32_t wall_mesh_find_around(const wall_mesh *is, v3 point, wall_around *around);

// The middle of a triangle when the case begins.
v3 wall_mesh_middle(const wall_mesh *is, int32_t triangle);
probe_surface wall_mesh_surface(const wall_mesh *is);

#endif
