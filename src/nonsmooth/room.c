// room.c - the memory that the nonsmooth solver works in: made, grown for more movers, and freed.
#include "nonsmooth/stages.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool solver_init(ns_solver *solver, const law_set *law, int sets, int threads, int width)
{
    memset(solver, 0, sizeof *solver);
    solver->threads = threads;
    solver->law = law;
    solver->limits = calloc((size_t)sets + 1, sizeof *solver->limits);
    for (int i = 0; solver->limits && i < sets; i++)
        solver->limits[i] = law_set_limits(&law[i], 1);
    solver->kernel = sweep_choose(width);
    solver->thread = calloc((size_t)threads, sizeof *solver->thread);
    solver->found = calloc((size_t)threads, sizeof *solver->found);
    solver->turn = mem_array(threads, sizeof *solver->turn);
    return solver->thread && solver->found && solver->turn && solver->kernel && solver->limits;
}

static void free_block(ns_block *block)
{
    free(block->batch);
    free(block->lane);
    free(block->bin);
    free(block->batch_single);
    mem_free(block->column_single);
    mem_free(block->column);
    free(block->sum);
}

void solver_free(ns_solver *solver)
{
    for (int64_t i = 0; i < solver->block_room; i++)
        free_block(&solver->block[i]);
    for (int thread = 0; solver->thread && thread < solver->threads; thread++) {
        free(solver->thread[thread].mask);
        free(solver->thread[thread].bin);
        free(solver->thread[thread].order);
        free(solver->thread[thread].pair);
    }
    free(solver->block);
    free(solver->thread);
    mem_free(solver->turn);
    mem_free(solver->body);
    mem_free(solver->inertia);
    free(solver->position);
    for (int thread = 0; solver->found && thread < solver->threads; thread++) {
        mem_free(solver->found[thread].contact);
        free(solver->found[thread].link);
    }
    free(solver->found);
    free(solver->link);
    mem_free(solver->contact);
    mem_free(solver->blow);
    free(solver->phase_block);
    free(solver->hub_of);
    free(solver->lag);
    free(solver->hub_mover);
    mem_free(solver->hub);
    free(solver->hub_load);
    free(solver->ways.first);
    free(solver->ways.level);
    free(solver->ways.queue);
    free(solver->ways.to);
    mem_free(solver->start.at);
    mem_free(solver->free.at);
    mem_free(solver->relaxed.at);
    solver_free_single(solver);
    free(solver->home);
    free(solver->dealt);
    free(solver->cell);
    free(solver->cell_count);
    free(solver->memory.kept);
    free(solver->memory.impulse);
    free(solver->memory.head);
    free(solver->limits);
    memset(solver, 0, sizeof *solver);
}

bool solver_keep(const ns_solver *solver, ns_movers *out)
{
    if (solver->movers > out->room || !out->at) {
        mem_free(out->at);
        out->room = solver->movers + solver->movers / 8 + 64;
        out->at = mem_array(out->room, sizeof *out->at);
        if (!out->at)
            out->room = 0;
    }
    if (out->at)
        memcpy(out->at, solver->body, (size_t)solver->movers * sizeof *out->at);
    return out->at != NULL;
}

bool solver_reserve_movers(ns_solver *solver, int32_t movers)
{
    if (movers > solver->mover_room || !solver->body) {
        int64_t room = movers + movers / 8 + 64;
        mover *body = mem_array(room, sizeof *body);
        mover_inertia *inertia = mem_array(room, sizeof *inertia);
        v3 *position = realloc(solver->position, (size_t)room * sizeof *position);
        if (position)
            solver->position = position;
        if (!body || !inertia || !position) {
            mem_free(body);
            mem_free(inertia);
            return false;
        }
        if (solver->mover_room > 0) {
            memcpy(body, solver->body, (size_t)solver->mover_room * sizeof *body);
            memcpy(inertia, solver->inertia, (size_t)solver->mover_room * sizeof *inertia);
        }
        mem_free(solver->body);
        mem_free(solver->inertia);
        solver->body = body;
        solver->inertia = inertia;
        solver->mover_room = room;
    }
    solver->movers = movers;
    return true;
}
