// turning.h - how the grains of a set begin turned, and whether they may turn.
#ifndef SCREE_CASE_TURNING_H
#define SCREE_CASE_TURNING_H

#include "case/reader.h"
#include "state/model.h"

// A turn that is meant from the axes in which a shape is given, of its principal axes.
v3 turning_of_principal_axes(v3 turn, q4 axes);

// Takes the key `locked`. A ball whose set is locked becomes a clump of one ball, which moves as a whole. False where grains turn, and with a fault.
bool turning_locked(reader *reader, node *map, model *model, int shape);
// Grains that cannot turn have no spin.
void turning_check(reader *reader, const node *spin, const model_grains *grains);

#endif
