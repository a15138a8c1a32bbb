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
    vq4 product;
    product.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    product.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    product.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    product.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    return product;
}

static inline vq4 vq4_unit(vq4 q)
{
    vd square = (q.w * q.w + q.x * q.x) + (q.y * q.y + q.z * q.z);
    vd scale = vd_set(1) / vd_sqrt(square);
    return (vq4){
        .w = scale * q.w,
        .x = scale * q.x,
        .y = scale * q.y,
        .z = scale * q.z,
    };
}

static inline vq4 vq4_conjugate(vq4 q)
{
    vq4 r = {
        .w = q.w,
        .x = -q.x,
        .y = -q.y,
        .z = -q.z,
    };
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
    vd3 along = vd3_fma(v, q.w, t);
    vd3 across = vd3_cross(u, t);
    return vd3_add(along, across);
}

static inline vd3 shifted(vd3 v, int by)
{
    if (by == 0)
        return v;
    return by == 1 ? vd3_make(v.y, v.z, v.x) : vd3_make(v.z, v.x, v.y);
}

// ---- free rotation, as in rotation.h

typedef struct wide_turn {
    vd cosine, sine;
} wide_turn;

static inline wide_turn wide_turn_make(vd half_angle)
{
    vd third = vd_set(1.0 / 3);
    return (wide_turn){
        .cosine = vd_set(1) - half_angle * half_angle * third,
        .sine = half_angle,
    };
}

static inline void wide_turn_apply(wide_turn half, vd *u, vd *v)
{
    vd cosine2 = half.cosine * half.cosine;
    vd sine2 = half.sine * half.sine;
    vd c = cosine2 - sine2;
    vd s = vd_set(2) * half.sine * half.cosine;
    vd n = vd_set(1) / (cosine2 + sine2);
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
    return (vq4){
        .w = d * d - s2,
        .x = twice * s.x,
        .y = twice * s.y,
        .z = twice * s.z,
    };
}

static inline vq4 midpoint(vd3 s)
{
    vd two = vd_set(2);
    vd s2 = vd3_dot(s, s);
    return (vq4){
        .w = vd_set(1) - s2,
        .x = two * s.x,
        .y = two * s.y,
        .z = two * s.z,
    };
}

// Three turns one after the other: about x, z and x of the (shifted) axes of a body.
static inline vq4 turns_together(wide_turn first, wide_turn middle, wide_turn last, int shift)
{
    vd cc = first.cosine * last.cosine - first.sine * last.sine;
    vd sc = first.sine * last.cosine + first.cosine * last.sine;
    vd ds = first.cosine * last.sine - first.sine * last.cosine;
    vd dc = first.cosine * last.cosine + first.sine * last.sine;
    vd3 shifted_part = vd3_make(middle.cosine * sc, middle.sine * ds, middle.sine * dc);
    vd3 part = shifted(shifted_part, (3 - shift) % 3);
    return (vq4){
        .w = middle.cosine * cc,
        .x = part.x,
        .y = part.y,
        .z = part.z,
    };
}

static inline vq4 drift_split(vq4 orientation, vd3 momentum, const inertia *inertia, double dt)
{
    double quarter = 0.25 * dt;
    if (inertia->round) {
        vd scale = vd_set(quarter * inertia->inverse.y);
        vq4 turn = midpoint(vd3_scale(scale, momentum));
        return vq4_unit(vq4_mul(turn, orientation));
    }
    vd3 momentum_of_body = vq4_rotate(vq4_conjugate(orientation), momentum);
    vd3 l = shifted(momentum_of_body, inertia->shift);
    v3 inverse = v3_shift(inertia->inverse, inertia->shift);
    vd a = vd_set(quarter * (inverse.x - inverse.y));
    vd c = vd_set(2 * quarter * (inverse.z - inverse.y));
    wide_turn first = wide_turn_make(a * l.x);
    wide_turn_apply(first, &l.y, &l.z);
    wide_turn middle = wide_turn_make(c * l.z);
    wide_turn_apply(middle, &l.x, &l.y);
    wide_turn last = wide_turn_make(a * l.x);
    vq4 about_axes = turns_together(first, middle, last, inertia->shift);
    vd3 vector = vd3_scale(vd_set(quarter * inverse.y), momentum);
    vq4 about_momentum = about(vector);
    vq4 turned = vq4_mul(about_momentum, orientation);
    return vq4_unit(vq4_mul(turned, about_axes));
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
        vd size2 = vd3_dot(force, force) + vd3_dot(turn, turn);
        vm idle = vd_gt(smallest, size2);
        vd3 arm = vq4_rotate(orientation, vd3_all(clump->at[k]));
        vd3 of_turn = vd3_scale(radius, turn);
        vd3 of_force = vd3_cross(arm, force);
        vd3 of_ball = vd3_add(of_turn, of_force);
        vd3 moment = vd3_add(sums.moment, of_ball);
        vd3 whole_force = vd3_add(sums.force, force);
        sums.force = vd3_select(idle, sums.force, whole_force);
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
    const double *gravity = stepping->gravity;
    vd mass;
    vd none;
    vd kick = vd_set(stepping->kick);
    vd dt = vd_set(stepping->dt);
    vd3 centre = get3(bodies->centre, head, &mass);
    vd3 drift = get3(bodies->drift, head, &none);
    vd3 turning = get3(bodies->turning, head, &none);
    vd3 free_fall = vd3_make(vd_set(gravity[0]), vd_set(gravity[1]), vd_set(gravity[2]));
    wide_sums sums = add_up(stepping, clump, head, orientation);
    vd3 by_contacts = vd3_scale(vd_set(1) / mass, sums.force);
    vd3 push = vd3_add(by_contacts, free_fall);
    wide_arrival to;
    to.velocity = vd3_fma(drift, kick, push);
    to.centre = vd3_fma(centre, dt, to.velocity);
    turning = vd3_fma(turning, kick, sums.moment);
    vd share = vd_set(clump->volume) / mass;
    vd3 momentum = vd3_scale(share, turning);
    to.orientation = drift_split(orientation, momentum, inertia, stepping->dt);
    put3(bodies->drift, head, to.velocity, vd_set(0));
    put3(bodies->turning, head, turning, vd_set(0));
    put3(bodies->centre, head, to.centre, mass);
    return to;
}

