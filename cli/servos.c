// servos.c - see servos.h.
#include "cli/servos.h"

#include <stdio.h>
#include <stdlib.h>

bool servo_warning(const world *world, int wall, char out[SERVO_ROOM])
{
    char why[200];
    if (!world_servo_doubt(world, wall, why, sizeof why))
        return false;
    snprintf(out, SERVO_ROOM, "the servo of wall `%.60s` %.200s", world_wall_name(world, wall),
             why);
    return true;
}

bool servo_warnings_of(const world *world, servo_warnings *out)
{
    const int walls = world_walls(world);
    *out = (servo_warnings){.text = calloc((size_t)walls + 1, sizeof *out->text)};
    if (!out->text)
        return false;
    for (int k = 0; k < walls; k++)
        out->count += servo_warning(world, k, out->text[out->count]);
    return true;
}

void servo_warnings_clear(servo_warnings *warnings)
{
    free(warnings->text);
    *warnings = (servo_warnings){0};
}
