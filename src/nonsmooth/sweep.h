// sweep.h - projected Gauss-Seidel over batches of contacts: the inner loop of the nonsmooth solver (AGX manual, 35.8).
//
// Unknown are impulses, N s. n leads from a to b, u is the velocity of b relative to a at the contact, p = push n + t
// acts on b and -p on a. One sweep goes through all contacts; each, with the velocities as they are then, does
//   push' = max(low, push + (bias - u_n - soft push) / (D_n + soft)),   applied at once
//   t'    = cut(t - (u_t + creep t) / (D_t + creep), friction |push'|), applied at once
//   roll' = cut(roll - (w_t + roll_creep roll) / (D_r + roll_creep), roll_limit |push'|)
//   twist' likewise with w_n; w is the spin of b relative to a, u_t and w_t are the parts in the contact plane, and
//   cut(q, r) makes q as long as r where it is longer: the true cone, no box.
// D_n is the inverse mass that the contact feels along n, D_t and D_r the largest in the plane, D_w that about n.
//
// A batch holds SWEEP_LANES contacts of which no two share a body, so that the order in it does not matter: all widths
// give the same bits. It is a run of columns of SWEEP_LANES numbers; which columns depends on its kind:
//   side     what a is: SIDE_MOBILE a body; SIDE_STILL something that moves as it must, a wall or a fixed grain
//   (columns
//            WALL_V and, rich, WALL_SPIN); SIDE_HUB a body or wall with so many contacts that its motion is frozen
//            while a phase is worked on: `a` counts hubs
//   general  arms and inverse inertia instead of balls, whose arms are +-alpha n
//   rich     rolling, twisting, creep, adhesion as well
// A hub always has general arms. D_n and D_t of balls are computed in the loop: D_n = 1/m_a + 1/m_b and D_t =
// (1 + spin_factor alpha^2) D_n, 1/m_a of what stands still being 0; so b has a mass, and 1/m_b > 0. Of general
// contacts the inverses are columns, where a hub may have as many times its share as it has contacts in the phase.
//
// Unused lanes have zeros in all columns, a dummy of inverse mass 1 at rest for b and a mobile a (inertia: anything
// finite), and any hub for another: whatever is done there is nothing. The dummy is stored to, so blocks worked on at
// one time need one each.
#ifndef SCREE_NONSMOOTH_SWEEP_H
#define SCREE_NONSMOOTH_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

enum { SWEEP_LANES = 8 };

// A body in the solver. rho is a length of it, the radius of a ball, and rho spin what stands for its spin.
typedef struct mover {
    double velocity[3], inverse_mass; // m/s, 1/kg
    double rim[3], inverse_rho;       // rho times spin, m/s; 1/m
} __attribute__((aligned(64))) mover;

// rho^2 times the inverse inertia in space axes, 1/kg; of a ball 5/2 (disk: 2) of the inverse mass on the diagonal.
typedef struct mover_inertia {
    double xx, yy, zz, xy, xz, yz, unused[2];
} __attribute__((aligned(64))) mover_inertia;

typedef enum sweep_side { SIDE_MOBILE, SIDE_STILL, SIDE_HUB, SWEEP_SIDES } sweep_side;

// Columns of a batch. Those of a part that a kind does not have are left out, the others move up: see sweep_columns.
enum {
    // all
    B_N = 0,    // 3: normal
    B_BIAS = 3, // m/s
    B_SOFT,     // 1/kg
    B_FRICTION, // coefficient
    B_PUSH,     // N s
    B_T,        // 3: N s
    B_ARM = 10, // balls: 1, alpha; general: 6, arms of a over rho_a, then of b over rho_b
    B_PLAIN,    // columns so far of balls
    // general, after these:
    B_ARM_B = 13,
    B_INVERSE = 16, // 1/(D_n + soft), kg
    B_INVERSE_T,    // 1/(D_t + creep), kg
    B_GENERAL,      // columns so far of general ones
    // still, after these: 3 velocity of a at the contact, m/s; rich ones 3 more: its spin, rad/s
    // rich, after these:
    R_LOW = 0,      // <= 0, N s
    R_CREEP,        // 1/kg
    R_ROLL_LIMIT,   // m
    R_ROLL_CREEP,   // 1/(kg m^2)
    R_ROLL_INVERSE, // 1/(D_r + creep), kg m^2
    R_TWIST_LIMIT,
    R_TWIST_CREEP,
    R_TWIST_INVERSE,
    R_ROLL, // 3: N m s
    R_TWIST = 11,
    R_COLUMNS = 12
};

