// colour.h - what grains may be coloured by: words such as `speed`, and every column of frames (docs/columns.md) with one number,
// of vectors the length, or with .x, .y, .z a component.
#ifndef SCREE_VIEW_COLOUR_H
#define SCREE_VIEW_COLOUR_H

#include "state/frame.h"
#include "state/model.h"
#include "state/tables.h"

typedef struct view_colour {
    char name[64];
    const char *unit; // "1": none
    bool kinds;       // whole numbers that stand for sets, shapes, materials
    bool whole;       // a short look does not know it
    const column *column;
    int component; // -1: the number, or the length
    v3 along;      // of height; zero: another
} view_colour;

// False: there is nothing of that name.
bool view_colour_find(view_colour *colour, const char *name, const model *model);
double view_colour_value(const view_colour *colour, const frame_balls *balls, int64_t i);
// All of them, in the order in which a page offers them: the i-th, false behind the last.
bool view_colour_at(view_colour *colour, int i, const model *model);
// What is upwards: against gravity, else z, in the plane y.
v3 view_upwards(const model *model);

#endif
