// ids.h - which slot a grain of that id is in.
#ifndef SCREE_MOTION_IDS_H
#define SCREE_MOTION_IDS_H

#include "state/bodies.h"

// Slots sorted by id. False: out of memory; it is to be cleared all the same.
typedef struct body_ids {
    struct sort_pair *pair;
    int32_t count;
} body_ids;

bool body_ids_make(const bodies *bodies, body_ids *ids);
bool ghost_ids_make(const bodies *bodies, body_ids *ids); // of ghosts alone
void body_ids_clear(body_ids *ids);
int32_t body_ids_slot(const body_ids *ids, int64_t id); // -1: it is not there

#endif
