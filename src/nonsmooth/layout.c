// layout.c - contacts as they are found, what the order needs of them, and the contacts in that order.
//
// Each thread finds into a list of its own. A link, a short record beside each contact, has all that hubs, blocks,
// colours and the network are made of; the contacts themselves, ten times as long, are read once, when they are put
// where their batches will want them, and there they are begun with while they are in cache.
#include "nonsmooth/solver.h"

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

ns_contact *solver_find(ns_found *f)
{
    if (f->count == f->room) {
        int64_t room = f->room + f->room / 2 + 64;
        ns_contact *more = mem_large((size_t)room * sizeof *more);
        if (!more)
            return NULL;
        if (f->count > 0)
            memcpy(more, f->contact, (size_t)f->count * sizeof *more);
        mem_free(f->contact);
        f->contact = more;
        f->room = room;
    }
    ns_contact *c = &f->contact[f->count++];
    memset(c, 0, FOUND);
    return c;
}

// Pushing, or so near that gravity closes the gap in a step: bodies that are set down on each other without overlaps
// are one stack.
static bool closed(const ns_solver *s, const ns_contact *c)
{
    return c->gap < 0 ? c->share > 0 : c->gap < s->set.gravity * s->set.h * s->set.h;
}

bool solver_link(const ns_solver *s, int part)
{
    ns_found *f = &s->found[part];
    if (!mem_grow((void **)&f->link, &f->link_room, f->count + 1, sizeof *f->link))
        return false;
    for (; f->linked < f->count; f->linked++) {
        const ns_contact *c = &f->contact[f->linked];
        f->link[f->linked] = (ns_link){.id_a = c->id_a,
                                       .id_b = c->id_b,
                                       .a = c->a,
                                       .b = c->b,
                                       .balls = c->balls,
                                       .rich = s->limits[c->set].rich,
                                       .closed = closed(s, c),
                                       .face = c->share < 0.4};
    }
    return true;
}

bool solver_gather(ns_solver *s)
{
    s->contacts = 0;
    for (int t = 0; t < s->threads; t++) {
        s->found[t].first = s->contacts;
        s->contacts += s->found[t].count;
    }
    if (s->threads == 1) { // nothing to put together
        ns_found *f = &s->found[0];
        ns_link *swap = s->link;
        int64_t room = s->link_room;
        s->link = f->link;
        s->link_room = f->link_room;
        f->link = swap;
        f->link_room = room;
        return true;
    }
    if (!mem_grow((void **)&s->link, &s->link_room, s->contacts + 1, sizeof *s->link))
        return false;
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
    for (int t = 0; t < s->threads; t++) {
        const ns_found *f = &s->found[t];
        if (f->count)
            memcpy(s->link + f->first, f->link, (size_t)f->count * sizeof *f->link);
    }
    return true;
}

// ---- in order

static bool reserve(const ns_solver *s, void **array, int64_t *room, size_t item)
{
    if (s->contacts <= *room && *array)
        return true;
    mem_free(*array);
    *room = s->contacts + s->contacts / 4 + 64;
    *array = mem_large((size_t)*room * item);
    if (!*array)
        *room = 0;
    return *array != NULL;
}

bool solver_reserve_blows(ns_solver *s)
{
    void *blow = s->blow;
    bool ok = reserve(s, &blow, &s->blow_room, sizeof *s->blow);
    s->blow = blow;
    if (ok && s->contacts > 0)
        memset(blow, 0, (size_t)s->contacts * sizeof *s->blow);
    return ok;
}

// What it takes to lay out a batch soon, into the second level of cache: contacts, bodies, and where old impulses are.
static void call_batch(const ns_solver *s, const ns_block *b, int32_t batch)
{
    if (batch >= b->batches)
        return;
    const sweep_batch *p = &b->batch[batch];
    for (int l = 0; l < SWEEP_LANES && b->lane[batch][l] >= 0; l++) {
        int32_t link = b->lane[batch][l];
        const char *at = (const char *)link_contact(s, link);
        for (size_t k = 0; k < FOUND; k += 64)
            __builtin_prefetch(at + k, 0, 2);
        __builtin_prefetch(&s->body[p->b[l]], 0, 2);
        if (p->kind.side == SIDE_MOBILE)
            __builtin_prefetch(&s->body[p->a[l]], 0, 2);
        memory_call(&s->memory, s->link[link].id_b);
    }
}

