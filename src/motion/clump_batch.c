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
    wide_turn half = {vd_set(1) - half_angle * half_angle * vd_set(1.0 / 3), half_angle};
    return half;
}

static inline void wide_turn_apply(wide_turn half, vd *u, vd *v)
{
    vd c = half.cosine * half.cosine - half.sine * half.sine;
    vd s = vd_set(2) * half.sine * half.cosine;
    vd n = vd_set(1) / (half.cosine * half.cosine + half.sine * half.sine);
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

static inline vq4 drift_split(vq4 orientation, vd3 momentum, const inertia *inertia, double dt)
{
    double quarter = 0.25 * dt;
    if (inertia->round)
        return vq4_unit(vq4_mul(midpoint(vd3_scale(vd_set(quarter * inertia->inverse.y), momentum)),
                                orientation));
    vd3 momentum_of_body =
        shifted(vq4_rotate(vq4_conjugate(orientation), momentum), inertia->shift);
    v3 inverse = v3_shift(inertia->inverse, inertia->shift);
    vd a = vd_set(quarter * (inverse.x - inverse.y));
    vd c = vd_set(2 * quarter * (inverse.z - inverse.y));
    wide_turn first = wide_turn_make(a * momentum_of_body.x);
    wide_turn_apply(first, &momentum_of_body.y, &momentum_of_body.z);
    wide_turn middle = wide_turn_make(c * momentum_of_body.z);
    wide_turn_apply(middle, &momentum_of_body.x, &momentum_of_body.y);
    wide_turn last = wide_turn_make(a * momentum_of_body.x);
    vd cc = first.cosine * last.cosine - first.sine * last.sine;
    vd sc = first.sine * last.cosine + first.cosine * last.sine;
    vd ds = first.cosine * last.sine - first.sine * last.cosine;
    vd dc = first.cosine * last.cosine + first.sine * last.sine;
    vd3 part = shifted(vd3_make(middle.cosine * sc, middle.sine * ds, middle.sine * dc),
                       (3 - inertia->shift) % 3);
    vq4 own = {middle.cosine * cc, part.x, part.y, part.z};
    return vq4_unit(vq4_mul(
        vq4_mul(about(vd3_scale(vd_set(quarter * inverse.y), momentum)), orientation), own));
}

// ---- records

static inline void slots_of(const int32_t *head, int32_t k, int32_t times, int32_t *out)
{
    for (int i = 0; i < W; i++)
        out[i] = times * (head[i] + k);
}

static inline vd3 get3(const rec4 *record, const int32_t *slot, vd *fourth)
{
    vd3 out;
    rec4_gather(record, slot, &out.x, &out.y, &out.z, fourth);
    return out;
}

static inline vq4 get_turn(const rec4 *record, const int32_t *slot)
{
    vq4 turn;
    rec4_gather(record, slot, &turn.w, &turn.x, &turn.y, &turn.z);
    return turn;
}

static inline void put3(rec4 *record, const int32_t *slot, vd3 v, vd fourth)
{
    rec4_scatter(record, slot, v.x, v.y, v.z, fourth);
}

// ---- forces

typedef struct wide_sums {
    vd3 force, moment;
} wide_sums;

// Balls that nothing pulls add nothing, not even a zero: so it is done one by one.
static inline wide_sums add_up(const stepping *stepping, const model_clump *clump,
                               const int32_t *head, vq4 orientation)
{
    const bodies *bodies = stepping->context.body;
    wide_sums sums = {vd3_zero(), vd3_zero()};
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
        vd3 force = get3(stepping->pull, line, &none);
        vd3 turn = get3(stepping->pull, next, &none);
        get3(bodies->position[bodies->now], slot, &radius);
        vm idle = vd_gt(smallest, vd3_dot(force, force) + vd3_dot(turn, turn));
        vd3 arm = vq4_rotate(orientation, vd3_all(clump->at[k]));
        vd3 moment = vd3_add(sums.moment, vd3_add(vd3_scale(radius, turn), vd3_cross(arm, force)));
        sums.force = vd3_select(idle, sums.force, vd3_add(sums.force, force));
        sums.moment = vd3_select(idle, sums.moment, moment);
    }
    return sums;
}

// ---- motion

typedef struct wide_arrival {
    vd3 centre, velocity;
    vq4 orientation;
} wide_arrival;

static inline wide_arrival kick_and_drift(const stepping *stepping, const model_clump *clump,
                                          const inertia *inertia, const int32_t *head,
                                          vq4 orientation)
{
    const bodies *bodies = stepping->context.body;
    vd mass;
    vd none;
    vd kick = vd_set(stepping->kick);
    wide_arrival to;
    vd3 centre = get3(bodies->centre, head, &mass);
    vd3 gravity = vd3_make(vd_set(stepping->gravity[0]), vd_set(stepping->gravity[1]),
                           vd_set(stepping->gravity[2]));
    wide_sums sums = add_up(stepping, clump, head, orientation);
    vd3 push = vd3_add(vd3_scale(vd_set(1) / mass, sums.force), gravity);
    to.velocity = vd3_fma(get3(bodies->drift, head, &none), kick, push);
    to.centre = vd3_fma(centre, vd_set(stepping->dt), to.velocity);
    vd3 turning = vd3_fma(get3(bodies->turning, head, &none), kick, sums.moment);
    to.orientation = drift_split(orientation, vd3_scale(vd_set(clump->volume) / mass, turning),
                                 inertia, stepping->dt);
    put3(bodies->drift, head, to.velocity, vd_set(0));
    put3(bodies->turning, head, turning, vd_set(0));
    put3(bodies->centre, head, to.centre, mass);
    return to;
}

