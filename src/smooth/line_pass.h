// line_pass.h - the lines of a batch of contacts: force and moment over R on each of the two bodies.
#ifndef SCREE_SMOOTH_LINE_PASS_H
#define SCREE_SMOOTH_LINE_PASS_H

#include "smooth/books.h"

// The force on a, of the push along n and of what drags across it.
static inline __attribute__((always_inline)) vd3 force_on_a(vd push, vd3 n, vd3 drag)
{
    const vd x = push * n.x + drag.x;
    const vd y = push * n.y + drag.y;
    const vd z = push * n.z + drag.z;
    return vd3_make(-x, -y, -z);
}

// Lines of LANES contacts where both bodies feel the same moment over R: -arm (n x Q). `line` is that of contact i. Where
// they have arms of their own, the line of b stands `other` further on; 0: there is none.
static inline __attribute__((always_inline)) void
write_lines(const batch *batch, int i, double *line, size_t other, vd3 n, vd3 drag)
{
    vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
    vd arm = get(batch, C_ARM, i);
    vd3 about = vd3_cross(n, drag);
    const vd3 on_a = vd3_keep(touch, force_on_a(get(batch, C_PUSH, i), n, drag));
    if (!other) {
        const vd3 both = vd3_scale(-arm, about);
        lines_write(line, on_a, vd3_keep(touch, both));
        return;
    }
    vd tilt = get(batch, C_TILT, i);
    const vd3 at_a = vd3_scale(-(arm - tilt), about);
    const vd3 at_b = vd3_scale(-(arm + tilt), about);
    lines_write(line, on_a, vd3_keep(touch, at_a));
    lines_write(line + other, on_a, vd3_keep(touch, at_b));
}

// How far the lines of b are behind those of a where balls have arms of their own; else 0.
static inline size_t other_lines(const span *span)
{
    return span->set->unlike && span->bucket->kind == BUCKET_BALLS ? 8 * (size_t)span->bucket->room
                                                                   : 0;
}

static inline double *first_line(const span *span)
{
    return span->lines + 8 * (1 + (size_t)(span->bucket->first + span->from));
}

// Two lines per contact: side a gets the moment -M/Ra, side b +M/Rb, a wall the moment itself.
static inline void couple_pass(const span *span, batch *batch, bool ledger)
{
    const bool walls = span->bucket->kind == BUCKET_WALLS;
    const bool unlike = span->set->unlike && !walls;
    for (int i = 0; i < span->count; i += LANES) {
        vd3 n = get3(batch, C_NX, i);
        vd3 drag = get3(batch, C_QX, i);
        vd3 moment = get3(batch, C_TX, i);
        vd3 about = vd3_cross(n, drag);
        vd arm = get(batch, C_ARM, i);
        vd tilt = unlike ? get(batch, C_TILT, i) : vd_set(0.0);
        if (ledger)
            couple_books(span, batch, i);
        vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
        vd3 turn_a = walls ? vd3_zero() : vd3_scale(-(arm - tilt), about);
        vd3 turn_b = vd3_scale(-(arm + tilt), about);
        vd3 on_a = vd3_keep(touch, force_on_a(get(batch, C_PUSH, i), n, drag));
        vd3 at_a = vd3_sub(turn_a, vd3_scale(get(batch, C_IA, i), moment));
        vd3 at_b = vd3_add(turn_b, vd3_scale(get(batch, C_IB, i), moment));
        double *line = first_line(span) + 8 * (size_t)i;
        double *line_b = line + 8 * (size_t)span->bucket->room;
        lines_write(line, on_a, vd3_keep(touch, at_a));
        lines_write(line_b, on_a, vd3_keep(touch, at_b));
    }
}

// Lines of contacts of grains with a core: the force acts at the contact, and each side has its own arm. A wall gets
// the moment of the rolling laws alone, the arm of its force is added where its loads are.
static inline void core_lines_pass(const span *span, batch *batch, bool ledger)
{
    const bool walls = bucket_walls(span->bucket->kind);
    const bool couples = span->set->couples;
    for (int i = 0; i < span->count; i += LANES) {
        int32_t contact = span->from + i;
        vd3 n = get3(batch, C_NX, i);
        vd3 moment = couples ? get3(batch, C_TX, i) : vd3_zero();
        vd3 on_b = vd3_add(vd3_scale(get(batch, C_PUSH, i), n), get3(batch, C_QX, i));
        vd3 on_a = vd3_scale(vd_set(-1.0), on_b);
        if (ledger && couples)
            couple_books(span, batch, i);
        vm touch = vd_gt(get(batch, C_LIVE, i), vd_set(0.0));
        vd3 at_b = vd3_add(vd3_cross(columns_of(span, GRAIN_ARM_B, contact), on_b), moment);
        vd3 at_a = vd3_scale(vd_set(-1.0), moment);
        if (!walls)
            at_a = vd3_add(vd3_cross(columns_of(span, GRAIN_ARM_A, contact), on_a), at_a);
        double *line = first_line(span) + 8 * (size_t)i;
        double *line_b = line + 8 * (size_t)span->bucket->room;
        on_a = vd3_keep(touch, on_a);
        at_a = vd3_scale(get(batch, C_IA, i), at_a);
        at_b = vd3_scale(get(batch, C_IB, i), at_b);
        lines_write(line, on_a, vd3_keep(touch, at_a));
        lines_write(line_b, on_a, vd3_keep(touch, at_b));
    }
}

#endif
