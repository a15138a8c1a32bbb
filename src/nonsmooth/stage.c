// stage.c - batches from contacts and back, and what a contact feels and gives.
//
// Constraints and impacts are the same rows with other numbers: an impact has no compliance (soft 0), its bias is the
// velocity that Newton's law asks for, and its impulses begin at zero. What is unknown, and the order, are the same.
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

bool solver_init(ns_solver *s, const law_set *law, int sets, int threads, int width)
{
    memset(s, 0, sizeof *s);
    s->threads = threads;
    s->law = law;
    s->limits = calloc((size_t)sets + 1, sizeof *s->limits);
    for (int i = 0; s->limits && i < sets; i++)
        s->limits[i] = law_set_limits(&law[i], 1);
    s->kernel = sweep_choose(width);
    s->thread = calloc((size_t)threads, sizeof *s->thread);
    s->found = calloc((size_t)threads, sizeof *s->found);
    s->turn = mem_array(threads, sizeof *s->turn);
    return s->thread && s->found && s->turn && s->kernel && s->limits;
}

static void free_block(ns_block *b)
{
    free(b->batch);
    free(b->lane);
    free(b->bin);
    free(b->batch_single);
    mem_free(b->column_single);
    mem_free(b->column);
    free(b->sum);
}

void solver_free(ns_solver *s)
{
    for (int64_t i = 0; i < s->block_room; i++)
        free_block(&s->block[i]);
    for (int t = 0; s->thread && t < s->threads; t++) {
        free(s->thread[t].mask);
        free(s->thread[t].bin);
        free(s->thread[t].order);
        free(s->thread[t].pair);
    }
    free(s->block);
    free(s->thread);
    mem_free(s->turn);
    mem_free(s->body);
    mem_free(s->inertia);
    free(s->position);
    for (int t = 0; s->found && t < s->threads; t++) {
        mem_free(s->found[t].contact);
        free(s->found[t].link);
    }
    free(s->found);
    free(s->link);
    mem_free(s->contact);
    mem_free(s->blow);
    free(s->phase_block);
    free(s->hub_of);
    free(s->lag);
    free(s->hub_mover);
    mem_free(s->hub);
    free(s->hub_load);
    free(s->ways.first);
    free(s->ways.level);
    free(s->ways.queue);
    free(s->ways.to);
    mem_free(s->start.at);
    mem_free(s->free.at);
    mem_free(s->relaxed.at);
    solver_free_single(s);
    free(s->home);
    free(s->dealt);
    free(s->cell);
    free(s->cell_count);
    free(s->memory.kept);
    free(s->memory.impulse);
    free(s->memory.head);
    free(s->limits);
    memset(s, 0, sizeof *s);
}

bool solver_keep(const ns_solver *s, ns_movers *out)
{
    if (s->movers > out->room || !out->at) {
        mem_free(out->at);
        out->room = s->movers + s->movers / 8 + 64;
        out->at = mem_array(out->room, sizeof *out->at);
        if (!out->at)
            out->room = 0;
    }
    if (out->at)
        memcpy(out->at, s->body, (size_t)s->movers * sizeof *out->at);
    return out->at != NULL;
}

bool solver_reserve_movers(ns_solver *s, int32_t movers)
{
    if (movers > s->mover_room || !s->body) {
        int64_t room = movers + movers / 8 + 64;
        mover *body = mem_array(room, sizeof *body);
        mover_inertia *inertia = mem_array(room, sizeof *inertia);
        v3 *position = realloc(s->position, (size_t)room * sizeof *position);
        if (position)
            s->position = position;
        if (!body || !inertia || !position) {
            mem_free(body);
            mem_free(inertia);
            return false;
        }
        if (s->mover_room > 0) {
            memcpy(body, s->body, (size_t)s->mover_room * sizeof *body);
            memcpy(inertia, s->inertia, (size_t)s->mover_room * sizeof *inertia);
        }
        mem_free(s->body);
        mem_free(s->inertia);
        s->body = body;
        s->inertia = inertia;
        s->mover_room = room;
    }
    s->movers = movers;
    return true;
}

// ---- one contact

v3 inertia_times(const mover_inertia *j, v3 a)
{
    return v3_make((j->xx * a.x + j->xy * a.y) + j->xz * a.z,
                   (j->xy * a.x + j->yy * a.y) + j->yz * a.z,
                   (j->xz * a.x + j->yz * a.y) + j->zz * a.z);
}

