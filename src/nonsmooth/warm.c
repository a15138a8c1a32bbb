// warm.c - impulses kept from one step to the next, by contact.
//
// They are those of the lower id as a, so that neither blocks nor hubs, which may be others in the next step, are in
// them. A chain may have any order, since no two contacts have one key.
#include "nonsmooth/stages.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

bool memory_reserve(ns_memory *memory, int64_t slots)
{
    int64_t room = memory->room;
    if (!MEM_GROW(memory->kept, room, slots))
        return false;
    room = memory->room;
    if (!MEM_GROW(memory->impulse, room, slots))
        return false;
    memory->room = room;
    return true;
}

static _Atomic int32_t *chain_of(const ns_memory *memory, const ns_kept *kept)
{
    int64_t owner = kept->of_a ? kept->key.id_a : kept->key.id_b;
    return &memory->head[owner & (memory->heads - 1)];
}

bool memory_chain(ns_memory *memory, int threads)
{
    int64_t heads = 64;
    while (heads < memory->slots / 2) // a body has some three impulses
        heads *= 2;
    if (!MEM_GROW(memory->head, memory->head_room, heads))
        return false;
    memory->heads = heads;
    int64_t count = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (int64_t at = 0; at < heads; at++)
            atomic_store_explicit(&memory->head[at], -1, memory_order_relaxed);
#pragma omp for schedule(static) reduction(+ : count)
        for (int64_t i = 0; i < memory->slots; i++) {
            ns_kept *kept = &memory->kept[i];
            if (!kept->there)
                continue;
            kept->next =
                atomic_exchange_explicit(chain_of(memory, kept), (int32_t)i, memory_order_relaxed);
            count++;
        }
    }
    memory->count = count;
    return true;
}

// After a blow that came at the touch the contact has carried for the rest of the step alone. The next one would take
// the little that this was for a touch that came late (arrivals.c).
static bool begins_at_touch(const ns_contact *contact)
{
    return contact->bends && contact_delayed_by(contact) > 0;
}

void solver_keep_impulse(ns_solver *solver, const ns_contact *contact)
{
    ns_network *network = &solver->network;
    ns_kept *kept = &solver->memory.kept[contact - network->contact];
    double *row = solver->memory.impulse[contact - network->contact];
    kept->key = (ns_key){
        .id_a = contact->id_a,
        .id_b = contact->id_b,
        .feature = contact->feature,
    };
    kept->there =
        contact->soft >= 0 && !begins_at_touch(contact) &&
        !(contact->gap >= 0 && contact->impulse.push == 0); // else it was ready for nothing
    if (!kept->there)
        return;
    double sign = contact->turned ? -1 : 1;
    const impact_row *impulse = &contact->impulse;
    int32_t high = contact->turned ? contact->a : contact->b; // the mover of id_b
    kept->of_a = contact->a >= 0 && high >= 0 && solver->hubs.of_mover[high] >= 0;
    row[0] = impulse->push;
    row[7] = impulse->twist;
    row[1] = sign * impulse->drag.x;
    row[2] = sign * impulse->drag.y;
    row[3] = sign * impulse->drag.z;
    row[4] = sign * impulse->roll.x;
    row[5] = sign * impulse->roll.y;
    row[6] = sign * impulse->roll.z;
}

bool solver_remember(ns_solver *solver)
{
    solver->memory.slots = solver->network.contacts;
    return memory_chain(&solver->memory, solver->threads);
}

static bool is_among(const int64_t *id, int64_t count, int64_t wanted)
{
    int64_t low = 0;
    int64_t high = count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (id[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && id[low] == wanted;
}

bool solver_forget(ns_solver *solver, const int64_t *id, int64_t count)
{
    ns_memory *memory = &solver->memory;
    for (int64_t i = 0; i < memory->slots; i++) {
        ns_kept *kept = &memory->kept[i];
        if (is_among(id, count, kept->key.id_a) || is_among(id, count, kept->key.id_b))
            kept->there = false;
    }
    return memory_chain(memory, solver->threads);
}

static bool is_key(const ns_key *key, const ns_contact *contact)
{
    return key->id_a == contact->id_a && key->id_b == contact->id_b &&
           key->feature == contact->feature;
}

static int64_t find(const ns_memory *memory, int64_t id, const ns_contact *contact)
{
    for (int32_t i = memory_first(memory, id); i >= 0; i = memory->kept[i].next) {
        if (is_key(&memory->kept[i].key, contact))
            return i;
    }
    return -1;
}

// Where the impulses of the contact are; -1: nowhere.
static int64_t find_from(const ns_memory *memory, const ns_contact *contact, int64_t slot)
{
    const bool there = slot >= 0 && slot < memory->slots;
    if (there && is_key(&memory->kept[slot].key, contact))
        return slot;
    const int64_t at = find(memory, contact->id_b, contact);
    return at >= 0 ? at : find(memory, contact->id_a, contact);
}

bool solver_recall(const ns_solver *solver, const ns_contact *contact, int64_t *slot,
                   impact_row *out)
{
    const ns_memory *memory = &solver->memory;
    const int64_t at = find_from(memory, contact, *slot);
    if (at < 0)
        return false;
    *slot = at + 1;
    if (!memory->kept[at].there)
        return false;
    const double *row = memory->impulse[at];
    const double sign = contact->turned ? -1 : 1;
    *out = (impact_row){
        .push = row[0],
        .twist = row[7],
        .drag = v3_make(sign * row[1], sign * row[2], sign * row[3]),
        .roll = v3_make(sign * row[4], sign * row[5], sign * row[6]),
    };
    return true;
}
