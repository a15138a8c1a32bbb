// parameters.h - the numbers of a case that a branch of its run may change, for sliders.
#ifndef SCREE_VIEW_PARAMETERS_H
#define SCREE_VIEW_PARAMETERS_H

#include "store/json.h"

#include <stdbool.h>

enum { PARAMETERS_MOST = 200 };

// The members "kind" and "parameters": of each its key as --set takes it, and its number and unit. `path` is the resolved case of a run; NULL: there are none.
void view_parameters_write(json *out, const char *path);
// Is that one of them?
bool view_parameters_has(const char *path, const char *key);

#endif
