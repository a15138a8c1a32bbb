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

static double overlap_error(const impulses *w, const ns_contact *c)
{
    if (!(c->soft >= 0))
        return 0;
    normal_row r = law_set_normal_row(&w->shared->law[c->set], -c->gap, c->r_eff, c->m_eff);
    double wanted = -r.gap * r.stiffness * c->share * w->shared->dt;
    return wanted > c->impulse.push ? -c->gap * (1 - real_max(c->impulse.push, 0) / wanted) : 0;
}

static void look(impulses *w)
{
    solver_effort *e = &w->effort;
    const ns_solver *n = &w->solver;
    double most = 0;
#pragma omp parallel for num_threads(w->shared->threads) schedule(static) reduction(max : most)
    for (int64_t i = 0; i < n->contacts; i++)
        most = real_max(most, overlap_error(w, &n->contact[i]));
    most /= n->set.diameter;
    e->looked++;
    e->beyond += most > w->shared->m->nonsmooth.tolerance;
    e->error = real_max(e->error, most);
}

void impulses_count_effort(impulses *w)
{
    const ns_report *r = &w->solver.report;
    const model_nonsmooth *m = &w->shared->m->nonsmooth;
    solver_effort *e = &w->effort;
    e->steps++;
    e->sweeps += r->iterations;
    e->impact_sweeps += r->impact_sweeps;
    e->contact_sweeps += (double)w->solver.contacts * (r->iterations + r->impact_sweeps);
    e->contacts = w->solver.contacts;
    e->warm = r->warm;
    e->depth = r->depth > e->depth ? r->depth : e->depth;
    e->residual = real_max(e->residual, r->residual);
    e->overlap = real_max(e->overlap, r->overlap);
    bool short_of = r->residual > m->tolerance * w->solver.set.gravity * w->shared->dt;
    e->capped += m->iterations == 0 && r->iterations >= m->most && short_of;
    e->struck += r->impact_sweeps > 0;
    e->unsettled +=
        r->impact_residual > 0 && r->impact_residual > solver_threshold(&w->solver, INFINITY);
    e->impact_residual = real_max(e->impact_residual, r->impact_residual);
    e->sweeping += r->sweeping;
    w->solver.report.sweeping = 0;
    if (w->shared->step % LOOK == 0)
        look(w);
}

solver_effort impulses_effort(void *state, bool reset)
{
    impulses *w = state;
    solver_effort e = w->effort;
    if (reset)
        memset(&w->effort, 0, sizeof w->effort);
    return e;
}
