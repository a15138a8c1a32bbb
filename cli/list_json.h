// list_json.h - what `scree list` tells, as one JSON object for programs: each plug-in with its rows, cards of materials,
// columns, cases to start from.
#ifndef SCREE_CLI_LIST_JSON_H
#define SCREE_CLI_LIST_JSON_H

#include "case/case.h"

// One topic, or all where it is NULL. False, with nothing printed: there is none of that name.
bool list_json(const case_families *families, const char *topic);

#endif
