// share.h - frames that a world shares (scree/share.h) while it takes steps.
#ifndef SCREE_API_SHARE_H
#define SCREE_API_SHARE_H

#include "api/objects.h"

// At most so many steps may be taken at once; INT64_MAX: any.
int64_t share_next(const scree_world *handle);
// Does it go by a clock, so that few steps are to be taken at once?
bool share_by_clock(const scree_world *handle);
// After some steps: puts a frame where one is due; where `ends`, the call that takes steps is over.
scree_status share_pass(scree_world *handle, bool ends, scree_error *error);
void share_forget(scree_world *handle);

#endif
