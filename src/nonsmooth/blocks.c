// blocks.c - space in blocks: cells in eight phases, and which of them each contact is at home in.
//
// Space is cut into equal cells, each a block, in eight phases by the parity of their place: cells of one phase are at
// least one cell apart, and a cell is more than twice as wide as any two bodies in contact are apart, so that their
// contacts share no body. All of it follows from places alone.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum { BLOCK_CONTACTS = 2000, BLOCKS_LEAST = 2 };

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
    v3 between = v3_sub(solver->movers.position[b], solver->movers.position[a]);
    double x[3] = {between.x, between.y, between.z};
    for (int axis = 0; axis < 3; axis++) {
        const double length = solver->bounds.periodic[axis];
        if (length > 0 && fabs(x[axis]) > 0.4 * length) // else it rounds to 0
            x[axis] -= length * real_round(x[axis] / length);
    }
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
        cut.periodic[axis] = solver->bounds.periodic[axis] > 0;
        cut.low[axis] =
            cut.periodic[axis] || !(expanse->low[axis] < INFINITY) ? 0 : expanse->low[axis];
        high[axis] = cut.periodic[axis]                    ? solver->bounds.periodic[axis]
                     : expanse->high[axis] > cut.low[axis] ? expanse->high[axis] - cut.low[axis]
                                                           : 0; // the extent
        edge = real_max(edge, high[axis]);
    }
    double wanted = (double)solver->network.contacts / BLOCK_CONTACTS;
    for (; wanted > BLOCKS_LEAST && edge * 0.9 > least; edge *= 0.9) {
        for (int axis = 0; axis < 3; axis++)
            cut.cells[axis] = cells_along(high[axis], edge, cut.periodic[axis]);
        if ((double)cut.cells[0] * cut.cells[1] * cut.cells[2] >= wanted)
            break;
    }
    for (int axis = 0; axis < 3; axis++) {
        cut.scale[axis] = cut.periodic[axis] ? 1 / high[axis]
                          : high[axis] > 0   ? cut.cells[axis] / high[axis]
                                             : 0;
    }
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
    ns_order *order = &solver->order;
    const int64_t need = blocks + 1;
    const int64_t had = order->block_room;
    if (!mem_grow((void **)&order->block, &order->block_room, need, sizeof *order->block))
        return false;
    memset(order->block + had, 0, (size_t)(order->block_room - had) * sizeof *order->block);
    if (!mem_grow((void **)&order->phase_block, &order->phase_room, need,
                  sizeof *order->phase_block))
        return false;
    order->blocks = blocks;
    for (int32_t i = 0; i <= blocks; i++)
        order->block[i].contacts = 0;
    return true;
}

