// layout.c - contacts in the order of their batches.
//
// The order is made of links (found.c). The contacts themselves, eight times as long, are read once, when they are put
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

// ---- in order

static bool reserve(const ns_solver *solver, void **array, int64_t *room, size_t item)
{
    const ns_network *network = &solver->network;
    if (network->contacts <= *room && *array)
        return true;
    mem_free(*array);
    *room = network->contacts + network->contacts / 4 + 64;
    *array = mem_large((size_t)*room * item);
    if (!*array)
        *room = 0;
    return *array != NULL;
}

bool solver_reserve_blows(ns_solver *solver)
{
    ns_impacts *impacts = &solver->impacts;
    ns_network *network = &solver->network;
    void *blow = impacts->blow;
    bool ok = reserve(solver, &blow, &impacts->blow_room, sizeof *impacts->blow);
    impacts->blow = blow;
    if (ok && network->contacts > 0)
        memset(blow, 0, (size_t)network->contacts * sizeof *impacts->blow);
    return ok;
}

// What it takes to lay out a batch soon, into the second level of cache: contacts, bodies, and where old impulses are.
// `*place` is the first of the batch in the order of batches, then that of the next one.
static void call_batch(const ns_solver *solver, const ns_block *block, int32_t number,
                       int32_t *place)
{
    if (number >= block->batches)
        return;
    const mover *body = solver->movers.body;
    const sweep_batch *batch = &block->batch[number];
    bool mobile = batch->kind.side == SIDE_MOBILE;
    for (int lane = 0; lane < SWEEP_LANES && block->lane[number][lane] >= 0; lane++) {
        const int32_t link = block->dealt[block->batched[*place]];
        const char *at = (const char *)link_contact(solver, link);
        for (size_t k = 0; k < FOUND; k += 64)
            __builtin_prefetch(at + k, 0, 2);
        __builtin_prefetch(&body[batch->b[lane]], 0, 2);
        if (mobile)
            __builtin_prefetch(&body[batch->a[lane]], 0, 2);
        memory_call(&solver->memory, solver->network.link[link].id_b);
        (*place)++;
    }
}

typedef struct extremes {
    double fastest, deepest; // impact, m/s; overlap, m
} extremes;

// Contacts of a block into the order of its batches.
static void copy_found(const ns_contact *from, ns_contact *to)
{
    memcpy(to, from, FOUND);
    bool has_arms = !from->balls || from->a < 0;
    if (!has_arms)
        return;
    to->arm_a = from->arm_a;
    to->arm_b = from->arm_b;
    to->wall_velocity = from->wall_velocity;
    to->wall_spin = from->wall_spin;
    to->round_a = from->bends ? from->round_a : 0;
    to->round_b = from->bends ? from->round_b : 0;
}

static extremes lay_out(ns_solver *solver, ns_block *block, const ns_pace *pace)
{
    extremes extremes = {0, 0};
    block->unkept = 0;
    int64_t slot = block->first_before;
    int32_t place = 0;
    int32_t called = 0;
    for (int32_t k = 0; k < AHEAD; k++)
        call_batch(solver, block, k, &called);
    for (int32_t k = 0; k < block->batches; k++) {
        int32_t *number = block->lane[k];
        call_batch(solver, block, k + AHEAD, &called);
        for (int lane = 0; lane < SWEEP_LANES && number[lane] >= 0; lane++) {
            const int32_t at = (int32_t)block->first + place;
            ns_contact *contact = &solver->network.contact[at];
            copy_found(link_contact(solver, block->dealt[block->batched[place]]), contact);
            const ns_begun begun = contact_begin(solver, contact, pace, &slot);
            block->unkept += begun.unkept;
            extremes.fastest = real_max(extremes.fastest, begun.speed);
            extremes.deepest = real_max(extremes.deepest, -contact->gap);
            number[lane] = at;
            place++;
        }
    }
    return extremes;
}

