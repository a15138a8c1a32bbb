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
    real *c; // the first number of these lanes in column 0
} lanes;

INLINE vr column(lanes q, int k)
{
    return vr_load(q.c + k * LANES);
}
INLINE vr3 column3(lanes q, int k)
{
    return vr3_make(column(q, k), column(q, k + 1), column(q, k + 2));
}
INLINE void column_store(lanes q, int k, vr x)
{
    vr_store(q.c + k * LANES, x);
}
INLINE void column3_store(lanes q, int k, vr3 x)
{
    column_store(q, k, x.x);
    column_store(q, k + 1, x.y);
    column_store(q, k + 2, x.z);
}

// A body in columns: velocity, inverse mass, rho spin, inverse rho.
typedef struct body {
    vr3 v;
    vr mass;
    vr3 s;
    vr rho;
} body;

INLINE body body_load(const real *p, const int32_t *a)
{
    vr c[8];
    rec_gather(p, a, c);
    body x = {{c[0], c[1], c[2]}, c[3], {c[4], c[5], c[6]}, c[7]};
    return x;
}
INLINE void body_store(real *p, const int32_t *a, const body *x)
{
    vr c[8] = {x->v.x, x->v.y, x->v.z, x->mass, x->s.x, x->s.y, x->s.z, x->rho};
    rec_scatter(p, a, c);
}

typedef struct turning {
    vr xx, yy, zz, xy, xz, yz;
} turning;

INLINE turning turning_load(const real *p, const int32_t *a)
{
    vr c[8];
    rec_gather(p, a, c);
    turning j = {c[0], c[1], c[2], c[3], c[4], c[5]};
    return j;
}
INLINE vr3 turned(const turning *j, vr3 m)
{
    return vr3_make((j->xx * m.x + j->xy * m.y) + j->xz * m.z,
                    (j->xy * m.x + j->yy * m.y) + j->yz * m.z,
                    (j->xz * m.x + j->yz * m.y) + j->zz * m.z);
}

// -- rows: the impulse of each before and after; what comes back is the change --------------------------------------

INLINE vr3 cut(vr3 q, vr limit)
{
    vr square = vr3_dot(q, q);
    return vr3_scale(vr_select(vr_gt(square, limit * limit), limit / vr_sqrt(square), vr_set(1)),
                     q);
}

// What a row lacked, as a velocity; rows of unused lanes have an inverse of 0 and lack nothing.
INLINE vr lacking(vr change, vr inverse, vr worst)
{
    return vr_max(vr_keep(vr_gt(change, vr_set(0)), change / inverse), worst);
}

INLINE vr push_row(lanes q, vr u_n, vr low, vr inverse)
{
    vr old = column(q, B_PUSH);
    vr now = vr_max(low, old + ((column(q, B_BIAS) - u_n) - column(q, B_SOFT) * old) * inverse);
    column_store(q, B_PUSH, now);
    return now - old;
}

// Friction and rolling: the impulse stands in three columns, `w` is what shall vanish.
INLINE vr3 plane_row(lanes q, int k, vr3 w, vr inverse, vr limit)
{
    vr3 old = column3(q, k);
    vr3 now = cut(vr3_sub(old, vr3_scale(inverse, w)), limit);
    column3_store(q, k, now);
    return vr3_sub(now, old);
}

INLINE vr twist_row(lanes q, int k, vr w, vr inverse, vr limit)
{
    vr old = column(q, k);
    vr now = vr_max(vr_set(0) - limit, vr_min(limit, old - w * inverse));
    column_store(q, k, now);
    return now - old;
}

// 1/(D_n + soft) and 1/(D_t + creep).
typedef struct inverses {
    vr n, t;
} inverses;

// Of balls from the sum of their inverse masses: two divisions cost less than to fetch two columns more from memory.
INLINE inverses ball_inverses(lanes q, vr mass, vr alpha, vr swing, vr creep)
{
    inverses i = {vr_set(1) / (mass + column(q, B_SOFT)),
                  vr_set(1) / (mass * (vr_set(1) + swing * alpha) + creep)};
    return i;
}

// -- plain balls ----------------------------------------------------------------------------------------------------