static v3 spin_of(const mover *m)
{
    return v3_scale(m->inverse_rho, mover_rim(m));
}

static v3 velocity_in(const mover *body, const ns_contact *c)
{
    const mover *b = &body[c->b];
    if (c->balls) { // arms +-alpha R n
        v3 v = mover_velocity(b);
        v3 turn = mover_rim(b);
        if (c->a >= 0) {
            v = v3_sub(v, mover_velocity(&body[c->a]));
            turn = v3_add(turn, mover_rim(&body[c->a]));
        }
        v = v3_fma(v, c->alpha, v3_cross(c->normal, turn));
        return c->a < 0 ? v3_sub(v, c->wall_velocity) : v;
    }
    v3 u = v3_add(mover_velocity(b), v3_cross(spin_of(b), c->arm_b));
    if (c->a < 0)
        return v3_sub(u, c->wall_velocity);
    const mover *a = &body[c->a];
    return v3_sub(u, v3_add(mover_velocity(a), v3_cross(spin_of(a), c->arm_a)));
}

static v3 spin_in(const mover *body, const ns_contact *c)
{
    return v3_sub(spin_of(&body[c->b]), c->a < 0 ? c->wall_spin : spin_of(&body[c->a]));
}

v3 contact_velocity(const ns_solver *s, const ns_contact *c)
{
    return velocity_in(s->body, c);
}
v3 contact_spin(const ns_solver *s, const ns_contact *c)
{
    return spin_in(s->body, c);
}

contact_work contact_work_of(const ns_solver *s, const mover *before, const ns_contact *c,
                             const impact_row *p)
{
    v3 u = v3_scale(0.5, v3_add(velocity_in(before, c), velocity_in(s->body, c)));
    v3 w = v3_scale(0.5, v3_add(spin_in(before, c), spin_in(s->body, c)));
    contact_work k = {p->push * v3_dot(c->normal, u), v3_dot(p->t, u),
                      v3_dot(p->roll, w) + p->twist * v3_dot(c->normal, w)};
    return k;
}

bool mover_is_wall(const ns_solver *s, int32_t mover_at)
{
    return !(s->body[mover_at].inverse_rho > 0);
}

const ns_wall *mover_wall(const ns_solver *s, int32_t mover_at)
{
    for (int w = 0; w < s->walls; w++)
        if (s->wall[w].mover == mover_at)
            return &s->wall[w];
    return NULL;
}

static void give(const ns_solver *s, int32_t mover_at, v3 p, v3 arm, v3 l)
{
    mover *m = &s->body[mover_at];
    if (mover_is_wall(s, mover_at))
        p = v3_scale(v3_dot(p, mover_wall(s, mover_at)->axis), mover_wall(s, mover_at)->axis);
    v3 v = v3_fma(mover_velocity(m), m->inverse_mass, p);
    v3 turn = v3_scale(m->inverse_rho, v3_add(v3_cross(arm, p), l));
    v3 rim = v3_add(mover_rim(m), inertia_times(&s->inertia[mover_at], turn));
    m->velocity[0] = v.x;
    m->velocity[1] = v.y;
    m->velocity[2] = v.z;
    m->rim[0] = rim.x;
    m->rim[1] = rim.y;
    m->rim[2] = rim.z;
}

// A ball on whose surface, at -+alpha R n, p acts on the one with n away from it and -p on the other: both turn alike.
static inline void give_ball(const ns_solver *s, int32_t mover_at, v3 p, v3 turn)
{
    mover *m = &s->body[mover_at];
    double im = m->inverse_mass;
    double k = s->set.spin_factor * im;
    m->velocity[0] += im * p.x;
    m->velocity[1] += im * p.y;
    m->velocity[2] += im * p.z;
    m->rim[0] += k * turn.x;
    m->rim[1] += k * turn.y;
    m->rim[2] += k * turn.z;
}

static inline void give_side(const ns_solver *s, const ns_contact *c, bool side_b, v3 p, v3 l)
{
    int32_t at = side_b ? c->b : c->a;
    double sign = side_b ? 1 : -1;
    if (!c->balls) {
        give(s, at, v3_scale(sign, p), side_b ? c->arm_b : c->arm_a, v3_scale(sign, l));
        return;
    }
    v3 turn = v3_scale(-c->alpha, v3_cross(c->normal, p));
    give_ball(s, at, v3_scale(sign, p), v3_fma(turn, sign * s->body[at].inverse_rho, l));
}

enum { AHEAD = 3 }; // batches whose bodies are called into cache

