// solver.h - contacts and bodies of one step in, impulses and velocities out: the nonsmooth solver (AGX manual).
//
// The world fills movers and contacts; then, in this order,
//   solver_order()     finds hubs, sorts contacts into blocks of space and colours them: the order of all sums; what
//                      each contact begins with
//   solver_impact()    impacts by Newton's law, only where a contact is fast (AGX manual, 35.6)
//   solver_strike_again()  second blows, of contacts that the world has found with the velocities after those; and so
//                      on, third ones and more
//   solver_lag()       what blows make that come later in the step than the others
//   solver_renew_rows()   begins the rows of contacts anew where impacts have changed velocities
//   solver_shift_constraints()  lets constraints hold at the end of the step, on the ways that late blows make
//   (the world adds what forces and walls give to the velocities)
//   solver_advance()   warm start and sweeps of the regularised constraints (35.8)
//   solver_relax()     (option, after positions have moved) takes the speed of pushing out away again
//   solver_remember()  makes the impulses of this step those that the next one finds
// Everything is a pure function of what the world gave and of the impulses kept, whatever the number of threads, the
// order in memory or the width of vectors. See docs/nonsmooth.md.
#ifndef SCREE_NONSMOOTH_SOLVER_H
#define SCREE_NONSMOOTH_SOLVER_H

#include "base/exact_sum.h"
#include "base/sort.h"
#include "base/vec.h"
#include "shape/principal.h"
#include "law/rows.h"
#include "nonsmooth/contact.h"
#include "nonsmooth/iterations.h"
#include "nonsmooth/sweep_single.h"
#include "nonsmooth/warm.h"
#include "state/model.h"

#include <stdatomic.h>

// A mover that a wall is: it answers to forces along an axis alone, or as a body with some freedoms.
typedef struct ns_wall {
    int32_t mover; // -1: it moves as it must
    v3 axis;
    int stop;  // -1, 1: it is held against impulses that way
    bool body; // it turns, and moves along the axes of space along which `free` is 1 and not 0
    v3 free;
    sym3 inertia; // kg m^2
} ns_wall;

typedef struct ns_settings {
    const model_nonsmooth *choice;
    double step, step_before; // their lengths, s
    double diameter;          // m
    double gravity;           // m/s^2, for the number of sweeps
    v3 down;                  // the same with its direction
    double spin_factor;       // 5/2, of disks 2
    bool flat;
    bool bends; // there are grains with a core
} ns_settings;

// What a step has to tell.
typedef struct ns_report {
    int iterations;    // sweeps of the constraints
    int impact_sweeps; // 0: no impacts
    // where those were all that are allowed and not enough: what the last one still changed, of a cascade what still
    // approaches, m/s; else 0
    double impact_residual;
    double impact_energy, impact_lacked; // of all impacts, and what they lacked, J
    double unkept; // of contacts that are no impacts for the shortness of the step, J; see ns_begun
    int depth;     // length of the network: longest way from what carries to a body, in contacts
    double warm;   // share of old impulses
    double residual; // what the last sweep still changed, m/s
    double overlap;  // largest, in diameters
    int hubs, blocks, colours;
    int kept;        // of the blocks, those whose order is that of the step before
    bool walked;     // the network was followed anew
    double sweeping; // time in sweeps, s
} ns_report;

// Sweeps in single precision: a copy of movers and columns in units in which bodies are about 1.
typedef struct ns_single {
    const sweep_kernel_single *kernel;
    mover_single *body, *hub;
    mover_inertia_single *inertia;
    int64_t room, hub_room;
    double mass, length, speed; // units
} ns_single;

