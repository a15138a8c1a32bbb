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

typedef struct entry {
    ns_key key;
    double impulse[8];
} entry;

static int by_key(const void *p, const void *q) { return compare(&((const entry *)p)->key, &((const entry *)q)->key); }

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

static void write_entry(const ns_contact *c, entry *e)
{
    double sign = c->turned ? -1 : 1;
    const impact_row *p = &c->impulse;
    e->key = (ns_key){c->id_a, c->id_b, c->feature};
    const double row[8] = {p->push,          sign * p->t.x,    sign * p->t.y,    sign * p->t.z,
                           sign * p->roll.x, sign * p->roll.y, sign * p->roll.z, p->twist};
    memcpy(e->impulse, row, sizeof row);
}

bool solver_remember(ns_solver *s)
{
    ns_memory *m = &s->memory;
    int64_t n = 0;
    entry *list = mem_array(s->contacts + 1, sizeof *list);
    if (!list) return false;
    for (int64_t i = 0; i < s->contacts; i++)
        if (s->contact[i].soft >= 0) write_entry(&s->contact[i], &list[n++]);
    bool ok = memory_reserve(m, n);
    if (ok) {
        qsort(list, (size_t)n, sizeof *list, by_key);
        for (int64_t i = 0; i < n; i++) {
            m->key[i] = list[i].key;
            memcpy(m->impulse[i], list[i].impulse, sizeof list[i].impulse);
        }
        m->count = n;
        ok = memory_index(m);
    }
    mem_free(list);
    return ok;
}

bool solver_recall(const ns_solver *s, const ns_contact *c, impact_row *out)
{
    const ns_memory *m = &s->memory;
    const ns_key key = {c->id_a, c->id_b, c->feature};
    if (m->count == 0 || key.id_b < m->low || key.id_b > m->high) return false;
    int64_t low = m->first[key.id_b - m->low], high = m->first[key.id_b - m->low + 1];
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (compare(&m->key[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low >= m->count || compare(&m->key[low], &key) != 0) return false;
    const double *p = m->impulse[low], sign = c->turned ? -1 : 1;
    *out = (impact_row){p[0], p[7], v3_make(sign * p[1], sign * p[2], sign * p[3]),
                        v3_make(sign * p[4], sign * p[5], sign * p[6])};
    return true;
}
