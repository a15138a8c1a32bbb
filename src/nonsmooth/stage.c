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

bool solver_init(ns_solver *solver, const law_set *law, int sets, int threads, int width)
{
    memset(solver, 0, sizeof *solver);
    solver->threads = threads;
    solver->law = law;
    solver->limits = calloc((size_t)sets + 1, sizeof *solver->limits);
    for (int i = 0; solver->limits && i < sets; i++)
        solver->limits[i] = law_set_limits(&law[i], 1);
    solver->kernel = sweep_choose(width);
    solver->thread = calloc((size_t)threads, sizeof *solver->thread);
    solver->found = calloc((size_t)threads, sizeof *solver->found);
    solver->turn = mem_array(threads, sizeof *solver->turn);
    return solver->thread && solver->found && solver->turn && solver->kernel && solver->limits;
}

static void free_block(ns_block *block)
{
    free(block->batch);
    free(block->lane);
    free(block->bin);
    free(block->batch_single);
    mem_free(block->column_single);
    mem_free(block->column);
    free(block->sum);
}

void solver_free(ns_solver *solver)
{
    for (int64_t i = 0; i < solver->block_room; i++)
        free_block(&solver->block[i]);
    for (int thread = 0; solver->thread && thread < solver->threads; thread++) {
        free(solver->thread[thread].mask);
        free(solver->thread[thread].bin);
        free(solver->thread[thread].order);
        free(solver->thread[thread].pair);
    }
    free(solver->block);
    free(solver->thread);
    mem_free(solver->turn);
    mem_free(solver->body);
    mem_free(solver->inertia);
    free(solver->position);
    for (int thread = 0; solver->found && thread < solver->threads; thread++) {
        mem_free(solver->found[thread].contact);
        free(solver->found[thread].link);
    }
    free(solver->found);
    free(solver->link);
    mem_free(solver->contact);
    mem_free(solver->blow);
    free(solver->phase_block);
    free(solver->hub_of);
    free(solver->lag);
    free(solver->hub_mover);
    mem_free(solver->hub);
    free(solver->hub_load);
    free(solver->ways.first);
    free(solver->ways.level);
    free(solver->ways.queue);
    free(solver->ways.to);
    mem_free(solver->start.at);
    mem_free(solver->free.at);
    mem_free(solver->relaxed.at);
    solver_free_single(solver);
    free(solver->home);
    free(solver->dealt);
    free(solver->cell);
    free(solver->cell_count);
    free(solver->memory.kept);
    free(solver->memory.impulse);
    free(solver->memory.head);
    free(solver->limits);
    memset(solver, 0, sizeof *solver);
}

bool solver_keep(const ns_solver *solver, ns_movers *out)
{
    if (solver->movers > out->room || !out->at) {
        mem_free(out->at);
        out->room = solver->movers + solver->movers / 8 + 64;
        out->at = mem_array(out->room, sizeof *out->at);
        if (!out->at)
            out->room = 0;
    }
    if (out->at)
        memcpy(out->at, solver->body, (size_t)solver->movers * sizeof *out->at);
    return out->at != NULL;
}

bool solver_reserve_movers(ns_solver *solver, int32_t movers)
{
    if (movers > solver->mover_room || !solver->body) {
        int64_t room = movers + movers / 8 + 64;
        mover *body = mem_array(room, sizeof *body);
        mover_inertia *inertia = mem_array(room, sizeof *inertia);
        v3 *position = realloc(solver->position, (size_t)room * sizeof *position);
        if (position)
            solver->position = position;
        if (!body || !inertia || !position) {
            mem_free(body);
            mem_free(inertia);
            return false;
        }
        if (solver->mover_room > 0) {
            memcpy(body, solver->body, (size_t)solver->mover_room * sizeof *body);
            memcpy(inertia, solver->inertia, (size_t)solver->mover_room * sizeof *inertia);
        }
        mem_free(solver->body);
        mem_free(solver->inertia);
        solver->body = body;
        solver->inertia = inertia;
        solver->mover_room = room;
    }
    solver->movers = movers;
    return true;
}

// ---- one contact

v3 inertia_times(const mover_inertia *inertia, v3 vector)
{
    return v3_make((inertia->xx * vector.x + inertia->xy * vector.y) + inertia->xz * vector.z,
                   (inertia->xy * vector.x + inertia->yy * vector.y) + inertia->yz * vector.z,
                   (inertia->xz * vector.x + inertia->yz * vector.y) + inertia->zz * vector.z);
}

