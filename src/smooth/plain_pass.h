// plain_pass.h - the commonest contacts in two loops: two balls, a normal law and a tangential spring, nothing else.
//
// The passes of law_passes.h hand a batch on from one to the next in columns, all that any of them may want. Here the
// same functions work on a batch in two loops, from the records to what kinematics leave for the laws, and from there
// to the lines, so that only this is stored between them; the columns within a loop are a batch of one group of W
// contacts that no one else sees, and the compiler keeps them in registers. One loop would run at the latency of its
// square roots (docs/performance/spheres.md).
#ifndef SCREE_SMOOTH_PLAIN_PASS_H
#define SCREE_SMOOTH_PLAIN_PASS_H

#include "smooth/law_passes.h"

// Whether a pair of laws has such loops.
#define PLAIN(normal, tangential)                                                                  \
    (normal_##normal##_traits & tangential_##tangential##_traits & LAW_COMMON)

// Where the next group of W contacts is read and written: pointers go on with the groups, indices stay 0.
typedef struct plain_from {
    gather_from records;
    normal_from normal;
    tangential_from tangential;
} plain_from;

static inline __attribute__((always_inline)) plain_from
plain_begin(const span *p, const bool wrap, const bool unlike, const int histories)
{
    plain_from f = {gather_begin(p, wrap), normal_begin(p, 0), tangential_begin(p, histories)};
    // known anyway (kernel.c), but not to the compiler
    f.normal.observe = false;
    f.normal.details = false;
    f.normal.books = false;
    f.normal.far = false;
    f.normal.walls = false;
    f.normal.fixed = false;
    f.normal.unlike = unlike;
    f.tangential.other = unlike ? f.tangential.other : 0;
    f.tangential.observe = false;
    return f;
}

// What touches and what pushes, where that is asked for: a bit for each contact.
typedef struct plain_end {
    unsigned touch, pushes;
} plain_end;

#define W_ALL ((1u << W) - 1)

// From the records of W contacts to what the laws see.
static inline __attribute__((always_inline)) void plain_meet(const span *p, plain_from *f, batch *k,
                                                             int i, vd *deepest)
{
    normal_from *z = &f->normal;
    batch q;
    gather_lane(&f->records, &q, 0);
    if (z->unlike)
        gather_unlike_lane(f->records.w, f->records.a, f->records.b, &q, 0);
    normal_met m = normal_meet(p, z, &q, 0, false, false, false, deepest);
    put3(k, C_NX, i, m.n);
    put3(k, C_UX, i, m.slip);
    put3(k, C_SWEEPX, i, m.sweep);
    if (z->surface[0])
        put3(k, C_RX, i, get3(&q, C_RX, 0));
    put(k, C_OVERLAP, i, m.in.overlap);
    put(k, C_SHRUNK, i, m.in.shrunk);
    put(k, C_GROWN, i, m.in.grown);
    put(k, C_CLOSING, i, m.in.closing);
    put(k, C_REFF, i, m.in.r_eff);
    put(k, C_MEFF, i, m.in.m_eff);
    put(k, C_ARM, i, m.arm);
    if (z->unlike)
        put(k, C_TILT, i, m.tilt);
    put(k, C_TWIRL, i, m.twirl);
    f->records.a += W;
    f->records.b += W;
    if (z->before)
        z->before += W;
    for (int d = 0; z->surface[0] && d < 3; d++)
        z->surface[d] += W;
}

// What a common normal law sees; nothing of the rest.
static inline __attribute__((always_inline)) normal_in plain_input(const normal_from *z,
                                                                   const batch *k, int i)
{
    const vd unseen = vd_set(NAN);
    normal_in in;
    in.overlap = get(k, C_OVERLAP, i);
    in.overlap_before = unseen;
    in.shrunk = get(k, C_SHRUNK, i);
    in.grown = get(k, C_GROWN, i);
    in.closing = get(k, C_CLOSING, i);
    in.approach = unseen;
    in.r_eff = get(k, C_REFF, i);
    in.m_eff = get(k, C_MEFF, i);
    in.dt = vd_set(z->dt);
    in.step = unseen;
    return in;
}

// One column, or three, of W contacts, to the front of a batch of their own.
static inline void take(batch *own, const batch *k, int column, int i)
{
    put(own, column, 0, get(k, column, i));
}
static inline void take3(batch *own, const batch *k, int column, int i)
{
    put3(own, column, 0, get3(k, column, i));
}

// Both laws and the lines of W contacts. The bits of those that touch, and whose push does not end within three steps;
// then the exact bits of what touches are in *touch and those of what pushes still in *pushes.
static inline __attribute__((always_inline)) unsigned
plain_respond(const span *p, plain_from *f, const batch *k, int i, const bool apart,
              push_function *push, const int histories, drag_function *drag, plain_end *end)
{
    batch q;
    normal_out o = push(f->normal.k, plain_input(&f->normal, k, i), NULL);
    take3(&q, k, C_NX, i);
    take3(&q, k, C_UX, i);
    take3(&q, k, C_SWEEPX, i);
    take3(&q, k, C_RX, i);
    take(&q, k, C_TWIRL, i);
    take(&q, k, C_ARM, i);
    if (f->normal.unlike)
        take(&q, k, C_TILT, i);
    put(&q, C_MEAN, 0, o.mean);
    put(&q, C_LIVE, 0, o.live);
    put(&q, C_PUSH, 0, o.elastic + o.damping);
    put(&q, C_LOAD, 0, o.load);
    put(&q, C_STIFF, 0, o.stiffness);
    put(&q, C_DASH, 0, o.dashpot);
    put(&q, C_GRIP, 0, o.grip);
    put(&q, C_FADE, 0, o.fade);
    if (apart) {
        put(&q, C_SPRING_FADE, 0, o.spring_fade);
        put(&q, C_SPRING_MEAN, 0, o.spring_mean);
    }
    tangential_lane(p, &f->tangential, &q, 0, false, true, false, apart, histories, drag);
    for (int j = 0; j < histories; j++)
        f->tangential.column[j] += W;
    f->tangential.line += 8 * W;
    const vd zero = vd_set(0.0);
    const vd pushed = o.elastic + o.damping;
    const vd after = push_after(&f->normal, pushed, o.stiffness, get(k, C_CLOSING, i));
    const unsigned stay = vm_bits(vd_gt(vd_min(o.live, after), zero));
    if (__builtin_expect(stay != W_ALL, 0))
        *end = (plain_end){vm_bits(vd_gt(o.live, zero)), vm_bits(vd_gt(pushed, zero))};
    return stay;
}

// All contacts of a bucket. Those that touch no more go to `gone`, ascending; returns how many.
static inline __attribute__((always_inline)) int32_t
plain_pass(span *p, int32_t *gone, const bool wrap, const bool unlike, const bool apart,
           push_function *push, const int histories, drag_function *drag)
{
    const int32_t count = p->k->count;
    const int32_t padded = (count + W - 1) / W * W;
    const int width = p->layout->width;
    const bool calls = p->body->count >= CALL_FROM;
    plain_from f = plain_begin(p, wrap, unlike, histories);
    batch k;
    caller ahead = *p->ahead;
    vd deepest = p->deepest;
    int32_t ended = 0;
    for (int32_t from = 0; from < padded; from += BATCH) {
        int here = padded - from < BATCH ? padded - from : BATCH;
        for (int i = 0; i < here; i += W) {
            call_some(&ahead);
            call_some(&ahead);
            if (calls)
                call_columns(p->k, width, from + i);
            plain_meet(p, &f, &k, i, &deepest);
        }
        for (int i = 0; i < here; i += W) {
            call_some(&ahead);
            int left = count - from - i;
            unsigned all = left >= W ? (1u << W) - 1 : (1u << left) - 1;
            plain_end end = {0, 0};
            unsigned off = all & ~plain_respond(p, &f, &k, i, apart, push, histories, drag, &end);
            if (__builtin_expect(off == 0, 1))
                continue;
            note_last(p, from + i, off & end.touch & end.pushes);
            for (off &= ~end.touch; off != 0; off &= off - 1)
                gone[ended++] = from + i + __builtin_ctz(off);
        }
    }
    p->deepest = deepest;
    *p->ahead = ahead;
    return ended;
}

#endif
