// motion_pass.h - each body adds up its lines in the order of its row, then it is kicked and drifts; and what walls that
// somebody watches get of the same lines.
//
// Included by kernel.c alone.
#ifndef SCREE_SMOOTH_MOTION_PASS_H
#define SCREE_SMOOTH_MOTION_PASS_H

#include "base/memory.h"
#include "motion/followers.h"
#include "smooth/batch.h"
#include "state/bodies.h"

#include <string.h>

typedef double v4d __attribute__((vector_size(32)));

static inline v4d v4_load(const double *from)
{
    v4d value;
    memcpy(&value, __builtin_assume_aligned(from, 32), sizeof value);
    return value;
}
static inline void v4_store(double *to, v4d value)
{
    memcpy(__builtin_assume_aligned(to, 32), &value, sizeof value);
}

// The lines of a row: lower partners, turned to act on the body, then higher ones. Unused entries add the line of
// zeros.
typedef struct pull {
    v4d force, turn;
} pull;

static inline pull row_sum(const contact_row *row, const double *lines)
{
#if SCREE_WIDTH == 8
    __m512d sum = _mm512_setzero_pd();
#define ADD_LINE(e) sum = _mm512_add_pd(sum, _mm512_load_pd(lines + 8 * (size_t)(e)))
#define TURN_SIGN() sum = _mm512_xor_pd(sum, _mm512_set_pd(0, 0, 0, 0, -0.0, -0.0, -0.0, -0.0))
#else
    v4d force = {0, 0, 0, 0};
    v4d turn = force;
#define ADD_LINE(e)                                                                                \
    force = force + v4_load(lines + 8 * (size_t)(e)),                                              \
    turn = turn + v4_load(lines + 8 * (size_t)(e) + 4)
#define TURN_SIGN() force = -force
#endif
    const uint16_t *low = row->entry;
    const uint16_t *high = row->entry + ROW_ENTRIES - 1;
    for (int i = 0; i < ROW_FAST; i++)
        ADD_LINE(low[i]);
    for (int i = ROW_FAST; __builtin_expect(i < row->lower, 0); i++)
        ADD_LINE(low[i]);
    TURN_SIGN(); // -(a + b) is -a - b, to the bit
    for (int i = 0; i < ROW_FAST; i++)
        ADD_LINE(high[-i]);
    for (int i = ROW_FAST; __builtin_expect(i < row->higher, 0); i++)
        ADD_LINE(high[-i]);
#if SCREE_WIDTH == 8
    pull all;
    __m256d f = _mm512_castpd512_pd256(sum);
    __m256d t = _mm512_extractf64x4_pd(sum, 1);
    memcpy(&all.force, &f, sizeof f);
    memcpy(&all.turn, &t, sizeof t);
#else
    pull all = {force, turn};
#endif
    return all;
}

// The same additions for a body whose lines are in a spill.
static pull spill_sum(const row_spill *spill, const double *lines)
{
    pull sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    for (int i = 0; i < spill->lower || i < ROW_FAST; i++) {
        const double *line = lines + (i < spill->lower ? 8 * (size_t)spill->line[i] : 0);
        sum.force = sum.force + v4_load(line);
        sum.turn = sum.turn + v4_load(line + 4);
    }
    sum.force = -sum.force;
    for (int i = 0; i < spill->higher || i < ROW_FAST; i++) {
        const double *line =
            lines + (i < spill->higher ? 8 * (size_t)spill->line[spill->lower + i] : 0);
        sum.force = sum.force + v4_load(line);
        sum.turn = sum.turn + v4_load(line + 4);
    }
    return sum;
}

// q <- dq q for the spin w over one step, by the implicit mid-point rule (Zhang 1998, 2.25-2.28, closed form),
// renormalised.
static inline void turn_orientation(double *quaternion, const double *spin, double dt)
{
    double h = 0.25 * dt * spin[3];
    double sx = h * spin[0];
    double sy = h * spin[1];
    double sz = h * spin[2];
    double s2 = (sx * sx + sy * sy) + sz * sz;
    double c = 1 - s2;
    double w = quaternion[0];
    double x = quaternion[1];
    double y = quaternion[2];
    double z = quaternion[3];
    sx = 2 * sx;
    sy = 2 * sy;
    sz = 2 * sz;
    quaternion[0] = c * w - sx * x - sy * y - sz * z;
    quaternion[1] = c * x + sx * w + sy * z - sz * y;
    quaternion[2] = c * y - sx * z + sy * w + sz * x;
    quaternion[3] = c * z + sx * y - sy * x + sz * w;
    double norm = 1 / sqrt((quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1]) +
                           (quaternion[2] * quaternion[2] + quaternion[3] * quaternion[3]));
    for (int d = 0; d < 4; d++)
        quaternion[d] = norm * quaternion[d];
}

static inline pull body_sum(const block *block, int32_t slot, const double *lines)
{
    const contact_row *row = &block->row[slot - block->low];
    return __builtin_expect(row->spill != 0, 0) ? spill_sum(&block->spill[row->spill - 1], lines)
                                                : row_sum(row, lines);
}

enum { SOON = 12 }; // how many balls before their use rows are called

static inline void keep_pull(rec4 *out, pull sum)
{
    v4_store(out[0].v, sum.force);
    v4_store(out[1].v, sum.turn);
}

