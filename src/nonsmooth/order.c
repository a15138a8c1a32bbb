// order.c - in which order contacts are worked on: blocks of space, hubs, colours (two-level coloured Gauss-Seidel).
//
// Space is cut into equal cells, each a block, in eight phases by the parity of their place: cells of one phase are at
// least one cell apart, and a cell is more than twice as wide as any two bodies in contact are apart, so that their
// contacts share no body. Inside a block contacts are coloured greedily in the order of their keys, so that those of a
// colour share no body either, and stand in batches by colour and kind. All of it follows from places and ids alone.
//
// Hubs, bodies with more than NS_HUB contacts and walls that answer, are left out of the colouring: their velocity is
// frozen in a phase. Contacts of hubs among themselves, or with what is still, come last and one by one.
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <omp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 2 * 2 * SWEEP_SIDES, BLOCK_CONTACTS = 2000, BLOCKS_LEAST = 2 };

static bool hub(const ns_solver *solver, int32_t mover)
{
    return mover >= 0 && solver->hub_of[mover] >= 0;
}

static bool reserve_hubs(ns_solver *solver, int64_t hubs)
{
    if (hubs <= solver->hub_room)
        return true;
    int64_t room[2] = {solver->hub_room, solver->hub_room};
    int64_t wanted = hubs + hubs / 2 + 8;
    mover *hub = mem_array(wanted, sizeof *hub);
    if (!hub ||
        !mem_grow((void **)&solver->hub_mover, &room[0], wanted, sizeof *solver->hub_mover) ||
        !mem_grow((void **)&solver->hub_load, &room[1], wanted, sizeof *solver->hub_load)) {
        mem_free(hub);
        return false;
    }
    mem_free(solver->hub);
    solver->hub = hub;
    solver->hub_room = wanted;
    return true;
}

static bool add_hub(ns_solver *solver, int32_t mover)
{
    if (!reserve_hubs(solver, solver->hubs + 1))
        return false;
    solver->hub_of[mover] = solver->hubs;
    solver->hub_mover[solver->hubs++] = mover;
    return true;
}

// A count of contacts, with marks of one, and of more than one, with something that moves.
enum { MATE = 1 << 29, MATES = 1 << 30 };

static void count_contact(int32_t *count, bool mate)
{
    if (mate)
        *count |= *count & MATE ? MATES : MATE;
    ++*count;
}

static int32_t mark_of(int32_t count)
{
    if (count % MATE == 1)
        return NS_ALONE;
    return (count & MATE) && !(count & MATES) ? NS_PAIRED : -1;
}

static bool find_hubs(ns_solver *solver)
{
    if (!mem_grow((void **)&solver->hub_of, &solver->hub_of_room, solver->movers + 1,
                  sizeof *solver->hub_of))
        return false;
    for (int32_t i = 0; i < solver->movers; i++)
        solver->hub_of[i] = 0; // how many contacts at first
    for (int64_t i = 0; i < solver->contacts; i++) {
        const ns_link *link = &solver->link[i];
        if (link->a >= 0)
            count_contact(&solver->hub_of[link->a], true);
        count_contact(&solver->hub_of[link->b], link->a >= 0);
    }
    for (int wall = 0; wall < solver->walls; wall++)
        if (solver->wall[wall].mover >= 0)
            solver->hub_of[solver->wall[wall].mover] = NS_HUB + 1;
    solver->hubs = 0;
    for (int32_t i = 0; i < solver->movers; i++) {
        bool many = solver->hub_of[i] % MATE > NS_HUB;
        solver->hub_of[i] = mark_of(solver->hub_of[i]);
        if (many && !add_hub(solver, i))
            return false;
    }
    return true;
}

static void turn_contact(ns_link *link, ns_contact *contact)
{
    ns_contact old = *contact;
    link->a = contact->a = old.b;
    link->b = contact->b = old.a;
    contact->normal = v3_scale(-1, old.normal);
    contact->arm_a = old.arm_b;
    contact->arm_b = old.arm_a;
    contact->turned = !old.turned;
}

static v3 apart(const ns_solver *solver, int32_t a, int32_t b)
{
    v3 between = v3_sub(solver->position[b], solver->position[a]);
    double x[3] = {between.x, between.y, between.z};
    for (int axis = 0; axis < 3; axis++)
        if (solver->periodic[axis] > 0 &&
            fabs(x[axis]) > 0.4 * solver->periodic[axis]) // else it rounds to 0
            x[axis] -= solver->periodic[axis] * real_round(x[axis] / solver->periodic[axis]);
    return v3_make(x[0], x[1], x[2]);
}

