// friction_problem.c - see friction_problem.h.
#include "support/friction_problem.h"

#include "support/network_of.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static v3 m3_times(const m3 *m, v3 a)
{
    return v3_make(v3_dot(m->row[0], a), v3_dot(m->row[1], a), v3_dot(m->row[2], a));
}

// ---- bodies

static bool take_movers(const world *w, friction_problem *p)
{
    const ns_solver *n = network_of(w);
    const double *g = w->part->stepping.gravity;
    const double h = n->set.step;
    size_t count = (size_t)n->movers.count + 1;
    p->movers = n->movers.count;
    p->velocity = calloc(4 * count, sizeof *p->velocity);
    p->inverse_mass = calloc(2 * count, sizeof *p->inverse_mass);
    p->inverse_inertia = calloc(count, sizeof *p->inverse_inertia);
    if (!p->velocity || !p->inverse_mass || !p->inverse_inertia)
        return false;
    p->rim = p->velocity + count;
    p->solved = p->rim + count;
    p->turned = p->solved + count;
    p->inverse_rho = p->inverse_mass + count;
    for (int32_t i = 0; i < n->movers.count; i++) {
        const mover *m = &n->movers.body[i];
        const mover *start = &n->past.start.at[i];
        const mover_inertia *j = &n->movers.inertia[i];
        double k = m->inverse_rho * m->inverse_rho;
        double fall = m->inverse_mass > 0 ? h : 0;
        p->inverse_mass[i] = m->inverse_mass;
        p->inverse_rho[i] = m->inverse_rho;
        p->inverse_inertia[i].row[0] = v3_make(k * j->xx, k * j->xy, k * j->xz);
        p->inverse_inertia[i].row[1] = v3_make(k * j->xy, k * j->yy, k * j->yz);
        p->inverse_inertia[i].row[2] = v3_make(k * j->xz, k * j->yz, k * j->zz);
        p->velocity[i] = v3_fma(mover_velocity(start), fall, v3_make(g[0], g[1], g[2]));
        p->rim[i] = mover_rim(start);
        p->solved[i] = mover_velocity(m);
        p->turned[i] = mover_rim(m);
    }
    return true;
}

// ---- rows

static friction_row row_of(const ns_solver *n, const ns_contact *c, v3 way)
{
    v3 arm_b = c->arm_b;
    v3 arm_a = c->arm_a;
    if (c->balls) {
        arm_b = v3_scale(-c->alpha / n->movers.body[c->b].inverse_rho, c->normal);
        if (c->a >= 0)
            arm_a = v3_scale(c->alpha / n->movers.body[c->a].inverse_rho, c->normal);
    }
    friction_row r = {.a = c->a, .b = c->b, .way = way, .turn_b = v3_cross(arm_b, way)};
    if (c->a >= 0)
        r.turn_a = v3_cross(arm_a, way);
    if (c->a < 0)
        r.given = v3_dot(way, contact_still(c));
    return r;
}

static friction_row rolling_row(const ns_contact *c, v3 way)
{
    v3 turn = v3_scale(c->r_eff, way);
    friction_row r = {.a = c->a, .b = c->b, .turn_a = turn, .turn_b = turn};
    if (c->a < 0)
        r.given = v3_dot(turn, c->wall_spin);
    return r;
}

static v3 spin_of(const friction_problem *p, int32_t i, v3 rim)
{
    return v3_scale(p->inverse_rho[i], rim);
}

static double along(const friction_problem *p, const friction_row *r)
{
    double u = v3_dot(r->way, p->velocity[r->b]) +
               v3_dot(r->turn_b, spin_of(p, r->b, p->rim[r->b])) - r->given;
    if (r->a >= 0)
        u -= v3_dot(r->way, p->velocity[r->a]) + v3_dot(r->turn_a, spin_of(p, r->a, p->rim[r->a]));
    return u;
}

static double answer(const friction_problem *p, int32_t body, const friction_row *i, v3 turn_i,
                     const friction_row *j, v3 turn_j)
{
    return p->inverse_mass[body] * v3_dot(i->way, j->way) +
           v3_dot(turn_i, m3_times(&p->inverse_inertia[body], turn_j));
}

