// control.h - what pages ask a run in progress to do: pause, take steps, go on, save, branch. They leave their wishes here; the
// thread that steps comes by between steps.
#ifndef SCREE_VIEW_CONTROL_H
#define SCREE_VIEW_CONTROL_H

#include "run/output.h"
#include "view/branch.h"
#include "view/message.h"

#include <pthread.h>

enum { CONTROL_WORDS = 300, CONTROL_BRANCHES = 16 };

typedef struct control {
    char *case_path; // the resolved case of the run, owned
    bool confine;
    pthread_mutex_t lock; // of all below
    int64_t step;
    bool paused, keep;
    int64_t until;                // step at which it pauses again; INT64_MAX: none
    char kept[CONTROL_WORDS];     // what was saved last, or why not
    char setting[BRANCH_SETTING]; // of a branch that begins with what is kept next; "": none
    branch branch[CONTROL_BRANCHES];
    int branches;
} control;

bool control_begin(control *control, const char *folder, bool confine); // false: no memory
void control_end(control *control);

// By the thread that steps, at that step.
typedef struct orders {
    bool paused, keep;
    int64_t until;
} orders;
orders control_orders(control *control, int64_t step);
void control_keep(control *control, output *output); // saves, and branches where that was asked for

// By pages. *words for the page, borrowed; NULL: there is no such command. Refused: what cannot be done.
scree_status control_act(control *control, const message *message, const char **words,
                         scree_error *error);
// The members "paused", "kept", "branches".
void control_tell(control *control, json *out);

#endif
