// agree.c - what all threads of all parts have to tell after a step becomes one report.
//
// Each of these is a sum that does not depend on the order of its terms, a maximum, or the worst by kind and ids, so
// nobody can tell how bodies were shared out.
#include "world/ranks.h"

#include "base/memory.h"

#include <string.h>

static bool is_watched(const shared *shared, int wall)
{
    return shared->wall_state[wall].watched || shared->solver->means;
}

// Loads on walls that are watched, or on all where means are shown, into the first thread of the first part.
static void merge_loads(world *w)
{
    shared *shared = w->shared;
    wall_load *all = world_own(w)->scratch[0].load;
    for (int i = 0; i < shared->walls; i++) {
        if (!is_watched(shared, i))
            continue;
        for (const part *p = world_own(w); p < world_own_end(w); p++) {
            for (int t = p == world_own(w) ? 1 : 0; t < shared->threads; t++)
                wall_load_merge(&all[i], &p->scratch[t].load[i]);
        }
    }
}

// What the stress of a cell is made of, likewise.
static void merge_cell(cell_sums *all, const cell_sums *one)
{
    for (int i = 0; i < CELL_PARTS; i++) {
        const exact_sum *contact = &one->contact[i];
        const exact_sum *walls = &one->walls[i];
        const exact_sum *motion = &one->motion[i];
        exact_sum_merge(&all->contact[i], contact);
        exact_sum_merge(&all->walls[i], walls);
        exact_sum_merge(&all->motion[i], motion);
    }
    exact_sum_merge(&all->mass, &one->mass);
    exact_sum_v3_merge(&all->momentum, &one->momentum);
}

static void merge_cells(world *w)
{
    const shared *shared = w->shared;
    cell_sums *all = world_own(w)->scratch[0].cell;
    if (!all || !shared->cell.step.sums)
        return;
    for (const part *p = world_own(w); p < world_own_end(w); p++) {
        const int first = p == world_own(w) ? 1 : 0;
        for (int t = first; t < shared->threads; t++)
            merge_cell(all, p->scratch[t].cell);
    }
}

// A sum that each thread may have in its scratch.
typedef exact_sum *sum_of_scratch(const scratch *scratch);

static exact_sum *growth_of(const scratch *scratch)
{
    return scratch->growth;
}

static exact_sum *drag_of(const scratch *scratch)
{
    return scratch->drag;
}

// Of all threads, into the first of the first part.
static void merge_sums(const world *w, sum_of_scratch *sum)
{
    const scratch *first = &world_own(w)->scratch[0];
    exact_sum *all = sum(first);
    for (const part *p = world_own(w); all && p < world_own_end(w); p++) {
        for (int t = 0; t < w->shared->threads; t++) {
            const scratch *scratch = &p->scratch[t];
            if (scratch != first)
                exact_sum_merge(all, sum(scratch));
        }
    }
}

// 0 where nobody wants it.
static double merged(const world *w, sum_of_scratch *sum)
{
    const exact_sum *all = sum(&w->part->scratch[0]);
    return all ? exact_sum_value(all) : 0;
}

static void keep_books(world *w, const report *all)
{
    past_books *books = &w->shared->books;
    for (int j = 0; j < BOOKS; j++)
        exact_sum_merge(&books->ended[j], &all->ended[j]);
    if (all->worst > books->worst) {
        books->worst = all->worst;
        books->worst_a = all->worst_a;
        books->worst_b = all->worst_b;
    }
}

// ---- of ranks

// What a rank has to tell, as bytes, one behind the other: the report; of walls that are watched their loads; what the stress of a
// cell is made of; sums of growth and drag.
static char *put(char *at, const void *from, size_t size)
{
    memcpy(at, from, size);
    return at + size;
}

static const char *take(const char *at, void *to, size_t size)
{
    memcpy(to, at, size);
    return at + size;
}

static size_t size_of_record(const world *w)
{
    const shared *shared = w->shared;
    const scratch *scratch = &world_own(w)->scratch[0];
    size_t size = sizeof(report);
    for (int i = 0; i < shared->walls; i++)
        size += is_watched(shared, i) ? sizeof(wall_load) : 0;
    size += scratch->cell && shared->cell.step.sums ? sizeof *scratch->cell : 0;
    size += scratch->growth ? sizeof *scratch->growth : 0;
    size += scratch->drag ? sizeof *scratch->drag : 0;
    return size;
}

static void put_record(const world *w, char *at)
{
    const shared *shared = w->shared;
    const scratch *scratch = &world_own(w)->scratch[0];
    at = put(at, &world_own(w)->report[0], sizeof(report));
    for (int i = 0; i < shared->walls; i++) {
        if (is_watched(shared, i))
            at = put(at, &scratch->load[i], sizeof(wall_load));
    }
    if (scratch->cell && shared->cell.step.sums)
        at = put(at, scratch->cell, sizeof *scratch->cell);
    if (scratch->growth)
        at = put(at, scratch->growth, sizeof *scratch->growth);
    if (scratch->drag)
        put(at, scratch->drag, sizeof *scratch->drag);
}

// Adds what a rank has told to the first thread of the first part, which is clear before the first of them.
static void add_record(const world *w, const char *at, bool ledger)
{
    const shared *shared = w->shared;
    scratch *scratch = &w->part->scratch[0];
    report told;
    at = take(at, &told, sizeof told);
    report_merge(&w->part->report[0], &told, ledger);
    for (int i = 0; i < shared->walls; i++) {
        wall_load load;
        if (!is_watched(shared, i))
            continue;
        at = take(at, &load, sizeof load);
        exact_sum_v3_merge(&scratch->load[i].force, &load.force);
        exact_sum_v3_merge(&scratch->load[i].torque, &load.torque);
        exact_sum_merge(&scratch->load[i].surface, &load.surface);
    }
    if (scratch->cell && shared->cell.step.sums) {
        merge_cell(scratch->cell, (const cell_sums *)at);
        at += sizeof *scratch->cell;
    }
    if (scratch->growth) {
        exact_sum_merge(scratch->growth, (const exact_sum *)at);
        at += sizeof *scratch->growth;
    }
    if (scratch->drag)
        exact_sum_merge(scratch->drag, (const exact_sum *)at);
}

// The reports of all ranks become that of the first part, on each of them.
static void agree_with_ranks(world *w, bool ledger)
{
    const size_t size = size_of_record(w);
    const size_t ranks = (size_t)w->ranks->ranks;
    if (!MEM_GROW(w->told, w->told_room, (int64_t)((ranks + 1) * size)))
        ranks_abandon(w, "out of memory for the reports of a step");
    put_record(w, w->told);
    ranks_gather_step(w, w->told, size, w->told + size);
    part_clear_reports(w->part, w->shared);
    for (size_t k = 1; k <= ranks; k++)
        add_record(w, w->told + k * size, ledger);
}

const report *world_agree(world *w)
{
    const bool ledger = w->part->stepping.ledger;
    report *own = &world_own(w)->report[0];
    for (const part *p = world_own(w); p < world_own_end(w); p++) {
        for (int t = p == world_own(w) ? 1 : 0; t < w->shared->threads; t++)
            report_merge(own, &p->report[t], ledger);
    }
    merge_loads(w);
    merge_cells(w);
    merge_sums(w, growth_of);
    merge_sums(w, drag_of);
    if (w->ranks)
        agree_with_ranks(w, ledger);
    const report *all = &w->part->report[0];
    w->shared->books.growth += merged(w, growth_of);
    w->shared->books.drag -= merged(w, drag_of);
    if (ledger)
        keep_books(w, all);
    return all;
}
