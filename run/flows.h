// flows.h - what came and went in a run, in words and as JSON: grains of streams, removed ones, lost ones; streams that
// cannot keep their rate.
#ifndef SCREE_CLI_FLOWS_H
#define SCREE_CLI_FLOWS_H

#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { FLOW_ROOM = 320 };

// "1,200 streamed in, 30 removed, 2 lost", of what is not zero; returns `out`, which is empty where all is.
const char *flows_words(char out[FLOW_ROOM], world_flows flows);
void flows_json(json *json, world_flows flows); // an object `flow`

void streams_json(json *json,
                  const world *world); // a list `streams`; nothing where the case has none
// How a stream falls short of its rate; empty where it never did.
const char *stream_words(char out[FLOW_ROOM], stream_tally tally);

#endif
