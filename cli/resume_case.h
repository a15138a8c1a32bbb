// resume_case.h - is the case with which a run goes on still that of its snapshot, and which probes measure as they did?
#ifndef SCREE_CLI_RESUME_CASE_H
#define SCREE_CLI_RESUME_CASE_H

#include "console/session.h"
#include "case/fingerprint.h"
#include "state/image.h"

#include <stdbool.h>

typedef struct resumed_case {
    const session *session;
    const image *state; // of the snapshot
    const char *folder; // of the run
    const char *path;   // of its case
    bool branch;        // it may change what the state has not decided
} resumed_case;

// Refuses with the values before and now. *anew, owned: of each probe of the stage in progress whether it measures something
// else than it did, or is new.
scree_status resume_case_compare(const resumed_case *is, bool **anew, scree_error *error);

// The first setting that makes another run of it, and so needs a folder of its own; NULL: there is none.
const char *resume_case_branching(const settings *set);
// The first of what the state of a snapshot has already decided, which cannot be set any more; NULL: there is none.
const char *resume_case_decided(const settings *set);

// Does anything differ that only a branch may change? All that differs stands in `words`, where that is not NULL.
scree_status resume_case_changed(const resumed_case *is, bool *changed,
                                 char words[CASE_CHANGE_WORDS], scree_error *error);

#endif
