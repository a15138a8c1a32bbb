// clump_batch.c - clumps of one shape, as many at once as a vector has lanes: the same step as clumps.c, to the bit.
//
// Compiled once per vector width. A lane is a body; records of the same ball of all bodies are gathered by transposing
// and written back so. The scheme is that of most runs: kick, then drift by ROTATION_SPLIT (rotation.h) in space.
// Anything else, and what is left over of a batch, is moved one by one (clumps.c).
#include "base/simd.h"
#include "motion/clumps.h"

#define JOIN_AGAIN(a, b) a##b
#define JOIN(a, b) JOIN_AGAIN(a, b)
enum { W = SCREE_WIDTH };

// ---- quaternions, as in vec.h

typedef struct vq4 {
    vd w, x, y, z;
} vq4;

static inline vq4 vq4_mul(vq4 a, vq4 b)
{
    vq4 r = {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
             a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
             a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
             a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
    return r;
}

static inline vq4 vq4_unit(vq4 q)
{
    vd s = vd_set(1) / vd_sqrt((q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z));
    vq4 r = {s * q.w, s * q.x, s * q.y, s * q.z};
    return r;
}

static inline vq4 vq4_conjugate(vq4 q)
{
    vq4 r = {q.w, -q.x, -q.y, -q.z};
    return r;
}

static inline vd3 vd3_fma(vd3 a, vd s, vd3 b)
{
    return vd3_add(a, vd3_scale(s, b));
}
static inline vd3 vd3_all(v3 a)
{
    return vd3_make(vd_set(a.x), vd_set(a.y), vd_set(a.z));
}

static inline vd3 vq4_rotate(vq4 q, vd3 v)
{
    vd3 u = vd3_make(q.x, q.y, q.z);
    vd3 t = vd3_scale(vd_set(2), vd3_cross(u, v));
    return vd3_add(vd3_fma(v, q.w, t), vd3_cross(u, t));
}

static inline vd3 shifted(vd3 v, int by)
{
    return by == 0 ? v : by == 1 ? vd3_make(v.y, v.z, v.x) : vd3_make(v.z, v.x, v.y);
}

// ---- free rotation, as in rotation.h

typedef struct wide_turn {
    vd cosine, sine;
} wide_turn;

static inline wide_turn wide_turn_make(vd half_angle)
{
    wide_turn h = {vd_set(1) - half_angle * half_angle * vd_set(1.0 / 3), half_angle};
    return h;
}

static inline void wide_turn_apply(wide_turn h, vd *u, vd *v)
{
    vd c = h.cosine * h.cosine - h.sine * h.sine;
    vd s = vd_set(2) * h.sine * h.cosine;
    vd n = vd_set(1) / (h.cosine * h.cosine + h.sine * h.sine);
    vd u0 = *u;
    vd v0 = *v;
    *u = n * (c * u0 + s * v0);
    *v = n * (c * v0 - s * u0);
}

static inline vq4 about(vd3 s)
{
    vd s2 = vd3_dot(s, s);
    vd d = vd_set(1) - s2 * vd_set(1.0 / 3);
    vd twice = vd_set(2) * d;
    vq4 r = {d * d - s2, twice * s.x, twice * s.y, twice * s.z};
    return r;
}

static inline vq4 midpoint(vd3 s)
{
    vd two = vd_set(2);
    vq4 r = {vd_set(1) - vd3_dot(s, s), two * s.x, two * s.y, two * s.z};
    return r;
}

static inline vq4 drift_split(vq4 q, vd3 momentum, const inertia *i, double dt)
{
    double quarter = 0.25 * dt;
    if (i->round)
        return vq4_unit(vq4_mul(midpoint(vd3_scale(vd_set(quarter * i->inverse.y), momentum)), q));
    vd3 l = shifted(vq4_rotate(vq4_conjugate(q), momentum), i->shift);
    v3 inverse = v3_shift(i->inverse, i->shift);
    vd a = vd_set(quarter * (inverse.x - inverse.y));
    vd c = vd_set(2 * quarter * (inverse.z - inverse.y));
    wide_turn first = wide_turn_make(a * l.x);
    wide_turn_apply(first, &l.y, &l.z);
    wide_turn middle = wide_turn_make(c * l.z);
    wide_turn_apply(middle, &l.x, &l.y);
    wide_turn last = wide_turn_make(a * l.x);
    vd cc = first.cosine * last.cosine - first.sine * last.sine;
    vd sc = first.sine * last.cosine + first.cosine * last.sine;
    vd ds = first.cosine * last.sine - first.sine * last.cosine;
    vd dc = first.cosine * last.cosine + first.sine * last.sine;
    vd3 p = shifted(vd3_make(middle.cosine * sc, middle.sine * ds, middle.sine * dc),
                    (3 - i->shift) % 3);
    vq4 own = {middle.cosine * cc, p.x, p.y, p.z};
    return vq4_unit(
        vq4_mul(vq4_mul(about(vd3_scale(vd_set(quarter * inverse.y), momentum)), q), own));
}

// ---- records

static inline void slots_of(const int32_t *head, int32_t k, int32_t times, int32_t *out)
{
    for (int i = 0; i < W; i++)
        out[i] = times * (head[i] + k);
}

static inline vd3 get3(const rec4 *p, const int32_t *slot, vd *fourth)
{
    vd3 r;
    rec4_gather(p, slot, &r.x, &r.y, &r.z, fourth);
    return r;
}

static inline vq4 get_turn(const rec4 *p, const int32_t *slot)
{
    vq4 q;
    rec4_gather(p, slot, &q.w, &q.x, &q.y, &q.z);
    return q;
}

static inline void put3(rec4 *p, const int32_t *slot, vd3 v, vd fourth)
{
    rec4_scatter(p, slot, v.x, v.y, v.z, fourth);
}

// ---- forces

typedef struct wide_sums {
    vd3 force, moment;
} wide_sums;

// Balls that nothing pulls add nothing, not even a zero: so it is done one by one.
static inline wide_sums add_up(const stepping *s, const model_clump *clump, const int32_t *head,
                               vq4 q)
{
    const bodies *o = s->context.body;
    wide_sums a = {vd3_zero(), vd3_zero()};
    const vd smallest = vd_set(0x1p-1074);
    for (int k = 0; k < clump->balls; k++) {
        int32_t slot[W];
        int32_t line[W];
        int32_t next[W];
        vd radius;
        vd none;
        slots_of(head, k, 1, slot);
        slots_of(head, k, 2, line);
        for (int i = 0; i < W; i++)
            next[i] = line[i] + 1;
        vd3 force = get3(s->pull, line, &none);
        vd3 turn = get3(s->pull, next, &none);
        get3(o->position[o->now], slot, &radius);
        vm idle = vd_gt(smallest, vd3_dot(force, force) + vd3_dot(turn, turn));
        vd3 arm = vq4_rotate(q, vd3_all(clump->at[k]));
        vd3 moment = vd3_add(a.moment, vd3_add(vd3_scale(radius, turn), vd3_cross(arm, force)));
        a.force = vd3_select(idle, a.force, vd3_add(a.force, force));
        a.moment = vd3_select(idle, a.moment, moment);
    }
    return a;
}

// ---- motion

typedef struct wide_arrival {
    vd3 centre, velocity;
    vq4 orientation;
} wide_arrival;

static inline wide_arrival kick_and_drift(const stepping *s, const model_clump *clump,
                                          const inertia *i, const int32_t *head, vq4 q)
{
    const bodies *o = s->context.body;
    vd mass;
    vd none;
    vd kick = vd_set(s->kick);
    wide_arrival to;
    vd3 centre = get3(o->centre, head, &mass);
    vd3 gravity = vd3_make(vd_set(s->gravity[0]), vd_set(s->gravity[1]), vd_set(s->gravity[2]));
    wide_sums sums = add_up(s, clump, head, q);
    vd3 push = vd3_add(vd3_scale(vd_set(1) / mass, sums.force), gravity);
    to.velocity = vd3_fma(get3(o->drift, head, &none), kick, push);
    to.centre = vd3_fma(centre, vd_set(s->dt), to.velocity);
    vd3 turning = vd3_fma(get3(o->turning, head, &none), kick, sums.moment);
    to.orientation = drift_split(q, vd3_scale(vd_set(clump->volume) / mass, turning), i, s->dt);
    put3(o->drift, head, to.velocity, vd_set(0));
    put3(o->turning, head, turning, vd_set(0));
    put3(o->centre, head, to.centre, mass);
    return to;
}

// The image nearest to where it was.
static inline vd near_image(const stepping *s, int axis, vd to, vd was)
{
    double length = s->context.length[axis];
    if (!(length > 0))
        return to;
    vd lengths = (to - was) * vd_set(s->context.inverse_length[axis]);
    vd size = vd_abs(lengths);
    vd whole = vd_select(vd_gt(vd_set(0x1p51), size), vd_round(lengths), lengths);
    return vd_select(vd_gt(vd_set(0.5), size), to, to - vd_set(length) * whole);
}

static inline unsigned beyond(const stepping *s, int axis, vd at)
{
    return vm_bits(vd_gt(vd_set(s->low[axis]), at)) | ~vm_bits(vd_gt(vd_set(s->high[axis]), at));
}

// Balls number k of the bodies; the largest displacements since the lists, squared, are taken into *moved2.
static inline void put_balls(const stepping *s, const int32_t *slot, vd3 raw, vd3 velocity,
                             vd3 spin, vd *moved2, report *r)
{
    const bodies *o = s->context.body;
    vd radius;
    vd none;
    vd mobile;
    vd inverse;
    vd3 was = get3(o->position[o->now], slot, &radius);
    vd3 hold = get3(o->hold, slot, &none);
    get3(o->velocity[o->now], slot, &mobile);
    get3(o->spin[o->now], slot, &inverse);
    vd3 to = vd3_make(near_image(s, 0, raw.x, was.x), near_image(s, 1, raw.y, was.y),
                      near_image(s, 2, raw.z, was.z));
    vd3 way = vd3_sub(to, hold);
    vd d2 = vd3_dot(way, way);
    put3(o->position[1 - o->now], slot, to, radius);
    put3(o->velocity[1 - o->now], slot, velocity, mobile);
    put3(o->spin[1 - o->now], slot, vd3_scale(radius, spin), inverse);
    *moved2 = vd_max(d2, *moved2);
    unsigned all = (1u << W) - 1;
    unsigned sound = vm_bits(vd_gt(vd_set(1e300), d2));
    unsigned out = (beyond(s, 0, to.x) | beyond(s, 1, to.y) | beyond(s, 2, to.z) | ~sound) & all;
    for (int i = 0; out; i++, out >>= 1)
        if (out & 1)
            cross_border(s, slot[i], r);
}

static inline void put_bodies(const stepping *s, const model_clump *clump, const int32_t *head,
                              vq4 q, const wide_arrival *to, report *r)
{
    const bodies *o = s->context.body;
    vq4 next = to->orientation;
    vq4 d = vq4_mul(next, vq4_conjugate(q));
    vd3 spin = vd3_scale(vd_set(2) / (vd_set(s->dt) * d.w), vd3_make(d.x, d.y, d.z));
    vd rate = vd_set(1 / s->dt);
    vd moved2 = vd_set(r->moved2);
    for (int k = 0; k < clump->balls; k++) {
        int32_t slot[W];
        slots_of(head, k, 1, slot);
        vd3 at = vd3_all(clump->at[k]);
        vd3 before = vq4_rotate(q, at);
        vd3 after = vq4_rotate(next, at);
        vd3 velocity = vd3_add(to->velocity, vd3_scale(rate, vd3_sub(after, before)));
        put_balls(s, slot, vd3_add(to->centre, after), velocity, spin, &moved2, r);
        rec4_scatter(o->orientation, slot, next.w, next.x, next.y, next.z);
    }
    double lane[W];
    vd_store(lane, moved2);
    for (int i = 0; i < W; i++)
        if (lane[i] > r->moved2)
            r->moved2 = lane[i];
}

clump_mover JOIN(scree_clump_batch_, SCREE_WIDTH);
void JOIN(scree_clump_batch_, SCREE_WIDTH)(const stepping *s, const int32_t *head, report *r)
{
    const bodies *o = s->context.body;
    int32_t set = o->set[head[0]];
    const model_clump *clump = s->clump[set];
    vq4 q = get_turn(o->orientation, head);
    wide_arrival to = kick_and_drift(s, clump, &s->inertia[set], head, q);
    put_bodies(s, clump, head, q, &to, r);
}
