// division_pass.c - what goes from rank to rank while they share out sweeps (division.c): after a phase the velocities of movers that
// another rank sweeps as well, and of hubs the sums of all blocks, which each rank takes in their order; then largest values, sums of mixing, and
// at the end all.
#include "nonsmooth/division.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- bytes

static void cannot_go_on(const ns_division *division)
{
    division->ranks->abandon(division->ranks->context, "out of memory for sweeps");
}

// Room for so many bytes that go to each rank, and for those that come of it.
static void reserve(ns_division *division, int64_t out, int rank, int64_t in)
{
    if (!MEM_GROW(division->out_all, division->out_all_room, out + 1) ||
        !MEM_GROW(division->in[rank], division->in_room[rank], in + 1))
        cannot_go_on(division);
}

static void swap(ns_division *division)
{
    division->ranks->swap(division->ranks->context, division->piece);
}

// What stands in out_all goes to all ranks; bytes[rank] says how much comes of each.
static void send_to_all(ns_division *division)
{
    const int own = division->ranks->rank;
    for (int k = 0; k < division->ranks->ranks; k++) {
        reserve(division, division->bytes[own], k, division->bytes[k]);
        division->piece[k] = (transport_piece){
            .send = division->out_all,
            .send_size = (size_t)division->bytes[own],
            .receive = division->in[k],
            .receive_size = (size_t)division->bytes[k],
        };
    }
    swap(division);
}

double division_most(ns_solver *solver, double number)
{
    ns_division *division = solver->division;
    double most = number;
    if (!division_is_on(solver))
        return number;
    const transport *ranks = division->ranks;
    reserve(division, 0, ranks->rank, (int64_t)sizeof number * ranks->ranks);
    ranks->gather(ranks->context, &number, sizeof number, division->in[ranks->rank]);
    for (int k = 0; k < ranks->ranks; k++) {
        double its;
        memcpy(&its, division->in[ranks->rank] + (size_t)k * sizeof its, sizeof its);
        most = real_max(most, its);
    }
    return most;
}

// ---- after a phase

static size_t sums_of(const ns_solver *solver, int phase, int rank)
{
    const ns_order *order = &solver->order;
    size_t blocks = 0;
    for (int i = order->phase_first[phase]; i < order->phase_first[phase + 1]; i++)
        blocks += solver->division->rank_of[i] == rank;
    return blocks * (size_t)solver->hubs.count * sizeof(hub_sum);
}

// Sums of the blocks of a rank, to bytes or from them.
static void copy_sums(ns_solver *solver, int phase, int rank, char *bytes, bool out)
{
    const ns_order *order = &solver->order;
    const size_t size = (size_t)solver->hubs.count * sizeof(hub_sum);
    for (int i = order->phase_first[phase]; i < order->phase_first[phase + 1]; i++) {
        hub_sum *sum = busy_block(solver, i)->sum;
        if (solver->division->rank_of[i] != rank || size == 0)
            continue;
        memcpy(out ? bytes : (char *)sum, out ? (char *)sum : bytes, size);
        bytes += size;
    }
}

static void pack_phase(ns_solver *solver, int phase)
{
    ns_division *division = solver->division;
    const int own = division->ranks->rank;
    const size_t sums = sums_of(solver, phase, own);
    size_t all = 0;
    division->phase = phase;
    for (int k = 0; k < division->ranks->ranks; k++) {
        const ns_mover_list *sent = division_list(division->sent, division, k);
        const ns_mover_list *come = division_list(division->come, division, k);
        const size_t in = (size_t)come->count * sizeof(mover) + sums_of(solver, phase, k);
        const size_t out = (size_t)sent->count * sizeof(mover) + sums;
        reserve(division, (int64_t)(all + out), k, (int64_t)in);
        division->piece[k] = (transport_piece){
            .send_size = out,
            .receive = division->in[k],
            .receive_size = in,
        };
        all += out;
    }
    char *to = division->out_all;
    for (int k = 0; k < division->ranks->ranks; k++) {
        const ns_mover_list *sent = division_list(division->sent, division, k);
        division->piece[k].send = to;
        for (int64_t i = 0; i < sent->count; i++, to += sizeof(mover))
            memcpy(to, &solver->movers.body[sent->mover[i]], sizeof(mover));
        copy_sums(solver, phase, own, to, true);
        to += sums;
    }
}

