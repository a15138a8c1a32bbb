// impact.c - impacts by Newton's law of restitution, before the constraints of a step (AGX manual, 35.6).
//
// A contact that closes faster than the threshold is an impact: it shall part with e times that speed. All others must
// not close, 0 <= u_n' with 0 <= push and one of them 0, read as complementarity: an equality would glue what parts.
// One that does not touch yet may close by its gap in the step. Two modes:
//   simultaneous  all of them at once, one complementarity problem, with friction bounded by the impacts
//   cascade       each approaching contact gets an impact of its own, over and over, until nothing approaches: what a
//   row
//                 of balls does (Newton's cradle)
// Different coefficients e, and impacts off the centre, may gain energy. Where an island of contacts does, its impulses
// are taken between those of e = 0, which cannot, and these: the share that leaves the energy as it was.
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double solver_threshold(const ns_solver *solver, double diameter)
{
    return iterations_threshold(solver->set.choice, solver->set.gravity,
                                real_min(solver->set.diameter, diameter), solver->set.h);
}

// R* is a quarter of the diameter of two balls of one size.
double contact_threshold(const ns_solver *solver, const ns_contact *contact)
{
    return solver_threshold(solver, 4 * contact->r_eff);
}

static void cut(v3 *impulse, double most)
{
    double length = v3_norm(*impulse);
    if (length > most)
        *impulse = v3_scale(most / length, *impulse);
}

// ---- cascade

// Towards no slip, within a limit; what is added to the impulse. In the plane bodies cannot turn every way: they feel nothing.
static v3 hold(v3 *impulse, v3 slip, double creep, double feel, double limit)
{
    if (!(feel > 0))
        return v3_make(0, 0, 0);
    v3 before = *impulse;
    v3 now = v3_fma(before, -1 / (feel + creep), v3_fma(slip, creep, before));
    cut(&now, limit);
    *impulse = now;
    return v3_sub(now, before);
}

// Friction, then rolling and twisting, as in the rows of a sweep.
static void drag(ns_solver *solver, ns_contact *contact, const law_limits *limits,
                 const contact_feels *feels)
{
    const v3 none = {0, 0, 0};
    const v3 n = contact->normal;
    impact_row *impulse = contact_blow(solver, contact);
    v3 u = contact_velocity(solver, contact);
    contact_give(solver, contact,
                 hold(&impulse->t, v3_fma(u, -v3_dot(u, n), n), limits->creep, feels->tangential,
                      limits->friction * impulse->push),
                 none);
    if (limits->rolling > 0) {
        v3 w = contact_spin(solver, contact);
        v3 w_t = v3_fma(w, -v3_dot(w, n), n);
        contact_give(solver, contact, none,
                     hold(&impulse->roll, w_t, limits->rolling_creep, feels->rolling,
                          limits->rolling * impulse->push));
    }
    if (limits->twisting > 0 && feels->twisting > 0) {
        double w = v3_dot(contact_spin(solver, contact), n);
        double most = limits->twisting * impulse->push;
        double twist = impulse->twist - (w + limits->twisting_creep * impulse->twist) /
                                            (feels->twisting + limits->twisting_creep);
        twist = real_max(-most, real_min(most, twist));
        contact_give(solver, contact, none, v3_scale(twist - impulse->twist, n));
        impulse->twist = twist;
    }
}

static bool strike(ns_solver *solver, ns_contact *contact)
{
    const double threshold = contact_threshold(solver, contact);
    double free = contact->gap > 0 ? contact->gap / solver->set.h : 0;
    double closing = -v3_dot(contact->normal, contact_velocity(solver, contact));
    const v3 none = {0, 0, 0};
    if (!(closing > free + 1e-12 * threshold))
        return false;
    const contact_feels feels = contact_feel(solver, contact);
    const law_limits limits = contact_impact_limits(solver, contact, &feels);
    const law_set *set = &solver->law[contact->set];
    double e =
        closing > threshold ? law_set_restitution(set, contact->r_eff, contact->m_eff, closing) : 0;
    double push = (closing > threshold ? (1 + e) * closing : closing - free) / feels.normal;
    contact_blow(solver, contact)->push += push;
    contact_give(solver, contact, v3_scale(push, contact->normal), none);
    drag(solver, contact, &limits, &feels);
    return true;
}

// The speed of the fastest contact from this one on that still approaches.
static double approach(const ns_solver *solver, int64_t first)
{
    double most = 0;
    for (int64_t i = first; i < solver->contacts; i++) {
        const ns_contact *contact = &solver->contact[i];
        double free = contact->gap > 0 ? contact->gap / solver->set.h : 0;
        most = real_max(most, -v3_dot(contact->normal, contact_velocity(solver, contact)) - free);
    }
    return most;
}

