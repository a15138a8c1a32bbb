// normal_lanes.c - one width of support/normal_lanes.h.
#include "support/normal_lanes.h"

#include "law/normal_hertz.h"
#include "law/normal_hunt_crossley.h"
#include "law/normal_kuwabara_kono.h"
#include "law/normal_thornton.h"
#include "law/normal_vu_quoc_zhang.h"
#include "law/normal_walton_braun.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

typedef normal_out push_function(const double *k, normal_in in, vd *h);
typedef vd energy_function(const double *k, normal_in in, const vd *h);

static inline __attribute__((always_inline)) void
step_lanes(const double *k, normal_lanes *x, push_function *push, energy_function *energy)
{
    for (int i = 0; i < NORMAL_LANES; i += SCREE_WIDTH) {
        normal_in in = {.overlap = vd_load(&x->in[IN_OVERLAP][i]),
                        .overlap_before = vd_load(&x->in[IN_BEFORE][i]),
                        .shrunk = vd_load(&x->in[IN_SHRUNK][i]),
                        .grown = vd_load(&x->in[IN_GROWN][i]),
                        .closing = vd_load(&x->in[IN_CLOSING][i]),
                        .approach = vd_load(&x->in[IN_APPROACH][i]),
                        .r_eff = vd_load(&x->in[IN_R_EFF][i]),
                        .m_eff = vd_load(&x->in[IN_M_EFF][i]),
                        .dt = vd_set(1e-6)};
        vd h[NORMAL_STATE];
        for (int j = 0; j < NORMAL_STATE; j++)
            h[j] = vd_load(&x->h[j][i]);
        normal_out o = push(k, in, h);
        vd all[NORMAL_OUTS] = {o.elastic, o.damping, o.load,          o.stiffness, o.dashpot,
                               o.radius,  o.grip,    o.fade,          o.change,    o.mean,
                               o.plastic, o.live,    energy(k, in, h)};
        for (int j = 0; j < NORMAL_STATE; j++)
            vd_store(&x->h[j][i], h[j]);
        for (int j = 0; j < NORMAL_OUTS; j++)
            vd_store(&x->out[j][i], all[j]);
    }
}

#define STEP(name)                                                                                 \
    static void step_##name(const double *k, normal_lanes *x)                                      \
    {                                                                                              \
        step_lanes(k, x, normal_##name##_push, normal_##name##_energy);                            \
    }
STEP(hertz)
STEP(kuwabara_kono)
STEP(hunt_crossley)
STEP(walton_braun)
STEP(thornton)
STEP(vu_quoc_zhang)

extern normal_step *const JOIN(normal_steps_, SCREE_WIDTH)[TESTED_LAWS];
normal_step *const JOIN(normal_steps_, SCREE_WIDTH)[TESTED_LAWS] = {
    step_hertz,        step_kuwabara_kono, step_hunt_crossley,
    step_walton_braun, step_thornton,      step_vu_quoc_zhang};
