// depths.h - in words how deep contacts will get, and a warning where run.deepest_overlap would stop the run. The
// forecast is made of a world at its start.
#ifndef SCREE_CLI_DEPTHS_H
#define SCREE_CLI_DEPTHS_H

#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { DEPTHS_ROOM = 600 };

// False where nothing is known, as of grains with corners alone.
bool depths_words(char out[DEPTHS_ROOM], const model *model, const depth_forecast *forecast);
bool depths_warning(char out[DEPTHS_ROOM], const model *model, const depth_forecast *forecast);
void depths_json(json *json, const model *model,
                 const depth_forecast *forecast); // an object `overlap`

#endif
