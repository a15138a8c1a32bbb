// probe_faults.h - all probes that a case cannot have, told at once.
#ifndef SCREE_CLI_PROBE_FAULTS_H
#define SCREE_CLI_PROBE_FAULTS_H

#include "console/session.h"
#include "world/world.h"

// Tells the error, and where a probe is at fault all others that are, too. Returns the exit code.
int probe_faults_give_up(const session *session, const world *world, const scree_error *error);

#endif
