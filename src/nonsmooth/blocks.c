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
    const v3 *position = solver->movers.position;
    v3 between = v3_sub(position[b], position[a]);
    double x[3] = {between.x, between.y, between.z};
    for (int axis = 0; axis < 3; axis++) {
        double length = solver->bounds.periodic[axis];
        bool is_far = fabs(x[axis]) > 0.4 * length; // else it rounds to 0
        if (length > 0 && is_far)
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
    int cells = 1;
    if (fitting >= 1)
        cells = fitting > 1024 ? 1024 : (int)fitting;
    return periodic && cells > 1 ? cells & ~1 : cells;
}

// Where contacts are, and how far apart the two bodies of any of them; `low` is above `high` where there are none.
typedef struct expanse {
    double low[3], high[3], far2;
} expanse;

// From where to where contacts are along an axis.
typedef struct stretch {
    double low, length;
} stretch;

static stretch stretch_along(const ns_solver *solver, const expanse *expanse, int axis)
{
    double period = solver->bounds.periodic[axis];
    if (period > 0)
        return (stretch){0, period};
    bool any = expanse->low[axis] < INFINITY;
    double low = any ? expanse->low[axis] : 0;
    double length = expanse->high[axis] > low ? expanse->high[axis] - low : 0;
    return (stretch){low, length};
}

static double scale_along(const cut *cut, int axis, double length)
{
    if (cut->periodic[axis])
        return 1 / length;
    return length > 0 ? cut->cells[axis] / length : 0;
}

static double all_cells(const cut *cut)
{
    return (double)cut->cells[0] * cut->cells[1] * cut->cells[2];
}

static cut cut_space(const ns_solver *solver, const expanse *expanse)
{
    double edge = 0;
    double least = 2.0001 * sqrt(expanse->far2);
    double length[3];
    cut cut = {.cells = {1, 1, 1}};
    for (int axis = 0; axis < 3; axis++) {
        stretch stretch = stretch_along(solver, expanse, axis);
        cut.periodic[axis] = solver->bounds.periodic[axis] > 0;
        cut.low[axis] = stretch.low;
        length[axis] = stretch.length;
        edge = real_max(edge, stretch.length);
    }
    double wanted = (double)solver->network.contacts / BLOCK_CONTACTS;
    while (wanted > BLOCKS_LEAST && edge * 0.9 > least) {
        for (int axis = 0; axis < 3; axis++)
            cut.cells[axis] = cells_along(length[axis], edge, cut.periodic[axis]);
        if (all_cells(&cut) >= wanted)
            break;
        edge *= 0.9;
    }
    for (int axis = 0; axis < 3; axis++)
        cut.scale[axis] = scale_along(&cut, axis, length[axis]);
    return cut;
}

static int32_t cell_of(const cut *cut, v3 at)
{
    const int *cells = cut->cells;
    const double x[3] = {at.x, at.y, at.z};
    int32_t place[3];
    for (int axis = 0; axis < 3; axis++) {
        double along = (x[axis] - cut->low[axis]) * cut->scale[axis];
        if (cut->periodic[axis])
            along = (along - floor(along)) * cells[axis];
        double inside = real_min(along, cells[axis] - 1);
        place[axis] = along > 0 ? (int32_t)inside : 0;
    }
    int32_t row = place[2] * cells[1] + place[1];
    return row * cells[0] + place[0];
}

static void place_of(const cut *cut, int32_t cell, int place[3])
{
    const int *cells = cut->cells;
    int32_t row = cell / cells[0];
    place[0] = cell % cells[0];
    place[1] = row % cells[1];
    place[2] = row / cells[1];
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
    if (!MEM_GROW(order->block, order->block_room, need))
        return false;
    memset(order->block + had, 0, (size_t)(order->block_room - had) * sizeof *order->block);
    if (!MEM_GROW(order->phase_block, order->phase_room, need))
        return false;
    order->blocks = blocks;
    for (int32_t i = 0; i <= blocks; i++)
        order->block[i].contacts = 0;
    return true;
}

// The mover whose place is that of the contact, -1: the last block; a hub is made the first of the two.
static void widen(expanse *expanse, v3 place)
{
    const double at[3] = {place.x, place.y, place.z};
    for (int axis = 0; axis < 3; axis++) {
        expanse->low[axis] = real_min(expanse->low[axis], at[axis]);
        expanse->high[axis] = real_max(expanse->high[axis], at[axis]);
    }
}

static int32_t home_of(const ns_solver *solver, int64_t number, expanse *expanse)
{
    ns_link *link = &solver->network.link[number];
    bool hub_a = mover_is_hub(solver, link->a);
    bool hub_b = mover_is_hub(solver, link->b);
    if (hub_b && link->a >= 0 && !hub_a) {
        turn_contact(link, link_contact(solver, number));
        hub_a = true;
        hub_b = false;
    }
    link->hub = hub_a ? solver->hubs.of_mover[link->a] : -1;
    if (hub_b)
        return -1;
    bool by_b = link->a < 0 || hub_a;
    int32_t home = by_b ? link->b : link->a;
    widen(expanse, solver->movers.position[home]);
    if (!by_b) {
        v3 between = apart(solver, link->a, link->b);
        double square = v3_dot(between, between);
        expanse->far2 = real_max(expanse->far2, square);
    }
    return home;
}

static expanse nothing_found(void)
{
    return (expanse){
        .low = {INFINITY, INFINITY, INFINITY},
        .high = {-INFINITY, -INFINITY, -INFINITY},
        .far2 = 0,
    };
}

