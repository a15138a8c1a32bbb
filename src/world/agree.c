// agree.c - what all threads of all parts have to tell after a step becomes one report.
//
// Each of these is a sum that does not depend on the order of its terms, a maximum, or the worst by kind and ids, so
// nobody can tell how bodies were shared out.
#include "world/internal.h"

// Loads on walls that are watched, or on all where means are shown, into the first thread of the first part.
static void merge_loads(world *w)
{
    shared *shared = w->shared;
    wall_load *all = w->part->scratch[0].load;
    for (int i = 0; i < shared->walls; i++) {
        if (!shared->wall_state[i].watched && !shared->solver->means)
            continue;
        for (const part *p = w->part; p < w->part + w->parts; p++) {
            for (int t = p == w->part ? 1 : 0; t < shared->threads; t++) {
                exact_sum_v3_merge(&all[i].force, &p->scratch[t].load[i].force);
                exact_sum_v3_merge(&all[i].torque, &p->scratch[t].load[i].torque);
                exact_sum_merge(&all[i].surface, &p->scratch[t].load[i].surface);
            }
        }
    }
}

// What the stress of a cell is made of, likewise.
static void merge_cell(cell_sums *all, const cell_sums *one)
{
    for (int i = 0; i < CELL_PARTS; i++) {
        const exact_sum *contact = &one->contact[i];
        const exact_sum *motion = &one->motion[i];
        exact_sum_merge(&all->contact[i], contact);
        exact_sum_merge(&all->motion[i], motion);
    }
    exact_sum_merge(&all->mass, &one->mass);
    exact_sum_v3_merge(&all->momentum, &one->momentum);
}

static void merge_cells(world *w)
{
    const shared *shared = w->shared;
    cell_sums *all = w->part->scratch[0].cell;
    if (!all || !shared->cell.step.sums)
        return;
    for (const part *p = w->part; p < w->part + w->parts; p++) {
        const int first = p == w->part ? 1 : 0;
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

// Of all threads and parts; 0 where nobody wants it.
static double merged(const world *w, sum_of_scratch *sum)
{
    const int threads = w->shared->threads;
    const scratch *first = &w->part->scratch[0];
    exact_sum *all = sum(first);
    if (!all)
        return 0;
    for (const part *p = w->part; p < w->part + w->parts; p++) {
        for (int t = 0; t < threads; t++) {
            const scratch *scratch = &p->scratch[t];
            if (scratch != first)
                exact_sum_merge(all, sum(scratch));
        }
    }
    return exact_sum_value(all);
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

const report *world_agree(world *w)
{
    report *all = &w->part->report[0];
    const bool ledger = w->part->stepping.ledger;
    for (const part *p = w->part; p < w->part + w->parts; p++) {
        for (int t = p == w->part ? 1 : 0; t < w->shared->threads; t++)
            report_merge(all, &p->report[t], ledger);
    }
    merge_loads(w);
    merge_cells(w);
    w->shared->books.growth += merged(w, growth_of);
    w->shared->books.drag -= merged(w, drag_of);
    if (ledger)
        keep_books(w, all);
    return all;
}
