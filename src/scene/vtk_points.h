// vtk_points.h - points with their arrays from a VTK file: legacy (.vtk) or XML (.vtp, .vtu), as text or binary.
//
// Read are the places of the points and the arrays of numbers over them; of XML, where they are asked for, also the arrays
// over cells and which points the cells have. Sources: VTK User's
// Guide, "VTK File Formats" (legacy up to version 5.1, XML up to 2.x); what other programs of the field write is told in
// docs/packings.md.
#ifndef SCREE_SCENE_VTK_POINTS_H
#define SCREE_SCENE_VTK_POINTS_H

#include "base/fail.h"

#include <stdbool.h>
#include <stdint.h>

// An array of numbers, tuples * components values; name and values are owned.
typedef enum vtk_part {
    VTK_POINT_DATA, // a tuple for each point
    VTK_CELL_DATA,  // a tuple for each cell
    VTK_LINES,      // `connectivity` and `offsets` of the cells of that kind
    VTK_POLYS,
    VTK_FIELD_DATA, // of the file as a whole
} vtk_part;

typedef struct vtk_field {
    char *name;
    vtk_part part;
    int components;
    int64_t tuples;
    double *value;
} vtk_field;

// `place` has 3 components, m or whatever the file is in.
typedef struct vtk_points {
    vtk_field place;
    vtk_field *field; // owned
    int count;
} vtk_points;

// SCREE_BAD_INPUT names the file and what is wrong with it; `out` is empty then.
scree_status vtk_points_read(const char *path, vtk_points *out, scree_error *error);
// The same with all parts of a file in XML that are numbers. A file without a point is read as well.
scree_status vtk_parts_read(const char *path, vtk_points *out, scree_error *error);
void vtk_points_clear(vtk_points *points);
// The field of that name over points, upper and lower case alike; NULL: there is none.
const vtk_field *vtk_points_find(const vtk_points *points, const char *name);
const vtk_field *vtk_parts_find(const vtk_points *points, vtk_part part, const char *name);

#endif
