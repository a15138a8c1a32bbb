// shape_look.h - what `scree shape` has found out of a mesh file, and its picture.
#ifndef SCREE_CLI_SHAPE_LOOK_H
#define SCREE_CLI_SHAPE_LOOK_H

#include "shape/mesh_file.h"
#include "shape/solid.h"

typedef struct shape_options {
    const char *unit, *picture;
    double scale, tolerance;
    bool as_json, as_wall;
} shape_options;

typedef struct shape_look {
    const char *path;
    const shape_options *with;
    mesh_soup soup;
    solid solid;
    solid_report report;
    mass_properties mass; // of density one
    double hull_share;    // of the volume of the convex hull; 0: not known
    mesh_report wall;     // the same mesh as a wall
    scree_status status;  // of what was asked for: a body, or a wall
    scree_error error;
} shape_look;

// The picture that `with` asks for: a sound body as it was healed, any other, and a wall, as it stands in the file,
// with its flaws marked.
scree_status shape_look_draw(const shape_look *look, scree_error *error);

#endif
