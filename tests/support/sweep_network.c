// sweep_network.c - see sweep_network.h.
#include "support/sweep_network.h"

#include "base/memory.h"
#include "base/random.h"

#include <string.h>

// -- making one -----------------------------------------------------------------------------------------------------

static v3 any_vector(rng *r, double size)
{
    return v3_scale(size * rng_uniform(r), rng_direction(r));
}

static v3 in_plane(v3 n, v3 x)
{
    return v3_fma(x, -v3_dot(n, x), n);
}

// Positive definite: of a ball, or Q diag(moments) Q' with a random right-handed Q.
static m3 inverse_inertia(rng *r, const net_body *x, double spin_factor, bool ball)
{
    double base = spin_factor * x->inverse_mass / (x->rho * x->rho), moment[3] = {base, base, base};
    v3 e = v3_make(1, 0, 0), f = v3_make(0, 1, 0);
    if (!ball) {
        e = rng_direction(r);
        f = v3_unit(in_plane(e, rng_direction(r)));
        for (int k = 0; k < 3; k++)
            moment[k] *= rng_range(r, 0.3, 2);
    }
    v3 axis[3] = {e, f, v3_cross(e, f)};
    m3 m = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (int k = 0; k < 3; k++) {
        m.row[0] = v3_fma(m.row[0], moment[k] * axis[k].x, axis[k]);
        m.row[1] = v3_fma(m.row[1], moment[k] * axis[k].y, axis[k]);
        m.row[2] = v3_fma(m.row[2], moment[k] * axis[k].z, axis[k]);
    }
    return m;
}

static net_body any_body(rng *r, double spin_factor, bool ball)
{
    net_body x = {
        .v = any_vector(r, 1), .inverse_mass = rng_range(r, 0.4, 2), .rho = rng_range(r, 0.3, 1.5)};
    x.w = any_vector(r, 1 / x.rho);
    x.inverse_inertia = inverse_inertia(r, &x, spin_factor, ball);
    return x;
}

// A state half way through a solution: impulses within their limits, some of them zero.
static net_contact any_contact(rng *r, const network *net, sweep_kind k)
{
    net_contact c = {.kind = k, .n = rng_direction(r), .alpha = rng_range(r, 0.9, 1)};
    do {
        c.a = (int)rng_below(r, k.side == SIDE_HUB ? NET_HUBS : NET_BODIES);
        c.b = (int)rng_below(r, NET_BODIES);
    } while (k.side == SIDE_MOBILE && c.a == c.b);
    const net_body *a = k.side == SIDE_HUB ? &net->hub[c.a] : &net->body[c.a], *b = &net->body[c.b];
    c.arm_a = k.general ? any_vector(r, 1.5 * a->rho) : v3_scale(c.alpha * a->rho, c.n);
    c.arm_b = k.general ? any_vector(r, 1.5 * b->rho) : v3_scale(-c.alpha * b->rho, c.n);
    if (k.side == SIDE_STILL)
        c.wall_v = any_vector(r, 1);
    c.bias = rng_range(r, -0.5, 0.5);
    c.soft = rng_below(r, 4) ? rng_range(r, 0, 0.3) : 0;
    c.friction = rng_below(r, 5) ? rng_range(r, 0, 1) : 0;
    c.push = rng_below(r, 3) ? rng_range(r, 0, 0.5) : 0;
    c.t = in_plane(c.n, any_vector(r, c.friction * c.push));
    if (!k.rich)
        return c;
    if (k.side == SIDE_STILL)
        c.wall_spin = any_vector(r, 1);
    c.low = rng_below(r, 3) ? -rng_range(r, 0, 0.2) : 0;
    c.creep = rng_below(r, 2) ? rng_range(r, 0, 0.2) : 0;
    c.roll_limit = rng_below(r, 5) ? rng_range(r, 0, 0.3) : 0;
    c.twist_limit = rng_range(r, 0, 0.3);
    c.roll_creep = rng_range(r, 0, 0.2);
    c.twist_creep = rng_range(r, 0, 0.2);
    c.roll = in_plane(c.n, any_vector(r, c.roll_limit * c.push));
    c.twist = rng_range(r, -1, 1) * c.twist_limit * c.push;
    return c;
}

static bool same_kind(sweep_kind j, sweep_kind k)
{
    return j.side == k.side && j.general == k.general && j.rich == k.rich;
}

// A lane of the batch that is free for the contact, -1 where there is none. Each second batch keeps a hole.
static int free_lane(const network *net, int batch, const net_contact *c)
{
    const net_batch *q = &net->batch[batch];
    if (!same_kind(q->kind, c->kind))
        return -1;
    int lane = -1;
    for (int l = net->lanes - 1; l >= 0; l--) {
        if (q->slot[l] < 0) {
            if (batch % 2 == 0 || l != 5 * batch % net->lanes)
                lane = l;
            continue;
        }
        const net_contact *d = &net->contact[q->slot[l]];
        if (c->b == d->b)
            return -1;
        if (c->kind.side == SIDE_MOBILE && (c->a == d->a || c->a == d->b || c->b == d->a))
            return -1;
    }
    return lane;
}

