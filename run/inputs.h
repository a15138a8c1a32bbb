// inputs.h - the case of a run with all that it needs: the resolved text, and copies of the meshes and tables it names.
//
// A run's folder is complete in itself: it can be moved, resumed and repeated without the folder of the case.
#ifndef SCREE_CLI_INPUTS_H
#define SCREE_CLI_INPUTS_H

#include "case/case.h"
#include "store/owned.h"
#include "world/world.h"

// A case that was read: its model, the folder that its files are relative to, and what was chosen where it says `auto`.
typedef struct read_case {
    const model *model;
    const step_choice *chosen;
    const char *folder;
    const case_families *families;
} read_case;

// Copies the files that the model names to inputs/ beside the results and gives the resolved case that names the
// copies; owned by the caller. What was chosen replaces `auto`.
scree_status inputs_resolve(const read_case *given, owned *files, char **text, scree_error *error);

// The paths of those files, owned, ending in NULL; NULL when out of memory.
char **inputs_paths(const model *model, const char *source);
void inputs_paths_free(char **paths);

#endif
