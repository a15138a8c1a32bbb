// agree.c - what all threads of all parts have to tell after a step becomes one report.
//
// Each of these is a sum that does not depend on the order of its terms, a maximum, or the worst by kind and ids, so
// nobody can tell how bodies were shared out.
#include "world/ranks.h"

#include "base/memory.h"

#include <stddef.h>
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

// What a rank has to tell, as bytes, one behind the other: the report, without books where there is no ledger; of walls that are
// watched their loads; what the stress of a cell is made of; sums of growth and drag.
typedef struct record_parts {
    report *report;
    wall_load *load; // of all walls, or of those that are watched alone
    cell_sums *cell; // NULL: nobody wants it, as those below
    exact_sum *growth, *drag;
} record_parts;

static size_t size_of_report(const world *w)
{
    return w->part->stepping.ledger ? sizeof(report) : offsetof(report, ended);
}

static int watched_walls(const shared *shared)
{
    int walls = 0;
    for (int i = 0; i < shared->walls; i++)
        walls += is_watched(shared, i);
    return walls;
}

static bool wants_cell(const world *w)
{
    return world_own(w)->scratch[0].cell && w->shared->cell.step.sums;
}

static size_t size_of_record(const world *w)
{
    const scratch *scratch = &world_own(w)->scratch[0];
    const size_t loads = (size_t)watched_walls(w->shared) * sizeof(wall_load);
    const size_t cell = wants_cell(w) ? sizeof(cell_sums) : 0;
    const size_t sums = (scratch->growth != NULL) + (scratch->drag != NULL);
    return size_of_report(w) + loads + cell + sums * sizeof(exact_sum);
}

// Where its parts stand in a record.
static record_parts parts_of(const world *w, void *record)
{
    const scratch *scratch = &world_own(w)->scratch[0];
    record_parts parts = {.report = record};
    parts.load = (wall_load *)((char *)record + size_of_report(w));
    cell_sums *cell = (cell_sums *)(parts.load + watched_walls(w->shared));
    parts.cell = wants_cell(w) ? cell : NULL;
    exact_sum *sum = (exact_sum *)(parts.cell ? cell + 1 : cell);
    parts.growth = scratch->growth ? sum++ : NULL;
    parts.drag = scratch->drag ? sum : NULL;
    return parts;
}

static void put_record(const world *w, const record_parts *to)
{
    const shared *shared = w->shared;
    const scratch *scratch = &world_own(w)->scratch[0];
    wall_load *load = to->load;
    memcpy(to->report, &world_own(w)->report[0], size_of_report(w));
    for (int i = 0; i < shared->walls; i++) {
        if (is_watched(shared, i))
            *load++ = scratch->load[i];
    }
    if (to->cell)
        *to->cell = *scratch->cell;
    if (to->growth)
        *to->growth = *scratch->growth;
    if (to->drag)
        *to->drag = *scratch->drag;
}

static void merge_others(const record_parts *all, const record_parts *one)
{
    if (all->cell)
        merge_cell(all->cell, one->cell);
    if (all->growth)
        exact_sum_merge(all->growth, one->growth);
    if (all->drag)
        exact_sum_merge(all->drag, one->drag);
}

static void merge_records(const void *context, void *to, const void *from)
{
    const world *w = context;
    const record_parts all = parts_of(w, to);
    const record_parts one = parts_of(w, (void *)from); // which is only read
    report_merge(all.report, one.report, w->part->stepping.ledger);
    for (int i = 0; i < watched_walls(w->shared); i++)
        wall_load_merge(&all.load[i], &one.load[i]);
    merge_others(&all, &one);
}

// What all have told, into the first thread of the first part, which is clear.
static void take_record(const world *w, const record_parts *told)
{
    const shared *shared = w->shared;
    const scratch *scratch = &w->part->scratch[0];
    const wall_load *load = told->load;
    report_merge(&w->part->report[0], told->report, w->part->stepping.ledger);
    for (int i = 0; i < shared->walls; i++) {
        if (is_watched(shared, i))
            wall_load_merge(&scratch->load[i], load++);
    }
    merge_others(&(record_parts){.cell = told->cell ? scratch->cell : NULL,
                                 .growth = told->growth ? scratch->growth : NULL,
                                 .drag = told->drag ? scratch->drag : NULL},
                 told);
}

// The reports of all ranks become that of the first part, on each of them.
static void agree_with_ranks(world *w)
{
    const transport_merging by = {merge_records, w};
    const size_t size = size_of_record(w);
    if (!MEM_GROW(w->told, w->told_room, (int64_t)size))
        ranks_abandon(w, "out of memory for the reports of a step");
    const record_parts parts = parts_of(w, w->told);
    put_record(w, &parts);
    ranks_merge_step(w, w->told, size, &by);
    part_clear_reports(w->part, w->shared);
    take_record(w, &parts);
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
        agree_with_ranks(w);
    const report *all = &w->part->report[0];
    w->shared->books.growth += merged(w, growth_of);
    w->shared->books.drag -= merged(w, drag_of);
    if (ledger)
        keep_books(w, all);
    return all;
}