// Cells of space.
typedef struct cut {
    double low[3];
    // Place of a cell: (x - low) scale; periodic: x scale, less whole numbers, times cells.
    double scale[3];
    int cells[3];
    bool periodic[3];
} cut;

static int cells_along(double extent, double edge, bool periodic)
{
    double fitting = floor(extent / edge);
    int cells = fitting < 1 ? 1 : fitting > 1024 ? 1024 : (int)fitting;
    return periodic && cells > 1 ? cells & ~1 : cells;
}

// Where contacts are, and how far apart the two bodies of any of them; `low` is above `high` where there are none.
typedef struct expanse {
    double low[3], high[3], far2;
} expanse;

static cut cut_space(const ns_solver *solver, const expanse *expanse)
{
    double edge = 0;
    double least = 2.0001 * sqrt(expanse->far2);
    double high[3];
    cut cut = {.cells = {1, 1, 1}};
    for (int axis = 0; axis < 3; axis++) {
        cut.periodic[axis] = solver->periodic[axis] > 0;
        cut.low[axis] =
            cut.periodic[axis] || !(expanse->low[axis] < INFINITY) ? 0 : expanse->low[axis];
        high[axis] = cut.periodic[axis]                    ? solver->periodic[axis]
                     : expanse->high[axis] > cut.low[axis] ? expanse->high[axis] - cut.low[axis]
                                                           : 0; // the extent
        edge = real_max(edge, high[axis]);
    }
    double wanted = (double)solver->contacts / BLOCK_CONTACTS;
    for (; wanted > BLOCKS_LEAST && edge * 0.9 > least; edge *= 0.9) {
        for (int axis = 0; axis < 3; axis++)
            cut.cells[axis] = cells_along(high[axis], edge, cut.periodic[axis]);
        if ((double)cut.cells[0] * cut.cells[1] * cut.cells[2] >= wanted)
            break;
    }
    for (int axis = 0; axis < 3; axis++)
        cut.scale[axis] = cut.periodic[axis] ? 1 / high[axis]
                          : high[axis] > 0   ? cut.cells[axis] / high[axis]
                                             : 0;
    return cut;
}

static int32_t cell_of(const cut *cut, v3 at)
{
    const double x[3] = {at.x, at.y, at.z};
    int32_t place[3];
    for (int axis = 0; axis < 3; axis++) {
        double along = (x[axis] - cut->low[axis]) * cut->scale[axis];
        if (cut->periodic[axis])
            along = (along - floor(along)) * cut->cells[axis];
        place[axis] = along > 0 ? (int32_t)real_min(along, cut->cells[axis] - 1) : 0;
    }
    return (place[2] * cut->cells[1] + place[1]) * cut->cells[0] + place[0];
}

static void place_of(const cut *cut, int32_t cell, int place[3])
{
    place[0] = cell % cut->cells[0];
    place[1] = cell / cut->cells[0] % cut->cells[1];
    place[2] = cell / cut->cells[0] / cut->cells[1];
}

static int phase_of(const int place[3])
{
    return (place[0] & 1) | (place[1] & 1) << 1 | (place[2] & 1) << 2;
}

static bool reserve_blocks(ns_solver *solver, int32_t blocks)
{
    int64_t had = solver->block_room;
    int64_t room = solver->phase_room;
    if (!mem_grow((void **)&solver->block, &solver->block_room, blocks + 1, sizeof *solver->block))
        return false;
    memset(solver->block + had, 0, (size_t)(solver->block_room - had) * sizeof *solver->block);
    if (!mem_grow((void **)&solver->phase_block, &room, blocks + 1, sizeof *solver->phase_block))
        return false;
    solver->phase_room = room;
    solver->blocks = blocks;
    for (int32_t i = 0; i <= blocks; i++)
        solver->block[i].contacts = 0;
    return true;
}

