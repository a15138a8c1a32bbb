// contact.c - one contact of the nonsmooth solver: how its bodies move against each other, what it gives them, and what it
// feels of their masses.
#include "nonsmooth/stages.h"

#include "base/mathlib.h"

#include <math.h>

v3 inertia_times(const mover_inertia *inertia, v3 vector)
{
    const mover_inertia *of = inertia;
    v3 product;
    product.x = (of->xx * vector.x + of->xy * vector.y) + of->xz * vector.z;
    product.y = (of->xy * vector.x + of->yy * vector.y) + of->yz * vector.z;
    product.z = (of->xz * vector.x + of->yz * vector.y) + of->zz * vector.z;
    return product;
}

static v3 spin_of(const mover *mover)
{
    return v3_scale(mover->inverse_rho, mover_rim(mover));
}

// Of two balls, or of a ball and something still: arms are +-alpha R n.
static v3 velocity_of_balls(const mover *body, const ns_contact *contact)
{
    const mover *b = &body[contact->b];
    v3 relative = mover_velocity(b);
    v3 turn = mover_rim(b);
    if (contact->a >= 0) {
        const mover *a = &body[contact->a];
        relative = v3_sub(relative, mover_velocity(a));
        turn = v3_add(turn, mover_rim(a));
    }
    v3 across = v3_cross(contact->normal, turn);
    relative = v3_fma(relative, contact->alpha, across);
    return contact->a < 0 ? v3_sub(relative, contact->wall_velocity) : relative;
}

static v3 velocity_at(const mover *mover, v3 arm)
{
    v3 by_spin = v3_cross(spin_of(mover), arm);
    return v3_add(mover_velocity(mover), by_spin);
}

static v3 velocity_in(const mover *body, const ns_contact *contact)
{
    if (contact->balls)
        return velocity_of_balls(body, contact);
    v3 u = velocity_at(&body[contact->b], contact->arm_b);
    if (contact->a < 0)
        return v3_sub(u, contact->wall_velocity);
    return v3_sub(u, velocity_at(&body[contact->a], contact->arm_a));
}

static v3 spin_in(const mover *body, const ns_contact *contact)
{
    bool still = contact->a < 0;
    v3 spin_a = still ? contact->wall_spin : spin_of(&body[contact->a]);
    return v3_sub(spin_of(&body[contact->b]), spin_a);
}

v3 contact_velocity_with(const mover *body, const ns_contact *contact)
{
    return velocity_in(body, contact);
}

v3 contact_velocity(const ns_solver *solver, const ns_contact *contact)
{
    return velocity_in(solver->movers.body, contact);
}

v3 contact_spin(const ns_solver *solver, const ns_contact *contact)
{
    return spin_in(solver->movers.body, contact);
}

contact_work contact_work_of(const ns_solver *solver, const mover *before,
                             const ns_contact *contact, const impact_row *impulse)
{
    const mover *now = solver->movers.body;
    v3 twice_u = v3_add(velocity_in(before, contact), velocity_in(now, contact));
    v3 twice_w = v3_add(spin_in(before, contact), spin_in(now, contact));
    v3 u = v3_scale(0.5, twice_u);
    v3 w = v3_scale(0.5, twice_w);
    double u_n = v3_dot(contact->normal, u);
    double w_n = v3_dot(contact->normal, w);
    double rolled = v3_dot(impulse->roll, w);
    return (contact_work){
        .normal = impulse->push * u_n,
        .friction = v3_dot(impulse->drag, u),
        .rolling = rolled + impulse->twist * w_n,
    };
}

bool mover_is_wall(const ns_solver *solver, int32_t mover_at)
{
    return mover_at >= solver->movers.walls_from;
}

const ns_wall *mover_wall(const ns_solver *solver, int32_t mover_at)
{
    for (int wall = 0; wall < solver->bounds.walls; wall++) {
        if (solver->bounds.wall[wall].mover == mover_at)
            return &solver->bounds.wall[wall];
    }
    return NULL;
}

v3 wall_lets(const ns_wall *wall, v3 vector)
{
    if (!wall->body)
        return v3_scale(v3_dot(vector, wall->axis), wall->axis);
    return v3_make(wall->free.x * vector.x, wall->free.y * vector.y, wall->free.z * vector.z);
}

static void give(const ns_solver *solver, int32_t mover_at, v3 impulse, v3 arm, v3 torque)
{
    mover *mover = &solver->movers.body[mover_at];
    const mover_inertia *inertia = &solver->movers.inertia[mover_at];
    v3 moves = impulse;
    if (mover_is_wall(solver, mover_at))
        moves = wall_lets(mover_wall(solver, mover_at), impulse);
    v3 velocity = v3_fma(mover_velocity(mover), mover->inverse_mass, moves);
    v3 moment = v3_add(v3_cross(arm, impulse), torque);
    v3 turn = v3_scale(mover->inverse_rho, moment);
    v3 rim = v3_add(mover_rim(mover), inertia_times(inertia, turn));
    mover->velocity[0] = velocity.x;
    mover->velocity[1] = velocity.y;
    mover->velocity[2] = velocity.z;
    mover->rim[0] = rim.x;
    mover->rim[1] = rim.y;
    mover->rim[2] = rim.z;
}

