// passes.h - a batch of contacts and its gathering from the bodies; law_passes.h has the passes of the laws.
//
// A batch of BATCH contacts lives in columns that fit the first-level cache. Each pass is a short loop over SCREE_WIDTH
// contacts at a time: one long loop would run at the latency of its square roots, short ones run at throughput
// (docs/performance/spheres.md). Passes add where combinations of laws would multiply. Included by kernel.c alone, once
// per width.
#ifndef SCREE_SMOOTH_PASSES_H
#define SCREE_SMOOTH_PASSES_H

#include "collide/arms.h"
#include "law_list.h"
#include "smooth/smooth.h"

#define LANES SCREE_WIDTH
enum { BATCH = 64, STRIDE = 72 }; // not 64 apart: columns 4 KiB apart would alias
enum { AHEAD = 128 }; // how many contacts or slots before their use columns and lists are called
enum {
    CALL_FROM = 20000
}; // bodies; a smaller system stays in the caches and calls cost more than they bring

// What the gather leaves (the first twelve), what the normal pass makes of it, and what later passes add.
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

// The records that the next block will need are called into the second-level cache, a few per iteration: misses of a
// large system are latency, not bandwidth. What is read in a row (histories, indices, the list of what to call) is
// called shortly before it is used.
typedef struct caller {
    const rec4 *position, *velocity, *spin, *hold;
    const contact_row *row;
    const int32_t *slot, *own, *end;
    int share;
} caller;

static caller call_ahead(const bodies *body, const block *own, const block *next, bool measure)
{
    caller caller = {
        .position = body->position[body->now],
        .velocity = body->velocity[body->now],
        .spin = body->spin[body->now],
        .hold = measure ? body->hold : NULL,
    };
    if (!next || body->count < CALL_FROM)
        return caller;
    caller.row = next->row - next->low;
    caller.slot = next->ahead;
    caller.own = caller.slot + next->ahead_own;
    caller.end = caller.slot + next->aheads;
    caller.share = next->aheads / (3 * (own->lines / LANES) + 1) + 1; // three passes call some
    return caller;
}

static inline void call_some(caller *caller)
{
    // an address, not a pointer: there may be no list, and a call for what is behind its end does nothing
    const uintptr_t soon = (uintptr_t)caller->slot + AHEAD / 2 * sizeof *caller->slot;
    __builtin_prefetch((const void *)soon, 0, 3);
    for (int i = 0; i < caller->share && caller->slot < caller->end; i++, caller->slot++) {
        __builtin_prefetch(caller->position + *caller->slot, 0, 2);
        __builtin_prefetch(caller->velocity + *caller->slot, 0, 2);
        __builtin_prefetch(caller->spin + *caller->slot, 0, 2);
        if (caller->slot >= caller->own)
            continue;
        if (caller->hold)
            __builtin_prefetch(caller->hold + *caller->slot, 0, 2);
        __builtin_prefetch(caller->row + *caller->slot, 0, 2);
    }
}

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

// The nearest image: x_b - x_a + s L with a whole number s, on periodic axes. Bodies are inside the domain, so s is -1,
// 0 or 1 and two comparisons find it; they cost less than a product that is rounded, and the bits are the same.
static inline vd nearest_along(double length, vd way)
{
    vd half = vd_set(0.5 * length);
    vd full = vd_set(length);
    return vd_select(vd_gt(way, half), way - full, vd_select(vd_gt(-half, way), way + full, way));
}
static inline vd3 nearest(const contact_context *context, vd3 way)
{
    if (context->length[0] > 0)
        way.x = nearest_along(context->length[0], way.x);
    if (context->length[1] > 0)
        way.y = nearest_along(context->length[1], way.y);
    if (context->length[2] > 0)
        way.z = nearest_along(context->length[2], way.z);
    return way;
}

// Every pass copies what it needs into locals first: the compiler must take a store of a vector for a change of
// anything else. Where the records of LANES pairs come from.
typedef struct gather_from {
    const rec4 *position, *velocity, *spin;
    const int32_t *a, *b;
    contact_context context;
    bool wrap;
} gather_from;

static inline gather_from gather_begin(const span *span, bool wrap)
{
    const bodies *bodies = span->bodies;
    gather_from from = {bodies->position[bodies->now],
                        bodies->velocity[bodies->now],
                        bodies->spin[bodies->now],
                        span->bucket->a + span->from,
                        span->bucket->b + span->from,
                        span->stepping->context,
                        wrap};
    return from;
}

