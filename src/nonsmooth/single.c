// single.c - sweeps in single precision: half the memory, twice the lanes.
//
// Two batches of one bin, which share no body, make one of 16 lanes. Movers and columns are copied in units of a mean
// mass, a diameter and a diameter in a step, in which floats neither overflow nor vanish. When the sweeps are done the
// impulses go back, and velocities are those that the impulses give in double precision, so that momentum is kept to
// the last bit of that. Hubs, few, stay in double precision all the time.
#include "nonsmooth/solver.h"

#include "base/mathlib.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALF = SWEEP_LANES, ALL = SWEEP_LANES_SINGLE };

bool solver_make_single(ns_solver *s, int width)
{
    s->single = calloc(1, sizeof *s->single);
    if (s->single)
        s->single->kernel = sweep_choose_single(width);
    return s->single && s->single->kernel;
}

void solver_free_single(ns_solver *s)
{
    if (!s->single)
        return;
    mem_free(s->single->body);
    mem_free(s->single->inertia);
    mem_free(s->single->hub);
    free(s->single);
}

// ---- room

static bool pair_batches(ns_block *b)
{
    int64_t columns = 0;
    b->singles = 0;
    for (int32_t k = 0; k < b->batches; b->singles++) {
        if (!mem_grow((void **)&b->batch_single, &b->single_room, b->singles + 1,
                      sizeof *b->batch_single))
            return false;
        bool two = k + 1 < b->batches && b->bin[k] == b->bin[k + 1];
        sweep_batch_single *p = &b->batch_single[b->singles];
        p->kind = b->batch[k].kind;
        for (int l = 0; l < ALL; l++) { // without a second batch its lanes are dummies of the first
            const sweep_batch *from = &b->batch[two && l >= HALF ? k + 1 : k];
            bool dummy = !two && l >= HALF;
            p->a[l] = dummy ? 0 : from->a[l % HALF];
            p->b[l] = dummy ? -1 : from->b[l % HALF];
        }
        columns += sweep_columns(p->kind);
        k += two ? 2 : 1;
    }
    if (columns * ALL > b->column_single_room) {
        mem_free(b->column_single);
        b->column_single_room = columns * ALL + columns * 2;
        b->column_single = mem_array(b->column_single_room, sizeof *b->column_single);
        if (!b->column_single)
            b->column_single_room = 0;
    }
    return columns == 0 || b->column_single != NULL;
}

// Lanes without a contact: dummies, which no other block has.
static void give_dummies(ns_block *b, int32_t dummy)
{
    float *column = b->column_single;
    for (int32_t k = 0; k < b->singles; k++) {
        sweep_batch_single *p = &b->batch_single[k];
        p->column = column;
        column += sweep_columns(p->kind) * ALL;
        for (int l = 0; l < ALL; l++)
            if (p->b[l] < 0) {
                p->b[l] = dummy + l % HALF;
                p->a[l] = p->kind.side == SIDE_MOBILE ? p->b[l] : 0;
            }
    }
}

bool solver_reserve_single(ns_solver *s)
{
    ns_single *u = s->single;
    int64_t need = s->movers + (int64_t)SWEEP_LANES * (s->blocks + 1);
    if (need > u->room) {
        mem_free(u->body);
        mem_free(u->inertia);
        u->room = need + need / 8;
        u->body = mem_array(u->room, sizeof *u->body);
        u->inertia = mem_array(u->room, sizeof *u->inertia);
        if (!u->body || !u->inertia)
            u->room = 0;
        if (!u->room)
            return false;
    }
    if (s->hubs > u->hub_room) {
        mem_free(u->hub);
        u->hub_room = s->hubs + s->hubs / 2 + 8;
        u->hub = mem_array(u->hub_room, sizeof *u->hub);
        if (!u->hub)
            u->hub_room = 0;
        if (!u->hub_room)
            return false;
    }
    int bad = 0;
#pragma omp parallel for num_threads(s->threads) schedule(dynamic) reduction(+ : bad)
    for (int i = 0; i < s->phase_first[NS_PHASES]; i++) {
        ns_block *b = &s->block[s->phase_block[i]];
        bad += !pair_batches(b);
        if (!bad)
            give_dummies(b, s->movers + SWEEP_LANES * s->phase_block[i]);
    }
    return bad == 0;
}

