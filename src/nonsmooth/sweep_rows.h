// sweep_rows.h - the rows of a contact and how a batch goes through them (sweep.h has the formulas), written once for
// both precisions: the file that includes this says what `batch`, `task` and LANES are, base/simd_real.h what a number
// is.
//
// Two ways lead through a batch. Plain balls need no more of two bodies than v_b - v_a, s_a + s_b and 1/m_a + 1/m_b
// (s is rho spin): rows of memory are combined before they are turned into columns, and the impulse is turned back into
// rows and added there, which halves the shuffles. For balls the push does not change u_t, nor friction u_n, so both
// are found from the same velocities. All other kinds have both bodies in columns.
#ifndef SCREE_NONSMOOTH_SWEEP_ROWS_H
#define SCREE_NONSMOOTH_SWEEP_ROWS_H

#include <stddef.h>

#define INLINE static inline __attribute__((always_inline))

// Contacts of a batch, as many as a vector has lanes.
typedef struct lanes {
    const int32_t *a, *b;
    real *first; // number of these lanes in column 0
} lanes;

INLINE vr column(lanes lanes, int number)
{
    return vr_load(lanes.first + number * LANES);
}

INLINE vr3 column3(lanes lanes, int first)
{
    return vr3_make(column(lanes, first), column(lanes, first + 1), column(lanes, first + 2));
}

INLINE void column_store(lanes lanes, int number, vr value)
{
    vr_store(lanes.first + number * LANES, value);
}

INLINE void column3_store(lanes lanes, int first, vr3 value)
{
    column_store(lanes, first, value.x);
    column_store(lanes, first + 1, value.y);
    column_store(lanes, first + 2, value.z);
}

// A body in columns: velocity, inverse mass, rho spin, inverse rho.
typedef struct body {
    vr3 v;
    vr mass;
    vr3 s;
    vr rho;
} body;

INLINE body body_load(const real *bodies, const int32_t *at)
{
    vr numbers[8];
    rec_gather(bodies, at, numbers);
    body body = {
        .v = {numbers[0], numbers[1], numbers[2]},
        .mass = numbers[3],
        .s = {numbers[4], numbers[5], numbers[6]},
        .rho = numbers[7],
    };
    return body;
}

INLINE void body_store(real *bodies, const int32_t *at, const body *body)
{
    vr numbers[8] = {body->v.x, body->v.y, body->v.z, body->mass,
                     body->s.x, body->s.y, body->s.z, body->rho};
    rec_scatter(bodies, at, numbers);
}

typedef struct turning {
    vr xx, yy, zz, xy, xz, yz;
} turning;

INLINE turning turning_load(const real *bodies, const int32_t *at)
{
    vr numbers[8];
    rec_gather(bodies, at, numbers);
    turning turning = {
        .xx = numbers[0],
        .yy = numbers[1],
        .zz = numbers[2],
        .xy = numbers[3],
        .xz = numbers[4],
        .yz = numbers[5],
    };
    return turning;
}

INLINE vr3 turned(const turning *turning, vr3 moment)
{
    vr x = (turning->xx * moment.x + turning->xy * moment.y) + turning->xz * moment.z;
    vr y = (turning->xy * moment.x + turning->yy * moment.y) + turning->yz * moment.z;
    vr z = (turning->xz * moment.x + turning->yz * moment.y) + turning->zz * moment.z;
    return vr3_make(x, y, z);
}

// -- rows: the impulse of each before and after; what comes back is the change --------------------------------------

INLINE vr3 cut(vr3 impulse, vr limit)
{
    vr square = vr3_dot(impulse, impulse);
    vr shorter = limit / vr_sqrt(square);
    vr scale = vr_select(vr_gt(square, limit * limit), shorter, vr_set(1));
    return vr3_scale(scale, impulse);
}

// What a row lacked, as a velocity; rows of unused lanes have an inverse of 0 and lack nothing.
INLINE vr lacking(vr change, vr inverse, vr worst)
{
    vr lacked = vr_keep(vr_gt(change, vr_set(0)), change / inverse);
    return vr_max(lacked, worst);
}

INLINE vr push_row(lanes lanes, vr u_n, vr low, vr inverse)
{
    vr old = column(lanes, B_PUSH);
    vr yielded = column(lanes, B_SOFT) * old;
    vr lacked = (column(lanes, B_BIAS) - u_n) - yielded;
    vr now = vr_max(low, old + lacked * inverse);
    column_store(lanes, B_PUSH, now);
    return now - old;
}

