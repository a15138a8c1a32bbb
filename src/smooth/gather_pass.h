// gather_pass.h - the first pass: what two balls, a ball and a wall, or two grains with a core have of their records and
// of their geometry, as columns of a batch.
#ifndef SCREE_SMOOTH_GATHER_PASS_H
#define SCREE_SMOOTH_GATHER_PASS_H

#include "smooth/batch.h"

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

#endif
