// scene_files.h - the files that scenes read: a floor as a mesh, rocks with dust as a table.
#ifndef SCREE_TESTS_SCENE_FILES_H
#define SCREE_TESTS_SCENE_FILES_H

#include "state/model.h"

// Writes the files that a model names as `scene-floor.stl` and `scene-hubs.csv` into a temporary folder of this
// process, which goes when the process ends, and lets the model name them there.
bool scene_files_settle(model *m);

#endif