// The image nearest to where it was.
static inline vd near_image(const stepping *stepping, int axis, vd to, vd was)
{
    double length = stepping->context.length[axis];
    double inverse_length = stepping->context.inverse_length[axis];
    if (!(length > 0))
        return to;
    vd lengths = (to - was) * vd_set(inverse_length);
    vd size = vd_abs(lengths);
    vm can_be_rounded = vd_gt(vd_set(0x1p51), size);
    vd whole = vd_select(can_be_rounded, vd_round(lengths), lengths);
    vd moved = to - vd_set(length) * whole;
    vm is_near = vd_gt(vd_set(0.5), size);
    return vd_select(is_near, to, moved);
}

static inline unsigned beyond(const stepping *stepping, int axis, vd at)
{
    vd low = vd_set(stepping->low[axis]);
    vd high = vd_set(stepping->high[axis]);
    unsigned below = vm_bits(vd_gt(low, at));
    unsigned above = ~vm_bits(vd_gt(high, at));
    return below | above;
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
    int now = bodies->now;
    int next = 1 - now;
    vd radius;
    vd none;
    vd mobile;
    vd inverse;
    vd3 was = get3(bodies->position[now], slot, &radius);
    vd3 hold = get3(bodies->hold, slot, &none);
    get3(bodies->velocity[now], slot, &mobile);
    get3(bodies->spin[now], slot, &inverse);
    vd3 to;
    to.x = near_image(stepping, 0, ball->raw.x, was.x);
    to.y = near_image(stepping, 1, ball->raw.y, was.y);
    to.z = near_image(stepping, 2, ball->raw.z, was.z);
    vd3 way = vd3_sub(to, hold);
    vd d2 = vd3_dot(way, way);
    vd3 rim_speed = vd3_scale(radius, ball->spin);
    put3(bodies->position[next], slot, to, radius);
    put3(bodies->velocity[next], slot, ball->velocity, mobile);
    put3(bodies->spin[next], slot, rim_speed, inverse);
    *moved2 = vd_max(d2, *moved2);
    unsigned all = (1u << W) - 1;
    unsigned out = ~vm_bits(vd_gt(vd_set(1e300), d2));
    out |= beyond(stepping, 0, to.x);
    out |= beyond(stepping, 1, to.y);
    out |= beyond(stepping, 2, to.z);
    out &= all;
    for (int i = 0; out >> i; i++) {
        if (out >> i & 1)
            cross_border(stepping, slot[i], report);
    }
}

static inline void put_bodies(const stepping *stepping, const model_clump *clump,
                              const int32_t *head, vq4 orientation, const wide_arrival *to,
                              report *report)
{
    const bodies *bodies = stepping->context.body;
    vq4 next = to->orientation;
    vq4 turned = vq4_mul(next, vq4_conjugate(orientation));
    vd3 axis = vd3_make(turned.x, turned.y, turned.z);
    vd per_time = vd_set(2) / (vd_set(stepping->dt) * turned.w);
    vd3 spin = vd3_scale(per_time, axis);
    vd rate = vd_set(1 / stepping->dt);
    vd moved2 = vd_set(report->moved2);
    for (int k = 0; k < clump->balls; k++) {
        int32_t slot[W];
        slots_of(head, k, 1, slot);
        vd3 at = vd3_all(clump->at[k]);
        vd3 before = vq4_rotate(orientation, at);
        vd3 after = vq4_rotate(next, at);
        vd3 way = vd3_sub(after, before);
        vd3 swing = vd3_scale(rate, way);
        const wide_ball ball = {
            .raw = vd3_add(to->centre, after),
            .velocity = vd3_add(to->velocity, swing),
            .spin = spin,
        };
        put_balls(stepping, slot, &ball, &moved2, report);
        rec4_scatter(bodies->orientation, slot, next.w, next.x, next.y, next.z);
    }
    double lane[W];
    vd_store(lane, moved2);
    for (int i = 0; i < W; i++) {
        if (lane[i] > report->moved2)
            report->moved2 = lane[i];
    }
}

clump_mover JOIN(scree_clump_batch_, SCREE_WIDTH);
void JOIN(scree_clump_batch_, SCREE_WIDTH)(const stepping *stepping, const int32_t *head,
                                           report *report)
{
    const bodies *bodies = stepping->context.body;
    int32_t set = bodies->set[head[0]];
    const model_clump *clump = stepping->clump[set];
    const inertia *inertia = &stepping->inertia[set];
    vq4 orientation = get_turn(bodies->orientation, head);
    wide_arrival to = kick_and_drift(stepping, clump, inertia, head, orientation);
    put_bodies(stepping, clump, head, orientation, &to, report);
}
