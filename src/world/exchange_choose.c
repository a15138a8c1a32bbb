// exchange_choose.c - which bodies of a part another one has to see until lists are built again, and where copies of them stand.
#include "world/exchange.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <math.h>
#include <stdlib.h>

ghost_link *exchange_link(const world *w, const part *from, const part *to)
{
    ghost_link *link = w->mirror.here ? w->mirror.link : w->link;
    return &link[(from - w->part) * w->parts + (to - w->part)];
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