// ---- there

// Powers of two, so that units themselves round nothing.
static double power_of_two(double x)
{
    double p = 1;
    for (int i = 0; i < 1000 && p < x; i++)
        p *= 2;
    for (int i = 0; i < 1000 && p > x; i++)
        p *= 0.5;
    return p;
}

static void choose_units(ns_solver *s)
{
    ns_single *u = s->single;
    double least = INFINITY;
    for (int32_t i = 0; i < s->movers; i++)
        if (s->body[i].inverse_mass > 0)
            least = real_min(least, s->body[i].inverse_mass);
    u->mass = power_of_two(least < INFINITY ? 1 / least : 1);
    u->length = power_of_two(s->set.diameter);
    u->speed = power_of_two(s->set.diameter / s->set.h);
}

static mover_single mover_of(const ns_single *u, const mover *m)
{
    double v = 1 / u->speed;
    mover_single f = {
        {(float)(v * m->velocity[0]), (float)(v * m->velocity[1]), (float)(v * m->velocity[2])},
        (float)(u->mass * m->inverse_mass),
        {(float)(v * m->rim[0]), (float)(v * m->rim[1]), (float)(v * m->rim[2])},
        (float)(u->length * m->inverse_rho)};
    return f;
}

void solver_freeze_single(ns_solver *s)
{
    for (int32_t k = 0; k < s->hubs; k++)
        s->single->hub[k] = mover_of(s->single, &s->hub[k]);
}

// What one of a column is in its unit.
static void column_units(const ns_single *u, sweep_kind k, double unit[])
{
    double p = u->mass * u->speed;
    double moment = u->mass * u->length * u->length;
    for (int i = 0; i < sweep_columns(k); i++)
        unit[i] = 1;
    unit[B_BIAS] = 1 / u->speed;
    unit[B_SOFT] = u->mass;
    unit[B_PUSH] = unit[B_T] = unit[B_T + 1] = unit[B_T + 2] = 1 / p;
    if (k.general)
        unit[B_INVERSE] = unit[B_INVERSE_T] = 1 / u->mass;
    for (int i = 0; k.side == SIDE_STILL && i < 3; i++)
        unit[sweep_wall_column(k) + i] = 1 / u->speed;
    for (int i = 3; k.side == SIDE_STILL && k.rich && i < 6; i++)
        unit[sweep_wall_column(k) + i] = u->length / u->speed;
    if (!k.rich)
        return;
    double *r = unit + sweep_rich_column(k);
    r[R_LOW] = 1 / p;
    r[R_CREEP] = u->mass;
    r[R_ROLL_LIMIT] = r[R_TWIST_LIMIT] = 1 / u->length;
    r[R_ROLL_CREEP] = r[R_TWIST_CREEP] = moment;
    r[R_ROLL_INVERSE] = r[R_TWIST_INVERSE] = 1 / moment;
    r[R_ROLL] = r[R_ROLL + 1] = r[R_ROLL + 2] = r[R_TWIST] = 1 / (p * u->length);
}

enum { COLUMNS_MOST = B_GENERAL + 6 + R_COLUMNS };

static float rounded(double x)
{
    return x < -1e30 ? -1e30f : x > 1e30 ? 1e30f : (float)x;
}

static void fill_single(const ns_single *u, ns_block *b)
{
    double unit[COLUMNS_MOST];
    for (int32_t k = 0, n = 0; n < b->singles; n++) {
        sweep_batch_single *p = &b->batch_single[n];
        bool two = k + 1 < b->batches && b->bin[k] == b->bin[k + 1];
        column_units(u, p->kind, unit);
        for (int c = 0; c < sweep_columns(p->kind); c++)
            for (int l = 0; l < ALL; l++) {
                const double *from = l < HALF ? b->batch[k].column
                                     : two    ? b->batch[k + 1].column
                                              : NULL;
                p->column[c * ALL + l] = from ? rounded(unit[c] * from[c * HALF + l % HALF]) : 0;
            }
        k += two ? 2 : 1;
    }
}

