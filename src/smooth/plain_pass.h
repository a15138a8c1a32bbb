// plain_pass.h - the commonest contacts in two loops: two balls, a normal law and a tangential spring, nothing else.
//
// The passes of the laws hand a batch on from one to the next in columns, all that any of them may want. Here the
// same functions work on a batch in two loops, from the records to what kinematics leave for the laws, and from there
// to the lines and the books of the ledger, so that only this is stored between them; the columns within a loop are a
// batch of one group of LANES contacts that no one else sees, and the compiler keeps them in registers. One loop would
// run at the latency of its square roots (docs/performance/spheres.md).
#ifndef SCREE_SMOOTH_PLAIN_PASS_H
#define SCREE_SMOOTH_PLAIN_PASS_H

#include "smooth/gather_pass.h"
#include "smooth/normal_pass.h"
#include "smooth/tangential_pass.h"

// Whether a pair of laws has such loops.
#define PLAIN(normal, tangential)                                                                  \
    (normal_##normal##_traits & tangential_##tangential##_traits & LAW_COMMON)

// A bit for each contact of a group: which touch, and which still push.
typedef struct plain_end {
    unsigned touch, pushes;
} plain_end;

// Where the next group of contacts is read and written: pointers go on with the groups, indices stay 0.
typedef struct plain_from {
    gather_from records;
    normal_given normal;
    tangential_given tangential;
    plain_end end; // of the group before, where some do not touch or push on
} plain_from;

// What the bucket and both laws are to the loops, known where these are stamped out.
typedef struct plain_kind {
    bool wrap, unlike, books;
    normal_kind of_normal;
    tangential_kind of_tangential;
} plain_kind;

#define PLAIN_KIND(normal, tangential, wraps, differ, ledger_kept)                                 \
    (plain_kind)                                                                                   \
    {                                                                                              \
        .wrap = (wraps), .unlike = (differ), .books = (ledger_kept),                               \
        .of_normal.ledger = (ledger_kept), .of_tangential.ledger = (ledger_kept),                  \
        .of_normal.apart = (normal_##normal##_traits & LAW_APART) != 0,                            \
        .of_tangential.apart = (normal_##normal##_traits & LAW_APART) != 0,                        \
        .of_tangential.to_lines = true,                                                            \
        .of_tangential.histories = tangential_##tangential##_history -                             \
                                   ((tangential_##tangential##_traits & LAW_SPARES) != 0),         \
    }

INLINE plain_from plain_begin(const span *span, const plain_kind kind)
{
    plain_from from = {
        .records = gather_begin(span, kind.wrap),
        .normal = normal_begin(span, 0),
        .tangential = tangential_begin(span, kind.of_tangential.histories),
    };
    // known anyway (plain_of in law_tables.h), but not to the compiler
    from.normal.observe = false;
    from.normal.details = false;
    from.normal.books = false;
    from.normal.walls = false;
    from.normal.fixed = false;
    from.normal.unlike = kind.unlike;
    if (!kind.unlike)
        from.tangential.other = 0;
    from.tangential.observe = false;
    return from;
}

// One column, or three, from one batch to another.
static inline void take(group to, group from, int column)
{
    put(to, column, get(from, column));
}
static inline void take3(group to, group from, int column)
{
    put3(to, column, get3(from, column));
}

// From the records of LANES contacts to what the laws see.
INLINE void plain_meet(const span *span, plain_from *from, group known, const plain_kind kind,
                       vd *deepest)
{
    normal_given *given = &from->normal;
    batch columns;
    const group own = {&columns, 0};
    gather_lane(&from->records, own);
    if (given->unlike)
        gather_unlike_lane(&from->records, own);
    const normal_met met = normal_meet(span, given, own, kind.of_normal, deepest);
    put_met(given, known, &met);
    if (given->surface[0])
        put3(known, C_RX, get3(own, C_RX));
    put(known, C_SHRUNK, met.in.shrunk);
    put(known, C_GROWN, met.in.grown);
    put(known, C_CLOSING, met.in.closing);
    put(known, C_REFF, met.in.r_eff);
    put(known, C_MEFF, met.in.m_eff);
    if (kind.books) {
        put(known, C_BEFORE, met.in.overlap_before);
        put(known, C_SHARE, met.share);
        take3(known, own, C_VX);
        take3(known, own, C_SX);
        if (given->unlike)
            take3(known, own, C_APARTX);
    }
    from->records.a += LANES;
    from->records.b += LANES;
    if (given->before)
        given->before += LANES;
    for (int d = 0; given->surface[0] && d < 3; d++)
        given->surface[d] += LANES;
}

// What a common normal law sees; nothing of the rest.
INLINE normal_in plain_input(const normal_given *given, group known, bool books)
{
    const vd unseen = vd_set(NAN);
    return (normal_in){
        .overlap = get(known, C_OVERLAP),
        .overlap_before = books ? get(known, C_BEFORE) : unseen,
        .shrunk = get(known, C_SHRUNK),
        .grown = get(known, C_GROWN),
        .closing = get(known, C_CLOSING),
        .approach = unseen,
        .r_eff = get(known, C_REFF),
        .m_eff = get(known, C_MEFF),
        .dt = vd_set(given->dt),
        .step = unseen,
    };
}

#define LANES_ALL ((1u << LANES) - 1)

// Both laws and the lines of LANES contacts. The bits of those that touch, and whose push does not end within three steps.
INLINE unsigned plain_respond(const span *span, plain_from *from, group known,
                              const plain_kind kind, push_function *push_of, drag_function *drag)
{
    tangential_given *given = &from->tangential;
    batch columns;
    const group own = {&columns, 0};
    const normal_in in = plain_input(&from->normal, known, kind.books);
    const normal_out out = push_of(from->normal.k, in, NULL);
    const vd push = out.elastic + out.damping;
    take3(own, known, C_NX);
    take3(own, known, C_UX);
    take3(own, known, C_SWEEPX);
    take3(own, known, C_RX);
    take(own, known, C_TWIRL);
    take(own, known, C_ARM);
    if (from->normal.unlike)
        take(own, known, C_TILT);
    put_answer(own, &out, kind.of_normal);
    put(own, C_PUSH, push);
    if (kind.books) {
        take3(own, known, C_VX);
        take3(own, known, C_SX);
        take(own, known, C_MEFF);
        take(own, known, C_SHARE);
        if (from->normal.unlike)
            take3(own, known, C_APARTX);
        open_books(span, own, from->normal.unlike);
    }
    tangential_lane(span, given, own, kind.of_tangential, drag);
    for (int j = 0; j < kind.of_tangential.histories; j++)
        given->column[j] += LANES;
    given->line += 8 * LANES;
    if (kind.books)
        books_lane(span, own, (books_kind){.rolling = false, .plastic = false});
    const vd zero = vd_set(0.0);
    const vd after = push_after(&from->normal, push, out.stiffness, in.closing);
    const unsigned stay = vm_bits(vd_gt(vd_min(out.live, after), zero));
    if (RARELY(stay != LANES_ALL)) {
        from->end.touch = vm_bits(vd_gt(out.live, zero));
        from->end.pushes = vm_bits(vd_gt(push, zero));
    }
    return stay;
}

// All contacts of a bucket. Those that touch no more go to `gone`, ascending; returns how many.
INLINE int32_t plain_pass(span *span, int32_t *gone, const plain_kind kind, push_function *push,
                          drag_function *drag)
{
    const int32_t count = span->bucket->count;
    const int32_t padded = padded_count(count);
    const int width = span->layout->width;
    const bool calls = span->bodies->count >= CALL_FROM;
    plain_from from = plain_begin(span, kind);
    batch known;
    caller ahead = *span->ahead;
    vd deepest = span->deepest;
    struct span seen = *span; // what the books see: the group that is worked on
    seen.observe = false;
    int32_t ended = 0;
    for (int32_t first = 0; first < padded; first += BATCH) {
        const int here = padded - first < BATCH ? padded - first : BATCH;
        for (int i = 0; i < here; i += LANES) {
            call_some(&ahead);
            call_some(&ahead);
            if (calls)
                call_columns(span->bucket, width, first + i);
            plain_meet(span, &from, (group){&known, i}, kind, &deepest);
        }
        for (int i = 0; i < here; i += LANES) {
            const group group = {&known, i};
            call_some(&ahead);
            const unsigned all = lanes_in_use(count - first - i);
            seen.from = first + i;
            const unsigned stay = plain_respond(&seen, &from, group, kind, push, drag);
            unsigned off = all & ~stay;
            if (MOSTLY(off == 0))
                continue;
            const plain_end end = from.end;
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
