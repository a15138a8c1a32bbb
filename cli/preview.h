// preview.h - a picture of a case at its start, for scree check --picture FILE.
#ifndef SCREE_CLI_PREVIEW_H
#define SCREE_CLI_PREVIEW_H

#include "console/session.h"

typedef struct preview_wish {
    const char *path; // NULL: no picture
    const char *size; // "640x480"; NULL: the default
    bool force;       // write over a file?
} preview_wish;

scree_status preview_write(const session *session, world *world, const preview_wish *wish,
                           scree_error *error);

#endif
