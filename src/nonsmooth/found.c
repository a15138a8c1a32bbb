// found.c - contacts as they are found, and what the order needs of them.
//
// Each thread finds into a list of its own. A link, a short record beside each contact, has all that hubs, blocks,
// colours and the network are made of. Threads share out the pieces of space as they come to them; links of all stand
// piece by piece, whoever has found them. So as long as no contact begins or ends they stand as in the step before, which
// is what an order that is kept asks (kept_order.c). No result depends on it.
#include "nonsmooth/stages.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FOUND = offsetof(ns_contact, bias) }; // what is known of all contacts when they are found

ns_contact *solver_find(ns_found *found)
{
    if (found->count == found->room) {
        int64_t room = found->room + found->room / 2 + 64;
        ns_contact *more = mem_large((size_t)room * sizeof *more);
        if (!more)
            return NULL;
        if (found->count > 0)
            memcpy(more, found->contact, (size_t)found->count * sizeof *more);
        mem_free(found->contact);
        found->contact = more;
        found->room = room;
    }
    ns_contact *contact = &found->contact[found->count++];
    memset(contact, 0, FOUND);
    return contact;
}

// Pushing, or so near that gravity closes the gap in a step: bodies that are set down on each other without overlaps
// are one stack.
static bool closed(const ns_solver *solver, const ns_contact *contact)
{
    const ns_settings *settings = &solver->set;
    if (contact->gap < 0)
        return contact->share > 0;
    double falls = settings->gravity * settings->step * settings->step;
    return contact->gap < falls;
}

bool solver_reserve_pieces(ns_solver *solver, int64_t more)
{
    ns_network *network = &solver->network;
    if (!MEM_GROW(network->piece, network->piece_room, network->pieces + more))
        return false;
    for (int64_t i = 0; i < more; i++)
        network->piece[network->pieces + i] = (ns_piece){.count = 0};
    network->pieces += more;
    return true;
}

bool solver_link(const ns_solver *solver, int thread, int64_t piece)
{
    ns_found *found = &solver->network.found[thread];
    if (!MEM_GROW(found->link, found->link_room, found->count + 1))
        return false;
    solver->network.piece[piece] = (ns_piece){
        .thread = thread,
        .from = found->linked,
        .count = found->count - found->linked,
    };
    for (; found->linked < found->count; found->linked++) {
        const ns_contact *contact = &found->contact[found->linked];
        found->link[found->linked] = (ns_link){
            .id_a = contact->id_a,
            .id_b = contact->id_b,
            .feature = contact->feature,
            .a = contact->a,
            .b = contact->b,
            .hub = -1,
            .at = (int32_t)found->linked,
            .thread = (int16_t)thread,
            .balls = contact->balls,
            .rich = solver->limits[contact->set].rich,
            .closed = closed(solver, contact),
            .face = contact->share < 0.4,
        };
    }
    return true;
}

static void swap_links(ns_network *network, ns_found *found)
{
    ns_link *link = network->link;
    int64_t room = network->link_room;
    network->link = found->link;
    network->link_room = found->link_room;
    found->link = link;
    found->link_room = room;
}

bool solver_gather(ns_solver *solver)
{
    ns_network *network = &solver->network;
    network->contacts = 0;
    for (int64_t i = 0; i < network->pieces; i++) {
        network->piece[i].first = network->contacts;
        network->contacts += network->piece[i].count;
    }
    if (solver->threads == 1) { // they stand piece by piece
        swap_links(network, &network->found[0]);
        return true;
    }
    if (!MEM_GROW(network->link, network->link_room, network->contacts + 1))
        return false;
#pragma omp parallel for num_threads(solver->threads) schedule(static)
    for (int64_t i = 0; i < network->pieces; i++) {
        const ns_piece *piece = &network->piece[i];
        const ns_link *from = network->found[piece->thread].link + piece->from;
        if (piece->count > 0)
            memcpy(network->link + piece->first, from, (size_t)piece->count * sizeof *from);
    }
    return true;
}
