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

double solver_threshold(const ns_solver *s, double diameter)
{
    return iterations_threshold(s->set.choice, s->set.gravity, real_min(s->set.diameter, diameter),
                                s->set.h);
}

// R* is a quarter of the diameter of two balls of one size.
double contact_threshold(const ns_solver *s, const ns_contact *c)
{
    return solver_threshold(s, 4 * c->r_eff);
}

static void cut(v3 *q, double most)
{
    double length = v3_norm(*q);
    if (length > most)
        *q = v3_scale(most / length, *q);
}

// ---- cascade

// Towards no slip, within a limit; what is added to q. In the plane bodies cannot turn every way: they feel nothing.
static v3 hold(v3 *q, v3 slip, double creep, double feel, double limit)
{
    if (!(feel > 0))
        return v3_make(0, 0, 0);
    v3 before = *q;
    v3 now = v3_fma(before, -1 / (feel + creep), v3_fma(slip, creep, before));
    cut(&now, limit);
    *q = now;
    return v3_sub(now, before);
}

// Friction, then rolling and twisting, as in the rows of a sweep.
static void drag(ns_solver *s, ns_contact *c, const law_limits *l, const contact_feels *f)
{
    const v3 none = {0, 0, 0};
    const v3 n = c->normal;
    impact_row *p = contact_blow(s, c);
    v3 u = contact_velocity(s, c);
    contact_give(
        s, c,
        hold(&p->t, v3_fma(u, -v3_dot(u, n), n), l->creep, f->tangential, l->friction * p->push),
        none);
    if (l->rolling > 0) {
        v3 w = contact_spin(s, c);
        v3 w_t = v3_fma(w, -v3_dot(w, n), n);
        contact_give(s, c, none,
                     hold(&p->roll, w_t, l->rolling_creep, f->rolling, l->rolling * p->push));
    }
    if (l->twisting > 0 && f->twisting > 0) {
        double w = v3_dot(contact_spin(s, c), n);
        double most = l->twisting * p->push;
        double twist =
            p->twist - (w + l->twisting_creep * p->twist) / (f->twisting + l->twisting_creep);
        twist = real_max(-most, real_min(most, twist));
        contact_give(s, c, none, v3_scale(twist - p->twist, n));
        p->twist = twist;
    }
}

static bool strike(ns_solver *s, ns_contact *c)
{
    const double threshold = contact_threshold(s, c);
    double free = c->gap > 0 ? c->gap / s->set.h : 0;
    double closing = -v3_dot(c->normal, contact_velocity(s, c));
    const v3 none = {0, 0, 0};
    if (!(closing > free + 1e-12 * threshold))
        return false;
    const contact_feels f = contact_feel(s, c);
    const law_limits l = contact_impact_limits(s, c, &f);
    const law_set *set = &s->law[c->set];
    double e = closing > threshold ? law_set_restitution(set, c->r_eff, c->m_eff, closing) : 0;
    double p = (closing > threshold ? (1 + e) * closing : closing - free) / f.normal;
    contact_blow(s, c)->push += p;
    contact_give(s, c, v3_scale(p, c->normal), none);
    drag(s, c, &l, &f);
    return true;
}

// The speed of the fastest contact from this one on that still approaches.
static double approach(const ns_solver *s, int64_t first)
{
    double most = 0;
    for (int64_t i = first; i < s->contacts; i++) {
        const ns_contact *c = &s->contact[i];
        double free = c->gap > 0 ? c->gap / s->set.h : 0;
        most = real_max(most, -v3_dot(c->normal, contact_velocity(s, c)) - free);
    }
    return most;
}

static int cascade(ns_solver *s)
{
    int n = 0;
    bool any = true;
    for (; any && n < s->set.choice->impact_sweeps; n++) {
        any = false;
        for (int64_t i = 0; i < s->contacts; i++)
            any = strike(s, &s->contact[i]) || any;
    }
    if (any)
        s->report.impact_residual = approach(s, 0);
    return n;
}

// ---- the guard of the energy

// Islands of contacts by their movers: parent[] of each mover, roots are their own.
static int32_t root_of(int32_t *parent, int32_t i)
{
    for (; parent[i] != i; i = parent[i])
        parent[i] = parent[parent[i]];
    return i;
}

