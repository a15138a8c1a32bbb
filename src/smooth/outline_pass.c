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
static inline void go_on(const block *b, const outline_watch *w, const outline_pose *pose,
                         const outline_touches *met)
{
    double *const *column = b->bucket[w->bucket].geometry;
    double sum = 0;
    for (int32_t n = 0; n < w->groups; n++)
        for (unsigned left = met[n].hit; left; left &= left - 1)
            sum += pose->beyond - met[n].gap[__builtin_ctz(left)];
    for (int32_t n = 0; n < w->groups; n++) {
        const outline_touches *t = &met[n];
        const int32_t *contact = b->group[w->group + n].contact;
        for (unsigned left = t->hit; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            const int32_t at = contact[i];
            const double x = t->point[0][i];
            const double y = t->point[1][i];
            double weight = 1;
            if (w->shares)
                weight = (pose->beyond - t->gap[i]) / sum;
            column[GRAIN_N][at] = t->normal[0][i];
            column[GRAIN_N + 1][at] = t->normal[1][i];
            column[GRAIN_GAP][at] = t->gap[i];
            column[GRAIN_WEIGHT][at] = weight;
            column[GRAIN_ARM_B][at] = x - pose->offset[0];
            column[GRAIN_ARM_B + 1][at] = y - pose->offset[1];
            column[GRAIN_ARM_A][at] = x;
            column[GRAIN_ARM_A + 1][at] = y;
        }
    }
}

// Does the pair hold on across a gap?
static bool holds(const stepping *s, const block *b, const outline_watch *w)
{
    const bucket *k = &b->bucket[w->bucket];
    for (int32_t n = w->group; n < w->group + w->groups; n++) {
        const outline_group *g = &b->group[n];
        for (unsigned left = g->held; left; left &= left - 1)
            if (grains_holds(s, k, g->contact[__builtin_ctz(left)]))
                return true;
    }
    return false;
}

enum { GROUPS_FEW = 4 };
enum { SOON = 3, LATER = 9 }; // watches before its use that something is called

// What a watch reads, and further on the watch itself: in large systems all of it comes from far.
static inline void call(const bodies *o, const block *b, int32_t i)
{
    const int32_t soon = i + SOON < b->watches ? i + SOON : i;
    const int32_t last = i + LATER < b->watches ? i + LATER : i;
    const outline_watch *w = &b->watch[soon];
    const char *later = (const char *)&b->watch[last];
    const char *group = NULL; // the block may have none
    if (w->groups)
        group = (const char *)(b->group + w->group);
    __builtin_prefetch(&o->position[o->now][w->a]);
    __builtin_prefetch(&o->position[o->now][w->b]);
    __builtin_prefetch(&o->orientation[w->a]);
    __builtin_prefetch(&o->orientation[w->b]);
    for (size_t at = 0; group && at < sizeof *b->group; at += MEM_ALIGNMENT)
        __builtin_prefetch(group + at);
    __builtin_prefetch(later);
    __builtin_prefetch(later + MEM_ALIGNMENT);
}

outlines_pass OUTLINES_PASS;
bool OUTLINES_PASS(const stepping *s, block *b, report *r)
{
    const bodies *o = s->context.body;
    const rec4 *position = o->position[o->now];
    const rec4 *orientation = o->orientation;
    const double moved = 2 * s->moved;
    outline_touches met[GROUPS_FEW];
    for (int32_t i = 0; i < b->watches; i++) {
        if (moved < b->asleep[i])
            continue;
        call(o, b, i);
        outline_watch *w = &b->watch[i];
        const rec4 *x = &position[w->a];
        const rec4 *y = &position[w->b];
        const rec4 *q = &orientation[w->a];
        const rec4 *p = &orientation[w->b];
        outline_pose pose;
        for (int d = 0; d < 2; d++)
            pose.offset[d] = nearest_of(&s->context, d, y->v[d] - x->v[d]);
        double way = outline_moved(w, pose.offset, x->v[3], q, y->v[3], p);
        bool same = outline_holds(w, way) && w->groups <= GROUPS_FEW;
        if (same) {
            outline_turn(&pose, 0, q->v[0], q->v[3]);
            outline_turn(&pose, 1, p->v[0], p->v[3]);
            pose.radius[0] = w->radius[0];
            pose.radius[1] = w->radius[1];
            pose.beyond = w->beyond > 0 && holds(s, b, w) ? w->beyond : 0;
            for (int32_t n = 0; n < w->groups; n++) {
                const outline_group *g = &b->group[w->group + n];
                outline_meet(&pose, g, &met[n]);
                same = same && met[n].hit == g->held && !met[n].lost;
            }
        }
        if (__builtin_expect(!same, 0)) {
            if (!outlines_step(s, b, i, r))
                return false;
            continue;
        }
        w->age++;
        go_on(b, w, &pose, met);
    }
    return true;
}
