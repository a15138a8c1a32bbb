// series.h - the lists of the frames of a run, one .pvd file for each kind of frame.
#ifndef SCREE_RUN_SERIES_H
#define SCREE_RUN_SERIES_H

#include "run/frames.h"

extern const char *const series_names[SERIES_COUNT];

// A frame that closed a run takes the place of the next regular one; when the run goes on, that one replaces it. False:
// out of memory.
bool series_add(series *series, double time, const char *name);
// Calls `take` for each entry of a .pvd list of our own making, in its order, until that gives false. Without such a file there
// is no entry.
typedef bool series_take(void *context, double time, const char *file);
scree_status series_scan(const char *path, series_take *take, void *context, scree_error *error);
// The number in BASE_000123ENDING (or BASE123ENDING, as the course format has it); -1: it is no such name.
int64_t series_number(const char *name, const char *base, const char *ending);
// Brings the .pvd file up to date.
scree_status series_store(frames *frames, int which, scree_error *error);

#endif