static int cascade(ns_solver *solver)
{
    int rounds = 0;
    bool any = true;
    for (; any && rounds < solver->set.choice->impact_sweeps; rounds++) {
        any = false;
        for (int64_t i = 0; i < solver->contacts; i++)
            any = strike(solver, &solver->contact[i]) || any;
    }
    if (any)
        solver->report.impact_residual = approach(solver, 0);
    return rounds;
}

// ---- the guard of the energy

// Islands of contacts by their movers: parent[] of each mover, roots are their own.
static int32_t root_of(int32_t *parent, int32_t i)
{
    for (; parent[i] != i; i = parent[i])
        parent[i] = parent[parent[i]];
    return i;
}

static int32_t *islands(const ns_solver *solver)
{
    int32_t *parent = mem_array(solver->movers + 1, sizeof *parent);
    for (int32_t i = 0; parent && i < solver->movers; i++)
        parent[i] = i;
    for (int64_t i = 0; parent && i < solver->contacts; i++) {
        const ns_contact *contact = &solver->contact[i];
        if (contact->a >= 0)
            parent[root_of(parent, contact->a)] = root_of(parent, contact->b);
    }
    return parent;
}

// Work of the impacts on the island of each contact, with the velocities `from` and now. The sums do not depend on the
// order in which contacts stand only if they are exact; so they are taken in the order of their blocks.
typedef struct guard {
    int32_t *parent;
    double *work, *work0, *mixed, *size; // per mover that is a root, J
    impact_row *sprung;                  // impulses with restitution
    v3 (*speed)[2];                      // velocity and spin of contacts after those
    mover *start;
} guard;

static v3 impulse_of(const ns_contact *contact, const impact_row *impulse)
{
    return v3_fma(impulse->t, impulse->push, contact->normal);
}

static v3 torque_of(const ns_contact *contact, const impact_row *impulse)
{
    return v3_fma(impulse->roll, impulse->twist, contact->normal);
}

static void add_work(ns_solver *solver, guard *guard, double *work)
{
    for (int64_t at = 0; at < solver->contacts; at++) {
        const ns_contact *contact = &solver->contact[at];
        int32_t root = root_of(guard->parent, contact->b);
        contact_work done = contact_work_of(solver, guard->start, contact, &solver->blow[at]);
        work[root] += done.normal + done.friction + done.rolling;
        guard->size[root] += fabs(done.normal) + solver->blow[at].push * fabs(contact->target);
    }
}

// The largest share in [0, 1] at which w0 + share b + share^2 c is not above 0: w0 <= 0 < w0 + b + c.
static double share_of(double w0, double w1, double c)
{
    double b = w1 - w0 - c;
    if (!(w1 > 0))
        return 1;
    double root = sqrt(real_max(b * b - 4 * c * w0, 0));
    double q = -0.5 * (b + (b >= 0 ? root : -root));
    double first = c != 0 ? q / c : 2;
    double second = q != 0 ? w0 / q : 0;
    double best = 0;
    if (first >= 0 && first <= 1)
        best = real_max(best, first);
    if (second >= 0 && second <= 1)
        best = real_max(best, second);
    return best;
}

static void blend(ns_solver *solver, guard *guard)
{
    memcpy(solver->body, guard->start, (size_t)solver->movers * sizeof *solver->body);
    for (int64_t at = 0; at < solver->contacts; at++) {
        const ns_contact *contact = &solver->contact[at];
        int32_t root = root_of(guard->parent, contact->b);
        double share = share_of(guard->work0[root], guard->work[root], guard->mixed[root]);
        const impact_row *sprung = &guard->sprung[at];
        impact_row *impulse = &solver->blow[at];
        impulse->push += share * (sprung->push - impulse->push);
        impulse->twist += share * (sprung->twist - impulse->twist);
        impulse->t = v3_fma(impulse->t, share, v3_sub(sprung->t, impulse->t));
        impulse->roll = v3_fma(impulse->roll, share, v3_sub(sprung->roll, impulse->roll));
        contact_give(solver, contact, impulse_of(contact, impulse), torque_of(contact, impulse));
    }
}