static inline __attribute__((always_inline)) void gather_lane(const gather_from *from, batch *batch,
                                                              int i)
{
    const int32_t *a = from->a + i;
    const int32_t *b = from->b + i;
    vd rsum;
    vd minv;
    vd rinv;
    vd3 reach = rec4_combine(REC_DIFFERENCE, from->position, a, b, &rsum);
    vd3 velocity = rec4_combine(REC_DIFFERENCE, from->velocity, a, b, &minv);
    vd3 spin = rec4_combine(REC_SUM, from->spin, a, b, &rinv);
    if (from->wrap)
        reach = nearest(&from->context, reach);
    put3(batch, C_DX, i, reach);
    put3(batch, C_VX, i, velocity);
    put3(batch, C_SX, i, spin);
    put(batch, C_RSUM, i, rsum);
    put(batch, C_RINV, i, rinv);
    put(batch, C_MINV, i, minv);
}

static inline void call_columns(const bucket *bucket, int width, int32_t contact)
{
    for (int j = 0; j < width; j++)
        __builtin_prefetch(bucket->history[j] + contact + AHEAD, 1, 3);
    __builtin_prefetch(bucket->a + contact + 2 * AHEAD, 0, 3);
    __builtin_prefetch(bucket->b + contact + 2 * AHEAD, 0, 3);
}

// What the contact point of two balls, collide/arms.h, needs besides. Two of about one size have one arm over their
// radius, r/(Ra + Rb); two that differ by more have 1 + d/(Ra + Rb) - d/R each, d the overlap: the mean of that and
// half of the difference, and the difference of their spins besides the sum. Only where there may be such balls.
static inline __attribute__((always_inline)) void gather_unlike_lane(const rec4 *spin,
                                                                     const int32_t *slot_a,
                                                                     const int32_t *slot_b,
                                                                     batch *batch, int i)
{
    const vd most = vd_set(arms_alike);
    vd3 a;
    vd3 b;
    vd ia;
    vd ib;
    rec4_gather(spin, slot_a, &a.x, &a.y, &a.z, &ia);
    rec4_gather(spin, slot_b, &b.x, &b.y, &b.z, &ib);
    const vd half = 0.5 * (ia - ib);
    const vm a_smaller = vd_gt(ia, most * ib);
    const vm b_smaller = vd_gt(ib, most * ia);
    const vd lean = vd_select(a_smaller, half, vd_keep(b_smaller, half));
    put(batch, C_LEAN, i, lean);
    put3(batch, C_APARTX, i, vd3_sub(b, a));
}

static inline void gather_unlike(const span *span, batch *batch)
{
    const bodies *bodies = span->bodies;
    const int32_t *a = span->bucket->a + span->from;
    const int32_t *b = span->bucket->b + span->from;
    for (int i = 0; i < span->count; i += LANES)
        gather_unlike_lane(bodies->spin[bodies->now], a + i, b + i, batch, i);
}

// A fixed ball has no arm, and what moves has that of a pair that differs, whatever the sizes: so a fixed ball that
// grows becomes a plane. Only where there are fixed balls of one of the two materials.
static inline void gather_fixed(const span *span, batch *batch)
{
    const bodies *bodies = span->bodies;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    const vd zero = vd_set(0.0);
    for (int i = 0; i < span->count; i += LANES) {
        const int32_t *a = span->bucket->a + span->from + i;
        const int32_t *b = span->bucket->b + span->from + i;
        vd unused[3];
        vd radius_a;
        vd radius_b;
        vd mass_a;
        vd mass_b;
        rec4_gather(position, a, &unused[0], &unused[1], &unused[2], &radius_a);
        rec4_gather(position, b, &unused[0], &unused[1], &unused[2], &radius_b);
        rec4_gather(velocity, a, &unused[0], &unused[1], &unused[2], &mass_a);
        rec4_gather(velocity, b, &unused[0], &unused[1], &unused[2], &mass_b);
        vd sum = get(batch, C_RSUM, i);
        const vd of_b = radius_a / (radius_b * sum);
        const vd of_a = radius_b / (radius_a * sum);
        const vd give = vd_select(vd_gt(mass_a, zero), zero, of_b);
        put(batch, C_GIVE, i, vd_select(vd_gt(mass_b, zero), give, of_a));
    }
}

static inline __attribute__((always_inline)) void gather_balls(const span *span, batch *batch,
                                                               bool wrap)
{
    const gather_from from = gather_begin(span, wrap);
    caller ahead = *span->ahead;
    const int width = span->layout->width;
    const bool calls = span->bodies->count >= CALL_FROM;
    for (int i = 0; i < span->count; i += LANES) {
        call_some(&ahead);
        if (calls)
            call_columns(span->bucket, width, span->from + i);
        gather_lane(&from, batch, i);
    }
    *span->ahead = ahead;
    if (span->set->unlike)
        gather_unlike(span, batch);
    if (span->set->fixed)
        gather_fixed(span, batch);
}

