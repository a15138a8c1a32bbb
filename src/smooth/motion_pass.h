// motion_pass.h - each body adds up its lines in the order of its row, then it is kicked and drifts; and what walls that
// somebody watches get of the same lines.
//
// v += kick (F/m + g), R w += kick (m R^2/I) (M/R)/m, x += dt v; the order of additions is that of the row, so that sums
// have the same bits whoever makes them (contact/block.h).
//
// Included by kernel.c alone.
#ifndef SCREE_SMOOTH_MOTION_PASS_H
#define SCREE_SMOOTH_MOTION_PASS_H

#include "base/memory.h"
#include "motion/damping.h"
#include "motion/field.h"
#include "motion/followers.h"
#include "motion/losses.h"
#include "smooth/at_wall.h"
#include "smooth/line_pass.h"
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
    for (int i = ROW_FAST; RARELY(i < row->lower); i++)
        ADD_LINE(low[i]);
    TURN_SIGN(); // -(a + b) is -a - b, to the bit
    for (int i = 0; i < ROW_FAST; i++)
        ADD_LINE(high[-i]);
    for (int i = ROW_FAST; RARELY(i < row->higher); i++)
        ADD_LINE(high[-i]);
#if SCREE_WIDTH == 8
    pull all;
    const __m256d force = _mm512_castpd512_pd256(sum);
    const __m256d turn = _mm512_extractf64x4_pd(sum, 1);
    memcpy(&all.force, &force, sizeof force);
    memcpy(&all.turn, &turn, sizeof turn);
#else
    const pull all = {force, turn};
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

static inline const contact_row *row_of(const block *block, int32_t slot)
{
    return &block->row[slot - block->low];
}

static inline pull body_sum(const block *block, int32_t slot, const double *lines)
{
    const contact_row *row = row_of(block, slot);
    return RARELY(row->spill != 0) ? spill_sum(&block->spill[row->spill - 1], lines)
                                   : row_sum(row, lines);
}

// q <- dq q for the spin w over one step, by the implicit mid-point rule (Zhang 1998, 2.25-2.28, closed form),
// renormalised.
static inline void turn_orientation(double *q, const double *spin, double dt)
{
    const double h = 0.25 * dt * spin[3];
    const double half_x = h * spin[0];
    const double half_y = h * spin[1];
    const double half_z = h * spin[2];
    const double square = (half_x * half_x + half_y * half_y) + half_z * half_z;
    const double c = 1 - square;
    const double sx = 2 * half_x;
    const double sy = 2 * half_y;
    const double sz = 2 * half_z;
    const double w = q[0];
    const double x = q[1];
    const double y = q[2];
    const double z = q[3];
    q[0] = c * w - sx * x - sy * y - sz * z;
    q[1] = c * x + sx * w + sy * z - sz * y;
    q[2] = c * y - sx * z + sy * w + sz * x;
    q[3] = c * z + sx * y - sy * x + sz * w;
    const double first = q[0] * q[0] + q[1] * q[1];
    const double second = q[2] * q[2] + q[3] * q[3];
    const double norm = 1 / sqrt(first + second);
    for (int d = 0; d < 4; d++)
        q[d] = norm * q[d];
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
            __builtin_prefetch(row_of(block, ball[i + SOON]), 0, 3);
        const contact_row *row = row_of(block, ball[i]);
        const int entries = row->lower + row->higher;
        pull sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
        if (row->spill || entries > 0)
            sum = body_sum(block, ball[i], lines);
        keep_pull(out, sum);
    }
}

static inline v3 v3_of_v4(v4d vector)
{
    return v3_make(vector[0], vector[1], vector[2]);
}

