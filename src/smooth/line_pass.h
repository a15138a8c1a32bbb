// line_pass.h - the lines of a batch of contacts: force and moment over R on each of the two bodies.
//
// With the push P along the normal n from a to b and the force Q across it, both on b: b feels F = P n + Q, a feels -F.
// The moment of Q about the centre of either ball is -r (n x Q), r its arm; over the radius that is C_ARM. Forces at
// grains with corners have their arms in the geometry.
#ifndef SCREE_SMOOTH_LINE_PASS_H
#define SCREE_SMOOTH_LINE_PASS_H

#include "smooth/books.h"

// The force on a, of the push along n and of what drags across it.
INLINE vd3 force_on_a(vd push, vd3 n, vd3 drag)
{
    const vd x = push * n.x + drag.x;
    const vd y = push * n.y + drag.y;
    const vd z = push * n.z + drag.z;
    return vd3_make(-x, -y, -z);
}

// Lines of LANES contacts where both bodies feel the same moment over R: -arm (n x Q). `line` is that of the first. Where
// they have arms of their own, the line of b stands `other` further on; 0: there is none.
INLINE void write_lines(group group, double *line, size_t other, vd3 n, vd3 drag)
{
    const vm lives = live(group);
    const vd arm = get(group, C_ARM);
    const vd3 about = vd3_cross(n, drag);
    const vd3 on_a = vd3_keep(lives, force_on_a(get(group, C_PUSH), n, drag));
    if (!other) {
        const vd3 both = vd3_scale(-arm, about);
        lines_write(line, on_a, vd3_keep(lives, both));
        return;
    }
    const vd tilt = get(group, C_TILT);
    const vd3 at_a = vd3_scale(-(arm - tilt), about);
    const vd3 at_b = vd3_scale(-(arm + tilt), about);
    lines_write(line, on_a, vd3_keep(lives, at_a));
    lines_write(line + other, on_a, vd3_keep(lives, at_b));
}

// How far the lines of b are behind those of a where contacts write two; and where balls have arms of their own, else 0.
static inline size_t lines_of_b(const span *span)
{
    return 8 * (size_t)span->bucket->room;
}
static inline size_t other_lines(const span *span)
{
    return own_arms(span) ? lines_of_b(span) : 0;
}

static inline double *line_at(const span *span, int i)
{
    const int32_t contact = span->bucket->first + span->from;
    return span->lines + 8 * (1 + (size_t)contact) + 8 * (size_t)i;
}

// The line of one side of a contact of a bucket: 0 is a, and both where they have one in common.
static inline double *contact_line(const bucket *bucket, int32_t contact, int side, double *lines)
{
    const size_t of_a = 1 + (size_t)(bucket->first + contact);
    const size_t further = (size_t)side * (size_t)bucket->room;
    return lines + 8 * (of_a + further);
}

// Two lines per contact: side a gets the moment -M/Ra, side b +M/Rb, a wall the moment itself.
static inline void couple_pass(const span *span, batch *batch, bool ledger)
{
    const bool walls = at_walls(span);
    const bool unlike = span->set->unlike && !walls;
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const vd3 n = get3(group, C_NX);
        const vd3 drag = get3(group, C_QX);
        const vd3 moment = get3(group, C_TX);
        const vd3 about = vd3_cross(n, drag);
        const vd arm = get(group, C_ARM);
        const vd tilt = unlike ? get(group, C_TILT) : vd_set(0.0);
        if (ledger)
            couple_books(span, group);
        const vm lives = live(group);
        vd3 turn_a = vd3_zero();
        if (!walls)
            turn_a = vd3_scale(-(arm - tilt), about);
        const vd3 turn_b = vd3_scale(-(arm + tilt), about);
        const vd3 moment_a = vd3_scale(get(group, C_IA), moment);
        const vd3 moment_b = vd3_scale(get(group, C_IB), moment);
        const vd3 on_a = vd3_keep(lives, force_on_a(get(group, C_PUSH), n, drag));
        const vd3 at_a = vd3_sub(turn_a, moment_a);
        const vd3 at_b = vd3_add(turn_b, moment_b);
        double *line = line_at(span, i);
        lines_write(line, on_a, vd3_keep(lives, at_a));
        lines_write(line + lines_of_b(span), on_a, vd3_keep(lives, at_b));
    }
}

// Lines of contacts of grains with a core: the force acts at the contact, and each side has its own arm. A wall gets
// the moment of the rolling laws alone, the arm of its force is added where its loads are.
static inline void core_lines_pass(const span *span, batch *batch, bool ledger)
{
    const bool walls = at_walls(span);
    const bool couples = span->set->couples;
    const vd minus = vd_set(-1.0);
    for (int i = 0; i < span->count; i += LANES) {
        const group group = {batch, i};
        const vd3 n = get3(group, C_NX);
        const vd3 moment = couples ? get3(group, C_TX) : vd3_zero();
        const vd3 pushed = vd3_scale(get(group, C_PUSH), n);
        const vd3 on_b = vd3_add(pushed, get3(group, C_QX));
        const vd3 on_a = vd3_scale(minus, on_b);
        if (ledger && couples)
            couple_books(span, group);
        const vm lives = live(group);
        const vd3 arm_b = geometry3_of(span, GRAIN_ARM_B, i);
        vd3 at_b = vd3_add(vd3_cross(arm_b, on_b), moment);
        vd3 at_a = vd3_scale(minus, moment);
        if (!walls) {
            const vd3 arm_a = geometry3_of(span, GRAIN_ARM_A, i);
            at_a = vd3_add(vd3_cross(arm_a, on_a), at_a);
        }
        at_a = vd3_scale(get(group, C_IA), at_a);
        at_b = vd3_scale(get(group, C_IB), at_b);
        double *line = line_at(span, i);
        const vd3 force = vd3_keep(lives, on_a);
        lines_write(line, force, vd3_keep(lives, at_a));
        lines_write(line + lines_of_b(span), force, vd3_keep(lives, at_b));
    }
}

#endif
