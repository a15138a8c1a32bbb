// early_sends.c - ghosts go to other ranks while the step is still at work.
//
// Blocks with bodies that other ranks see are worked on first, those of one rank after those of another, and then the inner
// ones. Each block writes what it has to send into the rooms of the transport while that is still in the cache. When the last
// block of a rank is done, the room to it goes on its way, and the
// first thread, which alone calls the transport, looks after what is on its way between two blocks.
//
// The order of blocks can be seen in no result, and a ghost is what its owner has at the end of the step, whenever it travels.
#include "world/early_sends.h"

#include "base/memory.h"
#include "state/bodies.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Bodies of a block that a rank sees: some of those of the link, which follow each other there.
typedef struct early_piece {
    int32_t neighbour;
    sent_run run;
} early_piece;

// A rank that sees bodies of this one.
typedef struct early_neighbour {
    int rank;
    const ghost_link *link;
    int32_t blocks;       // that have some of them
    _Atomic int32_t left; // of these, in this step
    bool sent;
    char *room; // where they are written in this step
} early_neighbour;

typedef struct early_sends {
    const transport *ranks; // and not the world, whose place another stage takes
    part *own;
    block_listener listener;
    int32_t *order; // of blocks
    int64_t order_room;
    early_neighbour *neighbour; // who sees most comes first
    int neighbours;
    early_piece *piece; // those of a block follow each other
    int64_t piece_room;
    int64_t *first; // piece of each block, and behind the last one
    int64_t first_room;
} early_sends;

// ---- the plan

static int more_first(const void *a, const void *b)
{
    const early_neighbour *one = a;
    const early_neighbour *other = b;
    if (one->link->count != other->link->count)
        return one->link->count > other->link->count ? -1 : 1;
    return one->rank - other->rank;
}

static void find_neighbours(early_sends *early, const world *w)
{
    const ghost_link *link = w->link + (int64_t)w->ranks->rank * w->parts;
    early->neighbours = 0;
    for (int k = 0; k < w->parts; k++) {
        if (k != w->ranks->rank && link[k].count > 0)
            early->neighbour[early->neighbours++] = (early_neighbour){.rank = k, .link = &link[k]};
    }
    qsort(early->neighbour, (size_t)early->neighbours, sizeof *early->neighbour, more_first);
}

// The bodies of a link from `first` on that are in the same block.
static sent_run run_of(const ghost_link *link, int64_t first, int32_t span)
{
    const int32_t block = link->slot[first] / span;
    int64_t end = first + 1;
    while (end < link->count && link->slot[end] / span == block)
        end++;
    return (sent_run){(int32_t)first, (int32_t)(end - first), (int32_t)link->count};
}

// Of all blocks how many pieces they have, into first[block + 1].
static void count_pieces(early_sends *early, int32_t span)
{
    for (int n = 0; n < early->neighbours; n++) {
        early_neighbour *neighbour = &early->neighbour[n];
        sent_run run;
        for (int64_t i = 0; i < neighbour->link->count; i += run.count) {
            run = run_of(neighbour->link, i, span);
            early->first[neighbour->link->slot[i] / span + 1]++;
            neighbour->blocks++;
        }
    }
}

// Pieces stand in the order of blocks, those of one in the order of neighbours; first[block] is where the next one of it goes, and in
// the end where those of the next block begin.
static void put_pieces(early_sends *early, int32_t span)
{
    for (int n = 0; n < early->neighbours; n++) {
        const ghost_link *link = early->neighbour[n].link;
        sent_run run;
        for (int64_t i = 0; i < link->count; i += run.count) {
            run = run_of(link, i, span);
            early->piece[early->first[link->slot[i] / span]++] = (early_piece){n, run};
        }
    }
}

static bool list_pieces(early_sends *early, const lists *list)
{
    const int64_t ends = (int64_t)list->blocks + 1;
    if (!MEM_GROW(early->first, early->first_room, ends))
        return false;
    memset(early->first, 0, (size_t)ends * sizeof *early->first);
    count_pieces(early, list->span);
    for (int i = 0; i < list->blocks; i++)
        early->first[i + 1] += early->first[i];
    if (!MEM_GROW(early->piece, early->piece_room, early->first[list->blocks] + 1))
        return false;
    put_pieces(early, list->span);
    for (int i = list->blocks; i > 0; i--)
        early->first[i] = early->first[i - 1];
    early->first[0] = 0;
    return true;
}

