// walls.h - walls that a drive moves, as a world keeps them from step to step.
#ifndef SCREE_MOTION_WALLS_H
#define SCREE_MOTION_WALLS_H

#include "motion/aim.h"
#include "collide/wall_faces.h"
#include "scene/drive.h"
#include "scene/surface.h"
#include "state/model.h"

// Where a branch gave a wall another motion: it began there and then. The velocities are those of the motion before,
// half a step back, by which springs stretch in the first step.
typedef struct wall_beginning {
    bool began;        // false: the motion is that of the case from time 0 on
    double since;      // s; 0 where it is not
    int64_t step;      // number of the step at that time
    v3 velocity, spin; // m/s, rad/s
} wall_beginning;

typedef struct moving_wall {
    char *name;
    // Permanent: those of the start have 0, 1, ..., those that a branch or a stage put up -1, -2, ...
    int64_t id;
    primitive *shape;
    // For grains with corners; empty where there are none, or vertices alone meet the wall.
    wall_faces faces;
    drive_chain drive;
    drive_wall own; // what the drive knows of it
    surface_motion surface;
    double from, until; // s of the run, in which it is there
    double clock;       // s, from when the times of its drive count (world/clocks.c)
    bool absent;        // it is not there now; part of the state
    bool heard;         // someone wants all strokes on it; no part of the state
    int material;
    wall_pose start, now; // start: where its motion began
    wall_beginning motion;
    wall_pose was; // before the last step, of one with a drive
    double state[DRIVE_STATE];
    aim_book aim;         // of a servo since it began, or the world was made; no part of the state
    v3 force, torque;     // by the grains, of the last step; kept where the drive answers
    double surface_power; // of that force along a surface that moves, W; where means are shown
    // M it may go before it can reach a fixed grain; not above 0: to be looked at
    // (world/obstacles.c).
    double clear;
} moving_wall;

// Checks its drive, and what that has to know of it: once its shape and files are there. It must not move in memory.
scree_status moving_wall_prepare(moving_wall *wall, const model *model, scree_error *error);
// What its drive is asked with at that time, but for the lengths of steps.
drive_in moving_wall_drive_in(const moving_wall *wall, double time);
// Its pose at that time where its drive goes by time alone, the same pose where it has none.
wall_pose moving_wall_at(const moving_wall *wall, double time);
// Is it to be there at the beginning of a step at that time? Times are sums of steps, so a little is allowed for.
bool moving_wall_there(const moving_wall *wall, double time, double step);
// One that answers to grains stands still while it is not there.
bool moving_wall_waits(const moving_wall *wall);
placed_wall moving_wall_placed(const moving_wall *wall); // where it is now

#endif
