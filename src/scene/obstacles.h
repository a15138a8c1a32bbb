// obstacles.h - the walls of a case as they stand at the start, for those who place grains.
#ifndef SCREE_SCENE_OBSTACLES_H
#define SCREE_SCENE_OBSTACLES_H

#include "base/fail.h"
#include "state/model.h"

typedef struct obstacles obstacles;

// The walls and the planes of the domain. Files are relative to `folder`.
scree_status obstacles_make(const model *model, const char *folder, obstacles **out,
                            scree_error *error);
void obstacles_free(obstacles *obstacles); // NULL is fine
// Is every wall farther from the surface of a ball than that, m?
bool obstacles_clear(const obstacles *obstacles, v3 at, double radius, double gap);
// How deep a ball stands in the wall in which it stands deepest, m; 0: in none.
double obstacles_depth(const obstacles *obstacles, v3 at, double radius);

#endif
