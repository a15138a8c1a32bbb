// normal_lanes.h - normal laws on arrays, compiled for every vector width: one call is one step of 64 contacts.
#ifndef SCREE_TESTS_NORMAL_LANES_H
#define SCREE_TESTS_NORMAL_LANES_H

#include "base/row.h"

enum { NORMAL_LANES = 64, NORMAL_STATE = 10 };

// In: what the law sees. Then h is updated, and `out` holds all it returns, and its elastic energy.
enum {
    IN_OVERLAP,
    IN_BEFORE,
    IN_SHRUNK,
    IN_GROWN,
    IN_CLOSING,
    IN_APPROACH,
    IN_R_EFF,
    IN_M_EFF,
    NORMAL_INS
};
enum {
    OUT_ELASTIC,
    OUT_DAMPING,
    OUT_LOAD,
    OUT_STIFFNESS,
    OUT_DASHPOT,
    OUT_RADIUS,
    OUT_GRIP,
    OUT_FADE,
    OUT_CHANGE,
    OUT_MEAN,
    OUT_PLASTIC,
    OUT_LIVE,
    OUT_ENERGY,
    NORMAL_OUTS
};
typedef struct normal_lanes {
    double in[NORMAL_INS][NORMAL_LANES], h[NORMAL_STATE][NORMAL_LANES],
        out[NORMAL_OUTS][NORMAL_LANES];
} normal_lanes;

typedef void normal_step(const double *k, normal_lanes *x);

enum {
    TESTED_HERTZ,
    TESTED_KUWABARA_KONO,
    TESTED_HUNT_CROSSLEY,
    TESTED_WALTON_BRAUN,
    TESTED_THORNTON,
    TESTED_VU_QUOC_ZHANG
};
enum { TESTED_LAWS = TESTED_VU_QUOC_ZHANG + 1 };

// The law at a width (1, 2, 4, 8), or NULL where this processor has not got it.
normal_step *normal_step_at(int width, int law);

#endif
