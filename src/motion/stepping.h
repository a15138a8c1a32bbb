// stepping.h - what a step of either solver reads, and what its parts have to tell.
#ifndef SCREE_MOTION_STEPPING_H
#define SCREE_MOTION_STEPPING_H

#include "base/exact_sum.h"
#include "collide/ball_wall.h"
#include "contact/block.h"
#include "law/own_wrong.h"
#include "scene/drive.h"
#include "state/rotation.h"
#include "state/strokes.h"

// How the surface of a wall moves along itself: velocity at the reference point and spin, times a factor in the middle
// of the step before, by which springs stretch, and now, by which its work is booked.
typedef struct wall_surface {
    bool moves;
    v3 velocity, spin;
    double then, now;
} wall_surface;

// Velocity of the surface along a face with that normal, at an arm from the reference point, by a factor of 1.
static inline v3 wall_surface_at(const wall_surface *surface, v3 arm, v3 normal)
{
    const v3 turned = v3_cross(surface->spin, arm);
    const v3 velocity = v3_add(surface->velocity, turned);
    return v3_fma(velocity, -v3_dot(velocity, normal), normal);
}

// A wall as the step sees it.
typedef struct wall_state {
    int64_t id;
    const primitive *shape;
    // Of its reference point; the motion is that in the middle of the step before.
    v3 position, velocity, spin;
    q4 orientation;
    int material;
    bool watched; // someone wants its force
    bool heard;   // someone wants all its strokes
    bool absent;  // nothing touches it
    bool gives;   // it is pushed away by grains, as `yield` says; else its mass is infinite to them
    drive_yield yield;
    wall_surface surface;
    const wall_faces *faces; // for grains with corners; NULL: it has none
} wall_state;

// Force, moment, and their power at a moving surface, of the grains on a wall about its reference point, independent of the order of the sum.
typedef struct wall_load {
    exact_sum_v3 force, torque;
    exact_sum surface; // power of that force along a surface that moves, W
} wall_load;

static inline void wall_load_merge(wall_load *all, const wall_load *one)
{
    exact_sum_v3_merge(&all->force, &one->force);
    exact_sum_v3_merge(&all->torque, &one->torque);
    exact_sum_merge(&all->surface, &one->surface);
}

// What of the stress of a cell counts in a step: sums over all grains and contacts, by components ij (base/exact_sum.h).
typedef struct cell_sums {
    exact_sum contact[CELL_PARTS]; // of F_i d_j, F the force on b, d from a to b, J
    exact_sum walls
        [CELL_PARTS]; // of F_i x_j, F the force of a wall on a body, x its place from the corner, J
    exact_sum
        motion[CELL_PARTS]; // of m v_i v_j, half a step back and against the flow of the cell, J
    exact_sum mass;         // of the bodies that move, kg
    exact_sum_v3 momentum;  // of them, half a step back and against that flow, N s
} cell_sums;

// A periodic cell that deforms, as a step sees it.
typedef struct cell_step {
    v3 corner;          // the lower one, m
    cell_matrix next;   // its edges at the end of the step
    cell_matrix flow;   // and how they move in it, m/s
    cell_matrix before; // velocity gradient of the step before, 1/s
    cell_matrix
        push; // grains go with its change: what is added to their velocity per distance, 1/s
    bool pushes;
    bool sums; // somebody wants its stress
} cell_step;

// How the radii of a set of grains change: by part R + length each.
typedef struct growth_pace {
    double rate_part, rate; // dR/dt in the step before, 1/s and m/s
    double half_part, half; // half of what R has gained in it, 1 and m
    double mean_part, mean; // the mean of what R gains in it and in the step to come
} growth_pace;

struct followers;
struct force_field;