static void call_bodies(const ns_solver *s, const sweep_batch *p)
{
    for (int l = 0; l < SWEEP_LANES; l++) {
        __builtin_prefetch(&s->body[p->b[l]], 1, 2);
        if (p->kind.side == SIDE_MOBILE)
            __builtin_prefetch(&s->body[p->a[l]], 1, 2);
    }
}

void contact_give(ns_solver *s, const ns_contact *c, v3 p, v3 l)
{
    give_side(s, c, true, p, l);
    if (c->a >= 0)
        give_side(s, c, false, p, l);
}

void contact_give_side(ns_solver *s, const ns_contact *c, v3 p, v3 l, bool hubs)
{
    if ((s->hub_of[c->b] >= 0) == hubs)
        give_side(s, c, true, p, l);
    if (c->a >= 0 && (s->hub_of[c->a] >= 0) == hubs)
        give_side(s, c, false, p, l);
}

void solver_give_block(ns_solver *s, const ns_block *b, bool hubs)
{
    for (int32_t k = 0; k < b->batches; k++) {
        if (k + AHEAD < b->batches)
            call_bodies(s, &b->batch[k + AHEAD]);
        bool plain = b->batch[k].kind.side == SIDE_MOBILE && !b->batch[k].kind.general && !hubs;
        for (int lane = 0; lane < SWEEP_LANES && b->lane[k][lane] >= 0; lane++) {
            const ns_contact *c = &s->contact[b->lane[k][lane]];
            if (!(c->soft >= 0))
                continue;
            v3 p = v3_fma(c->impulse.t, c->impulse.push, c->normal);
            v3 l = v3_fma(c->impulse.roll, c->impulse.twist, c->normal);
            if (plain) {
                give_side(s, c, true, p, l);
                give_side(s, c, false, p, l);
            } else
                contact_give_side(s, c, p, l, hubs);
        }
    }
}

// ---- inverse masses that a contact feels; those of a hub count as often as it has contacts in the phase

typedef contact_feels feel;

// 2 x 2 symmetric, its larger eigenvalue.
static double larger(double a, double b, double d)
{
    return 0.5 * (a + d) + sqrt(0.25 * (a - d) * (a - d) + b * b);
}

typedef struct plane {
    v3 n, t[2];
} plane;

typedef struct matrix2 {
    double a, b, d;
} matrix2;

static void feel_body(const ns_solver *s, int32_t at, v3 arm, const plane *p, double times, feel *f,
                      matrix2 *t, matrix2 *r)
{
    const mover *m = &s->body[at];
    const mover_inertia *j = &s->inertia[at];
    double im = times * m->inverse_mass;
    double rho2 = times * m->inverse_rho * m->inverse_rho;
    v3 way = v3_scale(m->inverse_rho, arm);
    v3 kn = v3_cross(way, p->n);
    v3 k[2];
    v3 w[2];
    for (int i = 0; i < 2; i++) {
        k[i] = v3_cross(way, p->t[i]);
        w[i] = inertia_times(j, p->t[i]);
    }
    v3 jk[2] = {inertia_times(j, k[0]), inertia_times(j, k[1])};
    f->normal += im + times * v3_dot(kn, inertia_times(j, kn));
    f->twisting += rho2 * v3_dot(p->n, inertia_times(j, p->n));
    t->a += im + times * v3_dot(k[0], jk[0]);
    t->d += im + times * v3_dot(k[1], jk[1]);
    t->b += times * v3_dot(k[0], jk[1]);
    r->a += rho2 * v3_dot(p->t[0], w[0]);
    r->d += rho2 * v3_dot(p->t[1], w[1]);
    r->b += rho2 * v3_dot(p->t[0], w[1]);
}

// A wall that answers along an axis alone.
static void feel_wall(const mover *m, v3 axis, const plane *p, double times, feel *f, matrix2 *t)
{
    double im = times * m->inverse_mass;
    double n = v3_dot(p->n, axis);
    double x = v3_dot(p->t[0], axis);
    double y = v3_dot(p->t[1], axis);
    f->normal += im * n * n;
    t->a += im * x * x;
    t->b += im * x * y;
    t->d += im * y * y;
}