// The mover whose place is that of the contact, -1: the last block; a hub is made the first of the two.
static int32_t home_of(const ns_solver *solver, int64_t number, expanse *expanse)
{
    ns_link *link = &solver->link[number];
    bool hub_a = hub(solver, link->a), hub_b = hub(solver, link->b);
    if (hub_b && link->a >= 0 && !hub_a) {
        turn_contact(link, link_contact(solver, number));
        hub_a = true;
        hub_b = false;
    }
    if (hub_b)
        return -1;
    int32_t home = link->a < 0 || hub_a ? link->b : link->a;
    v3 place = solver->position[home];
    const double at[3] = {place.x, place.y, place.z};
    for (int axis = 0; axis < 3; axis++) {
        expanse->low[axis] = real_min(expanse->low[axis], at[axis]);
        expanse->high[axis] = real_max(expanse->high[axis], at[axis]);
    }
    if (link->a >= 0 && !hub_a) {
        v3 between = apart(solver, link->a, link->b);
        expanse->far2 = real_max(expanse->far2, v3_dot(between, between));
    }
    return home;
}

static expanse find_homes(ns_solver *solver)
{
    expanse all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
#pragma omp parallel num_threads(solver->threads)
    {
        expanse mine = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};
#pragma omp for schedule(static)
        for (int64_t i = 0; i < solver->contacts; i++)
            solver->home[i] = home_of(solver, i, &mine);
#pragma omp critical(scree_nonsmooth_homes)
        {
            for (int axis = 0; axis < 3; axis++) {
                all.low[axis] = real_min(all.low[axis], mine.low[axis]);
                all.high[axis] = real_max(all.high[axis], mine.high[axis]);
            }
            all.far2 = real_max(all.far2, mine.far2);
        }
    }
    return all;
}

// Contacts in as many runs as there are threads: each thread counts those of its run by cell, and knows then where to
// put them. Their order within a cell does not matter.
static int64_t run_first(const ns_solver *solver, int run)
{
    return solver->contacts * run / solver->threads;
}

static void count_cells(ns_solver *solver, const cut *cut, int32_t cells)
{
    memset(solver->cell_count, 0,
           (size_t)solver->threads * (size_t)(cells + 1) * sizeof *solver->cell_count);
#pragma omp parallel num_threads(solver->threads)
    {
#pragma omp for schedule(static)
        for (int32_t i = 0; i < solver->movers; i++)
            solver->cell[i] = cell_of(cut, solver->position[i]);
#pragma omp for schedule(static, 1)
        for (int run = 0; run < solver->threads; run++) {
            int32_t *count = solver->cell_count + (int64_t)run * (cells + 1);
            for (int64_t i = run_first(solver, run); i < run_first(solver, run + 1); i++) {
                solver->home[i] = solver->home[i] < 0 ? cells : solver->cell[solver->home[i]];
                count[solver->home[i]]++;
            }
        }
    }
    for (int32_t i = 0; i <= cells; i++)
        for (int run = 0; run < solver->threads; run++)
            solver->block[i].contacts += solver->cell_count[(int64_t)run * (cells + 1) + i];
}

// Blocks phase by phase, contacts block by block.
static void place_blocks(ns_solver *solver, const cut *cut, int32_t cells)
{
    int32_t placed = 0;
    int64_t first = 0;
    for (int axis = 0; axis < 3; axis++) {
        solver->cells[axis] = cut->cells[axis];
        solver->wraps[axis] = cut->periodic[axis];
    }
    for (int32_t i = 0; i < cells; i++)
        place_of(cut, i, solver->block[i].place);
    for (int phase = 0; phase < NS_PHASES; phase++) {
        solver->phase_first[phase] = placed;
        for (int32_t i = 0; i < cells; i++)
            if (phase_of(solver->block[i].place) == phase && solver->block[i].contacts > 0)
                solver->phase_block[placed++] = i;
    }
    solver->phase_first[NS_PHASES] = placed;
    for (int32_t i = 0; i <= placed; i++) {
        ns_block *block = &solver->block[i < placed ? solver->phase_block[i] : cells];
        block->first = first;
        block->dealt = solver->dealt + first;
        first += block->contacts;
    }
}

static void deal_runs(ns_solver *solver, int32_t cells)
{
    for (int32_t i = 0; i <= cells; i++)
        for (int32_t run = 0, at = 0; run < solver->threads; run++) {
            int32_t *count = &solver->cell_count[(int64_t)run * (cells + 1) + i];
            int32_t here = *count;
            *count = at;
            at += here;
        }
#pragma omp parallel for num_threads(solver->threads) schedule(static, 1)
    for (int run = 0; run < solver->threads; run++) {
        int32_t *next = solver->cell_count + (int64_t)run * (cells + 1);
        for (int64_t i = run_first(solver, run); i < run_first(solver, run + 1); i++)
            solver->block[solver->home[i]].dealt[next[solver->home[i]]++] = (int32_t)i;
    }
}

