// meshes.h - how large the meshes of walls are, beside the domain and the grains: a file in millimetres that is read as
// metres is a thousand times too large, and passes all other checks.
#ifndef SCREE_CLI_MESHES_H
#define SCREE_CLI_MESHES_H

#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { MESHES_ROOM = 1600 };

// What was read and healed, where the mesh is at the start, and how long its edges are. False: the wall is no mesh.
bool meshes_words(char out[MESHES_ROOM], const world *world, int wall);
// False where its size and place are nothing to wonder at.
bool meshes_warning(char out[MESHES_ROOM], const world *world, int wall);
// Parts of its file that no wall takes, or that two walls take; told at the first wall of the file. False: there are none.
bool meshes_parts_warning(char out[MESHES_ROOM], const world *world, int wall);
// Objects `meshes` (words by the names of walls) and `mesh_warnings` (the same, of those that have one).
void meshes_json(json *json, const world *world);

#endif