static double coupling(const friction_problem *p, const friction_row *i, const friction_row *j)
{
    double sum = 0;
    if (i->b == j->b)
        sum += answer(p, i->b, i, i->turn_b, j, j->turn_b);
    if (i->a >= 0 && i->a == j->a)
        sum += answer(p, i->a, i, i->turn_a, j, j->turn_a);
    if (i->a >= 0 && i->a == j->b)
        sum -= answer(p, i->a, i, i->turn_a, j, j->turn_b);
    if (j->a >= 0 && j->a == i->b)
        sum -= answer(p, i->b, i, i->turn_b, j, j->turn_a);
    return sum;
}

static void take_contact(const ns_solver *n, const ns_contact *c, const law_limits *l,
                         friction_problem *p)
{
    int at = p->contacts++;
    int first = p->each * at;
    v3 t1 = v3_perpendicular(c->normal);
    v3 t2 = v3_cross(c->normal, t1);
    v3 way[3] = {c->normal, t1, t2};
    const impact_row *x = &c->impulse;
    const double impulse[5] = {x->push, v3_dot(t1, x->drag), v3_dot(t2, x->drag),
                               v3_dot(t1, x->roll) / c->r_eff, v3_dot(t2, x->roll) / c->r_eff};
    p->friction[at] = l->friction;
    p->rolling[at] = l->rolling / c->r_eff;
    for (int k = 0; k < p->each; k++) {
        p->row[first + k] = k < 3 ? row_of(n, c, way[k]) : rolling_row(c, way[k - 2]);
        p->offset[first + k] = along(p, &p->row[first + k]) - (k == 0 ? c->bias : 0);
        p->ours[first + k] = impulse[k];
    }
}

// Compliances go to the diagonal.
static void fill_matrix(const friction_problem *p, const double *soft)
{
    for (int i = 0; i < p->size; i++)
        for (int j = 0; j < p->size; j++)
            p->matrix[(size_t)i * (size_t)p->size + (size_t)j] =
                coupling(p, &p->row[i], &p->row[j]) + (i == j ? soft[i] : 0);
}

static bool refuse(const char *why)
{
    printf("no friction problem: %s\n", why);
    return false;
}

// Backwards: another solver that sweeps shall not take the same way.
static bool take_contacts(const ns_solver *n, friction_problem *p)
{
    size_t most = 5 * (size_t)n->network.contacts + 1;
    double *soft = calloc(most, sizeof *soft);
    p->row = calloc(most, sizeof *p->row);
    p->offset = calloc(4 * most, sizeof *p->offset);
    if (!soft || !p->row || !p->offset) {
        free(soft);
        return refuse("no memory");
    }
    p->ours = p->offset + most;
    p->friction = p->ours + most;
    p->rolling = p->friction + most;
    bool fit = true;
    for (int64_t i = n->network.contacts; i-- > 0 && fit;) {
        const ns_contact *c = &n->network.contact[i];
        if (!(c->soft >= 0))
            continue;
        law_limits l = law_set_limits(&n->law[c->set], c->r_eff);
        fit = !(l.pull > 0) && !(l.twisting > 0) &&
              !(c->a >= 0 && !(n->movers.body[c->a].inverse_rho > 0));
        if (p->contacts == 0)
            p->each = l.rolling > 0 ? 5 : 3;
        double h = n->set.step;
        double turn = c->r_eff * c->r_eff;
        const double diagonal[5] = {c->soft, l.creep / h, l.creep / h, turn * l.rolling_creep / h,
                                    turn * l.rolling_creep / h};
        memcpy(soft + p->each * p->contacts, diagonal, (size_t)p->each * sizeof *soft);
        take_contact(n, c, &l, p);
    }
    p->size = p->each * p->contacts;
    p->matrix = malloc(((size_t)p->size * (size_t)p->size + 1) * sizeof *p->matrix);
    if (p->matrix)
        fill_matrix(p, soft);
    free(soft);
    return fit ? p->matrix != NULL : refuse("adhesion, twisting, or a wall that answers");
}

bool friction_problem_make(const sim *s, friction_problem *p)
{
    memset(p, 0, sizeof *p);
    if (network_of(s->w)->impacts.any)
        return refuse("impacts in the step");
    bool made = take_movers(s->w, p) && take_contacts(network_of(s->w), p);
    if (!made)
        friction_problem_clear(p);
    return made;
}

void friction_problem_clear(friction_problem *p)
{
    free(p->matrix);
    free(p->offset);
    free(p->row);
    free(p->velocity);
    free(p->inverse_mass);
    free(p->inverse_inertia);
    memset(p, 0, sizeof *p);
}

// ---- what impulses do

static double slack(const friction_problem *p, const double *impulse, int i)
{
    double sum = p->offset[i];
    for (int j = 0; j < p->size; j++)
        sum += p->matrix[(size_t)i * (size_t)p->size + (size_t)j] * impulse[j];
    return sum;
}

