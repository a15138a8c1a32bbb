// sweep_batches.h - how a sweep goes through batches: those of one kind together, what comes later called into cache. It
// is written once for both precisions, as sweep_rows.h, which is included first.
#ifndef SCREE_NONSMOOTH_SWEEP_BATCHES_H
#define SCREE_NONSMOOTH_SWEEP_BATCHES_H

#include "nonsmooth/sweep_rows.h"

typedef int64_t run_function(const task *task, batch *batch, int64_t left, bool measure,
                             double *worst);

INLINE bool same_kind(sweep_kind a, sweep_kind b)
{
    return a.side == b.side && a.general == b.general && a.rich == b.rich;
}

// What later batches need is called into the second level of cache while this one is computed. Not into the first: all
// that is on its way there takes one of few places, and less of it comes per second.
enum { AHEAD = 4 };
INLINE void call(const void *place)
{
    __builtin_prefetch(place, 0, 2);
}

INLINE void call_bodies(const task *task, const int32_t *at, bool general)
{
    for (int lane = 0; lane < LANES; lane++) {
        call(task->body + at[lane]);
        if (general)
            call(task->inertia + at[lane]);
    }
}

INLINE void call_ahead(const task *task, const batch *batch, sweep_kind kind)
{
    for (int column = 0; column < sweep_columns(kind); column++)
        call(batch->column + column * LANES);
    call_bodies(task, batch->b, kind.general);
    if (kind.side == SIDE_MOBILE)
        call_bodies(task, batch->a, kind.general);
}

// The batches of one kind at the beginning of `left`; returns how many. Those that follow of another kind are called
// too, or short runs would wait.
INLINE int64_t run(const task *task, batch *batches, int64_t left, sweep_kind kind, bool measure,
                   double *most)
{
    vr worst = vr_set(0);
    int64_t i = 0;
    for (; i < left && same_kind(batches[i].kind, kind); i++) {
        if (i + AHEAD < left) {
            const batch *later = batches + i + AHEAD;
            if (same_kind(later->kind, kind))
                call_ahead(task, later, kind);
            else
                call_ahead(task, later, later->kind);
        }
        for (int lane = 0; lane < LANES; lane += VR_LANES) {
            lanes here = {
                .a = batches[i].a + lane,
                .b = batches[i].b + lane,
                .first = batches[i].column + lane,
            };
            worst = kind.general || kind.rich
                        ? any_kind(task, here, kind, measure, worst)
                        : plain_balls(task, here, kind.side == SIDE_STILL, measure, worst);
        }
    }
    real each[VR_LANES];
    vr_store(each, worst);
    for (int lane = 0; lane < VR_LANES; lane++)
        *most = (double)each[lane] > *most ? (double)each[lane] : *most;
    return i;
}

#define STAMP_RUN(name, side, general, rich)                                                       \
    static int64_t run_##name(const task *task, batch *batch, int64_t left, bool measure,          \
                              double *most)                                                        \
    {                                                                                              \
        const sweep_kind k = {side, general, rich};                                                \
        return run(task, batch, left, k, measure, most);                                           \
    }
STAMP_RUN(mobile_balls, SIDE_MOBILE, false, false)
STAMP_RUN(mobile_rich_balls, SIDE_MOBILE, false, true)
STAMP_RUN(mobile_general, SIDE_MOBILE, true, false)
STAMP_RUN(mobile_rich_general, SIDE_MOBILE, true, true)
STAMP_RUN(still_balls, SIDE_STILL, false, false)
STAMP_RUN(still_rich_balls, SIDE_STILL, false, true)
STAMP_RUN(still_general, SIDE_STILL, true, false)
STAMP_RUN(still_rich_general, SIDE_STILL, true, true)
STAMP_RUN(hub_general, SIDE_HUB, true, false)
STAMP_RUN(hub_rich_general, SIDE_HUB, true, true)

static run_function *const runs[SWEEP_SIDES][2][2] = {
    [SIDE_MOBILE] = {{run_mobile_balls, run_mobile_rich_balls},
                     {run_mobile_general, run_mobile_rich_general}},
    [SIDE_STILL] = {{run_still_balls, run_still_rich_balls},
                    {run_still_general, run_still_rich_general}},
    [SIDE_HUB] = {{run_hub_general, run_hub_rich_general}, {run_hub_general, run_hub_rich_general}},
};

// Batches of one kind that follow each other go together.
static double sweep_all(const task *task, batch *batches, int64_t count, bool measure)
{
    double worst = 0;
    for (int64_t i = 0; i < count && i < AHEAD; i++)
        call_ahead(task, batches + i, batches[i].kind);
    for (int64_t i = 0; i < count;) {
        const sweep_kind kind = batches[i].kind;
        i +=
            runs[kind.side][kind.general][kind.rich](task, batches + i, count - i, measure, &worst);
    }
    return worst;
}

#endif