// Contacts whose home is in one cell of space. Cells of one phase are never next to each other, and are so wide that
// their contacts share no body; so they may be worked on at the same time.
typedef struct ns_block {
    int32_t *dealt; // links of its contacts, as they were found
    int32_t contacts;
    int64_t first;        // where they stand, in the order of batches
    int64_t first_before; // where they stood in the step before
    int32_t *batched;     // contacts in the order of batches, by their numbers in `dealt`
    int64_t batched_room;
    ns_link *ordered; // links that batches were made of, as they were found (kept_order.c)
    int64_t ordered_room;
    int32_t ordered_count, ordered_dummy; // -1: none
    sweep_batch *batch;
    int32_t (*lane)[SWEEP_LANES]; // contact of each lane (at first its link); -1: none
    int32_t batches;
    int64_t batch_room, lane_room;
    int32_t *bin; // of each batch: those of one bin share no body
    int64_t bin_room;
    double *column; // of all batches
    int64_t columns, column_room;
    sweep_batch_single *batch_single; // each of one or two batches
    int32_t singles;
    int64_t single_room;
    float *column_single;
    int64_t column_single_room;
    hub_sum *sum; // per hub
    int64_t sum_room;
    double most;   // of the last sweep that was measured, m/s
    double unkept; // of its contacts, see ns_begun, J
    int colours;
    int place[3]; // its cell
} ns_block;

// At which turn a thread is, a cache line each; INT64_MAX: at none (sweeping.c).
typedef struct ns_turn {
    _Alignas(64) _Atomic int64_t at;
} ns_turn;

// The network of contacts as links between movers, to walk along.
typedef struct ns_ways {
    int32_t *first, *level, *queue; // per mover
    bool *reached;                  // per mover: something gives it its level
    int32_t *to;
    int32_t known; // how many movers have the levels of the last step; 0: none
    int64_t mover_room, reached_room, to_room;
} ns_ways;

// Of delayed blows: by how much less than with the speeds after them a mover goes, m, and turns, rad; when it has the
// first, and the last, s.
typedef struct ns_lag {
    v3 way, turn;
    double time, last;
} ns_lag;

// Movers as they were at some point of a step.
typedef struct mover_copy {
    mover *at;
    int64_t room;
} mover_copy;

// A body with more than NS_HUB contacts is a hub. A cube among 26 others in a stack touches them at up to 90 points,
// and as a hub it would converge far more slowly than it needs to. A colour is taken by fewer than 2 NS_HUB others.
enum {
    NS_PHASES = 8,
    NS_HUB = 126,
    NS_ALONE = -2,
    NS_PAIRED = -3,
    NS_AMONG_STILL = -4,
    NS_WORDS = 4,
    NS_COLOURS = 64 * NS_WORDS
};

typedef struct ns_thread {
    uint64_t (*mask)[NS_WORDS]; // colours taken, per mover; zero between blocks
    int64_t mask_room;
    uint16_t *bin; // of each contact of the block: colour and kind
    int64_t bin_room;
    int32_t
        *sorted; // contacts of the block in the order of their keys, by their numbers in `dealt`
    int64_t sorted_room;
    sort_pair *pair;
    int64_t pair_room;
} ns_thread;

// What the last sweeps did, from which the next ones begin (mixing.c).
typedef struct ns_mixing {
    int64_t *first;   // of each block that has contacts, then of the last: where its impulses stand
    double *sum;      // MIX_SUMS of each of these
    double *root;     // of weights, a row for each part
    double *impulse;  // columns of so many numbers
    double *velocity; // columns of a mover's record for each
    int64_t impulses, first_room, sum_room, root_room, impulse_room, velocity_room;
    double gram[MIX_KEPT][MIX_KEPT]; // products of what changed in what was lacking
    double wanted[MIX_KEPT];         // of those with what is lacking
    double least;                    // of the squares of what was lacking
    int looks, kept, newest;         // since the past was forgotten; changes that are kept
} ns_mixing;

// What can move in this step, and how it does: bodies by slot, then walls that answer to forces.
typedef struct ns_movers {
    mover *body;
    mover_inertia *inertia;
    v3 *position;
    int32_t count, walls_from; // from there on they are walls
    int64_t room;
} ns_movers;

