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
static inline void put_touch(double *const *column, int32_t contact, const outline_pose *pose,
                             const outline_touches *touches, int lane)
{
    const double x = touches->point[0][lane];
    const double y = touches->point[1][lane];
    column[GRAIN_N][contact] = touches->normal[0][lane];
    column[GRAIN_N + 1][contact] = touches->normal[1][lane];
    column[GRAIN_GAP][contact] = touches->gap[lane];
    column[GRAIN_ARM_B][contact] = x - pose->offset[0];
    column[GRAIN_ARM_B + 1][contact] = y - pose->offset[1];
    column[GRAIN_ARM_A][contact] = x;
    column[GRAIN_ARM_A + 1][contact] = y;
}

// What the shares of the lanes are made of.
static inline double sum_of_depths(const outline_watch *watch, double beyond,
                                   const outline_touches *met)
{
    double sum = 0;
    for (int32_t j = 0; j < watch->groups; j++)
        for (unsigned left = met[j].hit; left; left &= left - 1)
            sum += beyond - met[j].gap[__builtin_ctz(left)];
    return sum;
}
static inline touch_norm norm_of(const outline_watch *watch, const outline_touches *met)
{
    touch_norm norm = {0};
    for (int32_t j = 0; j < watch->groups; j++)
        for (unsigned left = met[j].hit; left; left &= left - 1) {
            const int lane = __builtin_ctz(left);
            const double own = -met[j].gap[lane];
            norm.deepest = own > norm.deepest ? own : norm.deepest;
        }
    for (int32_t j = 0; j < watch->groups; j++)
        for (unsigned left = met[j].hit; left; left &= left - 1) {
            const int lane = __builtin_ctz(left);
            touch_norm_add(&norm, met[j].gap[lane], 1);
        }
    norm.root = sqrt(sqrt(sqrt(norm.sum)));
    return norm;
}

static inline void go_on(const block *block, const outline_watch *watch, const outline_pose *pose,
                         const outline_touches *met)
{
    double *const *column = block->bucket[watch->bucket].geometry;
    const bool by_norm = watch->shares && watch->norm;
    const bool by_depth = watch->shares && !watch->norm;
    double sum = 0;
    touch_norm norm = {0};
    if (by_norm)
        norm = norm_of(watch, met);
    else if (by_depth)
        sum = sum_of_depths(watch, pose->beyond, met);
    for (int32_t j = 0; j < watch->groups; j++) {
        const outline_touches *touches = &met[j];
        const int32_t *contact = block->outlines.group[watch->group + j].contact;
        for (unsigned left = touches->hit; left; left &= left - 1) {
            const int lane = __builtin_ctz(left);
            const int32_t own = contact[lane];
            const double gap = touches->gap[lane];
            double weight = 1;
            double extra = 0;
            if (by_norm) {
                weight = touch_norm_weight(&norm, gap);
                extra = touch_norm_extra(&norm, gap);
            } else if (by_depth) {
                weight = (pose->beyond - gap) / sum;
            }
            column[GRAIN_WEIGHT][own] = weight;
            column[GRAIN_EXTRA][own] = extra;
            put_touch(column, own, pose, touches, lane);
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

// How both grains of a pair lie.
typedef struct pair_records {
    const rec4 *position_a, *position_b, *turn_a, *turn_b;
} pair_records;

static inline pair_records records_of(const bodies *bodies, const outline_watch *watch)
{
    const rec4 *position = bodies->position[bodies->now];
    const rec4 *orientation = bodies->orientation;
    return (pair_records){
        .position_a = &position[watch->a],
        .position_b = &position[watch->b],
        .turn_a = &orientation[watch->a],
        .turn_b = &orientation[watch->b],
    };
}

// Do the same lanes of the pair touch as in the step before? What they found is in met[].
static inline bool meet_again(const stepping *stepping, const block *block,
                              const outline_watch *watch, const pair_records *records,
                              outline_pose *pose, outline_touches *met)
{
    const bool held = watch->beyond > 0 && holds(stepping, block, watch);
    bool same = true;
    outline_turn(pose, 0, records->turn_a->v[0], records->turn_a->v[3]);
    outline_turn(pose, 1, records->turn_b->v[0], records->turn_b->v[3]);
    pose->radius[0] = watch->radius[0];
    pose->radius[1] = watch->radius[1];
    pose->beyond = held ? watch->beyond : 0;
    for (int32_t j = 0; j < watch->groups; j++) {
        const outline_group *group = &block->outlines.group[watch->group + j];
        outline_meet(pose, group, &met[j]);
        same = same && met[j].hit == group->held && !met[j].lost;
    }
    return same;
}

outlines_pass OUTLINES_PASS;
bool OUTLINES_PASS(const stepping *stepping, block *block, report *report)
{
    const bodies *bodies = stepping->context.body;
    const double moved = 2 * stepping->moved;
    outline_touches met[GROUPS_FEW];
    for (int32_t i = 0; i < block->outlines.watches; i++) {
        if (moved < block->outlines.asleep[i])
            continue;
        call(bodies, block, i);
        outline_watch *watch = &block->outlines.watch[i];
        const pair_records records = records_of(bodies, watch);
        const rec4 *a = records.position_a;
        const rec4 *b = records.position_b;
        outline_pose pose;
        for (int d = 0; d < 2; d++)
            pose.offset[d] = nearest_of(&stepping->context, d, b->v[d] - a->v[d]);
        const double way =
            outline_moved(watch, pose.offset, a->v[3], records.turn_a, b->v[3], records.turn_b);
        bool same = outline_holds(watch, way) && watch->groups <= GROUPS_FEW;
        if (same)
            same = meet_again(stepping, block, watch, &records, &pose, met);
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
