// deal.c - where a world has several parts, bodies are dealt out to them anew whenever lists are built.
//
// Space is cut in two again and again, each time across the longest side of the box of the bodies, so that both sides
// hold as many balls as they have parts to fill (recursive bisection: Berger and Bokhari 1987). A clump goes where its
// first ball goes. Each body travels in a parcel with all its columns and the contacts in its row; a part that has
// opened its parcels puts its bodies in Morton order, gets its ghosts, and then makes the contacts of its bodies anew.
// Rows stand in the order of ids, so nobody can tell who owned what.
#include "world/internal.h"

#include "base/memory.h"
#include "contact/parcel.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- who goes where

// A ball, or the first ball of a clump.
typedef struct dealt {
    double at[3];
    int64_t id;
    part *from;
    int32_t slot, balls;
} dealt;

static int by_axis(const dealt *first, const dealt *second, int axis)
{
    const double x = first->at[axis];
    const double y = second->at[axis];
    if (x != y)
        return x < y ? -1 : 1;
    return (first->id > second->id) - (first->id < second->id);
}
static int by_x(const void *x, const void *y)
{
    return by_axis(x, y, 0);
}
static int by_y(const void *x, const void *y)
{
    return by_axis(x, y, 1);
}
static int by_z(const void *x, const void *y)
{
    return by_axis(x, y, 2);
}

static int longest_axis(const dealt *list, int64_t count)
{
    double length[3];
    for (int d = 0; d < 3; d++) {
        double low = INFINITY;
        double high = -INFINITY;
        for (int64_t i = 0; i < count; i++) {
            low = list[i].at[d] < low ? list[i].at[d] : low;
            high = list[i].at[d] > high ? list[i].at[d] : high;
        }
        length[d] = high - low;
    }
    const int first = length[1] > length[0] ? 1 : 0;
    return length[2] > length[first] ? 2 : first;
}

// How many of the list, so that they have that share of all balls.
static int64_t cut_at(const dealt *list, int64_t count, int share, int of)
{
    int64_t all = 0;
    for (int64_t i = 0; i < count; i++)
        all += list[i].balls;
    int64_t n = 0;
    for (int64_t sum = 0; n < count && of * (sum + list[n].balls / 2) < all * share; n++)
        sum += list[n].balls;
    return n;
}

// Gives the list to so many parts from `first` on.
static void cut(dealt *list, int64_t count, int first, int parts)
{
    if (parts == 1) {
        for (int64_t i = 0; i < count; i++) {
            for (int32_t k = 0; k < list[i].balls; k++)
                list[i].from->next[list[i].slot + k] = first;
        }
        return;
    }
    static int (*const order[])(const void *, const void *) = {by_x, by_y, by_z};
    if (count > 0)
        qsort(list, (size_t)count, sizeof *list, order[longest_axis(list, count)]);
    const int half = parts / 2;
    const int64_t n = cut_at(list, count, half, parts);
    cut(list, n, first, half);
    cut(list + n, count - n, first + half, parts - half);
}

static int64_t list_part(part *p, dealt *out)
{
    const bodies *own = &p->body;
    int64_t n = 0;
    int32_t balls;
    for (int32_t i = 0; i < own->count; i += balls) {
        const double *x = position_now(own, i)->v;
        balls = bodies_clumped(own, i) ? own->member[2 * (size_t)i + 1] : 1;
        for (int32_t k = 0; k < balls; k++)
            p->next[i + k] = -1;
        if (!p->keep || p->keep[i]) {
            out[n++] = (dealt){
                .at = {x[0], x[1], x[2]},
                .id = own->id[i],
                .from = p,
                .slot = i,
                .balls = balls,
            };
        }
    }
    return n;
}

// Says of each slot to which part it goes; -1: it goes out of the world.
static bool choose(world *w)
{
    const part *end = world_nursery(w) + 1;
    const int64_t all = world_balls(w) + world_nursery(w)->body.count;
    dealt *list = malloc(((size_t)all + 1) * sizeof *list);
    bool ok = list != NULL;
    int64_t count = 0;
    for (part *p = w->part; ok && p < end; p++) {
        p->next = malloc(((size_t)p->body.count + (size_t)p->body.ghosts + 1) * sizeof *p->next);
        ok = p->next != NULL;
        if (ok)
            count += list_part(p, list + count);
    }
    if (ok) {
        cut(list, count, 0, w->parts);
        world_send_next(w);
    }
    free(list);
    return ok;
}

// ---- on the way

// Parcels from each part, and from the nursery, to each part.
typedef struct post {
    world *w;
    parcel *parcel;
    wanted_ids *asked; // from part to part: bodies that contacts name
} post;