// A wall is a body without radius at its nearest point, of infinite mass, with the curvature it has there.
static inline void gather_walls(const span *span, batch *batch)
{
    const bodies *bodies = span->bodies;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *velocity = bodies->velocity[bodies->now];
    const rec4 *spin = bodies->spin[bodies->now];
    double *const *geometry = span->bucket->geometry;
    for (int i = 0; i < span->count; i += LANES) {
        int32_t contact = span->from + i;
        const int32_t *b = span->bucket->b + contact;
        vd3 u;
        vd3 s;
        vd minv;
        vd rinv;
        vd unused[3];
        vd radius;
        rec4_gather(position, b, &unused[0], &unused[1], &unused[2], &radius);
        rec4_gather(velocity, b, &u.x, &u.y, &u.z, &minv);
        rec4_gather(spin, b, &s.x, &s.y, &s.z, &rinv);
        vd3 at =
            vd3_make(vd_load(geometry[WALL_V] + contact), vd_load(geometry[WALL_V + 1] + contact),
                     vd_load(geometry[WALL_V + 2] + contact));
        put3(batch, C_DX, i,
             vd3_make(vd_load(geometry[WALL_D] + contact), vd_load(geometry[WALL_D + 1] + contact),
                      vd_load(geometry[WALL_D + 2] + contact)));
        put3(batch, C_VX, i, vd3_sub(u, at));
        put3(batch, C_SX, i, s);
        put(batch, C_RSUM, i, radius);
        put(batch, C_RINV, i, rinv + vd_load(geometry[WALL_CURVATURE] + contact));
        put(batch, C_MINV, i, minv);
    }
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

// Velocity of a body at a contact, with the arm it had in the middle of the step that led here.
static inline vd3 velocity_there(vd3 velocity, vd3 spin, vd3 arm, double dt)
{
    arm = vd3_sub(arm, vd3_scale(vd_set(0.5 * dt), vd3_cross(spin, arm)));
    return vd3_add(velocity, vd3_cross(spin, arm));
}

// Contacts of grains with a core: what the narrow phase left, and the motion at the contact. VX is the relative
// velocity there, SX the mean spin.
static inline void gather_cores(const span *span, batch *batch)
{
    const bodies *bodies = span->bodies;
    const rec4 *velocity = bodies->velocity[bodies->now];
    const rec4 *spin = bodies->spin[bodies->now];
    const bool walls = bucket_walls(span->bucket->kind);
    const double dt = span->stepping->context.dt;
    for (int i = 0; i < span->count; i += LANES) {
        int32_t contact = span->from + i;
        vd3 va;
        vd3 vb;
        vd3 wa;
        vd3 wb;
        vd ma = vd_set(0.0);
        vd mb;
        vd ia = vd_set(1.0);
        vd ib;
        vd weight = column_of(span, GRAIN_WEIGHT, contact);
        rec4_gather(velocity, span->bucket->b + contact, &vb.x, &vb.y, &vb.z, &mb);
        rec4_gather(spin, span->bucket->b + contact, &wb.x, &wb.y, &wb.z, &ib);
        wb = vd3_scale(ib, wb);
        vb = velocity_there(vb, wb, columns_of(span, GRAIN_ARM_B, contact), dt);
        if (walls) {
            va = columns_of(span, GRAIN_V, contact);
            wa = columns_of(span, GRAIN_SPIN, contact);
        } else {
            rec4_gather(velocity, span->bucket->a + contact, &va.x, &va.y, &va.z, &ma);
            rec4_gather(spin, span->bucket->a + contact, &wa.x, &wa.y, &wa.z, &ia);
            wa = vd3_scale(ia, wa);
            va = velocity_there(va, wa, columns_of(span, GRAIN_ARM_A, contact), dt);
        }
        put3(batch, C_NX, i, columns_of(span, GRAIN_N, contact));
        put3(batch, C_VX, i, vd3_sub(vb, va));
        put3(batch, C_SX, i, vd3_scale(vd_set(0.5), vd3_add(wa, wb)));
        put(batch, C_OVERLAP, i, -column_of(span, GRAIN_GAP, contact));
        put(batch, C_RINV, i, column_of(span, GRAIN_CURVATURE, contact));
        put(batch, C_MINV, i, ma + mb);
        put(batch, C_IA, i, ia);
        put(batch, C_IB, i, ib);
        double *kept = span->bucket->history[span->layout->share] + contact;
        vd before = vd_load(kept);
        if (!span->observe)
            vd_store(kept, weight);
        put(batch, C_WEIGHT, i, weight);
        const vd least = vd_set(1e-50); // smaller shares are of foreign images only
        put(batch, C_SHARED, i,
            vd_select(vd_gt(before, vd_set(0.0)), weight / vd_max(before, least), vd_set(1.0)));
    }
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

#endif