static v3 spin_of(const mover *mover)
{
    return v3_scale(mover->inverse_rho, mover_rim(mover));
}

static v3 velocity_in(const mover *body, const ns_contact *contact)
{
    const mover *b = &body[contact->b];
    if (contact->balls) { // arms +-alpha R n
        v3 relative = mover_velocity(b);
        v3 turn = mover_rim(b);
        if (contact->a >= 0) {
            relative = v3_sub(relative, mover_velocity(&body[contact->a]));
            turn = v3_add(turn, mover_rim(&body[contact->a]));
        }
        relative = v3_fma(relative, contact->alpha, v3_cross(contact->normal, turn));
        return contact->a < 0 ? v3_sub(relative, contact->wall_velocity) : relative;
    }
    v3 u = v3_add(mover_velocity(b), v3_cross(spin_of(b), contact->arm_b));
    if (contact->a < 0)
        return v3_sub(u, contact->wall_velocity);
    const mover *a = &body[contact->a];
    return v3_sub(u, v3_add(mover_velocity(a), v3_cross(spin_of(a), contact->arm_a)));
}

static v3 spin_in(const mover *body, const ns_contact *contact)
{
    return v3_sub(spin_of(&body[contact->b]),
                  contact->a < 0 ? contact->wall_spin : spin_of(&body[contact->a]));
}

v3 contact_velocity(const ns_solver *solver, const ns_contact *contact)
{
    return velocity_in(solver->body, contact);
}

v3 contact_spin(const ns_solver *solver, const ns_contact *contact)
{
    return spin_in(solver->body, contact);
}

contact_work contact_work_of(const ns_solver *solver, const mover *before,
                             const ns_contact *contact, const impact_row *impulse)
{
    v3 u = v3_scale(0.5, v3_add(velocity_in(before, contact), velocity_in(solver->body, contact)));
    v3 w = v3_scale(0.5, v3_add(spin_in(before, contact), spin_in(solver->body, contact)));
    contact_work work = {impulse->push * v3_dot(contact->normal, u), v3_dot(impulse->t, u),
                         v3_dot(impulse->roll, w) + impulse->twist * v3_dot(contact->normal, w)};
    return work;
}

bool mover_is_wall(const ns_solver *solver, int32_t mover_at)
{
    return !(solver->body[mover_at].inverse_rho > 0);
}

const ns_wall *mover_wall(const ns_solver *solver, int32_t mover_at)
{
    for (int wall = 0; wall < solver->walls; wall++)
        if (solver->wall[wall].mover == mover_at)
            return &solver->wall[wall];
    return NULL;
}

static void give(const ns_solver *solver, int32_t mover_at, v3 impulse, v3 arm, v3 torque)
{
    mover *mover = &solver->body[mover_at];
    if (mover_is_wall(solver, mover_at))
        impulse = v3_scale(v3_dot(impulse, mover_wall(solver, mover_at)->axis),
                           mover_wall(solver, mover_at)->axis);
    v3 velocity = v3_fma(mover_velocity(mover), mover->inverse_mass, impulse);
    v3 turn = v3_scale(mover->inverse_rho, v3_add(v3_cross(arm, impulse), torque));
    v3 rim = v3_add(mover_rim(mover), inertia_times(&solver->inertia[mover_at], turn));
    mover->velocity[0] = velocity.x;
    mover->velocity[1] = velocity.y;
    mover->velocity[2] = velocity.z;
    mover->rim[0] = rim.x;
    mover->rim[1] = rim.y;
    mover->rim[2] = rim.z;
}

// A ball on whose surface, at -+alpha R n, the impulse acts on the one with n away from it, its opposite on the other: both turn alike.
static inline void give_ball(const ns_solver *solver, int32_t mover_at, v3 impulse, v3 turn)
{
    mover *mover = &solver->body[mover_at];
    double im = mover->inverse_mass;
    double turning = solver->set.spin_factor * im;
    mover->velocity[0] += im * impulse.x;
    mover->velocity[1] += im * impulse.y;
    mover->velocity[2] += im * impulse.z;
    mover->rim[0] += turning * turn.x;
    mover->rim[1] += turning * turn.y;
    mover->rim[2] += turning * turn.z;
}

static inline void give_side(const ns_solver *solver, const ns_contact *contact, bool side_b,
                             v3 impulse, v3 torque)
{
    int32_t at = side_b ? contact->b : contact->a;
    double sign = side_b ? 1 : -1;
    if (!contact->balls) {
        give(solver, at, v3_scale(sign, impulse), side_b ? contact->arm_b : contact->arm_a,
             v3_scale(sign, torque));
        return;
    }
    v3 turn = v3_scale(-contact->alpha, v3_cross(contact->normal, impulse));
    give_ball(solver, at, v3_scale(sign, impulse),
              v3_fma(turn, sign * solver->body[at].inverse_rho, torque));
}