static int32_t *islands(const ns_solver *s)
{
    int32_t *parent = mem_array(s->movers + 1, sizeof *parent);
    for (int32_t i = 0; parent && i < s->movers; i++)
        parent[i] = i;
    for (int64_t i = 0; parent && i < s->contacts; i++) {
        const ns_contact *c = &s->contact[i];
        if (c->a >= 0)
            parent[root_of(parent, c->a)] = root_of(parent, c->b);
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

static v3 impulse_of(const ns_contact *c, const impact_row *p)
{
    return v3_fma(p->t, p->push, c->normal);
}
static v3 torque_of(const ns_contact *c, const impact_row *p)
{
    return v3_fma(p->roll, p->twist, c->normal);
}

static void add_work(ns_solver *s, guard *g, double *work)
{
    for (int64_t at = 0; at < s->contacts; at++) {
        const ns_contact *c = &s->contact[at];
        int32_t root = root_of(g->parent, c->b);
        contact_work w = contact_work_of(s, g->start, c, &s->blow[at]);
        work[root] += w.normal + w.friction + w.rolling;
        g->size[root] += fabs(w.normal) + s->blow[at].push * fabs(c->target);
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
    double x = c != 0 ? q / c : 2;
    double y = q != 0 ? w0 / q : 0;
    double best = 0;
    if (x >= 0 && x <= 1)
        best = real_max(best, x);
    if (y >= 0 && y <= 1)
        best = real_max(best, y);
    return best;
}

static void blend(ns_solver *s, guard *g)
{
    memcpy(s->body, g->start, (size_t)s->movers * sizeof *s->body);
    for (int64_t at = 0; at < s->contacts; at++) {
        const ns_contact *c = &s->contact[at];
        int32_t root = root_of(g->parent, c->b);
        double x = share_of(g->work0[root], g->work[root], g->mixed[root]);
        const impact_row *p = &g->sprung[at];
        impact_row *q = &s->blow[at];
        q->push += x * (p->push - q->push);
        q->twist += x * (p->twist - q->twist);
        q->t = v3_fma(q->t, x, v3_sub(p->t, q->t));
        q->roll = v3_fma(q->roll, x, v3_sub(p->roll, q->roll));
        contact_give(s, c, impulse_of(c, q), torque_of(c, q));
    }
}

// The second solution, without restitution, and the work of the differences.
static void solve_dead(ns_solver *s, guard *g, double enough)
{
    for (int64_t i = 0; i < s->contacts; i++) {
        ns_contact *c = &s->contact[i];
        g->sprung[i] = s->blow[i];
        g->speed[i][0] = contact_velocity(s, c);
        g->speed[i][1] = contact_spin(s, c);
        s->blow[i] = (impact_row){0};
        if (c->hit)
            c->target = c->gap > 0 ? -c->gap / s->set.h : 0;
    }
    memcpy(s->body, g->start, (size_t)s->movers * sizeof *s->body);
    solver_fill(s, STAGE_IMPACTS);
    s->report.impact_sweeps +=
        solver_sweep(s, STAGE_IMPACTS, (int)s->set.choice->impact_sweeps, enough, 1);
    solver_collect(s, STAGE_IMPACTS);
    add_work(s, g, g->work0);
    for (int64_t at = 0; at < s->contacts; at++) {
        const ns_contact *c = &s->contact[at];
        v3 p = v3_sub(impulse_of(c, &g->sprung[at]), impulse_of(c, &s->blow[at]));
        v3 l = v3_sub(torque_of(c, &g->sprung[at]), torque_of(c, &s->blow[at]));
        double work = v3_dot(p, v3_sub(g->speed[at][0], contact_velocity(s, c))) +
                      v3_dot(l, v3_sub(g->speed[at][1], contact_spin(s, c)));
        g->mixed[root_of(g->parent, c->b)] += 0.5 * work;
    }
}

static void free_guard(guard *g)
{
    mem_free(g->parent);
    mem_free(g->work);
    mem_free(g->work0);
    mem_free(g->mixed);
    mem_free(g->size);
    mem_free(g->sprung);
    mem_free(g->speed);
}

static bool keep_energy(ns_solver *s, mover *start, double enough)
{
    guard g = {.parent = islands(s),
               .work = mem_array(s->movers + 1, sizeof(double)),
               .size = mem_array(s->movers + 1, sizeof(double)),
               .start = start};
    bool ok = g.parent && g.work && g.size, gained = false;
    if (ok)
        add_work(s, &g, g.work);
    for (int32_t i = 0; ok && i < s->movers; i++) {
        if (!(g.work[i] > 1e-9 * g.size[i]))
            g.work[i] = real_min(g.work[i], 0); // what rounding and sweeps leave
        gained = gained || g.work[i] > 0;
    }
    if (ok && gained) {
        g.work0 = mem_array(s->movers + 1, sizeof(double));
        g.mixed = mem_array(s->movers + 1, sizeof(double));
        g.sprung = mem_array(s->contacts + 1, sizeof *g.sprung);
        g.speed = mem_array(s->contacts + 1, sizeof *g.speed);
        ok = g.work0 && g.mixed && g.sprung && g.speed;
        if (ok)
            solve_dead(s, &g, enough);
        if (ok)
            blend(s, &g);
    }
    free_guard(&g);
    return ok;
}

bool solver_impact(ns_solver *s)
{
    double enough = 1e-8 * s->fastest;
    s->report.impact_sweeps = 0;
    s->report.impact_residual = 0;
    s->blows = s->fastest > 0;
    if (!s->blows)
        return true;
    if (!solver_reserve_blows(s))
        return false;
    if (s->set.choice->mode == IMPACT_CASCADE) {
        s->report.impact_sweeps = cascade(s);
        return true;
    }
    solver_fill(s, STAGE_IMPACTS);
    s->report.impact_sweeps =
        solver_sweep(s, STAGE_IMPACTS, (int)s->set.choice->impact_sweeps, enough, 1);
    if (s->report.residual > enough)
        s->report.impact_residual = s->report.residual;
    solver_collect(s, STAGE_IMPACTS);
    return keep_energy(s, s->start.at, enough);
}

// ---- second blows

// Contacts of one pair, at once: towards the targets, then friction, until nothing changes.
static void blow_pair(ns_solver *s, ns_contact *first, const ns_contact *end, double enough)
{
    double most = INFINITY;
    for (int n = 0; most > enough && n < s->set.choice->impact_sweeps; n++) {
        most = 0;
        for (ns_contact *c = first; c < end; c++) {
            impact_row *p = contact_blow(s, c);
            const contact_feels f = contact_feel(s, c);
            const law_limits l = contact_impact_limits(s, c, &f);
            double lacks = c->target - v3_dot(c->normal, contact_velocity(s, c));
            double push = real_max(p->push + lacks / f.normal, 0);
            double more = push - p->push;
            p->push = push;
            contact_give(s, c, v3_scale(more, c->normal), v3_make(0, 0, 0));
            drag(s, c, &l, &f);
            most = real_max(most, fabs(more) * f.normal);
        }
    }
}

// What they shall part with. Returns the fastest that closes by more than its gap in the step, m/s.
static double aim(const ns_solver *s, ns_contact *first, const ns_contact *end)
{
    double fastest = 0;
    for (ns_contact *c = first; c < end; c++) {
        const double threshold = contact_threshold(s, c);
        double closing = -v3_dot(c->normal, contact_velocity(s, c));
        double free = real_max(c->gap, 0) / s->set.h;
        bool hit = closing > threshold && closing > free;
        c->target =
            hit ? closing * law_set_restitution(&s->law[c->set], c->r_eff, c->m_eff, closing)
                : -free;
        if (closing > free + 1e-12 * threshold)
            fastest = real_max(fastest, closing);
    }
    return fastest;
}

static bool gained(const ns_solver *s, const ns_contact *first, const ns_contact *end)
{
    double work = 0;
    double size = 0;
    for (const ns_contact *c = first; c < end; c++) {
        const contact_work w = contact_work_of(s, s->free.at, c, contact_blow(s, c));
        work += w.normal + w.friction + w.rolling;
        size += fabs(w.normal) + contact_blow(s, c)->push * fabs(c->target);
    }
    return work > 1e-9 * size;
}

// A blow of one pair that closes; one that would gain energy is without restitution.
static bool strike_pair(ns_solver *s, ns_contact *first, ns_contact *end)
{
    double fastest = aim(s, first, end);
    if (!(fastest > 0))
        return false;
    const int32_t mover_at[2] = {first->a, first->b};
    for (int k = 0; k < 2; k++)
        if (mover_at[k] >= 0)
            s->free.at[mover_at[k]] = s->body[mover_at[k]];
    for (ns_contact *c = first; c < end; c++) {
        c->impulse = *contact_blow(s, c);
        *contact_blow(s, c) = (impact_row){0};
    }
    blow_pair(s, first, end, 1e-8 * fastest);
    if (gained(s, first, end)) {
        for (int k = 0; k < 2; k++)
            if (mover_at[k] >= 0)
                s->body[mover_at[k]] = s->free.at[mover_at[k]];
        for (ns_contact *c = first; c < end; c++) {
            *contact_blow(s, c) = (impact_row){0};
            c->target = -real_max(c->gap, 0) / s->set.h;
        }
        blow_pair(s, first, end, 1e-8 * fastest);
    }
    for (ns_contact *c = first; c < end; c++) { // with earlier ones
        impact_row *p = contact_blow(s, c);
        impact_row *q = &c->impulse;
        p->push += q->push;
        p->twist += q->twist;
        p->t = v3_add(p->t, q->t);
        p->roll = v3_add(p->roll, q->roll);
        *q = (impact_row){0};
    }
    return true;
}

// What the impacts threw at each other, pair by pair, again and again until nothing closes: in a cascade among all.
bool solver_strike_again(ns_solver *s)
{
    const int64_t had = s->contacts;
    if (!solver_append(s))
        return false;
    if (s->contacts == had)
        return true;
    for (int64_t i = had; i < s->contacts; i++)
        solver_delay_second(s, &s->contact[i]);
    if (s->set.choice->mode == IMPACT_CASCADE) {
        s->report.impact_sweeps += cascade(s);
        return true;
    }
    if (!solver_keep(s, &s->free))
        return false;
    ns_contact *all = s->contact + s->contacts;
    bool any = true;
    for (int n = 0; any && n < s->set.choice->impact_sweeps; n++) {
        any = false;
        for (ns_contact *c = s->contact + had, *end = c; c < all; c = end) {
            while (end < all && end->id_a == c->id_a && end->id_b == c->id_b)
                end++;
            any = strike_pair(s, c, end) || any;
        }
        s->report.impact_sweeps++;
    }
    if (any)
        s->report.impact_residual = real_max(s->report.impact_residual, approach(s, had));
    return true;
}
