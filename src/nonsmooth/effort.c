// effort.c - what the nonsmooth solver did, and how near it came to what it was asked for.
//
// The error of the overlaps is what a contact overlaps beside what its law wants under the load that it bears. A law
// that pushes with F at the overlap d, and a contact that bears f < F, are apart by less than d (1 - f / F): that is
// what a linear spring has too much; with a force that grows faster than the overlap it is less. Comparing takes the
// law of every contact once more, so it is done in one of LOOK steps.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"

#include <string.h>

enum { LOOK = 8 };

static double overlap_error(const impulses *impulses, const ns_contact *contact)
{
    if (!(contact->soft >= 0))
        return 0;
    normal_row row = law_set_normal_row(&impulses->shared->law[contact->set], -contact->gap,
                                        contact->r_eff, contact->m_eff);
    double wanted = -row.gap * row.stiffness * contact->share * impulses->shared->dt;
    return wanted > contact->impulse.push
               ? -contact->gap * (1 - real_max(contact->impulse.push, 0) / wanted)
               : 0;
}

static void look(impulses *impulses)
{
    solver_effort *effort = &impulses->effort;
    const ns_solver *solver = &impulses->solver;
    double most = 0;
#pragma omp parallel for num_threads(impulses->shared->threads) schedule(static) reduction(max     \
                                                                                           : most)
    for (int64_t i = 0; i < solver->network.contacts; i++)
        most = real_max(most, overlap_error(impulses, &solver->network.contact[i]));
    most /= solver->set.diameter;
    effort->looked++;
    effort->beyond += most > impulses->shared->model->nonsmooth.tolerance;
    effort->error = real_max(effort->error, most);
}

void impulses_count_effort(impulses *impulses)
{
    const ns_report *report = &impulses->solver.report;
    const model_nonsmooth *settings = &impulses->shared->model->nonsmooth;
    solver_effort *effort = &impulses->effort;
    effort->steps++;
    effort->sweeps += report->iterations;
    effort->impact_sweeps += report->impact_sweeps;
    effort->contact_sweeps +=
        (double)impulses->solver.network.contacts * (report->iterations + report->impact_sweeps);
    effort->contacts = impulses->solver.network.contacts;
    effort->warm = report->warm;
    effort->depth = report->depth > effort->depth ? report->depth : effort->depth;
    effort->residual = real_max(effort->residual, report->residual);
    effort->overlap = real_max(effort->overlap, report->overlap);
    bool short_of = report->residual >
                    settings->tolerance * impulses->solver.set.gravity * impulses->shared->dt;
    effort->capped += settings->iterations == 0 && report->iterations >= settings->most && short_of;
    effort->struck += report->impact_sweeps > 0;
    effort->unsettled += report->impact_residual > 0 &&
                         report->impact_residual > solver_threshold(&impulses->solver, INFINITY);
    effort->impact_residual = real_max(effort->impact_residual, report->impact_residual);
    effort->sweeping += report->sweeping;
    impulses->solver.report.sweeping = 0;
    if (impulses->shared->step % LOOK == 0)
        look(impulses);
}

solver_effort impulses_effort(void *state, bool reset)
{
    impulses *impulses = state;
    solver_effort effort = impulses->effort;
    if (reset)
        memset(&impulses->effort, 0, sizeof impulses->effort);
    return effort;
}