// Friction and rolling: the impulse stands in three columns, `slip` is what shall vanish.
INLINE vr3 plane_row(lanes lanes, int first, vr3 slip, vr inverse, vr limit)
{
    vr3 old = column3(lanes, first);
    vr3 free = vr3_sub(old, vr3_scale(inverse, slip));
    vr3 now = cut(free, limit);
    column3_store(lanes, first, now);
    return vr3_sub(now, old);
}

INLINE vr twist_row(lanes lanes, int first, vr slip, vr inverse, vr limit)
{
    vr old = column(lanes, first);
    vr free = old - slip * inverse;
    vr now = vr_max(vr_set(0) - limit, vr_min(limit, free));
    column_store(lanes, first, now);
    return now - old;
}

// 1/(D_n + soft) and 1/(D_t + creep).
typedef struct inverses {
    vr n, t;
} inverses;

// Of balls from the sum of their inverse masses: two divisions cost less than to fetch two columns more from memory.
INLINE inverses ball_inverses(lanes lanes, vr mass, vr alpha, vr swing, vr creep)
{
    vr one = vr_set(1);
    vr normal = mass + column(lanes, B_SOFT);
    vr tangential = mass * (one + swing * alpha) + creep;
    inverses inverse = {
        .n = one / normal,
        .t = one / tangential,
    };
    return inverse;
}

// What the rows of push and drag lacked at the most.
INLINE vr most_lacking(vr push, vr3 drag, inverses inverse, vr worst)
{
    vr drag_size = vr_sqrt(vr3_dot(drag, drag));
    vr of_push = lacking(vr_abs(push), inverse.n, worst);
    return lacking(drag_size, inverse.t, of_push);
}

// -- plain balls ----------------------------------------------------------------------------------------------------

INLINE vr plain_balls(const task *task, lanes lanes, bool still, bool measure, vr worst)
{
    real *bodies = (real *)task->body;
    vr numbers[8];
    if (still)
        rec_gather(bodies, lanes.b, numbers);
    else
        rec_combine(bodies, lanes.a, lanes.b, numbers);
    vr3 n = column3(lanes, B_N);
    vr3 u = vr3_make(numbers[0], numbers[1], numbers[2]);
    vr3 s = vr3_make(numbers[4], numbers[5], numbers[6]);
    if (still)
        u = vr3_sub(u, column3(lanes, B_PLAIN));
    vr alpha = column(lanes, B_ARM);
    vr swing = vr_set((real)task->spin_factor) * alpha;
    vr u_n = vr3_dot(n, u);
    inverses inverse = ball_inverses(lanes, numbers[3], alpha, swing, vr_set(0));
    vr push = push_row(lanes, u_n, vr_set(0), inverse.n);
    vr3 by_spins = vr3_scale(alpha, vr3_cross(n, s));
    vr3 surface = vr3_add(u, by_spins);
    vr3 u_t = vr3_sub(surface, vr3_scale(u_n, n));
    vr limit = column(lanes, B_FRICTION) * column(lanes, B_PUSH);
    vr3 drag = plane_row(lanes, B_T, u_t, inverse.t, limit);
    vr3 turn = vr3_scale(vr_set(0) - swing, vr3_cross(n, drag));
    vr3 impulse = vr3_add(vr3_scale(push, n), drag);
    rec_kick(bodies, still ? NULL : lanes.a, lanes.b, impulse, turn);
    return measure ? most_lacking(push, drag, inverse, worst) : worst;
}

// -- all other kinds ------------------------------------------------------------------------------------------------

typedef struct contact {
    sweep_kind kind;
    body a, b;              // a: the hub; of what stands still only v, at the contact
    turning turn_a, turn_b; // general
    vr3 n, arm_a, arm_b;    // arms: general
    vr alpha, swing;        // balls: spin_factor alpha
    vr spin_factor;
    vr3 spin_a;              // still and rich: given
    vr3 hub_given, hub_turn; // for hub_sum
} contact;

