// exchange_ranks.c - the exchange of ghosts where the other parts are in other processes: what exchange.c does by memory,
// for the part that this one owns, by its transport (motion/transport.h).
//
// Each rank chooses which of its bodies the others have to see, by the boxes of all parts, and says how many they are. From
// then on both sides know what comes after each step, and nothing but the columns themselves is sent.
#include "world/ranks.h"

#include "world/early_sends.h"
#include "world/exchange.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdlib.h>
#include <string.h>

static ghost_link *link_to(const world *w, int rank)
{
    return &w->link[(int64_t)w->ranks->rank * w->parts + rank];
}

static ghost_link *link_from(const world *w, int rank)
{
    return &w->link[(int64_t)rank * w->parts + w->ranks->rank];
}

// ---- sent

// For each rank what goes there and comes from it, in memory that stays: a steady step takes none.
typedef struct rank_rooms {
    transport_piece *piece;
    char **out, **in;
    int64_t *out_room, *in_room;
} rank_rooms;

bool ranks_make_rooms(world *w)
{
    const size_t ranks = (size_t)w->parts;
    rank_rooms *rooms = calloc(1, sizeof *rooms);
    w->rooms = rooms;
    if (!rooms)
        return false;
    rooms->piece = calloc(ranks, sizeof *rooms->piece);
    rooms->out = calloc(ranks, sizeof *rooms->out);
    rooms->in = calloc(ranks, sizeof *rooms->in);
    rooms->out_room = calloc(ranks, sizeof *rooms->out_room);
    rooms->in_room = calloc(ranks, sizeof *rooms->in_room);
    return rooms->piece && rooms->out && rooms->in && rooms->out_room && rooms->in_room;
}

void ranks_free_rooms(world *w)
{
    rank_rooms *rooms = w->rooms;
    if (!rooms)
        return;
    for (int k = 0; k < w->parts; k++) {
        if (rooms->out)
            free(rooms->out[k]);
        if (rooms->in)
            free(rooms->in[k]);
    }
    free(rooms->piece);
    free(rooms->out);
    free(rooms->in);
    free(rooms->out_room);
    free(rooms->in_room);
    free(rooms);
    w->rooms = NULL;
}

// Room for so many bytes a ghost.
static const rank_rooms *rooms_for(const world *w, size_t size)
{
    rank_rooms *rooms = w->rooms;
    bool ok = true;
    for (int k = 0; ok && k < w->parts; k++) {
        const bool other = k != w->ranks->rank;
        const int64_t out = other ? link_to(w, k)->count * (int64_t)size : 0;
        const int64_t in = other ? link_from(w, k)->count * (int64_t)size : 0;
        ok = mem_grow((void **)&rooms->out[k], &rooms->out_room[k], out + 1, 1) &&
             mem_grow((void **)&rooms->in[k], &rooms->in_room[k], in + 1, 1);
        rooms->piece[k] = (transport_piece){
            .send = rooms->out[k],
            .send_size = (size_t)out,
            .receive = rooms->in[k],
            .receive_size = (size_t)in,
        };
    }
    if (!ok)
        ranks_abandon(w, "out of memory for what goes to other ranks");
    return rooms;
}

static void send_columns(const world *w, column_sent when)
{
    const bodies *own = &world_own(w)->body;
    const rank_rooms *rooms = rooms_for(w, bodies_sent_size(own, when));
    for (int k = 0; k < w->parts; k++) {
        const ghost_link *link = link_to(w, k);
        if (k != w->ranks->rank)
            bodies_pack_sent(own, link->slot, (int32_t)link->count, when, false, rooms->out[k]);
    }
    w->ranks->swap(w->ranks->context, rooms->piece);
    for (int k = 0; k < w->parts; k++) {
        const ghost_link *link = link_from(w, k);
        if (k != w->ranks->rank)
            bodies_unpack_sent(own, link->first, (int32_t)link->count, when, rooms->in[k]);
    }
}

// ---- with each step

// Does nothing change a body between the step of the solver and the exchange? Radii that grow, a cell whose borders move, and the
// balls of large clumps that are brought up do.
static bool sends_early(const world *w)
{
    const shared *shared = w->shared;
    bool early = w->posting != POSTING_BY_SWAP && !shared->growth.set && !shared->cell.given;
    const int sets = model_sets(shared->model);
    for (int i = 0; early && i < sets; i++) {
        const model_clump *clump = shared->clump[i];
        early = !clump || clump->balls < BODIES_FOLLOW;
    }
    return early;
}

static void write_rooms(world *w, bool next)
{
    const bodies *own = &world_own(w)->body;
    const transport *ranks = w->ranks;
    for (int k = 0; k < w->parts; k++) {
        const ghost_link *link = link_to(w, k);
        if (k != ranks->rank && link->count > 0)
            bodies_pack_sent(own, link->slot, (int32_t)link->count, SENT_STEP, next,
                             ranks->out(ranks->context, k));
    }
    w->posting = POSTING_WRITTEN;
}

static void read_rooms(world *w)
{
    const bodies *own = &world_own(w)->body;
    const transport *ranks = w->ranks;
#pragma omp parallel for num_threads(w->shared->threads) schedule(dynamic) if (w->parts > 2)
    for (int k = 0; k < w->parts; k++) {
        const ghost_link *link = link_from(w, k);
        if (k != ranks->rank && link->count > 0)
            bodies_unpack_sent(own, link->first, (int32_t)link->count, SENT_STEP,
                               ranks->in(ranks->context, k));
    }
    w->posting = POSTING_NONE;
}

void ranks_begin_step(world *w)
{
    if (w->ranks && sends_early(w))
        early_sends_begin(w);
}

