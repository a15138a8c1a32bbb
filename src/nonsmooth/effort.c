// effort.c - what the nonsmooth solver did, and how near it came to what it was asked for.
//
// The error of the overlaps is what a contact overlaps beside what its law wants under the load that it bears. A law
// that pushes with F at the overlap d, and a contact that bears f < F, are apart by less than d (1 - f / F): that is
// what a linear spring has too much; with a force that grows faster than the overlap it is less. Comparing takes the
// law of every contact once more, so it is done in one of LOOK steps.
#include "nonsmooth/impulses.h"

#include "base/mathlib.h"
#include "nonsmooth/stages.h"

#include <math.h>
#include <string.h>

enum { LOOK = 8 };

static double overlap_error(const impulses *impulses, const ns_contact *contact)
{
    const shared *shared = impulses->shared;
    const law_set *set = &shared->law[contact->set];
    double push = contact->impulse.push;
    double overlap = -contact->gap;
    if (!(contact->soft >= 0))
        return 0;
    normal_row row = law_set_normal_row(set, overlap, contact->r_eff, contact->m_eff);
    double wanted = -row.gap * row.stiffness * contact->share * shared->dt;
    if (!(wanted > push))
        return 0;
    double reached = real_max(push, 0) / wanted;
    return overlap * (1 - reached);
}

static void look(impulses *impulses)
{
    shared *shared = impulses->shared;
    solver_effort *effort = &impulses->effort;
    const ns_solver *solver = &impulses->solver;
    const ns_network *network = &solver->network;
    double most = 0;
#pragma omp parallel for num_threads(shared->threads) schedule(static) reduction(max : most)
    for (int64_t i = 0; i < network->contacts; i++)
        most = real_max(most, overlap_error(impulses, &network->contact[i]));
    most /= solver->set.diameter;
    effort->looked++;
    effort->beyond += most > shared->model->nonsmooth.tolerance;
    effort->error = real_max(effort->error, most);
}

// What the push of a contact still lacks, as a speed.
static double push_lacks(const ns_solver *solver, const ns_contact *contact)
{
    const double push = contact->impulse.push;
    if (!(contact->soft >= 0))
        return 0;
    const double inverse = contact_feel(solver, contact).normal + contact->soft;
    const double missed = contact->bias + contact_closing(solver, contact) - contact->soft * push;
    return fabs(real_max(missed, -inverse * push));
}

static double weigh(const ns_solver *solver, const ns_contact *contact)
{
    const mover *body = solver->movers.body;
    if (contact->a < 0)
        return 0;
    double ratio = body[contact->a].inverse_mass / body[contact->b].inverse_mass;
    return real_max(ratio, 1 / ratio);
}

// The contact that lacks the most, of a step that was not swept to its end.
static void find_worst(const ns_solver *solver, solver_effort *effort)
{
    for (int64_t i = 0; i < solver->network.ordered; i++) {
        const ns_contact *contact = &solver->network.contact[i];
        const double lacks = push_lacks(solver, contact);
        const bool wall = contact->a < 0 && !contact->fixed;
        if (!(lacks > effort->worst_lacks))
            continue;
        effort->worst_lacks = lacks;
        effort->worst_ratio = weigh(solver, contact);
        effort->worst_a = wall ? -1 : contact->id_a;
        effort->worst_b = contact->id_b;
    }
}

void impulses_count_effort(impulses *impulses)
{
    ns_solver *solver = &impulses->solver;
    ns_network *network = &solver->network;
    shared *shared = impulses->shared;
    const ns_report *report = &solver->report;
    const model_nonsmooth *settings = &shared->model->nonsmooth;
    solver_effort *effort = &impulses->effort;
    effort->steps++;
    effort->sweeps += report->iterations;
    effort->impact_sweeps += report->impact_sweeps;
    effort->contact_sweeps +=
        (double)network->contacts * (report->iterations + report->impact_sweeps);
    effort->contacts = network->contacts;
    effort->warm = report->warm;
    effort->depth = report->depth > effort->depth ? report->depth : effort->depth;
    effort->residual = real_max(effort->residual, report->residual);
    effort->overlap = real_max(effort->overlap, report->overlap);
    bool short_of = report->residual > settings->tolerance * solver->set.gravity * shared->dt;
    bool capped = settings->iterations == 0 && report->iterations >= settings->most && short_of;
    effort->capped += capped;
    if (capped)
        find_worst(solver, effort);
    effort->struck += report->impact_sweeps > 0;
    if (report->impact_sweeps > 0) {
        exact_sum_add(&effort->impact_energy, report->impact_energy);
        exact_sum_add(&effort->impact_lacked, report->impact_lacked);
    }
    exact_sum_add(&effort->unkept, report->unkept);
    effort->threshold = solver_threshold(solver, INFINITY);
    effort->unsettled +=
        report->impact_residual > 0 && report->impact_residual > solver_threshold(solver, INFINITY);
    effort->impact_residual = real_max(effort->impact_residual, report->impact_residual);
    effort->sweeping += report->sweeping;
    solver->report.sweeping = 0;
    if (shared->step % LOOK == 0)
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