INLINE vr plain_balls(const task *t, lanes q, bool still, bool measure, vr worst)
{
    real *p = (real *)t->body;
    vr c[8];
    if (still)
        rec_gather(p, q.b, c);
    else
        rec_combine(p, q.a, q.b, c);
    vr3 n = column3(q, B_N);
    vr3 u = vr3_make(c[0], c[1], c[2]);
    vr3 s = vr3_make(c[4], c[5], c[6]);
    if (still)
        u = vr3_sub(u, column3(q, B_PLAIN));
    vr alpha = column(q, B_ARM);
    vr swing = vr_set((real)t->spin_factor) * alpha;
    vr u_n = vr3_dot(n, u);
    inverses i = ball_inverses(q, c[3], alpha, swing, vr_set(0));
    vr push = push_row(q, u_n, vr_set(0), i.n);
    vr3 u_t = vr3_sub(vr3_add(u, vr3_scale(alpha, vr3_cross(n, s))), vr3_scale(u_n, n));
    vr3 drag = plane_row(q, B_T, u_t, i.t, column(q, B_FRICTION) * column(q, B_PUSH));
    vr3 turn = vr3_scale(vr_set(0) - swing, vr3_cross(n, drag));
    rec_kick(p, still ? NULL : q.a, q.b, vr3_add(vr3_scale(push, n), drag), turn);
    if (!measure)
        return worst;
    return lacking(vr_sqrt(vr3_dot(drag, drag)), i.t, lacking(vr_abs(push), i.n, worst));
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

INLINE contact contact_load(const task *t, lanes q, sweep_kind k)
{
    contact c = {.kind = k, .n = column3(q, B_N), .hub_given = vr3_zero(), .hub_turn = vr3_zero()};
    c.b = body_load((const real *)t->body, q.b);
    if (k.side == SIDE_STILL)
        c.a.v = column3(q, sweep_wall_column(k));
    else
        c.a = body_load(k.side == SIDE_HUB ? (const real *)t->hub : (const real *)t->body, q.a);
    if (k.side == SIDE_STILL && k.rich)
        c.spin_a = column3(q, sweep_wall_column(k) + 3);
    if (k.general) {
        c.turn_b = turning_load((const real *)t->inertia, q.b);
        if (k.side == SIDE_MOBILE)
            c.turn_a = turning_load((const real *)t->inertia, q.a);
        c.arm_a = column3(q, B_ARM);
        c.arm_b = column3(q, B_ARM_B);
    } else {
        c.alpha = column(q, B_ARM);
        c.spin_factor = vr_set((real)t->spin_factor);
        c.swing = c.spin_factor * c.alpha;
    }
    return c;
}

INLINE vr3 slip(const contact *c)
{
    vr3 u = vr3_sub(c->b.v, c->a.v);
    bool still = c->kind.side == SIDE_STILL;
    if (!c->kind.general)
        return vr3_add(
            u, vr3_scale(c->alpha, vr3_cross(c->n, still ? c->b.s : vr3_add(c->a.s, c->b.s))));
    u = vr3_add(u, vr3_cross(c->b.s, c->arm_b));
    return still ? u : vr3_sub(u, vr3_cross(c->a.s, c->arm_a));
}

// Impulse p on b, -p on a; `across` is the part of p that turns balls.
INLINE void strike(contact *c, vr3 p, vr3 across)
{
    body *a = &c->a;
    body *b = &c->b;
    bool mobile = c->kind.side == SIDE_MOBILE;
    b->v = vr3_add(b->v, vr3_scale(b->mass, p));
    if (mobile)
        a->v = vr3_sub(a->v, vr3_scale(a->mass, p));
    if (!c->kind.general) {
        vr3 turn = vr3_scale(c->swing, vr3_cross(c->n, across));
        b->s = vr3_sub(b->s, vr3_scale(b->mass, turn));
        if (mobile)
            a->s = vr3_sub(a->s, vr3_scale(a->mass, turn));
        return;
    }
    b->s = vr3_add(b->s, turned(&c->turn_b, vr3_cross(c->arm_b, p)));
    vr3 turn = vr3_cross(c->arm_a, p);
    if (mobile)
        a->s = vr3_sub(a->s, turned(&c->turn_a, turn));
    c->hub_given = vr3_add(c->hub_given, p);
    c->hub_turn = vr3_add(c->hub_turn, turn);
}

INLINE vr3 relative_spin(const contact *c)
{
    vr3 b = vr3_scale(c->b.rho, c->b.s);
    return vr3_sub(b, c->kind.side == SIDE_STILL ? c->spin_a : vr3_scale(c->a.rho, c->a.s));
}

// Torque impulse m on b, -m on a.
INLINE void wring(contact *c, vr3 m)
{
    body *a = &c->a;
    body *b = &c->b;
    bool mobile = c->kind.side == SIDE_MOBILE;
    if (!c->kind.general) {
        b->s = vr3_add(b->s, vr3_scale(c->spin_factor * b->mass * b->rho, m));
        if (mobile)
            a->s = vr3_sub(a->s, vr3_scale(c->spin_factor * a->mass * a->rho, m));
        return;
    }
    b->s = vr3_add(b->s, turned(&c->turn_b, vr3_scale(b->rho, m)));
    if (mobile)
        a->s = vr3_sub(a->s, turned(&c->turn_a, vr3_scale(a->rho, m)));
    if (c->kind.side == SIDE_HUB)
        c->hub_turn = vr3_add(c->hub_turn, vr3_scale(a->rho, m));
}

INLINE void rolling_rows(contact *c, lanes q, int r, vr push)
{
    vr3 w = relative_spin(c);
    vr3 w_t = vr3_sub(w, vr3_scale(vr3_dot(c->n, w), c->n));
    w_t = vr3_add(w_t, vr3_scale(column(q, r + R_ROLL_CREEP), column3(q, r + R_ROLL)));
    wring(c, plane_row(q, r + R_ROLL, w_t, column(q, r + R_ROLL_INVERSE),
                       column(q, r + R_ROLL_LIMIT) * push));
    vr w_n =
        vr3_dot(c->n, relative_spin(c)) + column(q, r + R_TWIST_CREEP) * column(q, r + R_TWIST);
    vr twist = twist_row(q, r + R_TWIST, w_n, column(q, r + R_TWIST_INVERSE),
                         column(q, r + R_TWIST_LIMIT) * push);
    wring(c, vr3_scale(twist, c->n));
}

INLINE void give_to_hub(const contact *c, hub_sum *sum, const int32_t *a)
{
    real g[6][VR_LANES];
    vr_store(g[0], c->hub_given.x);
    vr_store(g[1], c->hub_given.y);
    vr_store(g[2], c->hub_given.z);
    vr_store(g[3], c->hub_turn.x);
    vr_store(g[4], c->hub_turn.y);
    vr_store(g[5], c->hub_turn.z);
    for (int l = 0; l < VR_LANES; l++)
        for (int d = 0; d < 3; d++) {
            sum[a[l]].impulse[d] -= (double)g[d][l];
            sum[a[l]].turn[d] -= (double)g[d + 3][l];
        }
}

INLINE inverses inverses_of(const contact *c, lanes q, vr creep)
{
    if (c->kind.general) {
        inverses i = {column(q, B_INVERSE), column(q, B_INVERSE_T)};
        return i;
    }
    vr mass = c->b.mass;
    if (c->kind.side == SIDE_MOBILE)
        mass = mass + c->a.mass;
    return ball_inverses(q, mass, c->alpha, c->swing, creep);
}

INLINE vr any_kind(const task *t, lanes q, sweep_kind k, bool measure, vr worst)
{
    const int r = sweep_rich_column(k);
    contact c = contact_load(t, q, k);
    vr creep = k.rich ? column(q, r + R_CREEP) : vr_set(0);
    vr low = k.rich ? column(q, r + R_LOW) : vr_set(0);
    inverses i = inverses_of(&c, q, creep);
    vr3 u = slip(&c);
    vr u_n = vr3_dot(c.n, u);
    vr push = push_row(q, u_n, low, i.n);
    vr3 blow = vr3_scale(push, c.n);
    if (k.general) {
        strike(&c, blow, blow);
        u = slip(&c);
        u_n = vr3_dot(c.n, u);
    }
    vr3 u_t = vr3_sub(u, vr3_scale(u_n, c.n));
    if (k.rich)
        u_t = vr3_add(u_t, vr3_scale(creep, column3(q, B_T)));
    vr pressed = vr_abs(column(q, B_PUSH));
    vr3 drag = plane_row(q, B_T, u_t, i.t, column(q, B_FRICTION) * pressed);
    strike(&c, k.general ? drag : vr3_add(blow, drag), drag);
    if (k.rich)
        rolling_rows(&c, q, r, pressed);
    body_store((real *)t->body, q.b, &c.b);
    if (k.side == SIDE_MOBILE)
        body_store((real *)t->body, q.a, &c.a);
    if (k.side == SIDE_HUB)
        give_to_hub(&c, t->sum, q.a);
    if (!measure)
        return worst;
    return lacking(vr_sqrt(vr3_dot(drag, drag)), i.t, lacking(vr_abs(push), i.n, worst));
}

// -- batches --------------------------------------------------------------------------------------------------------

typedef int64_t run_function(const task *t, batch *q, int64_t left, bool measure, double *worst);

INLINE bool same_kind(sweep_kind a, sweep_kind b)
{
    return a.side == b.side && a.general == b.general && a.rich == b.rich;
}

// What later batches need is called into the second level of cache while this one is computed. Not into the first: all
// that is on its way there takes one of few places, and less of it comes per second.
enum { AHEAD = 4 };
INLINE void call(const void *p)
{
    __builtin_prefetch(p, 0, 2);
}

INLINE void call_bodies(const task *t, const int32_t *a, bool general)
{
    for (int l = 0; l < LANES; l++) {
        call(t->body + a[l]);
        if (general)
            call(t->inertia + a[l]);
    }
}

INLINE void call_ahead(const task *t, const batch *q, sweep_kind k)
{
    for (int c = 0; c < sweep_columns(k); c++)
        call(q->column + c * LANES);
    call_bodies(t, q->b, k.general);
    if (k.side == SIDE_MOBILE)
        call_bodies(t, q->a, k.general);
}

// The batches of one kind at the beginning of `left`; returns how many. Those that follow of another kind are called
// too, or short runs would wait.
INLINE int64_t run(const task *t, batch *q, int64_t left, sweep_kind k, bool measure, double *most)
{
    vr worst = vr_set(0);
    int64_t i = 0;
    for (; i < left && same_kind(q[i].kind, k); i++) {
        if (i + AHEAD < left) {
            const batch *later = q + i + AHEAD;
            if (same_kind(later->kind, k))
                call_ahead(t, later, k);
            else
                call_ahead(t, later, later->kind);
        }
        for (int l = 0; l < LANES; l += VR_LANES) {
            lanes here = {q[i].a + l, q[i].b + l, q[i].column + l};
            worst = k.general || k.rich
                        ? any_kind(t, here, k, measure, worst)
                        : plain_balls(t, here, k.side == SIDE_STILL, measure, worst);
        }
    }
    real each[VR_LANES];
    vr_store(each, worst);
    for (int l = 0; l < VR_LANES; l++)
        *most = (double)each[l] > *most ? (double)each[l] : *most;
    return i;
}

#define STAMP_RUN(name, side, general, rich)                                                       \
    static int64_t run_##name(const task *t, batch *q, int64_t left, bool measure, double *most)   \
    {                                                                                              \
        const sweep_kind k = {side, general, rich};                                                \
        return run(t, q, left, k, measure, most);                                                  \
    }
STAMP_RUN(mobile_balls, SIDE_MOBILE, false, false)
STAMP_RUN(mobile_rich_balls, SIDE_MOBILE, false, true)
STAMP_RUN(mobile_general, SIDE_MOBILE, true, false)
STAMP_RUN(mobile_rich_general, SIDE_MOBILE, true, true)
STAMP_RUN(still_balls, SIDE_STILL, false, false)
STAMP_RUN(still_rich_balls, SIDE_STILL, false, true)
STAMP_RUN(still_general, SIDE_STILL, true, false)
STAMP_RUN(still_rich_general, SIDE_STILL, true, true)
STAMP_RUN(hub_general, SIDE_HUB, true, false)
STAMP_RUN(hub_rich_general, SIDE_HUB, true, true)

static run_function *const runs[SWEEP_SIDES][2][2] = {
    [SIDE_MOBILE] = {{run_mobile_balls, run_mobile_rich_balls},
                     {run_mobile_general, run_mobile_rich_general}},
    [SIDE_STILL] = {{run_still_balls, run_still_rich_balls},
                    {run_still_general, run_still_rich_general}},
    [SIDE_HUB] = {{run_hub_general, run_hub_rich_general}, {run_hub_general, run_hub_rich_general}},
};

// Batches of one kind that follow each other go together.
static double sweep_all(const task *t, batch *q, int64_t n, bool measure)
{
    double worst = 0;
    for (int64_t i = 0; i < n && i < AHEAD; i++)
        call_ahead(t, q + i, q[i].kind);
    for (int64_t i = 0; i < n;) {
        const sweep_kind k = q[i].kind;
        i += runs[k.side][k.general][k.rich](t, q + i, n - i, measure, &worst);
    }
    return worst;
}

#endif
