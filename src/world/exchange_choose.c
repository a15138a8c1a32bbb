// exchange_choose.c - which bodies of a part another one has to see until lists are built again, and where copies of them stand.
#include "world/exchange.h"

#include "base/mathlib.h"
#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>

ghost_link *exchange_link(const world *w, const part *from, const part *to)
{
    ghost_link *link = w->mirror.here ? w->mirror.link : w->link;
    return &link[(from - w->part) * w->parts + (to - w->part)];
}

// ---- which bodies

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

static span_box around(const span_box *const *box, int64_t count)
{
    span_box all = *box[0];
    for (int64_t k = 1; k < count; k++) {
        for (int d = 0; d < 3; d++) {
            all.low[d] = real_min(all.low[d], box[k]->low[d]);
            all.high[d] = real_max(all.high[d], box[k]->high[d]);
        }
    }
    return all;
}

// The bodies of one block that are near one of those boxes of the other part. Most are not even near the box around them all.
static void want_near(const ghost_choice *by, const block *block, const span_box *const *near,
                      int64_t count, bool *wanted)
{
    const bodies *own = &by->from->body;
    const stepping *stepping = &by->from->stepping;
    const span_box all = around(near, count);
    for (int32_t i = block->low; i < block->high; i++) {
        const span_box body = exchange_box_of_body(own, i);
        if (!exchange_boxes_near(stepping, &body, &all))
            continue;
        for (int64_t k = 0; k < count && !wanted[i]; k++) {
            if (exchange_boxes_near(stepping, &body, near[k]))
                want_whole(own, i, wanted);
        }
    }
}

// Few blocks of a part are near any of the other's, and of those near few.
static void want_by_boxes(const ghost_choice *by, const span_box **near, bool *wanted)
{
    const lists *list = &by->from->list;
    for (int i = 0; i < list->blocks; i++) {
        int64_t count = 0;
        for (int64_t k = 0; k < by->other->count; k++) {
            const span_box *box = &by->other->box[k];
            if (exchange_boxes_near(&by->from->stepping, &by->own->box[i], box))
                near[count++] = box;
        }
        if (count > 0)
            want_near(by, &list->block[i], near, count, wanted);
    }
}

static void want_asked(const ghost_choice *by, bool *wanted)
{
    for (int64_t i = 0; i < by->asked->count; i++) {
        const int64_t one = by->asked->id[i];
        const int32_t slot = by->ids ? body_ids_slot(by->ids, one) : (int32_t)one;
        if (slot >= 0)
            want_whole(&by->from->body, slot, wanted);
    }
}

bool exchange_choose(const ghost_choice *by, ghost_link *out)
{
    const bodies *own = &by->from->body;
    bool *wanted = calloc((size_t)own->count + 1, sizeof *wanted);
    const span_box **near = malloc(((size_t)by->other->count + 1) * sizeof *near);
    bool ok = wanted && near;
    if (ok) {
        want_by_boxes(by, near, wanted);
        want_asked(by, wanted);
        ok = list_wanted(out, own, wanted);
    }
    free(near);
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
    lists_pad(&to->list, bodies_padding(own));
    return true;
}