// The pulls on those balls of large clumps that something may meet.
static void pull_pass(const stepping *stepping, const block *block, const double *lines)
{
    const int32_t *ball = stepping->follow->ball + block->follow;
    rec4 *out = stepping->follow->pull + 2 * (size_t)block->follow;
    for (int32_t i = 0; i < block->followers; i++, out += 2) {
        if (i + SOON < block->followers)
            __builtin_prefetch(&block->row[ball[i + SOON] - block->low], 0, 3);
        const contact_row *row = &block->row[ball[i] - block->low];
        const bool some = row->spill || row->lower + row->higher > 0;
        pull sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
        if (some)
            sum = body_sum(block, ball[i], lines);
        keep_pull(out, sum);
    }
}

// Sum each body's lines in the order of its row, kick, drift, write the body of time n+1.
static inline __attribute__((always_inline)) void motion_pass(const stepping *stepping,
                                                              block *block, const double *lines,
                                                              const bool rare, const bool measure,
                                                              report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *x0 = bodies->position[bodies->now];
    const rec4 *v0 = bodies->velocity[bodies->now];
    const rec4 *w0 = bodies->spin[bodies->now];
    rec4 *x1 = bodies->position[1 - bodies->now];
    rec4 *v1 = bodies->velocity[1 - bodies->now];
    rec4 *w1 = bodies->spin[1 - bodies->now];
    const v4d dt = {stepping->dt, stepping->dt, stepping->dt, 0};
    const v4d kick = {stepping->kick, stepping->kick, stepping->kick, 0};
    const v4d gravity = {stepping->gravity[0], stepping->gravity[1], stepping->gravity[2], 0};
    const v4d low = {stepping->low[0], stepping->low[1], stepping->low[2], -1e300};
    const v4d high = {stepping->high[0], stepping->high[1], stepping->high[2], 1e300};
    double most2 = 0;
    for (int32_t i = block->low; i < block->high; i++) {
        pull sum = body_sum(block, i, lines);
        v4d x = v4_load(x0[i].v);
        v4d v = v4_load(v0[i].v);
        v4d w = v4_load(w0[i].v);
        double im = v[3];
        if (rare &&
            bodies_clumped(bodies, i)) { // the body moves when all its balls have been pulled
            keep_pull(&stepping->pull[2 * (size_t)i], sum); // those of large clumps stand elsewhere
            continue;
        }
        v4d mobile = {im, im, im, im};
        v4d push = sum.force * mobile + gravity;
        v4d turn = sum.turn * (stepping->spin_factor * mobile);
        if (rare) {
            if (!(im > 0))
                push = turn = (v4d){0, 0, 0, 0};
            if (stepping->flat)
                push[2] = turn[0] = turn[1] = 0;
            if (stepping->written && stepping->written[i] >= 0) {
                v = v + v4_load(stepping->jump[2 * (size_t)stepping->written[i]].v);
                w = w + v4_load(stepping->jump[2 * (size_t)stepping->written[i] + 1].v);
            }
        }
        v = v + kick * push;
        w = w + kick * turn;
        x = x + dt * v;
        v4_store(v1[i].v, v);
        v4_store(w1[i].v, w);
        v4_store(x1[i].v, x);
        if (rare && bodies->with_orientation)
            turn_orientation(bodies->orientation[i].v, w1[i].v, stepping->dt);
        v4d d = measure ? x - v4_load(bodies->hold[i].v) : v;
        d = d * d;
        double d2 = (d[0] + d[1]) + d[2];
        most2 = d2 > most2 ? d2 : most2;
        typedef int64_t v4i __attribute__((vector_size(32)));
        v4i out = (v4i)(x < low) | (v4i)(x >= high);
        if (__builtin_expect((out[0] | out[1] | out[2]) != 0 || !(d2 < 1e300), 0))
            cross_border(stepping, i, report);
    }
    double *most = measure ? &report->moved2 : &report->speed2;
    if (most2 > *most)
        *most = most2;
}

static void move_bodies(const stepping *stepping, block *block, const double *lines, report *report)
{
    if (stepping->rare || stepping->written)
        motion_pass(stepping, block, lines, true, true, report);
    else if (stepping->measure)
        motion_pass(stepping, block, lines, false, true, report);
    else
        motion_pass(stepping, block, lines, false, false, report);
}

static void loads_pass(const stepping *stepping, const block *block, scratch *scratch)
{
    const bodies *bodies = stepping->context.body;
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        if (!bucket_walls(bucket->kind))
            continue;
        for (int32_t contact = 0; contact < bucket->count; contact++) {
            const wall_state *wall = &stepping->wall[bucket->a[contact]];
            if (!wall->watched)
                continue;
            const double *line = scratch->lines + 8 * (size_t)(1 + bucket->first + contact);
            const v3 centre = v3_of(&bodies->position[bodies->now][bucket->b[contact]]);
            const v3 force = v3_at(line);
            v3 at;
            if (bucket_cores(bucket->kind))
                at = v3_add(centre, columns_v3(bucket->geometry, GRAIN_ARM_B, contact));
            else
                at = v3_sub(centre, columns_v3(bucket->geometry, WALL_D, contact));
            v3 turn = v3_make(0, 0, 0);
            if (bucket->sides == 2)
                turn = v3_at(line + 4);
            const v3 arm = v3_sub(at, wall->position);
            const v3 torque = v3_add(v3_cross(arm, force), turn);
            exact_sum_v3_add(&scratch->load[bucket->a[contact]].force, force);
            exact_sum_v3_add(&scratch->load[bucket->a[contact]].torque, torque);
        }
    }
}

#endif
