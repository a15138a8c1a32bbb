// part.h - a part of a world: bodies that it owns, their contacts, and what it needs to move them.
#ifndef SCREE_MOTION_PART_H
#define SCREE_MOTION_PART_H

#include "contact/lists.h"
#include "motion/followers.h"
#include "motion/shared.h"
#include "state/bodies.h"

// Who hears of each block that a step is done with, from the thread that was, and in which order blocks are worked on.
typedef struct block_listener {
    const int32_t *order; // of all blocks
    void (*done)(void *context, int block, int thread);
    void *context;
} block_listener;

typedef struct part {
    bodies body;
    lists list;
    stepping stepping;
    followers follow;  // bodies that move as a whole
    int32_t pull_room; // of stepping.pull, balls
    int64_t turned_room;
    int32_t turned_slots; // room of stepping.turned and stepping.turned_first
    double wall_way;      // by which walls come nearer in a step, m
    double wall_moved;    // since lists were built, m
    double cell_way;      // by which images may have come nearer since lists were built, m
    double measured;      // s.moved when it was last measured, m
    scratch *scratch;     // per thread
    report *report;       // per thread
    const block_listener *listener; // NULL: nobody
    int32_t *next;       // of each slot, while bodies are dealt out anew: to which part it goes
    bool *keep;          // of each slot, while grains are removed: it stays
    int32_t *written_of; // which written motion each slot has, and the jumps, as in stepping
    int32_t written_slots;
    rec4 *jump;
    int64_t jump_room;
} part;

// Lengths of step and kick of stepping.
void part_pace(part *part, const shared *shared);
// The cell as it is now (part_cell.c), where it deforms: lengths, borders, images.
void part_place_cell(part *part, const shared *shared);
// Its borders at the end of the step that is taken.
void part_open_cell(part *part, const shared *shared);
// Before a step: the reports of all threads, and the loads on walls that are watched, or on all where means are shown.
void part_clear_reports(part *part, const shared *shared);

// How far a wall that goes to `next` and turns by no more than `angle` may come nearer to a grain, m (wall_way.c).
double part_wall_way(const part *part, int threads, const moving_wall *wall, const wall_pose *next,
                     double angle);

#endif
