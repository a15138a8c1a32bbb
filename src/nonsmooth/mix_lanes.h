// mix_lanes.h - what mixing.c does with numbers by the row, eight lanes in each: included by sweep.c, once per width.
#ifndef SCREE_NONSMOOTH_MIX_LANES_H
#define SCREE_NONSMOOTH_MIX_LANES_H

#include "base/simd_real.h"
#include "nonsmooth/sweep.h"

static void mix_look(const mix_part *part, double (*sum)[SWEEP_LANES])
{
    for (int lane = 0; lane < SWEEP_LANES; lane += VR_LANES) {
        const vr root = vr_load(part->root + lane);
        vr lacked_square = vr_load(sum[MIX_LACKED] + lane);
        vr change_square = vr_load(sum[MIX_CHANGE] + lane);
        vr product[MIX_KEPT];
        for (int j = 0; j < part->kept; j++)
            product[j] = vr_load(sum[MIX_PRODUCT + j] + lane);
        for (int row = 0; row < MIX_ROWS; row++) {
            const int at = row * SWEEP_LANES + lane;
            const vr now = vr_load(part->now + at);
            const vr lacks = root * (now - vr_load(part->before + at));
            const vr lacks_more = lacks - vr_load(part->lacked + at);
            vr_store(part->swept_change + at, now - vr_load(part->swept + at));
            vr_store(part->swept + at, now);
            vr_store(part->lacked_change + at, lacks_more);
            vr_store(part->lacked + at, lacks);
            lacked_square = lacked_square + lacks * lacks;
            change_square = change_square + lacks_more * lacks_more;
            for (int j = 0; j < part->kept; j++)
                product[j] = product[j] + lacks * vr_load(part->change[j] + at);
        }
        vr_store(sum[MIX_LACKED] + lane, lacked_square);
        vr_store(sum[MIX_CHANGE] + lane, change_square);
        for (int j = 0; j < part->kept; j++)
            vr_store(sum[MIX_PRODUCT + j] + lane, product[j]);
    }
}

static void mix_take(double *number, const double *const *change, const double *share, int kept,
                     int64_t rows)
{
    for (int64_t at = 0; at < rows * SWEEP_LANES; at += VR_LANES) {
        vr mixed = vr_load(number + at);
        for (int j = 0; j < kept; j++)
            mixed = mixed - vr_set(share[j]) * vr_load(change[j] + at);
        vr_store(number + at, mixed);
    }
}

#endif