static feel feel_of(const ns_solver *s, const ns_contact *c, double times)
{
    feel f = {0, 0, 0, 0};
    if (c->balls && times == 1) { // arms +-alpha R n
        double im = s->body[c->b].inverse_mass;
        double k = s->set.spin_factor;
        double rho = s->body[c->b].inverse_rho;
        double turn = im * rho * rho;
        if (c->a >= 0) {
            double other = s->body[c->a].inverse_rho;
            double ima = s->body[c->a].inverse_mass;
            turn += ima * other * other;
            im += ima;
        }
        f = (feel){im, (1 + k * c->alpha * c->alpha) * im, k * turn, k * turn};
        return f;
    }
    plane p = {.n = c->normal};
    matrix2 t = {0, 0, 0};
    matrix2 r = {0, 0, 0};
    p.t[0] = v3_perpendicular(c->normal);
    p.t[1] = v3_cross(c->normal, p.t[0]);
    feel_body(s, c->b, contact_arm_b(s, c), &p, 1, &f, &t, &r);
    if (c->a >= 0 && mover_is_wall(s, c->a))
        feel_wall(&s->body[c->a], mover_wall(s, c->a)->axis, &p, times, &f, &t);
    else if (c->a >= 0)
        feel_body(s, c->a, contact_arm_a(s, c), &p, times, &f, &t, &r);
    f.tangential = larger(t.a, t.b, t.d);
    f.rolling = larger(r.a, r.b, r.d);
    return f;
}

// By the speed at which it closes, but at least that of an impact: slower ones take part in the blows of others.
law_limits contact_impact_limits(const ns_solver *s, const ns_contact *c, const contact_feels *f)
{
    double closing = real_max(-v3_dot(c->normal, contact_velocity(s, c)), contact_threshold(s, c));
    const law_feel feel = {f->tangential, f->rolling, f->twisting};
    return law_set_impact_limits(&s->law[c->set], c->r_eff, c->m_eff, closing, feel);
}

contact_feels contact_feel(const ns_solver *s, const ns_contact *c)
{
    return feel_of(s, c, 1);
}

// ---- columns

static double over(double x)
{
    return x > 0 ? 1 / x : 0;
}

static void put3(double *column, int lane, v3 x)
{
    column[lane] = x.x;
    column[SWEEP_LANES + lane] = x.y;
    column[2 * SWEEP_LANES + lane] = x.z;
}

static v3 get3(const double *column, int lane)
{
    return v3_make(column[lane], column[SWEEP_LANES + lane], column[2 * SWEEP_LANES + lane]);
}

static void fill_rich(const ns_solver *s, const ns_contact *c, const law_limits *l, const feel *f,
                      ns_stage stage, const impact_row *from, double *column, int lane)
{
#define AT(k) column[(k)*SWEEP_LANES + lane]
    bool impacts = stage == STAGE_IMPACTS;
    double per_step = impacts ? 1 : 1 / s->set.h;
    double roll = l->rolling_creep * per_step;
    double twist = l->twisting_creep * per_step;
    AT(R_LOW) = impacts || !(c->gap < 0) ? 0 : -(s->set.h * c->share) * l->pull;
    AT(R_CREEP) = l->creep * per_step;
    AT(R_ROLL_LIMIT) = l->rolling;
    AT(R_ROLL_CREEP) = roll;
    AT(R_ROLL_INVERSE) = over(f->rolling + roll);
    AT(R_TWIST_LIMIT) = l->twisting;
    AT(R_TWIST_CREEP) = twist;
    AT(R_TWIST_INVERSE) = over(f->twisting + twist);
    put3(column + R_ROLL * SWEEP_LANES, lane, from->roll);
    AT(R_TWIST) = from->twist;
}

// Bias of a row that is not there: no velocity is so far below it that the contact would push.
static const double never = -1e300;

// Friction of plain contacts does not depend on sizes.
static law_limits limits_of(const ns_solver *s, const ns_contact *c, const feel *f, bool rich,
                            bool impacts)
{
    if (!rich)
        return s->limits[c->set];
    return impacts ? contact_impact_limits(s, c, f) : law_set_limits(&s->law[c->set], c->r_eff);
}

