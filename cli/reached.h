// reached.h - what the run of a snapshot is called, and how far it has come.
#ifndef SCREE_CLI_REACHED_H
#define SCREE_CLI_REACHED_H

#include "state/image.h"
#include "store/json.h"

typedef struct reached {
    char title[200]; // empty: none is known
    double time;     // s; NAN where the image does not tell
    int64_t step;
    double end;   // s; INFINITY where the case does not say it
    double share; // of the whole run; NAN where its end is not known
} reached;

reached reached_of_image(const image *im);
void reached_print(const reached *is);
void reached_json(json *json, const reached *is);

#endif