// Which block each contact is at home in.
static bool deal(ns_solver *solver)
{
    if (!mem_grow((void **)&solver->home, &solver->home_room, solver->contacts + 1,
                  sizeof *solver->home) ||
        !mem_grow((void **)&solver->dealt, &solver->dealt_room, solver->contacts + 1,
                  sizeof *solver->dealt) ||
        !mem_grow((void **)&solver->cell, &solver->cell_room, solver->movers + 1,
                  sizeof *solver->cell))
        return false;
    const expanse expanse = find_homes(solver);
    const cut cut = cut_space(solver, &expanse);
    int32_t cells = cut.cells[0] * cut.cells[1] * cut.cells[2];
    int64_t counts = (int64_t)solver->threads * (cells + 1);
    if (!reserve_blocks(solver, cells) ||
        !mem_grow((void **)&solver->cell_count, &solver->cell_count_room, counts,
                  sizeof *solver->cell_count))
        return false;
    count_cells(solver, &cut, cells);
    place_blocks(solver, &cut, cells);
    deal_runs(solver, cells);
    return true;
}

static bool before(const ns_solver *solver, int32_t i, int32_t j)
{
    const ns_link *first = &solver->link[i];
    const ns_link *second = &solver->link[j];
    if (first->id_a != second->id_a)
        return first->id_a < second->id_a;
    if (first->id_b != second->id_b)
        return first->id_b < second->id_b;
    return link_contact(solver, i)->feature < link_contact(solver, j)->feature;
}

// Both ids in one number, where none needs more than half of it; else by that of b, then by that of a.
static void sort_by_ids(const ns_solver *solver, const int32_t *links, int32_t count,
                        sort_pair *pair)
{
    int64_t all = 0;
    for (int32_t i = 0; i < count; i++) {
        const ns_link *link = &solver->link[links[i]];
        all |= link->id_a | link->id_b;
        pair[i] =
            (sort_pair){(uint64_t)link->id_a << 32 | (uint64_t)link->id_b, (uint32_t)links[i]};
    }
    const bool wide = all >> 32 != 0;
    for (int32_t i = 0; wide && i < count; i++)
        pair[i].key = (uint64_t)solver->link[links[i]].id_b;
    sort_u64_by_key(pair, count, pair + count);
    for (int32_t i = 0; wide && i < count; i++)
        pair[i].key = (uint64_t)solver->link[pair[i].value].id_a;
    if (wide)
        sort_u64_by_key(pair, count, pair + count);
}

// Contacts of a block in the order of their keys: by ids, then, among the few of one pair, by feature.
static bool sort_contacts(const ns_solver *solver, int32_t *links, int32_t count, ns_thread *thread)
{
    if (!mem_grow((void **)&thread->pair, &thread->pair_room, 2 * (int64_t)count + 1,
                  sizeof *thread->pair))
        return false;
    const sort_pair *pair = thread->pair;
    sort_by_ids(solver, links, count, thread->pair);
    for (int32_t i = 0; i < count; i++) {
        int32_t at = i;
        int32_t moved = (int32_t)pair[i].value;
        for (; at > 0 && before(solver, moved, links[at - 1]); at--)
            links[at] = links[at - 1];
        links[at] = moved;
    }
    return true;
}

static sweep_kind kind_of(const ns_solver *solver, const ns_link *link, bool alone)
{
    bool frozen = !alone && hub(solver, link->a);
    return (sweep_kind){link->a < 0 ? SIDE_STILL
                        : frozen    ? SIDE_HUB
                                    : SIDE_MOBILE,
                        frozen || !link->balls, link->rich};
}

static int kind_number(sweep_kind kind)
{
    return ((int)kind.side * 2 + kind.general) * 2 + kind.rich;
}

