// order.c - in which order contacts are worked on: blocks of space, hubs, colours (two-level coloured Gauss-Seidel).
//
// Contacts are dealt to blocks of space (blocks.c). Inside a block they are coloured greedily in the order of their keys,
// so that those of a colour share no body, and stand in batches by colour and kind. All of it follows from places and
// ids alone, so that a block to which nothing has come, and from which nothing has gone, stays as it is (kept_order.c).
//
// Hubs (hubs.c) are left out of the colouring: their velocity is frozen in a phase. Contacts of hubs among themselves,
// or with what is still, come last and one by one.
#include "nonsmooth/division.h"

#include "base/memory.h"

#include <omp.h>
#include <string.h>

enum { KINDS = 2 * 2 * SWEEP_SIDES };

static const ns_link *dealt_link(const ns_solver *solver, const ns_block *block, int64_t number)
{
    return &solver->network.link[block->dealt[number]];
}

static bool before(const ns_link *first, const ns_link *second)
{
    if (first->id_a != second->id_a)
        return first->id_a < second->id_a;
    if (first->id_b != second->id_b)
        return first->id_b < second->id_b;
    return first->feature < second->feature;
}

// Both ids in one number, where none needs more than half of it; else by that of b, then by that of a.
static void sort_by_ids(const ns_solver *solver, const ns_block *block, sort_pair *pair)
{
    const uint64_t sign = UINT64_C(1) << 63;
    const int32_t count = block->contacts;
    sort_pair *spare = pair + count;
    int64_t all = 0;
    for (int32_t i = 0; i < count; i++) {
        const ns_link *link = dealt_link(solver, block, i);
        all |= link->id_a | link->id_b;
        pair[i].key = (uint64_t)link->id_a << 32 | (uint64_t)link->id_b;
        pair[i].value = (uint32_t)i;
    }
    const bool wide = all >> 32 != 0;
    if (!wide) {
        sort_u64_by_key(pair, count, spare);
        return;
    }
    for (int32_t i = 0; i < count; i++)
        pair[i].key = (uint64_t)dealt_link(solver, block, i)->id_b;
    sort_u64_by_key(pair, count, spare);
    for (int32_t i = 0; i < count; i++) {
        const ns_link *link = dealt_link(solver, block, pair[i].value);
        pair[i].key = (uint64_t)link->id_a ^ sign; // walls may have ids below 0
    }
    sort_u64_by_key(pair, count, spare);
}

