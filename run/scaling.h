// scaling.h - what scaled masses do to a run, in words and as JSON; nothing where masses are as they are.
#ifndef SCREE_CLI_SCALING_H
#define SCREE_CLI_SCALING_H

#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { SCALING_ROOM = 320 };

bool scaling_words(char out[SCALING_ROOM], const model *model);
void scaling_json(json *json, const model *model); // `mass_scaling`

#endif
