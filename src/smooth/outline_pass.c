// outline_pass.c - one step of all near outlines of a block, as long as nothing begins or ends: the same lanes touch as
// in the step before, and write what they found into the columns of their contacts. Compiled once per vector width,
// with four lanes at most, since few pairs have more (outlines.c has the rest, and says what the lanes are).
#if defined SCREE_WIDTH && SCREE_WIDTH == 8
#undef SCREE_WIDTH
#define SCREE_WIDTH 4
#define OUTLINES_PASS scree_outlines_8
#elif SCREE_WIDTH == 4
#define OUTLINES_PASS scree_outlines_4
#elif SCREE_WIDTH == 2
#define OUTLINES_PASS scree_outlines_2
#else
#define OUTLINES_PASS scree_outlines_1
#endif

#include "base/memory.h"
#include "smooth/grains.h"

// The same lanes touch as in the step before.
static inline void go_on(const block *block, const outline_watch *watch, const outline_pose *pose,
                         const outline_touches *met)
{
    double *const *column = block->bucket[watch->bucket].geometry;
    double sum = 0;
    for (int32_t j = 0; j < watch->groups; j++)
        for (unsigned left = met[j].hit; left; left &= left - 1)
            sum += pose->beyond - met[j].gap[__builtin_ctz(left)];
    for (int32_t j = 0; j < watch->groups; j++) {
        const outline_touches *touches = &met[j];
        const int32_t *contact = block->outlines.group[watch->group + j].contact;
        for (unsigned left = touches->hit; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            const int32_t at = contact[i];
            const double x = touches->point[0][i];
            const double y = touches->point[1][i];
            double weight = 1;
            if (watch->shares)
                weight = (pose->beyond - touches->gap[i]) / sum;
            column[GRAIN_N][at] = touches->normal[0][i];
            column[GRAIN_N + 1][at] = touches->normal[1][i];
            column[GRAIN_GAP][at] = touches->gap[i];
            column[GRAIN_WEIGHT][at] = weight;
            column[GRAIN_ARM_B][at] = x - pose->offset[0];
            column[GRAIN_ARM_B + 1][at] = y - pose->offset[1];
            column[GRAIN_ARM_A][at] = x;
            column[GRAIN_ARM_A + 1][at] = y;
        }
    }
}

// Does the pair hold on across a gap?
static bool holds(const stepping *stepping, const block *block, const outline_watch *watch)
{
    const bucket *bucket = &block->bucket[watch->bucket];
    for (int32_t j = watch->group; j < watch->group + watch->groups; j++) {
        const outline_group *group = &block->outlines.group[j];
        for (unsigned left = group->held; left; left &= left - 1)
            if (grains_holds(stepping, bucket, group->contact[__builtin_ctz(left)]))
                return true;
    }
    return false;
}

enum { GROUPS_FEW = 4 };
enum { SOON = 3, LATER = 9 }; // watches before its use that something is called

// What a watch reads, and further on the watch itself: in large systems all of it comes from far.
static inline void call(const bodies *bodies, const block *block, int32_t i)
{
    const int32_t soon = i + SOON < block->outlines.watches ? i + SOON : i;
    const int32_t furthest = i + LATER < block->outlines.watches ? i + LATER : i;
    const outline_watch *watch = &block->outlines.watch[soon];
    const char *later = (const char *)&block->outlines.watch[furthest];
    const char *group = NULL; // the block may have none
    if (watch->groups)
        group = (const char *)(block->outlines.group + watch->group);
    __builtin_prefetch(&bodies->position[bodies->now][watch->a]);
    __builtin_prefetch(&bodies->position[bodies->now][watch->b]);
    __builtin_prefetch(&bodies->orientation[watch->a]);
    __builtin_prefetch(&bodies->orientation[watch->b]);
    for (size_t at = 0; group && at < sizeof *block->outlines.group; at += MEM_ALIGNMENT)
        __builtin_prefetch(group + at);
    __builtin_prefetch(later);
    __builtin_prefetch(later + MEM_ALIGNMENT);
}

outlines_pass OUTLINES_PASS;
bool OUTLINES_PASS(const stepping *stepping, block *block, report *report)
{
    const bodies *bodies = stepping->context.body;
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *orientation = bodies->orientation;
    const double moved = 2 * stepping->moved;
    outline_touches met[GROUPS_FEW];
    for (int32_t i = 0; i < block->outlines.watches; i++) {
        if (moved < block->outlines.asleep[i])
            continue;
        call(bodies, block, i);
        outline_watch *watch = &block->outlines.watch[i];
        const rec4 *at_a = &position[watch->a];
        const rec4 *at_b = &position[watch->b];
        const rec4 *turn_a = &orientation[watch->a];
        const rec4 *turn_b = &orientation[watch->b];
        outline_pose pose;
        for (int d = 0; d < 2; d++)
            pose.offset[d] = nearest_of(&stepping->context, d, at_b->v[d] - at_a->v[d]);
        double way = outline_moved(watch, pose.offset, at_a->v[3], turn_a, at_b->v[3], turn_b);
        bool same = outline_holds(watch, way) && watch->groups <= GROUPS_FEW;
        if (same) {
            outline_turn(&pose, 0, turn_a->v[0], turn_a->v[3]);
            outline_turn(&pose, 1, turn_b->v[0], turn_b->v[3]);
            pose.radius[0] = watch->radius[0];
            pose.radius[1] = watch->radius[1];
            pose.beyond = watch->beyond > 0 && holds(stepping, block, watch) ? watch->beyond : 0;
            for (int32_t j = 0; j < watch->groups; j++) {
                const outline_group *group = &block->outlines.group[watch->group + j];
                outline_meet(&pose, group, &met[j]);
                same = same && met[j].hit == group->held && !met[j].lost;
            }
        }
        if (__builtin_expect(!same, 0)) {
            if (!outlines_step(stepping, block, i, report))
                return false;
            continue;
        }
        watch->age++;
        go_on(block, watch, &pose, met);
    }
    return true;
}
