// division.c - sweeps that ranks share out: each works on the blocks of its own stretch of space, and after each phase the
// ranks tell each other the velocities of those movers that blocks of both have.
//
// All ranks know the whole problem, so each works out for itself who sweeps what and what comes from whom. Blocks of one
// phase share no mover, and phase by phase all is as if one process had swept all blocks (docs/nonsmooth.md). Who sweeps a
// block is found by cutting the cells along the axis with most of them, so that all have as many contacts; results do not
// know of it.
#include "nonsmooth/division.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { RANKS_MOST = 64 }; // bits of ns_division.swept_by

ns_division *division_of(const transport *ranks)
{
    ns_division *division = calloc(1, sizeof *division);
    if (division)
        division->ranks = ranks;
    return division;
}

void division_free(ns_division *division)
{
    if (!division)
        return;
    const int lists = division->lists;
    for (int i = 0; i < lists; i++) {
        free(division->sent[i].mover);
        free(division->come[i].mover);
    }
    for (int k = 0; division->in && k < division->ranks->ranks; k++)
        free(division->in[k]);
    free(division->sent);
    free(division->come);
    free(division->rank_of);
    free(division->swept_by);
    free(division->stamp);
    free(division->pair);
    free(division->piece);
    free(division->out_all);
    free(division->in);
    free(division->in_room);
    free(division->bytes);
    free(division);
}

static bool make_rooms(ns_division *division)
{
    const size_t ranks = (size_t)division->ranks->ranks;
    if (division->sent)
        return true;
    division->sent = calloc(NS_PHASES * ranks, sizeof *division->sent);
    division->come = calloc(NS_PHASES * ranks, sizeof *division->come);
    division->piece = calloc(ranks, sizeof *division->piece);
    division->in = calloc(ranks, sizeof *division->in);
    division->in_room = calloc(ranks, sizeof *division->in_room);
    division->bytes = calloc(ranks, sizeof *division->bytes);
    division->lists = division->sent && division->come ? NS_PHASES * (int)ranks : 0;
    return division->lists > 0 && division->piece && division->in && division->in_room &&
           division->bytes;
}

// ---- whose blocks

// The axis with most cells, then the next one.
static void axes_by_cells(const int along[3], int axis[3])
{
    for (int i = 0; i < 3; i++)
        axis[i] = i;
    for (int i = 1; i < 3; i++) {
        for (int k = i; k > 0 && along[axis[k]] > along[axis[k - 1]]; k--) {
            const int held = axis[k];
            axis[k] = axis[k - 1];
            axis[k - 1] = held;
        }
    }
}

static void choose_ranks(ns_solver *solver)
{
    ns_division *division = solver->division;
    const int blocks = division_blocks(solver);
    const int ranks = division->ranks->ranks;
    int axis[3];
    axes_by_cells(solver->cells.along, axis);
    for (int i = 0; i < blocks; i++) {
        const int *place = busy_block(solver, i)->place;
        const uint64_t key = ((uint64_t)place[axis[0]] << 42) | ((uint64_t)place[axis[1]] << 21) |
                             (uint64_t)place[axis[2]];
        division->pair[i] = (sort_pair){key, (uint32_t)i};
    }
    sort_u64_by_key(division->pair, blocks, division->pair + blocks);
    int64_t all = 0;
    for (int i = 0; i < blocks; i++)
        all += busy_block(solver, i)->contacts;
    int64_t before = 0;
    for (int i = 0; i < blocks; i++) {
        const int number = (int)division->pair[i].value;
        const int64_t contacts = busy_block(solver, number)->contacts;
        division->rank_of[number] = (int)((before + contacts / 2) * ranks / (all + 1));
        before += contacts;
    }
}

// ---- which movers

typedef void touch_function(ns_division *division, int number, int32_t mover);

// Calls that for each mover that a contact of a block moves, as often as there are such contacts.
static void each_mover(ns_solver *solver, int number, touch_function *touch)
{
    const ns_block *block = busy_block(solver, number);
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        const bool mobile = batch->kind.side == SIDE_MOBILE;
        for (int lane = 0; lane < SWEEP_LANES && block->lane[k][lane] >= 0; lane++) {
            touch(solver->division, number, batch->b[lane]);
            if (mobile)
                touch(solver->division, number, batch->a[lane]);
        }
    }
}

static void note_rank(ns_division *division, int number, int32_t mover)
{
    division->swept_by[mover] |= UINT64_C(1) << division->rank_of[number];
}

static void add_mover(ns_division *division, ns_mover_list *list, int32_t mover)
{
    division->no_memory =
        division->no_memory || !MEM_GROW(list->mover, list->room, list->count + 1);
    if (!division->no_memory)
        list->mover[list->count++] = mover;
}

// In a phase a mover is in one block alone, so it is noted where that has it first.
static void list_mover(ns_division *division, int number, int32_t mover)
{
    const int own = division->ranks->rank;
    const int by = division->rank_of[number];
    const uint64_t others = division->swept_by[mover] & ~(UINT64_C(1) << by);
    if (others == 0 || division->stamp[mover] == division->phase + 1)
        return;
    division->stamp[mover] = (uint8_t)(division->phase + 1);
    division->passes[division->phase] = true;
    for (int k = 0; by == own && k < division->ranks->ranks; k++) {
        if (others >> k & 1)
            add_mover(division, division_list(division->sent, division, k), mover);
    }
    if (by != own && (others >> own & 1))
        add_mover(division, division_list(division->come, division, by), mover);
}

static void list_movers(ns_solver *solver)
{
    ns_division *division = solver->division;
    const ns_order *order = &solver->order;
    for (int i = 0; i < division->lists; i++) {
        division->sent[i].count = 0;
        division->come[i].count = 0;
    }
    for (int phase = 0; phase < NS_PHASES; phase++) {
        const bool any = order->phase_first[phase + 1] > order->phase_first[phase];
        division->phase = phase;
        division->passes[phase] = any && solver->hubs.count > 0;
        for (int i = order->phase_first[phase]; i < order->phase_first[phase + 1]; i++)
            each_mover(solver, i, list_mover);
    }
}

bool division_make(ns_solver *solver)
{
    ns_division *division = solver->division;
    const int blocks = division_blocks(solver);
    const int64_t movers = (int64_t)solver->movers.count + 1;
    if (!division)
        return true;
    const transport *ranks = division->ranks;
    division->on = ranks->ranks > 1 && ranks->ranks <= RANKS_MOST && !solver->single;
    division->no_memory = false;
    if (!division->on)
        return true;
    if (!make_rooms(division) ||
        !MEM_GROW(division->rank_of, division->block_room, (int64_t)blocks + 1) ||
        !MEM_GROW(division->pair, division->pair_room, 2 * (int64_t)blocks + 1) ||
        !MEM_GROW(division->swept_by, division->mover_room, movers) ||
        !MEM_GROW(division->stamp, division->stamp_room, movers))
        return false;
    memset(division->swept_by, 0, (size_t)movers * sizeof *division->swept_by);
    memset(division->stamp, 0, (size_t)movers * sizeof *division->stamp);
    choose_ranks(solver);
    for (int i = 0; i < blocks; i++)
        each_mover(solver, i, note_rank);
    list_movers(solver);
    return !division->no_memory;
}
