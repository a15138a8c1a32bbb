// preview.h - a picture of a case at its start, for scree check --picture FILE.
#ifndef SCREE_CLI_PREVIEW_H
#define SCREE_CLI_PREVIEW_H

#include "console/session.h"

// Refuses to write over a file, but with `force`.
scree_status preview_write(const session *session, world *world, const char *path, bool force,
                           scree_error *error);

#endif
