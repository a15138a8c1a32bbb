// constraints.c - the continuous stage: contacts as regularised constraints (AGX manual, 35.8), its warm start, how
// many sweeps, and the relaxation afterwards.
//
// With Y = 1/(1 + 4 tau/h) and K, g' of law/rows.h a row is
//   u_n' + (4 Y / h^2 K) push = -(4/h) Y g' + Y u_n,   push >= 0
// u_n after the impacts and before the forces. A body at rest then has push / h = -K g', the force of the law, whatever
// h and tau. tau = max(settling h, what the law damps): with the first an overlap is pushed out in some steps, however
// stiff.
//
// What does not touch yet, but may in this step, is a row as well: a spring of the stiffness that the law has under the
// weight of the lighter body, taken at the end of the step, u_n' + push / (h^2 K) = -gap / h. Without it a body whose
// contact has opened by a hair falls freely for a step, by far more than stiff contacts yield, and rests shake.
#include "nonsmooth/iterations.h"
#include "nonsmooth/solver.h"

#include "base/mathlib.h"

#include <math.h>

enum { LOOK = 8 };                         // sweeps from one look at what is lacking to the next
static const double nothing_lacks = 1e-10; // of the speed that a step of falling brings

// Stiffness of the law under a weight; P ~ d^(2 e - 1) with e = d/-g' (law/rows.h).
static double stiffness_under(const law_set *set, const ns_contact *c, double weight)
{
    double d = 1e-6 * c->r_eff;
    normal_row r = law_set_normal_row(set, d, c->r_eff, c->m_eff);
    double push = -r.stiffness * r.gap;
    double power = 2 * d / -r.gap - 1;
    if (!(push > 0) || !(weight > 0))
        return r.stiffness;
    return r.stiffness * real_pow(weight / push, (power - 1) / power);
}

static double time_of(const ns_solver *s, double settling, double time)
{
    return real_max(real_max(settling * s->set.h, s->set.choice->time), time);
}

static double y_of(double time, double h)
{
    return 1 / (1 + 4 * time / h);
}

static double compliance(const ns_solver *s, double y, double stiffness)
{
    return 4 * y / (s->set.h * s->set.h * stiffness);
}

double solver_compliance(const ns_solver *s, double settling, double stiffness, double time)
{
    return compliance(s, y_of(time_of(s, settling, time), s->set.h), stiffness);
}

ns_pace solver_pace(const ns_solver *s)
{
    double time = time_of(s, s->effort.settling, 0);
    double h = s->set.h;
    return (ns_pace){s->effort.warm * h / s->set.h_before, time, y_of(time, h), 4 / h};
}

static void prepare_ahead(const ns_solver *s, ns_contact *c)
{
    double h = s->set.h;
    if (!s->set.choice->speculative || s->limits[c->set].pull > 0)
        return;
    // of all the stiffness of the pair: what does not touch has no share of it yet
    double stiffness = stiffness_under(&s->law[c->set], c, c->m_eff * s->set.gravity);
    c->soft = 1 / (h * h * stiffness);
    c->bias = -c->gap / h;
}

// u_n: after the impacts, before the forces.
static void prepare(const ns_solver *s, ns_contact *c, const ns_pace *pace, double u_n)
{
    c->soft = -1;
    c->bias = 0;
    if (c->gap >= 0) {
        prepare_ahead(s, c);
        return;
    }
    normal_row r = law_set_normal_row(&s->law[c->set], -c->gap, c->r_eff, c->m_eff);
    double stiffness = r.stiffness * c->share;
    if (!(stiffness > 0))
        return;
    double y = r.time > pace->time ? y_of(r.time, s->set.h) : pace->y;
    c->soft = compliance(s, y, stiffness);
    c->bias = -pace->four_over_h * y * r.gap + y * u_n;
}

static double normal_velocity(const ns_solver *s, const ns_contact *c)
{
    return v3_dot(c->normal, contact_velocity(s, c));
}

// How many sweeps, with how much of the last impulses and how long a settling time.
bool solver_choose_effort(ns_solver *s)
{
    const model_nonsmooth *m = s->set.choice;
    bool asked =
        m->iterations == 0 || isnan(m->warm) || isnan(m->settling); // else nobody wants to know
    ns_network n = {0, 0, 0};
    if (asked && !solver_network(s, &n))
        return false;
    double h = s->set.h;
    const iteration_load load = {s->set.gravity * h * h / s->set.diameter, n.depth, n.heavy,
                                 m->time / h, n.hardness};
    s->effort = iterations_choose(m, load);
    s->report.depth = n.depth;
    s->report.warm = s->effort.warm;
    return true;
}

void solver_prepare(ns_solver *s)
{
    if (!s->blows)
        return; // all is as it was when contacts were begun with
    const ns_pace pace = solver_pace(s);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t i = 0; i < s->contacts; i++)
        prepare(s, &s->contact[i], &pace, normal_velocity(s, &s->contact[i]));
}