void division_pass(ns_solver *solver, int phase)
{
    ns_division *division = solver->division;
    const int own = division->ranks->rank;
    if (!division->passes[phase])
        return;
    pack_phase(solver, phase);
    swap(division);
    for (int k = 0; k < division->ranks->ranks; k++) {
        const ns_mover_list *come = division_list(division->come, division, k);
        char *from = division->in[k];
        for (int64_t i = 0; k != own && i < come->count; i++, from += sizeof(mover))
            memcpy(&solver->movers.body[come->mover[i]], from, sizeof(mover));
        if (k != own)
            copy_sums(solver, phase, k, from, false);
    }
}

// ---- of all

void division_share_rows(ns_solver *solver, double *row, int numbers)
{
    ns_division *division = solver->division;
    const int own = division_is_on(solver) ? division->ranks->rank : 0;
    const size_t size = (size_t)numbers * sizeof *row;
    const int blocks = division_blocks(solver);
    if (!division_is_on(solver))
        return;
    memset(division->bytes, 0, (size_t)division->ranks->ranks * sizeof *division->bytes);
    reserve(division, (int64_t)size * blocks, own, 0);
    for (int i = 0; i < blocks; i++) {
        const int rank = division->rank_of[i];
        if (rank == own)
            memcpy(division->out_all + division->bytes[own], row + (size_t)i * (size_t)numbers,
                   size);
        division->bytes[rank] += (int64_t)size;
    }
    send_to_all(division);
    memset(division->bytes, 0, (size_t)division->ranks->ranks * sizeof *division->bytes);
    for (int i = 0; i < blocks; i++) {
        const int rank = division->rank_of[i];
        if (rank != own)
            memcpy(row + (size_t)i * (size_t)numbers, division->in[rank] + division->bytes[rank],
                   size);
        division->bytes[rank] += (int64_t)size;
    }
}

// Who tells the velocity of a mover; -1: nobody has changed it.
static int teller(const ns_division *division, int32_t mover)
{
    const uint64_t by = division->swept_by[mover];
    return by == 0 ? -1 : __builtin_ctzll(by);
}

static void count_bytes(const ns_solver *solver)
{
    const ns_division *division = solver->division;
    memset(division->bytes, 0, (size_t)division->ranks->ranks * sizeof *division->bytes);
    for (int i = 0; i < division_blocks(solver); i++)
        division->bytes[division->rank_of[i]] +=
            (int64_t)sizeof(impact_row) * busy_block(solver, i)->contacts;
    for (int32_t i = 0; i < solver->movers.count; i++) {
        const int rank = teller(division, i);
        if (rank >= 0)
            division->bytes[rank] += (int64_t)sizeof(mover);
    }
}

static impact_row *row_of(const ns_solver *solver, int64_t contact, ns_stage stage)
{
    return stage == STAGE_IMPACTS ? &solver->impacts.blow[contact]
                                  : &solver->network.contact[contact].impulse;
}

// All that a rank tells, to its bytes or from them.
static void copy_all(ns_solver *solver, ns_stage stage, int rank, char *bytes, bool out)
{
    const ns_division *division = solver->division;
    for (int i = 0; i < division_blocks(solver); i++) {
        const ns_block *block = busy_block(solver, i);
        for (int64_t k = 0; division->rank_of[i] == rank && k < block->contacts; k++) {
            impact_row *row = row_of(solver, block->first + k, stage);
            memcpy(out ? bytes : (char *)row, out ? (char *)row : bytes, sizeof *row);
            bytes += sizeof *row;
        }
    }
    for (int32_t i = 0; i < solver->movers.count; i++) {
        mover *body = &solver->movers.body[i];
        if (teller(division, i) != rank)
            continue;
        memcpy(out ? bytes : (char *)body, out ? (char *)body : bytes, sizeof *body);
        bytes += sizeof *body;
    }
}

void division_collect(ns_solver *solver, ns_stage stage)
{
    ns_division *division = solver->division;
    if (!division_is_on(solver))
        return;
    const int own = division->ranks->rank;
    count_bytes(solver);
    reserve(division, division->bytes[own], own, 0);
    copy_all(solver, stage, own, division->out_all, true);
    send_to_all(division);
    for (int k = 0; k < division->ranks->ranks; k++) {
        if (k != own)
            copy_all(solver, stage, k, division->in[k], false);
    }
}