// Contacts of a block in the order of their keys: by ids, then, among the few of one pair, by feature.
static bool sort_contacts(const ns_solver *solver, const ns_block *block, ns_thread *thread)
{
    const int32_t count = block->contacts;
    if (!MEM_GROW(thread->pair, thread->pair_room, 2 * (int64_t)count + 1) ||
        !MEM_GROW(thread->sorted, thread->sorted_room, (int64_t)count + 1))
        return false;
    const sort_pair *pair = thread->pair;
    int32_t *sorted = thread->sorted;
    sort_by_ids(solver, block, thread->pair);
    for (int32_t i = 0; i < count; i++) {
        const int32_t moved = (int32_t)pair[i].value;
        const ns_link *link = dealt_link(solver, block, moved);
        int32_t at = i;
        for (; at > 0 && before(link, dealt_link(solver, block, sorted[at - 1])); at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = moved;
    }
    return true;
}

static sweep_kind kind_of(const ns_solver *solver, const ns_link *link, bool alone)
{
    bool frozen = !alone && mover_is_hub(solver, link->a);
    return (sweep_kind){
        .side = link->a < 0 ? SIDE_STILL
                : frozen    ? SIDE_HUB
                            : SIDE_MOBILE,
        .general = frozen || !link->balls,
        .rich = link->rich,
    };
}

static int kind_number(sweep_kind kind)
{
    return ((int)kind.side * 2 + kind.general) * 2 + kind.rich;
}

static sweep_kind kind_numbered(int number)
{
    return (sweep_kind){
        .side = (sweep_side)(number / 4),
        .general = number / 2 % 2 != 0,
        .rich = number % 2 != 0,
    };
}

// The first colour that neither has; there is one (NS_HUB).
static int lowest_free(const uint64_t *mask_b, const uint64_t *mask_a)
{
    int word = 0;
    while (!~(mask_b[word] | mask_a[word]))
        word++;
    return 64 * word + __builtin_ctzll(~(mask_b[word] | mask_a[word]));
}

static int colour_contact(const ns_solver *solver, const ns_link *link, uint64_t (*mask)[NS_WORDS])
{
    bool two = link->a >= 0 && !mover_is_hub(solver, link->a);
    uint64_t none[NS_WORDS] = {0};
    uint64_t *mask_b = mask[link->b];
    uint64_t *mask_a = two ? mask[link->a] : none;
    int chosen = lowest_free(mask_b, mask_a);
    mask_b[chosen / 64] |= UINT64_C(1) << chosen % 64;
    mask_a[chosen / 64] |= UINT64_C(1) << chosen % 64;
    return chosen;
}

// Bin of each contact, in the order of keys: colour, then kind.
static int colour(const ns_solver *solver, const ns_block *block, ns_thread *thread)
{
    enum { AHEAD = 16 }; // contacts whose masks are called into cache
    const int32_t *sorted = thread->sorted;
    int colours = 0;
    for (int32_t i = 0; i < block->contacts; i++) {
        const int32_t soon = i + AHEAD < block->contacts ? i + AHEAD : i;
        const ns_link *link = dealt_link(solver, block, sorted[i]);
        const ns_link *later = dealt_link(solver, block, sorted[soon]);
        __builtin_prefetch(thread->mask[later->b], 1);
        if (later->a >= 0)
            __builtin_prefetch(thread->mask[later->a], 1);
        int chosen = colour_contact(solver, link, thread->mask);
        if (chosen >= colours)
            colours = chosen + 1;
        thread->bin[i] = (uint16_t)(chosen * KINDS + kind_number(kind_of(solver, link, false)));
    }
    for (int32_t i = 0; i < block->contacts; i++) {
        const ns_link *link = dealt_link(solver, block, i);
        if (link->a >= 0)
            memset(thread->mask[link->a], 0, sizeof *thread->mask);
        memset(thread->mask[link->b], 0, sizeof *thread->mask);
    }
    return colours;
}

static bool add_batch(ns_block *block, sweep_kind kind, int32_t bin, int32_t dummy)
{
    if (!MEM_GROW(block->batch, block->batch_room, block->batches + 1) ||
        !MEM_GROW(block->lane, block->lane_room, block->batches + 1) ||
        !MEM_GROW(block->bin, block->bin_room, block->batches + 1))
        return false;
    block->bin[block->batches] = bin;
    sweep_batch *batch = &block->batch[block->batches];
    batch->kind = kind;
    for (int lane = 0; lane < SWEEP_LANES; lane++) {
        batch->a[lane] = kind.side == SIDE_MOBILE ? dummy + lane : 0;
        batch->b[lane] = dummy + lane;
        block->lane[block->batches][lane] = -1;
    }
    block->columns += sweep_columns(kind);
    block->batches++;
    return true;
}

// The contact at that place in the order of batches, into the last of these.
static void put_lane(const ns_solver *solver, ns_block *block, int lane, int32_t at)
{
    sweep_batch *batch = &block->batch[block->batches - 1];
    const sweep_kind kind = batch->kind;
    const ns_link *link = dealt_link(solver, block, block->batched[at]);
    block->lane[block->batches - 1][lane] = at; // until it is laid out
    batch->b[lane] = link->b;
    if (kind.side == SIDE_MOBILE)
        batch->a[lane] = link->a;
    if (kind.side == SIDE_HUB)
        batch->a[lane] = solver->hubs.of_mover[link->a];
}

// Batches of the block from its bins.
static bool pack(const ns_solver *solver, ns_block *block, const ns_thread *thread, int colours,
                 int32_t dummy)
{
    const uint16_t *bin_of = thread->bin;
    int32_t first[NS_COLOURS * KINDS + 1] = {0};
    int bins = colours * KINDS;
    for (int32_t i = 0; i < block->contacts; i++)
        first[bin_of[i] + 1]++;
    for (int bin = 0; bin < bins; bin++)
        first[bin + 1] += first[bin];
    for (int32_t i = 0; i < block->contacts; i++) {
        int32_t *next = &first[bin_of[i]];
        block->batched[*next] = thread->sorted[i];
        (*next)++;
    }
    int32_t at = 0;
    for (int bin = 0; bin < bins; bin++) {
        int lane = 0;
        for (; at < first[bin]; at++) {
            if (lane == 0 && !add_batch(block, kind_numbered(bin % KINDS), bin, dummy))
                return false;
            put_lane(solver, block, lane, at);
            lane = (lane + 1) % SWEEP_LANES;
        }
    }
    return true;
}

static bool reserve_columns(ns_block *block)
{
    if (block->columns * SWEEP_LANES <= block->column_room)
        return true;
    mem_free(block->column);
    block->column_room = block->columns * SWEEP_LANES + block->columns;
    block->column = mem_array(block->column_room, sizeof *block->column);
    if (!block->column)
        block->column_room = 0;
    return block->column != NULL;
}

static bool place_columns(ns_block *block)
{
    if (!reserve_columns(block))
        return false;
    double *at = block->column;
    for (int32_t i = 0; i < block->batches; i++) {
        sweep_batch *batch = &block->batch[i];
        batch->column = at;
        at += sweep_columns(batch->kind) * SWEEP_LANES;
    }
    return true;
}

static bool reserve_sums(const ns_solver *solver, ns_block *block)
{
    const ns_hubs *hubs = &solver->hubs;
    return hubs->count == 0 || MEM_GROW(block->sum, block->sum_room, hubs->count);
}

static bool reserve_thread(ns_thread *thread, int32_t movers, int32_t contacts)
{
    int64_t had = thread->mask_room;
    int64_t need = contacts + 1;
    if (!MEM_GROW(thread->mask, thread->mask_room, movers))
        return false;
    size_t more = (size_t)(thread->mask_room - had);
    memset(thread->mask + had, 0, more * sizeof *thread->mask);
    return MEM_GROW(thread->bin, thread->bin_room, need);
}

static bool order_anew(const ns_solver *solver, ns_block *block, ns_thread *thread, int32_t dummy)
{
    block->batches = 0;
    block->columns = 0;
    block->ordered_count = -1;
    if (!reserve_thread(thread, solver->movers.count, block->contacts) ||
        !MEM_GROW(block->batched, block->batched_room, (int64_t)block->contacts + 1))
        return false;
    if (!sort_contacts(solver, block, thread))
        return false;
    block->colours = colour(solver, block, thread);
    if (!pack(solver, block, thread, block->colours, dummy))
        return false;
    return place_columns(block) && block_note_order(solver, block, dummy);
}

// Contacts of hubs with hubs or with what is still: a batch each.
static bool order_last(ns_solver *solver, int32_t dummy)
{
    ns_block *block = &solver->order.block[solver->order.blocks];
    ns_thread *thread = &solver->team.thread[0];
    block->batches = 0;
    block->columns = 0;
    block->ordered_count = -1;
    if (!MEM_GROW(block->batched, block->batched_room, (int64_t)block->contacts + 1) ||
        !sort_contacts(solver, block, thread))
        return false;
    for (int32_t i = 0; i < block->contacts; i++) {
        const int32_t number = thread->sorted[i];
        const sweep_kind kind = kind_of(solver, dealt_link(solver, block, number), true);
        block->batched[i] = number;
        if (!add_batch(block, kind, i, dummy))
            return false;
        put_lane(solver, block, 0, i);
    }
    return place_columns(block);
}

// Bodies for lanes without a contact, eight for each block: two blocks must not write to the same place.
static bool add_dummies(ns_solver *solver)
{
    int32_t movers = solver->movers.count;
    int32_t dummies = SWEEP_LANES * (solver->order.blocks + 1);
    if (!solver_reserve_movers(solver, movers + dummies))
        return false;
    solver->movers.count = movers;
    for (int32_t i = movers; i < movers + dummies; i++)
        solver->movers.body[i] = (mover){.inverse_mass = 1};
    memset(solver->movers.inertia + movers, 0, (size_t)dummies * sizeof *solver->movers.inertia);
    return true;
}

static void count_block_loads(const ns_hubs *hubs, const ns_block *block, int phase)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        const int32_t *number = block->lane[k];
        if (batch->kind.side != SIDE_HUB)
            continue;
        for (int lane = 0; lane < SWEEP_LANES; lane++) {
            int32_t hub = batch->a[lane];
            if (number[lane] >= 0)
                hubs->load[hub][phase]++;
        }
    }
}

