// judge.h - whether the condition of a stage holds: the values of its variables, as a frame and probes of its own show
// them. What probes keep between two looks is part of the state.
#ifndef SCREE_WORLD_JUDGE_H
#define SCREE_WORLD_JUDGE_H

#include "state/image.h"
#include "world/world.h"

typedef struct judge judge;

// For the condition of a stage; the model is that of the stage.
scree_status judge_make(const model *model, const condition *condition, judge **out,
                        scree_error *error);
void judge_free(judge *is);
bool judge_wants_traffic(const judge *is); // grains that come and go
// Looks for the first time where probes remember what they saw.
scree_status judge_begin(judge *is, world *world, scree_error *error);
scree_status judge_look(judge *is, world *world, bool *holds, scree_error *error);
scree_status judge_pass(judge *is, const frame_balls *arrived, const frame_balls *departed,
                        scree_error *error);
// The values at the last look, in the order of the variables; none before.
const double *judge_values(const judge *is);

bool judge_save(const judge *is, image *im); // false: no memory
// But for probes that begin anew (world_options.anew), which judge_begin is then asked to sample.
scree_status judge_load(judge *is, const image *im, const bool *anew, scree_error *error);

#endif
