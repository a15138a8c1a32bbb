// deal.c - where a world has several parts, bodies are dealt out to them anew, when lists are built and that pays
// (world/stay_or_deal.c).
//
// Space is cut so that all parts have as much work (world/cut.c): that of a body is its share, by its contacts, of the time that a step
// of its block took. A clump goes where its first ball goes. Each body travels in a parcel with all
// its columns and the contacts in its row; a part that has opened its parcels puts its bodies in Morton order, gets its
// ghosts, and then makes the contacts of its bodies anew.
// Rows stand in the order of ids, so nobody can tell who owned what.
//
// Where parts are owned by ranks, each lists its own bodies; newcomers stand in the nursery of every rank, and each keeps its own.
#include "world/cut.h"
#include "world/post.h"
#include "world/ranks.h"

#include "base/mathlib.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- who goes where

// Each contact of a ball costs about twice what it costs without any.
static int32_t guess_of(const part *p, int32_t slot, int32_t balls)
{
    const lists *list = &p->list;
    int32_t guess = balls;
    int lower;
    for (int32_t i = slot; i < slot + balls && i < list->bodies; i++)
        guess += 2 * row_lines(&list->block[i / list->span], i, NULL, 0, &lower);
    return guess;
}

// Bodies of a block share the time that its step took by their guesses: below in a block grains touch that fly above. Those that no
// block has yet stay without a weight. False without memory.
static bool weigh_by_blocks(const lists *lists, dealt *list, int64_t count)
{
    double *guessed = calloc((size_t)lists->blocks + 1, sizeof *guessed);
    const bool ok = guessed != NULL;
    for (int64_t i = 0; ok && i < count; i++) {
        if (list[i].slot < lists->bodies)
            guessed[list[i].slot / lists->span] += list[i].guess;
    }
    for (int64_t i = 0; ok && i < count; i++) {
        if (list[i].slot >= lists->bodies)
            continue;
        const int home = list[i].slot / lists->span;
        const double share = list[i].guess / guessed[home];
        list[i].weight = (int32_t)real_min(64e9 * lists->block[home].cost * share, 1e9);
    }
    free(guessed);
    return ok;
}

static int64_t list_part(const world *w, part *p, dealt *out)
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
                .radius = x[3],
                .from = (int32_t)(p - w->part),
                .slot = i,
                .balls = balls,
                .guess = guess_of(p, i, balls),
                .told = ranks_lead(w) || p < world_parts_end(w),
            };
        }
    }
    return n;
}

// Do the bodies of that part, or of the nursery, stand here, as far as they are dealt out?
static bool deals_here(const world *w, int part)
{
    return !w->ranks || part == w->ranks->rank || part == w->parts;
}

static void note_parts(world *w, const dealt *list, int64_t count)
{
    int64_t sum[2] = {0, 0}; // balls, grains
    for (int64_t i = 0; i < count; i++) {
        const dealt *one = &list[i];
        sum[0] += one->told ? one->balls : 0;
        sum[1] += one->told;
        for (int32_t k = 0; k < one->balls; k++)
            w->part[one->from].next[one->slot + k] = one->to;
    }
    ranks_add(w, sum, 2);
    w->balls = sum[0];
    w->grains = sum[1];
}

static int64_t count_here(const world *w)
{
    int64_t count = 0;
    for (int i = 0; i <= w->parts; i++)
        count += deals_here(w, i) ? w->part[i].body.count : 0;
    return count;
}

// Says of each slot to which part it goes; -1: it goes out of the world.
static bool choose(world *w)
{
    dealt *list = malloc(((size_t)count_here(w) + 1) * sizeof *list);
    bool ok = list != NULL;
    int64_t count = 0;
    for (int i = 0; ok && i <= w->parts; i++) {
        part *p = &w->part[i];
        p->next = malloc(((size_t)p->body.count + (size_t)p->body.ghosts + 1) * sizeof *p->next);
        ok = p->next != NULL;
        if (ok && deals_here(w, i)) {
            const int64_t here = list_part(w, p, list + count);
            ok = weigh_by_blocks(&p->list, list + count, here);
            count += here;
        }
    }
    ok = ok && cut_space(w, list, count);
    if (ok) {
        note_parts(w, list, count);
        world_send_next(w);
    }
    free(list);
    return ok;
}

// ---- on the way

// What stands on all ranks each of them packs for itself alone.
static bool packs(const world *w, int from, int32_t to)
{
    if (to < 0 || !deals_here(w, from))
        return false;
    return !w->ranks || to == w->ranks->rank || from == w->ranks->rank;
}

static bool pack(const post *mail)
{
    const world *w = mail->w;
    for (int from = 0; from <= w->parts; from++) {
        const part *p = &w->part[from];
        for (int32_t i = 0; i < p->body.count; i++) {
            const int32_t to = p->next[i];
            if (packs(w, from, to) && !parcel_add(post_parcel(mail, from, to), &p->list, &p->body,
                                                  &p->stepping.context, i, p->next))
                return false;
        }
    }
    if (w->ranks)
        post_exchange(mail);
    return true;
}

bool deal_deliver(const post *mail, int64_t *missing)
{
    world *w = mail->w;
    const int first = (int)(world_own(w) - w->part);
    const int end = (int)(world_own_end(w) - w->part);
    bool ok = true;
    for (int to = first; ok && to < end; to++)
        ok = post_open_bodies(mail, to);
    ranks_forget_others(w);
    world_nursery(w)->body.count = 0;
    ok = ok && (w->ranks ? ranks_link_parts(w, mail->asked, false)
                         : world_link_parts(w, mail->asked, false));
    for (int to = first; ok && to < end; to++)
        ok = post_open_contacts(mail, to, missing);
    return ok;
}

scree_status world_found(const world *w, bool ok, int64_t missing, scree_error *error)
{
    if (!ok) {
        ranks_abandon(w, "out of memory for grains on their way");
        return fail_memory(error, "parts");
    }
    missing = ranks_sum(w, missing);
    // of a step that could not be computed, contacts may be known to one of two blocks alone
    if (missing == 0 || world_spent(w))
        return SCREE_OK;
    return fail(error, SCREE_DIVERGED, "parts", "run with --parts 1, and please tell us of it",
                "%lld contacts have lost a body on the way from part to part", (long long)missing);
}

scree_status world_deal(world *w, scree_error *error)
{
    post mail;
    int64_t missing = 0;
    world_drop_mirror(w);
    bool ok = post_make(&mail, w) && choose(w) && pack(&mail) && deal_deliver(&mail, &missing);
    post_clear(&mail);
    for (part *p = w->part; p < world_end(w); p++) {
        free(p->next);
        p->next = NULL;
    }
    return world_found(w, ok, missing, error);
}
