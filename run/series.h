// series.h - the lists of the frames of a run, one .pvd file for each kind of frame.
#ifndef SCREE_RUN_SERIES_H
#define SCREE_RUN_SERIES_H

#include "run/frames.h"

extern const char *const series_names[SERIES_COUNT];

// A frame that closed a run takes the place of the next regular one; when the run goes on, that one replaces it. False:
// out of memory.
bool series_add(series *series, double time, const char *name);
// Brings the .pvd file up to date.
scree_status series_store(frames *frames, int which, scree_error *error);

#endif