// The second solution, without restitution, and the work of the differences.
static void solve_dead(ns_solver *solver, guard *guard, double enough)
{
    for (int64_t i = 0; i < solver->contacts; i++) {
        ns_contact *contact = &solver->contact[i];
        guard->sprung[i] = solver->blow[i];
        guard->speed[i][0] = contact_velocity(solver, contact);
        guard->speed[i][1] = contact_spin(solver, contact);
        solver->blow[i] = (impact_row){0};
        if (contact->hit)
            contact->target = contact->gap > 0 ? -contact->gap / solver->set.h : 0;
    }
    memcpy(solver->body, guard->start, (size_t)solver->movers * sizeof *solver->body);
    solver_fill(solver, STAGE_IMPACTS);
    solver->report.impact_sweeps +=
        solver_sweep(solver, STAGE_IMPACTS, (int)solver->set.choice->impact_sweeps, enough, 1);
    solver_collect(solver, STAGE_IMPACTS);
    add_work(solver, guard, guard->work0);
    for (int64_t at = 0; at < solver->contacts; at++) {
        const ns_contact *contact = &solver->contact[at];
        v3 impulse =
            v3_sub(impulse_of(contact, &guard->sprung[at]), impulse_of(contact, &solver->blow[at]));
        v3 torque =
            v3_sub(torque_of(contact, &guard->sprung[at]), torque_of(contact, &solver->blow[at]));
        double work =
            v3_dot(impulse, v3_sub(guard->speed[at][0], contact_velocity(solver, contact))) +
            v3_dot(torque, v3_sub(guard->speed[at][1], contact_spin(solver, contact)));
        guard->mixed[root_of(guard->parent, contact->b)] += 0.5 * work;
    }
}

static void free_guard(guard *guard)
{
    mem_free(guard->parent);
    mem_free(guard->work);
    mem_free(guard->work0);
    mem_free(guard->mixed);
    mem_free(guard->size);
    mem_free(guard->sprung);
    mem_free(guard->speed);
}

static bool keep_energy(ns_solver *solver, mover *start, double enough)
{
    guard guard = {.parent = islands(solver),
                   .work = mem_array(solver->movers + 1, sizeof(double)),
                   .size = mem_array(solver->movers + 1, sizeof(double)),
                   .start = start};
    bool ok = guard.parent && guard.work && guard.size, gained = false;
    if (ok)
        add_work(solver, &guard, guard.work);
    for (int32_t i = 0; ok && i < solver->movers; i++) {
        if (!(guard.work[i] > 1e-9 * guard.size[i]))
            guard.work[i] = real_min(guard.work[i], 0); // what rounding and sweeps leave
        gained = gained || guard.work[i] > 0;
    }
    if (ok && gained) {
        guard.work0 = mem_array(solver->movers + 1, sizeof(double));
        guard.mixed = mem_array(solver->movers + 1, sizeof(double));
        guard.sprung = mem_array(solver->contacts + 1, sizeof *guard.sprung);
        guard.speed = mem_array(solver->contacts + 1, sizeof *guard.speed);
        ok = guard.work0 && guard.mixed && guard.sprung && guard.speed;
        if (ok)
            solve_dead(solver, &guard, enough);
        if (ok)
            blend(solver, &guard);
    }
    free_guard(&guard);
    return ok;
}

bool solver_impact(ns_solver *solver)
{
    double enough = 1e-8 * solver->fastest;
    solver->report.impact_sweeps = 0;
    solver->report.impact_residual = 0;
    solver->blows = solver->fastest > 0;
    if (!solver->blows)
        return true;
    if (!solver_reserve_blows(solver))
        return false;
    if (solver->set.choice->mode == IMPACT_CASCADE) {
        solver->report.impact_sweeps = cascade(solver);
        return true;
    }
    solver_fill(solver, STAGE_IMPACTS);
    solver->report.impact_sweeps =
        solver_sweep(solver, STAGE_IMPACTS, (int)solver->set.choice->impact_sweeps, enough, 1);
    if (solver->report.residual > enough)
        solver->report.impact_residual = solver->report.residual;
    solver_collect(solver, STAGE_IMPACTS);
    return keep_energy(solver, solver->start.at, enough);
}

// ---- second blows

// Contacts of one pair, at once: towards the targets, then friction, until nothing changes.
static void blow_pair(ns_solver *solver, ns_contact *first, const ns_contact *end, double enough)
{
    double most = INFINITY;
    for (int round = 0; most > enough && round < solver->set.choice->impact_sweeps; round++) {
        most = 0;
        for (ns_contact *contact = first; contact < end; contact++) {
            impact_row *impulse = contact_blow(solver, contact);
            const contact_feels feels = contact_feel(solver, contact);
            const law_limits limits = contact_impact_limits(solver, contact, &feels);
            double lacks =
                contact->target - v3_dot(contact->normal, contact_velocity(solver, contact));
            double push = real_max(impulse->push + lacks / feels.normal, 0);
            double more = push - impulse->push;
            impulse->push = push;
            contact_give(solver, contact, v3_scale(more, contact->normal), v3_make(0, 0, 0));
            drag(solver, contact, &limits, &feels);
            most = real_max(most, fabs(more) * feels.normal);
        }
    }
}

