// books.c - the books of a step by impulses: what its blows, its constraints and its relaxation have done and lost
// (docs/energy.md).
#include "nonsmooth/impulses.h"

#include "motion/losses.h"
#include "nonsmooth/stages.h"

#include <omp.h>

static bool falls(const ns_solver *solver, int32_t mover_at)
{
    if (mover_at < 0)
        return false;
    const mover *mover = &solver->movers.body[mover_at];
    return mover->inverse_mass > 0 && !mover_is_wall(solver, mover_at);
}

// How long after the time of its velocities a contact acts.
static double later_by(const impulses *impulses, const ns_contact *contact, book_stage kind)
{
    const shared *shared = impulses->shared;
    if (kind == BOOK_BLOWS)
        return 0.5 * shared->dt_before + solver_delay(&impulses->solver, contact);
    return kind == BOOK_RELAXATION ? 0.5 * shared->dt : 0;
}

// The set of the grain that a mover is, -1: a wall.
static int32_t set_of_mover(const impulses *impulses, int32_t mover_at)
{
    if (mover_at < 0 || mover_is_wall(&impulses->solver, mover_at))
        return -1;
    const ns_sharing *sharing = &impulses->sharing;
    return sharing->parts > 1 ? sharing->set[mover_at] : impulses->part->body.set[mover_at];
}

static void book(const impulses *impulses, const ns_contact *contact, const contact_work *work,
                 report *report)
{
    const double added[BOOKS] = {
        [BOOK_DAMPING] = -work->normal,
        [BOOK_FRICTION] = -work->friction,
        [BOOK_ROLLING] = -work->rolling,
        [BOOK_WORK] = (work->normal + work->friction) + work->rolling,
    };
    const int32_t set_a = set_of_mover(impulses, contact->a);
    const int32_t set_b = set_of_mover(impulses, contact->b);
    for (int j = 0; j < BOOKS; j++) {
        exact_sum_add(&report->ended[j], added[j]);
        losses_add_contact(report->lost_by_set, set_a, set_b, j, added[j]);
    }
}

bool impulses_keep_books(const impulses *impulses)
{
    return impulses->shared->model->ledger || impulses->shared->heard;
}

// What velocities of a contact gain by gravity until it acts.
static v3 gain_of(const impulses *impulses, const ns_contact *contact, book_stage kind)
{
    const ns_solver *solver = &impulses->solver;
    const stepping *stepping = &impulses->part->stepping;
    const double *down = stepping->gravity;
    const v3 gravity = v3_make(down[0], down[1], stepping->flat ? 0 : down[2]);
    const int falling = falls(solver, contact->b) - falls(solver, contact->a);
    return v3_scale(falling * later_by(impulses, contact, kind), gravity);
}

bool impulses_book(impulses *impulses, const mover *before, book_stage kind)
{
    const ns_solver *solver = &impulses->solver;
    const ns_network *network = &solver->network;
    const bool ledger = impulses->shared->model->ledger;
    const bool heard = impulses->shared->heard;
    bool ok = true;
#pragma omp parallel num_threads(impulses->shared->threads) reduction(&& : ok)
    {
        report *mine = &impulses->part->report[omp_get_thread_num()];
#pragma omp for schedule(static)
        for (int64_t i = 0; i < network->contacts; i++) {
            const ns_contact *contact = &network->contact[i];
            const impact_row *impulse = &contact->impulse;
            if (!impulses_tells(impulses, contact))
                continue;
            if (kind != BOOK_CONSTRAINTS)
                impulse = &solver->impacts.blow[i];
            const v3 gain = gain_of(impulses, contact, kind);
            if (heard && !impulses_note_stroke(impulses, before, contact, impulse, gain))
                ok = false;
            if (!ledger)
                continue;
            contact_work work = contact_work_of(solver, before, contact, impulse);
            work.normal += impulse->push * v3_dot(contact->normal, gain);
            work.friction += v3_dot(impulse->drag, gain);
            book(impulses, contact, &work, mine);
        }
    }
    return ok;
}