// What a step reads. It is set between steps and before blocks begin (motion/part.c, smooth/written.c); while blocks and
// clumps move nobody writes to it, and all that works on them gets it as const. Only the arrays
// `pull` and `turned` are filled then.
typedef struct stepping {
    contact_context context;
    const law_set *law;
    const wall_state *wall;
    int walls;
    // Of the drift and of the kick. A kick takes velocities from the middle of the step before to the middle of this
    // one, so it lasts the mean of both, or dt/2 where velocities are those of now. context.dt is that of the slip: the
    // step before, or no time at all where springs are those of now.
    double dt, kick;
    // Time that passed since the velocities, twice: dt, or 0 where they are those of now.
    double look;
    double before; // length of the step before, in which Gear's scheme scales its derivatives
    double gravity[3];
    double low[3], high[3]; // of the domain; an open axis is unbounded
    bool periodic[3];
    bool flat;                // 2D: z and spin about x, y are locked
    rotation_scheme rotation; // of clumps
    bool extrapolate, full_arm, ledger;
    double spin_factor; // m R^2 / I: 5/2 of a ball, 2 of a disk
    double too_deep;    // overlap as a fraction of the smaller radius beyond which the step fails
    double skin, moved; // of the lists; bound of all displacements since they were built
    bool measure; // the step measures them, from bodies.hold; else speeds bound how much they grow
    bool rare;    // fixed bodies, a flat world or orientations: motion needs its longer form
    bool observe; // only look: histories stay
    bool heard;   // someone wants all strokes on some wall
    const double *damping;           // local, per set of grains, streams after sets; NULL: none
    const inertia *inertia;          // per set: principal moments over density, of clumps
    const model_clump *const *clump; // per set of grains, streams after sets; NULL: balls
    const grain_form *const *form;   // per set, of grains with a core; NULL: there are none
    // Grains with a core have their corners turned in each step; else when lists are built.
    bool corners;
    v3 *turned;            // of all grains with a core, as grain_turn leaves them
    int32_t *turned_first; // per slot
    // Bodies that move as a whole, where they are known; NULL: all their balls are looked at.
    struct followers *follow;
    const cell_step *cell;           // NULL: the domain does not deform
    const growth_pace *growth;       // per set; NULL: radii stay
    const struct force_field *field; // forces that no contact makes; NULL: there are none
    // Force, and moment over R, on each ball of a body of several, from the blocks to clumps_move.
    rec4 *pull;
    // Grains whose motion is written at the time of the positions: per slot, which one it is, -1: none; NULL: there are
    // none. By what velocity, and R times spin, of each change then; and which share of the kick comes after that.
    const int32_t *written;
    const rec4 *jump;
    double second;
} stepping;

// Where velocities are those of now, springs are too: no step led here. Laws divide by its length.
#define NO_TIME 0x1p-200 // of a step

// A pair with gap g at the build cannot touch before 2 * (largest displacement since) >= g; until then it sleeps. How
// many levels of gaps are awake.
static inline int near_level(const stepping *stepping)
{
    double level = 2 * stepping->moved * (NEAR_LEVELS / stepping->skin) * (1 + 1e-9);
    return level < NEAR_LEVELS ? (int)level + 1 : NEAR_LEVELS;
}

// A stroke on a wall as a thread notes it: normal, force and velocities are in space, and against the wall at its reference
// point they are brought later (world/strokes.c).
typedef struct stroke_note {
    stroke stroke;
    v3 point; // where it is, m
    int32_t wall;
    int32_t slot; // of the ball; -1: the velocities are known, and against the surface of the wall
} stroke_note;

typedef struct stroke_notes {
    stroke_note *note;
    int64_t count, room;
} stroke_notes;

// What one thread needs; all of it grows between steps only.
typedef struct scratch {
    double *lines; // 8 per line
    int64_t line_room;
    int32_t *gone; // contacts that ended, per bucket in turn
    int64_t gone_room;
    int64_t *ending; // groups of contacts of a bucket that may be in their last step
    int64_t ending_room;
    wall_load *load; // per wall; used where watched
    cell_sums *cell; // NULL: the domain does not deform
    // What pushes of contacts take of grains that grow, in a step, J; NULL: nobody wants it.
    exact_sum *growth;
    exact_sum *drag; // see report
    // What sets of grains have lost (motion/losses.h): of all steps since this memory is there; NULL: nobody wants it.
    exact_sum *lost_by_set;
    stroke_notes strokes; // on walls that are heard; a step may make it grow
} scratch;