INLINE contact contact_load(const task *task, lanes lanes, sweep_kind kind)
{
    contact contact = {
        .kind = kind,
        .n = column3(lanes, B_N),
        .hub_given = vr3_zero(),
        .hub_turn = vr3_zero(),
    };
    contact.b = body_load((const real *)task->body, lanes.b);
    if (kind.side == SIDE_STILL) {
        contact.a.v = column3(lanes, sweep_wall_column(kind));
    } else {
        contact.a = body_load(
            kind.side == SIDE_HUB ? (const real *)task->hub : (const real *)task->body, lanes.a);
    }
    if (kind.side == SIDE_STILL && kind.rich)
        contact.spin_a = column3(lanes, sweep_wall_column(kind) + 3);
    if (kind.general) {
        contact.turn_b = turning_load((const real *)task->inertia, lanes.b);
        if (kind.side == SIDE_MOBILE)
            contact.turn_a = turning_load((const real *)task->inertia, lanes.a);
        contact.arm_a = column3(lanes, B_ARM);
        contact.arm_b = column3(lanes, B_ARM_B);
    } else {
        contact.alpha = column(lanes, B_ARM);
        contact.spin_factor = vr_set((real)task->spin_factor);
        contact.swing = contact.spin_factor * contact.alpha;
    }
    return contact;
}

INLINE vr3 slip(const contact *contact)
{
    const body *a = &contact->a;
    const body *b = &contact->b;
    vr3 u = vr3_sub(b->v, a->v);
    bool still = contact->kind.side == SIDE_STILL;
    if (!contact->kind.general) {
        vr3 spins = still ? b->s : vr3_add(a->s, b->s);
        vr3 by_spins = vr3_scale(contact->alpha, vr3_cross(contact->n, spins));
        return vr3_add(u, by_spins);
    }
    u = vr3_add(u, vr3_cross(b->s, contact->arm_b));
    return still ? u : vr3_sub(u, vr3_cross(a->s, contact->arm_a));
}

// The impulse on b, its opposite on a; `across` is the part of it that turns balls.
INLINE void strike(contact *contact, vr3 impulse, vr3 across)
{
    body *a = &contact->a;
    body *b = &contact->b;
    bool mobile = contact->kind.side == SIDE_MOBILE;
    b->v = vr3_add(b->v, vr3_scale(b->mass, impulse));
    if (mobile)
        a->v = vr3_sub(a->v, vr3_scale(a->mass, impulse));
    if (!contact->kind.general) {
        vr3 turn = vr3_scale(contact->swing, vr3_cross(contact->n, across));
        b->s = vr3_sub(b->s, vr3_scale(b->mass, turn));
        if (mobile)
            a->s = vr3_sub(a->s, vr3_scale(a->mass, turn));
        return;
    }
    vr3 turn_b = vr3_cross(contact->arm_b, impulse);
    vr3 turn_a = vr3_cross(contact->arm_a, impulse);
    b->s = vr3_add(b->s, turned(&contact->turn_b, turn_b));
    if (mobile)
        a->s = vr3_sub(a->s, turned(&contact->turn_a, turn_a));
    contact->hub_given = vr3_add(contact->hub_given, impulse);
    contact->hub_turn = vr3_add(contact->hub_turn, turn_a);
}

INLINE vr3 relative_spin(const contact *contact)
{
    vr3 spin_b = vr3_scale(contact->b.rho, contact->b.s);
    if (contact->kind.side == SIDE_STILL)
        return vr3_sub(spin_b, contact->spin_a);
    return vr3_sub(spin_b, vr3_scale(contact->a.rho, contact->a.s));
}

// The torque impulse on b, its opposite on a.
INLINE void wring(contact *contact, vr3 moment)
{
    body *a = &contact->a;
    body *b = &contact->b;
    bool mobile = contact->kind.side == SIDE_MOBILE;
    if (!contact->kind.general) {
        vr share_b = contact->spin_factor * b->mass * b->rho;
        b->s = vr3_add(b->s, vr3_scale(share_b, moment));
        if (mobile) {
            vr share_a = contact->spin_factor * a->mass * a->rho;
            a->s = vr3_sub(a->s, vr3_scale(share_a, moment));
        }
        return;
    }
    vr3 turn_b = vr3_scale(b->rho, moment);
    b->s = vr3_add(b->s, turned(&contact->turn_b, turn_b));
    if (mobile) {
        vr3 turn_a = vr3_scale(a->rho, moment);
        a->s = vr3_sub(a->s, turned(&contact->turn_a, turn_a));
    }
    if (contact->kind.side == SIDE_HUB) {
        vr3 turn_a = vr3_scale(a->rho, moment);
        contact->hub_turn = vr3_add(contact->hub_turn, turn_a);
    }
}