// The first neighbour that sees bodies of a block; behind the last one: none does.
static int32_t neighbour_of(const early_sends *early, int block)
{
    const int64_t first = early->first[block];
    return first < early->first[block + 1] ? early->piece[first].neighbour : early->neighbours;
}

// Each thread keeps the blocks that it has, in another order.
static bool put_in_order(early_sends *early, const lists *list)
{
    if (!MEM_GROW(early->order, early->order_room, (int64_t)list->blocks + 1))
        return false;
    int n = 0;
    for (int thread = 0; thread < list->threads; thread++) {
        const int begin = turns_begin(thread, list->threads, list->blocks);
        const int end = turns_begin(thread + 1, list->threads, list->blocks);
        for (int32_t who = 0; who <= early->neighbours && n < end; who++) {
            for (int i = begin; i < end; i++) {
                if (neighbour_of(early, i) == who)
                    early->order[n++] = i;
            }
        }
    }
    return true;
}

// ---- a step

// What stands ready for a rank goes. Of the first thread alone.
static void send_ready(early_sends *early)
{
    const transport *ranks = early->ranks;
    for (int n = 0; n < early->neighbours; n++) {
        early_neighbour *neighbour = &early->neighbour[n];
        if (neighbour->sent || atomic_load_explicit(&neighbour->left, memory_order_acquire) > 0)
            continue;
        ranks->send(ranks->context, neighbour->rank);
        neighbour->sent = true;
    }
}

static void block_is_done(void *context, int block, int thread)
{
    early_sends *early = context;
    const bodies *own = &early->own->body;
    for (int64_t i = early->first[block]; i < early->first[block + 1]; i++) {
        const early_piece *piece = &early->piece[i];
        early_neighbour *to = &early->neighbour[piece->neighbour];
        bodies_pack_run(own, to->link->slot, piece->run, SENT_STEP, true, to->room);
        atomic_fetch_sub_explicit(&to->left, 1, memory_order_acq_rel);
    }
    if (thread > 0)
        return;
    const transport *ranks = early->ranks;
    send_ready(early);
    ranks->push(ranks->context);
}

// Do blocks leave bodies as they are sent? Those of bodies of several balls leave the forces on them.
static bool blocks_finish(const world *w)
{
    return w->shared->solver->by_blocks && !world_own(w)->body.with_clumps;
}

void early_sends_begin(world *w)
{
    early_sends *early = w->early;
    const transport *ranks = w->ranks;
    ranks->expect(ranks->context);
    if (!early || !blocks_finish(w))
        return;
    for (int n = 0; n < early->neighbours; n++) {
        early_neighbour *neighbour = &early->neighbour[n];
        atomic_store_explicit(&neighbour->left, neighbour->blocks, memory_order_relaxed);
        neighbour->sent = false;
        neighbour->room = ranks->out(ranks->context, neighbour->rank);
    }
    world_own(w)->listener = &early->listener;
}

bool early_sends_end(world *w)
{
    part *own = world_own(w);
    if (!own->listener)
        return false;
    own->listener = NULL;
    send_ready(w->early);
    return true;
}

// ---- life

bool early_sends_plan(world *w)
{
    early_sends *early = w->early;
    const lists *list = &world_own(w)->list;
    if (!early) {
        early = calloc(1, sizeof *early);
        w->early = early;
        if (!early)
            return false;
        early->ranks = w->ranks;
        early->own = world_own(w);
        early->neighbour = calloc((size_t)w->parts, sizeof *early->neighbour);
    }
    if (!early->neighbour)
        return false;
    find_neighbours(early, w);
    const bool ok = list_pieces(early, list) && put_in_order(early, list);
    early->listener = (block_listener){early->order, block_is_done, early};
    return ok;
}

void early_sends_free(world *w)
{
    early_sends *early = w->early;
    if (!early)
        return;
    free(early->neighbour);
    free(early->order);
    free(early->piece);
    free(early->first);
    free(early);
    w->early = NULL;
}
