// hubs.c - which movers are hubs: bodies with more than NS_HUB contacts, and walls that answer to forces.
//
// In passing, movers are marked that have one contact alone, or one with something that moves: blows of these can be
// given where and when they touch (alone.c).
#include "nonsmooth/stages.h"

#include "base/memory.h"

static bool reserve_hubs(ns_solver *solver, int64_t hubs)
{
    if (hubs <= solver->hubs.room)
        return true;
    int64_t room[2] = {solver->hubs.room, solver->hubs.room};
    int64_t wanted = hubs + hubs / 2 + 8;
    mover *hub = mem_array(wanted, sizeof *hub);
    if (!hub ||
        !mem_grow((void **)&solver->hubs.mover, &room[0], wanted, sizeof *solver->hubs.mover) ||
        !mem_grow((void **)&solver->hubs.load, &room[1], wanted, sizeof *solver->hubs.load)) {
        mem_free(hub);
        return false;
    }
    mem_free(solver->hubs.frozen);
    solver->hubs.frozen = hub;
    solver->hubs.room = wanted;
    return true;
}

static bool add_hub(ns_solver *solver, int32_t mover)
{
    if (!reserve_hubs(solver, solver->hubs.count + 1))
        return false;
    solver->hubs.of_mover[mover] = solver->hubs.count;
    solver->hubs.mover[solver->hubs.count++] = mover;
    return true;
}

// A count of contacts, with marks of one, and of more than one, with something that moves.
enum { MATE = 1 << 29, MATES = 1 << 30 };

static void count_contact(int32_t *count, bool mate)
{
    if (mate)
        *count |= *count & MATE ? MATES : MATE;
    ++*count;
}

static int32_t mark_of(int32_t count)
{
    if (count % MATE == 1)
        return NS_ALONE;
    return (count & MATE) && !(count & MATES) ? NS_PAIRED : -1;
}

bool solver_find_hubs(ns_solver *solver)
{
    if (!mem_grow((void **)&solver->hubs.of_mover, &solver->hubs.mover_room,
                  solver->movers.count + 1, sizeof *solver->hubs.of_mover))
        return false;
    for (int32_t i = 0; i < solver->movers.count; i++)
        solver->hubs.of_mover[i] = 0; // how many contacts at first
    for (int64_t i = 0; i < solver->network.contacts; i++) {
        const ns_link *link = &solver->network.link[i];
        if (link->a >= 0)
            count_contact(&solver->hubs.of_mover[link->a], true);
        count_contact(&solver->hubs.of_mover[link->b], link->a >= 0);
    }
    for (int wall = 0; wall < solver->bounds.walls; wall++)
        if (solver->bounds.wall[wall].mover >= 0)
            solver->hubs.of_mover[solver->bounds.wall[wall].mover] = NS_HUB + 1;
    solver->hubs.count = 0;
    for (int32_t i = 0; i < solver->movers.count; i++) {
        bool many = solver->hubs.of_mover[i] % MATE > NS_HUB;
        solver->hubs.of_mover[i] = mark_of(solver->hubs.of_mover[i]);
        if (many && !add_hub(solver, i))
            return false;
    }
    return true;
}