void ranks_post(world *w)
{
    if (!w->ranks || !sends_early(w))
        return;
    if (early_sends_end(w))
        w->posting = POSTING_WRITTEN;
    else
        write_rooms(w, true);
}

void ranks_merge_step(world *w, void *record, size_t size, const transport_merging *by)
{
    const transport *ranks = w->ranks;
    if (w->posting == POSTING_WRITTEN) {
        ranks->meet(ranks->context, record, size, by);
        w->posting = POSTING_COME;
    } else {
        ranks->merge(ranks->context, record, size, by);
    }
}

static void bring_ghosts(world *w)
{
    if (w->posting == POSTING_NONE) {
        write_rooms(w, false);
        ranks_merge_step(w, NULL, 0, NULL);
    }
    if (w->posting == POSTING_COME)
        read_rooms(w);
    else
        send_columns(w, SENT_STEP);
}

void ranks_exchange(world *w)
{
    part *own = world_own(w);
    followers_wake(&own->follow, &own->stepping, own->list.block, own->list.blocks);
    bring_ghosts(w);
    world_turn_ghosts(w, own);
    if (w->poisons)
        bodies_poison(&own->body);
}

static bool open_rooms(world *w)
{
    const size_t size = bodies_sent_size(&world_own(w)->body, SENT_STEP);
    transport_piece *piece = calloc((size_t)w->parts, sizeof *piece);
    for (int k = 0; piece && k < w->parts; k++) {
        piece[k].send_size = (size_t)link_to(w, k)->count * size;
        piece[k].receive_size = (size_t)link_from(w, k)->count * size;
    }
    if (piece)
        w->posting = w->ranks->open(w->ranks->context, piece) ? POSTING_NONE : POSTING_BY_SWAP;
    free(piece);
    return piece != NULL;
}

void ranks_send_next(world *w)
{
    const part *own = world_own(w);
    const rank_rooms *rooms = rooms_for(w, sizeof *own->next);
    for (int k = 0; k < w->parts; k++) {
        const ghost_link *link = link_to(w, k);
        int32_t *out = (void *)rooms->out[k];
        for (int64_t i = 0; k != w->ranks->rank && i < link->count; i++)
            out[i] = own->next[link->slot[i]];
    }
    w->ranks->swap(w->ranks->context, rooms->piece);
    for (int k = 0; k < w->parts; k++) {
        if (k != w->ranks->rank)
            memcpy(own->next + link_from(w, k)->first, rooms->in[k], rooms->piece[k].receive_size);
    }
}

// ---- which bodies

// The boxes of all ranks: mine, and those of the others. False without memory.
static bool gather_boxes(const world *w, span_boxes *box)
{
    const transport *ranks = w->ranks;
    const span_boxes *mine = &box[ranks->rank];
    int64_t *count = ranks_gather(w, &mine->count, sizeof mine->count);
    transport_piece *piece = calloc((size_t)w->parts, sizeof *piece);
    bool ok = count && piece;
    for (int k = 0; ok && k < w->parts; k++) {
        if (k == ranks->rank)
            continue;
        box[k].count = count[k];
        box[k].box = malloc(((size_t)count[k] + 1) * sizeof *box[k].box);
        ok = box[k].box != NULL;
        piece[k] = (transport_piece){
            .send = mine->box,
            .send_size = (size_t)mine->count * sizeof *mine->box,
            .receive = box[k].box,
            .receive_size = (size_t)count[k] * sizeof *box[k].box,
        };
    }
    if (ok)
        ranks->swap(ranks->context, piece);
    free(piece);
    free(count);
    return ok;
}

static bool choose(const world *w, const span_boxes *box, const wanted_ids *asked, bool by_slots)
{
    const part *own = world_own(w);
    body_ids ids = {0};
    bool ok = by_slots || body_ids_make(&own->body, &ids);
    for (int k = 0; ok && k < w->parts; k++) {
        ghost_link *link = link_to(w, k);
        const ghost_choice by = {
            .from = own,
            .own = &box[w->ranks->rank],
            .other = &box[k],
            .asked = &asked[(int64_t)w->ranks->rank * w->parts + k],
            .ids = by_slots ? NULL : &ids,
        };
        link->count = 0;
        if (k != w->ranks->rank)
            ok = exchange_choose(&by, link);
    }
    body_ids_clear(&ids);
    return ok;
}

// Both sides know then how many there are.
static bool count_ghosts(world *w)
{
    const int own = w->ranks->rank;
    int64_t *count = calloc(2 * (size_t)w->parts + 1, sizeof *count);
    if (!count)
        return false;
    for (int k = 0; k < w->parts; k++)
        count[k] = link_to(w, k)->count;
    ranks_exchange_sizes(w, count, count + w->parts);
    for (int k = 0; k < w->parts; k++)
        link_from(w, k)->count = k == own ? 0 : count[w->parts + k];
    free(count);
    return true;
}

bool ranks_link_parts(world *w, const wanted_ids *asked, bool by_slots)
{
    part *own = world_own(w);
    span_boxes *box = calloc((size_t)w->parts, sizeof *box);
    own->body.ghosts = 0;
    bool ok = box && exchange_boxes_of(own, &box[w->ranks->rank]) && gather_boxes(w, box) &&
              choose(w, box, asked, by_slots) && count_ghosts(w) && exchange_place_ghosts(w, own);
    if (ok)
        send_columns(w, SENT_BUILD);
    ok = ok && open_rooms(w);
    for (int k = 0; box && k < w->parts; k++)
        free(box[k].box);
    free(box);
    return ok;
}
