// shape_wall.h - what the mesh of `scree shape` is as a wall, of which less is asked than of a body.
#ifndef SCREE_CLI_SHAPE_WALL_H
#define SCREE_CLI_SHAPE_WALL_H

#include "shape/mesh.h"
#include "shape/mesh_file.h"
#include "store/json.h"

// Builds the wall of the soup and drops it again; what was found is in the report.
scree_status shape_wall_look(const mesh_soup *soup, double tolerance, const char *path,
                             mesh_report *report, scree_error *error);
// The line `as a wall`.
void shape_wall_print(const mesh_report *report);
// Lines with the parts of the file that have names.
void shape_wall_parts(const mesh_soup *soup);
// An object `wall`.
void shape_wall_json(json *json, const mesh_report *report);

#endif