// Local damping of a ball; what it takes in this step is booked.
static __attribute__((noinline)) void damp_ball(const stepping *stepping, int32_t slot,
                                                const ball_motion *before, v4d *push, v4d *turn,
                                                report *report)
{
    const bodies *bodies = stepping->context.body;
    const double alpha = damping_of(stepping, slot);
    const double inverse_mass = bodies_inverse_mass(bodies, slot);
    if (!(alpha > 0) || !(inverse_mass > 0))
        return;
    const v3 at = v3_of(&bodies->position[bodies->now][slot]);
    const double half = damping_lag(stepping);
    const ball_drive raw = {v3_of_v4(*push), v3_of_v4(*turn)};
    const ball_drive left = damped_ball(stepping, alpha, half, at, *before, raw);
    *push = (v4d){left.push.x, left.push.y, left.push.z, 0};
    *turn = (v4d){left.turn.x, left.turn.y, left.turn.z, 0};
    if (!stepping->ledger)
        return;
    const ball_motion now = {
        .velocity = v3_fma(before->velocity, half, left.push),
        .rim = v3_fma(before->rim, half, left.turn),
    };
    const double power = damping_power(stepping, at, now, raw, left) / inverse_mass;
    exact_sum_add(&report->ended[BOOK_DAMPING], stepping->kick * power);
    losses_add(report->lost_by_set, bodies->set[slot], BOOK_DAMPING, stepping->kick * power);
}

// In the kick of a step, with the velocity in its middle.
static void book_drag(const stepping *stepping, int32_t slot, ball_motion middle,
                      const report *report)
{
    const double inverse_radius = bodies_inverse_radius(stepping->context.body, slot);
    const v3 spin = v3_scale(inverse_radius, middle.rim);
    const double work = stepping->kick * field_power(stepping, slot, middle.velocity, spin);
    exact_sum_add(report->drag, work);
    losses_add(report->lost_by_set, stepping->context.body->set[slot], LOSS_DRAG, -work);
}

// What a program gives a ball to turn it: R times its angular acceleration.
static v4d turn_by_field(const stepping *stepping, int32_t slot)
{
    const bodies *bodies = stepping->context.body;
    const double inverse_radius = bodies_inverse_radius(bodies, slot);
    const double ease = stepping->spin_factor * bodies_inverse_mass(bodies, slot);
    const v3 turn = v3_scale(ease * inverse_radius, field_moment(stepping, slot));
    return (v4d){turn.x, turn.y, turn.z, 0};
}

// Sum each body's lines in the order of its row, kick, drift, write the body of time n+1. `rare`: some bodies are fixed,
// the world is flat, orientations are kept, or motion is written.
INLINE void motion_pass(const stepping *stepping, block *block, const double *lines,
                        const bool rare, const bool measure, report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position_now = bodies->position[bodies->now];
    const rec4 *velocity_now = bodies->velocity[bodies->now];
    const rec4 *spin_now = bodies->spin[bodies->now];
    rec4 *position_next = bodies->position[1 - bodies->now];
    rec4 *velocity_next = bodies->velocity[1 - bodies->now];
    rec4 *spin_next = bodies->spin[1 - bodies->now];
    const v4d dt = {stepping->dt, stepping->dt, stepping->dt, 0};
    const v4d kick = {stepping->kick, stepping->kick, stepping->kick, 0};
    const v4d gravity = {stepping->gravity[0], stepping->gravity[1], stepping->gravity[2], 0};
    const v4d low = {stepping->low[0], stepping->low[1], stepping->low[2], -1e300};
    const v4d high = {stepping->high[0], stepping->high[1], stepping->high[2], 1e300};
    double most2 = 0;
    for (int32_t i = block->low; i < block->high; i++) {
        pull sum = body_sum(block, i, lines);
        v4d position = v4_load(position_now[i].v);
        v4d velocity = v4_load(velocity_now[i].v);
        v4d spin = v4_load(spin_now[i].v);
        double inverse_mass = velocity[3];
        // a clump moves when all its balls have been pulled; pulls on those of large ones stand elsewhere
        if (rare && bodies_clumped(bodies, i)) {
            keep_pull(&stepping->pull[2 * (size_t)i], sum);
            continue;
        }
        v4d mobile = {inverse_mass, inverse_mass, inverse_mass, inverse_mass};
        v4d push = sum.force * mobile + gravity;
        v4d turn = sum.turn * (stepping->spin_factor * mobile);
        if (rare) {
            if (!(inverse_mass > 0))
                push = turn = (v4d){0, 0, 0, 0};
            if (stepping->flat)
                push[2] = turn[0] = turn[1] = 0;
            if (stepping->written && stepping->written[i] >= 0) {
                const rec4 *jump = stepping->jump + 2 * (size_t)stepping->written[i];
                velocity = velocity + v4_load(jump[0].v);
                spin = spin + v4_load(jump[1].v);
            }
        }
        if (rare && stepping->field && inverse_mass > 0) {
            const v3 all =
                field_push(stepping, i, v3_of_v4(push), v3_of_v4(velocity), stepping->kick);
            push = (v4d){all.x, all.y, all.z, 0};
            turn = turn + turn_by_field(stepping, i);
        }
        if (rare && stepping->damping) {
            const ball_motion before = {v3_of_v4(velocity), v3_of_v4(spin)};
            damp_ball(stepping, i, &before, &push, &turn, report);
        }
        if (rare && stepping->field && inverse_mass > 0 && report->drag) {
            const double half = 0.5 * stepping->kick;
            const ball_motion middle = {
                .velocity = v3_fma(v3_of_v4(velocity), half, v3_of_v4(push)),
                .rim = v3_fma(v3_of_v4(spin), half, v3_of_v4(turn)),
            };
            book_drag(stepping, i, middle, report);
        }
        if (rare && stepping->cell && stepping->cell->pushes && inverse_mass > 0) {
            const v3 more = cell_push(stepping->cell, v3_at(position_now[i].v));
            velocity = velocity + (v4d){more.x, more.y, more.z, 0};
        }
        velocity = velocity + kick * push;
        spin = spin + kick * turn;
        position = position + dt * velocity;
        v4_store(velocity_next[i].v, velocity);
        v4_store(spin_next[i].v, spin);
        v4_store(position_next[i].v, position);
        if (rare && bodies->with_orientation)
            turn_orientation(bodies->orientation[i].v, spin_next[i].v, stepping->dt);
        v4d way = measure ? position - v4_load(bodies->hold[i].v) : velocity;
        way = way * way;
        double way2 = (way[0] + way[1]) + way[2];
        most2 = way2 > most2 ? way2 : most2;
        typedef int64_t v4i __attribute__((vector_size(32)));
        v4i out = (v4i)(position < low) | (v4i)(position >= high);
        if (RARELY((out[0] | out[1] | out[2]) != 0 || !(way2 < 1e300)))
            cross_border(stepping, i, report);
    }
    double *most = measure ? &report->moved2 : &report->speed2;
    if (most2 > *most)
        *most = most2;
}

