// layout.c - contacts as they are found, what the order needs of them, and the contacts in that order.
//
// Each thread finds into a list of its own. A link, a short record beside each contact, has all that hubs, blocks,
// colours and the network are made of; the contacts themselves, ten times as long, are read once, when they are put
// where their batches will want them, and there they are begun with while they are in cache.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    FOUND = offsetof(ns_contact, bias), // what is known of all contacts when they are found
    AHEAD = 3                           // batches that are called into cache before they are copied
};

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
    return contact->gap < 0
               ? contact->share > 0
               : contact->gap < solver->set.gravity * solver->set.step * solver->set.step;
}

bool solver_link(const ns_solver *solver, int part)
{
    ns_found *found = &solver->network.found[part];
    if (!mem_grow((void **)&found->link, &found->link_room, found->count + 1, sizeof *found->link))
        return false;
    for (; found->linked < found->count; found->linked++) {
        const ns_contact *contact = &found->contact[found->linked];
        found->link[found->linked] = (ns_link){
            .id_a = contact->id_a,
            .id_b = contact->id_b,
            .a = contact->a,
            .b = contact->b,
            .balls = contact->balls,
            .rich = solver->limits[contact->set].rich,
            .closed = closed(solver, contact),
            .face = contact->share < 0.4,
        };
    }
    return true;
}

bool solver_gather(ns_solver *solver)
{
    solver->network.contacts = 0;
    for (int thread = 0; thread < solver->threads; thread++) {
        solver->network.found[thread].first = solver->network.contacts;
        solver->network.contacts += solver->network.found[thread].count;
    }
    if (solver->threads == 1) { // nothing to put together
        ns_found *found = &solver->network.found[0];
        ns_link *swap = solver->network.link;
        int64_t room = solver->network.link_room;
        solver->network.link = found->link;
        solver->network.link_room = found->link_room;
        found->link = swap;
        found->link_room = room;
        return true;
    }
    if (!mem_grow((void **)&solver->network.link, &solver->network.link_room,
                  solver->network.contacts + 1, sizeof *solver->network.link))
        return false;
#pragma omp parallel for num_threads(solver->threads) schedule(static, 1)
    for (int thread = 0; thread < solver->threads; thread++) {
        const ns_found *found = &solver->network.found[thread];
        if (found->count) {
            memcpy(solver->network.link + found->first, found->link,
                   (size_t)found->count * sizeof *found->link);
        }
    }
    return true;
}

// ---- in order

static bool reserve(const ns_solver *solver, void **array, int64_t *room, size_t item)
{
    if (solver->network.contacts <= *room && *array)
        return true;
    mem_free(*array);
    *room = solver->network.contacts + solver->network.contacts / 4 + 64;
    *array = mem_large((size_t)*room * item);
    if (!*array)
        *room = 0;
    return *array != NULL;
}

bool solver_reserve_blows(ns_solver *solver)
{
    void *blow = solver->impacts.blow;
    bool ok = reserve(solver, &blow, &solver->impacts.blow_room, sizeof *solver->impacts.blow);
    solver->impacts.blow = blow;
    if (ok && solver->network.contacts > 0)
        memset(blow, 0, (size_t)solver->network.contacts * sizeof *solver->impacts.blow);
    return ok;
}

// What it takes to lay out a batch soon, into the second level of cache: contacts, bodies, and where old impulses are.
static void call_batch(const ns_solver *solver, const ns_block *block, int32_t number)
{
    if (number >= block->batches)
        return;
    const sweep_batch *batch = &block->batch[number];
    for (int lane = 0; lane < SWEEP_LANES && block->lane[number][lane] >= 0; lane++) {
        int32_t link = block->lane[number][lane];
        const char *at = (const char *)link_contact(solver, link);
        for (size_t k = 0; k < FOUND; k += 64)
            __builtin_prefetch(at + k, 0, 2);
        __builtin_prefetch(&solver->movers.body[batch->b[lane]], 0, 2);
        if (batch->kind.side == SIDE_MOBILE)
            __builtin_prefetch(&solver->movers.body[batch->a[lane]], 0, 2);
        memory_call(&solver->memory, solver->network.link[link].id_b);
    }
}

typedef struct extremes {
    double fastest, deepest; // impact, m/s; overlap, m
} extremes;