// The mover whose place is that of the contact, -1: the last block; a hub is made the first of the two.
static int32_t home_of(const ns_solver *solver, int64_t number, expanse *expanse)
{
    ns_link *link = &solver->network.link[number];
    bool hub_a = mover_is_hub(solver, link->a), hub_b = mover_is_hub(solver, link->b);
    if (hub_b && link->a >= 0 && !hub_a) {
        turn_contact(link, link_contact(solver, number));
        hub_a = true;
        hub_b = false;
    }
    if (hub_b)
        return -1;
    int32_t home = link->a < 0 || hub_a ? link->b : link->a;
    v3 place = solver->movers.position[home];
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
    expanse all = {
        .low = {INFINITY, INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY, -INFINITY},
        .far2 = 0,
    };
#pragma omp parallel num_threads(solver->threads)
    {
        expanse mine = {
            .low = {INFINITY, INFINITY, INFINITY},
            .high = {-INFINITY, -INFINITY, -INFINITY},
            .far2 = 0,
        };
#pragma omp for schedule(static)
        for (int64_t i = 0; i < solver->network.contacts; i++)
            solver->cells.home[i] = home_of(solver, i, &mine);
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
    return solver->network.contacts * run / solver->threads;
}

static void count_cells(ns_solver *solver, const cut *cut, int32_t cells)
{
    const ns_cells *into = &solver->cells;
    const size_t counts = (size_t)solver->threads * (size_t)(cells + 1);
    memset(into->contacts, 0, counts * sizeof *into->contacts);
#pragma omp parallel num_threads(solver->threads)
    {
#pragma omp for schedule(static)
        for (int32_t i = 0; i < solver->movers.count; i++)
            into->of_mover[i] = cell_of(cut, solver->movers.position[i]);
#pragma omp for schedule(static, 1)
        for (int run = 0; run < solver->threads; run++) {
            int32_t *count = into->contacts + (int64_t)run * (cells + 1);
            for (int64_t i = run_first(solver, run); i < run_first(solver, run + 1); i++) {
                const int32_t mover = into->home[i]; // find_homes left it here
                const int32_t home = mover < 0 ? cells : into->of_mover[mover];
                into->home[i] = home;
                count[home]++;
            }
        }
    }
    for (int32_t i = 0; i <= cells; i++) {
        for (int run = 0; run < solver->threads; run++)
            solver->order.block[i].contacts += into->contacts[(int64_t)run * (cells + 1) + i];
    }
}

// Blocks phase by phase, contacts block by block.
static void place_blocks(ns_solver *solver, const cut *cut, int32_t cells)
{
    ns_order *order = &solver->order;
    int32_t placed = 0;
    int64_t first = 0;
    for (int axis = 0; axis < 3; axis++) {
        solver->cells.along[axis] = cut->cells[axis];
        solver->cells.wraps[axis] = cut->periodic[axis];
    }
    for (int32_t i = 0; i < cells; i++)
        place_of(cut, i, order->block[i].place);
    for (int phase = 0; phase < NS_PHASES; phase++) {
        order->phase_first[phase] = placed;
        for (int32_t i = 0; i < cells; i++) {
            const ns_block *block = &order->block[i];
            if (phase_of(block->place) == phase && block->contacts > 0)
                order->phase_block[placed++] = i;
        }
    }
    order->phase_first[NS_PHASES] = placed;
    for (int32_t i = 0; i <= placed; i++) {
        ns_block *block = &order->block[i < placed ? order->phase_block[i] : cells];
        block->first = first;
        block->dealt = solver->cells.dealt + first;
        first += block->contacts;
    }
}

static void deal_runs(ns_solver *solver, int32_t cells)
{
    for (int32_t i = 0; i <= cells; i++) {
        for (int32_t run = 0, at = 0; run < solver->threads; run++) {
            int32_t *count = &solver->cells.contacts[(int64_t)run * (cells + 1) + i];
            int32_t here = *count;
            *count = at;
            at += here;
        }
    }
#pragma omp parallel for num_threads(solver->threads) schedule(static, 1)
    for (int run = 0; run < solver->threads; run++) {
        int32_t *next = solver->cells.contacts + (int64_t)run * (cells + 1);
        for (int64_t i = run_first(solver, run); i < run_first(solver, run + 1); i++) {
            const int32_t home = solver->cells.home[i];
            solver->order.block[home].dealt[next[home]++] = (int32_t)i;
        }
    }
}

static bool reserve_cells(ns_cells *cells, int64_t contacts, int64_t movers)
{
    return mem_grow((void **)&cells->home, &cells->home_room, contacts, sizeof *cells->home) &&
           mem_grow((void **)&cells->dealt, &cells->dealt_room, contacts, sizeof *cells->dealt) &&
           mem_grow((void **)&cells->of_mover, &cells->mover_room, movers, sizeof *cells->of_mover);
}

// Which block each contact is at home in.
bool solver_deal(ns_solver *solver)
{
    ns_cells *into = &solver->cells;
    if (!reserve_cells(into, solver->network.contacts + 1, solver->movers.count + 1))
        return false;
    const expanse expanse = find_homes(solver);
    const cut cut = cut_space(solver, &expanse);
    int32_t cells = cut.cells[0] * cut.cells[1] * cut.cells[2];
    int64_t counts = (int64_t)solver->threads * (cells + 1);
    if (!reserve_blocks(solver, cells) ||
        !mem_grow((void **)&into->contacts, &into->contact_room, counts, sizeof *into->contacts))
        return false;
    count_cells(solver, &cut, cells);
    place_blocks(solver, &cut, cells);
    deal_runs(solver, cells);
    return true;
}
