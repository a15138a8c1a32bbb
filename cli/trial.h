// trial.h - grains of the streams of a case, side by side, to see what their steps cost on this machine.
#ifndef SCREE_CLI_TRIAL_H
#define SCREE_CLI_TRIAL_H

#include "console/session.h"

// The model must outlive the world; both are for trial_clear.
typedef struct trial {
    model model;
    world *world; // NULL: none could be made
    bool open;
} trial;

// At most `count` grains; the steps are those of `like`. Without streams, and where it cannot be made, there is no world.
void trial_make(const session *session, const world *like, double count, int threads, trial *out);
void trial_clear(trial *trial);

#endif
