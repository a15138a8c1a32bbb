// stages.h - the stages of a case in words: when each is over, what it sets, and which conditions cannot hold.
#ifndef SCREE_CLI_STAGES_H
#define SCREE_CLI_STAGES_H

#include "console/session.h"

enum { STAGES_ROOM = 900 };

// A line for one stage.
void stages_words(char out[STAGES_ROOM], const session *session, int stage);
// Is it known beforehand that its condition cannot hold? Says why. `world` is that of the start.
bool stages_warning(char out[STAGES_ROOM], const session *session, const world *world, int stage);

#endif
