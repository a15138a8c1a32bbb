// freedom.h - what may differ between two cases of which one goes on with the state of the other: a run that is resumed
// in place, a branch, a stage of a run.
#ifndef SCREE_CASE_FREEDOM_H
#define SCREE_CASE_FREEDOM_H

#include "case/changes.h"

// What changes no physics (titles, output, new probes, the length of the run); what a stage and a branch may change; what
// a branch alone may change, for it writes into a folder of its own; what the state has decided.
typedef enum case_freedom { CHANGE_FREE, CHANGE_STAGE, CHANGE_BRANCH, CHANGE_DECIDED } case_freedom;

case_freedom case_freedom_of_change(const case_difference *change);
// The least freedom that a setting of that key may need, such as "materials.glass.young".
case_freedom case_freedom_of(const char *path);

// What may be changed, in words, for hints.
extern const char case_branch_hint[], case_stage_hint[];

#endif
