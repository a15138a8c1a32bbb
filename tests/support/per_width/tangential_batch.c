// tangential_batch.c - one width of support/tangential_batch.h.
#include "support/tangential_batch.h"

#include <stddef.h>

#include "law/tangential_mindlin.h"
#include "law/tangential_mindlin_deresiewicz.h"
#include "law/tangential_vu_quoc_zhang.h"
#include "law/tangential_walton_braun.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

static inline vd3 load3(const double *const c[3], int i)
{
    return vd3_make(vd_load(c[0] + i), vd_load(c[1] + i), vd_load(c[2] + i));
}

static inline tangential_in batch_in(const tangential_batch *b, int i)
{
    tangential_in in;
    in.load = vd_load(b->load + i);
    in.grip = vd_load(b->grip + i);
    in.stiffness = in.grip;
    in.dashpot = vd_set(0.0);
    in.radius = vd_load(b->radius + i);
    in.fade = vd_load(b->fade + i);
    in.change = vd_load(b->change + i);
    in.mean = vd_load(b->mean + i);
    in.spring_fade = in.fade;
    in.spring_change = in.change;
    in.spring_mean = in.mean;
    in.turn.normal = load3(b->normal, i);
    in.turn.sweep = load3(b->sweep, i);
    in.turn.twirl = vd_load(b->twirl + i);
    in.slip = in.rate = load3(b->slip, i);
    in.rolled = vd_load(b->rolled + i);
    in.dt = vd_set(b->dt);
    in.unbooked = false;
    return in;
}

#define BATCH_STEP(name)                                                                           \
    static void name##_step(const tangential_batch *b)                                             \
    {                                                                                              \
        for (int i = 0; i < b->n; i += SCREE_WIDTH) {                                              \
            vd h[LAW_HISTORY_MOST];                                                                \
            tangential_in in = batch_in(b, i);                                                     \
            for (int c = 0; c < tangential_##name##_history; c++)                                  \
                h[c] = vd_load(b->history + c * b->n + i);                                         \
            tangential_out o = tangential_##name##_drag(b->k, in, h);                              \
            for (int c = 0; c < tangential_##name##_history; c++)                                  \
                vd_store(b->history + c * b->n + i, h[c]);                                         \
            vd_store(b->force[0] + i, o.force.x);                                                  \
            vd_store(b->force[1] + i, o.force.y);                                                  \
            vd_store(b->force[2] + i, o.force.z);                                                  \
            vd_store(b->friction + i, o.friction);                                                 \
            vd_store(b->energy + i, tangential_##name##_energy(b->k, in, h));                      \
        }                                                                                          \
    }
BATCH_STEP(mindlin_deresiewicz)
BATCH_STEP(vu_quoc_zhang)
BATCH_STEP(walton_braun)
BATCH_STEP(mindlin)

extern tangential_batch_step *const JOIN(tangential_batch_, SCREE_WIDTH)[BATCH_LAWS];
tangential_batch_step *const JOIN(tangential_batch_, SCREE_WIDTH)[BATCH_LAWS] = {
    mindlin_deresiewicz_step, vu_quoc_zhang_step, walton_braun_step, mindlin_step};