static sweep_kind kind_numbered(int number)
{
    return (sweep_kind){(sweep_side)(number / 4), number / 2 % 2 != 0, number % 2 != 0};
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
    bool two = link->a >= 0 && !hub(solver, link->a);
    uint64_t none[NS_WORDS] = {0};
    uint64_t *mask_b = mask[link->b];
    uint64_t *mask_a = two ? mask[link->a] : none;
    int chosen = lowest_free(mask_b, mask_a);
    mask_b[chosen / 64] |= UINT64_C(1) << chosen % 64;
    mask_a[chosen / 64] |= UINT64_C(1) << chosen % 64;
    return chosen;
}

// Bin of each contact: colour, then kind.
static int colour(const ns_solver *solver, const ns_block *block, ns_thread *thread)
{
    enum { AHEAD = 16 }; // contacts whose masks are called into cache
    int colours = 0;
    for (int32_t i = 0; i < block->contacts; i++) {
        const ns_link *link = &solver->link[block->dealt[i]];
        const ns_link *later =
            &solver->link[block->dealt[i + AHEAD < block->contacts ? i + AHEAD : i]];
        __builtin_prefetch(thread->mask[later->b], 1);
        if (later->a >= 0)
            __builtin_prefetch(thread->mask[later->a], 1);
        int chosen = colour_contact(solver, link, thread->mask);
        if (chosen >= colours)
            colours = chosen + 1;
        thread->bin[i] = (uint16_t)(chosen * KINDS + kind_number(kind_of(solver, link, false)));
    }
    for (int32_t i = 0; i < block->contacts; i++) {
        const ns_link *link = &solver->link[block->dealt[i]];
        if (link->a >= 0)
            memset(thread->mask[link->a], 0, sizeof *thread->mask);
        memset(thread->mask[link->b], 0, sizeof *thread->mask);
    }
    return colours;
}