static void move_bodies(const stepping *stepping, block *block, const double *lines, report *report)
{
    const bool pushed = (stepping->cell && stepping->cell->pushes) || stepping->field;
    if (stepping->rare || stepping->written || pushed)
        motion_pass(stepping, block, lines, true, true, report);
    else if (stepping->measure)
        motion_pass(stepping, block, lines, false, true, report);
    else
        motion_pass(stepping, block, lines, false, false, report);
}

static void load_wall(const stepping *stepping, const bucket *bucket, int32_t contact,
                      const scratch *scratch)
{
    const int32_t number = bucket->a[contact];
    const wall_state *wall = &stepping->wall[number];
    wall_load *load = &scratch->load[number];
    const double *line = contact_line(bucket, contact, 0, scratch->lines);
    const v3 force = v3_at(line);
    const v3 at = place_at_wall(stepping->context.body, bucket, contact);
    const v3 arm = v3_sub(at, wall->position);
    v3 turn = v3_make(0, 0, 0);
    if (bucket->sides == 2)
        turn = v3_at(line + 4);
    const v3 torque = v3_add(v3_cross(arm, force), turn);
    exact_sum_v3_add(&load->force, force);
    exact_sum_v3_add(&load->torque, torque);
    if (!wall->surface.moves)
        return;
    const v3 along = wall_surface_at(&wall->surface, arm, normal_at_wall(bucket, contact));
    const double pushes = v3_dot(force, along);
    const double turns = v3_dot(turn, wall->surface.spin);
    exact_sum_add(&load->surface, wall->surface.now * (pushes + turns));
}

// The lines of contacts at walls that somebody watches.
static void loads_pass(const stepping *stepping, const block *block, const scratch *scratch)
{
    for (int index = 0; index < block->buckets; index++) {
        const bucket *bucket = &block->bucket[index];
        const bool walls = bucket_walls(bucket->kind);
        for (int32_t contact = 0; walls && contact < bucket->count; contact++)
            if (stepping->wall[bucket->a[contact]].watched)
                load_wall(stepping, bucket, contact, scratch);
    }
}

#endif