static void place(network *net, int contact)
{
    const net_contact *c = &net->contact[contact];
    for (int q = 0; q < net->batches; q++) {
        int lane = free_lane(net, q, c);
        if (lane < 0)
            continue;
        net->batch[q].slot[lane] = contact;
        return;
    }
    net_batch *fresh = &net->batch[net->batches++];
    fresh->kind = c->kind;
    for (int l = 0; l < NET_LANES; l++)
        fresh->slot[l] = -1;
    fresh->slot[contact % 2] = contact;
}

network *network_make(const sweep_kind *kind, int kinds, int lanes, uint64_t seed)
{
    network *net = mem_array(1, sizeof *net);
    if (!net)
        return NULL;
    memset(net, 0, sizeof *net);
    rng r = rng_make(seed, 0);
    bool balls = false;
    for (int k = 0; k < kinds; k++)
        balls = balls || !kind[k].general;
    net->spin_factor = seed % 2 ? 2.5 : 2;
    net->hub_share = 3;
    net->lanes = lanes;
    for (int i = 0; i < NET_BODIES; i++)
        net->body[i] = any_body(&r, net->spin_factor, balls);
    for (int i = 0; i < NET_HUBS; i++)
        net->hub[i] = any_body(&r, net->spin_factor, false);
    for (int i = 0; i < NET_CONTACTS; i++) {
        net->contact[i] = any_contact(&r, net, kind[i % kinds]);
        net->contacts++;
        place(net, i);
    }
    return net;
}

// -- the formulas ---------------------------------------------------------------------------------------------------

static v3 m3_times(m3 m, v3 x)
{
    return v3_make(v3_dot(m.row[0], x), v3_dot(m.row[1], x), v3_dot(m.row[2], x));
}

// The two bodies of a contact; what stands still is one of inverse mass 0. `share` is how often a counts in D.
typedef struct sides {
    net_body a, b;
    double share;
} sides;

static sides sides_of(const network *net, const net_contact *c)
{
    sides s = {.b = net->body[c->b], .share = 1};
    if (c->kind.side == SIDE_MOBILE)
        s.a = net->body[c->a];
    if (c->kind.side == SIDE_HUB) {
        s.a = net->hub[c->a];
        s.share = net->hub_share;
    }
    return s;
}

// Inverse mass along d, felt along e.
static double mobility(const sides *s, const net_contact *c, v3 d, v3 e)
{
    v3 a = m3_times(s->a.inverse_inertia, v3_cross(c->arm_a, d));
    v3 b = m3_times(s->b.inverse_inertia, v3_cross(c->arm_b, d));
    double of_a = s->a.inverse_mass * v3_dot(d, e) + v3_dot(v3_cross(c->arm_a, e), a);
    return s->share * of_a + s->b.inverse_mass * v3_dot(d, e) + v3_dot(v3_cross(c->arm_b, e), b);
}

static double spin_mobility(const sides *s, v3 d, v3 e)
{
    return s->share * v3_dot(e, m3_times(s->a.inverse_inertia, d)) +
           v3_dot(e, m3_times(s->b.inverse_inertia, d));
}

static double largest(double xx, double yy, double xy)
{
    double half = (xx - yy) / 2;
    return (xx + yy) / 2 + sqrt(half * half + xy * xy);
}

typedef struct inverse_masses {
    double n, t, roll, twist;
} inverse_masses;

static inverse_masses inverse_masses_of(const network *net, const net_contact *c)
{
    sides s = sides_of(net, c);
    v3 e = v3_unit(in_plane(c->n, fabs(c->n.x) < 0.6 ? v3_make(1, 0, 0) : v3_make(0, 1, 0))),
       f = v3_cross(c->n, e);
    inverse_masses d;
    d.n = mobility(&s, c, c->n, c->n);
    d.t = largest(mobility(&s, c, e, e), mobility(&s, c, f, f), mobility(&s, c, e, f));
    d.roll = largest(spin_mobility(&s, e, e), spin_mobility(&s, f, f), spin_mobility(&s, e, f));
    d.twist = spin_mobility(&s, c->n, c->n);
    return d;
}