static void fill_lane(const ns_solver *s, const sweep_batch *p, int lane, const ns_contact *c,
                      ns_stage stage, double times)
{
    double *column = p->column;
    bool impacts = stage == STAGE_IMPACTS, there = impacts || c->soft >= 0;
    feel f = {0, 0, 0, 0}; // of plain balls the sweep finds it itself
    if (p->kind.general || p->kind.rich)
        f = feel_of(s, c, times);
    law_limits l = limits_of(s, c, &f, p->kind.rich, impacts);
    const impact_row *from = impacts ? contact_blow(s, c) : &c->impulse;
    double soft = impacts ? 0 : there ? c->soft : 0;
    double creep = p->kind.rich ? l.creep / (impacts ? 1 : s->set.h) : 0;
    put3(column + B_N * SWEEP_LANES, lane, c->normal);
    AT(B_BIAS) = impacts ? c->target : there ? c->bias : never;
    AT(B_SOFT) = soft;
    AT(B_FRICTION) = l.friction;
    AT(B_PUSH) = from->push;
    put3(column + B_T * SWEEP_LANES, lane, from->t);
    if (p->kind.general) {
        AT(B_INVERSE) = over(f.normal + soft);
        AT(B_INVERSE_T) = over(f.tangential + creep);
        v3 arm_a = c->a >= 0 ? contact_arm_a(s, c) : v3_make(0, 0, 0);
        v3 arm_b = contact_arm_b(s, c);
        put3(column + B_ARM * SWEEP_LANES, lane,
             v3_scale(c->a >= 0 ? s->body[c->a].inverse_rho : 0, arm_a));
        put3(column + B_ARM_B * SWEEP_LANES, lane, v3_scale(s->body[c->b].inverse_rho, arm_b));
    } else
        AT(B_ARM) = c->alpha;
    double *wall = column + sweep_wall_column(p->kind) * SWEEP_LANES;
    if (p->kind.side == SIDE_STILL)
        put3(wall, lane, c->wall_velocity);
    if (p->kind.side == SIDE_STILL && p->kind.rich)
        put3(wall + 3 * SWEEP_LANES, lane, c->wall_spin);
    double *rich = column + sweep_rich_column(p->kind) * SWEEP_LANES;
    if (p->kind.rich)
        fill_rich(s, c, &l, &f, stage, from, rich, lane);
    if (p->kind.rich && !there)
        rich[R_LOW * SWEEP_LANES + lane] = 0;
}

void solver_fill_block(const ns_solver *s, ns_block *b, int phase, ns_stage stage)
{
    if (b->columns)
        memset(b->column, 0, (size_t)b->columns * SWEEP_LANES * sizeof *b->column);
    for (int32_t k = 0; k < b->batches; k++) {
        const sweep_batch *p = &b->batch[k];
        for (int l = 0; l < SWEEP_LANES; l++)
            if (b->lane[k][l] >= 0)
                fill_lane(s, p, l, &s->contact[b->lane[k][l]], stage,
                          p->kind.side == SIDE_HUB ? s->hub_load[p->a[l]][phase] : 1);
    }
}

void solver_fill(ns_solver *s, ns_stage stage)
{
#pragma omp parallel num_threads(s->threads)
    for (int p = 0; p < NS_PHASES; p++) {
#pragma omp for schedule(dynamic) nowait
        for (int i = s->phase_first[p]; i < s->phase_first[p + 1]; i++)
            solver_fill_block(s, &s->block[s->phase_block[i]], p, stage);
    }
    solver_fill_block(s, &s->block[s->blocks], 0, stage);
}

static void collect_block(ns_solver *s, const ns_block *b, ns_stage stage)
{
    for (int32_t k = 0; k < b->batches; k++) {
        const sweep_batch *p = &b->batch[k];
        const double *column = p->column;
        const double *rich = column + sweep_rich_column(p->kind) * SWEEP_LANES;
        for (int lane = 0; lane < SWEEP_LANES; lane++) {
            if (b->lane[k][lane] < 0)
                continue;
            ns_contact *c = &s->contact[b->lane[k][lane]];
            impact_row *to = stage == STAGE_IMPACTS ? contact_blow(s, c) : &c->impulse;
            to->push = AT(B_PUSH);
            to->t = get3(column + B_T * SWEEP_LANES, lane);
            to->roll = p->kind.rich ? get3(rich + R_ROLL * SWEEP_LANES, lane) : v3_make(0, 0, 0);
            to->twist = p->kind.rich ? rich[R_TWIST * SWEEP_LANES + lane] : 0;
            if (stage == STAGE_CONSTRAINTS)
                solver_keep_impulse(s, c);
        }
    }
}
#undef AT

void solver_collect(ns_solver *s, ns_stage stage)
{
#pragma omp parallel for num_threads(s->threads) schedule(dynamic)
    for (int i = 0; i < s->phase_first[NS_PHASES]; i++)
        collect_block(s, &s->block[s->phase_block[i]], stage);
    collect_block(s, &s->block[s->blocks], stage);
}
