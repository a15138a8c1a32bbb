// mirror.c - copies of the parts of other ranks, for whoever looks at all bodies of a world.
//
// Each rank sends what it owns in a parcel, as where bodies are dealt out (world/post.h): bodies with all columns, contacts
// with their histories. Who gets it opens it into the part of that rank, chooses ghosts by memory, builds lists, and has
// then what a process with all parts has. The own part stays as it is, with the ghosts that it has; its slots and the order
// in which ghosts are sent are those that the other ranks know.
//
// That costs as much as a build of all lists, and memory for all bodies on each rank that looks. It is done once for a
// state: until the next step, whoever looks again finds it there.
#include "world/mirror.h"

#include "world/exchange.h"
#include "world/post.h"

#include "base/memory.h"

#include <stdlib.h>

// Which part owns each slot, for contacts: they are told by where their bodies are.
static bool note_owners(const world *w, part *own)
{
    own->next =
        malloc(((size_t)own->body.count + (size_t)own->body.ghosts + 1) * sizeof *own->next);
    for (int32_t i = 0; own->next && i < own->body.count; i++)
        own->next[i] = (int32_t)(own - w->part);
    for (int from = 0; own->next && from < w->parts; from++) {
        const ghost_link *link = exchange_link(w, w->part + from, own);
        for (int64_t i = 0; w->part + from != own && i < link->count; i++)
            own->next[link->first + i] = from;
    }
    return own->next != NULL;
}

// The own part as a parcel, which `of` gets.
static bool pack(const world *w, parcel *of)
{
    part *own = world_own(w);
    bool ok = note_owners(w, own);
    for (int32_t i = 0; ok && i < own->body.count; i++)
        ok = parcel_add(of, &own->list, &own->body, &own->stepping.context, i, own->next);
    free(own->next);
    own->next = NULL;
    return ok;
}

// ---- opened

// Slots, in the copies of their owners, of the ghosts that the own part has had all along.
static bool find_ghosts(const world *w, const part *from)
{
    const part *own = world_own(w);
    const ghost_link *known = &w->link[(from - w->part) * w->parts + (own - w->part)];
    ghost_link *link = exchange_link(w, from, own);
    body_ids ids = {0};
    bool ok =
        body_ids_make(&from->body, &ids) && MEM_GROW(link->slot, link->room, known->count + 1);
    for (int64_t i = 0; ok && i < known->count; i++) {
        link->slot[i] = body_ids_slot(&ids, own->body.id[known->first + i]);
        ok = link->slot[i] >= 0;
    }
    link->count = known->count;
    link->first = known->first;
    body_ids_clear(&ids);
    return ok;
}

static bool open(world *w, const post *mail, int64_t *missing)
{
    const int own = w->ranks->rank;
    bool ok = true;
    for (int to = 0; ok && to < w->parts; to++)
        ok = to == own ? post_ask(mail, post_parcel(mail, own, own), own)
                       : post_open_bodies(mail, to);
    ok = ok && world_link_parts(w, mail->asked, false);
    for (int from = 0; ok && from < w->parts; from++)
        ok = from == own || find_ghosts(w, w->part + from);
    for (int to = 0; ok && to < w->parts; to++)
        ok = to == own || post_open_contacts(mail, to, missing);
    return ok;
}

static scree_status build(world *w, scree_error *error)
{
    scree_status status = SCREE_OK;
    for (part *part = w->part; status == SCREE_OK && part < world_parts_end(w); part++) {
        if (part != world_own(w))
            status = world_build_lists(w, part, error);
    }
    return status;
}

// ---- sent

// Parcels of all parts to this rank: post_exchange sends one from each part to each other.
static bool exchange(const post *mail, bool to_all)
{
    const world *w = mail->w;
    const int own = w->ranks->rank;
    parcel *mine = post_parcel(mail, own, own);
    if (!pack(w, mine))
        return false;
    for (int to = 0; to < w->parts; to++) {
        if (to != own && (to_all || to == 0))
            *post_parcel(mail, own, to) = *mine;
    }
    post_exchange(mail);
    for (int to = 0; to < w->parts; to++) {
        if (to != own)
            *post_parcel(mail, own, to) = (parcel){0};
    }
    // each goes to the part that it is of
    for (int from = 0; from < w->parts; from++) {
        parcel *came = post_parcel(mail, from, own);
        if (from == own)
            continue;
        *post_parcel(mail, from, from) = *came;
        *came = (parcel){0};
    }
    return true;
}

static void exchange_losses(world *w)
{
    const shared *shared = w->shared;
    const int sums = world_count_losses(shared);
    exact_sum *mine = world_make_losses(shared);
    if (!mine)
        ranks_abandon(w, "out of memory for the ledger");
    if (sums > 0) {
        world_gather_losses_of(shared, world_own(w), mine);
        exact_sum *all = ranks_gather(w, mine, (size_t)sums * sizeof *mine);
        for (int k = 0; k < w->parts; k++) {
            if (k != w->ranks->rank && w->mirror.here)
                world_put_losses(shared, w->part + k, all + (int64_t)k * sums);
        }
        free(all);
    }
    free(mine);
}

// The books of grains that others own stand with them.
static scree_status make(world *w, bool to_all, scree_error *error)
{
    post mail;
    int64_t missing = 0;
    world_place_followers(w);
    world_drop_mirror(w);
    bool ok = post_make(&mail, w) && exchange(&mail, to_all);
    const bool here = to_all || w->ranks->rank == 0;
    for (part *part = w->part; here && part < world_parts_end(w); part++)
        w->mirror.was[part - w->part] = mirror_of(part);
    w->mirror.here = here;
    w->mirror.all = to_all;
    ok = ok && (!here || open(w, &mail, &missing));
    post_clear(&mail);
    if (!ok)
        ranks_abandon(w, "out of memory for copies of the grains of other ranks");
    exchange_losses(w);
    if (missing > 0 && !world_spent(w))
        ranks_abandon(w, "contacts have lost a body on the way from rank to rank");
    const scree_status status = here ? build(w, error) : SCREE_OK;
    if (status != SCREE_OK)
        ranks_abandon(w, "out of memory for copies of the grains of other ranks");
    return status;
}

scree_status world_mirror(const world *const_world, scree_error *error)
{
    world *w = (world *)const_world; // copies are no part of what a world is
    if (ranks_see_all(w) && (!w->ranks || !w->inside || w->mirror.all))
        return SCREE_OK;
    const bool outside = w->inside == 0;
    ranks_order(w, ORDER_MIRROR, 0);
    w->inside++;
    scree_status status = world_refresh(w, false, error);
    if (status == SCREE_OK)
        status = make(w, !outside, error);
    w->inside--;
    return status;
}

scree_status world_see_all(world *world, scree_error *error)
{
    const scree_status status = world_refresh(world, false, error);
    return status == SCREE_OK ? world_mirror(world, error) : status;
}

// On the other ranks, when rank 0 has asked for one.
scree_status mirror_answer(world *w, scree_error *error)
{
    const scree_status status = world_refresh(w, false, error);
    return status == SCREE_OK ? make(w, false, error) : status;
}