// What stands around the movers: periodic borders and walls.
typedef struct ns_bounds {
    double periodic[3]; // lengths of periodic axes, m; 0 elsewhere
    const ns_wall *wall;
    int walls;
} ns_bounds;

// Searches for contacts after blows: of what the first ones have thrown, of what the second ones have, and so on.
enum { NS_SEARCHES = 8 };

// The contacts of the step: as the threads have found them, as links, and in the order in which they are worked on.
typedef struct ns_network {
    ns_found *found;     // per thread
    ns_piece *piece;     // of what was found, in an order that knows of no thread
    ns_link *link;       // of all that were found, piece by piece
    ns_contact *contact; // in the order of batches
    int64_t pieces, piece_room;
    int64_t contacts, contact_room, link_room;
    int64_t ordered; // of these are in batches; those after them had later blows alone
    // Where those that each search after blows has found begin, each part in the order of keys, and how many there are.
    int64_t again[NS_SEARCHES];
    int searches;
} ns_network;

// The blows of the step, and what their delays make.
typedef struct ns_impacts {
    double fastest;   // impact, m/s; 0: there is none
    bool any;         // the step has impacts
    impact_row *blow; // what they were, per contact, where the step has any or is relaxed
    int64_t blow_room;
    bool lagging; // some blows have a delay
    ns_lag *lag;  // per mover, where they have
    int64_t lag_room;
} ns_impacts;

// Blows of pairs that meet nothing else, in the order in which their places touch (in_turn.c).
typedef struct ns_lone {
    int64_t id_a, id_b, feature;
    int64_t at; // number of the contact
} ns_lone;
typedef struct ns_turns {
    int64_t *first;  // per mover: a contact of it, or what it meets
    ns_lone *lone;   // contacts of such pairs, in the order of their keys
    int64_t *at;     // numbers of contacts that had blows in turn
    impact_row *sum; // of these
    int64_t count;
    int64_t first_room, lone_room, at_room, sum_room;
} ns_turns;

// Impulses that contacts have before bodies that they hold touch somewhere else in the step (arrivals.c).
typedef struct ns_arrival {
    double until; // what held the body has so much of its old impulse; 2: there is no touch
    bool late;    // the touch was in the step before
} ns_arrival;
typedef struct ns_arrivals {
    bool any;
    ns_arrival *first; // per mover: the first touch
    int64_t mover_room;
    impact_row *held; // per contact: of its impulses, what they are at least
    int64_t held_room;
} ns_arrivals;

// Blocks of contacts and the phases in which they are worked on.
typedef struct ns_order {
    ns_block *block; // blocks, then one for contacts of hubs with hubs and with what is still
    int32_t blocks;
    int64_t block_room;
    int32_t *phase_block, phase_first[NS_PHASES + 1];
    int64_t phase_room;
} ns_order;

// The movers with so many contacts that their velocity is frozen while a phase is worked on.
typedef struct ns_hubs {
    // Per mover: its hub, or below 0; NS_ALONE: it has one contact; NS_PAIRED: it has one with something that moves, and
    // others with what is still; NS_AMONG_STILL: it has several, all with what is still.
    int32_t *of_mover;
    int32_t *mover; // per hub
    mover *frozen;
    int32_t (*load)[NS_PHASES]; // contacts of each hub in each phase
    int32_t count;
    int64_t room, mover_room;
} ns_hubs;

// The cells of space by which contacts are dealt out to blocks.
typedef struct ns_cells {
    int32_t *home, *dealt; // of each contact: its block; links block by block
    int32_t *of_mover;
    int32_t *contacts; // of each cell, run by run
    int64_t home_room, dealt_room, mover_room, contact_room;
    int along[3];  // how many there are along each axis
    bool wraps[3]; // they go on at the other side
} ns_cells;

