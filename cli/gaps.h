// gaps.h - the narrowest places between walls and the openings in them, in diameters of the largest grain, for `scree check`.
#ifndef SCREE_CLI_GAPS_H
#define SCREE_CLI_GAPS_H

#include "scene/gaps.h"
#include "store/json.h"
#include "world/world.h"

enum { GAPS_MOST = 8, GAPS_ROOM = 400 };

typedef struct gaps {
    gap item[GAPS_MOST]; // the narrowest first
    int count;
    double largest, smallest; // diameters of grains, m
} gaps;

// As the walls stand now. None in two dimensions, without walls, and where there is nothing to go by: no grain now, and none
// to come.
scree_status gaps_of(world *world, gaps *out, scree_error *error);
// Where, how wide, how many grains wide.
void gaps_words(char out[GAPS_ROOM], const world *world, const gaps *gaps, int number);
// False where the largest grain goes through.
bool gaps_warning(char out[GAPS_ROOM], const world *world, const gaps *gaps, int number);
void gaps_json(json *json, const world *world, const gaps *gaps);

#endif