void solver_begin_single(ns_solver *s)
{
    ns_single *u = s->single;
    int64_t movers = s->movers + (int64_t)SWEEP_LANES * (s->blocks + 1);
    choose_units(s);
#pragma omp parallel for num_threads(s->threads) schedule(static)
    for (int64_t i = 0; i < movers; i++) {
        const mover_inertia *j = &s->inertia[i];
        double m = u->mass;
        u->body[i] = mover_of(u, &s->body[i]);
        if (i >= s->movers)
            u->body[i].inverse_mass = 1; // dummies
        u->inertia[i] = (mover_inertia_single){(float)(m * j->xx),
                                               (float)(m * j->yy),
                                               (float)(m * j->zz),
                                               (float)(m * j->xy),
                                               (float)(m * j->xz),
                                               (float)(m * j->yz),
                                               {0, 0}};
    }
    solver_freeze_single(s);
#pragma omp parallel for num_threads(s->threads) schedule(dynamic)
    for (int i = 0; i < s->phase_first[NS_PHASES]; i++)
        fill_single(u, &s->block[s->phase_block[i]]);
}

void solver_sweep_single(ns_solver *s, ns_block *b, bool measure)
{
    const ns_single *u = s->single;
    sweep_task_single task = {u->body, u->inertia, s->set.spin_factor, u->hub, b->sum};
    b->most = u->speed * u->kernel->sweep(&task, b->batch_single, b->singles, measure);
}

// ---- and back

static void take_back(const ns_single *u, ns_block *b)
{
    double unit[COLUMNS_MOST];
    for (int32_t k = 0, n = 0; n < b->singles; n++) {
        const sweep_batch_single *p = &b->batch_single[n];
        bool two = k + 1 < b->batches && b->bin[k] == b->bin[k + 1];
        column_units(u, p->kind, unit);
        int rich = p->kind.rich ? sweep_rich_column(p->kind) + R_ROLL : -1;
        for (int c = B_PUSH; c < sweep_columns(p->kind); c++) {
            bool impulse = c < B_T + 3 || (rich >= 0 && c >= rich);
            for (int l = 0; impulse && l < (two ? ALL : HALF); l++)
                b->batch[l < HALF ? k : k + 1].column[c * HALF + l % HALF] =
                    (double)p->column[c * ALL + l] / unit[c];
        }
        k += two ? 2 : 1;
    }
}

// What the sweeps have added to the impulses, in double precision; of hubs that has been done. Contacts take the
// impulses over at once: there may be more sweeps, and theirs are added to these.
static void give_changes(ns_solver *s, const ns_block *b, ns_stage stage)
{
    for (int32_t k = 0; k < b->batches; k++) {
        const sweep_batch *p = &b->batch[k];
        const double *column = p->column;
        const double *rich = column + (sweep_rich_column(p->kind) + R_ROLL) * HALF;
        for (int l = 0; l < HALF; l++) {
            if (b->lane[k][l] < 0)
                continue;
            ns_contact *c = &s->contact[b->lane[k][l]];
            impact_row *was = stage == STAGE_IMPACTS ? contact_blow(s, c) : &c->impulse;
            v3 t = v3_make(column[B_T * HALF + l], column[(B_T + 1) * HALF + l],
                           column[(B_T + 2) * HALF + l]);
            v3 turn = {0, 0, 0};
            if (p->kind.rich) {
                turn = v3_sub(v3_make(rich[l], rich[HALF + l], rich[2 * HALF + l]), was->roll);
                turn = v3_fma(turn, rich[3 * HALF + l] - was->twist, c->normal);
            }
            v3 change = v3_fma(v3_sub(t, was->t), column[B_PUSH * HALF + l] - was->push, c->normal);
            contact_give_side(s, c, change, turn, false);
            was->push = column[B_PUSH * HALF + l];
            was->t = t;
            if (!p->kind.rich)
                continue;
            was->roll = v3_make(rich[l], rich[HALF + l], rich[2 * HALF + l]);
            was->twist = rich[3 * HALF + l];
        }
    }
}

void solver_end_single(ns_solver *s, ns_stage stage)
{
#pragma omp parallel num_threads(s->threads)
    for (int p = 0; p < NS_PHASES; p++) {
#pragma omp for schedule(dynamic)
        for (int i = s->phase_first[p]; i < s->phase_first[p + 1]; i++) {
            ns_block *b = &s->block[s->phase_block[i]];
            take_back(s->single, b);
            give_changes(s, b, stage);
        }
    }
}