// The image nearest to where it was.
static inline vd near_image(const stepping *stepping, int axis, vd to, vd was)
{
    double length = stepping->context.length[axis];
    if (!(length > 0))
        return to;
    vd lengths = (to - was) * vd_set(stepping->context.inverse_length[axis]);
    vd size = vd_abs(lengths);
    vd whole = vd_select(vd_gt(vd_set(0x1p51), size), vd_round(lengths), lengths);
    return vd_select(vd_gt(vd_set(0.5), size), to, to - vd_set(length) * whole);
}

static inline unsigned beyond(const stepping *stepping, int axis, vd at)
{
    return vm_bits(vd_gt(vd_set(stepping->low[axis]), at)) |
           ~vm_bits(vd_gt(vd_set(stepping->high[axis]), at));
}

// Of the same ball of all bodies: its place before borders are looked at, and how it moves.
typedef struct wide_ball {
    vd3 raw, velocity, spin;
} wide_ball;

// Balls number k of the bodies; the largest displacements since the lists, squared, are taken into *moved2.
static inline void put_balls(const stepping *stepping, const int32_t *slot, const wide_ball *ball,
                             vd *moved2, report *report)
{
    const bodies *bodies = stepping->context.body;
    vd radius;
    vd none;
    vd mobile;
    vd inverse;
    vd3 was = get3(bodies->position[bodies->now], slot, &radius);
    vd3 hold = get3(bodies->hold, slot, &none);
    get3(bodies->velocity[bodies->now], slot, &mobile);
    get3(bodies->spin[bodies->now], slot, &inverse);
    vd3 to = vd3_make(near_image(stepping, 0, ball->raw.x, was.x),
                      near_image(stepping, 1, ball->raw.y, was.y),
                      near_image(stepping, 2, ball->raw.z, was.z));
    vd3 way = vd3_sub(to, hold);
    vd d2 = vd3_dot(way, way);
    put3(bodies->position[1 - bodies->now], slot, to, radius);
    put3(bodies->velocity[1 - bodies->now], slot, ball->velocity, mobile);
    put3(bodies->spin[1 - bodies->now], slot, vd3_scale(radius, ball->spin), inverse);
    *moved2 = vd_max(d2, *moved2);
    unsigned all = (1u << W) - 1;
    unsigned sound = vm_bits(vd_gt(vd_set(1e300), d2));
    unsigned out = (beyond(stepping, 0, to.x) | beyond(stepping, 1, to.y) |
                    beyond(stepping, 2, to.z) | ~sound) &
                   all;
    for (int i = 0; out; i++, out >>= 1)
        if (out & 1)
            cross_border(stepping, slot[i], report);
}

static inline void put_bodies(const stepping *stepping, const model_clump *clump,
                              const int32_t *head, vq4 orientation, const wide_arrival *to,
                              report *report)
{
    const bodies *bodies = stepping->context.body;
    vq4 next = to->orientation;
    vq4 turned = vq4_mul(next, vq4_conjugate(orientation));
    vd3 spin = vd3_scale(vd_set(2) / (vd_set(stepping->dt) * turned.w),
                         vd3_make(turned.x, turned.y, turned.z));
    vd rate = vd_set(1 / stepping->dt);
    vd moved2 = vd_set(report->moved2);
    for (int k = 0; k < clump->balls; k++) {
        int32_t slot[W];
        slots_of(head, k, 1, slot);
        vd3 at = vd3_all(clump->at[k]);
        vd3 before = vq4_rotate(orientation, at);
        vd3 after = vq4_rotate(next, at);
        vd3 velocity = vd3_add(to->velocity, vd3_scale(rate, vd3_sub(after, before)));
        const wide_ball ball = {vd3_add(to->centre, after), velocity, spin};
        put_balls(stepping, slot, &ball, &moved2, report);
        rec4_scatter(bodies->orientation, slot, next.w, next.x, next.y, next.z);
    }
    double lane[W];
    vd_store(lane, moved2);
    for (int i = 0; i < W; i++)
        if (lane[i] > report->moved2)
            report->moved2 = lane[i];
}

clump_mover JOIN(scree_clump_batch_, SCREE_WIDTH);
void JOIN(scree_clump_batch_, SCREE_WIDTH)(const stepping *stepping, const int32_t *head,
                                           report *report)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head[0]];
    const model_clump *clump = stepping->clump[set];
    vq4 q = get_turn(bodies->orientation, head);
    wide_arrival to = kick_and_drift(stepping, clump, &stepping->inertia[set], head, q);
    put_bodies(stepping, clump, head, q, &to, report);
}
