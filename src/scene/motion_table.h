// motion_table.h - a motion written down at times: places and turns, or velocities and spins, and what is in between.
#ifndef SCREE_SCENE_MOTION_TABLE_H
#define SCREE_SCENE_MOTION_TABLE_H

#include "base/fail.h"
#include "base/vec.h"

#include <stdbool.h>

typedef enum table_turns { TABLE_NO_TURNS, TABLE_ANGLE, TABLE_ORIENTATION } table_turns;

// What stands at a time. Of velocities, place and orientation are what they have led to since the first row.
typedef struct table_row {
    double time; // s
    v3 place, slope;
    double angle, angle_slope; // rad, about the axis of the drive
    q4 turn, turn_slope;       // of the orientation, not of unit length
    v3 velocity, spin;         // m/s, rad/s
    v3 way;                    // rotation vector from this orientation to that of the next row, rad
} table_row;

typedef struct motion_table {
    table_row *row; // times rise
    int rows, room;
    bool velocities;
    table_turns turns;
    v3 whole; // rotation vector from the first orientation to the last, rad
} motion_table;

// How the motion goes from row to row, and on after the last.
typedef struct table_course {
    bool cubic, repeats;
} table_course;

// Since the first row: how far, how fast; turned by `turn` before, or by `angle` about an axis.
typedef struct table_motion {
    v3 shift, velocity;
    q4 turn;
    v3 spin;
    double angle, rate;
} table_motion;

// The table in a file of text; lengths in it are multiplied by `scale`. All faults of its lines go into `faults` (may be
// NULL), the first into `error`. The caller frees.
scree_status motion_table_read(const char *path, double scale, fault_list *faults,
                               motion_table **out, scree_error *error);
void motion_table_free(void *table);

// At a time from the beginning of the motion, s. Before the first row, and after the last where nothing repeats, it stands.
table_motion motion_table_at(const motion_table *table, table_course course, double time);
double motion_table_period(const motion_table *table); // s

#endif