bool solver_lay_out(ns_solver *solver)
{
    ns_network *network = &solver->network;
    const ns_order *order = &solver->order;
    void *contact = network->contact;
    bool ok = reserve(solver, &contact, &network->contact_room, sizeof *network->contact);
    network->contact = contact;
    if (!ok || !memory_reserve(&solver->memory, network->contacts + 1))
        return false;
    const ns_pace pace = solver_pace(solver);
    const int busy = order->phase_first[NS_PHASES];
    double fastest = 0;
    double deepest = 0;
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)                            \
    reduction(max                                                                                  \
              : fastest, deepest)
    for (int i = 0; i <= busy; i++) {
        int32_t at = i == busy ? order->blocks : order->phase_block[i];
        extremes extremes = lay_out(solver, &order->block[at], &pace);
        fastest = real_max(fastest, extremes.fastest);
        deepest = real_max(deepest, extremes.deepest);
    }
    solver->impacts.fastest = fastest;
    solver->report.unkept = 0;
    for (int i = 0; i <= busy; i++)
        solver->report.unkept +=
            order->block[i == busy ? order->blocks : order->phase_block[i]].unkept;
    network->ordered = network->contacts;
    solver->report.overlap = deepest / solver->set.diameter;
    return true;
}

// ---- behind all others

static int compare(int64_t first, int64_t second)
{
    return (first > second) - (first < second);
}

static int by_key(const void *first_at, const void *second_at)
{
    const ns_contact *first = first_at;
    const ns_contact *second = second_at;
    if (first->id_a != second->id_a)
        return compare(first->id_a, second->id_a);
    if (first->id_b != second->id_b)
        return compare(first->id_b, second->id_b);
    return compare(first->feature, second->feature);
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

// Room for so many contacts with their blows, those that are there kept.
static bool extend_contacts(ns_solver *solver, int64_t had, int64_t all)
{
    ns_network *network = &solver->network;
    ns_impacts *impacts = &solver->impacts;
    void *contact = network->contact;
    void *blow = impacts->blow;
    bool ok = extend(&contact, &network->contact_room, had, all, sizeof *network->contact);
    network->contact = contact;
    ok = ok && extend(&blow, &impacts->blow_room, had, all, sizeof *impacts->blow);
    impacts->blow = blow;
    return ok && memory_reserve(&solver->memory, all + 1);
}

// Was it found after an earlier blow of the step?
static bool found_before(const ns_network *network, const ns_contact *contact)
{
    for (int i = 0; i < network->searches; i++) {
        int64_t from = network->again[i];
        int64_t end = i + 1 < network->searches ? network->again[i + 1] : network->contacts;
        const ns_contact *part = network->contact + from;
        if (bsearch(contact, part, (size_t)(end - from), sizeof *part, by_key))
            return true;
    }
    return false;
}

// Out of a list; how many are left.
static int64_t drop_found_before(const ns_network *network, ns_found *found)
{
    int64_t kept = 0;
    for (int64_t i = 0; network->searches > 0 && i < found->count; i++) {
        if (!found_before(network, &found->contact[i]))
            found->contact[kept++] = found->contact[i];
    }
    found->count = network->searches > 0 ? kept : found->count;
    return found->count;
}

bool solver_append(ns_solver *solver)
{
    ns_network *network = &solver->network;
    int64_t had = network->contacts;
    int64_t more = 0;
    for (int thread = 0; thread < solver->threads; thread++)
        more += drop_found_before(network, &network->found[thread]);
    int64_t all = had + more;
    if (more == 0)
        return true;
    network->again[network->searches++] = had;
    if (!extend_contacts(solver, had, all))
        return false;
    impact_row *blow = solver->impacts.blow + had;
    memset(blow, 0, (size_t)more * sizeof *blow);
    for (int thread = 0; thread < solver->threads; thread++) {
        const ns_found *found = &network->found[thread];
        for (int64_t i = 0; i < found->count; i++) {
            network->contact[network->contacts] = found->contact[i];
            network->contacts++;
        }
    }
    ns_contact *fresh = network->contact + had;
    qsort(fresh, (size_t)more, sizeof *fresh, by_key);
    for (int64_t i = had; i < all; i++) {
        ns_contact *contact = &network->contact[i];
        contact->bias = 0;
        contact->target = 0;
        contact->soft = -1;
        contact->touch = 0;
        contact->rise = 0;
        contact->slide = v3_make(0, 0, 0);
        contact->impulse = (impact_row){0};
        solver->memory.kept[i] = (ns_kept){.key = ns_no_key};
    }
    return true;
}
