// stage_end.h - when a stage is over at the latest.
#ifndef SCREE_STATE_STAGE_END_H
#define SCREE_STATE_STAGE_END_H

#include "state/model.h"

// By the clock of the run, s, of a stage that begins at `begun`: by its time, by its limit, or by a condition of time that
// is known to come true, as `time >= 5 s`; at the next look at it. INFINITY where that is not known.
double stage_latest_end(const model_stage *stage, double begun);

#endif
