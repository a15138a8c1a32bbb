// onlooker.h - who looks on while a run goes: a view in a browser. The thread that steps calls it between steps.
//
// It looks at the world and changes nothing, so a run has the same bits with and without one.
#ifndef SCREE_CLI_ONLOOKER_H
#define SCREE_CLI_ONLOOKER_H

#include <stdbool.h>
#include <stdint.h>

struct output;
struct pace;

typedef struct onlooker {
    void *self;
    // Returns the most steps until it is asked again, at least 1. It may let the run stand still before that, *paused, and
    // does not once run_is_asked_to_stop.
    int64_t (*between)(void *self, struct output *output, const struct pace *pace, bool *paused);
    void (*told)(void *self, const char *warning);
} onlooker;

#endif