// ---- warm start

// The impulses that contacts begin with, to their bodies and into the batches.
static void begin_all(ns_solver *s, bool warm)
{
#pragma omp parallel num_threads(s->threads)
    for (int p = 0; p < NS_PHASES; p++) {
#pragma omp for schedule(dynamic)
        for (int i = s->phase_first[p]; i < s->phase_first[p + 1]; i++) {
            ns_block *b = &s->block[s->phase_block[i]];
            if (warm)
                solver_give_block(s, b, false);
            solver_fill_block(s, b, p, STAGE_CONSTRAINTS);
        }
    }
    for (int i = 0; warm && s->hubs > 0 && i < s->phase_first[NS_PHASES]; i++)
        solver_give_block(s, &s->block[s->phase_block[i]], true);
    ns_block *last = &s->block[s->blocks];
    if (warm)
        solver_give_block(s, last, false);
    if (warm)
        solver_give_block(s, last, true);
    solver_fill_block(s, last, 0, STAGE_CONSTRAINTS);
}

static void recall(const ns_solver *s, ns_contact *c, double share)
{
    impact_row old;
    c->impulse = (impact_row){0};
    if (!(c->soft >= 0) || c->hit || !solver_recall(s, c, &old))
        return;
    c->impulse.push = share * old.push;
    c->impulse.twist = share * old.twist;
    c->impulse.t = v3_scale(share, v3_fma(old.t, -v3_dot(old.t, c->normal), c->normal));
    c->impulse.roll = v3_scale(share, v3_fma(old.roll, -v3_dot(old.roll, c->normal), c->normal));
}

static double free_speed(const ns_solver *s, const ns_contact *c)
{
    return c->gap > 0 ? c->gap / s->set.h : 0;
}

double contact_begin(const ns_solver *s, ns_contact *c, const ns_pace *pace)
{
    double closing = -normal_velocity(s, c);
    c->hit = closing > contact_threshold(s, c) &&
             closing + contact_fall(s, c) * s->set.h > free_speed(s, c);
    if (c->hit)
        c->delay = contact_delay(s, c);
    double u_n = normal_velocity(s, c);
    double free = free_speed(s, c);
    closing = contact_fallen(s, c) - u_n;
    c->target = c->hit ? closing * law_set_restitution(&s->law[c->set], c->r_eff, c->m_eff, closing)
                       : -free;
    prepare(s, c, pace, u_n);
    recall(s, c, pace->share);
    return c->hit ? closing : 0;
}

// Until little is lacking, but not before the old impulses are settled: with fewer sweeps they are not stable, so that
// what is at rest would begin to move. Where nothing is lacking but for rounding it may: as soon as it moves by so much
// that it is seen, it gets more sweeps again.
static int sweep_chosen(ns_solver *s, double enough, double nothing)
{
    int most = (int)s->effort.sweeps;
    int least = (int)s->effort.least;
    int done = 0;
    if (least > 0)
        done = solver_sweep(s, STAGE_CONSTRAINTS, least, nothing, LOOK);
    if (done < least || (done > 0 && s->report.residual <= real_max(enough, nothing)))
        return done;
    if (done < most)
        done += solver_sweep(s, STAGE_CONSTRAINTS, most - done, enough, LOOK);
    return done;
}

// What is lacking after that makes an overlap of `bearable` for as long as overlaps take to go. More is swept away as
// well where sweeps are not counted by hand: under blows the load is more than gravity makes.
static int sweep_enough(ns_solver *s)
{
    const model_nonsmooth *m = s->set.choice;
    double weight = m->iterations > 0
                        ? 0
                        : s->set.gravity * s->set.h; // the speed that a step of falling brings
    double bearable = m->tolerance * s->set.diameter / (s->set.h * real_max(s->effort.settling, 1));
    int done = sweep_chosen(s, m->tolerance * weight, nothing_lacks * weight);
    if (m->iterations == 0 && done < m->most && s->report.residual > bearable)
        done += solver_sweep(s, STAGE_CONSTRAINTS, (int)m->most - done, bearable, LOOK);
    return done;
}

void solver_advance(ns_solver *s)
{
    begin_all(s, solver_pace(s).share > 0);
    s->report.iterations = sweep_enough(s);
    solver_collect(s, STAGE_CONSTRAINTS);
}

void solver_relax(ns_solver *s)
{
    double residual = s->report.residual;
    for (int64_t i = 0; i < s->contacts; i++) {
        ns_contact *c = &s->contact[i];
        double target = c->hit ? c->target : 0;
        if (!(c->soft >= 0))
            continue;
        c->bias = real_min(c->bias, target);
        c->soft = 0;
    }
    solver_fill(s, STAGE_CONSTRAINTS);
    solver_sweep(s, STAGE_CONSTRAINTS, (int)s->set.choice->relax, 0, (int)s->set.choice->relax);
    solver_collect(s, STAGE_CONSTRAINTS);
    s->report.residual = residual;
}
