// warm.c - impulses kept from one step to the next, by contact.
//
// They stand sorted by key, of the lower id as a, so that neither blocks nor hubs, which may be others in the next
// step, are in them. A contact is found among those of its body b.
#include "nonsmooth/solver.h"

#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static int compare(const ns_key *p, const ns_key *q)
{
    if (p->id_b != q->id_b) return p->id_b < q->id_b ? -1 : 1;
    if (p->id_a != q->id_a) return p->id_a < q->id_a ? -1 : 1;
    return (p->feature > q->feature) - (p->feature < q->feature);
}

bool memory_reserve(ns_memory *m, int64_t count)
{
    int64_t room = m->room;
    if (!mem_grow((void **)&m->key, &room, count, sizeof *m->key)) return false;
    room = m->room;
    if (!mem_grow((void **)&m->impulse, &room, count, sizeof *m->impulse)) return false;
    m->room = room;
    return true;
}

// Where the contacts of each b begin.
bool memory_index(ns_memory *m)
{
    int32_t low = m->count ? m->key[0].id_b : 0, high = m->count ? m->key[m->count - 1].id_b : -1;
    if (!mem_grow((void **)&m->first, &m->ids, (int64_t)high - low + 2, sizeof *m->first)) return false;
    m->low = low, m->high = high;
    int64_t at = 0;
    for (int32_t id = low; id <= high + 1; id++) {
        while (at < m->count && m->key[at].id_b < id) at++;
        m->first[id - low] = (int32_t)at;
    }
    return true;
}

static void write_entry(const ns_contact *c, ns_key *key, double impulse[8])
{
    double sign = c->turned ? -1 : 1;
    const impact_row *p = &c->impulse;
    *key = (ns_key){c->id_a, c->id_b, c->feature};
    const double row[8] = {p->push,          sign * p->t.x,    sign * p->t.y,    sign * p->t.z,
                           sign * p->roll.x, sign * p->roll.y, sign * p->roll.z, p->twist};
    memcpy(impulse, row, sizeof row);
}

static bool reserve_next(ns_memory *m, int64_t count)
{
    int64_t room = m->next_room;
    if (!mem_grow((void **)&m->next_key, &room, count, sizeof *m->next_key)) return false;
    room = m->next_room;
    if (!mem_grow((void **)&m->next, &room, count, sizeof *m->next)) return false;
    m->next_room = room;
    return memory_reserve(m, count);
}

// From `next` to its place: by id_b as counted in first[], and there by insertion, or, among many, by qsort of places.
static int by_key(const void *p, const void *q) { return compare(p, q); }

static void settle(ns_memory *m, int64_t n)
{
    for (int64_t i = 0; i <= (int64_t)m->high - m->low + 1; i++) m->first[i] = 0;
    for (int64_t i = 0; i < n; i++) m->first[m->next_key[i].id_b - m->low + 1]++;
    for (int32_t id = m->low; id <= m->high; id++) m->first[id - m->low + 1] += m->first[id - m->low];
    for (int64_t i = 0; i < n; i++) m->key[m->first[m->next_key[i].id_b - m->low]++] = m->next_key[i];
    for (int32_t id = m->high + 1; id > m->low; id--) m->first[id - m->low] = m->first[id - 1 - m->low];
    m->first[0] = 0;
    for (int32_t id = m->low; id <= m->high; id++) {
        int32_t low = m->first[id - m->low], high = m->first[id - m->low + 1];
        qsort(m->key + low, (size_t)(high - low), sizeof *m->key, by_key);
    }
}

static int64_t place_of(const ns_memory *m, const ns_key *key)
{
    if (m->count == 0 || key->id_b < m->low || key->id_b > m->high) return -1;
    int64_t low = m->first[key->id_b - m->low], high = m->first[key->id_b - m->low + 1];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (compare(&m->key[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->count && compare(&m->key[low], key) == 0 ? low : -1;
}

bool solver_remember(ns_solver *s)
{
    ns_memory *m = &s->memory;
    int64_t n = 0;
    m->count = 0;
    if (!reserve_next(m, s->contacts + 1)) return false;
    for (int64_t i = 0; i < s->contacts; i++) {
        if (!(s->contact[i].soft >= 0)) continue;
        write_entry(&s->contact[i], &m->next_key[n], m->next[n]);
        int32_t id = m->next_key[n].id_b;
        m->low = n == 0 || id < m->low ? id : m->low, m->high = n == 0 || id > m->high ? id : m->high;
        n++;
    }
    if (n == 0) return true;
    if (!mem_grow((void **)&m->first, &m->ids, (int64_t)m->high - m->low + 2, sizeof *m->first)) return false;
    m->count = n;
    settle(m, n);
    for (int64_t i = 0; i < n; i++) memcpy(m->impulse[place_of(m, &m->next_key[i])], m->next[i], sizeof m->next[i]);
    return true;
}

bool solver_recall(const ns_solver *s, const ns_contact *c, impact_row *out)
{
    const ns_key key = {c->id_a, c->id_b, c->feature};
    int64_t at = place_of(&s->memory, &key);
    if (at < 0) return false;
    const double *p = s->memory.impulse[at], sign = c->turned ? -1 : 1;
    *out = (impact_row){p[0], p[7], v3_make(sign * p[1], sign * p[2], sign * p[3]),
                        v3_make(sign * p[4], sign * p[5], sign * p[6])};
    return true;
}