enum { AHEAD = 3 }; // batches whose bodies are called into cache

static void call_bodies(const ns_solver *solver, const sweep_batch *batch)
{
    for (int lane = 0; lane < SWEEP_LANES; lane++) {
        __builtin_prefetch(&solver->body[batch->b[lane]], 1, 2);
        if (batch->kind.side == SIDE_MOBILE)
            __builtin_prefetch(&solver->body[batch->a[lane]], 1, 2);
    }
}

void contact_give(ns_solver *solver, const ns_contact *contact, v3 impulse, v3 torque)
{
    give_side(solver, contact, true, impulse, torque);
    if (contact->a >= 0)
        give_side(solver, contact, false, impulse, torque);
}

void contact_give_side(ns_solver *solver, const ns_contact *contact, v3 impulse, v3 torque,
                       bool hubs)
{
    if ((solver->hub_of[contact->b] >= 0) == hubs)
        give_side(solver, contact, true, impulse, torque);
    if (contact->a >= 0 && (solver->hub_of[contact->a] >= 0) == hubs)
        give_side(solver, contact, false, impulse, torque);
}

void solver_give_block(ns_solver *solver, const ns_block *block, bool hubs)
{
    for (int32_t k = 0; k < block->batches; k++) {
        if (k + AHEAD < block->batches)
            call_bodies(solver, &block->batch[k + AHEAD]);
        bool plain =
            block->batch[k].kind.side == SIDE_MOBILE && !block->batch[k].kind.general && !hubs;
        for (int lane = 0; lane < SWEEP_LANES && block->lane[k][lane] >= 0; lane++) {
            const ns_contact *contact = &solver->contact[block->lane[k][lane]];
            if (!(contact->soft >= 0))
                continue;
            v3 impulse = v3_fma(contact->impulse.t, contact->impulse.push, contact->normal);
            v3 torque = v3_fma(contact->impulse.roll, contact->impulse.twist, contact->normal);
            if (plain) {
                give_side(solver, contact, true, impulse, torque);
                give_side(solver, contact, false, impulse, torque);
            } else
                contact_give_side(solver, contact, impulse, torque, hubs);
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

static void feel_body(const ns_solver *solver, int32_t at, v3 arm, const plane *plane, double times,
                      feel *feels, matrix2 *tangential, matrix2 *rolling)
{
    const mover *mover = &solver->body[at];
    const mover_inertia *inertia = &solver->inertia[at];
    double im = times * mover->inverse_mass;
    double rho2 = times * mover->inverse_rho * mover->inverse_rho;
    v3 way = v3_scale(mover->inverse_rho, arm);
    v3 kn = v3_cross(way, plane->n);
    v3 k[2];
    v3 w[2];
    for (int i = 0; i < 2; i++) {
        k[i] = v3_cross(way, plane->t[i]);
        w[i] = inertia_times(inertia, plane->t[i]);
    }
    v3 jk[2] = {inertia_times(inertia, k[0]), inertia_times(inertia, k[1])};
    feels->normal += im + times * v3_dot(kn, inertia_times(inertia, kn));
    feels->twisting += rho2 * v3_dot(plane->n, inertia_times(inertia, plane->n));
    tangential->a += im + times * v3_dot(k[0], jk[0]);
    tangential->d += im + times * v3_dot(k[1], jk[1]);
    tangential->b += times * v3_dot(k[0], jk[1]);
    rolling->a += rho2 * v3_dot(plane->t[0], w[0]);
    rolling->d += rho2 * v3_dot(plane->t[1], w[1]);
    rolling->b += rho2 * v3_dot(plane->t[0], w[1]);
}

// A wall that answers along an axis alone.
static void feel_wall(const mover *mover, v3 axis, const plane *plane, double times, feel *feels,
                      matrix2 *tangential)
{
    double im = times * mover->inverse_mass;
    double n = v3_dot(plane->n, axis);
    double x = v3_dot(plane->t[0], axis);
    double y = v3_dot(plane->t[1], axis);
    feels->normal += im * n * n;
    tangential->a += im * x * x;
    tangential->b += im * x * y;
    tangential->d += im * y * y;
}

static feel feel_of(const ns_solver *solver, const ns_contact *contact, double times)
{
    feel feels = {0, 0, 0, 0};
    if (contact->balls && times == 1) { // arms +-alpha R n
        double im = solver->body[contact->b].inverse_mass;
        double spin_factor = solver->set.spin_factor;
        double rho = solver->body[contact->b].inverse_rho;
        double turn = im * rho * rho;
        if (contact->a >= 0) {
            double other = solver->body[contact->a].inverse_rho;
            double ima = solver->body[contact->a].inverse_mass;
            turn += ima * other * other;
            im += ima;
        }
        feels = (feel){im, (1 + spin_factor * contact->alpha * contact->alpha) * im,
                       spin_factor * turn, spin_factor * turn};
        return feels;
    }
    plane plane = {.n = contact->normal};
    matrix2 tangential = {0, 0, 0};
    matrix2 rolling = {0, 0, 0};
    plane.t[0] = v3_perpendicular(contact->normal);
    plane.t[1] = v3_cross(contact->normal, plane.t[0]);
    feel_body(solver, contact->b, contact_arm_b(solver, contact), &plane, 1, &feels, &tangential,
              &rolling);
    if (contact->a >= 0 && mover_is_wall(solver, contact->a))
        feel_wall(&solver->body[contact->a], mover_wall(solver, contact->a)->axis, &plane, times,
                  &feels, &tangential);
    else if (contact->a >= 0)
        feel_body(solver, contact->a, contact_arm_a(solver, contact), &plane, times, &feels,
                  &tangential, &rolling);
    feels.tangential = larger(tangential.a, tangential.b, tangential.d);
    feels.rolling = larger(rolling.a, rolling.b, rolling.d);
    return feels;
}

// By the speed at which it closes, but at least that of an impact: slower ones take part in the blows of others.
law_limits contact_impact_limits(const ns_solver *solver, const ns_contact *contact,
                                 const contact_feels *feels)
{
    double closing = real_max(-v3_dot(contact->normal, contact_velocity(solver, contact)),
                              contact_threshold(solver, contact));
    const law_feel feel = {feels->tangential, feels->rolling, feels->twisting};
    return law_set_impact_limits(&solver->law[contact->set], contact->r_eff, contact->m_eff,
                                 closing, feel);
}

contact_feels contact_feel(const ns_solver *solver, const ns_contact *contact)
{
    return feel_of(solver, contact, 1);
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

static void fill_rich(const ns_solver *solver, const ns_contact *contact, const law_limits *limits,
                      const feel *feels, ns_stage stage, const impact_row *from, double *column,
                      int lane)
{
#define AT(k) column[(k)*SWEEP_LANES + lane]
    bool impacts = stage == STAGE_IMPACTS;
    double per_step = impacts ? 1 : 1 / solver->set.h;
    double roll = limits->rolling_creep * per_step;
    double twist = limits->twisting_creep * per_step;
    AT(R_LOW) =
        impacts || !(contact->gap < 0) ? 0 : -(solver->set.h * contact->share) * limits->pull;
    AT(R_CREEP) = limits->creep * per_step;
    AT(R_ROLL_LIMIT) = limits->rolling;
    AT(R_ROLL_CREEP) = roll;
    AT(R_ROLL_INVERSE) = over(feels->rolling + roll);
    AT(R_TWIST_LIMIT) = limits->twisting;
    AT(R_TWIST_CREEP) = twist;
    AT(R_TWIST_INVERSE) = over(feels->twisting + twist);
    put3(column + R_ROLL * SWEEP_LANES, lane, from->roll);
    AT(R_TWIST) = from->twist;
}

// Bias of a row that is not there: no velocity is so far below it that the contact would push.
static const double never = -1e300;

// Friction of plain contacts does not depend on sizes.
static law_limits limits_of(const ns_solver *solver, const ns_contact *contact, const feel *feels,
                            bool rich, bool impacts)
{
    if (!rich)
        return solver->limits[contact->set];
    return impacts ? contact_impact_limits(solver, contact, feels)
                   : law_set_limits(&solver->law[contact->set], contact->r_eff);
}

static void fill_lane(const ns_solver *solver, const sweep_batch *batch, int lane,
                      const ns_contact *contact, ns_stage stage, double times)
{
    double *column = batch->column;
    bool impacts = stage == STAGE_IMPACTS, there = impacts || contact->soft >= 0;
    feel feels = {0, 0, 0, 0}; // of plain balls the sweep finds it itself
    if (batch->kind.general || batch->kind.rich)
        feels = feel_of(solver, contact, times);
    law_limits limits = limits_of(solver, contact, &feels, batch->kind.rich, impacts);
    const impact_row *from = impacts ? contact_blow(solver, contact) : &contact->impulse;
    double soft = impacts ? 0 : there ? contact->soft : 0;
    double creep = batch->kind.rich ? limits.creep / (impacts ? 1 : solver->set.h) : 0;
    put3(column + B_N * SWEEP_LANES, lane, contact->normal);
    AT(B_BIAS) = impacts ? contact->target : there ? contact->bias : never;
    AT(B_SOFT) = soft;
    AT(B_FRICTION) = limits.friction;
    AT(B_PUSH) = from->push;
    put3(column + B_T * SWEEP_LANES, lane, from->t);
    if (batch->kind.general) {
        AT(B_INVERSE) = over(feels.normal + soft);
        AT(B_INVERSE_T) = over(feels.tangential + creep);
        v3 arm_a = contact->a >= 0 ? contact_arm_a(solver, contact) : v3_make(0, 0, 0);
        v3 arm_b = contact_arm_b(solver, contact);
        put3(column + B_ARM * SWEEP_LANES, lane,
             v3_scale(contact->a >= 0 ? solver->body[contact->a].inverse_rho : 0, arm_a));
        put3(column + B_ARM_B * SWEEP_LANES, lane,
             v3_scale(solver->body[contact->b].inverse_rho, arm_b));
    } else
        AT(B_ARM) = contact->alpha;
    double *wall = column + sweep_wall_column(batch->kind) * SWEEP_LANES;
    if (batch->kind.side == SIDE_STILL)
        put3(wall, lane, contact->wall_velocity);
    if (batch->kind.side == SIDE_STILL && batch->kind.rich)
        put3(wall + 3 * SWEEP_LANES, lane, contact->wall_spin);
    double *rich = column + sweep_rich_column(batch->kind) * SWEEP_LANES;
    if (batch->kind.rich)
        fill_rich(solver, contact, &limits, &feels, stage, from, rich, lane);
    if (batch->kind.rich && !there)
        rich[R_LOW * SWEEP_LANES + lane] = 0;
}

void solver_fill_block(const ns_solver *solver, ns_block *block, int phase, ns_stage stage)
{
    if (block->columns)
        memset(block->column, 0, (size_t)block->columns * SWEEP_LANES * sizeof *block->column);
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        for (int lane = 0; lane < SWEEP_LANES; lane++)
            if (block->lane[k][lane] >= 0)
                fill_lane(solver, batch, lane, &solver->contact[block->lane[k][lane]], stage,
                          batch->kind.side == SIDE_HUB ? solver->hub_load[batch->a[lane]][phase]
                                                       : 1);
    }
}

void solver_fill(ns_solver *solver, ns_stage stage)
{
#pragma omp parallel num_threads(solver->threads)
    for (int phase = 0; phase < NS_PHASES; phase++) {
#pragma omp for schedule(dynamic) nowait
        for (int i = solver->phase_first[phase]; i < solver->phase_first[phase + 1]; i++)
            solver_fill_block(solver, &solver->block[solver->phase_block[i]], phase, stage);
    }
    solver_fill_block(solver, &solver->block[solver->blocks], 0, stage);
}

static void collect_block(ns_solver *solver, const ns_block *block, ns_stage stage)
{
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        const double *column = batch->column;
        const double *rich = column + sweep_rich_column(batch->kind) * SWEEP_LANES;
        for (int lane = 0; lane < SWEEP_LANES; lane++) {
            if (block->lane[k][lane] < 0)
                continue;
            ns_contact *contact = &solver->contact[block->lane[k][lane]];
            impact_row *to =
                stage == STAGE_IMPACTS ? contact_blow(solver, contact) : &contact->impulse;
            to->push = AT(B_PUSH);
            to->t = get3(column + B_T * SWEEP_LANES, lane);
            to->roll =
                batch->kind.rich ? get3(rich + R_ROLL * SWEEP_LANES, lane) : v3_make(0, 0, 0);
            to->twist = batch->kind.rich ? rich[R_TWIST * SWEEP_LANES + lane] : 0;
            if (stage == STAGE_CONSTRAINTS)
                solver_keep_impulse(solver, contact);
        }
    }
}
#undef AT

void solver_collect(ns_solver *solver, ns_stage stage)
{
#pragma omp parallel for num_threads(solver->threads) schedule(dynamic)
    for (int i = 0; i < solver->phase_first[NS_PHASES]; i++)
        collect_block(solver, &solver->block[solver->phase_block[i]], stage);
    collect_block(solver, &solver->block[solver->blocks], stage);
}