// Of two rows whose impulse is at most `limit` long.
static double disc_residual(const friction_problem *p, const double *impulse, int first,
                            double limit)
{
    const double *q = impulse + first;
    size_t step = (size_t)p->size + 1;
    double d = fmax(p->matrix[(size_t)first * step], p->matrix[(size_t)(first + 1) * step]);
    double x = q[0] - slack(p, impulse, first) / d;
    double y = q[1] - slack(p, impulse, first + 1) / d;
    double long_ = hypot(x, y);
    double cut = long_ > limit ? limit / long_ : 1;
    return d * hypot(cut * x - q[0], cut * y - q[1]);
}

double friction_problem_residual(const friction_problem *p, const double *impulse)
{
    double most = 0;
    for (int c = 0; c < p->contacts; c++) {
        int first = p->each * c;
        double push = impulse[first];
        double d = p->matrix[(size_t)first * ((size_t)p->size + 1)];
        most = fmax(most, d * fabs(fmax(0, push - slack(p, impulse, first) / d) - push));
        most = fmax(most, disc_residual(p, impulse, first + 1, p->friction[c] * push));
        if (p->each == 5)
            most = fmax(most, disc_residual(p, impulse, first + 3, p->rolling[c] * push));
    }
    return most;
}

static void give(const friction_problem *p, int32_t body, v3 way, v3 turn, double impulse,
                 v3 *velocity, v3 *rim)
{
    velocity[body] = v3_fma(velocity[body], impulse * p->inverse_mass[body], way);
    v3 spin = m3_times(&p->inverse_inertia[body], turn);
    rim[body] = v3_fma(rim[body], impulse / p->inverse_rho[body], spin);
}

friction_gap friction_problem_compare(const friction_problem *p, const double *impulse)
{
    friction_gap gap = {INFINITY, 0};
    size_t count = (size_t)p->movers;
    v3 *velocity = malloc((2 * count + 1) * sizeof *velocity);
    v3 *rim = velocity + count;
    if (!velocity)
        return gap;
    memcpy(velocity, p->velocity, count * sizeof *velocity);
    memcpy(rim, p->rim, count * sizeof *rim);
    for (int i = 0; i < p->size; i++) {
        const friction_row *r = &p->row[i];
        give(p, r->b, r->way, r->turn_b, impulse[i], velocity, rim);
        if (r->a >= 0)
            give(p, r->a, r->way, r->turn_a, -impulse[i], velocity, rim);
    }
    gap.off = 0;
    for (int32_t i = 0; i < p->movers; i++) {
        gap.most = fmax(gap.most, fmax(v3_norm(p->velocity[i]), v3_norm(p->rim[i])));
        gap.off = fmax(gap.off, v3_norm(v3_sub(velocity[i], p->solved[i])));
        gap.off = fmax(gap.off, v3_norm(v3_sub(rim[i], p->turned[i])));
        gap.most = fmax(gap.most, fmax(v3_norm(velocity[i]), v3_norm(rim[i])));
    }
    free(velocity);
    return gap;
}

bool friction_problem_definite(const friction_problem *p)
{
    const double least = 1e-10; // of a diagonal that is left, of what it was
    size_t n = (size_t)p->size;
    double *l = malloc((n * n + 1) * sizeof *l);
    bool definite = l != NULL;
    if (l)
        memcpy(l, p->matrix, n * n * sizeof *l);
    for (size_t k = 0; k < n && definite; k++) {
        definite = l[k * n + k] > least * p->matrix[k * n + k];
        for (size_t i = k + 1; i < n && definite; i++) {
            double share = l[i * n + k] / l[k * n + k];
            for (size_t j = k + 1; j <= i && share != 0; j++)
                l[i * n + j] -= share * l[j * n + k];
        }
    }
    free(l);
    return definite;
}

friction_state friction_problem_state(const friction_problem *p, const double *impulse)
{
    friction_state s = {0, 0, 0};
    for (int c = 0; c < p->contacts; c++) {
        const double *x = impulse + p->each * c;
        if (!(x[0] > 0))
            continue;
        s.pushing++;
        s.sliding += hypot(x[1], x[2]) > p->friction[c] * x[0] * (1 - 1e-9);
        s.rolling += p->each == 5 && hypot(x[3], x[4]) > p->rolling[c] * x[0] * (1 - 1e-9);
    }
    return s;
}