static bool add_batch(ns_block *block, sweep_kind kind, int32_t bin, int32_t dummy)
{
    if (!mem_grow((void **)&block->batch, &block->batch_room, block->batches + 1,
                  sizeof *block->batch) ||
        !mem_grow((void **)&block->lane, &block->lane_room, block->batches + 1,
                  sizeof *block->lane) ||
        !mem_grow((void **)&block->bin, &block->bin_room, block->batches + 1, sizeof *block->bin))
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

static void put_lane(const ns_solver *solver, ns_block *block, int lane, int32_t number)
{
    sweep_batch *batch = &block->batch[block->batches - 1];
    const ns_link *link = &solver->link[number];
    block->lane[block->batches - 1][lane] = number;
    batch->b[lane] = link->b;
    if (batch->kind.side == SIDE_MOBILE)
        batch->a[lane] = link->a;
    if (batch->kind.side == SIDE_HUB)
        batch->a[lane] = solver->hub_of[link->a];
}

// Batches of the block from its bins.
static bool pack(const ns_solver *solver, ns_block *block, const ns_thread *thread, int colours,
                 int32_t dummy)
{
    int32_t first[NS_COLOURS * KINDS + 1] = {0};
    int bins = colours * KINDS;
    for (int32_t i = 0; i < block->contacts; i++)
        first[thread->bin[i] + 1]++;
    for (int bin = 0; bin < bins; bin++)
        first[bin + 1] += first[bin];
    for (int32_t i = 0; i < block->contacts; i++)
        thread->order[first[thread->bin[i]]++] = block->dealt[i];
    int32_t at = 0;
    for (int bin = 0; bin < bins; bin++)
        for (int lane = 0; at < first[bin]; at++, lane = (lane + 1) % SWEEP_LANES) {
            if (lane == 0 && !add_batch(block, kind_numbered(bin % KINDS), bin, dummy))
                return false;
            put_lane(solver, block, lane, thread->order[at]);
        }
    return true;
}

static bool place_columns(ns_block *block)
{
    if (block->columns * SWEEP_LANES > block->column_room) {
        mem_free(block->column);
        block->column_room = block->columns * SWEEP_LANES + block->columns;
        block->column = mem_array(block->column_room, sizeof *block->column);
        if (!block->column)
            block->column_room = 0;
        if (!block->column)
            return false;
    }
    double *at = block->column;
    for (int32_t i = 0; i < block->batches; i++) {
        block->batch[i].column = at;
        at += sweep_columns(block->batch[i].kind) * SWEEP_LANES;
    }
    return true;
}

static bool reserve_sums(const ns_solver *solver, ns_block *block)
{
    return solver->hubs == 0 ||
           mem_grow((void **)&block->sum, &block->sum_room, solver->hubs, sizeof *block->sum);
}

static bool order_block(const ns_solver *solver, ns_block *block, ns_thread *thread, int32_t dummy)
{
    int64_t had = thread->mask_room;
    block->batches = 0;
    block->columns = 0;
    if (!mem_grow((void **)&thread->mask, &thread->mask_room, solver->movers, sizeof *thread->mask))
        return false;
    memset(thread->mask + had, 0, (size_t)(thread->mask_room - had) * sizeof *thread->mask);
    if (!mem_grow((void **)&thread->bin, &thread->bin_room, block->contacts + 1,
                  sizeof *thread->bin) ||
        !mem_grow((void **)&thread->order, &thread->order_room, block->contacts + 1,
                  sizeof *thread->order))
        return false;
    if (!sort_contacts(solver, block->dealt, block->contacts, thread))
        return false;
    block->colours = colour(solver, block, thread);
    return pack(solver, block, thread, block->colours, dummy) && place_columns(block) &&
           reserve_sums(solver, block);
}

// Contacts of hubs with hubs or with what is still: a batch each.
static bool order_last(ns_solver *solver, int32_t dummy)
{
    ns_block *block = &solver->block[solver->blocks];
    block->batches = 0;
    block->columns = 0;
    if (!sort_contacts(solver, block->dealt, block->contacts, &solver->thread[0]))
        return false;
    for (int32_t i = 0; i < block->contacts; i++) {
        if (!add_batch(block, kind_of(solver, &solver->link[block->dealt[i]], true), i, dummy))
            return false;
        put_lane(solver, block, 0, block->dealt[i]);
    }
    return place_columns(block);
}

// Bodies for lanes without a contact, eight for each block: two blocks must not write to the same place.
static bool add_dummies(ns_solver *solver)
{
    int32_t movers = solver->movers;
    int32_t dummies = SWEEP_LANES * (solver->blocks + 1);
    if (!solver_reserve_movers(solver, movers + dummies))
        return false;
    solver->movers = movers;
    for (int32_t i = movers; i < movers + dummies; i++)
        solver->body[i] = (mover){.inverse_mass = 1};
    memset(solver->inertia + movers, 0, (size_t)dummies * sizeof *solver->inertia);
    return true;
}

// How often the inverse mass of a hub counts in each phase.
static void count_loads(ns_solver *solver)
{
    for (int32_t k = 0; k < solver->hubs; k++)
        memset(solver->hub_load[k], 0, sizeof solver->hub_load[k]);
    for (int phase = 0; solver->hubs > 0 && phase < NS_PHASES; phase++)
        for (int i = solver->phase_first[phase]; i < solver->phase_first[phase + 1]; i++) {
            const ns_block *block = &solver->block[solver->phase_block[i]];
            for (int32_t k = 0; k < block->batches; k++)
                for (int lane = 0; block->batch[k].kind.side == SIDE_HUB && lane < SWEEP_LANES;
                     lane++)
                    if (block->lane[k][lane] >= 0)
                        solver->hub_load[block->batch[k].a[lane]][phase]++;
        }
}

// Batches of all blocks; meanwhile one thread follows the network.
static bool order_blocks(ns_solver *solver)
{
    int bad = 0;
    int colours = 0;
    int busy = solver->phase_first[NS_PHASES];
#pragma omp parallel num_threads(solver->threads) reduction(+ : bad) reduction(max : colours)
    {
#pragma omp single nowait
        bad += !solver_choose_effort(solver);
#pragma omp for schedule(dynamic)
        for (int i = 0; i < busy; i++) {
            int32_t at = solver->phase_block[i];
            bad += !order_block(solver, &solver->block[at], &solver->thread[omp_get_thread_num()],
                                solver->movers + SWEEP_LANES * at);
            colours = solver->block[at].colours > colours ? solver->block[at].colours : colours;
        }
    }
    solver->report.hubs = solver->hubs;
    solver->report.blocks = busy;
    solver->report.colours = colours;
    return bad == 0 && order_last(solver, solver->movers + SWEEP_LANES * solver->blocks);
}

bool solver_order(ns_solver *solver)
{
    if (!find_hubs(solver) || !deal(solver) || !add_dummies(solver) || !order_blocks(solver) ||
        !solver_lay_out(solver))
        return false;
    count_loads(solver);
    return !solver->single || solver_reserve_single(solver);
}