static void join(expanse *all, const expanse *mine)
{
    for (int axis = 0; axis < 3; axis++) {
        all->low[axis] = real_min(all->low[axis], mine->low[axis]);
        all->high[axis] = real_max(all->high[axis], mine->high[axis]);
    }
    all->far2 = real_max(all->far2, mine->far2);
}

static expanse find_homes(ns_solver *solver)
{
    expanse all = nothing_found();
#pragma omp parallel num_threads(solver->threads)
    {
        expanse mine = nothing_found();
#pragma omp for schedule(static)
        for (int64_t i = 0; i < solver->network.contacts; i++)
            solver->cells.home[i] = home_of(solver, i, &mine);
#pragma omp critical(scree_nonsmooth_homes)
        join(&all, &mine);
    }
    return all;
}

// Contacts in as many runs as there are threads: each thread counts those of its run by cell, and knows then where to
// put them. Their order within a cell does not matter.
static int64_t run_first(const ns_solver *solver, int run)
{
    return solver->network.contacts * run / solver->threads;
}

// What a run counts, or where it puts the next contact, by cell.
static int32_t *counts_of(const ns_solver *solver, int run, int32_t cells)
{
    return solver->cells.contacts + (int64_t)run * (cells + 1);
}

static void count_run(const ns_solver *solver, int run, int32_t cells)
{
    const ns_cells *into = &solver->cells;
    int32_t *count = counts_of(solver, run, cells);
    int64_t end = run_first(solver, run + 1);
    for (int64_t i = run_first(solver, run); i < end; i++) {
        int32_t mover = into->home[i]; // find_homes left it here
        int32_t home = mover < 0 ? cells : into->of_mover[mover];
        into->home[i] = home;
        count[home]++;
    }
}

static void count_cells(ns_solver *solver, const cut *cut, int32_t cells)
{
    const ns_movers *movers = &solver->movers;
    const ns_cells *into = &solver->cells;
    const size_t counts = (size_t)solver->threads * (size_t)(cells + 1);
    memset(into->contacts, 0, counts * sizeof *into->contacts);
#pragma omp parallel num_threads(solver->threads)
    {
#pragma omp for schedule(static)
        for (int32_t i = 0; i < movers->count; i++)
            into->of_mover[i] = cell_of(cut, movers->position[i]);
#pragma omp for schedule(static, 1)
        for (int run = 0; run < solver->threads; run++)
            count_run(solver, run, cells);
    }
    for (int run = 0; run < solver->threads; run++) {
        const int32_t *count = counts_of(solver, run, cells);
        for (int32_t i = 0; i <= cells; i++)
            solver->order.block[i].contacts += count[i];
    }
}

// Blocks phase by phase, contacts block by block.
static void place_phase(ns_order *order, int phase, int32_t cells, int32_t *placed)
{
    order->phase_first[phase] = *placed;
    for (int32_t i = 0; i < cells; i++) {
        const ns_block *block = &order->block[i];
        bool has_work = phase_of(block->place) == phase && block->contacts > 0;
        if (!has_work)
            continue;
        order->phase_block[*placed] = i;
        (*placed)++;
    }
}

static void place_blocks(ns_solver *solver, const cut *cut, int32_t cells)
{
    ns_order *order = &solver->order;
    ns_cells *into = &solver->cells;
    int32_t placed = 0;
    int64_t first = 0;
    for (int axis = 0; axis < 3; axis++) {
        into->along[axis] = cut->cells[axis];
        into->wraps[axis] = cut->periodic[axis];
    }
    for (int32_t i = 0; i < cells; i++)
        place_of(cut, i, order->block[i].place);
    for (int phase = 0; phase < NS_PHASES; phase++)
        place_phase(order, phase, cells, &placed);
    order->phase_first[NS_PHASES] = placed;
    for (int32_t i = 0; i <= placed; i++) {
        int32_t number = i < placed ? order->phase_block[i] : cells;
        ns_block *block = &order->block[number];
        block->first_before = block->first;
        block->first = first;
        block->dealt = into->dealt + first;
        first += block->contacts;
    }
}

static void deal_run(const ns_solver *solver, int run, int32_t cells)
{
    const int32_t *home = solver->cells.home;
    int32_t *next = counts_of(solver, run, cells);
    int64_t end = run_first(solver, run + 1);
    for (int64_t i = run_first(solver, run); i < end; i++) {
        int32_t cell = home[i];
        solver->order.block[cell].dealt[next[cell]] = (int32_t)i;
        next[cell]++;
    }
}

static void deal_runs(ns_solver *solver, int32_t cells)
{
    for (int32_t i = 0; i <= cells; i++) {
        int32_t at = 0;
        for (int run = 0; run < solver->threads; run++) {
            int32_t *count = counts_of(solver, run, cells) + i;
            int32_t here = *count;
            *count = at;
            at += here;
        }
    }
#pragma omp parallel for num_threads(solver->threads) schedule(static, 1)
    for (int run = 0; run < solver->threads; run++)
        deal_run(solver, run, cells);
}

static bool reserve_cells(ns_cells *cells, int64_t contacts, int64_t movers)
{
    return MEM_GROW(cells->home, cells->home_room, contacts) &&
           MEM_GROW(cells->dealt, cells->dealt_room, contacts) &&
           MEM_GROW(cells->of_mover, cells->mover_room, movers);
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
    if (!reserve_blocks(solver, cells) || !MEM_GROW(into->contacts, into->contact_room, counts))
        return false;
    count_cells(solver, &cut, cells);
    place_blocks(solver, &cut, cells);
    deal_runs(solver, cells);
    return true;
}
