// shared.h - what all parts of a world share: the model, laws, forms of grains, walls, time and books.
//
// A world is made of this and of parts (part.h), which own bodies. Solvers see both, and nothing of the world.
#ifndef SCREE_MOTION_SHARED_H
#define SCREE_MOTION_SHARED_H

#include "motion/stepping.h"
#include "motion/walls.h"
#include "scene/force.h"
#include "scene/growth.h"

struct solver;

// A periodic cell that deforms (docs/cells.md): its edges at the time of the positions, and how it comes on.
typedef struct cell_state {
    bool given;
    cell_matrix now;      // edges, m; of axes that are not periodic 1
    cell_matrix flow;     // their motion in the step before, m/s
    cell_matrix gradient; // velocity gradient in the step before, 1/s
    cell_matrix start;    // edges at the start, m
    cell_matrix passed;   // the sum of velocity gradient times step since then: strains
    cell_matrix servo;    // velocity gradient that stresses ask for, 1/s
    cell_matrix steady;   // the part of it that goes on without any deviation
    double work;          // of the cell on the grains, up to half a step back, J
    cell_matrix to_come;  // velocity gradient of the step that is taken
    double least;         // length of an edge, m
    double modulus;       // that servos go by, Pa; 0: not known yet
    double impact;        // how long those contacts last, s; 0: not known yet
    cell_step step;       // the one that is taken
} cell_state;

// Radii that change (world/growth.c), of a set of grains.
typedef struct growth_set {
    const choice *law; // NULL: they stay
    bool keeps_mass;
    double least;      // below which a grain goes, m; 0: none does
    double born;       // largest radius of what a stream brings, m
    double largest;    // at least that of all that there are, m
    double smallest;   // at most that of all that there are, m
    growth_map coming; // of the step that is taken
} growth_set;
typedef struct growth_state {
    growth_set *set;   // per set, streams after sets; NULL: all radii stay
    growth_pace *pace; // likewise
    double way;        // by which surfaces have come out most in the step that is done, m
    double ahead;      // and will in the next, m
    bool below;        // some grains are to go
} growth_state;

// Sums over the past that a restart needs.
typedef struct past_books {
    exact_sum ended[BOOKS]; // contacts that are no more
    // By sets (motion/losses.h), without what threads have of it; NULL: there is one set, or no ledger.
    exact_sum *lost_by_set;
    double walls;          // work of moving walls on the grains, up to half a step back
    double added, removed; // energy of grains that came and went
    double drag;           // lost to forces without a potential, up to half a step back
    double
        growth; // of grains that grow: of their mass, and the work on contacts up to half a step back
    double start, held; // energy at the start, and how much of it contacts held
    double worst;       // residual of the worst contact that ended
    int64_t worst_a, worst_b;
} past_books;

// A motion that is written, and by how much it differs from what it was (smooth/written.c).
typedef struct written_motion {
    int64_t id;
    v3 velocity, spin;           // m/s, rad/s
    v3 velocity_jump, spin_jump; // likewise
} written_motion;

typedef struct shared {
    const model *model;
    const struct solver *solver;
    int threads, width; // of vectors
    law_set *law;
    history_layout *layout;
    double *largest;   // per material: the largest grain that there has been or will be, m; 0: none
    double *reach;     // per law set: largest gap at which a contact may live, m
    double reach_most; // of all
    int32_t *set_of;   // law set of each pair of materials
    int sets;
    inertia *inertia;          // per set
    double *damping;           // local, per set; NULL: none
    const model_clump **clump; // per set of grains, streams after sets; NULL: balls
    grain_form *shape;         // per shape of the model: forms of those with a core
    const grain_form **form;   // per set; NULL: no core
    bool *core;                // per set: has a core
    bool cores;                // some have
    moving_wall *wall;
    wall_state *wall_state;
    placed_wall *placed_wall;
    int walls;
    bool heard; // all strokes on some wall are
    // Walls have ids below this one, and grains none: as many as there were walls at the start.
    int64_t first_grain;
    int64_t lowest_wall; // of all ids that walls have had; no id is given twice
    int64_t step;
    bool started; // the first half kick is done
    // Of the steps to come, and of the last one taken, s; they differ once, where a branch begins.
    double dt, dt_before;
    // Time is counted from here: from the start, or from where a branch changed the step.
    int64_t origin_step;
    double origin_time; // s
    double diameter;    // characteristic, of the grains at the start, m; 0: there were none
    past_books books;
    cell_state cell;
    aim_book cell_aim[CELL_PARTS]; // of its servos since the world was made; no part of the state
    growth_state growth;
    force_field field;
    double least_allowance;  // of all grains that move, see world_least_allowance
    written_motion *written; // in the order of ids, since the last step
    int64_t writes, written_room;
    int64_t begun; // behind these, not yet in their order
} shared;

double shared_time_of(const shared *shared, int64_t step); // s
static inline double shared_time(const shared *shared)
{
    return shared_time_of(shared, shared->step);
}
// From the velocities that are kept to the time of the positions, s: half a step, or none.
double shared_lag(const shared *shared);
// The place of the wall of that id among `wall`; -1: there is none.
int shared_wall_of(const shared *shared, int64_t id);
// wall_state and placed_wall from the poses of the walls.
void shared_place_walls(shared *shared);
// Power of the grains on it, W, from the loads of a look or the means of the step.
double shared_surface_power(const shared *shared, int wall, const wall_load *load);
// Of the box of planes around a wall, across an axis of space: m^2, in the plane m; 0 where planes are missing.
double shared_section(const shared *shared, v3 across);
// On what walls under a pressure press now (sections.c).
void shared_measure_sections(shared *shared);
// How its surface moves along it, with the factors of two times.
wall_surface shared_wall_surface(const shared *shared, int number, double then, double now);
// How a wall whose motion does not answer has moved just before now: what ends at this very time stands still from now on, but has
// moved. Others, and before the first step: as it moves now.
wall_pose shared_wall_before(const shared *shared, const moving_wall *wall);
// How a wall moves at the time of the positions, loaded so by the grains.
wall_pose shared_wall_motion(const shared *shared, int wall, v3 force, v3 torque);
// Has the wall got another motion just now?
static inline bool shared_wall_begins(const shared *shared, const moving_wall *wall)
{
    return wall->motion.began && wall->motion.step == shared->step;
}

#endif