static parcel *parcel_of(const post *mail, int from, int to)
{
    return &mail->parcel[from * mail->w->parts + to];
}

static bool pack(const post *mail)
{
    const world *w = mail->w;
    for (int from = 0; from <= w->parts; from++) {
        const part *p = &w->part[from];
        for (int32_t i = 0; i < p->body.count; i++) {
            if (p->next[i] >= 0 && !parcel_add(parcel_of(mail, from, p->next[i]), &p->list,
                                               &p->body, &p->stepping.context, i, p->next))
                return false;
        }
    }
    return true;
}

static bool ask(wanted_ids *x, int64_t id)
{
    if (!MEM_GROW(x->id, x->room, x->count + 1))
        return false;
    x->id[x->count++] = id;
    return true;
}

// A part owns both what a parcel brings and what its contacts tell: the part to which the other body of a contact goes
// has to see the body that brings it.
static bool ask_parcel(const post *mail, const parcel *sent, int to)
{
    int64_t at = 0;
    for (const parcel_contact *contact;
         (contact = parcel_next(sent, &at, mail->w->shared->layout)) != NULL;) {
        if (contact->other >= 0 && contact->other != to &&
            !ask(&mail->asked[to * mail->w->parts + contact->other],
                 contact->side ? contact->b : contact->a))
            return false;
    }
    return true;
}

static bool open_bodies(const post *mail, int to)
{
    part *p = &mail->w->part[to];
    bodies *own = &p->body;
    int64_t count = 0;
    for (int from = 0; from <= mail->w->parts; from++)
        count += parcel_of(mail, from, to)->bodies;
    if (count > INT32_MAX - 64)
        return false;
    own->count = 0;
    own->ghosts = 0;
    if (count > own->room && !bodies_reserve(own, (int32_t)(count + count / 4)))
        return false;
    own->count = (int32_t)count;
    int32_t first = 0;
    bool ok = true;
    for (int from = 0; ok && from <= mail->w->parts; from++) {
        const parcel *sent = parcel_of(mail, from, to);
        parcel_take_bodies(sent, own, first);
        first += sent->bodies;
        ok = ask_parcel(mail, sent, to);
    }
    lists_forget(&p->list);
    lists_task task = world_lists_task(mail->w, p);
    return ok && lists_reorder(&p->list, &task, NULL);
}

static int32_t slot_of(const void *ids, int64_t id)
{
    return body_ids_slot(ids, id);
}

static bool open_contacts(const post *mail, int to, int64_t *missing)
{
    part *p = &mail->w->part[to];
    lists_task task = world_lists_task(mail->w, p);
    body_ids ids = {0};
    bool ok = body_ids_make(&p->body, &ids);
    for (int from = 0; ok && from <= mail->w->parts; from++) {
        ok = parcel_take_contacts(parcel_of(mail, from, to), &p->list, &task, slot_of, &ids,
                                  missing);
    }
    body_ids_clear(&ids);
    return ok;
}

static bool deliver(const post *mail, int64_t *missing)
{
    world *w = mail->w;
    bool ok = true;
    for (int to = 0; ok && to < w->parts; to++)
        ok = open_bodies(mail, to);
    world_nursery(w)->body.count = 0;
    ok = ok && world_link_parts(w, mail->asked);
    for (int to = 0; ok && to < w->parts; to++)
        ok = open_contacts(mail, to, missing);
    return ok;
}

static void clear(post *mail)
{
    const int parts = mail->w->parts;
    for (int i = 0; mail->parcel && i < (parts + 1) * parts; i++)
        parcel_free(&mail->parcel[i]);
    for (int i = 0; mail->asked && i < parts * parts; i++)
        free(mail->asked[i].id);
    free(mail->parcel);
    free(mail->asked);
    for (part *p = mail->w->part; p <= mail->w->part + parts; p++) {
        free(p->next);
        p->next = NULL;
    }
}

scree_status world_deal(world *w, scree_error *error)
{
    const size_t parts = (size_t)w->parts;
    post mail = {
        .w = w,
        .parcel = calloc((parts + 1) * parts, sizeof *mail.parcel),
        .asked = calloc(parts * parts, sizeof *mail.asked),
    };
    int64_t missing = 0;
    bool ok = mail.parcel && mail.asked && choose(w) && pack(&mail) && deliver(&mail, &missing);
    clear(&mail);
    if (!ok)
        return fail_memory(error, "parts");
    // of a step that could not be computed, contacts may be known to one of two blocks alone
    if (missing == 0 || world_spent(w))
        return SCREE_OK;
    return fail(error, SCREE_DIVERGED, "parts", "run with --parts 1, and please tell us of it",
                "%lld contacts have lost a body on the way from part to part", (long long)missing);
}
