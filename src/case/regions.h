// regions.h - the section `regions` of a case, and regions that stand where one is named.
//
// A region is made as soon as it is read, of those before it, so that faults in it are told with all others of the file.
// One that is given in place goes into the list of the model as well, behind those before it, under a name of its own, and
// the resolved case has it in its section.
#ifndef SCREE_CASE_REGIONS_H
#define SCREE_CASE_REGIONS_H

#include "case/reader.h"

// To be called when the domain is known.
void part_regions(reader *reader, node *map, model *model);
// The number of the region that is named or given there, -1 with a fault (and -1 for NULL). `user` names the thing that it
// is for.
int region_read(reader *reader, node *node, model *model, const char *user);
// The region made, NULL where there is none: after a fault, and where only the text of the case is asked for.
const struct region *region_of(const model *model, int number);

// The box of something that has a region or the corners of a box, given by `low` and `high` or by `inside`.
typedef struct placed_box {
    int region; // -1: none
    v3 low, high;
} placed_box;
void region_read_box(reader *reader, node *map, model *model, const char *user, placed_box *out);

#endif
