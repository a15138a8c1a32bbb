// rank_costs.h - what ranks that share the grains of a case own, how long a step takes each, and how many of them pay.
#ifndef SCREE_CLI_RANK_COSTS_H
#define SCREE_CLI_RANK_COSTS_H

#include "console/args.h"
#include "store/json.h"
#include "world/world.h"

#include <stdbool.h>

enum { RANK_COSTS_ROOM = 600 };

// As measured of the parts of one process, which stand for ranks.
typedef struct rank_costs {
    int ranks;                    // 1: nothing is to be told
    double balls, balls_most;     // of a rank: in the mean, the most
    double ghosts, ghosts_most;   // likewise, its share of copies: they over the balls that it owns
    double seconds, seconds_most; // of a step
    double alike;                 // of them for what each rank does of all contacts, by impulses
    double memory; // of the rank with the most balls and copies, bytes, once grains are dealt out
    double memory_all; // of rank 0 where it looks at all grains, bytes
    int64_t pays;      // up to so many ranks; 0: unknown
} rank_costs;

// The parts of this process that stand for so many ranks; ARGS_GO_ON or an exit code.
int rank_costs_begin(machine *with, int64_t ranks);
// What was seen of the case in one process, whose world has taken steps.
typedef struct rank_sample {
    int dimensions;
    double memory; // bytes
    double step;   // processor time of a step, s; 0: not known
} rank_sample;
rank_costs rank_costs_of(world *world, const rank_sample *seen);
// False where there is one rank.
bool rank_costs_words(char out[RANK_COSTS_ROOM], const rank_costs *costs);
void rank_costs_json(json *json, const rank_costs *costs);

#endif
