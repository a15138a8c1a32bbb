// batch.h - a batch of contacts in columns, and the part of a bucket that it covers.
//
// A batch of BATCH contacts lives in columns that fit the first-level cache. Each pass is a short loop over SCREE_WIDTH
// contacts at a time: one long loop would run at the latency of its square roots, short ones run at throughput
// (docs/performance/spheres.md). Passes add where combinations of laws would multiply.
//
// This header and those of the passes (gather_pass.h, normal_pass.h, ...) are compiled once per width in kernel.c, and
// for another machine in tests/device/laws.c.
#ifndef SCREE_SMOOTH_BATCH_H
#define SCREE_SMOOTH_BATCH_H

#include "collide/arms.h"
#include "law_list.h"
#include "smooth/call_ahead.h"

#define INLINE static inline __attribute__((always_inline))
#define RARELY(happens) __builtin_expect((happens), 0)
#define MOSTLY(happens) __builtin_expect((happens), 1)
enum { BATCH = 64, STRIDE = 72 }; // not 64 apart: columns 4 KiB apart would alias

// What the gather leaves (C_DX to C_MINV), what the normal pass makes of it, and what later passes add.
enum {
    C_DX,
    C_DY,
    C_DZ,
    C_VX,
    C_VY,
    C_VZ,
    C_SX,
    C_SY,
    C_SZ,
    C_RSUM,
    C_RINV,
    C_MINV,
    C_NX,
    C_NY,
    C_NZ,
    C_UX, // slip: mean tangential velocity over the step that led here, as springs see it
    C_UY,
    C_UZ,
    C_RX, // slip velocity at the time of the positions, as dashpots want it
    C_RY,
    C_RZ,
    C_SWEEPX,
    C_SWEEPY,
    C_SWEEPZ,
    C_TWIRL,
    C_SHARE, // of the step that led here in which the bodies touched
    C_OVERLAP,
    C_LIVE,
    C_STEP, // growth of the overlap in the step that led here
    C_PUSH,
    C_LOAD,
    C_DAMPING,
    C_STIFF,
    C_DASH,
    C_RADIUS,
    C_GRIP,
    C_FADE,
    C_CHANGE,
    C_MEAN,
    C_SPRING_FADE, // the same of the stiffness, where it changes otherwise than the grip
    C_SPRING_CHANGE,
    C_SPRING_MEAN,
    C_ARM,    // over the radius: the mean of both
    C_TILT,   // that of b less the mean, where balls may have arms of their own
    C_LEAN,   // C_TILT over the overlap, 1/m; 0: both have one arm over their radius
    C_APARTX, // R spin of b less that of a, there
    C_APARTY,
    C_APARTZ,
    C_GIVE, // of a ball at a fixed one: by how much its arm over its radius falls with the overlap, 1/m; else 0
    C_REFF,
    C_MEFF,
    C_SHRUNK, // what a normal law sees, where a loop of its own comes to it (plain_pass.h)
    C_GROWN,
    C_CLOSING,
    C_BEFORE,
    C_QX,
    C_QY,
    C_QZ,
    C_OX, // relative spin
    C_OY,
    C_OZ,
    C_PX, // the same at the time of the positions, as dashpots want it
    C_PY,
    C_PZ,
    C_IA, // what turns a moment into a moment over R: 1/Ra (1 for a wall) and 1/Rb
    C_IB,
    C_TX, // moment on b
    C_TY,
    C_TZ,
    C_EX, // the part of it that is a loss
    C_EY,
    C_EZ,
    C_WX,
    C_WY,
    C_WZ,
    C_LOSS,
    C_RUBBED, // power that a contact that slides loses by its dashpot
    C_WORK,
    C_SLID,
    C_LOST,
    C_BRAKED,
    C_PLASTIC,
    C_ENERGY,
    C_WEIGHT, // share of the pair's stiffness, and how it has changed in the step that led here
    C_SHARED,
    C_OWN, // the contact's own overlap over that of the pair
    // Of laws of a program: friction of a contact that sticks, and of one that slides, and the stiffness of its springs, across
    // the normal and against rolling.
    C_FRICTION,
    C_SLIDING,
    C_ACROSS,
    C_ROLLS,
    COLUMNS
};
typedef struct batch {
    double column[COLUMNS][STRIDE] __attribute__((aligned(64)));
} batch;

// The part of a bucket that a batch covers.
typedef struct span {
    const stepping *stepping;
    const law_set *set;
    const history_layout *layout;
    const bodies *bodies;
    bucket *bucket;
    int32_t from; // first contact
    int count;    // contacts, padded to whole vectors by the bucket
    bool observe; // leave histories alone
    double *lines;
    caller *ahead;
    int64_t *ending; // groups of contacts that may be in their last step; NULL: nobody asks
    int64_t endings;
    vd deepest;      // largest overlap (1/Ra + 1/Rb) so far
    law_fault fault; // what a law of a program has got wrong, and at which contact of the bucket
} span;

// LANES contacts of a batch, which are worked on at once: those from number i on.
typedef struct group {
    batch *batch;
    int i;
} group;

