// reached.h - what the run of a snapshot is called, and how far it has come.
#ifndef SCREE_CLI_REACHED_H
#define SCREE_CLI_REACHED_H

#include "state/image.h"
#include "store/json.h"
#include "world/world.h"

typedef struct reached {
    char title[200]; // empty: none is known
    double time;     // s; NAN where the image does not tell
    int64_t step;
    double end;       // s; INFINITY where the case does not say it
    double share;     // of the whole run; NAN where its end is not known
    stage_mark stage; // number -1: it has none, or has not begun
    int stages;       // 0: it has none, or how many is not known
    char until[200];  // the condition that the stage waits for; empty: none
    double lasts; // s, how long that stage goes, or waits at most; INFINITY: to the end of the run
    bool over;    // nothing of the run is to come
} reached;

reached reached_of_image(const image *im);
void reached_print(const reached *is);
void reached_print_stage(const reached *is); // nothing where there is none
void reached_json(json *json, const reached *is);

#endif
