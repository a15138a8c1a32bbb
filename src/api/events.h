// events.h - calls of a program at times and conditions, as scree/event.h has them, for what takes steps.
#ifndef SCREE_API_EVENTS_H
#define SCREE_API_EVENTS_H

#include "api/objects.h"

// Calls all that are due at the step to which the world has come. *stops: one of them wants no more steps.
scree_status events_call(scree_world *handle, bool *stops, scree_error *error);
// The step of the next call; INT64_MAX: there is none.
int64_t events_next(const scree_world *handle);
// Tells conditions which grains came and went in the last steps.
scree_status events_pass(scree_world *handle, scree_error *error);
void events_forget(scree_world *handle);

#endif