// The impulse acts on the surface of a ball, at -+alpha R n: on the ball that n leads to as it is, on the other one its
// opposite. Both turn alike.
static inline void give_ball(const ns_solver *solver, int32_t mover_at, v3 impulse, v3 turn)
{
    mover *mover = &solver->movers.body[mover_at];
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
    v3 own = v3_scale(sign, impulse);
    if (!contact->balls) {
        v3 arm = side_b ? contact->arm_b : contact->arm_a;
        v3 own_torque = v3_scale(sign, torque);
        give(solver, at, own, arm, own_torque);
        return;
    }
    double inverse_rho = solver->movers.body[at].inverse_rho;
    v3 across = v3_cross(contact->normal, impulse);
    v3 turn = v3_scale(-contact->alpha, across);
    turn = v3_fma(turn, sign * inverse_rho, torque);
    give_ball(solver, at, own, turn);
}

enum { AHEAD = 3 }; // batches whose bodies are called into cache

static void call_bodies(const ns_solver *solver, const sweep_batch *batch)
{
    const mover *body = solver->movers.body;
    bool mobile = batch->kind.side == SIDE_MOBILE;
    for (int lane = 0; lane < SWEEP_LANES; lane++) {
        __builtin_prefetch(&body[batch->b[lane]], 1, 2);
        if (mobile)
            __builtin_prefetch(&body[batch->a[lane]], 1, 2);
    }
}

void contact_give(ns_solver *solver, const ns_contact *contact, v3 impulse, v3 torque)
{
    give_side(solver, contact, true, impulse, torque);
    if (contact->a >= 0)
        give_side(solver, contact, false, impulse, torque);
}

static bool is_hub(const ns_solver *solver, int32_t mover_at)
{
    return solver->hubs.of_mover[mover_at] >= 0;
}

void contact_give_side(ns_solver *solver, const ns_contact *contact, v3 impulse, v3 torque,
                       bool hubs)
{
    if (is_hub(solver, contact->b) == hubs)
        give_side(solver, contact, true, impulse, torque);
    if (contact->a >= 0 && is_hub(solver, contact->a) == hubs)
        give_side(solver, contact, false, impulse, torque);
}

static void give_batch(ns_solver *solver, const sweep_batch *batch, const int32_t *number,
                       bool hubs)
{
    const bool plain = batch->kind.side == SIDE_MOBILE && !batch->kind.general && !hubs;
    for (int lane = 0; lane < SWEEP_LANES && number[lane] >= 0; lane++) {
        const ns_contact *contact = &solver->network.contact[number[lane]];
        const impact_row *given = &contact->impulse;
        if (!(contact->soft >= 0))
            continue;
        v3 impulse = v3_fma(given->drag, given->push, contact->normal);
        v3 torque = v3_fma(given->roll, given->twist, contact->normal);
        if (plain) {
            give_side(solver, contact, true, impulse, torque);
            give_side(solver, contact, false, impulse, torque);
        } else {
            contact_give_side(solver, contact, impulse, torque, hubs);
        }
    }
}

void solver_give_block(ns_solver *solver, const ns_block *block, bool hubs, bool filled)
{
    const sweep_task task = {
        .body = solver->movers.body,
        .spin_factor = solver->set.spin_factor,
    };
    for (int32_t k = 0; k < block->batches; k++) {
        const sweep_batch *batch = &block->batch[k];
        const bool balls = !batch->kind.general && !batch->kind.rich;
        if (k + AHEAD < block->batches)
            call_bodies(solver, &block->batch[k + AHEAD]);
        if (filled && balls)
            solver->kernel->give(&task, batch);
        else
            give_batch(solver, batch, block->lane[k], hubs);
    }
}

// ---- inverse masses that a contact feels; those of a hub count as often as it has contacts in the phase

typedef struct plane {
    v3 n, t[2];
} plane;

// Symmetric: a and d on the diagonal.
typedef struct matrix2 {
    double a, b, d;
} matrix2;

static double larger(const matrix2 *matrix) // eigenvalue
{
    double a = matrix->a;
    double b = matrix->b;
    double d = matrix->d;
    double mean = 0.5 * (a + d);
    double square = 0.25 * (a - d) * (a - d) + b * b;
    return mean + sqrt(square);
}

// What the two bodies add up to: along the normal and about it, and in the plane as matrices.
typedef struct felt {
    double normal, twisting;
    double across[2];
    matrix2 tangential, rolling;
} felt;