typedef struct extremes {
    double fastest, deepest; // impact, m/s; overlap, m
} extremes;

// Contacts of a block into the order of its batches.
static extremes lay_out(ns_solver *s, ns_block *b, const ns_pace *pace)
{
    extremes e = {0, 0};
    int32_t at = (int32_t)b->first;
    for (int32_t k = 0; k < AHEAD; k++)
        call_batch(s, b, k);
    for (int32_t k = 0; k < b->batches; k++) {
        call_batch(s, b, k + AHEAD);
        for (int l = 0; l < SWEEP_LANES && b->lane[k][l] >= 0; l++) {
            const ns_contact *from = link_contact(s, b->lane[k][l]);
            ns_contact *c = &s->contact[at];
            memcpy(c, from, FOUND);
            if (!from->balls || from->a < 0) {
                c->arm_a = from->arm_a;
                c->arm_b = from->arm_b;
                c->wall_velocity = from->wall_velocity;
                c->wall_spin = from->wall_spin;
            }
            e.fastest = real_max(e.fastest, contact_begin(s, c, pace));
            e.deepest = real_max(e.deepest, -c->gap);
            b->lane[k][l] = at++;
        }
    }
    return e;
}

bool solver_lay_out(ns_solver *s)
{
    void *contact = s->contact;
    bool ok = reserve(s, &contact, &s->contact_room, sizeof *s->contact);
    s->contact = contact;
    if (!ok || !memory_reserve(&s->memory, s->contacts + 1))
        return false;
    const ns_pace pace = solver_pace(s);
    double fastest = 0;
    double deepest = 0;
#pragma omp parallel for num_threads(s->threads) schedule(dynamic) reduction(max : fastest, deepest)
    for (int i = 0; i <= s->phase_first[NS_PHASES]; i++) {
        bool last = i == s->phase_first[NS_PHASES];
        extremes e = lay_out(s, &s->block[last ? s->blocks : s->phase_block[i]], &pace);
        fastest = real_max(fastest, e.fastest);
        deepest = real_max(deepest, e.deepest);
    }
    s->fastest = fastest;
    s->ordered = s->contacts;
    s->report.overlap = deepest / s->set.diameter;
    return true;
}

// ---- behind all others

static int by_key(const void *p, const void *q)
{
    const ns_contact *x = p;
    const ns_contact *y = q;
    if (x->id_a != y->id_a)
        return x->id_a < y->id_a ? -1 : 1;
    if (x->id_b != y->id_b)
        return x->id_b < y->id_b ? -1 : 1;
    return (x->feature > y->feature) - (x->feature < y->feature);
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

bool solver_append(ns_solver *s)
{
    int64_t had = s->contacts;
    int64_t all = had;
    for (int t = 0; t < s->threads; t++)
        all += s->found[t].count;
    if (all == had)
        return true;
    void *contact = s->contact;
    void *blow = s->blow;
    bool ok = extend(&contact, &s->contact_room, had, all, sizeof *s->contact);
    s->contact = contact;
    ok = ok && extend(&blow, &s->blow_room, had, all, sizeof *s->blow);
    s->blow = blow;
    if (!ok || !memory_reserve(&s->memory, all + 1))
        return false;
    memset(s->blow + had, 0, (size_t)(all - had) * sizeof *s->blow);
    for (int t = 0; t < s->threads; t++)
        for (int64_t i = 0; i < s->found[t].count; i++)
            s->contact[s->contacts++] = s->found[t].contact[i];
    qsort(s->contact + had, (size_t)(all - had), sizeof *s->contact, by_key);
    for (int64_t i = had; i < all; i++) {
        ns_contact *c = &s->contact[i];
        c->bias = c->target = 0;
        c->soft = -1;
        c->impulse = (impact_row){0};
        s->memory.kept[i].there = false;
    }
    return true;
}
