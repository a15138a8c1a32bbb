// relink.c - where a world has several parts and lists are built, but nobody has to move to another part: ghosts are chosen
// anew, and contacts learn where their ghosts stand now.
//
// That costs what the ghosts are, not what all bodies are, as dealing out does (world/deal.c). Both parts of a contact keep it,
// so each knows by its own contacts which of its bodies the other one needs for them.
#include "world/ranks.h"

#include "base/memory.h"
#include "base/sort.h"
#include "state/bodies.h"

#include <stdlib.h>

// Ids of ghosts, and where each stands; of those before, by place.
typedef struct ghost_ids {
    int64_t *was;
    int32_t count;
} ghost_ids;

static bool note_ids(const part *p, ghost_ids *out)
{
    out->count = p->body.ghosts;
    out->was = malloc(((size_t)out->count + 1) * sizeof *out->was);
    for (int32_t i = 0; out->was && i < out->count; i++)
        out->was[i] = p->body.id[p->body.count + i];
    return out->was != NULL;
}

// ---- what contacts ask for

// Which part owns each ghost; malloced.
static int32_t *owners_of(const world *w, const part *to)
{
    int32_t *owner = malloc(((size_t)to->body.ghosts + 1) * sizeof *owner);
    for (int from = 0; owner && from < w->parts; from++) {
        const ghost_link *link = &w->link[(int64_t)from * w->parts + (to - w->part)];
        for (int64_t i = 0; w->part + from != to && i < link->count; i++)
            owner[link->first - to->body.count + i] = from;
    }
    return owner;
}

static bool ask(wanted_ids *asked, int32_t slot)
{
    if (asked->count > 0 && asked->id[asked->count - 1] == slot)
        return true;
    if (!MEM_GROW(asked->id, asked->room, asked->count + 1))
        return false;
    asked->id[asked->count++] = slot;
    return true;
}

// Slots of the part that others need for the contacts of `bucket`.
static bool ask_for(const part *p, const bucket *bucket, const int32_t *owner, wanted_ids *asked)
{
    const int32_t own = p->body.count;
    bool ok = true;
    for (int32_t i = 0; ok && !bucket_walls(bucket->kind) && i < bucket->count; i++) {
        const int32_t a = bucket->a[i];
        const int32_t b = bucket->b[i];
        if (a >= own)
            ok = ask(&asked[owner[a - own]], b);
        else if (b >= own)
            ok = ask(&asked[owner[b - own]], a);
    }
    return ok;
}

static bool ask_for_contacts(const world *w, const part *p, wanted_ids *asked)
{
    int32_t *owner = owners_of(w, p);
    bool ok = owner != NULL;
    for (int i = 0; ok && i < p->list.blocks; i++) {
        const block *block = &p->list.block[i];
        for (int n = 0; ok && n < block->buckets; n++)
            ok = ask_for(p, &block->bucket[n], owner, asked);
    }
    free(owner);
    return ok;
}

// ---- the new ghosts

// Of each ghost that there was, where it stands now; -1: it is none any more.
static bool rename(const part *p, const ghost_ids *ids, int64_t *missing)
{
    const bodies *own = &p->body;
    body_ids now = {0};
    int32_t *slot = malloc(((size_t)ids->count + 1) * sizeof *slot);
    const bool ok = slot && ghost_ids_make(own, &now);
    for (int32_t i = 0; ok && i < ids->count; i++)
        slot[i] = body_ids_slot(&now, ids->was[i]);
    if (ok)
        lists_rename_ghosts(&p->list, slot, missing);
    body_ids_clear(&now);
    free(slot);
    return ok;
}

// Bodies whose order has decayed are sorted while contacts know their ghosts, and before others learn their slots.
static bool sort(const world *w, part *p)
{
    const lists_task task = world_lists_task(w, p);
    return !p->list.disordered || lists_reorder(&p->list, &task, NULL);
}

static bool relink(world *w, ghost_ids *ids, wanted_ids *asked, int64_t *missing)
{
    bool ok = true;
    for (part *p = world_own(w); ok && p < world_own_end(w); p++) {
        ok = sort(w, p) && note_ids(p, &ids[p - w->part]) &&
             ask_for_contacts(w, p, asked + (p - w->part) * w->parts);
    }
    if (ok)
        ok = w->ranks ? ranks_link_parts(w, asked, true) : world_link_parts(w, asked, true);
    for (part *p = world_own(w); ok && p < world_own_end(w); p++)
        ok = rename(p, &ids[p - w->part], missing);
    return ok;
}

scree_status world_relink(world *w, scree_error *error)
{
    const size_t parts = (size_t)w->parts;
    ghost_ids *ids = calloc(parts, sizeof *ids);
    wanted_ids *asked = calloc(parts * parts, sizeof *asked);
    int64_t missing = 0;
    world_drop_mirror(w);
    const bool ok = ids && asked && relink(w, ids, asked, &missing);
    for (size_t i = 0; ids && i < parts; i++)
        free(ids[i].was);
    for (size_t i = 0; asked && i < parts * parts; i++)
        free(asked[i].id);
    free(ids);
    free(asked);
    return world_found(w, ok, missing, error);
}