// Bias of a row that is not there, m/s: no velocity is so far below it that the contact would push.
static const double sweep_never = -1e300;

typedef struct sweep_kind {
    sweep_side side;
    bool general, rich;
} sweep_kind;

static inline int sweep_wall_column(sweep_kind kind)
{
    return kind.general ? B_GENERAL : B_PLAIN;
}

static inline int sweep_rich_column(sweep_kind kind)
{
    return sweep_wall_column(kind) + (kind.side == SIDE_STILL ? (kind.rich ? 6 : 3) : 0);
}

static inline int sweep_columns(sweep_kind kind)
{
    return sweep_rich_column(kind) + (kind.rich ? R_COLUMNS : 0);
}

typedef struct sweep_batch {
    sweep_kind kind;
    // Movers (a: hubs where the side is); b is always a mobile mover.
    int32_t a[SWEEP_LANES], b[SWEEP_LANES];
    double *column; // [sweep_columns(kind)][SWEEP_LANES], aligned to 64 bytes
} sweep_batch;

// What the contacts of one block have given to a hub in a phase: -impulse, and -arm/rho x impulse (for rim), - torque /
// rho for rolling and twisting (all times rho^2/I later).
typedef struct hub_sum {
    double impulse[3], turn[3];
} hub_sum;

typedef struct sweep_task {
    mover *body;
    const mover_inertia *inertia; // of general bodies; NULL where there are none
    double spin_factor;           // of balls: 5/2; disks: 2
    const mover *hub;             // frozen
    hub_sum *sum;                 // [hubs] of this block; NULL without hubs
} sweep_task;

// The largest of all |push' - push| (D_n + soft) and |t' - t| (D_t + creep), m/s, where `measure` is set: what the rows
// still lacked; else 0.
typedef double sweep_function(const sweep_task *task, sweep_batch *batch, int64_t batches,
                              bool measure);

// Numbers of a batch that are mixed (mixing.c): MIX_ROWS rows of as many as there are lanes.
enum { MIX_ROWS = 4, MIX_KEPT = 5 };
typedef struct mix_part {
    const double *now, *before; // the last sweep
    const double *root;         // of the weight, one row
    // What it changed, times the root, and the impulses after it: of the look before, and now; how these have changed.
    double *lacked, *swept, *lacked_change, *swept_change;
    const double *change[MIX_KEPT]; // of what was lacked, all that are kept, the newest among them
    int kept;
} mix_part;
// Sums of all lanes on their own: squares of what was lacked and of its newest change, products of both with all changes.
enum { MIX_LACKED, MIX_CHANGE, MIX_PRODUCT, MIX_SUMS = MIX_PRODUCT + MIX_KEPT };
typedef void mix_look_function(const mix_part *part, double (*sum)[SWEEP_LANES]);
// Takes the share of each change from the numbers.
typedef void mix_take_function(double *number, const double *const *change, const double *share,
                               int kept, int64_t rows);

// The impulses of a batch of plain balls, neither general nor rich, to their bodies.
typedef void sweep_give_function(const sweep_task *task, const sweep_batch *batch);

typedef struct sweep_kernel {
    int width;
    sweep_function *sweep;
    sweep_give_function *give;
    mix_look_function *look;
    mix_take_function *take;
} sweep_kernel;

// The sweeps of a width; NULL where that was not built. Which widths a processor can run kernel_choose of the smooth
// solver knows.
const sweep_kernel *sweep_choose(int width);

#endif
