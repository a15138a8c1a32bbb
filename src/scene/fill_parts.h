// fill_parts.h - what the files fill*.c share.
#ifndef SCREE_SCENE_FILL_PARTS_H
#define SCREE_SCENE_FILL_PARTS_H

#include "scene/fill.h"

typedef struct fill_list {
    v3 *at;
    double *radius; // both owned
    int count;
    int64_t at_room, radius_room;
} fill_list;

void fill_list_clear(fill_list *list);
bool fill_list_add(fill_list *list, v3 at, double radius); // false: no memory

// Gives the balls to `out`, seen from the centre of mass (in space in the principal axes).
void fill_finish(fill_list *list, const mass_properties *properties, bool flat, model_clump *out,
                 fill_report *report);

#endif
