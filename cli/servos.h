// servos.h - what a case can know of its servos before the run: those that do not come to their grains, or cannot hold.
#ifndef SCREE_CLI_SERVOS_H
#define SCREE_CLI_SERVOS_H

#include "run/aims.h"
#include "world/world.h"

enum { SERVO_ROOM = 300 };
// False: there is nothing to say of that wall.
bool servo_warning(const world *world, int wall, char out[SERVO_ROOM]);

// The same of walls that a stage puts up; false too where that stage cannot begin, which is told elsewhere.
bool servo_stage_warning(world *world, int stage, char out[SERVO_ROOM]);

// The same of the stresses of a cell of balls at rest, which its limit of rate keeps too loose to touch; false too without
// memory to look.
bool servo_cell_warning(world *world, char out[SERVO_ROOM]);

// What there is to say of all walls at one time, and the areas on which pressures press then. Release with servo_warnings_clear.
typedef struct servo_warnings {
    char (*text)[SERVO_ROOM];
    int count;
    aims_area *area;
    int areas;
} servo_warnings;
// False without memory.
bool servo_warnings_of(world *world, servo_warnings *out);
void servo_warnings_clear(servo_warnings *warnings);

#endif
