// warm.c - impulses kept from one step to the next, by contact.
//
// They are those of the lower id as a, so that neither blocks nor hubs, which may be others in the next step, are in
// them. A chain may have any order, since no two contacts have one key.
#include "nonsmooth/solver.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

bool memory_reserve(ns_memory *m, int64_t slots)
{
    int64_t room = m->room;
    if (!mem_grow((void **)&m->kept, &room, slots, sizeof *m->kept))
        return false;
    room = m->room;
    if (!mem_grow((void **)&m->impulse, &room, slots, sizeof *m->impulse))
        return false;
    m->room = room;
    return true;
}

static _Atomic int32_t *chain_of(const ns_memory *m, const ns_kept *k)
{
    int64_t owner = k->of_a ? k->key.id_a : k->key.id_b;
    return &m->head[owner & (m->heads - 1)];
}

bool memory_chain(ns_memory *m, int threads)
{
    int64_t heads = 64;
    while (heads < m->slots / 2) // a body has some three impulses
        heads *= 2;
    if (!mem_grow((void **)&m->head, &m->head_room, heads, sizeof *m->head))
        return false;
    m->heads = heads;
    int64_t count = 0;
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (int64_t k = 0; k < heads; k++)
            atomic_store_explicit(&m->head[k], -1, memory_order_relaxed);
#pragma omp for schedule(static) reduction(+ : count)
        for (int64_t i = 0; i < m->slots; i++) {
            ns_kept *k = &m->kept[i];
            if (!k->there)
                continue;
            k->next = atomic_exchange_explicit(chain_of(m, k), (int32_t)i, memory_order_relaxed);
            count++;
        }
    }
    m->count = count;
    return true;
}

void solver_keep_impulse(ns_solver *s, const ns_contact *c)
{
    ns_kept *k = &s->memory.kept[c - s->contact];
    double *row = s->memory.impulse[c - s->contact];
    k->there =
        c->soft >= 0 && !(c->gap >= 0 && c->impulse.push == 0); // else it was ready for nothing
    if (!k->there)
        return;
    double sign = c->turned ? -1 : 1;
    const impact_row *p = &c->impulse;
    int32_t high = c->turned ? c->a : c->b; // the mover of id_b
    k->key = (ns_key){c->id_a, c->id_b, c->feature};
    k->of_a = c->a >= 0 && high >= 0 && s->hub_of[high] >= 0;
    row[0] = p->push;
    row[7] = p->twist;
    row[1] = sign * p->t.x;
    row[2] = sign * p->t.y;
    row[3] = sign * p->t.z;
    row[4] = sign * p->roll.x;
    row[5] = sign * p->roll.y;
    row[6] = sign * p->roll.z;
}

bool solver_remember(ns_solver *s)
{
    s->memory.slots = s->contacts;
    return memory_chain(&s->memory, s->threads);
}

static int64_t find(const ns_memory *m, int64_t id, const ns_contact *c)
{
    for (int32_t i = memory_first(m, id); i >= 0; i = m->kept[i].next) {
        const ns_key *k = &m->kept[i].key;
        if (k->id_a == c->id_a && k->id_b == c->id_b && k->feature == c->feature)
            return i;
    }
    return -1;
}

bool solver_recall(const ns_solver *s, const ns_contact *c, impact_row *out)
{
    int64_t at = find(&s->memory, c->id_b, c);
    if (at < 0)
        at = find(&s->memory, c->id_a, c);
    if (at < 0)
        return false;
    const double *p = s->memory.impulse[at];
    const double sign = c->turned ? -1 : 1;
    *out = (impact_row){p[0], p[7], v3_make(sign * p[1], sign * p[2], sign * p[3]),
                        v3_make(sign * p[4], sign * p[5], sign * p[6])};
    return true;
}
