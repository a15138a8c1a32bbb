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
    C_WORK,
    C_SLID,
    C_LOST,
    C_BRAKED,
    C_PLASTIC,
    C_ENERGY,
    C_WEIGHT, // share of the pair's stiffness, and how it has changed in the step that led here
    C_SHARED,
    COLUMNS
};
typedef struct batch {
    double c[COLUMNS][STRIDE] __attribute__((aligned(64)));
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
    vd deepest; // largest overlap (1/Ra + 1/Rb) so far
} span;

static inline vd get(const batch *batch, int column, int i)
{
    return vd_load(batch->c[column] + i);
}
static inline void put(batch *batch, int column, int i, vd value)
{
    vd_store(batch->c[column] + i, value);
}
static inline void add(batch *batch, int column, int i, vd value)
{
    put(batch, column, i, get(batch, column, i) + value);
}
static inline vd3 get3(const batch *batch, int column, int i)
{
    return vd3_make(get(batch, column, i), get(batch, column + 1, i), get(batch, column + 2, i));
}
static inline void put3(batch *batch, int column, int i, vd3 value)
{
    put(batch, column, i, value.x);
    put(batch, column + 1, i, value.y);
    put(batch, column + 2, i, value.z);
}
static inline void add3(batch *batch, int column, int i, vd3 value)
{
    put3(batch, column, i, vd3_add(get3(batch, column, i), value));
}

static inline vd column_of(const span *span, int column, int32_t contact)
{
    return vd_load(span->bucket->geometry[column] + contact);
}
static inline vd3 columns_of(const span *span, int column, int32_t contact)
{
    return vd3_make(column_of(span, column, contact), column_of(span, column + 1, contact),
                    column_of(span, column + 2, contact));
}

// What the three columns held a step ago; they take `value`.
static inline vd3 kept_back(const span *span, int column, int i, vd3 value)
{
    double *kept[3];
    for (int d = 0; d < 3; d++)
        kept[d] = span->bucket->history[column + d] + span->from + i;
    vd3 old = vd3_make(vd_load(kept[0]), vd_load(kept[1]), vd_load(kept[2]));
    if (!span->observe) {
        vd_store(kept[0], value.x);
        vd_store(kept[1], value.y);
        vd_store(kept[2], value.z);
    }
    return old;
}

// Rate at the time of the positions from the rates over this step and the one before.
static inline vd3 brought_forward(const span *span, int column, int i, vd3 rate)
{
    vd3 old = kept_back(span, column, i, rate);
    return vd3_sub(vd3_scale(vd_set(1.5), rate), vd3_scale(vd_set(0.5), old));
}

static inline void histories_load(const span *span, int slot, int histories, int i, vd *kept)
{
    for (int j = 0; j < histories; j++)
        kept[j] = vd_load(span->bucket->history[span->layout->law[slot] + j] + span->from + i);
}

static inline void histories_store(const span *span, int slot, int histories, int i, const vd *kept)
{
    if (span->observe)
        return;
    for (int j = 0; j < histories; j++)
        vd_store(span->bucket->history[span->layout->law[slot] + j] + span->from + i, kept[j]);
}

#endif