// The threads, what each works in, and how they share the blocks of a phase.
typedef struct ns_team {
    _Atomic int64_t next_turn;
    ns_turn *turn;     // per thread
    ns_thread *thread; // likewise
} ns_team;

// Movers as they were earlier in the step.
typedef struct ns_past {
    mover_copy start;   // before it
    mover_copy turned;  // after blows in turn, where there are some
    mover_copy looked;  // when contacts were last looked for
    mover_copy struck;  // before a second blow: the two bodies that it strikes (second_blows.c)
    mover_copy free;    // after the impacts, before the forces
    mover_copy unswept; // before the impulses of the constraints, where sweeps are mixed
    mover_copy relaxed; // before the relaxation
} ns_past;

typedef struct ns_solver {
    // Given once, but for the lengths of the step.
    ns_settings set;
    const law_set *law;
    law_limits *limits; // per set, of R* = 1 m: what does not depend on it
    const sweep_kernel *kernel;
    int threads;
    // Given for each step.
    ns_movers movers;
    ns_bounds bounds;
    ns_network network;
    // Made of it.
    ns_impacts impacts;
    ns_turns turns;
    ns_arrivals arrivals;
    ns_order order;
    ns_hubs hubs;
    ns_cells cells;
    ns_team team;
    struct ns_division *division; // of the sweeps among ranks (division.h); NULL: there are none
    ns_single *single;            // NULL: double precision
    ns_mixing mixing;
    ns_ways ways;
    ns_past past;
    // Kept for the next step, and told.
    ns_memory memory;
    iteration_choice effort; // of the step
    ns_report report;
} ns_solver;

bool solver_init(ns_solver *solver, const law_set *law, int sets, int threads, int width);
void solver_free(ns_solver *solver);

// Room for movers (dummies behind them are the solver's); false without memory.
bool solver_reserve_movers(ns_solver *solver, int32_t movers);
// Room for one more contact; NULL without memory. What two lines of it hold is zero.
ns_contact *solver_find(ns_found *found);
// Room for so many more pieces of what is found, empty ones; false without memory.
bool solver_reserve_pieces(ns_solver *solver, int64_t more);
// Links of what a thread has found since it did this last: a piece; false without memory.
bool solver_link(const ns_solver *solver, int thread, int64_t piece);
// All that was found; false without memory.
bool solver_gather(ns_solver *solver);

// Keeps all movers as they are; false without memory.
bool solver_keep(const ns_solver *solver, mover_copy *out);

bool solver_order(ns_solver *solver);
bool solver_impact(ns_solver *solver);
bool solver_strike_again(ns_solver *solver); // of what is in `found`; false without memory
bool solver_lag(ns_solver *solver);          // what delays of blows make; false without memory
// By what they make of the gaps at the end of the step.
void solver_shift_constraints(ns_solver *solver);
// Of a contact that blows have made, before it has its own: when that will be, contact->delay.
void solver_delay_second(const ns_solver *solver, ns_contact *contact);
// When a contact has its blow, or answers to that of another contact of its mover, after solver_lag, s.
double solver_delay(const ns_solver *solver, const ns_contact *contact);
// Rows of the constraints, of the velocities after impacts, before forces.
void solver_renew_rows(ns_solver *solver);
// What holds bodies that touch somewhere else in the step goes on until then; false without memory.
bool solver_hold(ns_solver *solver);
// With the velocities that forces alone would give; false without memory.
bool solver_advance(ns_solver *solver);
void solver_relax(ns_solver *solver);
bool solver_remember(ns_solver *solver);
// Leaves the impulses of contacts with bodies of these ids, ascending. False without memory.
bool solver_forget(ns_solver *solver, const int64_t *id, int64_t count);
// The impulses of the contact in the step before; false: it had none. It is looked for at `*slot` first, which is set to
// the one behind it: contacts follow each other as they did before, as long as none begins or ends.
bool solver_recall(const ns_solver *solver, const ns_contact *contact, int64_t *slot,
                   impact_row *out);

#endif
