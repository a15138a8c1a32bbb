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

ghost_link *exchange_link(const world *w, const part *from, const part *to)
{
    ghost_link *link = w->mirror.here ? w->mirror.link : w->link;
    return &link[(from - w->part) * w->parts + (to - w->part)];
}

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

// ---- which bodies

span_box exchange_box_of(const bodies *own)
{
    span_box box = {
        .low = {INFINITY, INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY, -INFINITY},
    };
    for (int32_t i = 0; i < own->count; i++) {
        const double *at = position_now(own, i)->v;
        const double radius = at[3];
        for (int d = 0; d < 3; d++) {
            box.low[d] = real_min(box.low[d], at[d] - radius);
            box.high[d] = real_max(box.high[d], at[d] + radius);
        }
    }
    return box;
}

// The same of all images in a cell that leans. Two edges along the first axis, for both others lean along it.
static bool image_comes_near(const stepping *s, const span_box *box, const double *x)
{
    enum { ALONG_X = 5, ALONG = 3, IMAGES = ALONG_X * ALONG * ALONG };
    for (int image = 0; image < IMAGES; image++) {
        const v3 turns = {
            .x = image % ALONG_X - 2,
            .y = image / ALONG_X % ALONG - 1,
            .z = image / (ALONG_X * ALONG) - 1,
        };
        const v3 away = cell_times(&s->context.cell, turns);
        bool within = turns.x == 0 || s->periodic[0];
        within = within && (turns.y == 0 || s->periodic[1]);
        within = within && (turns.z == 0 || s->periodic[2]);
        for (int d = 0; within && d < 3; d++) {
            const double reach = x[3] + 1.001 * s->skin + 1e-12 * fabs(x[d]);
            const double at = x[d] + v3_component(away, d);
            within = at + reach >= box->low[d] && at - reach <= box->high[d];
        }
        if (within)
            return true;
    }
    return false;
}

// May a ball there be within the skin of a body in the box? A little more than that, for rounding.
static bool comes_near(const stepping *s, const span_box *box, const double *x)
{
    if (s->cell)
        return image_comes_near(s, box, x);
    for (int d = 0; d < 3; d++) {
        const double reach = x[3] + 1.001 * s->skin + 1e-12 * fabs(x[d]);
        const int images = s->periodic[d] ? 1 : 0;
        bool near = false;
        for (int image = -images; image <= images; image++) {
            const double at = x[d] + image * s->context.length[d];
            const bool within = at + reach >= box->low[d] && at - reach <= box->high[d];
            near = near || within;
        }
        if (!near)
            return false;
    }
    return true;
}

// The whole clump that the ball stands in.
static void want_whole(const bodies *own, int32_t slot, bool *wanted)
{
    const int32_t head = bodies_first(own, slot);
    const int32_t balls = bodies_clumped(own, slot) ? own->member[2 * (size_t)slot + 1] : 1;
    for (int32_t k = 0; k < balls; k++)
        wanted[head + k] = true;
}

static bool list_wanted(ghost_link *link, const bodies *own, const bool *wanted)
{
    link->count = 0;
    for (int32_t i = 0; i < own->count; i++) {
        if (!wanted[i])
            continue;
        if (!MEM_GROW(link->slot, link->room, link->count + 1))
            return false;
        link->slot[link->count++] = i;
    }
    return true;
}

bool exchange_choose(const part *from, const span_box *box, const body_ids *ids,
                     const wanted_ids *asked, ghost_link *out)
{
    const bodies *own = &from->body;
    const bool any = box->low[0] <= box->high[0];
    bool *wanted = calloc((size_t)own->count + 1, sizeof *wanted);
    if (!wanted)
        return false;
    for (int32_t i = 0; any && i < own->count; i++) {
        if (comes_near(&from->stepping, box, position_now(own, i)->v))
            want_whole(own, i, wanted);
    }
    for (int64_t i = 0; i < asked->count; i++) {
        const int32_t slot = body_ids_slot(ids, asked->id[i]);
        if (slot >= 0)
            want_whole(own, slot, wanted);
    }
    const bool ok = list_wanted(out, own, wanted);
    free(wanted);
    return ok;
}

// Parts that see copies by memory: all, or of a mirror those of other ranks.
static bool links_here(const world *w, const part *to)
{
    return !w->ranks || to != world_own(w);
}

static bool link_all(const world *w, const wanted_ids *asked)
{
    bool ok = true;
    for (const part *from = w->part; ok && from < w->part + w->parts; from++) {
        body_ids ids = {0};
        ok = body_ids_make(&from->body, &ids);
        for (const part *to = w->part; ok && to < w->part + w->parts; to++) {
            const int64_t which = (from - w->part) * w->parts + (to - w->part);
            const span_box box = exchange_box_of(&to->body);
            ghost_link *link = exchange_link(w, from, to);
            if (!links_here(w, to))
                continue;
            link->count = 0;
            if (to != from)
                ok = exchange_choose(from, &box, &ids, &asked[which], link);
        }
        body_ids_clear(&ids);
    }
    return ok;
}

bool exchange_place_ghosts(const world *w, part *to)
{
    bodies *own = &to->body;
    int64_t ghosts = 0;
    for (const part *from = w->part; from < w->part + w->parts; from++) {
        ghost_link *link = exchange_link(w, from, to);
        link->first = (int32_t)(own->count + ghosts);
        ghosts += link->count;
    }
    const int64_t need = own->count + ghosts;
    if (need > INT32_MAX - 64)
        return false;
    if (need > own->room && !bodies_reserve(own, (int32_t)(need + need / 8)))
        return false;
    own->ghosts = (int32_t)ghosts;
    to->list.padding = bodies_padding(own); // its blocks have no contacts yet
    return true;
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

bool world_link_parts(world *w, const wanted_ids *asked)
{
    bool ok = true;
    for (part *p = w->part; p < w->part + w->parts; p++)
        p->body.ghosts = links_here(w, p) ? 0 : p->body.ghosts;
    ok = link_all(w, asked);
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
    if (w->parts == 1 || w->whole)
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