static void feel_body(const ns_solver *solver, int32_t at, v3 arm, const plane *plane, double times,
                      felt *sum)
{
    const mover *mover = &solver->movers.body[at];
    const mover_inertia *inertia = &solver->movers.inertia[at];
    matrix2 *tangential = &sum->tangential;
    matrix2 *rolling = &sum->rolling;
    double im = mover_is_wall(solver, at) ? 0 : times * mover->inverse_mass; // see feel_wall
    double rho2 = times * mover->inverse_rho * mover->inverse_rho;
    v3 way = v3_scale(mover->inverse_rho, arm);
    // the turn that an impulse of one along n and t makes, and the moments about them
    v3 turn_n = v3_cross(way, plane->n);
    v3 swing_n = inertia_times(inertia, turn_n);
    v3 about_n = inertia_times(inertia, plane->n);
    v3 turn[2];
    v3 swing[2];
    v3 about[2];
    for (int i = 0; i < 2; i++) {
        turn[i] = v3_cross(way, plane->t[i]);
        swing[i] = inertia_times(inertia, turn[i]);
        about[i] = inertia_times(inertia, plane->t[i]);
    }
    sum->normal += im + times * v3_dot(turn_n, swing_n);
    sum->twisting += rho2 * v3_dot(plane->n, about_n);
    tangential->a += im + times * v3_dot(turn[0], swing[0]);
    tangential->d += im + times * v3_dot(turn[1], swing[1]);
    tangential->b += times * v3_dot(turn[0], swing[1]);
    sum->across[0] += times * v3_dot(turn[0], swing_n);
    sum->across[1] += times * v3_dot(turn[1], swing_n);
    rolling->a += rho2 * v3_dot(plane->t[0], about[0]);
    rolling->d += rho2 * v3_dot(plane->t[1], about[1]);
    rolling->b += rho2 * v3_dot(plane->t[0], about[1]);
}

// A wall that answers along an axis alone, or along each of some.
static void feel_wall(const mover *mover, v3 axis, const plane *plane, double times, felt *sum)
{
    double im = times * mover->inverse_mass;
    double n = v3_dot(plane->n, axis);
    double x = v3_dot(plane->t[0], axis);
    double y = v3_dot(plane->t[1], axis);
    sum->normal += im * n * n;
    sum->tangential.a += im * x * x;
    sum->tangential.b += im * x * y;
    sum->tangential.d += im * y * y;
    sum->across[0] += im * n * x;
    sum->across[1] += im * n * y;
}

// Of two balls, or a ball and something still: arms are +-alpha R n.
static contact_feels feel_of_balls(const ns_solver *solver, const ns_contact *contact)
{
    double spin_factor = solver->set.spin_factor;
    double alpha = contact->alpha;
    const mover *ball = &solver->movers.body[contact->b];
    double inverse_mass = ball->inverse_mass;
    double turn = inverse_mass * ball->inverse_rho * ball->inverse_rho;
    if (contact->a >= 0) {
        const mover *other = &solver->movers.body[contact->a];
        turn += other->inverse_mass * other->inverse_rho * other->inverse_rho;
        inverse_mass += other->inverse_mass;
    }
    double swing = 1 + spin_factor * alpha * alpha;
    return (contact_feels){
        .normal = inverse_mass,
        .tangential = swing * inverse_mass,
        .rolling = spin_factor * turn,
        .twisting = spin_factor * turn,
    };
}

contact_feels contact_feel_times(const ns_solver *solver, const ns_contact *contact, double times)
{
    if (contact->balls && times == 1)
        return feel_of_balls(solver, contact);
    plane plane = {.n = contact->normal};
    felt sum = {0};
    int32_t a = contact->a;
    plane.t[0] = v3_perpendicular(contact->normal);
    plane.t[1] = v3_cross(contact->normal, plane.t[0]);
    v3 arm_b = contact_arm_b(solver, contact);
    feel_body(solver, contact->b, arm_b, &plane, 1, &sum);
    const ns_wall *wall = a >= 0 && mover_is_wall(solver, a) ? mover_wall(solver, a) : NULL;
    if (wall && !wall->body)
        feel_wall(&solver->movers.body[a], wall->axis, &plane, times, &sum);
    for (int axis = 0; wall && wall->body && axis < 3; axis++) {
        const v3 along = v3_make(axis == 0, axis == 1, axis == 2);
        if (v3_component(wall->free, axis) > 0)
            feel_wall(&solver->movers.body[a], along, &plane, times, &sum);
    }
    if (a >= 0 && (!wall || wall->body)) {
        v3 arm_a = contact_arm_a(solver, contact);
        feel_body(solver, a, arm_a, &plane, times, &sum);
    }
    return (contact_feels){
        .normal = sum.normal,
        .tangential = larger(&sum.tangential),
        .rolling = larger(&sum.rolling),
        .twisting = sum.twisting,
        .across = sqrt(sum.across[0] * sum.across[0] + sum.across[1] * sum.across[1]),
    };
}

// By the speed at which it closes, but at least that of an impact: slower ones take part in the blows of others.
law_limits contact_impact_limits(const ns_solver *solver, const ns_contact *contact, double closing,
                                 const contact_feels *feels)
{
    const double speed = real_max(closing, contact_threshold(solver, contact));
    const law_feel feel = {
        .tangential = feels->tangential,
        .rolling = feels->rolling,
        .twisting = feels->twisting,
    };
    return law_set_impact_limits(&solver->law[contact->set], contact->r_eff, contact->m_eff, speed,
                                 feel);
}

contact_feels contact_feel(const ns_solver *solver, const ns_contact *contact)
{
    return contact_feel_times(solver, contact, 1);
}
