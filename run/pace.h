// pace.h - how fast a run goes, and the progress line that tells it.
#ifndef SCREE_CLI_PACE_H
#define SCREE_CLI_PACE_H

#include "run/output.h"

typedef struct pace {
    bool quiet, terminal;
    double begin, shown; // s
    double saved;        // s, when there was last something to go on from
    int64_t first;       // step at the begin
    double step_seconds; // of one step, lately
    double rate;         // steps per second, outputs and all, over the last minute or so
    double rated;        // s, up to when
    int64_t rated_step;
    int drawn; // signs of the line on the terminal
} pace;

double pace_clock(void); // s, of no particular day

void pace_begin(pace *pace, const output *output, bool quiet);
// Time in which the run stood still, by the word of who looks on, does not count.
void pace_pass(pace *pace, double seconds);
// Brings `rate` up to date.
void pace_gather(pace *pace, const output *output);
void pace_show_now_and_then(pace *pace, output *output);
void pace_wipe(pace *pace);

#endif