static inline vd get(group group, int column)
{
    return vd_load(group.batch->column[column] + group.i);
}
static inline void put(group group, int column, vd value)
{
    vd_store(group.batch->column[column] + group.i, value);
}
static inline void add(group group, int column, vd value)
{
    put(group, column, get(group, column) + value);
}
static inline vd3 get3(group group, int column)
{
    const vd x = get(group, column);
    const vd y = get(group, column + 1);
    const vd z = get(group, column + 2);
    return vd3_make(x, y, z);
}
static inline void put3(group group, int column, vd3 value)
{
    put(group, column, value.x);
    put(group, column + 1, value.y);
    put(group, column + 2, value.z);
}
static inline void add3(group group, int column, vd3 value)
{
    put3(group, column, vd3_add(get3(group, column), value));
}
// Which of them there are still, touching or holding on across a gap.
static inline vm live(group group)
{
    return vd_gt(get(group, C_LIVE), vd_set(0.0));
}

static inline bool of_balls(const span *span)
{
    return span->bucket->kind == BUCKET_BALLS;
}
static inline bool
own_arms(const span *span) // may balls differ so much in size that each has its own arm?
{
    return span->set->unlike && of_balls(span);
}
static inline bool of_cores(const span *span)
{
    return bucket_cores(span->bucket->kind);
}
static inline bool at_walls(const span *span)
{
    return bucket_walls(span->bucket->kind);
}
// How many contacts there are with those that fill up the last vector; and which of LANES are contacts, where so many are
// left.
static inline int32_t padded_count(int32_t count)
{
    return (count + LANES - 1) / LANES * LANES;
}
static inline unsigned lanes_in_use(int left)
{
    return left >= LANES ? (1u << LANES) - 1 : (1u << left) - 1;
}
// Length of the step that led here, over which springs stretch.
static inline double slip_time(const span *span)
{
    return span->stepping->context.dt;
}

// Three columns side by side.
static inline vd3 load3(double *const *column, int32_t contact)
{
    const vd x = vd_load(column[0] + contact);
    const vd y = vd_load(column[1] + contact);
    const vd z = vd_load(column[2] + contact);
    return vd3_make(x, y, z);
}
static inline void store3(double *const *column, int32_t contact, vd3 value)
{
    vd_store(column[0] + contact, value.x);
    vd_store(column[1] + contact, value.y);
    vd_store(column[2] + contact, value.z);
}

// Columns of the geometry, and of the history, of the contacts of a span from number i on.
static inline vd geometry_of(const span *span, int column, int i)
{
    return vd_load(span->bucket->geometry[column] + span->from + i);
}
static inline vd3 geometry3_of(const span *span, int column, int i)
{
    return load3(span->bucket->geometry + column, span->from + i);
}
static inline double *history_at(const span *span, int column, int i)
{
    return span->bucket->history[column] + span->from + i;
}

// Three numbers of the records of LANES bodies, and the fourth.
INLINE vd3 records3(const rec4 *record, const int32_t *slot, vd *fourth)
{
    vd3 three;
    rec4_gather(record, slot, &three.x, &three.y, &three.z, fourth);
    return three;
}
INLINE vd fourth_of(const rec4 *record, const int32_t *slot)
{
    vd fourth;
    records3(record, slot, &fourth);
    return fourth;
}
// Spins; records have them times the radius, over which stands in the fourth number.
INLINE vd3 spins_of(const rec4 *spin, const int32_t *slot, vd *over_radius)
{
    const vd3 times_radius = records3(spin, slot, over_radius);
    return vd3_scale(*over_radius, times_radius);
}

// What the three columns of the history held a step ago; they take `value`.
static inline vd3 kept_back(const span *span, int column, int i, vd3 value)
{
    double *const *kept = span->bucket->history + column;
    const int32_t contact = span->from + i;
    const vd3 old = load3(kept, contact);
    if (!span->observe)
        store3(kept, contact, value);
    return old;
}

// A rate at the time of the positions, from those in the middle of the step that led here and of the one before.
static inline vd3 now_from(vd3 rate, vd3 before)
{
    const vd3 more = vd3_scale(vd_set(1.5), rate);
    const vd3 less = vd3_scale(vd_set(0.5), before);
    return vd3_sub(more, less);
}
static inline vd3 brought_forward(const span *span, int column, int i, vd3 rate)
{
    return now_from(rate, kept_back(span, column, i, rate));
}

// What laws keep of each contact.
static inline void histories_load(const span *span, int slot, int histories, int i, vd *kept)
{
    const int first = span->layout->law[slot];
    for (int j = 0; j < histories; j++)
        kept[j] = vd_load(history_at(span, first + j, i));
}
static inline void histories_store(const span *span, int slot, int histories, int i, const vd *kept)
{
    const int first = span->layout->law[slot];
    for (int j = 0; j < histories && !span->observe; j++)
        vd_store(history_at(span, first + j, i), kept[j]);
}

// The part of a vector across the normal n, along which it is `along`.
static inline vd3 across(vd3 vector, vd along, vd3 n)
{
    return vd3_sub(vector, vd3_scale(along, n));
}

#endif
