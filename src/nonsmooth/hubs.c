// hubs.c - which movers are hubs: bodies with more than NS_HUB contacts, and walls that answer to forces.
//
// In passing, movers are marked that have one contact alone, or one with something that moves: blows of these can be
// given where and when they touch (alone.c).
#include "nonsmooth/stages.h"

#include "base/memory.h"

static bool reserve_hubs(ns_solver *solver, int64_t hubs)
{
    if (hubs <= solver->hub_room)
        return true;
    int64_t room[2] = {solver->hub_room, solver->hub_room};
    int64_t wanted = hubs + hubs / 2 + 8;
    mover *hub = mem_array(wanted, sizeof *hub);
    if (!hub ||
        !mem_grow((void **)&solver->hub_mover, &room[0], wanted, sizeof *solver->hub_mover) ||
        !mem_grow((void **)&solver->hub_load, &room[1], wanted, sizeof *solver->hub_load)) {
        mem_free(hub);
        return false;
    }
    mem_free(solver->hub);
    solver->hub = hub;
    solver->hub_room = wanted;
    return true;
}

static bool add_hub(ns_solver *solver, int32_t mover)
{
    if (!reserve_hubs(solver, solver->hubs + 1))
        return false;
    solver->hub_of[mover] = solver->hubs;
    solver->hub_mover[solver->hubs++] = mover;
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
    if (!mem_grow((void **)&solver->hub_of, &solver->hub_of_room, solver->movers + 1,
                  sizeof *solver->hub_of))
        return false;
    for (int32_t i = 0; i < solver->movers; i++)
        solver->hub_of[i] = 0; // how many contacts at first
    for (int64_t i = 0; i < solver->contacts; i++) {
        const ns_link *link = &solver->link[i];
        if (link->a >= 0)
            count_contact(&solver->hub_of[link->a], true);
        count_contact(&solver->hub_of[link->b], link->a >= 0);
    }
    for (int wall = 0; wall < solver->walls; wall++)
        if (solver->wall[wall].mover >= 0)
            solver->hub_of[solver->wall[wall].mover] = NS_HUB + 1;
    solver->hubs = 0;
    for (int32_t i = 0; i < solver->movers; i++) {
        bool many = solver->hub_of[i] % MATE > NS_HUB;
        solver->hub_of[i] = mark_of(solver->hub_of[i]);
        if (many && !add_hub(solver, i))
            return false;
    }
    return true;
}