// Contacts of a block into the order of its batches.
static extremes lay_out(ns_solver *solver, ns_block *block, const ns_pace *pace)
{
    extremes extremes = {0, 0};
    int32_t at = (int32_t)block->first;
    for (int32_t k = 0; k < AHEAD; k++)
        call_batch(solver, block, k);
    for (int32_t k = 0; k < block->batches; k++) {
        call_batch(solver, block, k + AHEAD);
        for (int lane = 0; lane < SWEEP_LANES && block->lane[k][lane] >= 0; lane++) {
            const ns_contact *from = link_contact(solver, block->lane[k][lane]);
            ns_contact *contact = &solver->network.contact[at];
            memcpy(contact, from, FOUND);
            if (!from->balls || from->a < 0) {
                contact->arm_a = from->arm_a;
                contact->arm_b = from->arm_b;
                contact->wall_velocity = from->wall_velocity;
                contact->wall_spin = from->wall_spin;
            }
            extremes.fastest = real_max(extremes.fastest, contact_begin(solver, contact, pace));
            extremes.deepest = real_max(extremes.deepest, -contact->gap);
            block->lane[k][lane] = at++;
        }
    }
    return extremes;
}

bool solver_lay_out(ns_solver *solver)
{
    void *contact = solver->network.contact;
    bool ok =
        reserve(solver, &contact, &solver->network.contact_room, sizeof *solver->network.contact);
    solver->network.contact = contact;
    if (!ok || !memory_reserve(&solver->memory, solver->network.contacts + 1))
        return false;
    const ns_pace pace = solver_pace(solver);
    double fastest = 0;
    double deepest = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)                            \
    reduction(max                                                                                  \
              : fastest, deepest)
    for (int i = 0; i <= solver->order.phase_first[NS_PHASES]; i++) {
        bool last = i == solver->order.phase_first[NS_PHASES];
        extremes extremes = lay_out(
            solver,
            &solver->order.block[last ? solver->order.blocks : solver->order.phase_block[i]],
            &pace);
        fastest = real_max(fastest, extremes.fastest);
        deepest = real_max(deepest, extremes.deepest);
    }
    solver->impacts.fastest = fastest;
    solver->network.ordered = solver->network.contacts;
    solver->report.overlap = deepest / solver->set.diameter;
    return true;
}

// ---- behind all others

static int by_key(const void *first_at, const void *second_at)
{
    const ns_contact *first = first_at;
    const ns_contact *second = second_at;
    if (first->id_a != second->id_a)
        return first->id_a < second->id_a ? -1 : 1;
    if (first->id_b != second->id_b)
        return first->id_b < second->id_b ? -1 : 1;
    return (first->feature > second->feature) - (first->feature < second->feature);
}

// Room for more in a large array, what is there kept.
static bool extend(void **array, int64_t *room, int64_t had, int64_t need, size_t item)
{
    if (need <= *room)
        return true;
    int64_t wanted = need + need / 4 + 64;
    char *more = mem_large((size_t)wanted * item);
    if (!more)
        return false;
    memcpy(more, *array, (size_t)had * item);
    mem_free(*array);
    *array = more;
    *room = wanted;
    return true;
}

bool solver_append(ns_solver *solver)
{
    int64_t had = solver->network.contacts;
    int64_t all = had;
    for (int thread = 0; thread < solver->threads; thread++)
        all += solver->network.found[thread].count;
    if (all == had)
        return true;
    void *grown = solver->network.contact;
    void *blow = solver->impacts.blow;
    bool ok =
        extend(&grown, &solver->network.contact_room, had, all, sizeof *solver->network.contact);
    solver->network.contact = grown;
    ok = ok && extend(&blow, &solver->impacts.blow_room, had, all, sizeof *solver->impacts.blow);
    solver->impacts.blow = blow;
    if (!ok || !memory_reserve(&solver->memory, all + 1))
        return false;
    memset(solver->impacts.blow + had, 0, (size_t)(all - had) * sizeof *solver->impacts.blow);
    for (int thread = 0; thread < solver->threads; thread++) {
        for (int64_t i = 0; i < solver->network.found[thread].count; i++) {
            solver->network.contact[solver->network.contacts++] =
                solver->network.found[thread].contact[i];
        }
    }
    qsort(solver->network.contact + had, (size_t)(all - had), sizeof *solver->network.contact,
          by_key);
    for (int64_t i = had; i < all; i++) {
        ns_contact *contact = &solver->network.contact[i];
        contact->bias = contact->target = 0;
        contact->soft = -1;
        contact->impulse = (impact_row){0};
        solver->memory.kept[i].there = false;
    }
    return true;
}