void network_columns(const network *net, const net_contact *c, double value[NET_COLUMNS])
{
    const inverse_masses d = inverse_masses_of(net, c);
    const int wall = sweep_wall_column(c->kind), rich = sweep_rich_column(c->kind);
    const double rho_a = c->kind.side == SIDE_HUB ? net->hub[c->a].rho : net->body[c->a].rho;
    const double rho_b = net->body[c->b].rho;
    memset(value, 0, NET_COLUMNS * sizeof *value);
    memcpy(value + B_N, &c->n, sizeof c->n);
    memcpy(value + B_T, &c->t, sizeof c->t);
    value[B_BIAS] = c->bias;
    value[B_SOFT] = c->soft;
    value[B_FRICTION] = c->friction;
    value[B_PUSH] = c->push;
    if (c->kind.general) {
        v3 a = v3_scale(1 / rho_a, c->arm_a), b = v3_scale(1 / rho_b, c->arm_b);
        memcpy(value + B_ARM, &a, sizeof a);
        memcpy(value + B_ARM_B, &b, sizeof b);
        value[B_INVERSE] = 1 / (d.n + c->soft);
        value[B_INVERSE_T] = 1 / (d.t + c->creep);
    } else
        value[B_ARM] = c->alpha;
    if (c->kind.side == SIDE_STILL)
        memcpy(value + wall, &c->wall_v, sizeof c->wall_v);
    if (!c->kind.rich)
        return;
    if (c->kind.side == SIDE_STILL)
        memcpy(value + wall + 3, &c->wall_spin, sizeof c->wall_spin);
    double *r = value + rich;
    r[R_LOW] = c->low;
    r[R_CREEP] = c->creep;
    r[R_TWIST] = c->twist;
    r[R_ROLL_LIMIT] = c->roll_limit;
    r[R_ROLL_CREEP] = c->roll_creep;
    r[R_ROLL_INVERSE] = 1 / (d.roll + c->roll_creep);
    r[R_TWIST_LIMIT] = c->twist_limit;
    r[R_TWIST_CREEP] = c->twist_creep;
    r[R_TWIST_INVERSE] = 1 / (d.twist + c->twist_creep);
    memcpy(r + R_ROLL, &c->roll, sizeof c->roll);
}

static v3 slip(const network *net, const net_contact *c)
{
    sides s = sides_of(net, c);
    v3 of_a = c->kind.side == SIDE_STILL ? c->wall_v : v3_add(s.a.v, v3_cross(s.a.w, c->arm_a));
    return v3_sub(v3_add(s.b.v, v3_cross(s.b.w, c->arm_b)), of_a);
}

static v3 relative_spin(const network *net, const net_contact *c)
{
    sides s = sides_of(net, c);
    return v3_sub(s.b.w, c->kind.side == SIDE_STILL ? c->wall_spin : s.a.w);
}

// Impulse p at the contact and torque impulse m.
static void apply(network *net, const net_contact *c, v3 p, v3 m)
{
    net_body *b = &net->body[c->b], *a = &net->body[c->a];
    v3 on_a = v3_scale(-1, v3_add(v3_cross(c->arm_a, p), m)),
       on_b = v3_add(v3_cross(c->arm_b, p), m);
    b->v = v3_fma(b->v, b->inverse_mass, p);
    b->w = v3_add(b->w, m3_times(b->inverse_inertia, on_b));
    if (c->kind.side == SIDE_MOBILE) {
        a->v = v3_fma(a->v, -a->inverse_mass, p);
        a->w = v3_add(a->w, m3_times(a->inverse_inertia, on_a));
    }
    if (c->kind.side == SIDE_HUB) {
        net->hub_impulse[c->a] = v3_sub(net->hub_impulse[c->a], p);
        net->hub_torque[c->a] = v3_add(net->hub_torque[c->a], on_a);
    }
}

static v3 cut(v3 q, double limit)
{
    return v3_norm(q) > limit ? v3_scale(limit / v3_norm(q), q) : q;
}

static double sweep_contact(network *net, net_contact *c)
{
    const inverse_masses d = inverse_masses_of(net, c);
    const v3 none = {0, 0, 0};
    double push =
        c->push + (c->bias - v3_dot(c->n, slip(net, c)) - c->soft * c->push) / (d.n + c->soft);
    if (push < c->low)
        push = c->low;
    double lack = fabs(push - c->push) * (d.n + c->soft), pressed = fabs(push);
    apply(net, c, v3_scale(push - c->push, c->n), none);
    v3 want = v3_fma(in_plane(c->n, slip(net, c)), c->creep, c->t);
    v3 t = cut(v3_fma(c->t, -1 / (d.t + c->creep), want), c->friction * pressed);
    lack = fmax(lack, v3_norm(v3_sub(t, c->t)) * (d.t + c->creep));
    apply(net, c, v3_sub(t, c->t), none);
    c->push = push;
    c->t = t;
    if (!c->kind.rich)
        return lack;
    want = v3_fma(in_plane(c->n, relative_spin(net, c)), c->roll_creep, c->roll);
    v3 roll = cut(v3_fma(c->roll, -1 / (d.roll + c->roll_creep), want), c->roll_limit * pressed);
    apply(net, c, none, v3_sub(roll, c->roll));
    double spin = v3_dot(c->n, relative_spin(net, c)) + c->twist_creep * c->twist;
    double twist = c->twist - spin / (d.twist + c->twist_creep), most = c->twist_limit * pressed;
    twist = fmax(-most, fmin(most, twist));
    apply(net, c, none, v3_scale(twist - c->twist, c->n));
    c->roll = roll;
    c->twist = twist;
    return lack;
}

double network_sweep(network *net)
{
    double worst = 0;
    for (int q = 0; q < net->batches; q++)
        for (int l = 0; l < net->lanes; l++)
            if (net->batch[q].slot[l] >= 0)
                worst = fmax(worst, sweep_contact(net, &net->contact[net->batch[q].slot[l]]));
    return worst;
}