// What they shall part with. Returns the fastest that closes by more than its gap in the step, m/s.
static double aim(const ns_solver *solver, ns_contact *first, const ns_contact *end)
{
    double fastest = 0;
    for (ns_contact *contact = first; contact < end; contact++) {
        const double threshold = contact_threshold(solver, contact);
        double closing = -v3_dot(contact->normal, contact_velocity(solver, contact));
        double free = real_max(contact->gap, 0) / solver->set.h;
        bool hit = closing > threshold && closing > free;
        contact->target =
            hit ? closing * law_set_restitution(&solver->law[contact->set], contact->r_eff,
                                                contact->m_eff, closing)
                : -free;
        if (closing > free + 1e-12 * threshold)
            fastest = real_max(fastest, closing);
    }
    return fastest;
}

static bool gained(const ns_solver *solver, const ns_contact *first, const ns_contact *end)
{
    double work = 0;
    double size = 0;
    for (const ns_contact *contact = first; contact < end; contact++) {
        const contact_work done =
            contact_work_of(solver, solver->free.at, contact, contact_blow(solver, contact));
        work += done.normal + done.friction + done.rolling;
        size += fabs(done.normal) + contact_blow(solver, contact)->push * fabs(contact->target);
    }
    return work > 1e-9 * size;
}

// A blow of one pair that closes; one that would gain energy is without restitution.
static bool strike_pair(ns_solver *solver, ns_contact *first, ns_contact *end)
{
    double fastest = aim(solver, first, end);
    if (!(fastest > 0))
        return false;
    const int32_t mover_at[2] = {first->a, first->b};
    for (int i = 0; i < 2; i++)
        if (mover_at[i] >= 0)
            solver->free.at[mover_at[i]] = solver->body[mover_at[i]];
    for (ns_contact *contact = first; contact < end; contact++) {
        contact->impulse = *contact_blow(solver, contact);
        *contact_blow(solver, contact) = (impact_row){0};
    }
    blow_pair(solver, first, end, 1e-8 * fastest);
    if (gained(solver, first, end)) {
        for (int i = 0; i < 2; i++)
            if (mover_at[i] >= 0)
                solver->body[mover_at[i]] = solver->free.at[mover_at[i]];
        for (ns_contact *contact = first; contact < end; contact++) {
            *contact_blow(solver, contact) = (impact_row){0};
            contact->target = -real_max(contact->gap, 0) / solver->set.h;
        }
        blow_pair(solver, first, end, 1e-8 * fastest);
    }
    for (ns_contact *contact = first; contact < end; contact++) { // with earlier ones
        impact_row *impulse = contact_blow(solver, contact);
        impact_row *earlier = &contact->impulse;
        impulse->push += earlier->push;
        impulse->twist += earlier->twist;
        impulse->t = v3_add(impulse->t, earlier->t);
        impulse->roll = v3_add(impulse->roll, earlier->roll);
        *earlier = (impact_row){0};
    }
    return true;
}

// What the impacts threw at each other, pair by pair, again and again until nothing closes: in a cascade among all.
bool solver_strike_again(ns_solver *solver)
{
    const int64_t had = solver->contacts;
    if (!solver_append(solver))
        return false;
    if (solver->contacts == had)
        return true;
    for (int64_t i = had; i < solver->contacts; i++)
        solver_delay_second(solver, &solver->contact[i]);
    if (solver->set.choice->mode == IMPACT_CASCADE) {
        solver->report.impact_sweeps += cascade(solver);
        return true;
    }
    if (!solver_keep(solver, &solver->free))
        return false;
    ns_contact *all = solver->contact + solver->contacts;
    bool any = true;
    for (int round = 0; any && round < solver->set.choice->impact_sweeps; round++) {
        any = false;
        for (ns_contact *contact = solver->contact + had, *end = contact; contact < all;
             contact = end) {
            while (end < all && end->id_a == contact->id_a && end->id_b == contact->id_b)
                end++;
            any = strike_pair(solver, contact, end) || any;
        }
        solver->report.impact_sweeps++;
    }
    if (any)
        solver->report.impact_residual =
            real_max(solver->report.impact_residual, approach(solver, had));
    return true;
}
