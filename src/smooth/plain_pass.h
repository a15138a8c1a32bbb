// plain_pass.h - the commonest contacts in two loops: two balls, a normal law and a tangential spring, nothing else.
//
// The passes of the laws hand a batch on from one to the next in columns, all that any of them may want. Here the
// same functions work on a batch in two loops, from the records to what kinematics leave for the laws, and from there
// to the lines, so that only this is stored between them; the columns within a loop are a batch of one group of LANES
// contacts that no one else sees, and the compiler keeps them in registers. One loop would run at the latency of its
// square roots (docs/performance/spheres.md).
#ifndef SCREE_SMOOTH_PLAIN_PASS_H
#define SCREE_SMOOTH_PLAIN_PASS_H

#include "smooth/gather_pass.h"
#include "smooth/normal_pass.h"
#include "smooth/tangential_pass.h"

// Whether a pair of laws has such loops.
#define PLAIN(normal, tangential)                                                                  \
    (normal_##normal##_traits & tangential_##tangential##_traits & LAW_COMMON)

// Where the next group of LANES contacts is read and written: pointers go on with the groups, indices stay 0.
typedef struct plain_from {
    gather_from records;
    normal_from normal;
    tangential_from tangential;
} plain_from;

static inline __attribute__((always_inline)) plain_from
plain_begin(const span *span, const bool wrap, const bool unlike, const int histories)
{
    plain_from from = {gather_begin(span, wrap), normal_begin(span, 0),
                       tangential_begin(span, histories)};
    // known anyway (plain_of in law_tables.h), but not to the compiler
    from.normal.observe = false;
    from.normal.details = false;
    from.normal.books = false;
    from.normal.far = false;
    from.normal.walls = false;
    from.normal.fixed = false;
    from.normal.unlike = unlike;
    from.tangential.other = unlike ? from.tangential.other : 0;
    from.tangential.observe = false;
    return from;
}

// What touches and what pushes, where that is asked for: a bit for each contact.
typedef struct plain_end {
    unsigned touch, pushes;
} plain_end;

#define LANES_ALL ((1u << LANES) - 1)

// From the records of LANES contacts to what the laws see.
static inline __attribute__((always_inline)) void plain_meet(const span *span, plain_from *from,
                                                             batch *known, int i, vd *deepest)
{
    normal_from *given = &from->normal;
    batch own;
    gather_lane(&from->records, &own, 0);
    if (given->unlike)
        gather_unlike_lane(from->records.spin, from->records.a, from->records.b, &own, 0);
    normal_met met = normal_meet(span, given, &own, 0, false, false, false, deepest);
    put3(known, C_NX, i, met.n);
    put3(known, C_UX, i, met.slip);
    put3(known, C_SWEEPX, i, met.sweep);
    if (given->surface[0])
        put3(known, C_RX, i, get3(&own, C_RX, 0));
    put(known, C_OVERLAP, i, met.in.overlap);
    put(known, C_SHRUNK, i, met.in.shrunk);
    put(known, C_GROWN, i, met.in.grown);
    put(known, C_CLOSING, i, met.in.closing);
    put(known, C_REFF, i, met.in.r_eff);
    put(known, C_MEFF, i, met.in.m_eff);
    put(known, C_ARM, i, met.arm);
    if (given->unlike)
        put(known, C_TILT, i, met.tilt);
    put(known, C_TWIRL, i, met.twirl);
    from->records.a += LANES;
    from->records.b += LANES;
    if (given->before)
        given->before += LANES;
    for (int d = 0; given->surface[0] && d < 3; d++)
        given->surface[d] += LANES;
}

// What a common normal law sees; nothing of the rest.
static inline __attribute__((always_inline)) normal_in plain_input(const normal_from *given,
                                                                   const batch *known, int i)
{
    const vd unseen = vd_set(NAN);
    normal_in in;
    in.overlap = get(known, C_OVERLAP, i);
    in.overlap_before = unseen;
    in.shrunk = get(known, C_SHRUNK, i);
    in.grown = get(known, C_GROWN, i);
    in.closing = get(known, C_CLOSING, i);
    in.approach = unseen;
    in.r_eff = get(known, C_REFF, i);
    in.m_eff = get(known, C_MEFF, i);
    in.dt = vd_set(given->dt);
    in.step = unseen;
    return in;
}

// One column, or three, of LANES contacts, to the front of a batch of their own.
static inline void take(batch *own, const batch *known, int column, int i)
{
    put(own, column, 0, get(known, column, i));
}
static inline void take3(batch *own, const batch *known, int column, int i)
{
    put3(own, column, 0, get3(known, column, i));
}

// Both laws and the lines of LANES contacts. The bits of those that touch, and whose push does not end within three steps;
// then the exact bits of what touches are in *touch and those of what pushes still in *pushes.
static inline __attribute__((always_inline)) unsigned
plain_respond(const span *span, plain_from *from, const batch *known, int i, const bool apart,
              push_function *push, const int histories, drag_function *drag, plain_end *end)
{
    batch own;
    normal_out out = push(from->normal.k, plain_input(&from->normal, known, i), NULL);
    take3(&own, known, C_NX, i);
    take3(&own, known, C_UX, i);
    take3(&own, known, C_SWEEPX, i);
    take3(&own, known, C_RX, i);
    take(&own, known, C_TWIRL, i);
    take(&own, known, C_ARM, i);
    if (from->normal.unlike)
        take(&own, known, C_TILT, i);
    put(&own, C_MEAN, 0, out.mean);
    put(&own, C_LIVE, 0, out.live);
    put(&own, C_PUSH, 0, out.elastic + out.damping);
    put(&own, C_LOAD, 0, out.load);
    put(&own, C_STIFF, 0, out.stiffness);
    put(&own, C_DASH, 0, out.dashpot);
    put(&own, C_GRIP, 0, out.grip);
    put(&own, C_FADE, 0, out.fade);
    if (apart) {
        put(&own, C_SPRING_FADE, 0, out.spring_fade);
        put(&own, C_SPRING_MEAN, 0, out.spring_mean);
    }
    tangential_lane(span, &from->tangential, &own, 0, false, true, false, apart, histories, drag);
    for (int j = 0; j < histories; j++)
        from->tangential.column[j] += LANES;
    from->tangential.line += 8 * LANES;
    const vd zero = vd_set(0.0);
    const vd pushed = out.elastic + out.damping;
    const vd after = push_after(&from->normal, pushed, out.stiffness, get(known, C_CLOSING, i));
    const unsigned stay = vm_bits(vd_gt(vd_min(out.live, after), zero));
    if (__builtin_expect(stay != LANES_ALL, 0))
        *end = (plain_end){vm_bits(vd_gt(out.live, zero)), vm_bits(vd_gt(pushed, zero))};
    return stay;
}

// All contacts of a bucket. Those that touch no more go to `gone`, ascending; returns how many.
static inline __attribute__((always_inline)) int32_t
plain_pass(span *span, int32_t *gone, const bool wrap, const bool unlike, const bool apart,
           push_function *push, const int histories, drag_function *drag)
{
    const int32_t count = span->bucket->count;
    const int32_t padded = (count + LANES - 1) / LANES * LANES;
    const int width = span->layout->width;
    const bool calls = span->bodies->count >= CALL_FROM;
    plain_from from = plain_begin(span, wrap, unlike, histories);
    batch known;
    caller ahead = *span->ahead;
    vd deepest = span->deepest;
    int32_t ended = 0;
    for (int32_t first = 0; first < padded; first += BATCH) {
        int here = padded - first < BATCH ? padded - first : BATCH;
        for (int i = 0; i < here; i += LANES) {
            call_some(&ahead);
            call_some(&ahead);
            if (calls)
                call_columns(span->bucket, width, first + i);
            plain_meet(span, &from, &known, i, &deepest);
        }
        for (int i = 0; i < here; i += LANES) {
            call_some(&ahead);
            int left = count - first - i;
            unsigned all = left >= LANES ? (1u << LANES) - 1 : (1u << left) - 1;
            plain_end end = {0, 0};
            unsigned off =
                all & ~plain_respond(span, &from, &known, i, apart, push, histories, drag, &end);
            if (__builtin_expect(off == 0, 1))
                continue;
            note_ending(span, first + i, off & end.touch & end.pushes);
            for (off &= ~end.touch; off != 0; off &= off - 1)
                gone[ended++] = first + i + __builtin_ctz(off);
        }
    }
    span->deepest = deepest;
    *span->ahead = ahead;
    return ended;
}

#endif
