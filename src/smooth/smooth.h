// smooth.h - the smooth solver: forces from contacts, motion by leapfrog kicks and drifts.
//
// One step goes from the bodies of time n (one buffer) to those of n+1 (the other), block by block and in parallel:
//   near pairs -> contacts begin;  wall geometry;  passes of the laws over batches;  sums and motion;  contacts end.
//
// Scheme. x_n and v_{n-1/2} are kept. F_n = F(x_n, v*_n, springs), v_{n+1/2} = v_{n-1/2} + dt F_n/m, x_{n+1} = x_n + dt
// v_{n+1/2}; the first kick is half a step. For velocity Verlet the dashpots see v* = 3/2 v_{n-1/2} - 1/2 v_{n-3/2},
// the relative velocity brought to the time of the positions, which keeps second order with damping; leapfrog (seed
// 004) uses v_{n-1/2} as it is. Springs stretch by v_{n-1/2} dt, the exact displacement, in both. See
// docs/integration.md.
#ifndef SCREE_SMOOTH_SMOOTH_H
#define SCREE_SMOOTH_SMOOTH_H

#include "motion/clumps.h"

// A contact as an observer sees it. Where a law of a program has given no answer, only the fault is told.
typedef struct contact_seen {
    v3 normal, reach; // from a to b; from a's centre (a wall: its nearest point) to b's centre
    v3 point;         // seen from b's centre
    double overlap, push, energy;
    bool live;
    law_fault fault;
    double book[BOOKS];
} contact_seen;

// Records of a ball, or of a grain with a core, as they are now; and its spin.
static inline const rec4 *position_at(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    return &bodies->position[bodies->now][slot];
}
static inline const rec4 *velocity_at(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    return &bodies->velocity[bodies->now][slot];
}
static inline const rec4 *turning_at(const stepping *stepping, int32_t slot) // R times spin, 1/R
{
    const bodies *bodies = stepping->context.body;
    return &bodies->spin[bodies->now][slot];
}
static inline v3 spin_at(const stepping *stepping, int32_t slot)
{
    const rec4 *turning = turning_at(stepping, slot);
    return v3_scale(turning->v[3], v3_of(turning));
}
static inline double radius_at(const stepping *stepping, int32_t slot)
{
    return position_at(stepping, slot)->v[3];
}

// How much faster the nearest image of body b moves than the body, in a cell that deforms.
static inline v3 image_motion(const stepping *stepping, int32_t a, int32_t b)
{
    const v3 from = v3_of(position_at(stepping, a));
    const v3 to = v3_of(position_at(stepping, b));
    return image_velocity(&stepping->context, v3_sub(to, from));
}

// The part of a vector across a normal.
static inline v3 tangential_part(v3 vector, v3 n)
{
    return v3_fma(vector, -v3_dot(vector, n), n);
}
// Velocity of a point of a wall, by its arm about the reference point.
static inline v3 wall_velocity_at(const wall_state *wall, v3 arm)
{
    return v3_add(wall->velocity, v3_cross(wall->spin, arm));
}

// Force, and moment over R, on a body from its lines (after block_look), in the order of a step.
typedef struct pull_sum {
    v3 force, turn;
} pull_sum;
pull_sum block_sum(const block *block, int32_t slot, const scratch *scratch);

typedef struct kernel {
    int width;
    clump_mover *clumps;
    // One step of a block. `next`, or NULL, is called into cache meanwhile.
    void (*block_step)(const stepping *stepping, block *own, const block *next, scratch *scratch,
                       report *report);
    // The part of a step that finds new contacts and brings wall contacts up to date; doing it early changes nothing.
    void (*block_meet)(const stepping *stepping, block *block, report *report);
    // Forces, energies and books as they are, without a step: lines in t->lines, seen[line] per contact, histories
    // untouched. Of the scalar kernel only (the bits are those of all). Nothing may be behind the lists: wake and walls
    // are the caller's.
    bool (*block_look)(const stepping *stepping, block *block, scratch *scratch,
                       contact_seen *seen);
    // What contacts of written grains do after the time of the positions, into the lines of a step. Of the scalar
    // kernel only.
    void (*block_written)(const stepping *stepping, block *block, double *lines);
    // What lets go in this step counts with the share of the next one in which it still pulls: into the lines. Of the
    // scalar kernel only.
    void (*bucket_let_go)(const stepping *stepping, bucket *bucket, const int64_t *ending,
                          int64_t count, double *lines);
} kernel;

// A group of contacts that may be in their last step: the index of the first, and a bit for each.
static inline int64_t ending_group(int32_t first, unsigned bits)
{
    return (int64_t)first << 8 | bits;
}

// The weight of a force that begins, or ends, as time to the power p the share x of a step from where it is seen.
double edge_weight(double x, double p);

// The widest kernel that this processor runs; `width` 0, or one of 1, 2, 4, 8 to ask for (NULL where it does not run).
const kernel *kernel_choose(int width);

// Rare parts, not compiled per width (events.c).
// A ledger that starts with contacts already there: they are taken to have moved as they do now.
void block_open_books(const stepping *stepping, block *block);
// Dashpots that want what a snapshot does not hold, of all contacts of a law set: they are taken to have moved
// likewise.
void block_open_dashpots(const stepping *stepping, block *block, int set);
// Contacts of bodies whose velocities are those of now: what is known of the motion one step ago is that of now.
void block_settle(const stepping *stepping, block *block);
void block_begin_contact(const stepping *stepping, block *block, int32_t near, report *report);
void block_end_contacts(const stepping *stepping, block *block, const scratch *scratch,
                        report *report);
// What a cell that deforms wants to know of a block, once its lines are there (cell_sums.c); `sum` is block_sum.
typedef pull_sum block_sum_function(const block *block, int32_t slot, const scratch *scratch);
void block_cell_sums(const stepping *stepping, const block *block, const scratch *scratch,
                     block_sum_function *sum, cell_sums *sums);
// One of the sums, by components.
cell_matrix cell_sums_value(const exact_sum *sum);
// Of the sum of m v_i v_j what all grains have in common, M V_i V_j with their mean velocity V against the flow. Stress is
// without it: it is the same for all who move by.
cell_matrix cell_sums_drift(const cell_sums *sums);
// What pushes of contacts have done on grains that grow, J: in the half of the step before, where that is what is wanted,
// else in the kick of the step (growth_work.c).
void block_growth_work(const stepping *stepping, const block *block, const scratch *scratch,
                       bool half, exact_sum *sum);
void block_walls(const stepping *stepping, block *block, report *report);
// Contacts of grains with a core, among each other and with walls (grains.c); `pass`, compiled per width, is for near
// outlines in the plane and returns false without memory.
typedef bool outlines_pass(const stepping *stepping, block *block, report *report);
void block_grains(const stepping *stepping, block *block, outlines_pass *pass, report *report);
// The history of a contact that begins now; its geometry is there.
void block_begin_history(const stepping *stepping, bucket *bucket, int32_t i);
// How a contact with a core moves: velocity of b against a there in the middle of the step before, and spins.
typedef struct core_motion {
    v3 velocity, spin_a, spin_b; // m/s, rad/s
} core_motion;
core_motion block_core_motion(const stepping *stepping, const bucket *bucket, int32_t i);
// Names the contacts of a bucket that are too deep, if there are any: overlap (1/Ra + 1/Rb), which the passes watch, is
// more.
void report_deep(const stepping *stepping, const block *block, int index, report *report);
// A contact at which the function of a law has failed, or has answered what is no answer.
void report_fault(const stepping *stepping, const bucket *bucket, const law_fault *fault,
                  report *report);

#endif
