// room.c - the memory that the nonsmooth solver works in: made, grown for more movers, and freed.
#include "nonsmooth/division.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool solver_init(ns_solver *solver, const law_set *law, int sets, int threads, int width)
{
    memset(solver, 0, sizeof *solver);
    solver->threads = threads;
    solver->law = law;
    solver->movers.walls_from = INT32_MAX;
    solver->limits = calloc((size_t)sets + 1, sizeof *solver->limits);
    for (int i = 0; solver->limits && i < sets; i++)
        solver->limits[i] = law_set_limits(&law[i], 1);
    ns_team *team = &solver->team;
    ns_network *network = &solver->network;
    solver->kernel = sweep_choose(width);
    team->thread = calloc((size_t)threads, sizeof *team->thread);
    team->turn = mem_array(threads, sizeof *team->turn);
    network->found = calloc((size_t)threads, sizeof *network->found);
    return team->thread && team->turn && network->found && solver->kernel && solver->limits;
}

static void free_block(ns_block *block)
{
    free(block->batch);
    free(block->lane);
    free(block->bin);
    free(block->batched);
    free(block->ordered);
    free(block->batch_single);
    mem_free(block->column_single);
    mem_free(block->column);
    free(block->sum);
}

void solver_free(ns_solver *solver)
{
    ns_memory *memory = &solver->memory;
    ns_hubs *hubs = &solver->hubs;
    ns_order *order = &solver->order;
    ns_impacts *impacts = &solver->impacts;
    ns_movers *movers = &solver->movers;
    ns_network *network = &solver->network;
    for (int64_t i = 0; i < order->block_room; i++)
        free_block(&order->block[i]);
    for (int i = 0; solver->team.thread && i < solver->threads; i++) {
        ns_thread *thread = &solver->team.thread[i];
        free(thread->mask);
        free(thread->bin);
        free(thread->sorted);
        free(thread->pair);
    }
    free(order->block);
    free(solver->team.thread);
    mem_free(solver->team.turn);
    mem_free(movers->body);
    mem_free(movers->inertia);
    free(movers->position);
    for (int thread = 0; network->found && thread < solver->threads; thread++) {
        mem_free(network->found[thread].contact);
        free(network->found[thread].link);
    }
    free(network->found);
    free(network->link);
    free(network->piece);
    mem_free(network->contact);
    mem_free(impacts->blow);
    free(solver->arrivals.first);
    mem_free(solver->arrivals.held);
    free(order->phase_block);
    free(hubs->of_mover);
    free(impacts->lag);
    free(hubs->mover);
    mem_free(hubs->frozen);
    free(hubs->load);
    free(solver->ways.first);
    free(solver->ways.level);
    free(solver->ways.queue);
    free(solver->ways.reached);
    free(solver->ways.to);
    mem_free(solver->past.start.at);
    mem_free(solver->past.turned.at);
    mem_free(solver->past.looked.at);
    mem_free(solver->past.struck.at);
    mem_free(solver->past.free.at);
    mem_free(solver->past.unswept.at);
    mem_free(solver->past.relaxed.at);
    free(solver->turns.first);
    free(solver->turns.lone);
    free(solver->turns.at);
    free(solver->turns.sum);
    division_free(solver->division);
    solver_free_single(solver);
    solver_free_mixing(&solver->mixing);
    free(solver->cells.home);
    free(solver->cells.dealt);
    free(solver->cells.of_mover);
    free(solver->cells.contacts);
    free(memory->kept);
    free(memory->impulse);
    free(memory->head);
    free(solver->limits);
    memset(solver, 0, sizeof *solver);
}

bool solver_keep(const ns_solver *solver, mover_copy *out)
{
    const ns_movers *movers = &solver->movers;
    if (movers->count > out->room || !out->at) {
        mem_free(out->at);
        out->room = movers->count + movers->count / 8 + 64;
        out->at = mem_array(out->room, sizeof *out->at);
        if (!out->at)
            out->room = 0;
    }
    if (out->at)
        memcpy(out->at, movers->body, (size_t)movers->count * sizeof *out->at);
    return out->at != NULL;
}

bool solver_reserve_movers(ns_solver *solver, int32_t movers)
{
    if (movers > solver->movers.room || !solver->movers.body) {
        int64_t room = movers + movers / 8 + 64;
        mover *body = mem_array(room, sizeof *body);
        mover_inertia *inertia = mem_array(room, sizeof *inertia);
        v3 *position = realloc(solver->movers.position, (size_t)room * sizeof *position);
        if (position)
            solver->movers.position = position;
        if (!body || !inertia || !position) {
            mem_free(body);
            mem_free(inertia);
            return false;
        }
        if (solver->movers.room > 0) {
            memcpy(body, solver->movers.body, (size_t)solver->movers.room * sizeof *body);
            memcpy(inertia, solver->movers.inertia, (size_t)solver->movers.room * sizeof *inertia);
        }
        mem_free(solver->movers.body);
        mem_free(solver->movers.inertia);
        solver->movers.body = body;
        solver->movers.inertia = inertia;
        solver->movers.room = room;
    }
    solver->movers.count = movers;
    return true;
}