// How often the inverse mass of a hub counts in each phase.
static void count_loads(ns_solver *solver)
{
    const ns_hubs *hubs = &solver->hubs;
    const int *first = solver->order.phase_first;
    for (int32_t hub = 0; hub < hubs->count; hub++)
        memset(hubs->load[hub], 0, sizeof hubs->load[hub]);
    if (hubs->count == 0)
        return;
    for (int phase = 0; phase < NS_PHASES; phase++) {
        int end = first[phase + 1];
        for (int i = first[phase]; i < end; i++)
            count_block_loads(hubs, busy_block(solver, i), phase);
    }
}

// Batches of all blocks; meanwhile one thread follows the network.
static bool order_blocks(ns_solver *solver)
{
    ns_order *order = &solver->order;
    ns_movers *movers = &solver->movers;
    int bad = 0;
    int kept = 0;
    int colours = 0;
    int busy = order->phase_first[NS_PHASES];
#pragma omp parallel num_threads(solver->threads) reduction(+ : bad, kept) reduction(max : colours)
    {
#pragma omp single nowait
        bad += !solver_choose_effort(solver);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < busy; i++) {
            ns_block *block = busy_block(solver, i);
            ns_thread *thread = &solver->team.thread[omp_get_thread_num()];
            int32_t dummy = movers->count + SWEEP_LANES * order->phase_block[i];
            const bool stays = block_is_ordered(solver, block, dummy);
            const bool ordered = stays || order_anew(solver, block, thread, dummy);
            kept += stays;
            bad += !(ordered && reserve_sums(solver, block));
            colours = block->colours > colours ? block->colours : colours;
        }
    }
    solver->report.hubs = solver->hubs.count;
    solver->report.blocks = busy;
    solver->report.kept = kept;
    solver->report.colours = colours;
    return bad == 0 && order_last(solver, movers->count + SWEEP_LANES * order->blocks);
}

bool solver_order(ns_solver *solver)
{
    if (!solver_find_hubs(solver) || !solver_deal(solver) || !add_dummies(solver) ||
        !order_blocks(solver) || !solver_lay_out(solver))
        return false;
    count_loads(solver);
    if (!division_make(solver))
        return false;
    if (solver->effort.mixed && !solver_reserve_mixing(solver))
        return false;
    return !solver->single || solver_reserve_single(solver);
}
