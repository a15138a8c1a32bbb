// hubs.c - which movers are hubs: bodies with more than NS_HUB contacts, and walls that answer to forces.
//
// In passing, movers are marked that have one contact alone, one with something that moves, or none with such: blows of
// these can be given where and when they touch (alone.c).
#include "nonsmooth/stages.h"

#include "base/memory.h"

static bool reserve_hubs(ns_solver *solver, int64_t hubs)
{
    if (hubs <= solver->hubs.room)
        return true;
    int64_t room[2] = {solver->hubs.room, solver->hubs.room};
    int64_t wanted = hubs + hubs / 2 + 8;
    mover *hub = mem_array(wanted, sizeof *hub);
    if (!hub || !MEM_GROW(solver->hubs.mover, room[0], wanted) ||
        !MEM_GROW(solver->hubs.load, room[1], wanted)) {
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
    ns_hubs *hubs = &solver->hubs;
    if (!reserve_hubs(solver, hubs->count + 1))
        return false;
    hubs->of_mover[mover] = hubs->count;
    hubs->mover[hubs->count++] = mover;
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
    if (count < MATE)
        return NS_AMONG_STILL;
    return (count & MATE) && !(count & MATES) ? NS_PAIRED : -1;
}

bool solver_find_hubs(ns_solver *solver)
{
    ns_network *network = &solver->network;
    ns_hubs *hubs = &solver->hubs;
    const ns_bounds *bounds = &solver->bounds;
    const int32_t movers = solver->movers.count;
    if (!MEM_GROW(hubs->of_mover, hubs->mover_room, movers + 1))
        return false;
    int32_t *count = hubs->of_mover; // how many contacts at first
    for (int32_t i = 0; i < movers; i++)
        count[i] = 0;
    for (int64_t i = 0; i < network->contacts; i++) {
        const ns_link *link = &network->link[i];
        if (link->a >= 0)
            count_contact(&count[link->a], true);
        count_contact(&count[link->b], link->a >= 0);
    }
    for (int wall = 0; wall < bounds->walls; wall++) {
        if (bounds->wall[wall].mover >= 0)
            count[bounds->wall[wall].mover] = NS_HUB + 1;
    }
    hubs->count = 0;
    for (int32_t i = 0; i < movers; i++) {
        bool many = count[i] % MATE > NS_HUB;
        hubs->of_mover[i] = mark_of(count[i]);
        if (many && !add_hub(solver, i))
            return false;
    }
    return true;
}