// From bad to worse. A step in which a grain was lost or a contact is too deep has been computed in full; what comes
// after that in the list could not be computed.
typedef enum trouble {
    TROUBLE_NONE,
    TROUBLE_LOST,
    TROUBLE_DEEP,
    TROUBLE_FAST,
    TROUBLE_ANSWER, // a law of the program answered what is none
    TROUBLE_LAW,    // its function failed
    TROUBLE_MEMORY,
    TROUBLE_CORNER
} trouble;

// What a block has to tell after a step. The worst trouble wins; ties go to the lowest id, so that neither threads nor
// parts matter. Bodies are named by their ids, which mean the same in all parts.
typedef struct report {
    // Largest displacement since the lists, and speed where that was not measured, squared.
    double moved2, speed2;
    int64_t made, broken, lost;
    trouble trouble;
    int64_t a, b; // ids (a: the number of a wall where wall is set); b may be -1
    bool wall;
    // Of TROUBLE_DEEP: how deep, INFINITY: too deep to tell; the radius that it goes by; m.
    double depth, radius;
    law_fault fault; // of TROUBLE_ANSWER and TROUBLE_LAW
    // books of contacts that ended, where there is a ledger
    exact_sum ended[BOOKS];
    double worst;
    int64_t worst_a, worst_b;
    // Work of forces that have no potential (motion/field.h), J, in the scratch of the thread; NULL: nobody wants it.
    exact_sum *drag;
    exact_sum *lost_by_set; // that of the scratch
} report;

// ---- report.c

void report_trouble(const stepping *stepping, report *report, trouble what, int32_t a,
                    int32_t other, bool wall);
// TROUBLE_DEEP of a contact; the deepest of its pair is told.
typedef struct deep_overlap {
    double depth, radius; // as in a report
} deep_overlap;
void report_too_deep(const stepping *stepping, report *report, int32_t a, int32_t b, bool wall,
                     deep_overlap deep);
// Adds what another report tells to this one.
void report_merge(report *all, const report *report, bool ledger);

// ---- borders.c

// A body whose next position is outside the domain: it comes in again on the other side of a periodic axis, else it is
// lost.
void cross_border(const stepping *stepping, int32_t slot, report *report);

// A place and a velocity brought into the brick of a cell that deforms, as it is after the step. Returns how many edges
// were taken off.
v3 cell_enter(const stepping *stepping, v3 *at, v3 *velocity);
// In which image of the cell its body has a ball.
void border_count(const bodies *bodies, int32_t slot, v3 turns);
// What grains gain of velocity where the motion of a cell changes, which they follow.
static inline v3 cell_push(const cell_step *cell, v3 at)
{
    return cell_times(&cell->push, v3_sub(at, cell->corner));
}

// The same for one axis of one ball, in parts. Whether this place is in the domain along the axis.
static inline bool border_inside(const stepping *stepping, int axis, double at)
{
    return at >= stepping->low[axis] && at < stepping->high[axis];
}
// Over which border it comes in again: 1: the lower one was crossed, -1: the upper one, 0: none was, or the ball is
// lost. False where the place is no number: nothing more can be said of that ball.
bool border_turn(const stepping *stepping, int32_t slot, int axis, double at, int *turn,
                 report *report);
// A place that was moved by a length of the domain, brought inside where the sum was rounded.
double border_rounded(const stepping *stepping, int axis, double at, int turn);
// The ball is at that place now: its image and what is held of it follow.
void border_crossed(const stepping *stepping, int32_t slot, int axis, double at, int turn,
                    report *report);

#endif