INLINE void rolling_rows(contact *contact, lanes lanes, int rich, vr push)
{
    vr3 n = contact->n;
    vr3 spin = relative_spin(contact);
    vr3 w_t = vr3_sub(spin, vr3_scale(vr3_dot(n, spin), n));
    vr roll_creep = column(lanes, rich + R_ROLL_CREEP);
    vr3 rolled = column3(lanes, rich + R_ROLL);
    w_t = vr3_add(w_t, vr3_scale(roll_creep, rolled));
    vr roll_limit = column(lanes, rich + R_ROLL_LIMIT) * push;
    vr roll_inverse = column(lanes, rich + R_ROLL_INVERSE);
    vr3 roll = plane_row(lanes, rich + R_ROLL, w_t, roll_inverse, roll_limit);
    wring(contact, roll);
    vr twist_creep = column(lanes, rich + R_TWIST_CREEP);
    vr crept = twist_creep * column(lanes, rich + R_TWIST);
    vr w_n = vr3_dot(n, relative_spin(contact)) + crept;
    vr twist_limit = column(lanes, rich + R_TWIST_LIMIT) * push;
    vr twist_inverse = column(lanes, rich + R_TWIST_INVERSE);
    vr twist = twist_row(lanes, rich + R_TWIST, w_n, twist_inverse, twist_limit);
    wring(contact, vr3_scale(twist, n));
}

INLINE void give_to_hub(const contact *contact, hub_sum *sum, const int32_t *hub)
{
    vr3 given = contact->hub_given;
    vr3 turn = contact->hub_turn;
    real number[6][VR_LANES];
    vr_store(number[0], given.x);
    vr_store(number[1], given.y);
    vr_store(number[2], given.z);
    vr_store(number[3], turn.x);
    vr_store(number[4], turn.y);
    vr_store(number[5], turn.z);
    for (int lane = 0; lane < VR_LANES; lane++) {
        hub_sum *of_hub = &sum[hub[lane]];
        for (int axis = 0; axis < 3; axis++) {
            of_hub->impulse[axis] -= (double)number[axis][lane];
            of_hub->turn[axis] -= (double)number[axis + 3][lane];
        }
    }
}

INLINE inverses inverses_of(const contact *contact, lanes lanes, vr creep)
{
    if (contact->kind.general) {
        inverses inverse = {column(lanes, B_INVERSE), column(lanes, B_INVERSE_T)};
        return inverse;
    }
    vr mass = contact->b.mass;
    if (contact->kind.side == SIDE_MOBILE)
        mass = mass + contact->a.mass;
    return ball_inverses(lanes, mass, contact->alpha, contact->swing, creep);
}

INLINE vr any_kind(const task *task, lanes lanes, sweep_kind kind, bool measure, vr worst)
{
    const int rich = sweep_rich_column(kind);
    contact contact = contact_load(task, lanes, kind);
    vr creep = kind.rich ? column(lanes, rich + R_CREEP) : vr_set(0);
    vr low = kind.rich ? column(lanes, rich + R_LOW) : vr_set(0);
    inverses inverse = inverses_of(&contact, lanes, creep);
    vr3 u = slip(&contact);
    vr u_n = vr3_dot(contact.n, u);
    vr push = push_row(lanes, u_n, low, inverse.n);
    vr3 blow = vr3_scale(push, contact.n);
    if (kind.general) {
        strike(&contact, blow, blow);
        u = slip(&contact);
        u_n = vr3_dot(contact.n, u);
    }
    vr3 u_t = vr3_sub(u, vr3_scale(u_n, contact.n));
    if (kind.rich)
        u_t = vr3_add(u_t, vr3_scale(creep, column3(lanes, B_T)));
    vr pressed = vr_abs(column(lanes, B_PUSH));
    vr limit = column(lanes, B_FRICTION) * pressed;
    vr3 drag = plane_row(lanes, B_T, u_t, inverse.t, limit);
    strike(&contact, kind.general ? drag : vr3_add(blow, drag), drag);
    if (kind.rich)
        rolling_rows(&contact, lanes, rich, pressed);
    body_store((real *)task->body, lanes.b, &contact.b);
    if (kind.side == SIDE_MOBILE)
        body_store((real *)task->body, lanes.a, &contact.a);
    if (kind.side == SIDE_HUB)
        give_to_hub(&contact, task->sum, lanes.a);
    return measure ? most_lacking(push, drag, inverse, worst) : worst;
}

#endif
