// exchange.c - parts see copies of each other's bodies, their ghosts. All that goes from part to part between two builds
// of the lists goes through here, by memory: what brings parts to other processes replaces this file.
//
// A link is made at each build, for each two parts: which slots of the one are sent, and where in the other their copies
// stand, one after the other behind the bodies that it owns. Ghosts of a part are all bodies that may come within the
// skin of its own before the next build, by a box around them, and the other bodies of its contacts. Clumps are sent
// whole, so that their balls stand side by side.
//
// A ghost is what its owner had at the end of the last step, to the bit. Contacts with ghosts are computed by both
// parts from the same numbers, in the same order of ids; so no force is ever sent.
#include "world/exchange.h"

#include "world/ranks.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool world_make_links(world *w)
{
    w->link = calloc((size_t)w->parts * (size_t)w->parts, sizeof *w->link);
    return w->link != NULL;
}

void world_free_links(world *w)
{
    for (int i = 0; w->link && i < w->parts * w->parts; i++)
        free(w->link[i].slot);
    free(w->link);
}

// Parts that see copies by memory: all, or of a mirror those of other ranks.
static bool links_here(const world *w, const part *to)
{
    return !w->ranks || to != world_own(w);
}

static bool link_from(const world *w, const part *from, const span_boxes *box,
                      const wanted_ids *asked, bool by_slots)
{
    body_ids ids = {0};
    bool ok = by_slots || body_ids_make(&from->body, &ids);
    for (const part *to = w->part; ok && to < w->part + w->parts; to++) {
        const int64_t which = (from - w->part) * w->parts + (to - w->part);
        ghost_link *link = exchange_link(w, from, to);
        const ghost_choice by = {
            .from = from,
            .own = &box[from - w->part],
            .other = &box[to - w->part],
            .asked = &asked[which],
            .ids = by_slots ? NULL : &ids,
        };
        if (!links_here(w, to))
            continue;
        link->count = 0;
        if (to != from)
            ok = exchange_choose(&by, link);
    }
    body_ids_clear(&ids);
    return ok;
}

static bool link_all(const world *w, const wanted_ids *asked, bool by_slots)
{
    span_boxes *box = calloc((size_t)w->parts, sizeof *box);
    bool ok = box != NULL;
    for (int i = 0; ok && i < w->parts; i++)
        ok = exchange_boxes_of(&w->part[i], &box[i]);
    for (const part *from = w->part; ok && from < w->part + w->parts; from++)
        ok = link_from(w, from, box, asked, by_slots);
    for (int i = 0; box && i < w->parts; i++)
        free(box[i].box);
    free(box);
    return ok;
}

// ---- sent

static void send_all(const world *w, column_sent when)
{
    for (const part *to = w->part; to < w->part + w->parts; to++) {
        for (const part *from = w->part; links_here(w, to) && from < w->part + w->parts; from++) {
            const ghost_link *link = exchange_link(w, from, to);
            bodies_send(&from->body, link->slot, (int32_t)link->count, &to->body, link->first,
                        when);
        }
    }
}

bool world_link_parts(world *w, const wanted_ids *asked, bool by_slots)
{
    bool ok = true;
    for (part *p = w->part; p < w->part + w->parts; p++)
        p->body.ghosts = links_here(w, p) ? 0 : p->body.ghosts;
    ok = link_all(w, asked, by_slots);
    for (part *p = w->part; ok && p < w->part + w->parts; p++)
        ok = !links_here(w, p) || exchange_place_ghosts(w, p);
    if (ok)
        send_all(w, SENT_BUILD);
    return ok;
}

void world_exchange(world *w)
{
    if (w->parts == 1)
        return;
    if (w->ranks) {
        ranks_exchange(w);
        return;
    }
    // balls of large clumps that others may meet from now on are brought up by their owners
    for (part *p = w->part; p < w->part + w->parts; p++)
        followers_wake(&p->follow, &p->stepping, p->list.block, p->list.blocks);
    send_all(w, SENT_STEP);
    for (part *p = w->part; p < w->part + w->parts; p++) {
        world_turn_ghosts(w, p);
        if (w->poisons)
            bodies_poison(&p->body);
    }
}

void world_send_next(world *w)
{
    if (w->parts == 1)
        return;
    if (w->ranks) {
        ranks_send_next(w);
        return;
    }
    for (const part *to = w->part; to < w->part + w->parts; to++) {
        for (const part *from = w->part; from < w->part + w->parts; from++) {
            const ghost_link *link = exchange_link(w, from, to);
            int32_t *ghost = to->next + link->first;
            for (int64_t i = 0; i < link->count; i++)
                ghost[i] = from->next[link->slot[i]];
        }
    }
}

void world_send_keep(world *w)
{
    if (w->parts == 1)
        return;
    for (const part *to = w->part; to < w->part + w->parts; to++) {
        for (const part *from = w->part; from < w->part + w->parts; from++) {
            const ghost_link *link = exchange_link(w, from, to);
            bool *ghost = to->keep + link->first;
            for (int64_t i = 0; i < link->count; i++)
                ghost[i] = from->keep[link->slot[i]];
        }
    }
}
