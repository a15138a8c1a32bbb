// division.h - sweeps that ranks share out by blocks (division.c). Between solver_fill and solver_collect impulses and velocities
// are right only where a rank needs them; before and after that all ranks have all of them.
#ifndef SCREE_NONSMOOTH_DIVISION_H
#define SCREE_NONSMOOTH_DIVISION_H

#include "motion/transport.h"
#include "nonsmooth/stages.h"

// Movers of which one rank tells another.
typedef struct ns_mover_list {
    int32_t *mover;
    int64_t count, room;
} ns_mover_list;

// Who sweeps which blocks of a step.
typedef struct ns_division {
    const transport *ranks;
    bool on;                    // in this step they share them out
    int *rank_of;               // of each block, in the order of phases
    uint64_t *swept_by;         // of each mover: a bit of each rank whose blocks have it
    uint8_t *stamp;             // of each mover: 1 + the last phase in which it was listed
    bool passes[NS_PHASES];     // some rank tells another of what it did in that phase
    ns_mover_list *sent, *come; // phase by phase, in each for each rank
    int lists, phase;
    bool no_memory;
    sort_pair *pair;
    transport_piece *piece;
    int64_t *bytes; // of each rank
    char *out_all, **in;
    int64_t block_room, mover_room, stamp_room, pair_room, out_all_room, *in_room;
} ns_division;

// NULL without memory.
ns_division *division_of(const transport *ranks);
void division_free(ns_division *division); // NULL too
// Once contacts are laid out: whose each block is, and which movers ranks have to tell each other of. False without memory.
bool division_make(ns_solver *solver);
static inline bool division_is_on(const ns_solver *solver)
{
    return solver->division && solver->division->on;
}

// Does this rank sweep the block of that number, in the order of phases? The one of hubs alone, behind them, all do.
static inline bool division_mine(const ns_solver *solver, int number)
{
    const ns_division *division = solver->division;
    return !division_is_on(solver) || number >= solver->order.phase_first[NS_PHASES] ||
           division->rank_of[number] == division->ranks->rank;
}
// How many blocks have contacts, without that one.
static inline int division_blocks(const ns_solver *solver)
{
    return solver->order.phase_first[NS_PHASES];
}
// Of the phase that is worked on, `sent` to a rank or `come` from it.
static inline ns_mover_list *division_list(ns_mover_list *lists, const ns_division *division,
                                           int rank)
{
    return &lists[division->phase * division->ranks->ranks + rank];
}
// Has this rank the velocity that a mover has now?
static inline bool division_knows(const ns_solver *solver, int32_t mover)
{
    const ns_division *division = solver->division;
    if (!division_is_on(solver) || division->swept_by[mover] == 0)
        return true;
    return (division->swept_by[mover] >> division->ranks->rank & 1) != 0;
}

// division_pass.c: called by all ranks, one thread of each; where sweeps are not divided they do nothing.
void division_pass(ns_solver *solver, int phase); // what the blocks of a phase have done
double division_most(ns_solver *solver, double number);
// Of each block a row of so many numbers, of which each rank has its own.
void division_share_rows(ns_solver *solver, double *row, int numbers);
// Impulses of all contacts in batches, of that stage, and velocities of all movers.
void division_collect(ns_solver *solver, ns_stage stage);

#endif
