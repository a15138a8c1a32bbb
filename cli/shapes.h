// shapes.h - the shapes of a case in words and as JSON: volume, mass, principal inertia, size, parts.
#ifndef SCREE_CLI_SHAPES_H
#define SCREE_CLI_SHAPES_H

#include "state/model.h"
#include "store/json.h"

#include <stdbool.h>

enum { SHAPE_WORDS = 400 };

// What the shape is made of in the case: the first material of grains that have it; -1: none has.
int shape_material(const model *model, int shape);
// A ball has the radius in the middle of its range.
void shape_words(const model *model, int shape, char out[SHAPE_WORDS]);
// The same in short, for a picture: form, size.
void shape_summary(const model *model, int shape, char out[SHAPE_WORDS]);
// A shape that no design has: larger than the domain. A wrong unit is the usual reason. False: nothing to warn of.
bool shape_warning(const model *model, int shape, char out[SHAPE_WORDS]);
void shape_json(json *json, const char *key, const model *model, int shape);
void shapes_json(json *json, const model *model); // "shapes": [...]

#endif
