// warm.c - impulses kept from one step to the next, by contact.
//
// They are those of the lower id as a, so that neither blocks nor hubs, which may be others in the next step, are in
// them.
#include "nonsmooth/solver.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool memory_reserve(ns_memory *m, int64_t count)
{
    int64_t room = m->room;
    if (!mem_grow((void **)&m->key, &room, count, sizeof *m->key)) return false;
    room = m->room;
    if (!mem_grow((void **)&m->impulse, &room, count, sizeof *m->impulse)) return false;
    room = m->room;
    if (!mem_grow((void **)&m->next, &room, count, sizeof *m->next)) return false;
    m->room = room;
    return true;
}

static int32_t owner(const ns_memory *m, const bool *of_a, int64_t i)
{
    return of_a && of_a[i] ? m->key[i].id_a : m->key[i].id_b;
}

bool memory_chain(ns_memory *m, const bool *of_a)
{
    m->low = m->count ? INT32_MAX : 0, m->high = -1;
    for (int64_t i = 0; i < m->count; i++) {
        int32_t id = owner(m, of_a, i);
        m->low = id < m->low ? id : m->low, m->high = id > m->high ? id : m->high;
    }
    if (!mem_grow((void **)&m->head, &m->head_room, (int64_t)m->high - m->low + 2, sizeof *m->head)) return false;
    for (int64_t k = 0; k <= (int64_t)m->high - m->low; k++) m->head[k] = -1;
    for (int64_t i = 0; i < m->count; i++) {
        int32_t *head = &m->head[owner(m, of_a, i) - m->low];
        m->next[i] = *head, *head = (int32_t)i;
    }
    return true;
}

bool solver_remember(ns_solver *s)
{
    ns_memory *m = &s->memory;
    m->count = 0;
    if (!memory_reserve(m, s->contacts + 1) ||
        !mem_grow((void **)&s->of_a, &s->of_a_room, s->contacts + 1, sizeof *s->of_a))
        return false;
    for (int64_t i = 0; i < s->contacts; i++) {
        const ns_contact *c = &s->contact[i];
        if (!(c->soft >= 0) || (c->gap >= 0 && c->impulse.push == 0)) continue; // one that was ready for nothing
        double sign = c->turned ? -1 : 1, *row = m->impulse[m->count];
        const impact_row *p = &c->impulse;
        int32_t high = c->turned ? c->a : c->b; // the mover of id_b
        m->key[m->count] = (ns_key){c->id_a, c->id_b, c->feature};
        row[0] = p->push, row[7] = p->twist;
        row[1] = sign * p->t.x, row[2] = sign * p->t.y, row[3] = sign * p->t.z;
        row[4] = sign * p->roll.x, row[5] = sign * p->roll.y, row[6] = sign * p->roll.z;
        s->of_a[m->count++] = c->a >= 0 && high >= 0 && s->hub_of[high] >= 0;
    }
    return memory_chain(m, s->of_a);
}

static int64_t find(const ns_memory *m, int32_t id, const ns_contact *c)
{
    if (m->count == 0 || id < m->low || id > m->high) return -1;
    for (int32_t i = m->head[id - m->low]; i >= 0; i = m->next[i]) {
        const ns_key *k = &m->key[i];
        if (k->id_a == c->id_a && k->id_b == c->id_b && k->feature == c->feature) return i;
    }
    return -1;
}

bool solver_recall(const ns_solver *s, const ns_contact *c, impact_row *out)
{
    int64_t at = find(&s->memory, c->id_b, c);
    if (at < 0) at = find(&s->memory, c->id_a, c);
    if (at < 0) return false;
    const double *p = s->memory.impulse[at], sign = c->turned ? -1 : 1;
    *out = (impact_row){p[0], p[7], v3_make(sign * p[1], sign * p[2], sign * p[3]),
                        v3_make(sign * p[4], sign * p[5], sign * p[6])};
    return true;
}
